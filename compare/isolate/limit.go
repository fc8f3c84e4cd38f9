//go:build !asan

package isolate

import "golang.org/x/sys/unix"

// limitMemory bounds the process's data, so that a job that asks for too much fails alone instead of taking the machine with
// it. A hard limit that is lower stays.
func limitMemory(bytes uint64) error {
	if bytes == 0 {
		return nil
	}
	if hard := HardMemory(); hard < bytes {
		bytes = hard
	}
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		return wrap("limit memory", err)
	}
	return nil
}
