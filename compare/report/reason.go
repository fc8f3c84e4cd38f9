package report

import (
	"regexp"
	"strings"
)

// Where an error was, as those of providers say it on their way up: its package, and the operation or the case.
var (
	packageName = regexp.MustCompile(`^[a-z]+$`)
	placeName   = regexp.MustCompile(`^[a-z-]+ of [a-z0-9-]+$|^[a-z0-9-]+/op=[^ ]+$`)
)

// reason is why without the places an error names on its way up: the row says them already, and the same reason in
// two rows is one note.
func reason(why string) string {
	clauses := strings.Split(why, "; ")
	for i, clause := range clauses {
		var kept []string
		steps := strings.Split(clause, ": ")
		for k := 0; k < len(steps); k++ {
			if k+2 < len(steps) && packageName.MatchString(steps[k]) && placeName.MatchString(steps[k+1]) {
				k++ // and what comes of it stays
				continue
			}
			kept = append(kept, steps[k])
		}
		clauses[i] = strings.Join(kept, ": ")
	}
	return strings.Join(clauses, "; ")
}
