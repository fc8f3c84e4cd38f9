//go:build !cgo

// Package faulty is a C library that misbehaves, for tests of what runs libraries.
package faulty

// Available says whether there is C in this build.
const Available = false

// Do panics: there is no C in this build.
func Do(what string) { panic("faulty: without C there is no " + what) }
