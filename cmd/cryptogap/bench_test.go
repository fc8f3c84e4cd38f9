package main

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// program runs cryptogap and returns the most memory that it or one of its workers held, in MiB.
func program(b *testing.B, args ...string) float64 {
	b.Helper()
	cmd := exec.Command("cryptogap", args...)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+b.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("cryptogap %v: %v\n%s", args, err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Skip("this system does not say how much memory a process held")
	}
	return float64(usage.Maxrss) / 1024 // Linux counts in KiB
}

// BenchmarkList is how long cryptogap list takes: it should be below 50 ms.
func BenchmarkList(b *testing.B) {
	for b.Loop() {
		program(b, "list")
	}
}

// BenchmarkRunMemory is how much memory a run of the default suites holds, its workers with it: it should be below 100 MiB.
func BenchmarkRunMemory(b *testing.B) {
	most := 0.0
	for b.Loop() {
		most = max(most, program(b, "run", "--quick", "--time", "1ms", "--budget", "2s", "--format", "html", "-o", os.DevNull))
	}
	b.ReportMetric(most, "MiB")
}
