package sample

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func example(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, r := range []Record{
		Of(&Run{Schema: Schema, Tool: "test", Started: time.Unix(0, 0).UTC(), Units: []Unit{{Row: "md5/op=sum/size=1"}}}),
		Of(&Verdict{Case: "md5/op=sum/size=1", Status: Match}),
		Of(&Round{N: []int64{2, 0}, NS: []int64{10, 0}, Inner: []int64{0, 0}, Probes: []int64{1, 1, 1}}),
		Of(&Failure{Provider: "x", Status: Crashed, Why: "SIGABRT"}),
		Of(&End{Elapsed: time.Second}),
	} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestReadGivesBackWhatWasWritten(t *testing.T) {
	records, err := Read(strings.NewReader(example(t)))
	if err != nil {
		t.Fatal(err)
	}
	types := ""
	for _, r := range records {
		types += string(r.Type) + " "
	}
	if want := "run verdict round failure end "; types != want {
		t.Errorf("types %q, want %q", types, want)
	}
	if got := records[2].Round.PerOp(0); got != 5 {
		t.Errorf("PerOp of a lane with 2 operations in 10 ns = %v, want 5", got)
	}
	if got := records[2].Round.PerOp(1); !math.IsNaN(got) {
		t.Errorf("PerOp of a lane that was left out = %v, want NaN", got)
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	whole := example(t)
	lines := strings.SplitAfter(whole, "\n")
	for _, tc := range []struct {
		name, text string
		want       error
		records    int
	}{
		{"empty", "", ErrEmpty, 0},
		{"another tool", `{"benchmarks":[]}`, ErrForeign, 0},
		{"not JSON", "goos: linux\n", ErrForeign, 0},
		{"newer", `{"type":"run","run":{"schema":999}}`, ErrNewer, 0},
		{"no end", strings.Join(lines[:3], ""), ErrCut, 3},
		{"damaged inside", lines[0] + "{\n" + strings.Join(lines[1:], ""), ErrDamaged, 5},
		{"a type without its body", lines[0] + `{"type":"round"}` + "\n" + strings.Join(lines[1:], ""), ErrDamaged, 5},
		{"a long line", lines[0] + strings.Repeat("x", maxLine+1) + "\n" + strings.Join(lines[1:], ""), ErrDamaged, 5},
		{"another digit", strings.Replace(whole, `"n":[2,`, `"n":[3,`, 1), ErrDamaged, 4},
		{"another key", strings.Replace(whole, `"n":[2,`, `"m":[2,`, 1), ErrDamaged, 4},
		{"another checksum key", strings.Join(lines[:2], "") + strings.Replace(strings.Join(lines[2:], ""), "crc32", "crc33", 1), ErrDamaged, 4},
		{"another first line", strings.Replace(whole, `"test"`, `"rest"`, 1), ErrDamaged, 0},
		{"another first checksum key", strings.Replace(whole, "crc32", "crc33", 1), ErrDamaged, 5},
		{"no checksums", strings.Join([]string{bare(lines[0]), bare(lines[1]), bare(lines[4])}, ""), nil, 3},
		{"no line break", strings.TrimSuffix(whole, "\n"), nil, 5},
		{"cut in a record", strings.Join(lines[:3], "") + lines[3][:10], ErrCut, 3},
	} {
		records, err := Read(strings.NewReader(tc.text))
		if !errors.Is(err, tc.want) || len(records) != tc.records {
			t.Errorf("%s: %d records, error %v; want %d and %v", tc.name, len(records), err, tc.records, tc.want)
		}
	}
}

// bare is a line without its checksum, as programs wrote it that knew none.
func bare(line string) string {
	return line[:strings.Index(line, sumKey)] + "}\n"
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"type":"run","run":{"schema":1}}`))
	f.Add([]byte(`{"type":"run","run":{"schema":1}}` + "\n" + `{"type":"round","round":{"unit":-1}}`))
	f.Fuzz(func(_ *testing.T, b []byte) { _, _ = Read(bytes.NewReader(b)) }) // must not panic
}
