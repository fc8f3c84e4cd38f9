// Package compare is one run of cryptogap as a whole. This page is the
// architecture, in the order in which data flows:
//
//		catalogue → provider → verify → harness → records → selection → statistics → result → report
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
//	    with a probe of the core's throughput between any two. Samples lie between timer ticks
//	    where those of all lanes fit. It reads no output and judges nothing. The list is measured in
//	    repetitions, each a process of its own, in worker binaries of several link layouts
//	    ([Config.Layouts]): what depends on where code, heaps and stacks lie is seen
//	    instead of frozen into the result. What garbage collection adds to an operation is measured apart.
//
//	 6. Keep. Package sample has the records: the run with its environment, each
//	    verdict, each round. They are handed on as they are made, one JSON
//	    value a line, so that a run that is cut off has lost nothing.
//
//	 7. Judge. Package selection says which samples count, by evidence from outside the sample.
//	    Package stats is pure functions on numbers: ratios, their intervals with link layouts as the
//	    outer clusters, signs of instability. Package result applies both to a run's records and
//	    gives each row its figures. All repetitions asked for are made. A row short of quiet samples, or
//	    with noisy ratios, is measured further while the budget lasts; then it is flagged.
//
//	 8. Show. Package report renders a result as a table, CSV, JSON, Markdown,
//	    HTML or in the Go benchmark format. cmd/internal/cli has one file a subcommand.
//
// [AB] does steps 3 to 6 for two builds at once, in alternating repetitions, and result.Paired compares them.
//
// To add an algorithm: one value in catalog/algorithms.go, and one row at
// the head of its kind's file in each provider that offers it. To add a library: one
// folder that implements provider.Provider, and one line in
// cmd/cryptogap/providers.go.
package compare
