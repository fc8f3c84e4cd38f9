package compare

import (
	"encoding/binary"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// A marker is a shared page in which a worker notes what it is about to do, so
// that its parent knows which library was running when the worker died. A store to
// memory is all it costs between two samples.
type marker struct {
	file *os.File
	page []byte
}

// place is what a marker holds: indices into the job's units and into the providers' names, and how far
// the unit has come where that has a meaning.
type place struct{ unit, provider, step int }

const markerSize = 24

// newMarker makes the page in memory alone, so that a read-only file system is no hindrance.
func newMarker() (*marker, error) {
	fd, err := unix.MemfdCreate("cryptogap-marker", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("compare: marker: %w", err)
	}
	f := os.NewFile(uintptr(fd), "marker")
	if err := f.Truncate(markerSize); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("compare: marker: %w", err)
	}
	return mapMarker(f)
}

// mapMarker maps the page that f holds.
func mapMarker(f *os.File) (*marker, error) {
	page, err := unix.Mmap(int(f.Fd()), 0, markerSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("compare: marker: %w", err)
	}
	return &marker{f, page}, nil
}

// set notes the place; a nil marker notes nothing.
func (m *marker) set(p place) {
	if m == nil {
		return
	}
	binary.LittleEndian.PutUint64(m.page, uint64(p.unit)+1)
	binary.LittleEndian.PutUint64(m.page[8:], uint64(p.provider)+1)
	binary.LittleEndian.PutUint64(m.page[16:], uint64(p.step))
}

// get returns the last place noted, and whether there is one.
func (m *marker) get() (place, bool) {
	u, p := binary.LittleEndian.Uint64(m.page), binary.LittleEndian.Uint64(m.page[8:])
	step := binary.LittleEndian.Uint64(m.page[16:])
	return place{int(u) - 1, int(p) - 1, int(step)}, u != 0 && p != 0
}

func (m *marker) close() {
	_ = unix.Munmap(m.page)
	_ = m.file.Close()
}
