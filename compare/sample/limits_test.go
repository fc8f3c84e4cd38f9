package sample

import (
	"strings"
	"testing"
)

func TestLimitsOfABusyMachine(t *testing.T) {
	const cpu0 = "sys/devices/system/cpu/cpu0/"
	e := readEnvironment(fakeRoot(t, map[string]string{
		cpu0 + "topology/thread_siblings_list":                                "0,4\n",
		cpu0 + "cpufreq/cpuinfo_max_freq":                                     "4000000\n",
		cpu0 + "cpufreq/scaling_max_freq":                                     "2500000\n",
		cpu0 + "cpufreq/base_frequency":                                       "2000000\n",
		cpu0 + "thermal_throttle/core_throttle_count":                         "3\n",
		"sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count": "7\n",
		"proc/self/cgroup":                                                    "0::/a/b\n",
		"sys/fs/cgroup/a/cpu.max":                                             "150000 100000\n",
		"sys/fs/cgroup/a/b/cpu.max":                                           "max 100000\n",
		"sys/fs/cgroup/a/b/cpu.stat":                                          "usage_usec 1\nnr_periods 9\nnr_throttled 5\n",
		"sys/fs/cgroup/a/cpu.max.burst":                                       "1000\n",
		"proc/stat":                                                           "cpu  50 0 10 30 0 0 0 10 50 0\ncpu0 1\n",
	}))
	want := Limits{
		Siblings: "0,4", MaxMHz: 4000, CapMHz: 2500, BaseMHz: 2000, Overheated: 7, GroupStopped: 5, GroupBurst: true, Stolen: 0.1,
	}
	if e.Limits != want || e.Quota != 1.5 {
		t.Errorf("limits %+v, quota %v, want %+v, 1.5", e.Limits, e.Quota, want)
	}
	all := strings.Join(e.Limits.warnings(), "\n")
	for _, words := range []string{
		"CPUs 0,4 are threads of one core", "limited to 2500 of 4000 MHz", "burst to 4000 MHz and keeps up 2000", "for its heat 7 times",
		"its CPU quota in 5 periods", "exceed its CPU quota", "gave 10 % of",
	} {
		if !strings.Contains(all, words) {
			t.Errorf("no warning says %q:\n%s", words, all)
		}
	}
}

func TestLimitsOfAFreeMachine(t *testing.T) {
	const cpu0 = "sys/devices/system/cpu/cpu0/"
	l := fakeRoot(t, map[string]string{
		cpu0 + "topology/thread_siblings_list": "0\n",
		cpu0 + "cpufreq/cpuinfo_max_freq":      "4000000\n",
		cpu0 + "cpufreq/scaling_max_freq":      "4000000\n",
		"proc/stat":                            "cpu  50 0 10 30 0 0 0 0 0 0\n",
	}).limits()
	if w := l.warnings(); len(w) > 0 {
		t.Errorf("warns of nothing: %q", w)
	}
}

func TestQuotaOfVersion1(t *testing.T) {
	r := fakeRoot(t, map[string]string{
		"proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/job\n",
		"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us":  "50000\n",
		"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us": "100000\n",
		"sys/fs/cgroup/cpu,cpuacct/job/cpu.stat":          "nr_throttled 2\n",
	})
	if q, n := r.quota(), r.limits().GroupStopped; q != 0.5 || n != 2 {
		t.Errorf("quota %v, stopped %d, want 0.5, 2", q, n)
	}
}
