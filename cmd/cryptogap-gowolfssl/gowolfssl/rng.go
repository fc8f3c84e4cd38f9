package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func rngRows() []bridge.Row {
	return []bridge.Row{{Algorithm: "rng", How: "Wc_RNG_GenerateBlock, at most 64 KiB a call, of one kept WC_RNG", Open: opener(read)}}
}

// maxBlock is the most that Wc_RNG_GenerateBlock makes in one call.
const maxBlock = 1 << 16

func read(c catalog.Case, _ catalog.Inputs, h *held) (operation, error) {
	rng, err := newRNG(h)
	if err != nil {
		return operation{}, err
	}
	return into(c.Size, func(out []byte) int {
		for len(out) > 0 {
			size := min(len(out), maxBlock)
			if rc := wolfSSL.Wc_RNG_GenerateBlock(rng, out, size); rc != 0 {
				return rc
			}
			out = out[size:]
		}
		return 0
	}), nil
}

// newRNG returns a seeded generator.
func newRNG(h *held) (*wolfSSL.WC_RNG, error) {
	return object(h, wolfSSL.Wc_InitRng, func(rng *wolfSSL.WC_RNG) { wolfSSL.Wc_FreeRng(rng) })
}
