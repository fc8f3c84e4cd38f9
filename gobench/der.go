package gobench

import (
	"encoding/asn1"
	"fmt"
	"math/big"
)

// crypto/ecdsa has ECDSA signatures in DER, the catalogue has r then s. The
// conversions are outside what is timed.

// rawSignature is r then s, each of width bytes.
func rawSignature(der []byte, width int) []byte {
	var rs struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &rs); err != nil {
		panic(fmt.Sprintf("gobench: ecdsa: %v", err)) // crypto/ecdsa made it
	}
	raw := make([]byte, 2*width)
	rs.R.FillBytes(raw[:width])
	rs.S.FillBytes(raw[width:])
	return raw
}

func derSignature(raw []byte) ([]byte, error) {
	half := len(raw) / 2
	return asn1.Marshal(struct{ R, S *big.Int }{new(big.Int).SetBytes(raw[:half]), new(big.Int).SetBytes(raw[half:])})
}
