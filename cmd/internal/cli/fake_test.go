package cli

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cryptogap/cmd/internal/faulty"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A fake is a library of a few algorithms, with faults.
type fake struct {
	name    string
	batch   bool   // has the batch boundary too
	missing string // why it is not in this build
	faults
}

// faults say what goes wrong with SHA-256; everything else is right.
type faults struct {
	wrong  bool // gives a wrong byte
	refuse bool // refuses it
	abort  bool // ends its process by SIGABRT
	panics bool
	exit   bool   // ends its process by exit(0)
	print  bool   // prints without end
	leak   bool   // allocates without end
	fork   bool   // leaves a child that keeps all files open, and exits
	write  bool   // writes into every file that it did not open
	killed bool   // is ended by SIGKILL from outside
	c      string // what its C code does, by package faulty
	late   bool   // does it only while it is timed
	start  bool   // does it when it is started
}

// timedFrom is how many operations in one Do only the harness asks for.
const timedFrom = 51

func fakes() []*fake {
	return []*fake{
		{name: "go"},
		{name: "also", batch: true},
		{name: "wrong", faults: faults{wrong: true}},
		{name: "refuses", faults: faults{refuse: true}},
		{name: "aborts", faults: faults{abort: true}},
		{name: "abortslate", faults: faults{abort: true, late: true}},
		{name: "panics", faults: faults{panics: true}},
		{name: "panicslate", faults: faults{panics: true, late: true}},
		{name: "exits", faults: faults{exit: true}},
		{name: "exitslate", faults: faults{exit: true, late: true}},
		{name: "prints", faults: faults{print: true}},
		{name: "printslate", faults: faults{print: true, late: true}},
		{name: "leaks", faults: faults{leak: true}},
		{name: "leakslate", faults: faults{leak: true, late: true}},
		{name: "forks", faults: faults{fork: true}},
		{name: "forkslate", faults: faults{fork: true, late: true}},
		{name: "writes", faults: faults{write: true}},
		{name: "writeslate", faults: faults{write: true, late: true}},
		{name: "killed", faults: faults{killed: true}},
		{name: "killedlate", faults: faults{killed: true, late: true}},
		{name: "nostart", faults: faults{abort: true, start: true}},
		{name: "exitstart", faults: faults{exit: true, start: true}},
		{name: "missing", missing: "built without it"},
	}
}

// cFaults are what the C code of a fake can do.
func cFaults() []string {
	return []string{"exit", "quit", "abort", "fault", "leak", "fork", "kill", "corrupt", "thread", "recurse", "print", "close", "hang", "spin"}
}

// withC adds the fakes with C code: c-abort does it at once, c-abort-late while it is timed, c-abort-start when it is started.
func withC(fakes []*fake) []*fake {
	for _, what := range cFaults() {
		fakes = append(fakes, &fake{name: "c-" + what, batch: true, faults: faults{c: what}}, &fake{name: "c-" + what + "-late", faults: faults{c: what, late: true}},
			&fake{name: "c-" + what + "-start", faults: faults{c: what, start: true}})
	}
	return fakes
}

// fakesVariable names the fakes of a run.
const fakesVariable = "LIBRARIES"

// chosenFakes returns those that the environment names; two good ones by default.
func chosenFakes() []provider.Provider {
	names := os.Getenv(fakesVariable)
	if names == "" {
		names = "go,also"
	}
	var ps []provider.Provider
	for name := range strings.SplitSeq(names, ",") {
		for _, f := range withC(fakes()) {
			if f.name == name {
				ps = append(ps, f)
			}
		}
	}
	return ps
}

func (f *fake) Name() string { return f.name }

func (f *fake) Info() provider.Info {
	if f.start && len(os.Args) > 1 && os.Args[1] == "worker" {
		f.happen()
	}
	return provider.Info{Name: f.name, Title: strings.ToUpper(f.name[:1]) + f.name[1:], Version: "1.0", Missing: f.missing}
}

