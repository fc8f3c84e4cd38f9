package report

import (
	"fmt"
	"slices"

	"cryptogap/compare/result"
)

// allocationSheet says what operations cost Go besides time. Without all it has only those of
// public keys, whose big numbers are often allocated anew.
func (c *composer) allocationSheet(all bool) sheet {
	s := sheet{Title: "Allocations: how many Go makes an operation, their bytes, and by how much garbage collection makes an operation longer"}
	s.column("", "row", false)
	counts := c.threadCounts()
	if len(counts) > 0 {
		s.column("", "threads", true)
	} else {
		counts = []int{0} // the caller's alone
	}
	for _, lib := range c.libs {
		s.column(c.titleOf(lib.Name), "allocs/op", true)
		s.column("", "B/op", true)
		s.column("", "GC", true)
	}
	for i := range c.res.Rows {
		r := &c.res.Rows[i]
		if !c.shown(r) || !all && !publicKey(r) {
			continue
		}
		for _, n := range counts {
			if row := c.allocationLine(r, n); row != nil {
				s.Rows = append(s.Rows, row)
			}
		}
	}
	return s
}

// allocationLine is the row with so many threads; nil where nothing is known of it.
func (c *composer) allocationLine(r *result.Row, threads int) []string {
	row, known := []string{r.Unit.Row}, false
	if threads > 0 {
		row = append(row, fmt.Sprint(threads))
	}
	for _, lib := range c.libs {
		at := slices.IndexFunc(r.Series, func(s result.Series) bool {
			return s.Provider == lib.Name && s.Boundary == "call" && s.Copy == 0 && s.Threads == threads && s.Allocations != nil
		})
		if at < 0 {
			row = append(row, "", "", "")
			continue
		}
		known = true
		b, collected := r.Series[at].Allocations, r.Series[at].Collected
		row = append(row, count3(b.Allocs), count3(b.Bytes), unless(!collected.Valid(), "+"+percent(collected.Value-1)))
	}
	if !known {
		return nil
	}
	return row
}

// publicKey says whether the row is an operation with a public or a private key.
func publicKey(r *result.Row) bool {
	return slices.Contains([]string{"pke", "signature", "agreement", "kem"}, r.Unit.Kind)
}

// count3 writes a mean count: whole where it is near to a whole number, as those of single operations are.
func count3(x float64) string {
	const near = 0.05
	if whole := float64(int64(x + 0.5)); x >= 10 || x-whole < near && whole-x < near {
		return fixed(whole, 0)
	}
	return fixed(x, 1)
}
