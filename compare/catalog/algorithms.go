package catalog

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// Suite memberships, as they stand in the rows below.
var (
	wolf    = []string{SuiteWolfCrypt}
	kdf     = []string{SuiteKDF}
	both    = []string{SuiteWolfCrypt, SuiteKDF}
	tls     = []string{SuiteTLS}
	wolfTLS = []string{SuiteWolfCrypt, SuiteTLS}
	pq      = []string{SuitePQ}
	tlsPQ   = []string{SuiteTLS, SuitePQ}
)

// Algorithms returns the catalogue. Its order is the order of every table:
// that of wolfCrypt's benchmark, and among the KDFs that of bench-slope.
func Algorithms() []Algorithm { return slices.Clone(all()) }

var all = sync.OnceValue(func() []Algorithm {
	return slices.Concat(symmetric(), hashes(), macs(), kdfs(), publicKeys())
})

// An algorithm is added in one of the five lists below and in each provider
// that offers it, and nowhere else.

func symmetric() []Algorithm {
	return []Algorithm{
		{ID: "crossing", Title: "empty call", Kind: KindCrossing, Ops: []Operation{OpCall}, Suites: both,
			Note: "one cgo call that does nothing; Go's is a call of an empty function"},

		{ID: "rng", Title: "RNG", Kind: KindRNG, Ops: []Operation{OpRead}, Suites: wolf, Random: true,
			Note: "each library's default generator: Go's and libgcrypt's ask the kernel as their design says, wolfCrypt's Hash_DRBG reseeds by count"},
		{ID: "rng-nonce", Title: "RNG (nonce)", Kind: KindRNG, Ops: []Operation{OpRead}, Random: true,
			Note: "libgcrypt's gcry_create_nonce: unpredictable, but not for keys"},

		cbc("aes-128", 16, wolf), cbc("aes-192", 24, wolf), cbc("aes-256", 32, wolf),
		gcm("aes-128", 16, wolfTLS), gcm("aes-192", 24, wolf), gcm("aes-256", 32, wolfTLS),
		gmac("aes-128", 16, wolf), gmac("aes-192", 24, wolf), gmac("aes-256", 32, wolf),
		noted(stream("chacha20", "CHACHA", "RFC 8439 section 2.4", 32, 12, 64, wolf),
			"Go's takes the key with each message's nonce, the others keep it: that is a copy of eight words"),
		aead("chacha20-poly1305", "CHA-POLY", "RFC 8439 section 2.8", 32, 12, 64, wolfTLS),
		{ID: "poly1305", Title: "POLY1305", Kind: KindMAC, Standard: "RFC 8439 section 2.5", Suites: wolf,
			Ops: []Operation{OpMACRekey}, KeyLen: 32, OutLen: 16, BlockLen: 16,
			Note: "a one-time key: it is set for each message"},

		xts("aes-128", 32), xts("aes-256", 64),
		mode("aes-128", 16, "ctr"), mode("aes-192", 24, "ctr"), mode("aes-256", 32, "ctr"),
		mode("aes-128", 16, "ecb"), mode("aes-192", 24, "ecb"), mode("aes-256", 32, "ecb"),
		mode("aes-128", 16, "cfb"), mode("aes-192", 24, "cfb"), mode("aes-256", 32, "cfb"),
		mode("aes-128", 16, "ofb"), mode("aes-192", 24, "ofb"), mode("aes-256", 32, "ofb"),
		ccm("aes-128", 16), ccm("aes-192", 24), ccm("aes-256", 32),
		aead("aes-128-siv", "AES-128-SIV", "RFC 5297", 32, 16, 16, nil),
		aead("aes-256-siv", "AES-256-SIV", "RFC 5297", 64, 16, 16, nil),
		aead("aes-128-gcm-siv", "AES-128-GCM-SIV", "RFC 8452", 16, 12, 16, nil),
		aead("aes-256-gcm-siv", "AES-256-GCM-SIV", "RFC 8452", 32, 12, 16, nil),
		aead("aes-128-ocb", "AES-128-OCB", "RFC 7253", 16, 12, 16, nil),
		aead("aes-192-ocb", "AES-192-OCB", "RFC 7253", 24, 12, 16, nil),
		aead("aes-256-ocb", "AES-256-OCB", "RFC 7253", 32, 12, 16, nil),
		aead("aes-128-eax", "AES-128-EAX", "EAX (Bellare, Rogaway, Wagner 2004)", 16, 16, 16, nil),
		aead("aes-192-eax", "AES-192-EAX", "EAX (Bellare, Rogaway, Wagner 2004)", 24, 16, 16, nil),
		aead("aes-256-eax", "AES-256-EAX", "EAX (Bellare, Rogaway, Wagner 2004)", 32, 16, 16, nil),
		aead("xchacha20-poly1305", "XCHA-POLY", "draft-irtf-cfrg-xchacha-03", 32, 24, 64, nil),
		blockCBC("3des", "3DES", "SP 800-67", 24, 8),
		stream("rc4", "ARC4", "RC4 (RFC 6229)", 16, 0, 1, nil),
		blockCBC("camellia-128", "Camellia-128", "RFC 3713", 16, 16),
		blockCBC("camellia-192", "Camellia-192", "RFC 3713", 24, 16),
		blockCBC("camellia-256", "Camellia-256", "RFC 3713", 32, 16),
		noted(stream("salsa20", "Salsa20", "Salsa20 (Bernstein 2005)", 32, 8, 64, nil),
			"Go's takes the key with each message's nonce, libgcrypt's keeps it: that is a copy of eight words"),
		blockCBC("blowfish", "Blowfish", "Blowfish (Schneier 1993)", 16, 8),
		blockCBC("cast5", "CAST5", "RFC 2144", 16, 8),
		blockCBC("twofish", "Twofish", "Twofish (Schneier et al. 1998)", 32, 16),
		blockCBC("serpent", "Serpent", "Serpent (Anderson, Biham, Knudsen 1998)", 32, 16),
		blockCBC("sm4", "SM4", "GB/T 32907-2016", 16, 16),
		aead("sm4-gcm", "SM4-GCM", "RFC 8998", 16, 12, 16, nil),
		blockCBC("aria-128", "ARIA-128", "RFC 5794", 16, 16),
		blockCBC("aria-256", "ARIA-256", "RFC 5794", 32, 16),
		blockCBC("seed", "SEED", "RFC 4269", 16, 16),
		blockCBC("idea", "IDEA", "IDEA (Lai, Massey 1991)", 16, 8),
	}
}

