package isolate

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// The worker's files.
const (
	fdPrinted = 1
	fdMarker  = 3
	fdFrames  = 4
	fdTrace   = 5
)

// prefix begins each line of the worker's. What stands before it, or in a line without it, comes from a library that writes into files that
// it did not open.
const prefix = "\x1e"

// A frame is one line from the worker. One of its fields is set.
type frame[E any] struct {
	Event   *E       `json:"event,omitempty"`
	Done    *int     `json:"done,omitempty"`    // index of a unit
	Printed *printed `json:"printed,omitempty"` // by a library
	Error   string   `json:"error,omitempty"`   // our own: the job cannot be done
}

// printed is what a library printed. To is how far the worker's output had come then.
type printed struct {
	Place Place  `json:"place"`
	Text  string `json:"text"`
	To    int64  `json:"to"`
}

// A task that arrives on standard input.
type order[J any] struct {
	Job    J      `json:"job"`
	Memory uint64 `json:"memory"`
}

// A Worker is what a job reports to. It belongs to one goroutine at a time.
type Worker[E any] struct {
	send   func(frame[E]) error
	marker *marker  // nil: the job is done in the parent's process
	output *os.File // nil: the same
	last   Place    // the library entered last
	told   int64    // how much of output the parent knows of
	failed error    // the first error of send in Enter
}

// Enter notes that the job is about to call a library.
func (w *Worker[E]) Enter(p Place) {
	if w.marker == nil {
		return
	}
	w.tell()
	w.last = p
	w.marker.enter(p)
}

// Leave notes that the job is in code of its own again.
func (w *Worker[E]) Leave() {
	if w.marker == nil {
		return
	}
	w.marker.leave()
	w.tell()
}

// tell reports what the library entered last has printed. If it has closed the file that reports go to, nothing can be reported any
// more: the process ends as if the library had ended it.
func (w *Worker[E]) tell() {
	if _, err := unix.FcntlInt(fdFrames, unix.F_GETFD, 0); err != nil {
		w.marker.enter(w.last)
		w.marker.note.closed.Store(1)
		os.Exit(1)
	}
	text, to := written(w.output, w.told)
	if to == w.told {
		return
	}
	w.told = to
	if err := w.send(frame[E]{Printed: &printed{w.last, text, to}}); err != nil && w.failed == nil {
		w.failed = err
	}
}

// Emit reports an event.
func (w *Worker[E]) Emit(e E) error {
	if w.failed != nil {
		return w.failed
	}
	return w.send(frame[E]{Event: &e})
}

// Done reports that the job's unit with this index is done.
func (w *Worker[E]) Done(unit int) error {
	w.Leave()
	if w.failed != nil {
		return w.failed
	}
	return w.send(frame[E]{Done: &unit})
}

// Serve is the main function of a worker process: it does the job that standard input holds. Its result is the
// process's exit code.
func Serve[J, E any](do func(ctx context.Context, job J, w *Worker[E]) error) int {
	signal.Ignore(os.Interrupt) // the parent decides when to stop
	out := bufio.NewWriter(os.NewFile(fdFrames, "frames"))
	enc := json.NewEncoder(out)
	send := func(f frame[E]) error {
		_, _ = out.WriteString(prefix)
		if err := enc.Encode(f); err != nil {
			return wrap("report to the parent", err)
		}
		return out.Flush()
	}
	if err := serve(do, send); err != nil {
		_ = send(frame[E]{Error: err.Error()})
		return 1
	}
	return 0
}

func serve[J, E any](do func(ctx context.Context, job J, w *Worker[E]) error, send func(frame[E]) error) error {
	if err := debug.SetCrashOutput(os.NewFile(fdTrace, "trace"), debug.CrashOptions{}); err != nil {
		return wrap("keep the words of a crash", err)
	}
	var o order[J]
	if err := json.NewDecoder(os.Stdin).Decode(&o); err != nil {
		return wrap("read the job", err)
	}
	if err := limitMemory(o.Memory); err != nil {
		return err
	}
	m, err := mapMarker(os.NewFile(fdMarker, "marker"))
	if err != nil {
		return err
	}
	defer m.close()
	output := os.NewFile(fdPrinted, "output")
	if at, err := output.Seek(0, io.SeekCurrent); err != nil || at > MaxPrinted {
		return wrap("find where the libraries' output goes", err)
	}
	return do(context.Background(), o.Job, &Worker[E]{send: send, marker: m, output: output})
}

// Here does the job in this process, which a library's fault ends.
func Here[J, E any](ctx context.Context, t Task[J, E], do func(ctx context.Context, job J, w *Worker[E]) error) error {
	return do(ctx, t.Job, &Worker[E]{send: func(f frame[E]) error {
		switch {
		case f.Event != nil:
			return t.Handle(*f.Event)
		case f.Done != nil:
			return t.Done(*f.Done)
		}
		return nil
	}})
}
