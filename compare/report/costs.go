package report

import (
	"fmt"
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// smallMessage is the largest message, in bytes, whose cgo call is shown as a share of the call: what an Ethernet frame
// carries. Beyond it noise is larger.
const smallMessage = 1500

// A callCost is what a call takes in one library, and what of it is the cgo call and the set-up of a new key, in nanoseconds.
type callCost struct {
	row         *result.Row
	library     string
	call        stats.Estimate
	cgo         result.CgoCall
	hasCgo      bool
	setUp, half float64 // half: of its interval
	hasSetUp    bool
}

// split reports whether anything but work is known of the call.
func (k *callCost) split() bool { return k.hasCgo || k.hasSetUp }

func (k *callCost) work() float64 { return k.call.Value - k.cgo.NS.Value - k.setUp }

// callCosts are those of small messages; where no chart is drawn, -v shows all.
func (c *composer) callCosts() []callCost {
	var all []callCost
	rekeyings := c.res.Rekeyings()
	for _, row := range c.rows() {
		u := row.Unit
		if u.Bytes == 0 || u.Bytes > smallMessage && (!c.Verbose || c.charts) {
			continue // there it is noise beside the message
		}
		for _, lib := range c.libs {
			k := callCost{row: row, library: lib.Name}
			k.cgo, k.hasCgo = row.CgoCall(lib.Name)
			k.setUp, k.half, k.hasSetUp = extra(rekeyings, u, lib.Name)
			if call := row.Find(lib.Name, sample.Call); call != nil && call.Time.Valid() {
				k.call = call.Time
				all = append(all, k)
			}
		}
	}
	return all
}

// costs says what of a call on a small message is the cgo call, the key's set-up, and work.
func (c *composer) costs() []part {
	s := &sheet{}
	for _, name := range []string{"algorithm", "operation"} {
		s.column("", name, classText, 0)
	}
	s.column("", "bytes", classNumber, 0)
	s.column("", "library", classText, 0)
	for _, name := range []string{"call", "cgo", "set-up"} {
		s.column(name, "ns", classNumber, 0)
	}
	s.column("work", "ns", classNumber, dropFigures) // what is left of the others
	s.column("cgo", "%", classNumber, dropSecond)
	s.column("", "notes", classText, dropNotes)
	all := c.callCosts()
	for _, k := range all {
		if !k.split() {
			continue
		}
		words := []string{figure(k.call.Value, k.call.Lo, k.call.Hi), "", "", fixed(k.work(), 0), ""}
		if k.hasCgo {
			words[1], words[4] = signed(k.cgo.NS.Value, (k.cgo.NS.Hi-k.cgo.NS.Lo)/2), signed(100*k.cgo.Share.Value, 50*(k.cgo.Share.Hi-k.cgo.Share.Lo))
		}
		if k.hasSetUp {
			words[2] = signed(k.setUp, k.half)
		}
		u := k.row.Unit
		s.row(append(append(plain(u.Algorithm, u.Op, fmt.Sprint(u.Bytes), c.titleOf(k.library)), plain(words...)...), plain(list(flags(k.row)...))...)...)
		s.rows[len(s.rows)-1].kind = u.Kind
	}
	s.dropEmpty()
	const title = "Cost of a call on a small message, split into the cgo call, the set-up of a new key, and work"
	parts := []part{{title: title, sheet: s, folded: true}}
	if c.charts {
		if charts := c.costCharts(all); len(charts) > 0 {
			parts[0].title += ": figures"
			parts = append([]part{{title: title, charts: charts}}, parts...)
		}
	}
	return parts
}

const (
	costLeft  = 72.0
	costWidth = 250.0
	costTop   = 30.0
	costStep  = 22.0
	costBar   = 14.0
)

// costCharts draws, for each operation, a bar a library for the smallest message.
func (c *composer) costCharts(all []callCost) []chart {
	var charts []chart
	for len(all) > 0 {
		u := all[0].row.Unit
		same := func(k callCost) bool { return k.row.Unit.Algorithm == u.Algorithm && k.row.Unit.Op == u.Op }
		bars := slices.DeleteFunc(slices.Clone(all), func(k callCost) bool { return !same(k) })
		all = slices.DeleteFunc(all, same)
		least := slices.MinFunc(bars, func(a, b callCost) int { return a.row.Unit.Bytes - b.row.Unit.Bytes }).row
		bars = slices.DeleteFunc(bars, func(k callCost) bool { return k.row != least })
		if slices.ContainsFunc(bars, func(k callCost) bool { return k.split() }) {
			charts = append(charts, c.costChart(bars))
		}
	}
	return charts
}

func (c *composer) costChart(bars []callCost) chart {
	longest := slices.MaxFunc(bars, func(a, b callCost) int { return int(a.call.Value - b.call.Value) }).call.Value
	u := bars[0].row.Unit
	var d drawing
	x := costLeft
	for i, name := range []string{"work", "set-up", "cgo call"} {
		d.add(`<rect class="bar color-%d" x="%.1f" y="8" width="10" height="10"/><text class="tick key" x="%.1f" y="17">%s</text>`, i, x, x+14, name)
		x += 30 + 6.5*float64(len(name))
	}
	caption := fmt.Sprintf("%s %s%s, ns a call", u.Title, u.Op, sizeOf(bars[0].row))
	for i, k := range bars {
		y := costTop + costStep*float64(i)
		title := c.titleOf(k.library)
		d.add(`<text class="tick end" x="%.1f" y="%.1f">%s</text>`, costLeft-6, y+costBar-3, words(title))
		x := costLeft
		said := ""
		for j, ns := range []float64{k.work(), k.setUp, k.cgo.NS.Value} {
			if ns <= 0 {
				continue // noise
			}
			name := []string{"work", "set-up", "cgo call"}[j]
			said += unless(said == "", ", ") + fmt.Sprintf("%s %.0f", name, ns)
			width := costWidth * ns / longest
			d.add(`<g class="bar color-%d"><title>%s</title><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"/></g>`, j, words(fmt.Sprintf("%s, %s: %.0f ns", title, name, ns)), x, y, width, costBar)
			x += width
		}
		d.add(`<text class="tick" x="%.1f" y="%.1f">%s%s</text>`, x+5, y+costBar-3, figure(k.call.Value, k.call.Lo, k.call.Hi), unless(!k.row.Marked(), " ?"))
		caption += fmt.Sprintf("; %s: %s", title, said)
	}
	return d.chart(costLeft+costWidth+70, costTop+costStep*float64(len(bars)), caption)
}

// extra is what setting up a key adds in the row where the key is new each time, with half its interval.
func extra(all []result.Rekeying, u *sample.Unit, library string) (ns, half float64, ok bool) {
	for _, k := range all {
		if k.Algorithm != u.Algorithm || k.Op != u.Standing || k.Bytes != u.Bytes || u.Standing == u.Op {
			continue
		}
		for i := range k.Sides {
			if k.Sides[i].Provider == library {
				ns, half = k.Sides[i].Extra()
				return ns, half, true
			}
		}
	}
	return 0, 0, false
}