// A digest is a hash with what is built on it: its HMAC, PBKDF2 and HKDF follow from this value.
type digest struct {
	Algorithm
	hmac   []string // suites of its HMAC
	pbkdf2 []string // suites of its PBKDF2
	slope  int      // place of its PBKDF2 in bench-slope's KDF table, from 1; 0: it is not there
	hkdf   bool     // HKDF over it is in the catalogue
	noKDF  bool     // PBKDF2 over it is not
}

var digests = sync.OnceValue(func() []digest {
	return []digest{
		{Algorithm: hash("md5", "MD5", "RFC 1321", 16, 64, wolf), hmac: wolf, slope: 1},
		{Algorithm: hash("sha1", "SHA", "FIPS 180-4", 20, 64, wolf), hmac: wolf, slope: 2},
		{Algorithm: hash("sha224", "SHA-224", "FIPS 180-4", 28, 64, wolf), hmac: wolf, slope: 8},
		{Algorithm: hash("sha256", "SHA-256", "FIPS 180-4", 32, 64, wolfTLS), hmac: wolf, pbkdf2: wolf, slope: 5, hkdf: true},
		{Algorithm: hash("sha384", "SHA-384", "FIPS 180-4", 48, 128, wolfTLS), hmac: wolf, slope: 6},
		{Algorithm: hash("sha512", "SHA-512", "FIPS 180-4", 64, 128, wolf), hmac: wolf, slope: 7, hkdf: true},
		{Algorithm: hash("sha512-224", "SHA-512/224", "FIPS 180-4", 28, 128, wolf)},
		{Algorithm: hash("sha512-256", "SHA-512/256", "FIPS 180-4", 32, 128, wolf)},
		{Algorithm: hash("sha3-224", "SHA3-224", "FIPS 202", 28, 144, wolf), slope: 16},
		{Algorithm: hash("sha3-256", "SHA3-256", "FIPS 202", 32, 136, wolf), slope: 17},
		{Algorithm: hash("sha3-384", "SHA3-384", "FIPS 202", 48, 104, wolf), slope: 18},
		{Algorithm: hash("sha3-512", "SHA3-512", "FIPS 202", 64, 72, wolf), slope: 19},
		{Algorithm: xof("shake128", "SHAKE128", "FIPS 202", 32, 168)},
		{Algorithm: xof("shake256", "SHAKE256", "FIPS 202", 64, 136)},
		{Algorithm: hash("blake2b-512", "BLAKE2b-512", "RFC 7693", 64, 128, nil)},
		{Algorithm: hash("blake2b-256", "BLAKE2b-256", "RFC 7693", 32, 128, nil), noKDF: true},
		{Algorithm: hash("blake2s-256", "BLAKE2s-256", "RFC 7693", 32, 64, nil)},
		{Algorithm: hash("ripemd160", "RIPEMD-160", "ISO/IEC 10118-3", 20, 64, nil), slope: 3},
		{Algorithm: hash("md4", "MD4", "RFC 1320", 16, 64, nil), noKDF: true},
		{Algorithm: hash("sm3", "SM3", "GB/T 32905-2016", 32, 64, nil)},
		{Algorithm: hash("whirlpool", "Whirlpool", "ISO/IEC 10118-3", 64, 64, nil), slope: 9},
		{Algorithm: hash("tiger192", "TIGER192", "Tiger (Anderson, Biham 1996), old byte order", 24, 64, nil), slope: 4},
		{Algorithm: hash("tiger", "TIGER", "Tiger (Anderson, Biham 1996)", 24, 64, nil), slope: 10},
		{Algorithm: hash("tiger2", "TIGER2", "Tiger2 (Anderson, Biham)", 24, 64, nil), slope: 11},
		{Algorithm: hash("streebog256", "Streebog-256", "RFC 6986", 32, 64, nil), slope: 13},
		{Algorithm: hash("streebog512", "Streebog-512", "RFC 6986", 64, 64, nil), slope: 14},
		{Algorithm: hash("gostr3411-94", "GOST R 34.11-94 (test parameters)", "RFC 5831", 32, 32, nil), slope: 12},
		{Algorithm: hash("gostr3411-cp", "GOST R 34.11-94 (CryptoPro)", "RFC 5831, RFC 4357", 32, 32, nil), slope: 15},
	}
})

