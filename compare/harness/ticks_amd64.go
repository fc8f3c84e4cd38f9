package harness

// ticks reads the time stamp counter.
func ticks() int64

// alwaysSteady: old CPUs' counters follow the core's clock.
const alwaysSteady = false
