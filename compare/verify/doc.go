// Package verify compares what the libraries give: with known answers, with
// each other, and where an output is random by handing it to the others. It runs
// the same routines that are timed.
//
// Case does everything for one case and is what a run asks before it times
// anything. Vectors puts every known answer to every library, Interop repeats
// the exchange of one algorithm with fresh keys, and Fuzz looks for inputs that
// the libraries disagree about. All four are made of two steps: alike, where
// every library gets the same inputs and must give the same bytes, and
// exchange, where one makes what the others must accept.
package verify
