package sample

import (
	"fmt"
	"slices"
	"strings"
)

// A Factor is something about a run that changes its figures.
type Factor struct {
	Name   string
	Value  string // "": not known
	Effect string // of a difference: what else differs then
	Scope  Scope
}

// A Scope says what two runs that differ in a factor have in common.
type Scope int

// The scopes.
const (
	Set     Scope = iota // it was set, or built: times compare, and the factor may be what is compared
	Host                 // of one CPU: times compare with care
	Foreign              // nothing but ratios
)

// Variables are those of the environment that change figures and that the records keep besides GODEBUG.
func Variables() []string {
	return []string{
		"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GLIBC_TUNABLES", "LD_PRELOAD", "LD_LIBRARY_PATH",
		"LIBGCRYPT_FORCE_FIPS_MODE", "MALLOC_ARENA_MAX", "MALLOC_PERTURB_", "MALLOC_TOP_PAD_",
	}
}

// CPU is the name of the factor that tells machines apart, Compiler that of Go's compiler and its options.
const (
	CPU      = "the CPU"
	Compiler = "the Go compiler's mode"
)

// none stands for a list that is empty.
const none = "none"

// Factors are all that changes a run's figures, but for its rows. It is the one list of them: diff, merge and the columns of ab compare
// what it has.
func (r *Run) Factors() []Factor {
	var all []Factor
	add := func(scope Scope, effect, name, value string) { all = append(all, Factor{name, value, effect, scope}) }
	e, s := &r.Environment, &r.Settings
	add(Foreign, "times of two machines do not compare", CPU, e.CPU)
	add(Foreign, "times of two machines do not compare", "the architecture", e.GOARCH)
	add(Host, "libraries may choose other code", "what the CPU offers", strings.Join(e.Features, " "))
	add(Host, "the host takes its part", "the hypervisor", joined(e.Hypervisor))
	add(Host, "work on a core's other thread slows code down", "the number of threads per core", count(e.Threads))
	add(Host, "the clock differs", "the CPU governor", e.Governor)
	add(Host, "the clock differs", "turbo", e.Turbo)
	add(Host, "clock and scheduling may differ", "the kernel", e.Kernel)
	add(Set, "Go collects garbage on other cores", "the number of cores allowed", count(e.Cores))
	add(Set, "samples may be throttled", "the CPU quota", quota(e.Quota))
	add(Set, "every library's code differs", "--cpu", restriction(s.Without))
	add(Set, "the work of a sample differs", "--threads", joined(each(s.Threads)...))
	add(Set, "garbage collection costs otherwise", "--live-heap", fmt.Sprintf("%d MiB", s.LiveHeap>>20))
	add(Set, "what is named is slower", "the planted delay", strings.TrimSpace(fmt.Sprintf("%g %% %s", 100*s.Delay, s.DelayIn)))
	add(Set, "code lies at other addresses", "the set of link layouts", layouts(r))
	add(Set, "it may measure in another way", "cryptogap's version", r.Tool)
	add(Set, "Go's code differs", "the Go version", e.Go)
	add(Set, "Go's code differs", "GOAMD64", e.GOAMD64)
	add(Set, "Go's code differs", Compiler, e.Compiler)
	add(Set, "Go's code paths may differ", "GODEBUG", debugOf(r))
	add(Set, "Go's figures contain its checks on one side", "Go's FIPS mode", e.FIPS)
	add(Set, "it may change any library", "the environment", joined(variables(r)...))
	for i := range r.Libraries {
		all = append(all, r.Libraries[i].factors(e.Go)...)
	}
	return all
}

// factors are what is known of how the library was built. What is part of Go has Go's version.
func (l *Library) factors(goVersion string) []Factor {
	title := l.Title
	if title == "" {
		title = l.Name
	}
	version := l.Version
	switch {
	case l.Missing != "":
		version = "not in this build: " + l.Missing
	case version == goVersion:
		version = ""
	}
	all := []Factor{{title + "'s version", version, "its code differs", Set}}
	for _, f := range l.Build {
		if f.Key == "key" { // a hash of the others
			continue
		}
		all = append(all, Factor{title + "'s " + f.Key, f.Value, "its code may differ", Set})
	}
	return append(all, Factor{title + "'s use of CPU features", strings.Join(l.Features, " "), "its code differs", Set})
}

func joined(all ...string) string {
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	if len(all) == 0 {
		return none
	}
	return strings.Join(all, " ")
}

