package gowolfssl

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/types.h>
import "C"

import wolfSSL "github.com/wolfssl/go-wolfssl"

// A hashType is a hash as Wc_HmacSetKey, Wc_HKDF and Wc_PBKDF2 take it. The
// wrapper names SHA-256's number alone; the others are those of wolfCrypt's headers.
type hashType struct {
	id     string
	number int
	named  bool
}

func hashTypes() []hashType {
	return []hashType{
		{"md5", C.WC_HASH_TYPE_MD5, false},
		{"sha1", C.WC_HASH_TYPE_SHA, false},
		{"sha224", C.WC_HASH_TYPE_SHA224, false},
		{"sha256", wolfSSL.WC_SHA256, true},
		{"sha384", C.WC_HASH_TYPE_SHA384, false},
		{"sha512", C.WC_HASH_TYPE_SHA512, false},
		{"sha3-224", C.WC_HASH_TYPE_SHA3_224, false},
		{"sha3-256", C.WC_HASH_TYPE_SHA3_256, false},
		{"sha3-384", C.WC_HASH_TYPE_SHA3_384, false},
		{"sha3-512", C.WC_HASH_TYPE_SHA3_512, false},
	}
}

// note is said of rows whose hash a program has to look up elsewhere.
func (h hashType) note() string {
	if h.named {
		return ""
	}
	return "; the wrapper names no such hash, its number is from wolfCrypt's headers"
}
