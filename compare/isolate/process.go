package isolate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// MaxFrame is how long a line of the worker's may be.
const MaxFrame = 64 << 20

// drain is how long the parent waits for frames of a worker that has ended while a child of it keeps the pipe open.
const drain = 200 * time.Millisecond

// ending is how long a worker that is finished has to end by itself, and exitRace the exit code by which the race detector
// says that it found something.
const (
	ending   = 2 * time.Second
	exitRace = 66
)

// A Task is a job, and who hears of it.
type Task[J, E any] struct {
	Command []string      // ends in Serve
	Environ []string      // added to this process's environment
	Job     J             // the worker gets it as JSON
	Units   int           // the worker says Done for 0 to Units-1
	Memory  uint64        // bytes that the worker may hold; 0: no limit
	Stall   time.Duration // how long it may go without progress; 0: DefaultStall

	// Handle is called with each event, Done with each unit that is finished. An error ends the worker.
	Handle func(E) error
	Done   func(unit int) error
	// Printed is called with what a library printed. May be nil.
	Printed func(at Place, text string) error
}

// Run does the job in a worker process. It returns nil where all units were done, a *Death where the worker ended
// before, the first error of Handle, Done or Printed, the worker's own error, or ctx's cause.
func (t Task[J, E]) Run(ctx context.Context) error {
	p, err := newProcess(t)
	if err != nil {
		return err
	}
	defer p.close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := p.start(ctx); err != nil {
		return err
	}
	stopWatching := p.watch(cancel)
	exited := make(chan error, 1)
	go func() {
		err := p.cmd.Wait()
		_ = p.killGroup()                        // children that a library left behind
		_ = p.frames.SetReadDeadline(time.Now()) // the reader goes on for what is there already
		exited <- err
	}()
	failed := p.read()
	finished := len(p.done) == t.Units
	if failed != nil {
		cancel(failed)
	}
	if finished {
		defer time.AfterFunc(ending, func() { cancel(nil) }).Stop()
	}
	err = <-exited
	stopWatching()
	switch cause := context.Cause(ctx); {
	case failed != nil:
		return failed
	case finished && p.cmd.ProcessState.ExitCode() != exitRace:
		return nil
	case cause != nil && !errors.Is(cause, errHangs):
		return cause
	default:
		return p.death(err, errors.Is(cause, errHangs))
	}
}

type process[J, E any] struct {
	Task[J, E]
	cmd      *exec.Cmd
	marker   *marker
	output   *os.File // what the libraries print
	trace    *os.File // the Go runtime's words
	frames   *os.File
	send     *os.File // the worker's end of frames
	done     map[int]bool
	told     int64        // how much of output was reported
	progress atomic.Int64 // frames read
	damaged  error        // what is wrong with the frames
}

func newProcess[J, E any](t Task[J, E]) (*process[J, E], error) {
	p := &process[J, E]{Task: t, done: make(map[int]bool)}
	if p.Stall == 0 {
		p.Stall = DefaultStall
	}
	var err error
	if p.marker, err = newMarker(); err == nil {
		p.output, err = memoryFile("cryptogap-output", MaxPrinted)
	}
	if err == nil {
		p.trace, err = memoryFile("cryptogap-trace", maxTrace)
	}
	if err == nil {
		p.frames, p.send, err = os.Pipe()
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *process[J, E]) close() {
	if p.marker != nil {
		p.marker.close()
	}
	for _, f := range []*os.File{p.output, p.trace, p.frames, p.send} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// start starts the worker, which dies with this process's thread.
func (p *process[J, E]) start(ctx context.Context) error {
	input, err := json.Marshal(order[J]{p.Job, p.Memory})
	if err != nil {
		return wrap("write the job", err)
	}
	p.cmd = exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	p.cmd.Env = append(os.Environ(), p.Environ...)
	p.cmd.Stdin = bytes.NewReader(input)
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.ExtraFiles = []*os.File{p.marker.file, p.send, p.trace}
	p.cmd.WaitDelay = drain
	p.cmd.Cancel = func() error { return p.killGroup() }
	// A group of its own, so that Ctrl-C reaches the parent alone.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	ended := ctx.Done()
	go func() { // Pdeathsig is about the thread that starts the worker: it must live as long
		runtime.LockOSThread()
		started <- p.cmd.Start()
		<-ended
	}()
	err = <-started
	_ = p.send.Close() // the worker's alone: its end is the end of the frames
	p.send = nil
	if err != nil {
		return wrap("start the worker", err)
	}
	return nil
}

func (p *process[J, E]) killGroup() error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// read hands on frames until there are no more, or all units are done.
func (p *process[J, E]) read() error {
	lines := bufio.NewScanner(untilEnd{p.frames})
	lines.Buffer(nil, MaxFrame)
	for len(p.done) < p.Units && lines.Scan() {
		if err := p.line(lines.Bytes()); err != nil {
			return err
		}
		if p.damaged != nil {
			break
		}
	}
	if err := lines.Err(); err != nil && p.damaged == nil {
		p.damaged = err
	}
	if p.damaged != nil {
		_ = p.killGroup()
	}
	return nil
}

// line takes a line apart into what a library wrote and a frame.
func (p *process[J, E]) line(line []byte) error {
	foreign, line, ok := bytes.Cut(line, []byte(prefix))
	if len(foreign) > 0 && p.Printed != nil {
		at, _ := p.marker.get()
		if err := p.Printed(at, strings.ToValidUTF8(string(foreign[:min(len(foreign), MaxPrinted)]), "�")); err != nil {
			return err
		}
	}
	if !ok {
		return nil
	}
	var f frame[E]
	if p.damaged = json.Unmarshal(line, &f); p.damaged != nil {
		return nil
	}
	if f.Printed == nil {
		p.progress.Add(1)
	}
	return p.handle(f)
}

func (p *process[J, E]) handle(f frame[E]) error {
	switch {
	case f.Error != "":
		return errors.New(f.Error)
	case f.Event != nil:
		return p.Handle(*f.Event)
	case f.Done != nil:
		if *f.Done < 0 || *f.Done >= p.Units {
			return errDone
		}
		p.done[*f.Done] = true
		return p.Task.Done(*f.Done)
	case f.Printed != nil:
		p.told = f.Printed.To
		if p.Printed != nil {
			return p.Printed(f.Printed.Place, f.Printed.Text)
		}
	}
	return nil
}

var errDone = errors.New("isolate: the worker says that a unit is done which the job does not have")

// untilEnd reads a pipe that may stay open for longer than its writer lives. After the writer's end it has a deadline that
// has passed; then whatever is there already is read, and no more.
type untilEnd struct{ *os.File }

func (r untilEnd) Read(p []byte) (int, error) {
	n, err := r.File.Read(p)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return n, err
	}
	_ = r.SetReadDeadline(time.Now().Add(drain))
	if n, err = r.File.Read(p); errors.Is(err, os.ErrDeadlineExceeded) {
		return n, io.EOF
	}
	_ = r.SetReadDeadline(time.Now())
	return n, err
}
