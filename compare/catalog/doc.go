// Package catalog says what is measured: the kinds and their operations, the
// one list of algorithms, cases, and the inputs, keys and vectors they are measured and
// verified with. It knows no library.
package catalog
