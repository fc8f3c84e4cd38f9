package bridge

import (
	"fmt"

	"cryptogap/compare/provider"
)

// Result codes, as in native/status.h.
const (
	ok          = 0
	unsupported = 1
	refused     = 2
	noMemory    = 3
	badLength   = 4
)

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
		return fmt.Errorf("%w: length out of range", provider.ErrNotOffered)
	}
	return fmt.Errorf("bridge: unknown status %d", status)
}
