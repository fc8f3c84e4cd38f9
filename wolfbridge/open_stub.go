//go:build !cgo || nowolf

package wolfbridge

import (
	"fmt"

	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// library says that this build has none.
func library() ([]bridge.Row, error) {
	return nil, fmt.Errorf("%w: compiled without cgo or with the tag nowolf", provider.ErrNotBuilt)
}

func describe(*provider.Info) {}

func words(int) string { return "" }
