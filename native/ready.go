//go:build cgo && !(nowolf && nogcrypt)

package native

// The bridges import this package, so it is compiled before pkg-config is asked for what may not be built yet.

// #cgo CFLAGS: -Wfatal-errors
// #ifndef CG_NATIVE
// #error the C libraries are not set up: run make, or eval "$(make env)" before the go command; CGO_ENABLED=0 builds without them
// #endif
import "C"
