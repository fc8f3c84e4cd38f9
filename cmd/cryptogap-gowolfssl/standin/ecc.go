package wolfSSL

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/ecc.h>
import "C"

const (
	ECC_MAX_SIG_SIZE = int(C.ECC_MAX_SIG_SIZE)
	ECC_SECP256R1    = int(C.ECC_SECP256R1)
)

type Ecc_key = C.struct_ecc_key

func Wc_ecc_init(key *Ecc_key) int { return int(C.wc_ecc_init(key)) }

func Wc_ecc_free(key *Ecc_key) int { return int(C.wc_ecc_free(key)) }

func Wc_ecc_make_key(rng *WC_RNG, keySize int, key *Ecc_key) int {
	return int(C.wc_ecc_make_key(rng, C.int(keySize), key))
}

func Wc_ecc_set_rng(key *Ecc_key, rng *WC_RNG) int { return int(C.wc_ecc_set_rng(key, rng)) }

func Wc_ecc_check_key(key *Ecc_key) int { return int(C.wc_ecc_check_key(key)) }

func Wc_ecc_export_private_only(key *Ecc_key, out []byte, outLen *int) int {
	if len(out) == 0 {
		return badArgument
	}
	return counted(outLen, func(n *C.word32) C.int { return C.wc_ecc_export_private_only(key, at(out), n) })
}

func Wc_ecc_export_x963_ex(key *Ecc_key, out []byte, outLen *int, compressed int) int {
	if len(out) == 0 {
		return badArgument
	}
	return counted(outLen, func(n *C.word32) C.int { return C.wc_ecc_export_x963_ex(key, at(out), n, C.int(compressed)) })
}

func Wc_ecc_import_private_key_ex(priv []byte, privSz int, pub []byte, pubSz int, key *Ecc_key, curveId int) int {
	if len(priv) == 0 || short(privSz, priv) || short(pubSz, pub) {
		return badArgument
	}
	return int(C.wc_ecc_import_private_key_ex(at(priv), u32(privSz), at(pub), u32(pubSz), key, C.int(curveId)))
}

func Wc_ecc_import_x963_ex(pubKey []byte, pubSz int, key *Ecc_key, curveID int) int {
	if len(pubKey) == 0 || short(pubSz, pubKey) {
		return badArgument
	}
	return int(C.wc_ecc_import_x963_ex(at(pubKey), u32(pubSz), key, C.int(curveID)))
}

func Wc_ecc_sign_hash(in []byte, inLen int, out []byte, outLen *int, rng *WC_RNG, key *Ecc_key) int {
	if len(in) == 0 || len(out) == 0 || short(inLen, in) {
		return badArgument
	}
	return counted(outLen, func(n *C.word32) C.int { return C.wc_ecc_sign_hash(at(in), u32(inLen), at(out), n, rng, key) })
}

func Wc_ecc_verify_hash(sig []byte, sigLen int, hash []byte, hashLen int, res *int, key *Ecc_key) int {
	if len(sig) == 0 || len(hash) == 0 || short(sigLen, sig) || short(hashLen, hash) {
		return badArgument
	}
	var valid C.int
	rc := C.wc_ecc_verify_hash(at(sig), u32(sigLen), at(hash), u32(hashLen), &valid, key)
	*res = int(valid)
	return int(rc)
}

func Wc_ecc_shared_secret(privKey, pubKey *Ecc_key, out []byte, outLen *int) int {
	if len(out) == 0 {
		return badArgument
	}
	return counted(outLen, func(n *C.word32) C.int { return C.wc_ecc_shared_secret(privKey, pubKey, at(out), n) })
}

// counted hands on a length that goes in as the space there is and comes back
// as what was used of it.
func counted(length *int, call func(n *C.word32) C.int) int {
	n := u32(*length)
	rc := call(&n)
	*length = int(n)
	return int(rc)
}
