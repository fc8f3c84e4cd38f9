package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"cryptogap/compare/sample"
)

// A counter counts cycles of the thread that opened it, which must stay locked to its goroutine.
type counter struct {
	read  func() int64
	close func()
}

// openCounter opens the source's counter; the zero source has none.
func openCounter(source string) (*counter, error) {
	switch source {
	case "":
		return nil, nil
	case sample.CyclesPerf:
		return openPerf()
	case sample.CyclesTSC:
		return &counter{read: tsc, close: func() {}}, nil
	}
	return nil, fmt.Errorf("harness: no cycles can be had from %q", source)
}

// Cycles says what cycles can be counted with on this machine.
func Cycles() sample.Cycles {
	c, err := openPerf()
	if err == nil {
		defer c.close()
		before := c.read()
		probe()
		if c.read() > before { // some virtual machines open the counter and never move it
			return sample.Cycles{Source: sample.CyclesPerf}
		}
		err = errors.New("the counter stands still")
	}
	why := fmt.Sprintf("the kernel's cycle counter cannot be used (%v)", err)
	if !steadyTSC() {
		return sample.Cycles{Source: sample.CyclesNone, Why: why}
	}
	return sample.Cycles{Source: sample.CyclesTSC, Hz: tscRate(), Why: why}
}

// openPerf counts the cycles that this thread spends in user space.
func openPerf() (*counter, error) {
	attr := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_HARDWARE, Config: unix.PERF_COUNT_HW_CPU_CYCLES, Size: unix.PERF_ATTR_SIZE_VER0,
		Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("perf_event_open: %w", err)
	}
	var b [8]byte
	return &counter{
		read: func() int64 {
			if n, err := unix.Read(fd, b[:]); n != len(b) || err != nil {
				return 0
			}
			return int64(binary.NativeEndian.Uint64(b[:]))
		},
		close: func() { _ = unix.Close(fd) },
	}, nil
}

// steadyTSC says whether this CPU has a reference clock that a program can read, and that runs at one
// rate whatever the core's clock does.
func steadyTSC() bool {
	if tsc() == 0 {
		return false
	}
	if alwaysSteady {
		return true
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	return err == nil && constantTSC(string(info))
}

// constantTSC says whether the kernel's description of the CPUs has a reference clock of one rate in each.
func constantTSC(cpuinfo string) bool {
	seen := false
	for line := range strings.Lines(cpuinfo) {
		key, flags, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) != "flags" {
			continue
		}
		if !slices.Contains(strings.Fields(flags), "constant_tsc") {
			return false
		}
		seen = true
	}
	return seen
}

// tscRate measures the reference clock against the monotonic one, in ticks a second.
func tscRate() float64 {
	const gap = 20 * time.Millisecond
	t0, n0 := bracket()
	time.Sleep(gap)
	t1, n1 := bracket()
	return float64(n1-n0) / t1.Sub(t0).Seconds()
}

// bracket reads both clocks as close together as some tries allow.
func bracket() (at time.Time, n int64) {
	closest := time.Duration(1 << 62)
	for range 16 {
		before := time.Now()
		tick := tsc()
		if d := time.Since(before); d < closest {
			closest, at, n = d, before.Add(d/2), tick
		}
	}
	return at, n
}
