package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/result"
)

// writeGoBench writes the Go benchmark format (golang.org/design/14313-benchmark-format):
// a line for each series and repetition, or part of one where they are few, so that benchstat
// has six values a name or more to make an interval of. MB is 10^6 bytes there.
//
// benchstat skips lines it cannot read without a word, so every name and value is
// kept to what the format allows.
func writeGoBench(b *bytes.Buffer, res *result.Result, _ Options) error {
	run := res.Run
	for _, l := range benchRemarks(res) {
		fmt.Fprintln(b, "# "+oneLine(l.Key+": "+l.Text)) // no line of the format: readers skip it
	}
	// benchstat compares only results whose configuration lines are alike, so what two runs may differ in is a remark above.
	// Noisy rows have a line that the others lack: benchstat puts them into a table of their own, whose head says so.
	e := &run.Environment
	for _, f := range []fact{{"goos", e.GOOS}, {"goarch", e.GOARCH}, {"pkg", "cryptogap"}, {"cpu", e.CPU}} {
		if f.Text != "" {
			fmt.Fprintf(b, "%s: %s\n", f.Key, oneLine(f.Text))
		}
	}
	fmt.Fprintln(b, "Unit ns/iteration better=lower")
	marked := false
	for i := range res.Rows {
		row := &res.Rows[i]
		if noisy := row.Rounds > 0 && row.Contended; noisy != marked {
			marked = noisy
			fmt.Fprintln(b, "noisy:"+unless(!marked, " yes")) // without a value it ends
		}
		for j := range row.Series {
			benchLines(b, row, &row.Series[j])
		}
	}
	return nil
}

func benchRemarks(res *result.Result) []fact {
	run := res.Run
	remarks := []fact{
		{"tool", run.Tool}, {"seed", fmt.Sprint(run.Seed)}, {"go", run.Environment.Go}, {"os", run.Environment.OS},
		{"kernel", run.Environment.Kernel}, {"quiet samples", percent(res.QuietShare())},
	}
	for _, lib := range run.Libraries {
		if lib.Missing == "" && lib.Version != run.Environment.Go {
			remarks = append(remarks, fact{lib.Name, lib.Version})
		}
	}
	for i := range res.Rows {
		if row := &res.Rows[i]; row.Marked() {
			remarks = append(remarks, fact{"flagged", row.Unit.Row + " is noisy or unstable"})
		}
	}
	return slices.DeleteFunc(remarks, func(f fact) bool { return f.Text == "" })
}

func benchLines(b *bytes.Buffer, row *result.Row, s *result.Series) {
	if status, _ := row.Answer(s.Provider); out(status) {
		return
	}
	name := benchName(row, s)
	for _, v := range s.Samples {
		unit := "ns/op"
		if len(row.Unit.Costs) == 2 {
			unit = "ns/iteration"
		}
		fmt.Fprintf(b, "%s\t%d\t%s %s", name, max(1, v.Ops), benchNumber(v.Value), unit)
		if row.Unit.Bytes > 0 {
			fmt.Fprintf(b, "\t%s MB/s", benchNumber(float64(row.Unit.Bytes)*1000/v.Value))
		}
		b.WriteByte('\n')
	}
}

// benchName is the row's name with an upper case letter behind "Benchmark", as the format wants it.
func benchName(row *result.Row, s *result.Series) string {
	id := row.Unit.Row
	if id != "" {
		id = strings.ToUpper(id[:1]) + id[1:]
	}
	name := fmt.Sprintf("Benchmark%s/lib=%s/boundary=%s", id, s.Provider, s.Boundary)
	if s.Copy > 0 {
		name += fmt.Sprintf("/copy=%d", s.Copy)
	}
	if s.Threads > 0 {
		name += fmt.Sprintf("/threads=%d", s.Threads)
	}
	return benchWord(name)
}

// benchNumber writes a positive number to six digits, without an exponent.
func benchNumber(x float64) string { return fixed(x, max(0, 5-magnitude(x))) }
