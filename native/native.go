// Package native holds what the two C bridges share: the headers of the timing
// loop and of the result codes, and the recipe that builds the libraries
// (build.sh, versions.lock).
package native

import (
	"embed"
	"errors"
	"fmt"

	"cryptogap/compare/provider"
)

// Headers embeds the headers. The bridges use it so that a change to
// a header rebuilds them: the go command does not follow C includes out of a package's
// folder.
//
//go:embed *.h
var Headers embed.FS

// Result codes, as in status.h.
const (
	ok          = 0
	unsupported = 1
	refused     = 2
	noMemory    = 3
	badLength   = 4
	accepted    = 5
)

// errForgery wraps no sentinel: a library that accepts a forgery is at fault.
var errForgery = errors.New("native: the library accepted a forged message")

// Err turns a shim's status into an error, nil for success. words translates
// the library's own error number.
func Err(status int64, words func(code int) string) error {
	switch status & 0xff {
	case ok:
		return nil
	case unsupported:
		return fmt.Errorf("%w: built without it", provider.ErrNotBuilt)
	case refused:
		code := int(status >> 8)
		return fmt.Errorf("%w: %s (%d)", provider.ErrRefused, words(code), code)
	case noMemory:
		return fmt.Errorf("%w: out of memory", provider.ErrRefused)
	case badLength:
		return fmt.Errorf("%w: length out of range", provider.ErrRefused)
	case accepted:
		return errForgery
	}
	return fmt.Errorf("native: unknown status %d", status)
}
