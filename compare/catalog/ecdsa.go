package catalog

import (
	"encoding/asn1"
	"fmt"
	"math/big"
)

// Most libraries have ECDSA signatures in DER (RFC 3279 section 2.2.3), the
// catalogue has r then s. The conversions are for outside of what is timed.

type ecdsaDER struct{ R, S *big.Int }

// ECDSAToDER returns the DER of the signature raw: r then s, each half of it.
func ECDSAToDER(raw []byte) []byte {
	half := len(raw) / 2
	der, err := asn1.Marshal(ecdsaDER{new(big.Int).SetBytes(raw[:half]), new(big.Int).SetBytes(raw[half:])})
	if err != nil {
		panic(fmt.Sprintf("catalog: ecdsa: %v", err)) // two numbers always have one
	}
	return der
}

// ECDSAFromDER returns r then s, each of width bytes.
func ECDSAFromDER(der []byte, width int) ([]byte, error) {
	var sig ecdsaDER
	rest, err := asn1.Unmarshal(der, &sig)
	if err != nil {
		return nil, fmt.Errorf("catalog: ecdsa: %w", err)
	}
	if most := 8 * width; len(rest) != 0 || sig.R.Sign() < 0 || sig.S.Sign() < 0 || sig.R.BitLen() > most || sig.S.BitLen() > most {
		return nil, fmt.Errorf("catalog: ecdsa: %x is not a signature of two numbers of %d bytes", der, width)
	}
	raw := make([]byte, 2*width)
	sig.R.FillBytes(raw[:width])
	sig.S.FillBytes(raw[width:])
	return raw, nil
}
