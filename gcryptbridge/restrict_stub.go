//go:build !cgo || nogcrypt

package gcryptbridge

import "cryptogap/native"

// switches of a library that is not there do nothing.
func switches() native.Switches {
	return native.Switches{Follows: func(string) bool { return true }, Restrict: func([]string) error { return nil }}
}
