package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"cryptogap/compare/result"
)

// noisy makes the run of one whose neighbours took part of the core all the time, now more and now less, and of Go
// more than of the others, so that every gap is far from what it is, and sure of it.
func noisy(t *testing.T, m *maker) *result.Result {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	records := m.records(t)
	for i := range records {
		r := records[i].Round
		if r == nil {
			continue
		}
		for k := range r.Probes {
			r.Probes[k] = int64(20000 * (1.1 + rng.Float64()))
		}
		for lane, l := range m.run.Units[r.Unit].Lanes {
			if l.Provider == goLib {
				r.NS[lane] += r.NS[lane] * 2 / 5
			}
		}
	}
	res, err := result.From(records)
	if err != nil {
		t.Fatal(err)
	}
	sure := 0
	for i := range res.Rows {
		if row := &res.Rows[i]; row.Rounds == 0 || !row.Contended {
			t.Fatalf("%s is not contended: %d of %d rounds are quiet", row.Unit.Row, row.Quiet, row.Rounds)
		}
		for _, g := range res.Rows[i].Gaps {
			if !g.Ratio.Tie() {
				sure++
			}
		}
	}
	if sure == 0 {
		t.Fatal("no gap is sure of itself: there is nothing to mark")
	}
	return res
}

// noisyRuns are a plain run, a sweep, and one in several threads.
func noisyRuns(t *testing.T) map[string]*result.Result {
	t.Helper()
	find := func(rows []made, ids ...string) []made {
		return slices.DeleteFunc(rows, func(m made) bool { return !slices.Contains(ids, m.algorithm) })
	}
	threads := newMaker(find(madeRows(), "crossing", "sha256", "ecdsa-p256"), madeLibraries())
	threads.run.Settings.Threads = []int{1, 2}
	return map[string]*result.Result{
		"plain":   noisy(t, newMaker(find(madeRows(), "crossing", "aes-128-gcm", "sha256", "camellia-128-cbc", "pbkdf2-hmac-sha256", "ecdsa-p256"), madeLibraries())),
		"sweep":   noisy(t, newMaker(find(sweptRows(), "crossing", "md5"), madeLibraries())),
		"threads": noisy(t, threads),
	}
}

const saysNoisy = "the machine was noisy throughout"

// gapText finds gaps and other ratios of times with their intervals, with what stands before them.
var gapText = regexp.MustCompile(`(\S*) *\b[0-9.]+ +±[0-9.]+`)

func TestANoisyRunNamesNoWinner(t *testing.T) {
	for name, res := range noisyRuns(t) {
		for _, f := range []Format{Table, Markdown} {
			for _, o := range []Options{{}, {Verbose: true}, {Width: 80}} {
				text := string(written(t, res, f, o))
				if !strings.Contains(strings.Join(strings.Fields(text), " "), saysNoisy) {
					t.Errorf("%s as %s: the header does not say it", name, f)
				}
				for _, word := range []string{"Rows by kind", "agree with it", "slower in", "faster in"} {
					if strings.Contains(text, word) {
						t.Errorf("%s as %s: it sums up what is not known: %s", name, f, word)
					}
				}
				for _, l := range strings.Split(text, "\n") {
					if found := gapText.FindStringSubmatch(l); found != nil && !strings.Contains(l, "?") && !strings.Contains(l, "noisy") && !strings.Contains(l, "flagged") {
						t.Errorf("%s as %s: an unmarked gap: %s", name, f, l)
					}
				}
			}
		}
	}
}

func TestANoisyRunHasMarkedLines(t *testing.T) {
	for name, res := range noisyRuns(t) {
		gaps := 0
		for _, l := range csvTable(t, res) {
			if l["line"] == csvRow && l["noisy"] != "true" || l["fit_call_ns"] != "" || l["break_even"] != "" {
				t.Errorf("%s: an unmarked line: %v", name, l)
			}
			if l["base_time_over_this"] != "" {
				gaps++
			}
		}
		if gaps == 0 {
			t.Errorf("%s: the CSV has no gap", name)
		}
	}
}

func TestANoisyRunSaysSoInJSON(t *testing.T) {
	for name, res := range noisyRuns(t) {
		text := written(t, res, JSON, Options{})
		validate(t, compiled(t, ""), name, text)
		var doc struct {
			Noisy bool
			Rows  []struct {
				Row   string
				Noisy bool
			}
			Summary []struct {
				Geometric_mean              *float64
				Rows, Slower, Equal, Faster int
			}
			Sweeps []struct {
				Lines, Break_even []any
			}
			Cgo_calls []struct {
				Flagged bool
				Agrees  *bool
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if !doc.Noisy {
			t.Errorf("%s: the document does not say it", name)
		}
		for _, r := range doc.Rows {
			if !r.Noisy {
				t.Errorf("%s: %s is not marked", name, r.Row)
			}
		}
		for _, s := range doc.Summary {
			if s.Geometric_mean != nil || s.Rows+s.Slower+s.Equal+s.Faster != 0 {
				t.Errorf("%s: the summary counts marked rows: %+v", name, s)
			}
		}
		for _, s := range doc.Sweeps {
			if len(s.Lines)+len(s.Break_even) > 0 {
				t.Errorf("%s: a line through marked rows", name)
			}
		}
		for _, x := range doc.Cgo_calls {
			if !x.Flagged || x.Agrees != nil {
				t.Errorf("%s: an unmarked cgo call: %+v", name, x)
			}
		}
	}
	for name, res := range madeRuns(t) {
		var doc struct{ Noisy bool }
		if err := json.Unmarshal(written(t, res, JSON, Options{}), &doc); err != nil {
			t.Fatal(err)
		}
		if name != "interrupted" && doc.Noisy {
			t.Errorf("%s is noisy", name)
		}
	}
}

// TestANoisyRunIsApartInBenchstat: benchstat puts what differs in its configuration into tables of their own, whose
// head says it.
func TestANoisyRunIsApartInBenchstat(t *testing.T) {
	marked := func(res *result.Result) (with, without int) {
		r := benchfmt.NewReader(bytes.NewReader(written(t, res, GoBench, Options{})), "run")
		for r.Scan() {
			rec, ok := r.Result().(*benchfmt.Result)
			if !ok {
				continue
			}
			if rec.GetConfig("noisy") != "" {
				with++
			} else {
				without++
			}
		}
		return with, without
	}
	for name, res := range noisyRuns(t) {
		if with, without := marked(res); with == 0 || without > 0 {
			t.Errorf("%s: %d lines are marked, and %d are not", name, with, without)
		}
	}
	res := madeRuns(t)["full"]
	with, without := marked(res)
	want := 0
	for i := range res.Rows {
		if res.Rows[i].Contended {
			for _, s := range res.Rows[i].Series {
				want += len(s.Repetitions)
			}
		}
	}
	if with != want || with == 0 || without == 0 {
		t.Errorf("of a run in which some rows are contended %d lines are marked, want %d; %d are not", with, want, without)
	}
}

func TestANoisyRunIsDimInHTML(t *testing.T) {
	for name, res := range noisyRuns(t) {
		text := string(written(t, res, HTML, Options{}))
		if !strings.Contains(text, saysNoisy) {
			t.Errorf("%s: the page does not say it", name)
		}
		for _, class := range []string{`class="gap good"`, `class="gap bad"`} {
			if strings.Contains(text, class) {
				t.Errorf("%s: %s on a noisy ratio", name, class)
			}
		}
	}
}