func hashes() []Algorithm {
	var list []Algorithm
	for _, d := range digests() {
		list = append(list, d.Algorithm)
	}
	return list
}

func macs() []Algorithm {
	var keyed []Algorithm
	for _, d := range digests() {
		if d.Kind == KindHash {
			keyed = append(keyed, hmac(d))
		}
	}
	return append(keyed,
		cmac("aes-128", 16), cmac("aes-256", 32),
		Algorithm{ID: "siphash-2-4-64", Title: "SipHash-2-4 (8 bytes)", Kind: KindMAC, Standard: "SipHash (Aumasson, Bernstein 2012)",
			Ops: []Operation{OpMACRekey}, KeyLen: 16, OutLen: 8, BlockLen: 8},
		Algorithm{ID: "siphash-2-4-128", Title: "SipHash-2-4 (16 bytes)", Kind: KindMAC, Standard: "SipHash (Aumasson, Bernstein 2012)",
			Ops: []Operation{OpMACRekey}, KeyLen: 16, OutLen: 16, BlockLen: 8},
	)
}

// kdfs has PBKDF2 in the order of bench-slope's table, and what is not in it behind that.
func kdfs() []Algorithm {
	places := make(map[string]int)
	var derived []Algorithm
	for _, d := range digests() {
		if d.Kind != KindHash || d.noKDF {
			continue
		}
		a := pbkdf2(d)
		places[a.ID] = cmp.Or(d.slope, math.MaxInt)
		derived = append(derived, a)
	}
	slices.SortStableFunc(derived, func(a, b Algorithm) int { return cmp.Compare(places[a.ID], places[b.ID]) })
	for _, d := range digests() {
		if d.hkdf {
			derived = append(derived, hkdf(d))
		}
	}
	return append(derived, []Algorithm{
		{ID: "scrypt", Title: "scrypt (N=16384 r=8 p=1)", Kind: KindKDF, Standard: "RFC 7914", Ops: []Operation{OpDerive},
			OutLen: 64, Costs: []int{16384}, R: 8, P: 1},
		{ID: "scrypt-large", Title: "scrypt (N=2^17 r=8 p=1)", Kind: KindKDF, Standard: "RFC 7914", Ops: []Operation{OpDerive},
			OutLen: 64, Costs: []int{1 << 17}, R: 8, P: 1},
		argon2("argon2id"), argon2("argon2i"), argon2("argon2d"),
	}...)
}

