package report

import (
	"bytes"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// madeBuilds are three versions of libgcrypt in one run: the first lacks a row, the last is a quarter faster at PBKDF2.
func madeBuilds(tb testing.TB) []*result.Result {
	tb.Helper()
	const lacks = "pbkdf2-hmac-tiger"
	var builds []*result.Result
	for i, version := range []string{"1.10.1", "1.11.0", "1.12.4"} {
		libs := madeLibraries()
		libs[2].Version, libs[2].Headers, libs[2].Warnings = version, version, nil
		var rows []made
		for _, m := range madeRows() {
			if m.kind != "kdf" && m.algorithm != "ecdsa-p256" || m.failure != nil {
				continue
			}
			switch {
			case i == 0 && m.algorithm == lacks:
				m.ns = map[string]float64{goLib: m.ns[goLib]}
				m.answers = map[string]sample.Answer{gcry: {Status: sample.Absent, Why: "gcryptbridge: opening of tiger: not implemented by this library"},
					wolf: m.answers[wolf]}
			case i == 2 && m.kind == "kdf":
				m.ns[gcry] *= 0.75
			}
			rows = append(rows, m)
		}
		maker := newMaker(rows, libs)
		maker.run.Build = "cryptogap-" + version
		builds = append(builds, maker.result(tb))
	}
	return builds
}

func built(tb testing.TB, builds []*result.Result, f Format, o Options) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := Builds(&b, builds, f, o); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestBuilds(t *testing.T) {
	builds := madeBuilds(t)
	for _, f := range DiffFormats() {
		golden(t, "builds."+string(f), built(t, builds, f, Options{}))
	}
	golden(t, "builds-verbose.table", built(t, builds, Table, Options{Verbose: true}))
	validate(t, compiled(t, "#/$defs/builds"), "builds", built(t, builds, JSON, Options{}))
	l := result.Line(builds, 0)
	if got := strings.Join(l.Labels, "; "); got != "libgcrypt 1.10.1; libgcrypt 1.11.0; libgcrypt 1.12.4" {
		t.Errorf("the builds are called %s", got)
	}
	if got := strings.Join(l.Controls, ","); got != "go,wolfcrypt" {
		t.Errorf("controls are %s", got)
	}
	found := 0
	for _, r := range l.Rows {
		if r.Provider != gcry || r.Boundary != sample.Call {
			continue
		}
		lacks := strings.HasPrefix(r.Unit.Row, "pbkdf2-hmac-tiger")
		switch first, last := r.Cells[0], r.Cells[2].Change; {
		case lacks && (r.Base != 1 || first.Why == "" || first.Time.Valid()):
			t.Errorf("%s: compared with build %d, the first says %q", r.Unit.Row, r.Base, first.Why)
		case r.Unit.Kind == "kdf" && (last == nil || last.Best().Ratio < 0.74 || last.Best().Ratio > 0.76):
			t.Errorf("%s: %+v, want 0.75", r.Unit.Row, last)
		default:
			found++
		}
	}
	if found < 3 {
		t.Errorf("%d rows are right", found)
	}
	two := built(t, builds[1:], Table, Options{})
	if !strings.HasPrefix(string(two), "Before and after\n") {
		t.Errorf("two builds are drawn as\n%s", two)
	}
}

// TestBuildsOfOneVersion: where nothing is known to differ, builds go by their binaries.
func TestBuildsOfOneVersion(t *testing.T) {
	b := madeBuilds(t)[1]
	l := result.Line([]*result.Result{b, b, b}, 0)
	if l.Labels[0] == l.Labels[1] || !strings.Contains(l.Labels[2], "cryptogap-1.11.0") {
		t.Errorf("the builds are called %q", l.Labels)
	}
}

// TestLabels: a version stands in each label; of anything else, only what is not as in the first build.
func TestLabels(t *testing.T) {
	var builds []*result.Result
	for _, set := range []func(*sample.Run){
		func(*sample.Run) {},
		func(r *sample.Run) { r.Environment.GOAMD64 = "v3" },
		func(r *sample.Run) { r.Environment.Compiler += " -pgo=cpu.pprof" },
	} {
		maker := newMaker(madeRows(), madeLibraries())
		maker.run.Build = "cryptogap"
		maker.run.Environment.Compiler, maker.run.Environment.GOAMD64 = "gc", "v1"
		set(maker.run)
		builds = append(builds, maker.result(t))
	}
	l := result.Line(builds, 0)
	if got := strings.Join(l.Labels, "; "); got != "cryptogap; GOAMD64 v3; -pgo=cpu.pprof" {
		t.Errorf("the builds are called %s", got)
	}
}
