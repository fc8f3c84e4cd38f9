//go:build !cgo

package bridge

// ShuffleHeap does nothing where there are no C libraries.
func ShuffleHeap(uint64) {}
