package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func rngRows() []bridge.Row {
	return []bridge.Row{{Algorithm: "rng", How: "Wc_RNG_GenerateBlock, at most 64 KiB a call, of one kept WC_RNG", Open: openRead}}
}

// maxBlock is the most that Wc_RNG_GenerateBlock makes in one call.
const maxBlock = 1 << 16

func openRead(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	rng, free, err := newRNG()
	if err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Size)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				for rest := out; len(rest) > 0; {
					size := min(len(rest), maxBlock)
					if rc := wolfSSL.Wc_RNG_GenerateBlock(rng, rest, size); rc != 0 {
						return code(rc)
					}
					rest = rest[size:]
				}
			}
			return nil
		},
		Out:  func() []byte { return out },
		Free: free,
	}, nil
}

// newRNG returns a seeded generator and what frees it.
func newRNG() (*wolfSSL.WC_RNG, func(), error) {
	rng, free, err := alloc[wolfSSL.WC_RNG]()
	if err != nil {
		return nil, nil, err
	}
	if rc := wolfSSL.Wc_InitRng(rng); rc != 0 {
		free()
		return nil, nil, code(rc)
	}
	return rng, func() { wolfSSL.Wc_FreeRng(rng); free() }, nil
}
