package gobench

import (
	"crypto/rand"
	"fmt"

	"cryptogap/compare/catalog"
)

func rngRows() []row {
	return []row{
		{id: "rng", pkg: "crypto/rand", how: "Read", open: openRNG},
		{id: "rng-nonce", how: "crypto/rand has one generator, for keys and nonces alike"},
	}
}

func openRNG(c catalog.Case, _ catalog.Inputs) (work, error) {
	if c.Size < 0 {
		return work{}, fmt.Errorf("%d bytes", c.Size)
	}
	out := buffer(c.Size)
	return work{
		do: func(n int) error {
			for range n {
				if _, err := rand.Read(out); err != nil {
					return err
				}
			}
			return nil
		},
		output: func() []byte { return out },
	}, nil
}
