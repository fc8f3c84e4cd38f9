package compare

import "testing"

// TestEveryLaneIsCounted: also those of several threads.
func TestEveryLaneIsCounted(t *testing.T) {
	for _, threads := range [][]int{nil, {1, 3}} {
		cfg := config(t, "steady", "also")
		cfg.Settings.Threads = threads
		for _, r := range mustRun(t, cfg).Rows {
			if want := 2 * max(1, len(threads)); len(r.Series) != want {
				t.Fatalf("%s: %d series, want %d", r.Unit.Row, len(r.Series), want)
			}
			for _, s := range r.Series {
				if s.Allocations == nil || s.Allocations.Ops == 0 || s.Allocations.Ops%int64(max(1, s.Threads)) != 0 {
					t.Errorf("%s by %s with %d threads: allocations %+v", r.Unit.Row, s.Provider, s.Threads, s.Allocations)
				}
			}
		}
	}
}

// TestAllocationsSaysWhatCollectingTakes: so many operations are counted that what they allocate is collected.
func TestAllocationsSaysWhatCollectingTakes(t *testing.T) {
	cfg := config(t, "steady", "wastes")
	r := row(t, mustRun(t, cfg), "sha256")
	b := r.Find("wastes", "call").Allocations
	if b == nil || b.Allocs < 1 || b.Bytes < 64<<10 || !(b.GCShare > 0) || b.GCShare > 1 {
		t.Errorf("the allocations of 64 KiB an operation are %+v", b)
	}
	if b := r.Find("steady", "call").Allocations; b == nil || b.Allocs >= 1 || b.GCShare != 0 {
		t.Errorf("the allocations of nothing are %+v", b)
	}
}
