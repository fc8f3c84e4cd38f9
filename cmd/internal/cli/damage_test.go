package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cryptogap/compare/sample"
)

// TestDamagedRecords cuts a file of records off, and flips a bit of it, at each hundredth: what is reported is either all there
// is, or a usage error that names the line or record, and --partial reports the rest.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.jsonl")
	records, err := os.Create(whole)
	if err != nil {
		t.Fatal(err)
	}
	w := sample.NewWriter(records)
	unit := sample.Unit{Row: "sha256/op=sum/size=64", Algorithm: "sha256", Kind: sample.KindHash, Op: "sum", Bytes: 64, Cases: []string{"sha256/op=sum/size=64"},
		Lanes: []sample.Lane{{Provider: "go", Boundary: sample.Call}, {Provider: "also", Boundary: sample.Call}}}
	all := []sample.Record{sample.Of(&sample.Run{
		Schema: sample.Schema, Settings: sample.Settings{Repetitions: 4, Quiet: 1, Tolerance: 0.1}, Units: []sample.Unit{unit},
		Libraries: []sample.Library{{Name: "go", Title: "Go"}, {Name: "also", Title: "Also"}},
	})}
	for i := range 40 {
		all = append(all, sample.Of(&sample.Round{
			Repetition: i / 10, Index: i % 10, Order: []int{0, 1}, N: []int64{100, 100}, NS: []int64{100_000, 90_000}, Inner: []int64{0, 0}, Probes: []int64{2e4, 2e4, 2e4},
		}))
	}
	for _, rec := range append(all, sample.Of(&sample.End{})) {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := records.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	lost, wrong := 0, 0
	for percent := range 100 {
		at := percent * len(text) / 100
		flipped := bytes.Clone(text)
		flipped[at] ^= 4
		for name, damaged := range map[string][]byte{"cut": text[:at], "flipped": flipped} {
			path := filepath.Join(dir, "damaged.jsonl")
			if err := os.WriteFile(path, damaged, privateFile); err != nil {
				t.Fatal(err)
			}
			_, err := readRecords(path, false)
			kept, partial := readRecords(path, true)
			var usage usageError
			first := bytes.IndexByte(text, '\n')
			switch {
			case err != nil && !errors.As(err, &usage):
				wrong++
				t.Errorf("%s at %d %%: %v is no usage error", name, percent, err)
			case at <= first: // the run itself is damaged
			case partial != nil:
				lost++
				t.Errorf("%s at %d %%: nothing is kept: %v", name, percent, partial)
			case name == "flipped" && len(kept) < len(all)-1:
				lost++
				t.Errorf("%s at %d %%: %d records are kept", name, percent, len(kept))
			case name == "cut" && len(kept) < bytes.Count(damaged, []byte("\n")):
				lost++
				t.Errorf("%s at %d %%: %d records are kept of %d", name, percent, len(kept), bytes.Count(damaged, []byte("\n")))
			}
		}
	}
	t.Logf("200 damaged files: %d with losses, %d with a wrong exit code", lost, wrong)
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
