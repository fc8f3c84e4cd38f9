// Package wolfbridge is the provider "wolfcrypt": wolfSSL's wolfCrypt, behind thin
// cgo shims. Each kind of the catalogue has a table and its shims in one C file,
// and what opens its operations in the Go file of that name. To add an algorithm,
// add a row to the list at the head of the C file.
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
		Name: Name, Prefix: "wolfbridge", Rows: library, Absent: provider.ErrUnsupported, Info: info, Words: words,
	}, switches())}
}

// wolfcrypt adds to the provider how wolfCrypt's own benchmark measures its rows.
type wolfcrypt struct{ bridge.Native }

// info describes the library; missing is why it is not in this build.
func info(missing error) provider.Info {
	i := provider.Info{Title: "wolfCrypt", License: "GPL-3.0-or-later"}
	if missing != nil {
		i.Missing = missing.Error()
		return i
	}
	describe(&i)
	return i
}
