package harness

// ticks reads the virtual counter.
func ticks() int64

const alwaysSteady = true
