package isolate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An act is a job of these tests: what the worker does with each of its units.
type act struct {
	Units int
	What  string
	In    int // at which unit it does it; before that it reports what it should
}

func TestMain(m *testing.M) {
	if os.Getenv("ISOLATE_TEST_WORKER") != "" {
		os.Exit(Serve(perform))
	}
	os.Exit(m.Run())
}

func perform(_ context.Context, a act, w *Worker[string]) error {
	for unit := range a.Units {
		w.Enter(Place{unit, 1, 7})
		if unit == a.In {
			if err := misbehave(a.What, w); err != nil {
				return err
			}
		}
		w.Leave()
		if err := w.Emit(fmt.Sprintf("unit %d", unit)); err != nil {
			return err
		}
		if err := w.Done(unit); err != nil {
			return err
		}
	}
	return nil
}

func misbehave(what string, w *Worker[string]) error {
	switch what {
	case "exit 0":
		os.Exit(0)
	case "exit with words":
		fmt.Println("goodbye")
		os.Exit(3)
	case "abort":
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		time.Sleep(time.Hour)
	case "panic":
		panic("out of luck")
	case "be killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "sleep":
		time.Sleep(time.Hour)
	case "spin":
		for spins := 0; ; spins++ {
			_ = spins
		}
	case "work long":
		for end := time.Now().Add(time.Second); time.Now().Before(end); {
			w.Enter(Place{0, 1, 8})
		}
	case "print":
		fmt.Println("one word")
		fmt.Fprintln(os.Stderr, "and another")
	case "print without end":
		for range 1 << 12 {
			fmt.Println(strings.Repeat("na ", 100))
		}
	case "leave a child":
		c := exec.Command("sleep", "60")
		c.ExtraFiles = []*os.File{os.NewFile(fdFrames, "")}
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if err := c.Start(); err != nil {
			return err
		}
		fmt.Println("child", c.Process.Pid)
		os.Exit(0)
	case "write into the frames":
		_, _ = os.NewFile(fdFrames, "").WriteString("{gibberish\n")
	case "write into a frame":
		_, _ = os.NewFile(fdFrames, "").WriteString("{gibberish")
	case "write a long frame":
		_, _ = os.NewFile(fdFrames, "").Write(make([]byte, MaxFrame+1))
	case "allocate":
		var kept [][]byte
		for {
			kept = append(kept, make([]byte, 1<<20))
			runtime.KeepAlive(kept)
		}
	case "close":
		for fd := range fdTrace + 1 {
			_ = syscall.Close(fd)
		}
	case "fail":
		w.Leave()
		return errors.New("cannot do it")
	case "crash in our own code":
		w.Leave()
		panic("ours")
	}
	return nil
}

// heard is what a parent was told.
type heard struct {
	events  []string
	done    []int
	printed string
}

func run(t *testing.T, ctx context.Context, a act, change func(*Task[act, string])) (heard, error) {
	t.Helper()
	var h heard
	task := Task[act, string]{
		Command: []string{os.Args[0]}, Environ: []string{"ISOLATE_TEST_WORKER=1"}, Job: a, Units: a.Units,
		Handle:  func(s string) error { h.events = append(h.events, s); return nil },
		Done:    func(unit int) error { h.done = append(h.done, unit); return nil },
		Printed: func(_ Place, text string) error { h.printed += text; return nil },
	}
	if change != nil {
		change(&task)
	}
	return h, task.Run(ctx)
}

func TestAllUnits(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"", "print", "print without end", "work long", "write into the frames", "write into a frame"} {
		h, err := run(t, context.Background(), act{Units: 3, What: what, In: 1}, func(t *Task[act, string]) { t.Stall = 600 * time.Millisecond })
		if err != nil || len(h.events) != 3 || len(h.done) != 3 {
			t.Errorf("%q: %v, %+v", what, err, h)
		}
		if what == "print" && h.printed != "one word\nand another\n" {
			t.Errorf("printed: %q", h.printed)
		}
		if strings.HasPrefix(what, "write") && strings.TrimSpace(h.printed) != "{gibberish" {
			t.Errorf("%q: printed: %q", what, h.printed)
		}
		if len(h.printed) > MaxPrinted {
			t.Errorf("%q: %d bytes of what was printed are kept", what, len(h.printed))
		}
	}
}

