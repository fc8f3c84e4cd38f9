package sample

import (
	"bufio"
	"bytes"
	"crypto/fips140"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// An Environment is the machine and the Go program a run was made with. Empty
// fields are unknown, never assumed.
type Environment struct {
	CPU        string   `json:"cpu"`
	Features   []string `json:"features"` // as the CPU reports them to a program
	Cores      int      `json:"cores"`    // that this process may use
	Threads    int      `json:"threads_per_core,omitempty"`
	Governor   string   `json:"governor,omitempty"`
	Turbo      string   `json:"turbo,omitempty"` // "on", "off"
	Hypervisor string   `json:"hypervisor,omitempty"`
	Quota      float64  `json:"cpu_quota,omitempty"` // CPUs that the control group allows; 0: no limit
	Limits     Limits   `json:"limits,omitzero"`
	// Ticks are those that were found before the run.
	Ticks     []Tick   `json:"ticks,omitempty"`
	Cycles    *Cycles  `json:"cycles,omitempty"` // where a run counted them
	Load      float64  `json:"load"`             // over the last minute, before the run
	MemoryMiB int      `json:"memory_mib,omitempty"`
	OS        string   `json:"os"`
	Kernel    string   `json:"kernel,omitempty"`
	Go        string   `json:"go"`
	GOOS      string   `json:"goos,omitempty"`
	GOARCH    string   `json:"goarch"`
	GOAMD64   string   `json:"goamd64,omitempty"`
	GODEBUG   string   `json:"godebug,omitempty"`
	Variables []string `json:"variables,omitempty"` // of those that Variables names, the ones that are set: NAME=VALUE
	FIPS      string   `json:"fips"`                // Go's FIPS 140-3 mode: "off", "on", "only"
	Compiler  string   `json:"compiler"`            // Go's, with the options that change code
	Warnings  []string `json:"warnings,omitempty"`
}

// An Tick stops every program at a steady rate: a timer tick of the kernel or of a host below it.
type Tick struct {
	Period time.Duration `json:"period_ns"`
	Lasts  time.Duration `json:"lasts_ns"` // as a rule
}

// TickShare is the share of the time that the ticks take.
func TickShare(all []Tick) float64 {
	share := 0.0
	for _, i := range all {
		share += float64(i.Lasts) / float64(i.Period)
	}
	return share
}

// SetTicks notes the ticks that were found, and says what they mean where they take 1 % of the time or more.
func (e *Environment) SetTicks(found []Tick) {
	e.Ticks = found
	share := TickShare(found)
	var each []string
	for _, i := range found {
		each = append(each, fmt.Sprintf("%.0f times a second for %.0f µs", 1/i.Period.Seconds(), float64(i.Lasts)/1000))
	}
	if share >= 0.01 {
		e.Warnings = append(e.Warnings, fmt.Sprintf(
			"timer interrupts take %.1f %% of CPU time (%s): short samples run between them, longer ones are corrected",
			100*share, strings.Join(each, " and ")))
	}
}

// SetThreads says what it means where a sample has more threads than this process may use cores.
func (e *Environment) SetThreads(threads []int) {
	for _, n := range slices.Backward(threads) {
		if n > e.Cores {
			cores := "the one core"
			if e.Cores > 1 {
				cores = fmt.Sprintf("the %d cores", e.Cores)
			}
			text := fmt.Sprintf("%d threads share %s that this process may use: their throughput does not say how the libraries scale", n, cores)
			e.Warnings = slices.Insert(e.Warnings, 0, text)
			return
		}
	}
}

// root is where /proc and /sys are read; tests put files elsewhere.
type root string

// ReadEnvironment describes the machine it runs on.
func ReadEnvironment() Environment { return readEnvironment("/") }

func readEnvironment(r root) Environment {
	e := Environment{
		CPU:      cpuid.CPU.BrandName,
		Features: cpuid.CPU.FeatureSet(),
		Cores:    runtime.GOMAXPROCS(0),
		Threads:  cpuid.CPU.ThreadsPerCore,
		Go:       runtime.Version(),
		GOOS:     runtime.GOOS,
		GOARCH:   runtime.GOARCH,
		GODEBUG:  os.Getenv("GODEBUG"),
		Compiler: runtime.Compiler,
		FIPS:     fips(),
		Kernel:   r.word("proc/sys/kernel/osrelease"),
		OS:       r.osName(),
		Governor: r.word("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
		Turbo:    r.turbo(),
		Quota:    r.quota(),
		Limits:   r.limits(),
	}
	if f := strings.Fields(r.text("proc/loadavg")); len(f) > 0 {
		e.Load, _ = strconv.ParseFloat(f[0], 64)
	}
	e.MemoryMiB = r.memory()
	if cpuid.CPU.VM() {
		e.Hypervisor = "yes"
		if v := cpuid.CPU.HypervisorVendorString; v != "" {
			e.Hypervisor = strings.TrimRight(v, "\x00 ")
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "GOAMD64":
				e.GOAMD64 = s.Value
			case "-gcflags", "-race", "-asan", "-cover":
				e.Compiler += " " + s.Key + "=" + s.Value
			case "-pgo":
				e.Compiler += " -pgo=" + filepath.Base(s.Value)
			}
		}
	}
	for _, name := range Variables() {
		if value := os.Getenv(name); value != "" {
			e.Variables = append(e.Variables, name+"="+value)
		}
	}
	e.Warnings = e.warnings()
	return e
}

// warnings says in words what makes a comparison uncertain on this machine.
func (e *Environment) warnings() []string {
	var w []string
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	if e.Hypervisor != "" {
		add("this is a virtual machine: others may share its core, which slows high-throughput code most; only quiet samples count")
	}
	if e.Governor != "" && e.Governor != "performance" {
		add("the CPU governor is %q: clock speed follows the load; absolute figures move, ratios hardly", e.Governor)
	}
	if e.Turbo == "on" && e.Hypervisor == "" {
		add("turbo is on: absolute figures move with temperature, ratios hardly")
	}
	if e.Threads > 1 && e.Limits.Siblings == "" {
		add("the core has %d hardware threads: work on its sibling slows high-throughput code most", e.Threads)
	}
	if e.Quota > 0 && e.Quota < float64(e.Cores) {
		add("the control group allows %.2f CPUs: a throttled sample looks like a slow one", e.Quota)
	}
	w = append(w, e.Limits.warnings()...)
	if e.Load > 0.5 {
		add("the load was %.2f before the run: other programs share the machine", e.Load)
	}
	if e.FIPS != "off" {
		add("Go's FIPS 140-3 mode is %s: Go's figures contain its checks, and what it forbids is refused", e.FIPS)
	}
	if strings.Contains(e.Compiler, " -") {
		add("built with %s: Go's figures are not those of a normal build", strings.TrimSpace(strings.TrimPrefix(e.Compiler, "gc")))
	}
	return w
}

func fips() string {
	switch {
	case !fips140.Enabled():
		return "off"
	case strings.Contains(os.Getenv("GODEBUG"), "fips140=only"):
		return "only"
	}
	return "on"
}

func (r root) text(path string) string {
	b, err := os.ReadFile(filepath.Join(string(r), path))
	if err != nil {
		return "" // not there on this machine: unknown
	}
	return string(b)
}

func (r root) word(path string) string { return strings.TrimSpace(r.text(path)) }

func (r root) osName() string {
	lines := bufio.NewScanner(strings.NewReader(r.text("etc/os-release")))
	for lines.Scan() {
		if v, ok := strings.CutPrefix(lines.Text(), "PRETTY_NAME="); ok {
			return strings.Trim(v, `"`)
		}
	}
	return runtime.GOOS
}

func (r root) turbo() string {
	switch {
	case r.word("sys/devices/system/cpu/intel_pstate/no_turbo") == "0", r.word("sys/devices/system/cpu/cpufreq/boost") == "1":
		return "on"
	case r.word("sys/devices/system/cpu/intel_pstate/no_turbo") == "1", r.word("sys/devices/system/cpu/cpufreq/boost") == "0":
		return "off"
	}
	return ""
}

func ratio(a, b string) float64 {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil || x <= 0 || y <= 0 {
		return 0 // "max", or not there
	}
	return x / y
}

func (r root) memory() int {
	for line := range bytes.Lines([]byte(r.text("proc/meminfo"))) {
		if f := strings.Fields(string(line)); len(f) >= 2 && f[0] == "MemTotal:" {
			kib, _ := strconv.Atoi(f[1])
			return kib / 1024
		}
	}
	return 0
}
