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

// TestCollectionIsPartOfTheTime: an operation that allocates 64 KiB is collected all the time, and one that allocates
// nothing never.
func TestCollectionIsPartOfTheTime(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector, collections come too rarely to be measured")
	}
	cfg := config(t, "steady", "wastes")
	cfg.Settings.Repetitions = 2 * minTestCollections
	r := row(t, mustRun(t, cfg), "sha256")
	wastes, steady := r.Find("wastes", "call"), r.Find("steady", "call")
	if b := wastes.Allocations; b == nil || b.Allocs < 1 || b.Bytes < 64<<10 {
		t.Errorf("the allocations of 64 KiB an operation are %+v", b)
	}
	if f := wastes.Collected; !f.Valid() || f.Value < 0.9 {
		t.Errorf("collection makes 64 KiB an operation longer by a factor of %+v", f)
	}
	if f := steady.Collected; f.Valid() {
		t.Errorf("collection makes nothing longer by a factor of %+v", f)
	}
}

// minTestCollections is how many repetitions with collections a figure needs.
const minTestCollections = 3
