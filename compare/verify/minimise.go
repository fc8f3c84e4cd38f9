package verify

import (
	"slices"

	"cryptogap/compare/catalog"
)

// minimise returns a draft that still fails and has the shortest and plainest
// inputs that were found: fields cut from the end for as long as that goes,
// then zeros in place of what does not matter.
func minimise(t draft, fails func(draft) bool) draft {
	for _, change := range shrinks(t.c.Algorithm) {
		t = change(t, fails)
	}
	return t
}

type shrink func(t draft, fails func(draft) bool) draft

func shrinks(a catalog.Algorithm) []shrink {
	var all []shrink
	free := func(name string) bool { // whether the field may have any length
		switch name {
		case "msg":
			return a.Hash == "" || a.Kind != catalog.KindSignature
		case "key":
			return a.Kind == catalog.KindKDF || (a.Kind == catalog.KindMAC && a.Hash != "")
		case "aad", "salt", "info", "context":
			return true
		}
		return false
	}
	var none catalog.Inputs
	for i, f := range fields(&none) {
		if free(f.name) {
			all = append(all, shorten(i, f.name, a))
		}
	}
	if a.Kind == catalog.KindKDF {
		all = append(all, lower(func(c *catalog.Case) *int { return &c.Algorithm.OutLen }))
		if a.R == 0 {
			all = append(all, lower(func(c *catalog.Case) *int { return &c.Cost }))
		}
	}
	for i, f := range fields(&none) {
		plain := f.name == "msg" || f.name == "aad" || f.name == "nonce" || free(f.name) ||
			(f.name == "key" && a.Keys == "")
		if plain {
			all = append(all, zero(i))
		}
	}
	return all
}

// set returns t with field i replaced.
func (t draft) set(i int, p []byte) draft {
	f := fields(&t.in)[i]
	*f.data = catalog.Aligned(p)
	switch f.name {
	case "msg":
		if t.c.Algorithm.Sized() {
			t.c.Size = len(p)
		}
	case "aad":
		t.c.Algorithm.AADLen = len(p)
	case "key":
		if t.c.Algorithm.Kind == catalog.KindMAC {
			t.c.Algorithm.KeyLen = len(p)
		}
	}
	return t
}

// shorten cuts the field to the shortest beginning that fails, by halving
// steps.
func shorten(i int, name string, a catalog.Algorithm) shrink {
	return func(t draft, fails func(draft) bool) draft {
		p, unit := *fields(&t.in)[i].data, 1
		if name == "msg" {
			unit = max(a.Step, 1)
		}
		at := func(n int) draft {
			n *= unit
			if name == "msg" {
				n = a.Next(n)
			}
			return t.set(i, p[:min(n, len(p))])
		}
		return at(descend(len(p)/unit, func(n int) bool { return fails(at(n)) }))
	}
}

// lower makes a number of the case smaller, down to 1.
func lower(number func(c *catalog.Case) *int) shrink {
	return func(t draft, fails func(draft) bool) draft {
		at := func(n int) draft {
			t := t
			*number(&t.c) = n + 1
			return t
		}
		return at(descend(*number(&t.c)-1, func(n int) bool { return fails(at(n)) }))
	}
}

// descend returns a small n ≥ 0 for which fails, starting from one that is
// known to: it goes down by steps that it halves.
func descend(n int, fails func(int) bool) int {
	for step := n; step > 0; {
		if step <= n && fails(n-step) {
			n -= step
			continue
		}
		step /= 2
	}
	return n
}

// zero replaces the field by zeros where it fails all the same, or else as
// many halves, quarters and eighths of it as do.
func zero(i int) shrink {
	return func(t draft, fails func(draft) bool) draft {
		n := len(*fields(&t.in)[i].data)
		for parts := 1; parts <= 8 && parts <= n; parts *= 2 {
			for k := range parts {
				p := slices.Clone(*fields(&t.in)[i].data)
				clear(p[k*n/parts : (k+1)*n/parts])
				if next := t.set(i, p); fails(next) {
					t = next
				}
			}
		}
		return t
	}
}
