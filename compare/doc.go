// Package compare is one run of cryptogap as a whole. This page is the
// architecture, in the order in which data flows:
//
//		catalogue → provider → verify → harness → records → statistics → report
//
//	 1. What. Package catalog has the one list of algorithms, the operations of each
//	    kind, the inputs (a pure function of a case's name) and known answers. A
//	    [Selection] picks cases; [Units] makes a row of each, with a lane for every
//	    provider that offers it, at each boundary. A boundary says where the
//	    loop over n operations runs: in Go with one cgo call per operation
//	    (call), or in C with one cgo call for all (batch).
//
//	 2. Who. Package provider is the contract with a library under test: Open makes
//	    everything ready, Do(n) does the operation n times, Output shows the
//	    last result. gobench, wolfbridge and gcryptbridge implement it; only
//	    cmd/cryptogap/providers.go lists them. This package takes
//	    []provider.Provider and never imports a bridge.
//
//	 3. Where it runs. A library that aborts takes its process with it, so
//	    whatever touches the libraries is a child ([Worker]). Package isolate has
//	    the protocol: the child gets a job, sends events, and notes in a shared page which library it is about to enter. When it
//	    ends too early, the parent knows which library did it, takes that library out of the
//	    row, and goes on with a new child. Without [Config.Worker] all happens in
//	    this process, which is enough for a program that measures its own code.
//
//	 4. Agree first. Package verify compares each case's outputs between all
//	    providers and with known answers, on a first and on later calls, at both
//	    boundaries, at lengths around block boundaries as well as at the measured one;
//	    random outputs are handed to the other libraries. The routines are
//	    those that are timed. A row whose outputs differ is never timed.
//
//	 5. Measure. Package harness calibrates how many operations make a sample,
//	    then makes rounds: one sample of every lane of a row, in shuffled order,
//	    with a probe of the core's throughput between any two, and between the ticks of the timers. It reads no
//	    output and judges nothing. The list is measured in repetitions, each a process of its own, so
//	    that where code, heaps and stacks happen to lie is drawn anew, and the
//	    spread this causes is seen instead of frozen into the result.
//
//	 6. Keep. Package sample has the records: the run with its environment, each
//	    verdict, each round. They are handed on as they are made, one JSON
//	    value a line, so that a run that is cut off has lost nothing.
//
//	 7. Judge. Package stats is pure functions on numbers: which samples were quiet,
//	    medians, gaps and their intervals, signs of instability. Package result
//	    applies them to a run's records: it gives each row its figures, and tells
//	    the run when a row is good enough. A row short of quiet samples, or with a wide interval,
//	    is measured again while the budget lasts; then it says that it was contended.
//
//	 8. Show. Package report renders a result as a table, CSV, JSON, Markdown,
//	    HTML or in the Go benchmark format. cmd/internal/cli has one file a subcommand.
//
// To add an algorithm: one value in catalog/algorithms.go, and one row at
// the head of its kind's file in each provider that offers it. To add a library: one
// folder that implements provider.Provider, and one line in
// cmd/cryptogap/providers.go.
package compare
