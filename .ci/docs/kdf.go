// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ratios2013 are those that libgcrypt's commit "md: keep contexts for HMAC" gave for PBKDF2 in 2013: the time before divided by that after.
var ratios2013 = map[string]string{"pbkdf2-hmac-md5": "2.17", "pbkdf2-hmac-sha256": "2.11", "pbkdf2-hmac-gostr3411-94": "1.39"}

// keptContexts returns a table of what kept contexts save in PBKDF2: the time of an iteration that sets the key anew, that of one that does
// not, and their ratio, of Go and libgcrypt.
func (d *docs) keptContexts(records string) (string, error) {
	out, err := d.command("report", records, "--format", "csv")
	if err != nil {
		return "", err
	}
	lines, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err == nil && len(lines) == 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return "", fmt.Errorf("report %s --format csv: %w", records, err)
	}
	at := func(line []string, column string) string { return line[slices.Index(lines[0], column)] }
	type timed struct {
		of    [3]float64 // the time of an iteration and its interval
		noisy bool
	}
	times := make(map[string]timed) // by algorithm, operation and library
	var algorithms []string
	rounds, quiet := 0, 0
	for _, line := range lines[1:] {
		name := at(line, "algorithm")
		if at(line, "boundary") != "call" || !strings.HasPrefix(name, "pbkdf2-") || at(line, "ns_per_iteration") == "" {
			continue
		}
		t := timed{noisy: at(line, "noisy") == "true" || at(line, "unstable") != ""}
		for i, column := range []string{"ns_per_iteration", "ns_per_iteration_low", "ns_per_iteration_high"} {
			if t.of[i], err = strconv.ParseFloat(at(line, column), 64); err != nil {
				return "", fmt.Errorf("%s of %s: %w", column, name, err)
			}
		}
		for column, n := range map[string]*int{"rounds": &rounds, "quiet_rounds": &quiet} {
			more, err := strconv.Atoi(at(line, column))
			if err != nil {
				return "", fmt.Errorf("%s of %s: %w", column, name, err)
			}
			*n += more
		}
		times[name+" "+at(line, "operation")+" "+at(line, "provider")] = t
		if !slices.Contains(algorithms, name) {
			algorithms = append(algorithms, name)
		}
	}
	var b strings.Builder
	b.WriteString("| algorithm | Go: key anew, ns | kept, ns | ratio | libgcrypt: key anew, ns | kept, ns | ratio | ratio in 2013 |\n")
	b.WriteString("| --- | --: | --: | --: | --: | --: | --: | --: |\n")
	for _, name := range algorithms {
		fmt.Fprintf(&b, "| %s |", name)
		for _, library := range []string{"go", "libgcrypt"} {
			x, y := times[name+" derive-rekey "+library], times[name+" derive "+library]
			anew, kept := x.of, y.of
			if anew[0] == 0 || kept[0] == 0 {
				b.WriteString("  |  |  |")
				continue
			}
			flag := ""
			if x.noisy || y.noisy {
				flag = "? "
			}
			// Half the interval of a ratio of two times that do not depend on each other.
			half := anew[0] / kept[0] * math.Hypot((anew[2]-anew[1])/2/anew[0], (kept[2]-kept[1])/2/kept[0])
			fmt.Fprintf(&b, " %.0f | %.0f | %s%.1f ±%.1f |", anew[0], kept[0], flag, anew[0]/kept[0], half)
		}
		fmt.Fprintf(&b, " %s |\n", ratios2013[name])
	}
	if len(algorithms) == 0 {
		return "", fmt.Errorf("%s has no rows of PBKDF2", records)
	}
	fmt.Fprintf(&b, "\n?: noisy or unstable. %d %% of the rounds of these rows were quiet.\n", 100*quiet/max(1, rounds))
	return b.String(), nil
}
