package provider

import "cryptogap/compare/catalog"

// A Benchmarked provider can say how its library's own benchmark program
// measures a row, so that the two can be laid side by side.
type Benchmarked interface {
	// Benchmark returns the library's own measurement of the operation, and
	// false where its program has none.
	Benchmark(a catalog.Algorithm, op catalog.Operation) (OwnBenchmark, bool)
}

// An OwnBenchmark is how a library's program measures one row.
type OwnBenchmark struct {
	Program string   // its file name: "bench-slope"
	Args    []string // for this row alone; messages are of OwnSize bytes where it takes a size
	// Parse finds the row's figure in what the program prints: nanoseconds a
	// byte, an iteration or an operation, as the row is reported.
	Parse func(output []byte) (float64, error)
	// Sizes are message sizes over which the figure is the slope: the cost of a byte alone, without that of a call. Nil: it is
	// that of one message.
	Sizes []int
	// Average says that the figure is one over all the time the program took, with what interrupted it, and
	// no median or minimum.
	Average bool
	// Note says in words where the program does other work than our row.
	Note string
}

// OwnSize is the message size that a library's own program is asked for: that of the default rows.
const OwnSize = catalog.DefaultSize