func publicKeys() []Algorithm {
	return slices.Concat(
		rsa(2048, wolf),
		[]Algorithm{dh("ffdhe2048", 2048, 29, wolf), dh("ffdhe3072", 3072, 35, nil)},
		ec("p256", "SECP256R1", 32, "sha256", wolfTLS),
		ec("p384", "SECP384R1", 48, "sha384", tls),
		ec("p521", "SECP521R1", 66, "sha512", tls),
		[]Algorithm{
			agreement("x25519", "X25519", "RFC 7748", 32, tls), agreement("x448", "X448", "RFC 7748", 56, tls),
			signature("ed25519", "Ed25519", "RFC 8032 section 5.1", 32, tls, false),
			signature("ed448", "Ed448", "RFC 8032 section 5.2", 57, tls, false),
			mlkem("512", 128), mlkem("768", 192), mlkem("1024", 256),
			mldsa("44"), mldsa("65"), mldsa("87"),
			slhdsa("sha2-128s"), slhdsa("sha2-128f"), slhdsa("shake-128s"), slhdsa("shake-128f"),
		},
		rsa(3072, nil), rsa(4096, nil),
	)
}

var byID = sync.OnceValue(func() map[string]Algorithm {
	m := make(map[string]Algorithm)
	for _, a := range all() {
		m[a.ID] = a
	}
	return m
})

// Find returns the algorithm with the given ID.
func Find(id string) (Algorithm, bool) {
	a, ok := byID()[id]
	return a, ok
}

func cbc(cipher string, key int, suites []string) Algorithm {
	return Algorithm{ID: cipher + "-cbc", Title: title(cipher) + "-CBC", Kind: KindCipher, Standard: "FIPS 197, SP 800-38A section 6.2",
		Ops: []Operation{OpEncrypt, OpDecrypt}, Suites: suites, KeyLen: key, NonceLen: 16, BlockLen: 16, Step: 16}
}

func stream(id, name, standard string, key, nonce, block int, suites []string) Algorithm {
	return Algorithm{ID: id, Title: name, Kind: KindCipher, Standard: standard,
		Ops: []Operation{OpEncrypt}, Suites: suites, KeyLen: key, NonceLen: nonce, BlockLen: block}
}

func noted(a Algorithm, note string) Algorithm {
	a.Note = note
	return a
}

func gcm(cipher string, key int, suites []string) Algorithm {
	return aead(cipher+"-gcm", title(cipher)+"-GCM", "SP 800-38D section 7", key, 12, 16, suites)
}

// aead has 13 bytes of associated data, as a TLS 1.2 record does (RFC 5246
// section 6.2.3.3) and as wolfCrypt's benchmark does.
func aead(id, name, standard string, key, nonce, block int, suites []string) Algorithm {
	return Algorithm{ID: id, Title: name, Kind: KindAEAD, Standard: standard,
		Ops: []Operation{OpSeal, OpOpen, OpSealRekey, OpOpenRekey, OpForged}, Suites: suites,
		KeyLen: key, NonceLen: nonce, TagLen: 16, AADLen: 13, BlockLen: block}
}

func gmac(cipher string, key int, suites []string) Algorithm {
	return Algorithm{ID: "gmac-" + cipher, Title: "GMAC-" + title(cipher), Kind: KindMAC, Standard: "SP 800-38D section 7",
		Ops: []Operation{OpMAC}, Suites: suites, KeyLen: key, NonceLen: 12, OutLen: 16, BlockLen: 16}
}

