//go:build cgo

// Package faulty is a C library that misbehaves, for tests of what runs libraries.
package faulty

/*
#include <stdlib.h>
#include "faulty.h"
*/
import "C"

import "unsafe"

// Available says whether there is C in this build.
const Available = true

// Do has C code do what is named: exit, quit (_exit), abort, fault (SIGSEGV), hang, spin, print, leak, fork, kill (SIGKILL), close (files
// that it did not open), corrupt (the heap), thread (exit in another thread), recurse. It panics for another name.
func Do(what string) {
	name := C.CString(what)
	defer C.free(unsafe.Pointer(name))
	if C.faulty_do(name) != 0 {
		panic("faulty: no fault is called " + what)
	}
}
