package harness

// tsc reads the virtual counter.
func tsc() int64

const alwaysSteady = true
