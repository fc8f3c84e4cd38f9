package sample

// A Boundary says where the loop over n operations runs.
type Boundary string

// The boundaries.
const (
	Call  Boundary = "call"  // loop in Go, one cgo call per operation: what a Go program gets
	Batch Boundary = "batch" // loop in C, one cgo call for n operations: what the library can do
)

// A Kind says what an algorithm is for, and with it which operations it has.
type Kind string

// The kinds, in the order reports list them.
const (
	KindCrossing  Kind = "crossing"  // the empty operation: what entering the library costs
	KindRNG       Kind = "rng"       // random bytes
	KindCipher    Kind = "cipher"    // block and stream ciphers in a mode, unauthenticated
	KindAEAD      Kind = "aead"      // authenticated encryption with associated data
	KindMAC       Kind = "mac"       // message authentication codes
	KindHash      Kind = "hash"      // hashes of fixed output length
	KindXOF       Kind = "xof"       // extendable output functions, at a fixed output length
	KindKDF       Kind = "kdf"       // key derivation; measured by cost instead of size
	KindPKE       Kind = "pke"       // public-key encryption
	KindSignature Kind = "signature" // digital signatures
	KindAgreement Kind = "agreement" // Diffie–Hellman in any group
	KindKEM       Kind = "kem"       // key encapsulation
)

// PublicKey says whether the kind's operations use key pairs.
func (k Kind) PublicKey() bool {
	switch k {
	case KindPKE, KindSignature, KindAgreement, KindKEM:
		return true
	}
	return false
}