func cmac(cipher string, key int) Algorithm {
	return Algorithm{ID: "cmac-" + cipher, Title: "CMAC-" + title(cipher), Kind: KindMAC, Standard: "SP 800-38B",
		Ops: []Operation{OpMAC, OpMACRekey}, KeyLen: key, OutLen: 16, BlockLen: 16}
}

func hash(id, name, standard string, out, block int, suites []string) Algorithm {
	return Algorithm{ID: id, Title: name, Kind: KindHash, Standard: standard,
		Ops: []Operation{OpSum}, Suites: suites, OutLen: out, BlockLen: block}
}

func xof(id, name, standard string, out, block int) Algorithm {
	a := hash(id, name, standard, out, block, nil)
	a.Kind = KindXOF
	return a
}

func hmac(h digest) Algorithm {
	return Algorithm{ID: "hmac-" + h.ID, Title: "HMAC-" + h.Title, Kind: KindMAC, Standard: "RFC 2104",
		Ops: []Operation{OpMAC, OpMACRekey}, Suites: h.hmac, Hash: h.ID, KeyLen: 32, OutLen: h.OutLen, BlockLen: h.BlockLen}
}

// pbkdf2 derives one block, so that an iteration is one HMAC. The two costs are what
// the slope runs between; the smaller one takes away what a derivation costs besides its iterations.
func pbkdf2(h digest) Algorithm {
	suites := h.pbkdf2
	if h.slope != 0 {
		suites = slices.Concat(suites, kdf)
	}
	return Algorithm{ID: "pbkdf2-hmac-" + h.ID, Title: "PBKDF2-HMAC-" + h.Title, Kind: KindKDF, Standard: "RFC 8018 section 5.2",
		Ops: []Operation{OpDerive, OpDeriveRekey}, Suites: suites, Hash: h.ID, OutLen: h.OutLen, Costs: []int{4, 132}}
}

func hkdf(h digest) Algorithm {
	return Algorithm{ID: "hkdf-" + h.ID, Title: "HKDF-" + h.Title, Kind: KindKDF, Standard: "RFC 5869",
		Ops: []Operation{OpDerive}, Hash: h.ID, OutLen: 42, Costs: []int{1}}
}

// argon2 takes the second recommended option of RFC 9106 section 4 with less memory, so that a sample stays short:
// 3 passes, 4 MiB, 1 lane.
func argon2(id string) Algorithm {
	return Algorithm{ID: id, Title: id, Kind: KindKDF, Standard: "RFC 9106", Ops: []Operation{OpDerive},
		OutLen: 32, Costs: []int{3}, P: 1, Mem: 4096, Note: "3 passes over 4 MiB, 1 lane"}
}

func mode(cipher string, key int, name string) Algorithm {
	a := Algorithm{ID: cipher + "-" + name, Title: title(cipher) + "-" + strings.ToUpper(name), Kind: KindCipher, Standard: "FIPS 197, SP 800-38A",
		Ops: []Operation{OpEncrypt, OpDecrypt}, KeyLen: key, NonceLen: 16, BlockLen: 16}
	if name == "ecb" {
		a.NonceLen, a.Step = 0, 16
	}
	return a
}

func xts(cipher string, key int) Algorithm {
	a := mode(cipher, key, "xts")
	a.Standard, a.MinLen = "IEEE 1619, SP 800-38E", 16
	return a
}

func ccm(cipher string, key int) Algorithm {
	return aead(cipher+"-ccm", title(cipher)+"-CCM", "SP 800-38C, RFC 3610", key, 12, 16, nil)
}

func blockCBC(id, name, standard string, key, block int) Algorithm {
	return Algorithm{ID: id + "-cbc", Title: name + "-CBC", Kind: KindCipher, Standard: standard,
		Ops: []Operation{OpEncrypt, OpDecrypt}, KeyLen: key, NonceLen: block, BlockLen: block, Step: block}
}

