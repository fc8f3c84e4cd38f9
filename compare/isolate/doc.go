// Package isolate does a job in a process of its own, because a library that
// aborts, exits or hangs takes its process with it. It knows nothing of what the
// job is: jobs and events are any types that JSON can carry.
//
// # Protocol
//
// The parent starts the worker's command ([Task]); its main function calls
// [Serve]. The worker has these files:
//
//	0  the job, as JSON
//	1  \ one file of bounded size that takes whatever the libraries print;
//	2  / nothing of the protocol goes there
//	3  the marker page, shared with the parent
//	4  frames, one a line, a prefix and a JSON value: an event, a unit that is done, what a
//	   library printed, or an error of our own. Anything else there comes from a library, and
//	   counts as printed
//	5  the Go runtime's words when it crashes, bounded too
//
// A job has a number of units. The worker is finished when it has said Done for
// every one of them. However it ends before that, also with exit status 0, is a
// [Death].
//
// # Marker page
//
// Before the worker enters a library it notes the unit, the library and a step
// in the marker page ([Worker.Enter]), and clears the note when it is back in
// code of its own ([Worker.Leave]). That is a few stores to memory, no system
// call. The parent reads it when the worker has died, and every second to see
// whether the worker gets on.
//
// # Limits
//
//   - Memory: RLIMIT_DATA is set to Task.Memory, or to the hard limit where that is lower.
//   - Time: a worker hangs when neither marker nor frames change for Task.Stall. Time
//     counts while the worker waits, and otherwise by the CPU time it uses: a worker that is stopped, or
//     waits for a CPU, does not hang, and neither does one whose parent was stopped.
//   - Output: the first [MaxPrinted] bytes that the libraries print are kept.
//   - Frames: a line above [MaxFrame] bytes is damaged.
//   - Processes: what is left of the worker's process group is killed. A child that
//     keeps a file open does not hold up the parent.
//
// # What a death means
//
// [Death.InLibrary]: the worker had entered a library, so it is the library's doing, and
// Place says which. A death by a signal that comes from outside (SIGKILL, SIGTERM, SIGHUP, SIGINT),
// or outside of any library, says nothing about a library: [Death.Outside] or not InLibrary. The
// caller repeats the job; where the same happens again and again in one place, it may judge otherwise.
package isolate
