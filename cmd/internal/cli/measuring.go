package cli

// measuringTopic is a topic of help that is no command.
const measuringTopic = "measuring"

// measuring is the method on one screen: 24 lines of 80 columns. docs/method.md has the whole.
const measuring = `How cryptogap measures

Same work   Libraries read the same buffers and set keys at the same point.
Outputs     They are compared first. A row whose outputs differ is not timed.
Loop        In Go (call): one cgo call per operation, what a Go program gets.
            In C (batch, -v): what the library can do.
Rounds      A round is a sample (0.18 ms) of every library, in shuffled order.
            Ratios are taken within rounds.
Repetitions The list is measured 16 times, each in a new process, in 8 binaries
            of other link layouts. A ratio that depends on layout says so.
Quiet       A sample counts by outside evidence alone: probes of the core before
            and after it, context switches, and 60 % quiet samples in its
            repetition. Its own duration is never looked at.
Ticks       Samples run between timer ticks, or ticks are subtracted from all.
Collection  Go's garbage collection is part of Go's time.
±           95 % prediction interval for a repeat run. ~ equal: it contains 1.
?           Flagged: noisy (few quiet samples) or unstable. Do not rely on it.

Your machine: cryptogap selftest --measurement. More: docs/method.md.
`
