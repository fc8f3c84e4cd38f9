package compare

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// fake offers SHA-256, SHA-224 and SHA-512/256, with faults.
type fake struct {
	name   string
	wrong  bool // gives a wrong byte
	refuse bool // refuses SHA-224
	abort  int  // ends its process by SIGABRT in this call of Do, but on SHA-224; 0: never
	waste  int  // bytes that every operation allocates besides
	late   bool // counts only calls with more than 50 operations: those that verification does not make
}

func (f *fake) Name() string        { return f.name }
func (f *fake) Info() provider.Info { return provider.Info{Name: f.name, Title: f.name} }
func (f *fake) Boundaries() []provider.Boundary {
	return []provider.Boundary{provider.Call}
}

func (f *fake) Supports(a catalog.Algorithm, _ catalog.Operation) (string, error) {
	if a.ID != "sha256" && a.ID != "sha224" && a.ID != "sha512-256" || os.Getenv(missingVariable) == f.name {
		return "", fmt.Errorf("fake: %w", provider.ErrUnsupported)
	}
	return "fake", nil
}

func (f *fake) Open(c catalog.Case, in catalog.Inputs, _ provider.Boundary) (provider.Routine, error) {
	if _, err := f.Supports(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	if f.refuse && c.Algorithm.ID == "sha224" {
		return nil, fmt.Errorf("fake: %w: not today", provider.ErrRefused)
	}
	return &fakeRoutine{fake: f, id: c.Algorithm.ID, in: in.Message}, nil
}

type fakeRoutine struct {
	*fake
	id   string
	in   []byte
	out  []byte
	sink []byte
	done int
}

func (r *fakeRoutine) Do(n int) (time.Duration, error) {
	if !r.late || n > 50 {
		r.done++
	}
	if r.abort > 0 && r.done >= r.abort && r.id != "sha224" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		time.Sleep(time.Hour) // and not select {}: the runtime would find a deadlock while it prints the signal, and hang
	}
	if os.Getenv(slowVariable) == r.name {
		n *= 2
	}
	for range n {
		if r.waste > 0 {
			r.sink = make([]byte, r.waste)
		}
		switch r.id {
		case "sha256":
			sum := sha256.Sum256(r.in)
			r.out = append(r.out[:0], sum[:]...)
		case "sha224":
			sum := sha256.Sum224(r.in)
			r.out = append(r.out[:0], sum[:]...)
		default:
			sum := sha512.Sum512_256(r.in)
			r.out = append(r.out[:0], sum[:]...)
		}
	}
	if r.wrong {
		r.out[3] ^= 1
	}
	return 0, nil
}

func (r *fakeRoutine) Output() []byte { return r.out }
func (r *fakeRoutine) Close() error   { return nil }

func named(name string) *fake {
	return map[string]*fake{
		"steady":  {name: "steady"},
		"also":    {name: "also"},
		"wrong":   {name: "wrong", wrong: true},
		"refuses": {name: "refuses", refuse: true},
		"aborts":  {name: "aborts", abort: 1},
		"late":    {name: "late", abort: 3, late: true},
		"wastes":  {name: "wastes", waste: 64 << 10},
	}[name]
}

func fakes(names ...string) []provider.Provider {
	var ps []provider.Provider
	for _, n := range names {
		if r := restrictable(n); r != nil {
			ps = append(ps, r)
			continue
		}
		ps = append(ps, named(n))
	}
	return ps
}

// slowVariable names the fake that does each operation twice.
const slowVariable = "CRYPTOGAP_TEST_SLOW"

// missingVariable names the fake that offers nothing.
const missingVariable = "CRYPTOGAP_TEST_MISSING"

// workerVariable makes this test binary a worker with the providers it names.
const workerVariable = "CRYPTOGAP_TEST_WORKER"

func TestMain(m *testing.M) {
	if v := os.Getenv(versionVariable); v != "" {
		version = func() string { return v }
	}
	if names := os.Getenv(workerVariable); names != "" {
		os.Exit(Worker(fakes(strings.Split(names, ",")...)))
	}
	os.Exit(m.Run())
}

// config is a short run of two rows, in worker processes.
func config(t *testing.T, names ...string) Config {
	t.Helper()
	t.Setenv(workerVariable, strings.Join(names, ","))
	s := QuickSettings()
	s.Time, s.Budget, s.Repetitions, s.Quiet = 3*time.Millisecond, 5*time.Second, 3, 1
	return Config{
		Providers: fakes(names...),
		Cases:     Selection{Algorithms: []string{"sha224", "sha256"}, Sizes: []int{64}}.Cases(),
		Settings:  s, Seed: 1, Worker: []string{os.Args[0]},
	}
}

