package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// Streams are where the program writes: data to Out, talk to Err.
type Streams struct {
	Out, Err io.Writer
	// OutTerminal and ErrTerminal say whether they are terminals; Width is Out's, 0 if unknown.
	OutTerminal, ErrTerminal bool
	Width                    int
	// Stamp identifies the build: worker binaries of other link layouts carry the same one. "": there are none.
	Stamp string
}

// Standard returns the process's own streams.
func Standard() Streams {
	s := Streams{Out: os.Stdout, Err: os.Stderr}
	if os.Getenv("TERM") != "dumb" { // a terminal without control sequences is as good as none
		s.OutTerminal = term.IsTerminal(int(os.Stdout.Fd()))
		s.ErrTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	}
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		s.Width = w
	}
	return s
}

// say writes a line to standard error. A reader that has gone is no error.
func (s Streams) say(format string, args ...any) {
	_, _ = fmt.Fprintf(s.Err, format+"\n", args...)
}

// A sink writes until the reader has gone, and from then on takes everything
// for written. It remembers the first other error.
type sink struct {
	to   io.Writer
	gone bool
	err  error
}

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	if s.gone {
		return len(p), nil
	}
	n, err := s.to.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		s.gone = true
		return len(p), nil
	}
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// The modes of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

func colorModes() []string { return []string{colorAuto, colorAlways, colorNever} }

func (a *app) checkColor() error { return oneOf("colour mode", a.color, colorModes()) }

// colored says whether what goes to a terminal, or not to one, has colours.
func (a *app) colored(terminal bool) bool {
	return a.color == colorAlways || (a.color == colorAuto && terminal && os.Getenv("NO_COLOR") == "")
}
