package isolate

import (
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Place is where a worker is: indices whose meaning is the job's, and how far it has come there.
// Unit is -1 where the library is entered for no unit in particular.
type Place struct{ Unit, Library, Step int }

// A marker is the shared page that a worker notes its place in.
type marker struct {
	file *os.File
	page []byte
	note *note
}

// note is what the page holds. Count changes with every note. Closed is 1 where the library closed the worker's files.
type note struct{ inside, unit, library, step, count, closed atomic.Int64 }

const markerSize = int(unsafe.Sizeof(note{}))

// newMarker makes the page in memory alone, so that a read-only file system is no hindrance.
func newMarker() (*marker, error) {
	f, err := memoryFile("cryptogap-marker", markerSize)
	if err != nil {
		return nil, err
	}
	return mapMarker(f)
}

// mapMarker maps the page that f holds.
func mapMarker(f *os.File) (*marker, error) {
	page, err := unix.Mmap(int(f.Fd()), 0, markerSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		_ = f.Close()
		return nil, wrap("map the marker", err)
	}
	return &marker{f, page, (*note)(unsafe.Pointer(unsafe.SliceData(page)))}, nil
}

func (m *marker) enter(p Place) {
	m.note.unit.Store(int64(p.Unit))
	m.note.library.Store(int64(p.Library))
	m.note.step.Store(int64(p.Step))
	m.note.inside.Store(1)
	m.note.count.Add(1)
}

func (m *marker) leave() {
	m.note.inside.Store(0)
	m.note.count.Add(1)
}

// get returns the last place noted, and whether the worker is inside the library.
func (m *marker) get() (Place, bool) {
	return Place{int(m.note.unit.Load()), int(m.note.library.Load()), int(m.note.step.Load())}, m.note.inside.Load() != 0
}

func (m *marker) close() {
	_ = unix.Munmap(m.page)
	_ = m.file.Close()
}
