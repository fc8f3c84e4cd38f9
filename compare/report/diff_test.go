package report

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"cryptogap/compare/result"
)

// madeDiff is libgcrypt before and after a version that is a quarter
// faster at PBKDF2, on a machine that became slower.
func madeDiff(tb testing.TB) result.Diff {
	tb.Helper()
	rows := func() []made {
		return slices.DeleteFunc(madeRows(), func(m made) bool {
			return m.kind != "kdf" && m.algorithm != "sha256" && m.algorithm != "ecdsa-p256" || m.failure != nil
		})
	}
	before := newMaker(rows(), madeLibraries())
	libs := madeLibraries()
	libs[2].Version, libs[2].Headers, libs[2].Warnings = "1.12.4", "1.12.4", nil
	after := newMaker(rows()[1:], libs)
	after.run.Environment.GODEBUG = "panicnil=1"
	for i := range after.rows {
		for lib := range after.rows[i].ns {
			after.rows[i].ns[lib] *= 1.02
		}
		if after.rows[i].kind == "kdf" {
			after.rows[i].ns[gcry] *= 0.75
		}
	}
	return result.Compare([]*result.Result{before.result(tb)}, []*result.Result{after.result(tb)})
}

func diffed(tb testing.TB, d result.Diff, f Format, o Options) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := Diff(&b, d, f, o); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestDiff(t *testing.T) {
	d := madeDiff(t)
	for _, f := range DiffFormats() {
		golden(t, "diff."+string(f), diffed(t, d, f, Options{}))
	}
	golden(t, "diff-verbose.table", diffed(t, d, Table, Options{Verbose: true, Color: true}))
	golden(t, "diff-100.table", diffed(t, d, Table, Options{Width: 100}))
	validate(t, compiled(t, "#/$defs/diff"), "diff", diffed(t, d, JSON, Options{}))
}

func TestDiffOfNothingInCommon(t *testing.T) {
	runs := madeRuns(t)
	d := result.Compare([]*result.Result{runs["aa"]}, []*result.Result{runs["empty"]})
	for _, f := range DiffFormats() {
		if len(diffed(t, d, f, Options{})) == 0 {
			t.Errorf("%s is empty", f)
		}
	}
	if err := Diff(io.Discard, d, HTML, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("%v, want ErrFormat", err)
	}
}
