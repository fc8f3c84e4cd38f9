package compare

import (
	"fmt"
	"regexp"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// A Selection says which rows a run has. Empty fields mean the default.
type Selection struct {
	Suites     []string       // names of catalog.Suites
	Algorithms []string       // IDs, in addition to the suites'
	Filter     *regexp.Regexp // of the row's name: "sha256/op=sum/size=16384"
	Sizes      []int          // message sizes in bytes, in place of the suite's
}

// Cases returns the selected cases in the catalogue's order, each once; those
// of one row stand together. Suites other than "all" leave out variants, which
// a named algorithm or a filter brings in.
func (s Selection) Cases() []catalog.Case {
	var cases []catalog.Case
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			for _, size := range s.sizes(a, op) {
				row := catalog.Case{Algorithm: a, Op: op, Size: size}
				if s.Filter != nil && !s.Filter.MatchString(row.Row()) {
					continue
				}
				cases = append(cases, costs(row)...)
			}
		}
	}
	return cases
}

// sizes returns the sizes at which the selection wants the operation, none
// where it does not want it.
func (s Selection) sizes(a catalog.Algorithm, op catalog.Operation) []int {
	var sizes []int
	wanted := slices.Contains(s.Algorithms, a.ID)
	if wanted {
		sizes = append(sizes, catalog.DefaultSize)
	}
	for _, suite := range catalog.Suites() {
		if !slices.Contains(s.Suites, suite.Name) || !a.In(suite.Name) {
			continue
		}
		if a.Variant(op) && suite.Name != catalog.SuiteAll && s.Filter == nil {
			continue
		}
		wanted = true
		if suite.Sizes == nil {
			sizes = append(sizes, catalog.DefaultSize)
		}
		sizes = append(sizes, suite.Sizes...)
	}
	switch {
	case !wanted:
		return nil
	case !a.Sized():
		return []int{0}
	case len(s.Sizes) > 0:
		sizes = slices.Clone(s.Sizes)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func costs(row catalog.Case) []catalog.Case {
	if len(row.Algorithm.Costs) == 0 {
		return []catalog.Case{row}
	}
	var cases []catalog.Case
	for _, cost := range row.Algorithm.Costs {
		row.Cost = cost
		cases = append(cases, row)
	}
	return cases
}

// Units makes one unit a row, with a lane for each provider that offers the
// row, at each of its boundaries and each cost. With s.AA every lane comes twice and at the
// call boundary alone; with s.Threads it comes once for each number of threads, at the
// call boundary too.
func Units(cases []catalog.Case, providers []provider.Provider, s sample.Settings) []sample.Unit {
	var units []sample.Unit
	for i := 0; i < len(cases); {
		c := cases[i]
		a := c.Algorithm
		u := sample.Unit{
			ID: len(units), Row: c.Row(), Algorithm: a.ID, Title: a.Title, Kind: a.Kind, Op: string(c.Op),
			Standard: a.Standard, Unit: string(a.Unit()), Bytes: c.Bytes(), Costs: a.Costs, Note: a.Note, Suites: a.Suites,
		}
		if standing := c.Op.Standing(); standing != c.Op && a.Has(standing) {
			u.Standing = string(standing)
		}
		for ; i < len(cases) && cases[i].Row() == u.Row; i++ {
			u.Cases = append(u.Cases, cases[i].Name())
			u.Lanes = append(u.Lanes, lanes(cases[i], providers, s)...)
		}
		units = append(units, u)
	}
	return units
}

func lanes(c catalog.Case, providers []provider.Provider, s sample.Settings) []sample.Lane {
	var lanes []sample.Lane
	for _, p := range providers {
		implementation, err := p.Supports(c.Algorithm, c.Op)
		if err != nil {
			continue
		}
		lane := sample.Lane{Provider: p.Name(), Cost: c.Cost, Implementation: implementation}
		for _, b := range p.Boundaries() {
			lane.Boundary = b
			switch {
			case !s.AA && len(s.Threads) == 0:
				lanes = append(lanes, lane)
			case b != provider.Call:
			case s.AA:
				other := lane
				other.Copy = 1
				lanes = append(lanes, lane, other)
			default:
				for _, lane.Threads = range s.Threads {
					lanes = append(lanes, lane)
				}
			}
		}
	}
	return lanes
}

// unitCases returns the cases that the unit is made of: one, or one a cost.
func unitCases(u *sample.Unit) ([]catalog.Case, error) {
	costs := u.Costs
	if len(costs) == 0 {
		costs = []int{0}
	}
	var cases []catalog.Case
	for _, cost := range costs {
		c, err := unitCase(u, cost)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// unitCase returns the case that a lane of the unit measures.
func unitCase(u *sample.Unit, cost int) (catalog.Case, error) {
	a, ok := catalog.Find(u.Algorithm)
	if !ok {
		return catalog.Case{}, fmt.Errorf("compare: no algorithm named %q", u.Algorithm)
	}
	return catalog.Case{Algorithm: a, Op: catalog.Operation(u.Op), Size: u.Bytes, Cost: cost}, nil
}
