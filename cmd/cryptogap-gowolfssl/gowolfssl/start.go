package gowolfssl

import (
	"sync"

	wolfSSL "github.com/wolfssl/go-wolfssl"
)

// notCompiledIn is what the wrapper's stubs return where wolfSSL was built
// without a feature.
const notCompiledIn = -174

// start initialises the library once in a process. Where wolfSSL takes its seed
// from a callback, the program has to set it before the first random number.
var start = sync.OnceValue(func() error {
	wolfSSL.WolfSSL_Init()
	if rc := wolfSSL.Wc_SetDefaultSeed_Cb(); rc != notCompiledIn {
		return failed(rc)
	}
	return nil
})
