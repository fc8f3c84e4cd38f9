package report

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"testing"
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

func TestCSVFigures(t *testing.T) {
	res := madeRuns(t)["full"]
	records, err := csv.NewReader(bytes.NewReader(written(t, res, CSV, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) int {
		i := slices.Index(records[0], name)
		if i < 0 {
			t.Fatalf("no column %s", name)
		}
		return i
	}
	for _, r := range records[1:] {
		if r[at("algorithm")] != "aes-128-cbc" || r[at("operation")] != "encrypt" || r[at("provider")] != goLib {
			continue
		}
		rate, err := strconv.ParseFloat(r[at("mib_per_s")], 64)
		if err != nil || rate < 1155 || rate > 1170 { // 16384 bytes in 13450 ns
			t.Errorf("%s MiB/s", r[at("mib_per_s")])
		}
		if r[at("ns_per_iteration")] != "" {
			t.Errorf("a hash has %s ns an iteration", r[at("ns_per_iteration")])
		}
	}
}
