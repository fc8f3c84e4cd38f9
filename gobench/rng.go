package gobench

import (
	"crypto/rand"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func rngRows() []row {
	return []row{
		{id: "rng", pkg: "crypto/rand", how: "Read", open: openRNG},
		{id: "rng-nonce", how: "crypto/rand has one generator, for keys and nonces alike"},
	}
}

func openRNG(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	if c.Size < 0 {
		return nil, fmt.Errorf("%w: %d bytes", provider.ErrNotOffered, c.Size)
	}
	out := bridge.Buffer(c.Size)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				if _, err := rand.Read(out); err != nil {
					return err
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}
