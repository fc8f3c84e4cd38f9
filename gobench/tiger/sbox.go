package tiger

import (
	"sync"
)

// sboxes are t1 to t4 of the paper, section "Specification".
type sboxes [4][256]uint64

// tables returns the S-boxes, computed on first use (about 0.25 ms).
var tables = sync.OnceValue(generate)

// generate makes the S-boxes the way their authors did (their program gen.c): every column of bytes
// starts as the identity, and Tiger's own compression of one fixed block, under the S-boxes as they
// are at that moment, says which bytes of a column to swap next.
func generate() *sboxes {
	const (
		passes = 5
		text   = "Tiger - A Fast New Hash Function, by Ross Anderson and Eli Biham"
	)
	var t sboxes
	for i := range t {
		for j := range t[i] {
			t[i][j] = uint64(j) * 0x01_01_01_01_01_01_01_01
		}
	}
	block := [BlockSize]byte([]byte(text))
	state := initial
	word := 2
	for range passes {
		for i := range 256 {
			for s := range t {
				if word++; word == 3 {
					word = 0
					t.compress(&state, block[:])
				}
				for col := range 8 {
					j := byte(state[word] >> (8 * col))
					mask := uint64(0xff) << (8 * col)
					diff := (t[s][i] ^ t[s][j]) & mask
					t[s][i] ^= diff
					t[s][j] ^= diff
				}
			}
		}
	}
	return &t
}
