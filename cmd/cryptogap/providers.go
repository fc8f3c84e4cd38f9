package main

import (
	"cryptogap/compare/provider"
	"cryptogap/gcryptbridge"
	"cryptogap/gobench"
	"cryptogap/wolfbridge"
)

// providers is the only list of libraries, in the order of the report's
// columns. The first is the one that the others are compared with.
func providers() []provider.Provider {
	return []provider.Provider{gobench.New(), wolfbridge.New(), gcryptbridge.New()}
}
