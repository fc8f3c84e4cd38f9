// Package truth tests whether the whole chain tells the truth where the truth is known. Repetition, A/A and planted delays cannot
// see an error that is the same each time, or that needs two different sides.
//
// [Simulate] makes records of machines and operations whose time ratio is known, as the harness would have written them, and sends
// them through package result. The stopping rule of a run is part of it. It shares no code with the selection and the statistics
// that it tests.
//
// What the truth is:
//
//   - A lane with slow samples of its own: the mean. A program pays for the slow ones too. A median would favour the library with
//     the wider spread.
//   - Timer ticks: the cost without them. They are the machine's.
//   - A neighbour on the core: the cost without it.
//   - Placement and link layouts: the centre (on the logarithmic scale) over all placements and layouts.
//   - Drift of the clock speed: it cancels, so the ratio stays.
//
// What would show that the chain is wrong. A class is one machine with one kind of row; only rows without a flag count.
//
//   - Bias: over many simulated runs of a class, the median of estimate / truth − 1 differs from 0 by more than 0.1 %, and by more
//     than chance explains.
//   - Coverage: of ordered pairs of runs, with other draws of everything (also of the link layouts), fewer than 95 % have the
//     second ratio inside the first interval.
//   - Flags: a class of steady operations on a quiet machine has many flagged rows. A flag on everything would keep every promise.
package truth
