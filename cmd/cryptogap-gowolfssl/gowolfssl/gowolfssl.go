// Package gowolfssl is the provider "go-wolfssl": wolfSSL's own Go wrapper,
// github.com/wolfssl/go-wolfssl, used as a Go program would use it. The C code
// behind it is that of the provider "wolfcrypt", so what differs between the two
// is what the wrapper costs: cgo calls, allocations, and keys that are set again
// because there is no call that keeps them.
//
// One file holds one kind, its rows at the head. An operation is offered where
// the wrapper comes to the case's result; where that takes more than the case
// asks for, the row says so. An algorithm without a row has no function in the wrapper.
//
// Only what the wrapper has had since 2025, with signatures that have not changed
// since, is called. It hands empty slices on to wolfCrypt, or returns -173 for them; both are
// what "refused" tells.
package gowolfssl

import (
	"fmt"
	"math"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// Name is the word that users type and records carry.
const Name = "go-wolfssl"

// New returns the provider "go-wolfssl".
func New() provider.Provider {
	return bridge.New(bridge.Library{
		Name: Name, Prefix: "gowolfssl", Boundaries: []provider.Boundary{provider.Call}, Rows: rows, Info: info,
		Absent: fmt.Errorf("%w: the wrapper has no function for it", provider.ErrUnsupported),
	})
}

// rows starts wolfCrypt and returns the table. Each opener is kept from what the wrapper would narrow to a C int.
func rows() ([]bridge.Row, error) {
	if err := start(); err != nil {
		return nil, err
	}
	all := slices.Concat(
		crossingRows(), rngRows(), cipherRows(), aeadRows(), macRows(), hashRows(), kdfRows(),
		signatureRows(), agreementRows(),
	)
	for i, r := range all {
		if r.Absent != nil {
			continue
		}
		if r.Open == nil {
			all[i].Absent, all[i].How = fmt.Errorf("%w: %s", provider.ErrUnsupported, r.How), ""
			continue
		}
		all[i].Open = func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
			if err := fits(len(in.Message)+maxTag, len(in.Received), len(in.Key), len(in.AAD), len(in.Salt), len(in.Info), c.Cost); err != nil {
				return nil, err
			}
			return r.Open(c, in)
		}
	}
	return all, nil
}

// A code is a number that the wrapper returned, which is wolfCrypt's.
type code int

func (c code) Error() string { return fmt.Sprintf("%s (%d)", words(int(c)), int(c)) }

// failed returns the error of a return code, nil for 0.
func failed(rc int) error {
	if rc != 0 {
		return code(rc)
	}
	return nil
}

// maxTag is more than any algorithm adds to a message.
const maxTag = 64

// fits refuses what the wrapper would narrow to a C int without a look at it.
func fits(lengths ...int) error {
	for _, n := range lengths {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%w: %d is more than wolfCrypt's integers hold", provider.ErrNotOffered, n)
		}
	}
	return nil
}
