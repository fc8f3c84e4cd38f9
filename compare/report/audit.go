package report

import (
	"fmt"
	"io"
	"math"

	"cryptogap/compare/stats"
)

// An AuditRow is our figure of a row beside the one of the library's own
// benchmark program: nanoseconds for each of what Per names.
type AuditRow struct {
	Row, Library, Program, Per string
	Ours, Theirs               float64
	Ratio                      stats.Estimate // ours / theirs
	Times, Quiet               int
	Note, Why                  string
}

// Audit writes the rows as a table, with a summary of how far the two are apart.
func Audit(w io.Writer, rows []AuditRow, o Options) error {
	var g grid
	for _, c := range []struct {
		head  string
		right bool
	}{
		{"row", false}, {"library", false}, {"program", false}, {"per", false}, {"ours\nns", true}, {"theirs\nns", true},
		{"ours / theirs", false}, {"quiet\nturns", true}, {"notes", false},
	} {
		g.add(c.head, c.right)
	}
	var off []float64
	for _, r := range rows {
		note := r.Note
		if r.Why != "" {
			g.rows = append(g.rows, []string{r.Row, r.Library, r.Program, r.Per, "", "", "", "", "not measured: " + r.Why})
			continue
		}
		off = append(off, math.Abs(r.Ratio.Value-1))
		half := ""
		if r.Ratio.Bounded() {
			half = fmt.Sprintf(" ±%.3f", (r.Ratio.Hi-r.Ratio.Lo)/2)
		}
		g.rows = append(g.rows, []string{
			r.Row, r.Library, r.Program, r.Per, fmt.Sprintf("%.4g", r.Ours), fmt.Sprintf("%.4g", r.Theirs),
			fmt.Sprintf("%.3f%s", r.Ratio.Value, half), fmt.Sprintf("%d of %d", r.Quiet, r.Times), note,
		})
	}
	lines, err := g.lines()
	if err != nil {
		return err
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(w, l); err != nil {
			return err
		}
	}
	if len(off) == 0 {
		return nil
	}
	_, err = fmt.Fprintf(w, "\n%d rows: median of |ours / theirs − 1| %.1f %%, largest %.1f %%. Ours is the batch boundary: the loop in C.\n"+
		"The other program is not interleaved and times each row once a turn, so a busy machine moves it more than ours.\n",
		len(off), 100*stats.Median(off), 100*stats.Quantile(off, 1))
	return err
}
