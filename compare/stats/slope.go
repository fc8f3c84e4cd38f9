package stats

// PairedSlope returns for each round the time one unit of cost takes:
// (hi[i] − lo[i]) / (costHi − costLo), lo and hi being the times of the same
// round at the two costs (a KDF's iterations, say). What the cost does not
// change, a call or a set-up, cancels. Rounds only one slice has are left out. The
// result is nil where the costs are equal; noise can make single slopes
// negative, and Ratio drops those.
func PairedSlope(lo, hi []float64, costLo, costHi float64) []float64 {
	per := costHi - costLo
	if per == 0 {
		return nil
	}
	slopes := make([]float64, min(len(lo), len(hi)))
	for i := range slopes {
		slopes[i] = (hi[i] - lo[i]) / per
	}
	return slopes
}
