package harness

import (
	"errors"
	"testing"
	"time"

	"cryptogap/compare/provider"
)

// allocating makes one object of 1 KiB in each operation.
type allocating struct{ sink []byte }

func (a *allocating) Do(n int) (time.Duration, error) {
	for range n {
		a.sink = make([]byte, 1024)
	}
	return 0, nil
}
func (a *allocating) Output() []byte { return nil }
func (a *allocating) Close() error   { return nil }

func TestAllocationsCountsAllocations(t *testing.T) {
	for _, team := range [][]provider.Routine{nil, {&allocating{}}, {&allocating{}, &allocating{}, &allocating{}}} {
		const n = 50_000
		b, err := CountAllocations(Lane{Routine: &allocating{}, Team: team}, n)
		if err != nil {
			t.Fatal(err)
		}
		if b.Allocs < 0.99 || b.Allocs > 1.1 || b.Bytes < 1020 || b.Bytes > 1200 {
			t.Errorf("a team of %d: allocations %+v, want 1 object of 1024 bytes an operation", len(team), b)
		}
		if want := int64(n * max(1, len(team))); b.Ops != want {
			t.Errorf("a team of %d: %d operations, want %d", len(team), b.Ops, want)
		}
	}
	for _, team := range [][]provider.Routine{nil, {&fake{perOp: 1}, &fake{perOp: 1}}} {
		if b, _ := CountAllocations(Lane{Routine: &fake{perOp: 1}, Team: team}, 1000); b.Allocs > 0.1 {
			t.Errorf("a team of %d that allocates nothing is counted %+v", len(team), b)
		}
	}
}

func TestAllocationsLosesNoError(t *testing.T) {
	for _, fail := range []int{1, 2, 6} { // the operation before it counts, and those that it counts
		if _, err := CountAllocations(Lane{Routine: &fake{perOp: 1, fail: fail}}, 10); !errors.Is(err, errFake) {
			t.Errorf("call %d failed, and the allocation count says %v", fail, err)
		}
		if _, err := CountAllocations(Lane{Routine: &fake{perOp: 1}, Team: []provider.Routine{&fake{perOp: 1}, &fake{perOp: 1, fail: fail}}}, 10); !errors.Is(err, errFake) {
			t.Errorf("a member's call %d failed, and the allocation count says %v", fail, err)
		}
	}
}

// fitful allocates in its third call alone, as a runtime does once in a while.
type fitful struct {
	allocating
	calls int
}

func (f *fitful) Do(n int) (time.Duration, error) {
	if f.calls++; f.calls == 3 {
		return f.allocating.Do(1000)
	}
	return 0, nil
}

func TestAllocationsLeavesOutWhatIsAllocatedOnce(t *testing.T) {
	const n = 13
	b, err := CountAllocations(Lane{Routine: &fitful{}}, n)
	if err != nil || b.Ops != n || b.Allocs > 1 || b.Bytes > 1024 {
		t.Errorf("allocations %+v, %v; want nothing of %d operations", b, err, n)
	}
	for n := 1; n < 12; n++ {
		counted := &fake{perOp: 1}
		b, err := CountAllocations(Lane{Routine: counted}, n)
		if done := len(counted.calls) - 1; err != nil || b.Ops != int64(n) || done != min(n, parts) {
			t.Errorf("%d operations in %d parts, %v; want %d", b.Ops, done, err, n)
		}
	}
}
