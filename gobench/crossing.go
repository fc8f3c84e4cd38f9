package gobench

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func crossingRows() []row {
	return []row{{id: "crossing", pkg: "cryptogap/gobench", how: "call of an empty function", open: openCrossing}}
}

func openCrossing(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				empty()
			}
			return nil
		},
		Out: func() []byte { return nil },
	}, nil
}

//go:noinline
func empty() {}
