//go:build !cgo || nowolf

package wolfbridge

import (
	"fmt"

	"cryptogap/compare/provider"
	"cryptogap/native"
)

// library says that this build has none.
func library() ([]native.Row, error) {
	return nil, fmt.Errorf("%w: compiled without cgo or with the tag nowolf", provider.ErrNotBuilt)
}

func describe(*provider.Info) {}
