//go:build cgo

package bridge

/*
#include <stdint.h>
#include <stdlib.h>

enum { cg_classes = 128, cg_blocks = 8, cg_step = 16 };

// Knuth's generator; its high bits are random.
static uint64_t cg_next(uint64_t *seed)
{
	return (*seed = *seed * 6364136223846793005u + 1442695040888963407u) >> 33;
}

// cg_shuffle_heap lets the heap give another block for the next request of each size up to 2 KiB: it takes the one whose turn it
// is, and gives back one of some others of that size, which were allocated in random order.
static void cg_shuffle_heap(uint64_t seed)
{
	static void *blocks[cg_classes][cg_blocks];
	const uint64_t all = cg_classes * cg_blocks;

	if (blocks[0][0] == NULL) {
		uint64_t at = cg_next(&seed), step = cg_next(&seed) | 1; // odd: it comes to each of a power of two

		for (uint64_t i = 0; i < all; i++, at += step) {
			uint64_t class = at % all / cg_blocks;

			blocks[class][at % cg_blocks] = malloc((class + 1) * cg_step);
		}
	}
	for (int class = 0; class < cg_classes; class++) {
		void **one = &blocks[class][cg_next(&seed) % cg_blocks];
		void *taken = malloc((size_t)(class + 1) * cg_step);

		free(*one);
		*one = taken;
	}
}
*/
import "C"

import (
	"sync"
)

var shuffling sync.Mutex

// ShuffleHeap changes where the C libraries' next blocks lie on their heap, at random. Where they lie within a page decides what some
// operations take, by up to a third (a store and a later load at the same place in two pages wait for each other), and without
// this it would be the same for the whole life of a process. The same seeds in the same order give the same places.
func ShuffleHeap(seed uint64) {
	shuffling.Lock()
	defer shuffling.Unlock()
	C.cg_shuffle_heap(C.uint64_t(seed))
}
