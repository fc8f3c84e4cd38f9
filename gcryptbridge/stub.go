//go:build !cgo || nogcrypt

package gcryptbridge

import (
	"fmt"

	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// library says that this build has none.
func library() ([]bridge.Row, error) {
	return nil, fmt.Errorf("%w: compiled without cgo or with the tag nogcrypt", provider.ErrNotBuilt)
}

func describe(*provider.Info) {}

func words(int) string { return "" }

// switches of a library that is not there do nothing.
func switches() bridge.Switches {
	return bridge.Switches{Follows: func(string) bool { return true }, Restrict: func([]string) error { return nil }}
}