func mustRun(t *testing.T, cfg Config) *result.Result {
	t.Helper()
	records, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := result.From(records)
	if err != nil {
		t.Fatal(err)
	}
	if res.End == nil {
		t.Fatal("the run has no end")
	}
	return res
}

func row(t *testing.T, res *result.Result, algorithm string) *result.Row {
	t.Helper()
	for i := range res.Rows {
		if res.Rows[i].Unit.Algorithm == algorithm {
			return &res.Rows[i]
		}
	}
	t.Fatalf("no row of %s", algorithm)
	return nil
}

func TestRunTimesWhatAgrees(t *testing.T) {
	res := mustRun(t, config(t, "steady", "also"))
	for _, id := range []string{"sha224", "sha256"} {
		r := row(t, res, id)
		if r.Status != sample.Match || r.Rounds == 0 || len(r.Gaps) != 1 || !r.Gaps[0].Ratio.Valid() {
			t.Errorf("%s: status %s, %d rounds, gaps %v", id, r.Status, r.Rounds, r.Gaps)
		}
		if r.Repetitions < 3 {
			t.Errorf("%s: %d repetitions", id, r.Repetitions)
		}
	}
}

func TestBudgetGrowsWithTheRows(t *testing.T) {
	if b := Budget(DefaultSettings(), 66); b < time.Minute || b > 85*time.Second {
		t.Errorf("66 rows have %v: a default run is to end within a minute and a half", b)
	}
	if b := Budget(QuickSettings(), 1); b != 10*time.Second {
		t.Errorf("one quick row has %v, want 10s", b)
	}
	cfg := config(t, "steady")
	cfg.Settings.Budget = 0
	if r := newRun(cfg); r.Settings.Budget != 10*time.Second {
		t.Errorf("a run without a budget has %v", r.Settings.Budget)
	}
}

// TestSlowRowsAreMeasuredLessOften makes the first of two rows slow.
func TestSlowRowsAreMeasuredLessOften(t *testing.T) {
	r := newRun(config(t, "steady", "also"))
	const each = time.Millisecond
	r.records = append(r.records,
		sample.Of(&sample.Round{Unit: 0, NS: []int64{int64(slowFactor * each), 1}}),
		sample.Of(&sample.Round{Unit: 1, NS: []int64{int64(slowFactor * each), 0}}))
	for repetition := range 2*slowEvery + 1 {
		want := 1
		if repetition%slowEvery == 0 {
			want = 2
		}
		if repetition == slowEvery+1 { // the second measurement is on record too
			for _, rec := range slices.Clone(r.records) {
				again := *rec.Round
				again.Repetition = slowEvery
				r.records = append(r.records, sample.Of(&again))
			}
		}
		if turn := r.turn(r.units, repetition, each); len(turn) != want || turn[len(turn)-1].ID != 1 {
			t.Errorf("repetition %d measures %d rows, want %d", repetition, len(turn), want)
		}
	}
}

func TestRunInThisProcess(t *testing.T) {
	cfg := config(t, "steady", "also")
	cfg.Worker = nil
	if r := row(t, mustRun(t, cfg), "sha256"); r.Status != sample.Match || r.Rounds == 0 {
		t.Errorf("status %s, %d rounds", r.Status, r.Rounds)
	}
}

func TestMismatchIsNotTimed(t *testing.T) {
	res := mustRun(t, config(t, "steady", "also", "wrong"))
	r := row(t, res, "sha256")
	if r.Status != sample.Mismatch || r.Rounds != 0 {
		t.Errorf("status %s, %d rounds; want a mismatch without rounds", r.Status, r.Rounds)
	}
	if res.Worst() != sample.Mismatch {
		t.Errorf("the whole is %s", res.Worst())
	}
	if a, _ := r.Verdicts[0].Answer("wrong"); a.Status != sample.Mismatch {
		t.Errorf("the culprit's answer is %+v", a)
	}
}

func TestRefusalLeavesTheOthers(t *testing.T) {
	res := mustRun(t, config(t, "steady", "also", "refuses"))
	r := row(t, res, "sha224")
	if why := r.Why("refuses"); !strings.Contains(why, "not today") {
		t.Errorf("why = %q, want the library's words", why)
	}
	if s := r.Find("also", "call"); s == nil || !s.Time.Valid() {
		t.Error("the others were not timed")
	}
	if s := row(t, res, "sha256").Find("refuses", "call"); s == nil || !s.Time.Valid() {
		t.Error("a refusal in one row took the library out of another")
	}
}

