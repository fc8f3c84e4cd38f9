package result

import "cryptogap/compare/sample"

// wide is the relative half width of what noise alone adds to an interval, above which a row is measured beyond the
// repetitions asked for while the budget lasts. More repetitions do not make the spread between link layouts smaller.
const wide = 0.005

// maxRepetitions is how many times the repetitions asked for a row is measured at most while it is short of
// quiet rounds.
const maxRepetitions = 6

// MostRepetitions is how many repetitions a run makes, however little budget they take.
func MostRepetitions(s sample.Settings) int { return maxRepetitions * s.Repetitions }

// Finished says whether the row needs no further repetition after so many of the run: as many as asked for, then more while it is
// short of quiet rounds or its ratios are noisy. No row ends before that: to stop where an interval happens to be narrow would make
// intervals too narrow.
func (r *Row) Finished(repetitions int, s sample.Settings) bool {
	return repetitions >= s.Repetitions && !r.Contended && r.Noise() <= wide
}