// rsa: the exponent is 65537 everywhere. wolfCrypt's "RSA public" and
// "RSA private" are encrypt and decrypt with PKCS #1 v1.5 padding.
func rsa(bits int, suites []string) []Algorithm {
	id, name := fmt.Sprintf("rsa-%d", bits), fmt.Sprintf("RSA-%d", bits)
	base := Algorithm{Keys: id, Bits: bits, Random: true}
	pke := func(suffix, padding, standard string, suites []string) Algorithm {
		a := base
		a.ID, a.Title, a.Kind, a.Standard, a.Suites = id+"-"+suffix, name+" "+padding, KindPKE, standard, suites
		a.Ops = []Operation{OpEncrypt, OpDecrypt}
		return a
	}
	sig := func(suffix, padding, standard string, random bool) Algorithm {
		a := base
		a.ID, a.Title, a.Kind, a.Standard = id+"-"+suffix, name+" "+padding, KindSignature, standard
		a.Ops, a.Hash, a.Random, a.OutLen = []Operation{OpSign, OpVerify}, "sha256", random, bits/8
		if bits == 2048 {
			a.Suites = tls
		}
		return a
	}
	keygen := base
	keygen.ID, keygen.Title, keygen.Kind, keygen.Standard = id, name, KindPKE, "FIPS 186-5 appendix A.1"
	keygen.Ops = []Operation{OpKeygen}
	oaep := pke("oaep", "OAEP (SHA-256)", "RFC 8017 section 7.1", nil)
	oaep.Hash, oaep.MGF = "sha256", "sha256"
	pss := sig("pss-sha256", "PSS with SHA-256", "RFC 8017 section 8.1, salt 32 bytes", true)
	pss.MGF, pss.SaltLen = "sha256", 32
	return []Algorithm{
		pke("pkcs1", "PKCS #1 v1.5", "RFC 8017 section 7.2", suites), oaep,
		sig("pkcs1-sha256", "PKCS #1 v1.5 with SHA-256", "RFC 8017 section 8.2", false), pss,
		keygen,
	}
}

func dh(group string, bits, private int, suites []string) Algorithm {
	return Algorithm{ID: "dh-" + group, Keys: "dh-" + group, Title: fmt.Sprintf("DH %d", bits), Kind: KindAgreement, Standard: "RFC 7919",
		Ops: []Operation{OpKeygen, OpAgree}, Suites: suites, KeyLen: private, OutLen: bits / 8, Bits: bits, Random: true,
		Note: "Go's is math/big, which is not constant time"}
}

// ec is the two algorithms over one NIST curve.
func ec(curve, name string, width int, digest string, suites []string) []Algorithm {
	dh := agreement("ecdh-"+curve, "ECDHE ["+name+"]", "SP 800-56A section 5.7.1.2", width, suites)
	dsa := signature("ecdsa-"+curve, "ECDSA ["+name+"]", "FIPS 186-5 section 6", width, suites, true)
	dh.Keys, dsa.Keys = curve, curve
	dsa.Hash = digest
	dsa.Ops = []Operation{OpSign, OpVerify} // its key generation is ECDHE's
	return []Algorithm{dh, dsa}
}

func agreement(id, name, standard string, width int, suites []string) Algorithm {
	return Algorithm{ID: id, Keys: id, Title: name, Kind: KindAgreement, Standard: standard,
		Ops: []Operation{OpKeygen, OpAgree}, Suites: suites, KeyLen: width, OutLen: width, Random: true}
}

func signature(id, name, standard string, key int, suites []string, random bool) Algorithm {
	return Algorithm{ID: id, Keys: id, Title: name, Kind: KindSignature, Standard: standard,
		Ops: []Operation{OpKeygen, OpSign, OpVerify}, Suites: suites, KeyLen: key, Random: random}
}

func mlkem(set string, strength int) Algorithm {
	suites := pq
	if set == "768" {
		suites = tlsPQ
	}
	return Algorithm{ID: "ml-kem-" + set, Keys: "ml-kem-" + set, Title: "ML-KEM " + set, Kind: KindKEM, Standard: "FIPS 203",
		Ops: []Operation{OpKeygen, OpEncap, OpDecap}, Suites: suites, KeyLen: 64, OutLen: 32, Bits: strength, Random: true}
}

func mldsa(set string) Algorithm {
	return signature("ml-dsa-"+set, "ML-DSA "+set, "FIPS 204, empty context", 32, pq, true)
}

func slhdsa(set string) Algorithm {
	return signature("slh-dsa-"+set, "SLH-DSA "+set, "FIPS 205, empty context", 0, pq, true)
}

// title is the printed name of a cipher: AES-128.
func title(cipher string) string { return strings.ToUpper(cipher) }
