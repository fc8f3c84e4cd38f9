package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare"
)

// maxLayouts bounds the worker binaries of one run.
const maxLayouts = 64

// layouts returns the worker binaries of other link layouts that stand beside the program. command is the command line of
// a worker. wanted are the linker's seeds ("1-8"); "" means all up to the default ones, none where there are none.
func (a *app) layouts(command []string, wanted string) ([]compare.Layout, error) {
	return layoutsOf(command, a.Stamp, wanted)
}

// layoutsOf is layouts for a binary with the given stamp.
func layoutsOf(command []string, build, wanted string) ([]compare.Layout, error) {
	dir := command[0] + ".layouts"
	stamp, err := os.ReadFile(filepath.Join(dir, "stamp"))
	have := err == nil && build != "" && strings.TrimSpace(string(stamp)) == build
	seeds := defaultLayouts()
	if wanted != "" {
		if seeds, err = parseSeeds(wanted); err != nil {
			return nil, err
		}
	}
	var all []compare.Layout
	for _, seed := range seeds {
		name := strconv.Itoa(seed)
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); !have || err != nil || !info.Mode().IsRegular() {
			if wanted != "" {
				return nil, usagef("--layouts %s: this build has no layout %s; link it with: make layouts LAYOUTS=%s", wanted, name, wanted)
			}
			continue
		}
		all = append(all, compare.Layout{Name: name, Command: append([]string{path}, command[1:]...)})
	}
	return all, nil
}

// defaultLayouts are the seeds that "make build" links, the same for everybody.
func defaultLayouts() []int { return []int{1, 2, 3, 4, 5, 6, 7, 8} }

// parseSeeds reads "1-4,9" or "none".
func parseSeeds(text string) ([]int, error) {
	if text == "none" {
		return nil, nil
	}
	var seeds []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || from < 1 || to < from || to-from >= maxLayouts {
			return nil, usagef("--layouts %s: want seeds such as 1-8 or 1,2,9, or none", text)
		}
		for seed := from; seed <= to; seed++ {
			if !slices.Contains(seeds, seed) {
				seeds = append(seeds, seed)
			}
		}
	}
	if len(seeds) > maxLayouts {
		return nil, usagef("--layouts %s: at most %d", text, maxLayouts)
	}
	return seeds, nil
}
