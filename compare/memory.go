package compare

import (
	"fmt"

	"cryptogap/compare/isolate"
)

const (
	// leastMemory is what a worker may hold whatever it does: far above what any case takes with short messages.
	leastMemory = 4 << 30
	// held is how many times a worker holds its longest message at most, as verification with three libraries was seen to:
	// 1.5 GiB with 64 MiB.
	held = 24
)

// workerMemory is how many bytes a worker with messages of so many bytes may hold.
func workerMemory(longest int) uint64 { return leastMemory + held*uint64(longest) }

// CheckMemory says why messages of so many bytes cannot be measured here, where memoryMiB is what the machine has; 0: not
// known.
func CheckMemory(longest, memoryMiB int) error {
	need := held * uint64(longest)
	have, whose := isolate.HardMemory(), "the limit of a process's data (ulimit -d) is"
	if m := uint64(memoryMiB) << 20; m > 0 && m < have {
		have, whose = m, "this machine's memory is"
	}
	if need > have {
		return fmt.Errorf("a message of %d MiB is held up to %d times, %d MiB in all, and %s %d MiB", longest>>20, held, need>>20, whose, have>>20)
	}
	return nil
}
