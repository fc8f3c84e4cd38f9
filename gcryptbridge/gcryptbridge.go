// Package gcryptbridge is the provider "libgcrypt": GnuPG's library behind thin cgo
// shims. Each kind of the catalogue has its rows (which identifier of the library answers which
// algorithm) and its routines in one Go file and its shims in the C file of that
// name; cgg_features.h says what the library at hand offers.
//
// Without cgo, or with the build tag nogcrypt, the provider is there and says
// that the library is not.
package gcryptbridge

import (
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// Name is the word that users type and records carry.
const Name = "libgcrypt"

// New returns libgcrypt as a provider. The library is initialised once in a
// process, at the first question to any provider of it.
func New() provider.Provider {
	return libgcrypt{bridge.NewNative(bridge.Library{
		Name: Name, Prefix: "gcryptbridge", Rows: library, Absent: provider.ErrUnsupported, Info: info, Words: words,
	}, switches())}
}

// libgcrypt adds to the provider how libgcrypt's own benchmark measures its rows.
type libgcrypt struct{ bridge.Native }

// info describes the library; missing is why it is not in this build.
func info(missing error) provider.Info {
	i := provider.Info{Title: "libgcrypt", License: "LGPL-2.1-or-later"}
	if missing != nil {
		i.Missing = missing.Error()
		return i
	}
	describe(&i)
	return i
}
