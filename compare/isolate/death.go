package isolate

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Death says that a worker ended before it was finished.
type Death struct {
	Place     Place  // the library entered last
	InLibrary bool   // the worker was inside it
	Outside   bool   // ended by a signal that libraries do not send
	Hangs     bool   // ended because there was no progress
	Why       string // "SIGABRT", "exit status 0", "panic: index out of range"
	Said      string // what was printed last, one line; "": nothing
}

// Error implements error.
func (d *Death) Error() string { return "isolate: the worker ended too early: " + d.Text() }

// Text says why the worker died, with the last words.
func (d *Death) Text() string {
	if d.Said == "" {
		return d.Why
	}
	return d.Why + ": " + d.Said
}

// death finds out what ended the worker. err is what waiting for it gave.
func (p *process[J, E]) death(err error, hangs bool) *Death {
	d := &Death{Hangs: hangs, Why: "exit status 0, without having finished"}
	d.Place, d.InLibrary = p.marker.get()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		d.Why = exit.Error()
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			d.Why = unix.SignalName(ws.Signal())
			d.Outside = outside(ws.Signal())
		}
	}
	trace, _ := written(p.trace, 0)
	text, _ := written(p.output, p.told)
	if trace != "" {
		var why string
		text, why = apart(text, trace)
		d.Why, d.Outside = cmp.Or(why, d.Why), false
	}
	switch {
	case p.marker.note.closed.Load() != 0:
		d.Why, d.Outside = "it closed files that it did not open", false
	case p.damaged != nil:
		d.Why, d.Outside = fmt.Sprintf("what it reported is damaged: %v", p.damaged), false
	case hangs:
		d.Why, d.Outside = fmt.Sprintf("%v: no progress in %v", errHangs, p.Stall), false
	}
	if p.Memory > 0 && strings.Contains(d.Why, "out of memory") {
		d.Why += fmt.Sprintf(" (a worker may hold %d MiB)", p.Memory>>20)
	}
	d.Said = lastLine(text)
	if strings.TrimSpace(text) != "" && p.Printed != nil {
		_ = p.Printed(d.Place, text) // the death is what the caller hears of
	}
	return d
}

// outside says whether a signal is one that users and the system end processes with. SIGKILL is also what the system sends
// where memory runs out.
func outside(s syscall.Signal) bool {
	return s == syscall.SIGKILL || s == syscall.SIGTERM || s == syscall.SIGHUP || s == syscall.SIGINT
}

// apart returns what libraries printed, without the words of Go's runtime that follow, and the cause of death by these. The
// runtime's first line is not in its trace where it says "fatal error".
func apart(text, trace string) (printed, why string) {
	const fatal = "fatal error: "
	why = cause(trace)
	if at := strings.LastIndex(text, fatal); at >= 0 && why == "" {
		return text[:at], cause(text[at:])
	}
	first, _, _ := strings.Cut(trace, "\n")
	printed, _, _ = strings.Cut(text, first)
	return printed, why
}

// cause finds what ended the process in the words of Go's runtime, which catches the signal first, prints it, and exits with 2.
func cause(trace string) string {
	why := ""
	for line := range strings.Lines(trace) {
		line = strings.TrimSpace(line)
		if word, _, _ := strings.Cut(line, ":"); strings.HasPrefix(word, "SIG") && !strings.Contains(word, " ") {
			return word
		}
		if rest, ok := strings.CutPrefix(line, "panic: "); ok {
			return "panic: " + rest
		}
		if rest, ok := strings.CutPrefix(line, "[signal "); ok {
			name, _, _ := strings.Cut(rest, ":")
			return name
		}
		if rest, ok := strings.CutPrefix(line, "fatal error: "); ok {
			why = cmp.Or(why, rest)
		}
	}
	return why
}

// maxSaid is how long a library's last words are in a sentence.
const maxSaid = 200

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	if at := strings.LastIndexByte(text, '\n'); at >= 0 {
		text = text[at+1:]
	}
	if len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "") + "…"
	}
	return text
}
