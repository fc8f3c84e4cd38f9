package providertest

import (
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// cases are the sizes and costs at which an operation is tried: around the
// block's boundaries, and a length that no block divides. There is at least one.
func (s suite) cases(a catalog.Algorithm, op catalog.Operation) []catalog.Case {
	var all []catalog.Case
	switch {
	case a.Kind == catalog.KindKDF:
		for _, cost := range s.costs(a) {
			all = append(all, catalog.Case{Algorithm: a, Op: op, Cost: cost})
		}
	case a.Sized():
		for _, size := range s.sizes(a) {
			all = append(all, catalog.Case{Algorithm: a, Op: op, Size: size})
		}
	default:
		all = append(all, catalog.Case{Algorithm: a, Op: op})
	}
	return all
}

func (s suite) sizes(a catalog.Algorithm) []int {
	block := max(a.BlockLen, 1)
	sizes := []int{block, 1, block - 1, block + 1}
	if !s.short {
		sizes = append(sizes, 2*block-1, 2*block, 2*block+1, 8*block, 1350, 4096+17)
	}
	for i, size := range sizes {
		sizes[i] = a.Next(size)
	}
	sizes = slices.DeleteFunc(sizes, func(n int) bool { return n == 0 }) // empties has it
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// costs are the catalogue's, unless one takes longer than a test should.
func (s suite) costs(a catalog.Algorithm) []int {
	const most = 1024
	var costs []int
	for _, c := range a.Costs {
		costs = append(costs, min(c, most))
	}
	return costs
}

// slow says whether one operation may take a tenth of a second and more.
func slow(a catalog.Algorithm, op catalog.Operation) bool {
	switch op {
	case catalog.OpKeygen:
		return a.Kind == catalog.KindPKE || strings.HasPrefix(a.ID, "slh-dsa-")
	case catalog.OpSign:
		return strings.HasPrefix(a.ID, "slh-dsa-")
	}
	return false
}

// slowest says whether one operation may take a second and more.
func slowest(a catalog.Algorithm, op catalog.Operation) bool {
	return slow(a, op) && (a.Bits > 2048 || strings.HasSuffix(a.ID, "s") && op == catalog.OpSign)
}

// calls are the n of the Do calls that each routine gets: twice one, to see
// state that is left over; more than one, to see that the loop is there.
func (s suite) calls(a catalog.Algorithm, op catalog.Operation) []int {
	switch {
	case slowest(a, op):
		return []int{1}
	case slow(a, op):
		return []int{1, 1}
	}
	return []int{1, 1, 2, 3}
}

// outLen is how long the output of c must be; -1 where the catalogue does not
// say.
func outLen(c catalog.Case, in catalog.Inputs) int {
	a := c.Algorithm
	switch c.Op.Standing() {
	case catalog.OpRead:
		return c.Size
	case catalog.OpSum, catalog.OpMAC, catalog.OpDerive, catalog.OpAgree, catalog.OpDecap:
		return a.OutLen
	case catalog.OpSeal:
		return len(in.Message) + a.TagLen
	case catalog.OpOpen, catalog.OpDecrypt:
		return len(in.Message)
	case catalog.OpForged, catalog.OpVerify:
		return 1
	case catalog.OpEncrypt:
		if a.Kind == catalog.KindPKE {
			return a.Bits / 8
		}
		return len(in.Message)
	case catalog.OpKeygen:
		if a.Kind != catalog.KindPKE { // DER is not of fixed length
			return len(in.Key) + len(in.Public)
		}
	case catalog.OpSign:
		switch {
		case a.Bits != 0:
			return a.Bits / 8
		case a.Hash != "":
			return 2 * a.KeyLen // ECDSA
		}
	}
	return -1
}
