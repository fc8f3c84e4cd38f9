package report

import (
	"fmt"
	"slices"

	"cryptogap/compare/result"
)

// smallMessage is the largest message, in bytes, whose cgo call is shown as a share of the call: what
// an Ethernet frame carries. Beyond it noise is larger.
const smallMessage = 1500

// A rowCgoCall is what the cgo call into a library takes of a call in one row.
type rowCgoCall struct {
	result.CgoCall
	row      *result.Row
	provider string
	check    *result.CgoCallCheck // nil: there is nothing to check it against
}

// cgoCallsOf returns those of all rows, by library in the run's order.
func cgoCallsOf(res *result.Result) []rowCgoCall {
	type place struct{ row, provider string }
	checks := make(map[place]*result.CgoCallCheck)
	for i := range res.CgoCalls {
		x := &res.CgoCalls[i]
		checks[place{x.Row, x.Provider}] = x
	}
	var all []rowCgoCall
	for i := range res.Rows {
		row := &res.Rows[i]
		for _, lib := range res.Run.Libraries {
			x, ok := row.CgoCall(lib.Name)
			if status, _ := row.Answer(lib.Name); ok && !out(status) {
				all = append(all, rowCgoCall{x, row, lib.Name, checks[place{row.Unit.Row, lib.Name}]})
			}
		}
	}
	return all
}

// shareSheet says what share of a call the cgo call takes, for small messages.
func (c *composer) shareSheet() sheet {
	type place struct{ algorithm, op, library string }
	var order []place
	var sizes []int
	shares := make(map[place]map[int]string)
	for _, x := range cgoCallsOf(c.res) {
		u := x.row.Unit
		if u.Bytes == 0 || u.Bytes > smallMessage {
			continue
		}
		p := place{u.Algorithm, u.Op, x.provider}
		if shares[p] == nil {
			shares[p] = make(map[int]string)
			order = append(order, p)
		}
		shares[p][u.Bytes] = percentages(x.Share.Value, (x.Share.Hi-x.Share.Lo)/2) + unless(!x.row.Marked(), " ?")
		if !slices.Contains(sizes, u.Bytes) {
			sizes = append(sizes, u.Bytes)
		}
	}
	slices.Sort(sizes)
	s := sheet{Title: "Cgo call overhead: its share of a call, (call − batch) / call in %; ? where the row is marked"}
	s.column("", "algorithm", false)
	s.column("", "operation", false)
	s.column("", "library", false)
	for _, n := range sizes {
		s.column("", fmt.Sprintf("%d bytes", n), true)
	}
	for _, p := range order {
		row := []string{p.algorithm, p.op, c.titleOf(p.library)}
		for _, n := range sizes {
			row = append(row, shares[p][n])
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// extra writes nanoseconds that may be of either sign, and half their interval.
func extra(ns, half float64) string {
	d := 0
	if half > 0 {
		d = min(1, max(0, decimals(half)))
	}
	return fixed(ns, d) + " ±" + fixed(half, d)
}

// percentages writes a share and half its interval in %, to the digit that the interval leaves standing.
func percentages(share, half float64) string {
	d := 1
	if half > 0 {
		d = min(1, max(0, decimals(100*half)))
	}
	return fixed(100*share, d) + " ±" + fixed(100*half, d)
}

// rekeySheet says what a context opened for each message costs beside one that is kept.
func (c *composer) rekeySheet() sheet {
	s := sheet{Title: "A context for each message, or each iteration, beside one that is kept: what it adds in ns, and how many times as long one takes; ? where a row is marked"}
	s.column("", "algorithm", false)
	s.column("", "operation", false)
	s.column("", "bytes", true)
	for _, lib := range c.libs {
		s.column(c.titleOf(lib.Name), "ns more", true)
		s.column("", "times", true)
	}
	for _, k := range c.res.Rekeyings() {
		if k.Bytes > smallMessage && !c.verbose {
			continue // there it is noise beside the message
		}
		row := []string{k.Algorithm, k.Op, fmt.Sprint(k.Bytes)}
		for _, lib := range c.libs {
			i := slices.IndexFunc(k.Sides, func(side result.RekeyingSide) bool { return side.Provider == lib.Name })
			if i < 0 {
				row = append(row, "", "")
				continue
			}
			ns, half := k.Sides[i].Extra()
			row = append(row, extra(ns, half)+unless(!k.Marked, " ?"), digits(k.Sides[i].Opened.Value/k.Sides[i].Kept.Value))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
