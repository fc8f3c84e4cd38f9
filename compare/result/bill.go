package result

import (
	"slices"

	"cryptogap/compare/sample"
)

// charge gives each series its bill: of the lanes of two costs, that of the higher one. Bills
// of lanes that the unit does not have are passed over.
func (r *Row) charge(bills []*sample.Bill) {
	for i := range r.Series {
		s := &r.Series[i]
		for _, lane := range s.lanes { // the highest cost last
			at := slices.IndexFunc(bills, func(b *sample.Bill) bool { return b.Lane == lane })
			if at >= 0 {
				s.Bill = bills[at]
			}
		}
	}
}
