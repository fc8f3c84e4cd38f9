package gobench

import "cryptogap/compare/catalog"

func crossingRows() []row {
	return []row{{id: "crossing", pkg: "cryptogap/gobench", how: "call of an empty function", open: openCrossing}}
}

func openCrossing(catalog.Case, catalog.Inputs) (work, error) {
	return work{
		do: func(n int) error {
			for range n {
				empty()
			}
			return nil
		},
		output: func() []byte { return nil },
	}, nil
}

//go:noinline
func empty() {}
