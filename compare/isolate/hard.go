package isolate

import (
	"math"

	"golang.org/x/sys/unix"
)

// HardMemory returns the hard limit of a process's data in bytes (ulimit -d): no worker can have more.
func HardMemory() uint64 {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &l); err != nil {
		return math.MaxUint64
	}
	return l.Max
}
