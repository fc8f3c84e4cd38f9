// Package gobench is the provider "go": the best public Go implementation of
// each algorithm, from the standard library, then golang.org/x/crypto, then a kept module, and
// from this repository only where none of those has it.
//
// One file holds one kind, its rows at the head. A row is one implementation;
// an algorithm without a row has none.
package gobench

import (
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A row says which Go code answers some of an algorithm's operations.
type row struct {
	id    string              // the algorithm's
	ops   []catalog.Operation // nil: all it has
	pkg   string              // import path; its module's version is looked up
	how   string              // which of its functions, and how they are used
	does  string              // what the operation does besides what the catalogue says
	takes bridge.Params       // what it hands on beyond the catalogue's values
	open  bridge.Opener       // nil: nothing answers, and how says why
}

func rows() []row {
	return slices.Concat(
		crossingRows(), rngRows(), cipherRows(), aeadRows(), macRows(), hashRows(), kdfRows(),
		pkeRows(), signatureRows(), agreementRows(), kemRows(),
	)
}

// table is rows as the provider answers from them: the implementation is
// "golang.org/x/crypto/blake2b v0.59.0: Sum512".
func table() ([]bridge.Row, error) {
	var all []bridge.Row
	for _, r := range rows() {
		b := bridge.Row{Algorithm: r.id, Ops: r.ops, Does: r.does, Takes: r.takes, Open: r.open}
		if r.open == nil {
			b.Absent = fmt.Errorf("%w: %s", provider.ErrUnsupported, r.how)
		} else {
			b.How = versioned(r.pkg) + ": " + r.how
		}
		all = append(all, b)
	}
	return all, nil
}

// library adds to the provider how Go is told to do without CPU features.
type library struct{ bridge.Base }

// New returns the provider "go". A panic is how GODEBUG=fips140=only says no in
// crypto/md5, crypto/hmac and others.
func New() provider.Provider {
	return library{bridge.New(bridge.Library{
		Name: "go", Prefix: "gobench", Boundaries: []provider.Boundary{provider.Call},
		Rows: table, Info: info, Panics: "panic",
		Absent: fmt.Errorf("%w: no kept Go module", provider.ErrUnsupported),
	})}
}
