//go:build worker

// Command cryptogap, built with the tag worker, is the worker process alone: native/layouts.sh links it in several layouts.
package main

import (
	"os"

	"cryptogap/compare"
)

// main does a job, as "cryptogap worker" does.
func main() { os.Exit(compare.Worker(providers())) }