// TestDeaths looks at what a parent learns of workers that end too early.
func TestDeaths(t *testing.T) {
	t.Parallel()
	const stall = 400 * time.Millisecond
	for what, want := range map[string]Death{
		"exit 0":                {InLibrary: true, Why: "exit status 0, without having finished"},
		"exit with words":       {InLibrary: true, Why: "exit status 3", Said: "goodbye"},
		"abort":                 {InLibrary: true, Why: "SIGABRT"},
		"panic":                 {InLibrary: true, Why: "panic: out of luck"},
		"be killed":             {InLibrary: true, Outside: true, Why: "SIGKILL"},
		"sleep":                 {InLibrary: true, Hangs: true, Why: "it hangs: no progress in 400ms"},
		"spin":                  {InLibrary: true, Hangs: true, Why: "it hangs: no progress in 400ms"},
		"leave a child":         {InLibrary: true, Why: "exit status 0, without having finished", Said: "child"},
		"close":                 {InLibrary: true, Why: "it closed files that it did not open"},
		"allocate":              {InLibrary: true, Why: "runtime: out of memory"},
		"crash in our own code": {Why: "panic: ours"},
	} {
		t.Run(strings.ReplaceAll(what, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if what == "allocate" && raceDetector {
				t.Skip("the race detector's shadow memory is larger than the limit")
			}
			start := time.Now()
			h, err := run(t, context.Background(), act{Units: 3, What: what, In: 1}, func(t *Task[act, string]) {
				t.Memory = 1 << 30
				if want.Hangs {
					t.Stall = stall
				}
			})
			var d *Death
			if !errors.As(err, &d) {
				t.Fatalf("error %v", err)
			}
			d.Place, want.Place = Place{d.Place.Unit, d.Place.Library, d.Place.Step}, Place{1, 1, 7}
			if child, ok := strings.CutPrefix(d.Said, "child "); ok {
				d.Said = "child"
				gone(t, child)
			}
			if strings.HasPrefix(d.Why, want.Why) {
				d.Why = want.Why
			}
			if *d != want {
				t.Errorf("%+v, want %+v", *d, want)
			}
			if len(h.done) != 1 || h.done[0] != 0 {
				t.Errorf("done: %v, want the unit before", h.done)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// gone waits until the process has ended; what waits to be reaped has.
func gone(t *testing.T, pid string) {
	t.Helper()
	for range 100 {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %s is left", pid)
}

func TestErrors(t *testing.T) {
	t.Parallel()
	if _, err := run(t, context.Background(), act{Units: 3, What: "fail", In: 1}, nil); err == nil || err.Error() != "cannot do it" {
		t.Errorf("the worker's own error: %v", err)
	}
	full := errors.New("full")
	h, err := run(t, context.Background(), act{Units: 3}, func(t *Task[act, string]) {
		t.Handle = func(string) error { return full }
	})
	if !errors.Is(err, full) || len(h.done) > 0 {
		t.Errorf("the error of Handle: %v, %v done", err, h.done)
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), 300*time.Millisecond, full)
	defer cancel()
	if _, err := run(t, ctx, act{Units: 3, What: "sleep"}, nil); !errors.Is(err, full) {
		t.Errorf("the end of the context: %v", err)
	}
	if _, err := run(t, context.Background(), act{}, func(t *Task[act, string]) { t.Command = []string{"/nonexistent"} }); err == nil {
		t.Error("a worker that is not there starts")
	}
}

func TestFramesAreBounded(t *testing.T) {
	t.Parallel()
	var d *Death
	if _, err := run(t, context.Background(), act{Units: 3, What: "write a long frame", In: 1}, nil); !errors.As(err, &d) || !strings.Contains(d.Why, "damaged") {
		t.Errorf("error %v", err)
	}
}

func TestHere(t *testing.T) {
	t.Parallel()
	var h heard
	err := Here(context.Background(), Task[act, string]{
		Job: act{Units: 2}, Units: 2,
		Handle: func(s string) error { h.events = append(h.events, s); return nil },
		Done:   func(unit int) error { h.done = append(h.done, unit); return nil },
	}, perform)
	if err != nil || len(h.events) != 2 || len(h.done) != 2 {
		t.Errorf("%v, %+v", err, h)
	}
}

// TestWaitingIsNoHang: time counts where the worker could have got on.
func TestWaitingIsNoHang(t *testing.T) {
	t.Parallel()
	at := func(cpu time.Duration) status { return status{known: true, cpu: cpu} }
	var w stallWatch
	for i, step := range []struct {
		progress int64
		s        status
		want     time.Duration
	}{
		{1, at(0), 0},
		{1, at(time.Second), time.Second}, // it uses the CPU
		{1, at(1100 * time.Millisecond), 1100 * time.Millisecond}, // others do
		{1, at(1100 * time.Millisecond), 2100 * time.Millisecond}, // it sleeps
		{1, status{known: true, stopped: true, cpu: 1100 * time.Millisecond}, 2100 * time.Millisecond},
		{1, status{}, 3100 * time.Millisecond}, // no /proc
		{2, at(5 * time.Second), 0},
	} {
		if got := w.look(time.Second, step.progress, step.s); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	if s := parseStatus([]byte("12 (a) b) T 1 2 3 4 5 6 7 8 9 10 150 50 0")); !s.known || !s.stopped || s.cpu != 2*time.Second {
		t.Errorf("%+v", s)
	}
	if s := parseStatus([]byte("12 (a")); s.known {
		t.Errorf("a status that ends early: %+v", s)
	}
}

func TestCauseNamesTheSignal(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"SIGABRT: abort\nPC=0x1 m=0\n": "SIGABRT",
		"SIG":                          "SIG",
		"SIGNS of trouble: none":       "",
		"fatal error: unexpected signal\n[signal SIGSEGV: segmentation]": "SIGSEGV",
		"panic: index out of range":                                      "panic: index out of range",
		"fatal error: all goroutines are asleep":                         "all goroutines are asleep",
	} {
		if got := cause(words); got != want {
			t.Errorf("cause of %q = %q, want %q", words, got, want)
		}
	}
}
