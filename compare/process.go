package compare

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"cryptogap/compare/provider"
)

// The worker is a process of its own, because a library that aborts takes its
// process with it. It reads its job from standard input, writes events to standard
// output, one JSON value a line, and shares a marker page as file 3.

// maxMemory bounds a worker's data: far above what any case needs.
const maxMemory = 4 << 30

// silence is how long a worker may stay silent, beyond the time that a unit is
// meant to take, before it counts as hanging.
const silence = 2 * time.Minute

// A crash says that a worker died, where, and of what.
type crash struct {
	at    place
	known bool // whether at is
	why   string
}

// Error implements error.
func (c *crash) Error() string { return "compare: the worker died: " + c.why }

// Worker is the main function of a worker process: it does the job that
// standard input holds with the given providers. Its result is the process's exit code.
func Worker(providers []provider.Provider) int {
	signal.Ignore(os.Interrupt) // the parent decides when to stop
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	emit := func(e event) error {
		if err := enc.Encode(e); err != nil {
			return err
		}
		return out.Flush()
	}
	fail := func(err error) int {
		_ = emit(event{Error: err.Error()})
		return 1
	}
	if err := limitMemory(maxMemory); err != nil {
		return fail(err)
	}
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return fail(fmt.Errorf("compare: read the job: %w", err))
	}
	if err := restrict(providers, j.Settings.Without); err != nil {
		return fail(err)
	}
	m, err := mapMarker(os.NewFile(3, "marker"))
	if err != nil {
		return fail(err)
	}
	defer m.close()
	if err := work(context.Background(), providers, j, m, emit); err != nil {
		return fail(err)
	}
	return 0
}

// spawn does the job in a worker process started by command, with variables added to its environment, and hands its
// events on. A *crash error says where the worker died.
func spawn(ctx context.Context, command, environ []string, j job, handle func(event) error) error {
	m, err := newMarker()
	if err != nil {
		return err
	}
	defer m.close()
	input, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("compare: write the job: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), environ...)
	cmd.Stdin = bytes.NewReader(input)
	cmd.ExtraFiles = []*os.File{m.file}
	words := head{room: maxWords}
	cmd.Stderr = &words
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("compare: start the worker: %w", err)
	}
	// A group of its own, so that Ctrl-C reaches the parent alone; and death with the parent's
	// thread, which therefore must be this one until the end.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("compare: start the worker: %w", err)
	}
	hang := time.AfterFunc(silence, func() { cancel(errHangs) })
	defer hang.Stop()
	events := json.NewDecoder(out)
	var failed error
	for failed == nil {
		var e event
		if err := events.Decode(&e); err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && ctx.Err() == nil {
				failed = fmt.Errorf("compare: read the worker's events: %w", err)
			}
			break
		}
		hang.Reset(silence + j.Time)
		if e.Error != "" {
			failed = errors.New(e.Error)
			break
		}
		failed = handle(e)
	}
	if failed != nil {
		cancel(failed)
	}
	err = cmd.Wait()
	switch cause := context.Cause(ctx); {
	case failed != nil:
		return failed
	case err == nil:
		return nil
	case cause != nil && !errors.Is(cause, errHangs):
		return cause
	}
	c := &crash{why: death(err, words.String())}
	if errors.Is(context.Cause(ctx), errHangs) {
		c.why = errHangs.Error()
	}
	c.at, c.known = m.get()
	return c
}

var errHangs = errors.New("no answer in time")

// death names what ended a process: the signal, or what the process said of it.
func death(err error, words string) string {
	var exit *exec.ExitError
	why := err.Error()
	if errors.As(err, &exit) {
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			why = unix.SignalName(ws.Signal())
		}
	}
	plain, first := why, ""
	// Go's runtime catches the signal first, prints it, and exits with 2.
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(line)
		first = cmp.Or(first, line)
		if word, _, _ := strings.Cut(line, ":"); strings.HasPrefix(word, "SIG") && !strings.Contains(word, " ") {
			why = word
			break
		}
		if rest, ok := strings.CutPrefix(line, "fatal error: "); ok {
			why = rest
		}
		if rest, ok := strings.CutPrefix(line, "panic: "); ok {
			why = "panic: " + rest
			break
		}
		if rest, ok := strings.CutPrefix(line, "[signal "); ok {
			why, _, _ = strings.Cut(rest, ":")
			break
		}
	}
	if why == plain && first != "" {
		why += ": " + first
	}
	return why
}

// maxWords is how much of a worker's standard error is kept.
const maxWords = 64 << 10

// A head keeps the beginning of what a worker says on standard
// error: the signal stands at the beginning of Go's trace.
type head struct {
	bytes.Buffer
	room int // bytes kept
}

// Write implements io.Writer.
func (t *head) Write(p []byte) (int, error) {
	if room := t.room - t.Len(); room > 0 {
		t.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
