package result

import (
	"math"
	"testing"
)

func TestCrossingShare(t *testing.T) {
	u := unit(0, "hash", "go", "c", "c")
	u.Lanes[2].Boundary = "batch"
	row := &from(t, records(u), rounds(0, 20000, 20000, 10000, 8000)).Rows[0]
	if share, half, ok := row.CrossingShare("c"); !ok || math.Abs(share-0.2) > 0.001 || half < 0 {
		t.Errorf("share %v ±%v, %v; want 0.2", share, half, ok)
	}
	if _, _, ok := row.CrossingShare("go"); ok {
		t.Error("Go has a crossing")
	}
}

func TestRekeyings(t *testing.T) {
	kept, opened, alone := unit(0, "mac", "go", "c"), unit(1, "mac", "go", "c"), unit(2, "mac", "go", "c")
	kept.Algorithm, kept.Op, kept.Bytes = "hmac", "mac", 64
	opened.Algorithm, opened.Op, opened.Bytes = "hmac", "mac-rekey", 64
	alone.Algorithm, alone.Op, alone.Bytes = "hmac", "mac", 16
	res := from(t, records(kept, opened, alone), rounds(0, 20000, 20000, 10000), rounds(1, 20000, 30000, 14000), rounds(2, 20000, 1000, 1000))
	all := res.Rekeyings()
	if len(all) != 1 || len(all[0].Sides) != 2 || all[0].Bytes != 64 || all[0].Op != "mac" {
		t.Fatalf("rekeyings %+v", all)
	}
	if ns, _ := all[0].Sides[1].Extra(); math.Abs(ns-4000) > 2 {
		t.Errorf("extra %v, want 4000", ns)
	}
}
