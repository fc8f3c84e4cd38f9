package report

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
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
	crossings := 0
	for _, l := range csvTable(t, madeRuns(t)["full"]) {
		if l["crossing_share"] != "" {
			crossings++
			if l["boundary"] != "call" || l["provider"] == goLib {
				t.Errorf("%s by %s has a crossing at the %s boundary", l["row"], l["provider"], l["boundary"])
			}
			if l["algorithm"] == "aes-128-cbc" && l["contended"] == "false" {
				share, ns, call := figureIn(t, l, "crossing_share"), figureIn(t, l, "crossing_ns"), figureIn(t, l, "ns_per_op")
				if math.Abs(share*call-ns) > 1e-3 || figureIn(t, l, "crossing_ns_low") > crossingNS || figureIn(t, l, "crossing_ns_high") < crossingNS {
					t.Errorf("%s by %s: the crossing takes %v of %v ns, that is %v ns (%s to %s); want %d",
						l["row"], l["provider"], share, call, ns, l["crossing_ns_low"], l["crossing_ns_high"], crossingNS)
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
	if crossings < 10 {
		t.Errorf("%d lines have a crossing", crossings)
	}
}
