package report

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The bars of a call add up to the call, and Go's is beside them.
func TestCostChartsAddUp(t *testing.T) {
	c := newComposer(madeRuns(t)["sweep"], Options{Verbose: true, charts: true})
	charts := c.costCharts(c.callCosts())
	if len(charts) == 0 {
		t.Fatal("no chart of what a call costs")
	}
	piece := regexp.MustCompile(`(work|set-up|cgo call) (\d+)`)
	for _, x := range charts {
		libraries := strings.Split(x.Caption, "; ")[1:]
		if !strings.HasPrefix(libraries[0], "Go: ") || !strings.Contains(x.Caption, "cgo call") {
			t.Errorf("%s: want Go first, and a cgo call", x.Caption)
		}
		total := regexp.MustCompile(`<text class="tick" [^>]*>(\d+)`).FindAllStringSubmatch(string(x.SVG), -1)
		for i, l := range libraries {
			sum := 0
			for _, m := range piece.FindAllStringSubmatch(l, -1) {
				ns, _ := strconv.Atoi(m[2])
				sum += ns
			}
			if want, _ := strconv.Atoi(total[i][1]); sum < want*8/10-2 || sum > want*12/10+2 { // the total is rounded by its interval
				t.Errorf("%s: the parts are %d ns, the call %d", x.Caption, sum, want)
			}
		}
	}
}
