package harness

// tsc reads the time stamp counter.
func tsc() int64

// alwaysSteady: old CPUs' counters follow the core's clock.
const alwaysSteady = false
