// Package stats turns numbers into statements: medians, time ratios with their
// intervals, slopes, fitted lines, break-even sizes, changes. Its functions
// are pure: they read no clock, draw no random number, know no file, and
// never modify their arguments, so the same numbers always give the same
// answer.
//
// # What an interval means
//
// Every [Interval] of an [Estimate] is a 95 % prediction interval for a second
// run of the same size: measure again, in another process, and the new Value
// lies inside in about 95 of 100 rows. That is the promise a reader of a
// benchmark table wants to rely on. It is √2 times as wide as the 95 %
// confidence interval of the true value (two runs err, not one), and so holds
// the true value in about 99 of 100 rows. Use [Estimate.Confidence] where the
// narrower statement is meant.
//
// # Repetitions are clusters
//
// Rounds of one repetition share their memory placement and their disturbances, so they
// are not independent; the repetitions are, within a link layout. The spread between layouts,
// or between repetitions where there is one layout, is therefore what intervals are made of, with
// Student's t for their small number. How many rounds a repetition had decides only its weight. A
// single repetition says nothing about the spread: see [Estimate.Provisional].
//
// # Invalid values
//
// NaN, infinities, and where a ratio or a time is expected also zero and
// negative values, are no measurements. Functions leave them out and
// count them in [Estimate.Dropped]. Where nothing is left, Value is NaN.
package stats