func TestAbortEndsOneLibraryInOneRow(t *testing.T) {
	for _, name := range []string{"aborts", "late"} {
		res := mustRun(t, config(t, "steady", "also", name))
		r := row(t, res, "sha256")
		if r.Status != sample.Crashed || r.Why(name) != "crashed: SIGABRT" {
			t.Errorf("%s: status %s, why %q; want crashed: SIGABRT", name, r.Status, r.Why(name))
		}
		if s := r.Find("also", "call"); s == nil || !s.Time.Valid() {
			t.Errorf("%s: the others were not timed in the row", name)
		}
		if s := row(t, res, "sha224").Find(name, "call"); s == nil || !s.Time.Valid() {
			t.Errorf("%s: the library was not timed in the other row", name)
		}
	}
}

// TestWorkersOrderIsTheRuns has a worker with more libraries, in another order: the run blames the one that aborted.
func TestWorkersOrderIsTheRuns(t *testing.T) {
	cfg := config(t, "steady", "aborts")
	t.Setenv(workerVariable, "also,aborts,steady")
	r := row(t, mustRun(t, cfg), "sha256")
	if steady := r.Why("steady"); r.Why("aborts") != "crashed: SIGABRT" || steady != "" {
		t.Errorf("aborts: %q, steady: %q; want crashed: SIGABRT, and nothing", r.Why("aborts"), steady)
	}
}

func TestInterruptKeepsTheRecords(t *testing.T) {
	cfg := config(t, "steady", "also")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rounds := 0
	cfg.Record = func(r sample.Record) error {
		if r.Type == sample.TypeRound {
			if rounds++; rounds == 2 {
				cancel()
			}
		}
		return nil
	}
	records, err := Run(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	end := records[len(records)-1].End
	if end == nil || !end.Interrupted || rounds < 2 {
		t.Errorf("after %d rounds the last record is %+v", rounds, records[len(records)-1])
	}
}

func TestRecordErrorEndsTheRun(t *testing.T) {
	cfg := config(t, "steady", "also")
	full := errors.New("disk full")
	cfg.Record = func(r sample.Record) error {
		if r.Type == sample.TypeRound {
			return full
		}
		return nil
	}
	if _, err := Run(context.Background(), cfg); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func TestRecordsAreWrittenAsTheyAreMade(t *testing.T) {
	cfg := config(t, "steady", "also")
	var b bytes.Buffer
	w := sample.NewWriter(&b)
	cfg.Record = w.Write
	records, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	read, err := sample.Read(&b)
	if err != nil || len(read) != len(records) {
		t.Errorf("%d records read back of %d, error %v", len(read), len(records), err)
	}
}

func TestSelection(t *testing.T) {
	rows := func(s Selection) (names []string) {
		for _, c := range s.Cases() {
			if !slices.Contains(names, c.Row()) {
				names = append(names, c.Row())
			}
		}
		return names
	}
	if got := rows(Selection{Algorithms: []string{"md5"}, Sizes: []int{64, 16, 64}}); !slices.Equal(got, []string{"md5/op=sum/size=16", "md5/op=sum/size=64"}) {
		t.Errorf("two sizes give %v", got)
	}
	kdf := rows(Selection{Suites: []string{catalog.SuiteKDF}})
	if len(kdf) < 19 || kdf[1] != "pbkdf2-hmac-md5/op=derive" {
		t.Errorf("the kdf suite starts with %v", kdf[:min(3, len(kdf))])
	}
	wolf := rows(Selection{Suites: []string{catalog.SuiteWolfCrypt}})
	if slices.ContainsFunc(wolf, func(r string) bool { return strings.Contains(r, "rekey") && !strings.Contains(r, "poly1305") }) {
		t.Errorf("a suite runs variants: %v", wolf)
	}
	filtered := rows(Selection{Suites: []string{catalog.SuiteWolfCrypt}, Filter: regexp.MustCompile("^hmac-sha256/op=mac-rekey")})
	if len(filtered) != 1 {
		t.Errorf("a filter that names a variant gives %v", filtered)
	}
	both := rows(Selection{Suites: catalog.DefaultSuites()})
	if n := len(slices.Compact(slices.Sorted(slices.Values(both)))); n != len(both) {
		t.Errorf("a row stands twice in the default suites")
	}
}
