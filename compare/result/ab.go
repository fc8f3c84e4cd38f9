package result

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// Paired compares two builds that were measured in one run, from their repetitions number from and later. A library that is the
// same code in both is a control. The change of each library is taken relative to that of the row's other controls in the same
// repetition, which leaves out what the machine did. Change.Gap is that change; it is nil where there are no others.
func Paired(old, new *Result, from int) Diff {
	d := Diff{Old: old, New: new, Controls: controls(old.Run, new.Run)}
	d.differ(old.Run, new.Run)
	for i := range old.Rows {
		a := &old.Rows[i]
		at := slices.IndexFunc(new.Rows, func(r Row) bool { return r.Unit.Row == a.Unit.Row })
		if at < 0 {
			d.OnlyOld = append(d.OnlyOld, a.Unit.Row)
			continue
		}
		d.Changes = append(d.Changes, d.changes(a, &new.Rows[at], from)...)
	}
	for i := range new.Rows {
		row := new.Rows[i].Unit.Row
		if !slices.ContainsFunc(old.Rows, func(r Row) bool { return r.Unit.Row == row }) {
			d.OnlyNew = append(d.OnlyNew, row)
		}
	}
	return d
}

// changes compares the series that both rows have.
func (d *Diff) changes(a, b *Row, from int) []Change {
	var all []Change
	for j := range a.Series {
		x := &a.Series[j]
		y := b.same(x)
		if x.Copy > 0 || !measured(x, y) {
			continue
		}
		pairs, collected := paired(x, y, from), collectedChange(x, y)
		c := Change{Unit: a.Unit, Provider: x.Provider, Boundary: x.Boundary, Threads: x.Threads, Marked: a.Marked() || b.Marked()}
		c.OldRatio, c.NewRatio = a.over(x), b.over(y)
		c.Time = stats.PairedChange(pairs, collected, x.Time, y.Time)
		for _, p := range pairs {
			if !math.IsNaN(p.Values[0]) {
				c.Pairs++
			}
		}
		if control := d.controlOf(a, b, x, from); control != nil {
			relative := stats.PairedChange(over(pairs, control), collected, x.Time, y.Time)
			c.Gap = &relative
		}
		all = append(all, c)
	}
	return all
}

func measured(x, y *Series) bool { return y != nil && x.Time.Valid() && y.Time.Valid() }

// controls returns the libraries that are the same code, under the same settings, on both sides. Variables that begin with GO, and
// Go's own settings, change Go alone.
func controls(old, new *sample.Run) []string {
	others := func(environ []string) []string {
		return slices.DeleteFunc(slices.Clone(environ), func(v string) bool { return strings.HasPrefix(v, "GO") })
	}
	if !slices.Equal(old.Settings.Without, new.Settings.Without) || !slices.Equal(others(old.Environ), others(new.Environ)) {
		return nil
	}
	a, b := old.Environment, new.Environment
	sameGo := slices.Equal(old.Environ, new.Environ) && a.Go == b.Go && a.GOAMD64 == b.GOAMD64 && a.GODEBUG == b.GODEBUG && a.FIPS == b.FIPS
	var names []string
	for _, l := range old.Libraries {
		same := slices.ContainsFunc(new.Libraries, func(m sample.Library) bool { return reflect.DeepEqual(l, m) })
		delayed := old.Settings.DelayIn != new.Settings.DelayIn && strings.HasSuffix(old.Settings.DelayIn+new.Settings.DelayIn, " "+l.Name)
		if same && !delayed && (sameGo || l.Version != a.Go) {
			names = append(names, l.Name)
		}
	}
	return names
}

// controlOf returns the mean of the pairs of the row's controls other than the series; nil where there are none.
func (d *Diff) controlOf(a, b *Row, of *Series, from int) []stats.Repetition {
	var mean []stats.Repetition
	n := 0.0
	for j := range a.Series {
		x := &a.Series[j]
		y := b.same(x)
		if x.Provider == of.Provider || !slices.Contains(d.Controls, x.Provider) || x.Boundary != "call" || x.Threads != of.Threads || !measured(x, y) {
			continue
		}
		n++
		for i, p := range paired(x, y, from) {
			if len(mean) <= i {
				mean = append(mean, stats.Repetition{Layout: p.Layout, Values: []float64{1}})
			}
			mean[i].Values[0] *= p.Values[0]
		}
	}
	for i := range mean {
		mean[i].Values[0] = math.Pow(mean[i].Values[0], 1/n)
	}
	return mean
}

// collectedChange is the change of what garbage collection costs; 1 where it is not known of both.
func collectedChange(x, y *Series) stats.Estimate {
	if !x.Collected.Valid() || !y.Collected.Valid() {
		return stats.Exactly(1)
	}
	return y.Collected.Times(x.Collected.Inverse())
}

// same returns the series of the row that is the other's counterpart; nil where there is none.
func (r *Row) same(x *Series) *Series {
	for i := range r.Series {
		if y := &r.Series[i]; y.Provider == x.Provider && y.Boundary == x.Boundary && y.Copy == x.Copy && y.Threads == x.Threads {
			return y
		}
	}
	return nil
}

// over returns the first provider's time divided by that of the series; nil where they were not compared.
func (r *Row) over(s *Series) *stats.Estimate {
	for i, g := range r.Gaps {
		if &r.Series[g.Other] == s && r.Series[g.Base].Provider != s.Provider {
			return &r.Gaps[i].Ratio
		}
	}
	return nil
}

// paired returns new/old of each repetition, by its number, without collections; NaN where a side has none.
func paired(x, y *Series, from int) []stats.Repetition {
	var pairs []stats.Repetition
	for _, a := range x.Repetitions {
		for _, b := range y.Repetitions {
			if a.Index != b.Index || a.Index < from {
				continue
			}
			for len(pairs) <= a.Index {
				pairs = append(pairs, stats.Repetition{Values: []float64{math.NaN()}})
			}
			pairs[a.Index] = stats.Repetition{Layout: a.Layout, Values: []float64{y.uncollected(b) / x.uncollected(a)}}
		}
	}
	return pairs
}

func (s *Series) uncollected(r Repetition) float64 {
	if s.Collected.Valid() {
		return r.Value / s.Collected.Value
	}
	return r.Value
}

func over(pairs, control []stats.Repetition) []stats.Repetition {
	var relative []stats.Repetition
	for i := range min(len(pairs), len(control)) {
		relative = append(relative, stats.Repetition{Layout: pairs[i].Layout, Values: []float64{pairs[i].Values[0] / control[i].Values[0]}})
	}
	return relative
}
