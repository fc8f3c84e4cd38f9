package result

import (
	"slices"

	"cryptogap/compare/sample"
)

// setAllocations sets each series' allocations: of the lanes of two costs, those of the higher one. Allocations
// of lanes that the unit does not have are passed over.
func (r *Row) setAllocations(allocations []*sample.Allocations) {
	for i := range r.Series {
		s := &r.Series[i]
		for _, lane := range s.lanes { // the highest cost last
			at := slices.IndexFunc(allocations, func(b *sample.Allocations) bool { return b.Lane == lane })
			if at >= 0 {
				s.Allocations = allocations[at]
			}
		}
	}
}