func each(numbers []int) []string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = fmt.Sprint(n)
	}
	return all
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// layouts are not known of a report that was written before it named them; records have units besides.
func layouts(r *Run) string {
	if r.Layouts == nil && r.Units == nil {
		return ""
	}
	return joined(r.Layouts...)
}

func quota(cpus float64) string {
	if cpus == 0 {
		return none
	}
	return fmt.Sprintf("%.2f CPUs", cpus)
}

// restriction is what --cpu was given for it.
func restriction(without []string) string {
	if len(without) == 0 {
		return "all"
	}
	return "no-" + strings.Join(without, ",no-")
}

// debugOf is GODEBUG, but for what --cpu adds to it.
func debugOf(r *Run) string {
	parts := strings.Split(r.Environment.GODEBUG, ",")
	if len(r.Settings.Without) > 0 {
		parts = slices.DeleteFunc(parts, func(p string) bool { return strings.HasPrefix(p, "cpu.") })
	}
	return joined(parts...)
}

// variables are those that were set, for the whole run or for the workers alone.
func variables(r *Run) []string {
	all := slices.Concat(r.Environment.Variables, r.Environ)
	all = slices.DeleteFunc(all, func(v string) bool { return strings.HasPrefix(v, "GODEBUG=") })
	slices.Sort(all)
	return slices.Compact(all)
}

// A Difference is a factor in which runs differ.
type Difference struct {
	Factor
	Values []string // one a run, shortened to what differs; "": not known
}

// String says it of two runs.
func (d *Difference) String() string {
	return fmt.Sprintf("%s differs: %s: %s", d.Name, d.Against(), d.Effect)
}

// Against is the values of two runs: "all against no-aes".
func (d *Difference) Against() string { return strings.Join(d.Values, " against ") }

// Differences returns the factors in which the runs differ, in the order of Factors. What is not known of a run does not differ.
func Differences(runs ...*Run) []Difference {
	var all []Difference
	for i, r := range runs {
		for _, f := range r.Factors() {
			at := slices.IndexFunc(all, func(d Difference) bool { return d.Name == f.Name })
			if at < 0 {
				at = len(all)
				all = append(all, Difference{f, make([]string, len(runs))})
			}
			all[at].Values[i] = f.Value
		}
	}
	all = slices.DeleteFunc(all, func(d Difference) bool { return !d.differs() })
	// Another version is another archive.
	all = slices.DeleteFunc(all, func(d Difference) bool {
		title, archive := strings.CutSuffix(d.Name, "'s archive SHA-256")
		return archive && slices.ContainsFunc(all, func(v Difference) bool { return v.Name == title+"'s version" })
	})
	// What a library says of its build that the run says too: Go's GOAMD64.
	all = slices.DeleteFunc(all, func(d Difference) bool {
		return slices.ContainsFunc(all, func(o Difference) bool {
			return strings.HasSuffix(d.Name, "'s "+o.Name) && slices.Equal(d.Values, o.Values)
		})
	})
	for i := range all {
		all[i].shorten()
	}
	return all
}

func (d *Difference) differs() bool {
	known := slices.DeleteFunc(slices.Clone(d.Values), func(v string) bool { return v == "" })
	slices.Sort(known)
	return len(slices.Compact(known)) > 1
}

// longest is how many bytes a value may have before only what differs in it is left.
const longest = 40

// shorten leaves out the words that all values have, where one of them is long and they are lists: of options, or of names.
func (d *Difference) shorten() {
	if !slices.ContainsFunc(d.Values, func(v string) bool { return len(v) > longest }) || slices.ContainsFunc(d.Values, sentence) {
		return
	}
	words := make([][]string, len(d.Values))
	for i, v := range d.Values {
		words[i] = strings.Fields(v)
	}
	inAll := func(word string) bool {
		for i := range words {
			if d.Values[i] != "" && !slices.Contains(words[i], word) {
				return false
			}
		}
		return true
	}
	short := make([]string, len(d.Values))
	for i := range words {
		short[i] = strings.Join(slices.DeleteFunc(slices.Clone(words[i]), inAll), " ")
	}
	if slices.Equal(short, make([]string, len(short))) {
		return // the same words in another order
	}
	for i, v := range d.Values {
		switch {
		case v == "":
		case short[i] == "":
			d.Values[i] = "without"
		default:
			d.Values[i] = short[i]
		}
	}
}

// sentence tells text from a list of options or of names with a sign in them.
func sentence(v string) bool {
	plain := 0
	words := strings.Fields(v)
	for _, w := range words {
		if !strings.ContainsAny(w, "-_=.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			plain++
		}
	}
	return 2*plain > len(words)
}
