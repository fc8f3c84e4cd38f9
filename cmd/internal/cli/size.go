package cli

import (
	"errors"
	"strconv"
	"strings"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// sizeUnits are the suffixes of a size. Units of ten have none, so that 1k cannot be
// misread.
var sizeUnits = []struct {
	suffix string
	bytes  int
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}}

// parseSize reads a number of bytes: 64, 1KiB, 16MiB.
func parseSize(text string) (int, error) {
	number, unit := text, 1
	for _, u := range sizeUnits {
		if n, ok := strings.CutSuffix(text, u.suffix); ok {
			number, unit = n, u.bytes
			break
		}
	}
	n, err := strconv.Atoi(strings.TrimSpace(number))
	switch {
	case n < 0: // also where it is too far below 0 for an int
		return 0, usagef("--sizes %s: a size below 0", text)
	case errors.Is(err, strconv.ErrRange), err == nil && n > catalog.MaxSize/unit:
		return 0, usagef("--sizes %s: the largest message is %d MiB", text, catalog.MaxSize>>20)
	case err != nil:
		return 0, usagef("--sizes %q is not a number of bytes: write 64, 1KiB or 16MiB", text)
	}
	return n * unit, nil
}

// checkMemory refuses sizes that do not fit into this machine.
func checkMemory(sizes []int) error {
	memory := sample.ReadEnvironment().MemoryMiB
	for _, n := range sizes {
		if err := compare.CheckMemory(n, memory); err != nil {
			return usagef("--sizes %d: %w", n, err)
		}
	}
	return nil
}
