package native

import "math/rand/v2"

// Displacement draws by how many bytes a bridge moves what its library allocates. Where blocks lie
// within a page decides what some operations take, by up to a half (a store and a later load at the same
// place in two pages wait for each other), and without this it would be the same in each process that runs one binary.
func Displacement() int {
	const page, alignment = 4096, 16
	return alignment * (1 + rand.IntN(page/alignment))
}
