package wolfSSL

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/curve25519.h>
import "C"

type Curve25519_key = C.struct_curve25519_key

func Wc_curve25519_init(key *Curve25519_key) int { return int(C.wc_curve25519_init(key)) }

func Wc_curve25519_free(key *Curve25519_key) { C.wc_curve25519_free(key) }

func Wc_curve25519_make_key(rng *WC_RNG, keySize int, key *Curve25519_key) int {
	return int(C.wc_curve25519_make_key(rng, C.int(keySize), key))
}

func Wc_curve25519_make_pub(pub, priv []byte) int {
	if len(pub) == 0 || len(priv) == 0 {
		return badArgument
	}
	return int(C.wc_curve25519_make_pub(C.int(len(pub)), at(pub), C.int(len(priv)), at(priv)))
}

func Wc_curve25519_import_private(priv []byte, key *Curve25519_key) int {
	if len(priv) == 0 {
		return badArgument
	}
	return int(C.wc_curve25519_import_private_ex(at(priv), u32(len(priv)), key, C.EC25519_LITTLE_ENDIAN))
}

func Wc_curve25519_import_public(pub []byte, key *Curve25519_key) int {
	if len(pub) == 0 {
		return badArgument
	}
	return int(C.wc_curve25519_import_public_ex(at(pub), u32(len(pub)), key, C.EC25519_LITTLE_ENDIAN))
}

// Wc_curve25519_export_private_raw is big-endian, in the vendor's module too.
func Wc_curve25519_export_private_raw(key *Curve25519_key, priv []byte) int {
	if len(priv) == 0 {
		return badArgument
	}
	n := u32(len(priv))
	return int(C.wc_curve25519_export_private_raw(key, at(priv), &n))
}

func Wc_curve25519_shared_secret(privKey, pubKey *Curve25519_key, out []byte) int {
	if len(out) == 0 {
		return badArgument
	}
	n := u32(len(out))
	return int(C.wc_curve25519_shared_secret_ex(privKey, pubKey, at(out), &n, C.EC25519_LITTLE_ENDIAN))
}
