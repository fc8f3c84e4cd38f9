//go:build !asan

package compare

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// limitMemory bounds the process's data, so that a case that asks for too much
// fails alone instead of taking the machine with it.
func limitMemory(bytes uint64) error {
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		return fmt.Errorf("compare: limit memory: %w", err)
	}
	return nil
}
