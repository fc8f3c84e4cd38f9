package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"cryptogap/compare/result"
)

// read returns what benchstat reads of a result: lines by row and column, as
// with -col /lib, and the values of each.
func read(t *testing.T, res *result.Result) (cells map[string]map[string]int, lines int) {
	t.Helper()
	text := written(t, res, GoBench, Options{})
	var parser benchproc.ProjectionParser
	col, err := parser.Parse("/lib", nil)
	if err != nil {
		t.Fatal(err)
	}
	row, err := parser.Parse(".fullname", nil)
	if err != nil {
		t.Fatal(err)
	}
	cells = make(map[string]map[string]int)
	r := benchfmt.NewReader(bytes.NewReader(text), "run")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Errorf("benchstat cannot read: %v", rec)
		case *benchfmt.Result:
			lines++
			name := row.Project(rec).Get(row.Fields()[0])
			if cells[name] == nil {
				cells[name] = make(map[string]int)
			}
			cells[name][col.Project(rec).Get(col.Fields()[0])]++
			if rec.GetConfig("cpu") == "" || rec.GetConfig("goarch") == "" {
				t.Errorf("%s has no cpu or goarch", rec.Name)
			}
			for _, v := range rec.Values {
				if !(v.Value > 0) {
					t.Errorf("%s: %v %s", rec.Name, v.Value, v.Unit)
				}
			}
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\nBenchmark"); n != lines {
		t.Errorf("%d lines written, %d read", n, lines)
	}
	return cells, lines
}

func TestBenchstatReadsEveryRow(t *testing.T) {
	for name, res := range madeRuns(t) {
		cells, _ := read(t, res)
		want := 0 // rows and boundaries that some library has a figure of
		for i := range res.Rows {
			row := &res.Rows[i]
			boundaries := make(map[string]bool)
			for _, s := range row.Series {
				status, _ := row.Answer(s.Provider)
				if s.Time.Valid() && !out(status) {
					boundaries[fmt.Sprint(s.Boundary, s.Copy, s.Threads)] = true
				}
			}
			want += len(boundaries)
		}
		if len(cells) != want {
			t.Errorf("%s: benchstat has %d rows, the result %d", name, len(cells), want)
		}
	}
}

// TestBenchstatHasEnoughValues: six are the fewest of which benchstat makes an interval.
func TestBenchstatHasEnoughValues(t *testing.T) {
	for name, res := range madeRuns(t) {
		cells, _ := read(t, res)
		for i := range res.Rows {
			row := &res.Rows[i]
			for _, s := range row.Series {
				at := strings.Replace(strings.TrimPrefix(benchName(row, &s), "Benchmark"), "/lib="+s.Provider, "", 1)
				if n := cells[at][s.Provider]; n > 0 && n < min(6, row.Rounds) && !row.Contended {
					t.Errorf("%s: %s has %d values for %s, of %d rounds in %d repetitions", name, at, n, s.Provider, row.Rounds, row.Repetitions)
				}
			}
		}
	}
}

func TestBenchstatHasAValueForEachRepetition(t *testing.T) {
	res := madeRuns(t)["full"]
	cells, _ := read(t, res)
	row := cells["Aes-128-cbc/op=encrypt/size=16384/boundary=call"]
	for _, lib := range []string{goLib, wolf, gcry} {
		if row[lib] != res.Rows[1].Repetitions {
			t.Errorf("%d lines for %s, want one for each of %d repetitions", row[lib], lib, res.Rows[1].Repetitions)
		}
	}
}
