package streebog

import "sync"

// table is the composition of S, P and L (RFC 6986, section 7) as lookups.
//
// P gathers byte i of every input word j into byte j of output word i, so output word i is the sum
// over j of l(Pi(byte i of word j) << 8j). table[j][b] is that term. It takes 16 KiB: half of
// most first-level data caches.
type table [8][256]uint64

// tables returns the one table, computed on first use (about 15 µs).
var tables = sync.OnceValue(newTable)

func newTable() *table {
	var t table
	for j := range t {
		// The images of the eight bits of byte j under l; row 63-i belongs to bit i.
		var bit [8]uint64
		for i := range bit {
			bit[i] = matrixA[63-8*j-i]
		}
		for b, s := range pi {
			for i, row := range bit {
				if s>>i&1 != 0 {
					t[j][b] ^= row
				}
			}
		}
	}
	return &t
}
