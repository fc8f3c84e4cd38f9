package sample

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func fakeRoot(t *testing.T, files map[string]string) root {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root(dir)
}

func TestEnvironmentReadsTheMachine(t *testing.T) {
	e := readEnvironment(fakeRoot(t, map[string]string{
		"proc/loadavg":              "1.25 0.50 0.10 1/100 1234\n",
		"proc/meminfo":              "MemTotal:        8388608 kB\nMemFree: 1 kB\n",
		"proc/sys/kernel/osrelease": "6.1.0-test\n",
		"etc/os-release":            "NAME=x\nPRETTY_NAME=\"Test OS 1\"\n",
		"sys/fs/cgroup/cpu.max":     "50000 100000\n",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
		"sys/devices/system/cpu/cpufreq/boost":                 "1\n",
	}))
	if e.Load != 1.25 || e.MemoryMiB != 8192 || e.Kernel != "6.1.0-test" || e.OS != "Test OS 1" || e.Quota != 0.5 || e.Governor != "powersave" || e.Turbo != "on" {
		t.Errorf("environment misread: %+v", e)
	}
	all := strings.Join(e.Warnings, "\n")
	for _, want := range []string{`governor is "powersave"`, "allows 0.50 CPUs", "load was 1.25"} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning says %q:\n%s", want, all)
		}
	}
}

func TestEnvironmentKnowsNothingOfAnEmptyMachine(t *testing.T) {
	e := readEnvironment(fakeRoot(t, nil))
	if e.Governor != "" || e.Turbo != "" || e.Quota != 0 || e.Load != 0 || e.MemoryMiB != 0 {
		t.Errorf("something was made up: %+v", e)
	}
}

func TestQuotaWithoutLimit(t *testing.T) {
	if q := fakeRoot(t, map[string]string{"sys/fs/cgroup/cpu.max": "max 100000\n"}).quota(); q != 0 {
		t.Errorf("quota %v, want 0 for max", q)
	}
	if q := fakeRoot(t, map[string]string{
		"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
	}).quota(); q != 2 {
		t.Errorf("quota of version 1 = %v, want 2", q)
	}
}

func TestHear(t *testing.T) {
	var e Environment
	e.SetTicks([]Tick{{time.Millisecond, 36_600}, {4 * time.Millisecond, 47_000}})
	want := "timer interrupts take 4.8 % of CPU time (1000 times a second for 37 µs and 250 times a second for 47 µs): short samples run between them, longer ones are corrected"
	if len(e.Ticks) != 2 || !slices.Equal(e.Warnings, []string{want}) {
		t.Errorf("%v", e)
	}
	e = Environment{}
	e.SetTicks([]Tick{{4 * time.Millisecond, 3_000}})
	if len(e.Ticks) != 1 || e.Warnings != nil {
		t.Errorf("%v: what takes a thousandth is no warning", e)
	}
}

func TestThreadsOnTooFewCores(t *testing.T) {
	for _, c := range []struct {
		cores   int
		threads []int
		want    string
	}{
		{1, []int{1, 2}, "2 threads share the one core"}, {2, []int{1, 4}, "4 threads share the 2 cores"}, {2, []int{1, 2}, ""}, {1, nil, ""},
	} {
		e := Environment{Cores: c.cores, Warnings: []string{"another"}}
		e.SetThreads(c.threads)
		if got := e.Warnings[0]; len(e.Warnings) > 1 != (c.want != "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%d cores, threads %v: %q", c.cores, c.threads, e.Warnings)
		}
	}
}
