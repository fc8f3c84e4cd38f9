//go:build !cgo

package native

// ShuffleHeap does nothing where there are no C libraries.
func ShuffleHeap(uint64) {}
