package main

import (
	"cryptogap/cmd/cryptogap-gowolfssl/gowolfssl"
	"cryptogap/compare/provider"
	"cryptogap/gcryptbridge"
	"cryptogap/gobench"
	"cryptogap/wolfbridge"
)

// providers are those of cryptogap, and the wrapper after the binding it is compared with.
func providers() []provider.Provider {
	return []provider.Provider{gobench.New(), wolfbridge.New(), gowolfssl.New(), gcryptbridge.New()}
}
