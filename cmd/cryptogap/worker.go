//go:build worker

// Command cryptogap, built with the tag worker, is the worker process alone: native/layouts.sh links it in several layouts.
package main

import (
	"os"
	"slices"

	"cryptogap/compare"
	"cryptogap/compare/provider"
)

// main does a job with the named providers: "worker go wolfcrypt", as cryptogap itself takes it.
func main() {
	names := os.Args[min(2, len(os.Args)):]
	os.Exit(compare.Worker(slices.DeleteFunc(providers(), func(p provider.Provider) bool {
		return len(names) > 0 && !slices.Contains(names, p.Name())
	})))
}
