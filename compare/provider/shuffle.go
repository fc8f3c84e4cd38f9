package provider

// A HeapShuffler is a Provider whose library allocates memory in its operations, where what lies where is left to chance.
type HeapShuffler interface {
	// ShuffleHeap changes where the library's next allocations lie, by the seed. It is called by the thread that goes on to use it.
	ShuffleHeap(seed uint64)
}
