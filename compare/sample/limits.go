package sample

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Limits are what the machine says of limits to its CPUs' speed. Zero fields are unknown or not there.
type Limits struct {
	Siblings     string  `json:"siblings,omitempty"`          // of the first CPU, where its core has several: "0,64"
	MaxMHz       int     `json:"max_mhz,omitempty"`           // what the hardware can do
	CapMHz       int     `json:"cap_mhz,omitempty"`           // what it is allowed to, where that is less
	BaseMHz      int     `json:"base_mhz,omitempty"`          // what it can keep up
	Overheated   int     `json:"thermal_throttles,omitempty"` // times a core was slowed for its heat since boot
	GroupStopped int     `json:"quota_throttles,omitempty"`   // periods in which the control group ran out of its quota
	GroupBurst   bool    `json:"quota_burst,omitempty"`       // the group may save up quota and exceed it for a while
	Stolen       float64 `json:"stolen,omitempty"`            // share of the CPUs' time since boot that the host gave to others
}

func (r root) limits() Limits {
	const cpu0 = "sys/devices/system/cpu/cpu0/"
	l := Limits{
		MaxMHz:       r.number(cpu0+"cpufreq/cpuinfo_max_freq") / 1000,
		BaseMHz:      r.number(cpu0+"cpufreq/base_frequency") / 1000,
		GroupBurst:   r.group("cpu.max.burst", "cpu.cfs_burst_us", r.number) > 0,
		GroupStopped: r.group("cpu.stat", "cpu.stat", func(path string) int { return field(r.text(path), "nr_throttled") }),
		Stolen:       stolen(r.text("proc/stat")),
	}
	if limit := r.number(cpu0+"cpufreq/scaling_max_freq") / 1000; limit < l.MaxMHz {
		l.CapMHz = limit
	}
	if s := r.word(cpu0 + "topology/thread_siblings_list"); strings.ContainsAny(s, ",-") {
		l.Siblings = s
	}
	counts, _ := filepath.Glob(filepath.Join(string(r), "sys/devices/system/cpu/cpu*/thermal_throttle/*_throttle_count"))
	for _, path := range counts {
		if name, err := filepath.Rel(string(r), path); err == nil {
			l.Overheated = max(l.Overheated, r.number(name))
		}
	}
	return l
}

// warnings says what each limit does to the figures.
func (l *Limits) warnings() []string {
	var w []string
	add := func(when bool, format string, args ...any) {
		if when {
			w = append(w, fmt.Sprintf(format, args...))
		}
	}
	add(l.Siblings != "", "CPUs %s are threads of one core: work on the other slows high-throughput code most, and moves gaps; only quiet samples count", l.Siblings)
	add(l.CapMHz > 0, "the clock is limited to %d of %d MHz: absolute figures are lower than the CPU's, gaps are not", l.CapMHz, l.MaxMHz)
	add(l.BaseMHz > 0 && l.BaseMHz < l.MaxMHz,
		"the clock can burst to %d MHz and keeps up %d: the first seconds may be faster than the rest, in absolute figures; gaps are paired in time", l.MaxMHz, l.BaseMHz)
	add(l.Overheated > 0, "a core was slowed for its heat %d times since boot: absolute figures sag in long runs, and code with wide registers sags first", l.Overheated)
	add(l.GroupStopped > 0, "the control group ran out of its CPU quota in %d periods: a sample that it was stopped in looks slow", l.GroupStopped)
	add(l.GroupBurst, "the control group may exceed its CPU quota for a while: the first seconds may be faster than the rest")
	add(l.Stolen >= 0.01, "the host gave %.0f %% of this machine's CPU time to others since boot: a sample that it was stopped in looks slow", 100*l.Stolen)
	return w
}

// number reads a whole number; 0 where there is none.
func (r root) number(path string) int {
	n, err := strconv.Atoi(r.word(path))
	if err != nil {
		return 0
	}
	return n
}

// groups returns the folders of the control groups that the process is in, the innermost
// first: those of version 2, or those of version 1 that limit the CPU.
func (r root) groups() (v2, v1 []string) {
	up := func(mount, path string) []string {
		var all []string
		for ; ; path = filepath.Dir(path) {
			all = append(all, filepath.Join(mount, path))
			if path == "/" || path == "." {
				return all
			}
		}
	}
	v2, v1 = []string{"sys/fs/cgroup"}, []string{"sys/fs/cgroup/cpu"}
	for line := range strings.Lines(r.text("proc/self/cgroup")) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) != 3 || !strings.HasPrefix(f[2], "/") {
			continue
		}
		if f[0] == "0" && f[1] == "" {
			v2 = up("sys/fs/cgroup", f[2])
		}
		for _, controller := range strings.Split(f[1], ",") {
			if controller == "cpu" {
				v1 = append(up("sys/fs/cgroup/cpu", f[2]), up("sys/fs/cgroup/"+f[1], f[2])...)
			}
		}
	}
	return v2, v1
}

// group reads a number of the process's control groups: the largest of them.
func (r root) group(nameV2, nameV1 string, read func(path string) int) int {
	most := 0
	v2, v1 := r.groups()
	for _, dir := range v2 {
		most = max(most, read(filepath.Join(dir, nameV2)))
	}
	for _, dir := range v1 {
		most = max(most, read(filepath.Join(dir, nameV1)))
	}
	return most
}

// quota reads how many CPUs the control groups allow, the strictest of them; 0: no limit.
func (r root) quota() float64 {
	least := 0.0
	limit := func(cpus float64) {
		if cpus > 0 && (least == 0 || cpus < least) {
			least = cpus
		}
	}
	v2, v1 := r.groups()
	for _, dir := range v2 {
		if f := strings.Fields(r.text(filepath.Join(dir, "cpu.max"))); len(f) == 2 {
			limit(ratio(f[0], f[1]))
		}
	}
	for _, dir := range v1 {
		limit(ratio(r.word(filepath.Join(dir, "cpu.cfs_quota_us")), r.word(filepath.Join(dir, "cpu.cfs_period_us"))))
	}
	return least
}

// field is the number behind a name, one of each a line; 0 where it is not there.
func field(text, name string) int {
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == name {
			n, _ := strconv.Atoi(f[1])
			return n
		}
	}
	return 0
}

// stolen is the share of steal in the first line of /proc/stat.
func stolen(stat string) float64 {
	first, _, _ := strings.Cut(stat, "\n")
	f := strings.Fields(first)
	const steal = 8
	if len(f) <= steal || f[0] != "cpu" {
		return 0
	}
	var sum float64
	for _, text := range f[1 : steal+1] { // what follows is contained in these
		n, _ := strconv.ParseFloat(text, 64)
		sum += n
	}
	n, _ := strconv.ParseFloat(f[steal], 64)
	if sum <= 0 {
		return 0
	}
	return n / sum
}
