package catalog

import (
	"fmt"
	"strings"
)

// A Case is an algorithm, one of its operations, and a message size or a cost.
type Case struct {
	Algorithm Algorithm
	Op        Operation
	Size      int // message bytes; 0 for kinds that have a cost or a fixed message
	Cost      int // kdf: iterations or N; 0 elsewhere
}

// Name identifies the case in records, flags and the Go benchmark format:
// "aes-256-gcm/op=seal/size=16384".
func (c Case) Name() string {
	var b strings.Builder
	b.WriteString(c.Row())
	if c.Cost != 0 {
		fmt.Fprintf(&b, "/cost=%d", c.Cost)
	}
	return b.String()
}

// Row is the name without the cost: what a report's row stands for, where
// two costs make one slope.
func (c Case) Row() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/op=%s", c.Algorithm.ID, c.Op)
	if c.Algorithm.Sized() {
		fmt.Fprintf(&b, "/size=%d", c.Size)
	}
	return b.String()
}

// Bytes is the number of message bytes that one operation works through; 0
// where throughput in bytes means nothing.
func (c Case) Bytes() int {
	if c.Algorithm.Sized() {
		return c.Size
	}
	return 0
}
