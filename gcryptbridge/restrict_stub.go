//go:build !cgo || nogcrypt

package gcryptbridge

import "cryptogap/compare/provider/bridge"

// switches of a library that is not there do nothing.
func switches() bridge.Switches {
	return bridge.Switches{Follows: func(string) bool { return true }, Restrict: func([]string) error { return nil }}
}
