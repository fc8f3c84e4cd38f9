package sample

// Cycles says what a run's cycles were counted with.
type Cycles struct {
	Source string  `json:"source"`        // perf, tsc or none
	Hz     float64 `json:"hz,omitempty"`  // ticks a second, of tsc
	Why    string  `json:"why,omitempty"` // why the source is not perf
}

// The sources of cycles.
const (
	CyclesPerf = "perf" // the core's cycles that the thread spent in user space
	CyclesTSC  = "tsc"  // ticks of the CPU's reference clock, which does not follow the core's
	CyclesNone = "none"
)
