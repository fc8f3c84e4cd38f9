//go:build cgo && !nowolf

package wolfbridge

// #include "cgw_features.h"
// #include "library.h"
import "C"

import "cryptogap/compare/provider"

// describe adds what the library and its headers say about themselves.
func describe(i *provider.Info) {
	i.Headers = C.LIBWOLFSSL_VERSION_STRING
	if v := C.cgw_version(); v != nil {
		i.Version = C.GoString(v)
	}
}
