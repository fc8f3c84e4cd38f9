package sample

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// noFactor are the fields that change no figure: how long and how often it was measured, what the machine happened to do, and
// what others are made of.
var noFactor = []string{
	"Settings.Suites", "Settings.Time", "Settings.Budget", "Settings.Sample", "Settings.Repetitions", "Settings.Quiet", "Settings.Tolerance", "Settings.Absolute",
	"Settings.AA", "Settings.Cycles",
	"Environment.Limits", "Environment.Ticks", "Environment.Cycles", "Environment.Load", "Environment.MemoryMiB", "Environment.OS",
	"Environment.GOOS", "Environment.Warnings",
	"Run.Schema", "Run.Started", "Run.Args", "Run.Seed", "Run.Settings", "Run.Environment", "Run.Libraries", "Run.Units", "Run.Build",
	"Library.Name", "Library.Title", "Library.Headers", "Library.License", "Library.Warnings",
}

// TestFactorsHaveEveryField: a field of the records is compared, or is known to change no figure. A new one has to be put in its place.
func TestFactorsHaveEveryField(t *testing.T) {
	whole := func() *Run { return &Run{Libraries: []Library{{Name: "c", Title: "C"}}} }
	for name, field := range map[string]func(*Run) any{
		"Settings":    func(r *Run) any { return &r.Settings },
		"Environment": func(r *Run) any { return &r.Environment },
		"Run":         func(r *Run) any { return r },
		"Library":     func(r *Run) any { return &r.Libraries[0] },
	} {
		of := reflect.TypeOf(field(whole())).Elem()
		for i := range of.NumField() {
			full := name + "." + of.Field(i).Name
			a, b := whole(), whole()
			set(reflect.ValueOf(field(a)).Elem().Field(i), 1)
			set(reflect.ValueOf(field(b)).Elem().Field(i), 2)
			compared := len(Differences(a, b)) > 0
			if known := slices.Contains(noFactor, full); compared == known {
				t.Errorf("%s: compared %v, in the list of those that change no figure %v", full, compared, known)
			}
		}
	}
}

// set gives a field a value that depends on n.
func set(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("x", n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n) << 20)
	case reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.Bool:
		v.SetBool(n > 1)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Struct && v.Type().Elem() != reflect.TypeFor[Fact]() {
			return // libraries, units, ticks: their own fields are tried, or they are no factor
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if v.Type().Elem() == reflect.TypeFor[Fact]() {
			v.Index(0).Set(reflect.ValueOf(Fact{"flags", strings.Repeat("x", n)}))
			return
		}
		set(v.Index(0), n)
	}
}

func TestDifferences(t *testing.T) {
	before := &Run{
		Settings:    Settings{},
		Environment: Environment{CPU: "one", Go: "go1.26", GOAMD64: "v1", FIPS: "off"},
		Libraries: []Library{
			{Name: "go", Title: "Go", Version: "go1.26", Build: []Fact{{"GOAMD64", "v1"}}},
			{Name: "c", Title: "C", Version: "1", Build: []Fact{{"configure", "--enable-all --enable-static --disable-shared --enable-fast"}}},
		},
	}
	after := &Run{
		Settings:    Settings{Without: []string{"aes"}},
		Environment: Environment{CPU: "one", Go: "go1.26", GOAMD64: "v3", GODEBUG: "cpu.aes=off", FIPS: "on", Variables: []string{"GOGC=50"}},
		Environ:     []string{"GOGC=50", "GODEBUG=fips140=on"},
		Libraries: []Library{
			{Name: "go", Title: "Go", Version: "go1.26", Build: []Fact{{"GOAMD64", "v3"}}},
			{Name: "c", Title: "C", Version: "2", Build: []Fact{{"configure", "--enable-all --enable-static --disable-shared --disable-asm -O1"}}},
		},
	}
	var got []string
	for _, d := range Differences(before, after) {
		got = append(got, d.Name+" differs: "+d.Against())
	}
	want := []string{
		"--cpu differs: all against no-aes",
		"GOAMD64 differs: v1 against v3",
		"Go's FIPS mode differs: off against on",
		"the environment differs: none against GOGC=50",
		"C's version differs: 1 against 2",
		"C's configure differs: --enable-fast against --disable-asm -O1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d := Differences(before, before); len(d) > 0 {
		t.Errorf("a run differs from itself: %+v", d)
	}
	text := func(v string) *Run {
		return &Run{Libraries: []Library{{Name: "c", Title: "C", Build: []Fact{{"blinding", v}}}}}
	}
	if d := Differences(text("on"), text("on, but for the sizes of the code that is constant time")); len(d) != 1 || !strings.HasPrefix(d[0].Values[1], "on, but for") {
		t.Errorf("a sentence is shortened: %+v", d)
	}
	missing := &Run{Environment: before.Environment, Libraries: []Library{{Name: "c", Title: "C", Missing: "built without it"}}}
	if d := Differences(before, missing); len(d) != 1 || d[0].Against() != "1 against not in this build: built without it" {
		t.Errorf("a library that is missing: %+v", d)
	}
}
