package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// TestOddRecords changes records at random places, as an edited file or one
// of another version might have them, and writes what comes of it: a report or an error, never
// a panic.
func TestOddRecords(t *testing.T) {
	rows := madeRows()
	m := newMaker([]made{rows[0], rows[1], rows[11], rows[20], rows[24]}, madeLibraries())
	m.run.Settings.Repetitions = 2
	var lines [][]byte
	for _, r := range m.records(t) {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	reports := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var file bytes.Buffer
		for i, line := range lines {
			if i == 0 && seed%3 == 0 || rng.IntN(12) == 0 {
				line = odd(t, rng, line)
			}
			fmt.Fprintf(&file, "%s\n", line)
		}
		records, _ := sample.Read(&file)
		res, err := result.From(records)
		if err != nil {
			continue
		}
		reports++
		for _, d := range Formats() {
			if err := Write(io.Discard, res, d.Format, Options{Width: 80, Verbose: true}); err != nil {
				t.Errorf("seed %d, %s: %v", seed, d.Format, err)
			}
		}
	}
	if reports < 10 {
		t.Errorf("only %d of the changed files made a report: the changes are too coarse", reports)
	}
}

// odd changes one value in a line of JSON.
func odd(t *testing.T, rng *rand.Rand, line []byte) []byte {
	t.Helper()
	var tree any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	tree = change(rng, tree)
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func change(rng *rand.Rand, node any) any {
	switch n := node.(type) {
	case map[string]any:
		var keys []string
		for k := range n {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		if len(keys) == 0 {
			return n
		}
		k := keys[rng.IntN(len(keys))]
		if rng.IntN(6) == 0 {
			delete(n, k)
		} else {
			n[k] = change(rng, n[k])
		}
		return n
	case []any:
		switch i := rng.IntN(max(1, len(n))); {
		case len(n) == 0 || rng.IntN(10) == 0:
			return []any{}
		case rng.IntN(10) == 0:
			return slices.Insert(n, i, n[i])
		default:
			n[i] = change(rng, n[i])
			return n
		}
	case json.Number:
		return []any{0, 1, -1, 3, 1 << 40, -7777, 2}[rng.IntN(7)]
	case string:
		return []string{"", "match", "go", "x\ny", "crossing", "batch", "\x1b[1m|", "refused"}[rng.IntN(8)]
	case bool:
		return !n
	}
	return node
}
