//go:build !cgo || nogcrypt

package gcryptbridge

import (
	"fmt"

	"cryptogap/compare/provider"
	"cryptogap/native"
)

// library says that this build has none.
func library() ([]native.Row, error) {
	return nil, fmt.Errorf("%w: compiled without cgo or with the tag nogcrypt", provider.ErrNotBuilt)
}

func describe(*provider.Info) {}
