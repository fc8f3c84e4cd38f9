// Package wolfbridge is the provider "wolfcrypt": wolfSSL's wolfCrypt, behind thin
// cgo shims. Each kind of the catalogue has its rows and its routines in one Go
// file and its shims in the C file of that name; cgw_features.h says what the
// library at hand was built with.
//
// Without cgo, or with the build tag nowolf, the provider is there and says
// that the library is not.
package wolfbridge

import (
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// Name is the word that users type and records carry.
const Name = "wolfcrypt"

// New returns wolfCrypt as a provider. The library is initialised once in a
// process, at the first question to any provider of it.
func New() provider.Provider {
	return wolfcrypt{bridge.NewNative(bridge.Library{
		Name: Name, Prefix: "wolfbridge", Rows: library, Lack: provider.ErrUnsupported, Info: info, Words: words,
	}, switches())}
}

// wolfcrypt adds to the provider how wolfCrypt's own benchmark measures its rows.
type wolfcrypt struct{ bridge.Native }