// Benchmark gives fakes that have the batch boundary a benchmark program, bench-NAME, that prints a line for each algorithm.
func (f *fake) Benchmark(a catalog.Algorithm, _ catalog.Operation) (provider.OwnBenchmark, bool) {
	return provider.OwnBenchmark{Program: "bench-" + f.name, Parse: func(out []byte) (float64, error) {
		for line := range strings.Lines(string(out)) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), a.ID+" "); ok {
				return strconv.ParseFloat(text, 64)
			}
		}
		return 0, fmt.Errorf("no figure of %s", a.ID)
	}}, f.batch && toys[a.ID] != nil && a.ID != "crossing"
}

func (f *fake) Boundaries() []provider.Boundary {
	if f.batch {
		return provider.Boundaries()
	}
	return []provider.Boundary{provider.Call}
}

func (f *fake) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	switch {
	case f.missing != "":
		return "", fmt.Errorf("%s: %w: %s", f.name, provider.ErrNotBuilt, f.missing)
	case toys[a.ID] == nil || !a.Has(op):
		return "", fmt.Errorf("%s: %w", f.name, provider.ErrUnsupported)
	}
	return f.name + "." + a.ID, nil
}

func (f *fake) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	if _, err := f.Supports(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	r := &fakeRoutine{c: c, in: in, batch: b == provider.Batch}
	if c.Algorithm.ID == "sha256" {
		r.faults = f.faults
	}
	if f.start {
		r.faults = faults{}
	}
	if r.refuse {
		return nil, fmt.Errorf("%s: %w: not today", f.name, provider.ErrRefused)
	}
	return r, nil
}

type fakeRoutine struct {
	faults
	c     catalog.Case
	in    catalog.Inputs
	batch bool
	out   []byte
}

// happen does what goes wrong.
func (f *faults) happen() {
	switch {
	case f.c != "":
		faulty.Do(f.c)
	case f.abort:
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		time.Sleep(time.Hour) // select {} would have the runtime find a deadlock while it prints the signal, and hang
	case f.killed:
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case f.panics:
		panic("out of luck")
	case f.exit:
		os.Exit(0)
	case f.print:
		for range 1 << 10 {
			fmt.Println(strings.Repeat("na ", 40))
		}
	case f.leak:
		for {
			leaked = append(leaked, make([]byte, 1<<28))
		}
	case f.fork:
		c := exec.Command("sleep", "3")
		c.Stdout, c.Stderr, c.ExtraFiles = os.Stdout, os.Stderr, []*os.File{os.NewFile(3, ""), os.NewFile(4, "")}
		_ = c.Start()
		os.Exit(0)
	case f.write:
		for fd := range 6 {
			_, _ = syscall.Write(fd, []byte("garbage"))
		}
	}
}

func (r *fakeRoutine) Do(n int) (time.Duration, error) {
	if !r.late || n >= timedFrom {
		r.happen()
	}
	start := time.Now()
	for range n {
		r.out = toys[r.c.Algorithm.ID](r.c, r.in, r.out[:0])
	}
	if r.wrong {
		r.out[3] ^= 1
	}
	if r.batch {
		return time.Since(start), nil
	}
	return 0, nil
}

func (r *fakeRoutine) Output() []byte { return r.out }
func (r *fakeRoutine) Close() error   { return nil }

// toys are the algorithms of a fake.
var toys = map[string]func(c catalog.Case, in catalog.Inputs, out []byte) []byte{
	"crossing": func(_ catalog.Case, _ catalog.Inputs, out []byte) []byte { return out },
	"sha224": func(_ catalog.Case, in catalog.Inputs, out []byte) []byte {
		sum := sha256.Sum224(in.Message)
		return append(out, sum[:]...)
	},
	"sha256": func(_ catalog.Case, in catalog.Inputs, out []byte) []byte {
		sum := sha256.Sum256(in.Message)
		return append(out, sum[:]...)
	},
	"pbkdf2-hmac-sha256": func(c catalog.Case, in catalog.Inputs, out []byte) []byte {
		key, err := pbkdf2.Key(sha256.New, string(in.Key), in.Salt, c.Cost, c.Algorithm.OutLen)
		if err != nil {
			panic(err)
		}
		return append(out, key...)
	},
}

// leaked is what a fake that leaks has.
var leaked [][]byte
