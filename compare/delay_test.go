package compare

import (
	"testing"
	"time"
)

type pause struct{ fakeRoutine }

func (*pause) Do(n int) (time.Duration, error) {
	time.Sleep(time.Duration(n) * time.Millisecond)
	return 0, nil
}

func TestDelayLastsItsShare(t *testing.T) {
	start := time.Now()
	if _, err := (delayed{new(pause), 2}).Do(5); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 15*time.Millisecond {
		t.Errorf("5 ms and twice as much again took %v", took)
	}
}

// TestDelayIsInTheCopy plants a delay so large that no noise hides it.
func TestDelayIsInTheCopy(t *testing.T) {
	cfg := config(t, "steady")
	cfg.Settings.AA, cfg.Settings.Delay = true, 3
	for _, r := range mustRun(t, cfg).Rows {
		if len(r.Gaps) != 1 || r.Series[r.Gaps[0].Other].Copy != 1 || !(r.Gaps[0].Ratio.Value < 0.75) {
			t.Errorf("%s: gaps %+v; want one, of 1 to 4", r.Unit.Row, r.Gaps)
		}
	}
}
