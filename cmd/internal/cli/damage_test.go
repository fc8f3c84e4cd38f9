package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cryptogap/compare/report"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// writeRun writes the records of a run of one row and two libraries.
func writeRun(t *testing.T, path string, rounds int) []sample.Record {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	unit := sample.Unit{Row: "sha256/op=sum/size=64", Algorithm: "sha256", Kind: sample.KindHash, Op: "sum", Bytes: 64, Cases: []string{"sha256/op=sum/size=64"},
		Lanes: []sample.Lane{{Provider: "go", Boundary: sample.Call}, {Provider: "also", Boundary: sample.Call}}}
	all := []sample.Record{sample.Of(&sample.Run{
		Schema: sample.Schema, Settings: sample.Settings{Repetitions: 4, Quiet: 1, Tolerance: 0.1}, Units: []sample.Unit{unit},
		Libraries: []sample.Library{{Name: "go", Title: "Go"}, {Name: "also", Title: "Also"}},
	})}
	for i := range rounds {
		all = append(all, sample.Of(&sample.Round{
			Repetition: 10 * i / rounds, Index: i, Order: []int{0, 1}, N: []int64{100, 100}, NS: []int64{100_000 + int64(i%7), 90_000}, Inner: []int64{0, 0},
			Probes: []int64{2e4, 2e4, 2e4},
		}))
	}
	all = append(all, sample.Of(&sample.End{}))
	to := bufio.NewWriter(f)
	w := sample.NewWriter(to)
	for _, rec := range all {
		if err == nil {
			err = w.Write(rec)
		}
	}
	if err := cmp.Or(err, to.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDamagedRecords cuts a file of records off, flips a bit of it, and changes a digit, at each hundredth: reading it is a usage
// error that names the line or record, and --partial reports the rest in every format.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.jsonl")
	all := writeRun(t, whole, 40)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	tried, lost, wrong := 0, 0, 0
	for percent := range 100 {
		at := percent * len(text) / 100
		for name, damaged := range map[string][]byte{"cut": text[:at], "flipped": flipped(text, at, 4), "digit": flipped(text, at+bytes.IndexAny(text[at:], "0123456789"), 1)} {
			tried++
			path := filepath.Join(dir, "damaged.jsonl")
			if err := os.WriteFile(path, damaged, privateFile); err != nil {
				t.Fatal(err)
			}
			_, err := readRecords(path, false)
			kept, partial := readRecords(path, true)
			var usage usageError
			first := bytes.IndexByte(text, '\n')
			switch {
			case !errors.As(err, &usage):
				wrong++
				t.Errorf("%s at %d %%: %v is no usage error", name, percent, err)
			case at <= first: // the run itself is damaged
			case partial != nil:
				lost++
				t.Errorf("%s at %d %%: nothing is kept: %v", name, percent, partial)
			case name != "cut" && len(kept) < len(all)-2, // a flipped line break costs two
				name == "cut" && len(kept) < bytes.Count(damaged, []byte("\n")):
				lost++
				t.Errorf("%s at %d %%: %d records are kept of %d", name, percent, len(kept), bytes.Count(damaged, []byte("\n")))
			default:
				if err := allWritten(kept); err != nil {
					wrong++
					t.Errorf("%s at %d %%: %v", name, percent, err)
				}
			}
		}
	}
	inDocs(t, tried, lost+wrong)
}

// flipped returns the text with bits of one byte changed.
func flipped(text []byte, at int, bits byte) []byte {
	text = bytes.Clone(text)
	text[at] ^= bits
	return text
}

// allWritten writes the records' report in all formats.
func allWritten(records []sample.Record) error {
	res, err := result.From(records)
	for _, f := range allFormats() {
		if err == nil {
			err = report.Write(io.Discard, res, f, report.Options{Verbose: true})
		}
	}
	return err
}

// TestManyRounds reads and reports a million rounds: make test-robust does, other tests a hundredth of them.
func TestManyRounds(t *testing.T) {
	t.Parallel()
	rounds, limit := 10_000, time.Minute
	if os.Getenv(longVariable) != "" {
		rounds = 1_000_000
	}
	path := filepath.Join(t.TempDir(), "many.jsonl")
	writeRun(t, path, rounds)
	start := time.Now()
	records, err := readRecords(path, false)
	if err == nil {
		err = allWritten(records)
	}
	if took := time.Since(start); err != nil || len(records) != rounds+2 || took > limit {
		t.Errorf("%d records in %v: %v", len(records), took, err)
	} else {
		t.Logf("%d rounds were read and reported in all formats in %v", rounds, took)
	}
}

// TestSameFile: a file that is read or written besides is not written.
func TestSameFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, link, hard := filepath.Join(dir, "a"), filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	for _, err := range []error{os.WriteFile(a, nil, privateFile), os.Symlink("a", link), os.Link(a, hard), os.Symlink("nowhere", filepath.Join(dir, "dangling"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		one, two string
		want     bool
	}{
		{a, a, true}, {a, link, true}, {a, hard, true}, {a, dir + "/./a", true}, {dir + "/new", dir + "/./new", true},
		{a, dir + "/new", false}, {"", "", false}, {standard, standard, false}, {os.DevNull, os.DevNull, false},
	} {
		if got := same(tc.one, tc.two); got != tc.want {
			t.Errorf("same(%q, %q) = %v", tc.one, tc.two, got)
		}
	}
	for _, path := range []string{hard, filepath.Join(dir, "dangling")} {
		if f, err := newFile("--output", path, privateFile); err == nil {
			f.drop()
			t.Errorf("%s is written", path)
		}
	}
}

func TestRecordsInUseStay(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	f, err := createCached()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 * cached {
		g, err := createCached()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(f.Name()); err != nil {
		t.Errorf("the records of a run that goes on are gone: %v", err)
	}
	_ = f.Close()
	if _, err := createCached(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.Name()); err == nil {
		t.Error("the records of a run that has ended are kept for ever")
	}
}
