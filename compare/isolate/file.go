package isolate

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// MaxPrinted is how many bytes of what a worker's libraries print are kept.
const MaxPrinted = 64 << 10

// maxTrace is how many bytes of the Go runtime's words at a crash are kept.
const maxTrace = 64 << 10

func wrap(what string, err error) error { return fmt.Errorf("isolate: %s: %w", what, err) }

// memoryFile makes a file in memory that cannot grow: writes beyond size fail.
func memoryFile(name string, size int) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, wrap("make a file in memory", err)
	}
	f := os.NewFile(uintptr(fd), name)
	err = f.Truncate(int64(size))
	if err == nil {
		_, err = unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW|unix.F_SEAL_SHRINK)
	}
	if err != nil {
		_ = f.Close()
		return nil, wrap("make a file in memory", err)
	}
	return f, nil
}

// written returns what was written to f behind from, and how far that goes: the file's offset, which all processes
// that have it share.
func written(f *os.File, from int64) (string, int64) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil || at <= from {
		return "", from
	}
	text := make([]byte, min(at-from, MaxPrinted))
	n, _ := f.ReadAt(text, from)
	return strings.ToValidUTF8(strings.TrimRight(string(text[:n]), "\x00"), "�"), at
}
