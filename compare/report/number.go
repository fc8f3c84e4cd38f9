package report

import (
	"math"
	"strconv"

	"cryptogap/compare/stats"
)

// significant is how many digits a figure has at the most behind the decimal
// point's reach: a rate that is known to a millionth is still read to four digits. Digits
// before the point are never cut for it.
const significant = 4

// decimals is how many digits behind the point an interval of the given half
// width leaves standing: the digit in which the half width starts is the last, and where that digit is a
// 1 the next one too, since 0.0014 and 0.001 are far apart. It is
// negative where digits before the point are denied as well.
func decimals(half float64) int {
	exponent := math.Floor(math.Log10(half))
	d := -int(exponent)
	if math.Round(half/math.Pow(10, exponent)*10) < 20 { // 1.0 to 1.9
		d++
	}
	return d
}

// magnitude is the exponent of the first digit of x: 2 for 345. It is 0 for 0.
func magnitude(x float64) int {
	if x == 0 {
		return 0
	}
	return int(math.Floor(math.Log10(math.Abs(x))))
}

// fixed writes x with d digits behind the point, or for a negative d rounded
// to a power of ten.
func fixed(x float64, d int) string {
	if d < 0 {
		unit := math.Pow(10, float64(-d))
		x, d = math.Round(x/unit)*unit, 0
	}
	return strconv.FormatFloat(x, 'f', d, 64)
}

// figure writes a value to the digits that its interval leaves standing, and
// no more than are read. Without a bounded interval it is two digits. A value that is no
// number is "".
func figure(value, lo, hi float64) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return ""
	}
	half := (hi - lo) / 2
	if math.IsNaN(half) || math.IsInf(half, 0) {
		return fixed(value, 1-magnitude(value))
	}
	most := max(0, significant-1-magnitude(value))
	if half <= 0 {
		return fixed(value, most)
	}
	return fixed(value, min(standing(value, half), most))
}

// standing is decimals, but the first digit of the value always stands: 0.4 ± 3 is not 0.
func standing(value, half float64) int { return max(decimals(half), -magnitude(value)) }

// ratio writes a gap and the half width of its interval, both to the same
// digit. An unbounded interval is "∞".
func ratio(e stats.Estimate) (value, half string) {
	if !e.Bounded() {
		return fixed(e.Value, 1-magnitude(e.Value)), "∞"
	}
	h := (e.Hi - e.Lo) / 2
	if h <= 0 { // all repetitions agree to the last bit
		return fixed(e.Value, significant), fixed(0, significant)
	}
	d := max(0, standing(e.Value, h))
	return fixed(e.Value, d), fixed(h, d)
}

// threeDigits writes a number without an interval.
func threeDigits(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fixed(x, min(4, max(0, 2-magnitude(x*1.0005)))) // 0.9997 is 1.00
}

// percent writes a share, 0 to 1.
func percent(share float64) string {
	if math.IsNaN(share) {
		return "–"
	}
	return fixed(100*share, 0) + " %"
}

// number writes a figure for programs: to nine digits, with a dot and without an exponent; "" where it is no finite number.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(nineDigits(x), 'f', -1, 64)
}

// nineDigits rounds x to nine significant digits: no figure is known better, and processors differ in the last ones.
func nineDigits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 8, 64), 64)
	if err != nil {
		return x // beyond the largest number by rounding up
	}
	return rounded
}
