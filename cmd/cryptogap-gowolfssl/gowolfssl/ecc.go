package gowolfssl

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/ecc.h>
// #include <wolfssl/wolfcrypt/error-crypt.h>
import "C"

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/provider/bridge"
)

// A curve is a NIST curve. The wrapper names P-256 alone, and takes the numbers
// of wolfCrypt's headers for the others.
type curve struct {
	name   string
	number int
	width  int // bytes of a coordinate and of a private key
	named  bool
}

func curves() []curve {
	return []curve{
		{"p256", wolfSSL.ECC_SECP256R1, 32, true},
		{"p384", C.ECC_SECP384R1, 48, false},
		{"p521", C.ECC_SECP521R1, 66, false},
	}
}

// note is said of rows whose curve a program has to look up elsewhere.
func (v curve) note() string {
	if v.named {
		return ""
	}
	return "; the wrapper names no such curve, its number is from wolfCrypt's headers"
}

// malformed says of what Wc_ecc_verify_hash returned that r or s is 0, not less
// than the group's order, or no number. The wrapper names none of these errors.
func malformed(rc int) bool {
	return rc == C.MP_ZERO_E || rc == C.MP_VAL || rc == C.ASN_ECC_KEY_E
}

// newKey returns an empty key.
func newKey(h *held) (*wolfSSL.Ecc_key, error) {
	return object(h, wolfSSL.Wc_ecc_init, func(k *wolfSSL.Ecc_key) { wolfSSL.Wc_ecc_free(k) })
}

// private returns the private key of a big-endian number.
func (v curve) private(b []byte, h *held) (*wolfSSL.Ecc_key, error) {
	if err := bridge.Length("private key", len(b), v.width); err != nil {
		return nil, err
	}
	k, err := newKey(h)
	if err != nil {
		return nil, err
	}
	return k, failed(wolfSSL.Wc_ecc_import_private_key_ex(b, len(b), nil, 0, k, v.number))
}

// public returns the key of an uncompressed point, which is checked to be one of the curve.
func (v curve) public(b []byte, h *held) (*wolfSSL.Ecc_key, error) {
	if err := bridge.Length("public key", len(b), 1+2*v.width); err != nil {
		return nil, err
	}
	k, err := newKey(h)
	if err != nil {
		return nil, err
	}
	rc := wolfSSL.Wc_ecc_import_x963_ex(b, len(b), k, v.number)
	if rc == 0 {
		rc = wolfSSL.Wc_ecc_check_key(k)
	}
	return k, failed(rc)
}
