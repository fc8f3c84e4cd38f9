package report

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cryptogap/compare/result"
)

func TestCSVHasALineForEachSeries(t *testing.T) {
	for name, res := range madeRuns(t) {
		records, err := csv.NewReader(bytes.NewReader(written(t, res, CSV, Options{}))).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := 1
		for _, row := range res.Rows {
			for _, lib := range res.Run.Libraries {
				n := 0
				for _, s := range row.Series {
					if s.Provider == lib.Name {
						n++
					}
				}
				want += max(1, n)
			}
		}
		for _, s := range res.Sweeps() {
			want += max(1, len(s.Lines)) + len(s.Payoffs)
		}
		if len(records) != want {
			t.Errorf("%s: %d lines, want %d", name, len(records), want)
		}
	}
}

// csvTable is a CSV's records as maps from column to value.
func csvTable(t *testing.T, res *result.Result) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(written(t, res, CSV, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var table []map[string]string
	for _, r := range records[1:] {
		line := make(map[string]string)
		for i, name := range records[0] {
			if _, twice := line[name]; twice {
				t.Fatalf("two columns are called %s", name)
			}
			line[name] = r[i]
		}
		table = append(table, line)
	}
	return table
}

// figureIn reads a column, which must be there.
func figureIn(t *testing.T, line map[string]string, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(line[column], 64)
	if err != nil {
		t.Errorf("%s of %s by %s is %q", column, line["row"], line["provider"], line[column])
	}
	return x
}

func TestCSVFigures(t *testing.T) {
	cgoCalls := 0
	for _, l := range csvTable(t, madeRuns(t)["full"]) {
		if l["cgo_call_share"] != "" {
			cgoCalls++
			if l["boundary"] != "call" || l["provider"] == goLib {
				t.Errorf("%s by %s has a cgo call at the %s boundary", l["row"], l["provider"], l["boundary"])
			}
			if l["algorithm"] == "aes-128-cbc" && l["noisy"] == "false" {
				share, ns, call := figureIn(t, l, "cgo_call_share"), figureIn(t, l, "cgo_call_ns"), figureIn(t, l, "ns_per_op")
				if math.Abs(share*call-ns) > 1e-3 || figureIn(t, l, "cgo_call_ns_low") > cgoCallNS || figureIn(t, l, "cgo_call_ns_high") < cgoCallNS {
					t.Errorf("%s by %s: the cgo call takes %v of %v ns, that is %v ns (%s to %s); want %d",
						l["row"], l["provider"], share, call, ns, l["cgo_call_ns_low"], l["cgo_call_ns_high"], cgoCallNS)
				}
			}
		}
		if l["algorithm"] != "aes-128-cbc" || l["operation"] != "encrypt" || l["provider"] != goLib {
			continue
		}
		if rate := figureIn(t, l, "mib_per_s"); rate < 1155 || rate > 1170 { // 16384 bytes in 13450 ns
			t.Errorf("%v MiB/s", rate)
		}
		if l["ns_per_iteration"] != "" {
			t.Errorf("a cipher has %s ns an iteration", l["ns_per_iteration"])
		}
	}
	if cgoCalls < 10 {
		t.Errorf("%d lines have a cgo call", cgoCalls)
	}
}

// TestCSVSaysWhatSweepsSay holds the CSV's lines of sweeps against what the sweeps were made of.
func TestCSVSaysWhatSweepsSay(t *testing.T) {
	lines := csvTable(t, madeRuns(t)["sweep"])
	at := func(kind, row, provider, boundary string) map[string]string {
		t.Helper()
		i := slices.IndexFunc(lines, func(l map[string]string) bool {
			return l["line"] == kind && l["row"] == row && l["provider"] == provider && l["boundary"] == boundary
		})
		if i < 0 {
			t.Fatalf("no line %s of %s by %s at the %s boundary", kind, row, provider, boundary)
		}
		return lines[i]
	}
	fit := at(csvFit, "sha384/op=sum", wolf, "call")
	if call, b := figureIn(t, fit, "fit_call_ns"), figureIn(t, fit, "fit_byte_ns"); math.Abs(call-60-cgoCallNS) > 3 || math.Abs(b-1.6) > 0.01 {
		t.Errorf("a call costs %v ns and a byte %v ns; want %d and 1.6", call, b, 60+cgoCallNS)
	}
	for _, x := range []string{"fit_call_ns", "fit_byte_ns"} {
		if !(figureIn(t, fit, x+"_low") < figureIn(t, fit, x) && figureIn(t, fit, x) < figureIn(t, fit, x+"_high")) {
			t.Errorf("%s is %s (%s to %s)", x, fit[x], fit[x+"_low"], fit[x+"_high"])
		}
	}
	if fit["fit_good"] != "true" || fit["fit_note"] != "" || fit["sizes"] != "10" || fit["sizes_left_out"] != "0" || fit["kind"] != "hash" || fit["size_bytes"] != "" {
		t.Errorf("a fit that holds is %v", fit)
	}
	broken := at(csvFit, "aes-128-gcm/op=seal", gcry, "call")
	if broken["fit_good"] != "false" || broken["fit_call_ns"] != "" || !strings.HasPrefix(broken["fit_note"], "code paths change: ") {
		t.Errorf("a fit over two code paths is %v", broken)
	}
	off := at(csvFit, "md5/op=sum", goLib, "call")
	if off["fit_good"] != "false" || off["fit_call_ns"] == "" || off["fit_note"] != "off the line: 20 % more at 256 B" || off["sizes_left_out"] != "1" {
		t.Errorf("a fit with one size off it is %v", off)
	}
	if l := at(csvFit, "md5/op=sum", wolf, "batch"); l["ratio_base"] != "" || l["break_even"] != "" || l["status"] != "" || l["noisy"] != "" {
		t.Errorf("a fit says what it does not know: %v", l)
	}
	// Go takes 55 + 0.2 n, and wolfCrypt 60 + 41 + 0.17 n: they meet at 1533 bytes.
	from := at(csvBreakEven, "aes-128-gcm/op=seal", wolf, "call")
	if n := figureIn(t, from, "break_even_bytes"); from["break_even"] != "from" || from["ratio_base"] != goLib || math.Abs(n/1533-1) > 0.05 ||
		figureIn(t, from, "break_even_bytes_low") > n || figureIn(t, from, "break_even_bytes_high") < n || !strings.Contains(from["break_even_ranges"], "faster from ") {
		t.Errorf("a break-even size is %v", from)
	}
	for row, want := range map[string]string{"md5/op=sum": "never", "sha384/op=sum": "always"} {
		if l := at(csvBreakEven, row, gcry, "call"); l["break_even"] != want || l["break_even_bytes"] != "" || l["fit_call_ns"] != "" {
			t.Errorf("%s: %v, want %s", row, l, want)
		}
	}
	for _, l := range lines {
		if (l["line"] == csvRow) != strings.Contains(l["row"], "/size=") && l["algorithm"] != "crossing" {
			t.Errorf("line %q of %s", l["line"], l["row"])
		}
	}
}

// TestCSVOfASweepThatIsMarked: nothing is left to fit, and that is said.
func TestCSVOfASweepThatIsMarked(t *testing.T) {
	m := newMaker(slices.DeleteFunc(sweptRows(), func(r made) bool { return r.algorithm != "sha256" }), madeLibraries())
	for i := range m.rows {
		m.rows[i].odd = "contended"
	}
	swept := slices.DeleteFunc(csvTable(t, m.result(t)), func(l map[string]string) bool { return l["line"] == csvRow })
	if len(swept) != 1 || swept[0]["line"] != csvFit || swept[0]["fit_note"] == "" || swept[0]["sizes_left_out"] != swept[0]["sizes"] || swept[0]["fit_call_ns"] != "" {
		t.Errorf("the sweep's lines are %v", swept)
	}
}
