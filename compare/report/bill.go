package report

import (
	"slices"

	"cryptogap/compare/result"
)

// billSheet says what operations cost Go besides time. Without all it has only those of
// public keys, whose big numbers are often allocated anew.
func (c *composer) billSheet(all bool) sheet {
	s := sheet{Title: "Allocations: how many Go makes an operation, their bytes, and what share of the CPU time collecting them takes"}
	s.column("", "row", false)
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
		row, known := []string{r.Unit.Row}, false
		for _, lib := range c.libs {
			series := r.Find(lib.Name, "call")
			if series == nil || series.Bill == nil {
				row = append(row, "", "", "")
				continue
			}
			known = true
			b := series.Bill
			share := ""
			if b.GCShare > 0 {
				share = percent(b.GCShare)
			}
			row = append(row, count3(b.Allocs), count3(b.Bytes), share)
		}
		if known {
			s.Rows = append(s.Rows, row)
		}
	}
	return s
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
