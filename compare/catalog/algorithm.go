package catalog

import "slices"

// An Algorithm is one value of the catalogue: what is measured, by which
// standard, with which parameters. Lengths are in bytes; a length that does
// not apply is 0.
type Algorithm struct {
	ID       string // "sha512-256"; unique, lower case, the name users type
	Title    string // as wolfCrypt's benchmark or bench-slope prints it
	Kind     Kind
	Standard string // "FIPS 180-4 section 6.7"

	Ops    []Operation // in the order they are listed
	Suites []string    // suites that run it, besides "all"

	Keys     string // name of the key pair in keys.jsonl; "": keys come from the stream
	Hash     string // ID of the hash that a MAC, KDF, signature or OAEP is built on
	KeyLen   int    // symmetric key; for XTS both halves together; for keygen's seed
	NonceLen int    // nonce, IV or counter block
	TagLen   int    // authentication tag of an AEAD
	AADLen   int    // associated data of an AEAD
	OutLen   int    // digest, tag, derived key or shared secret
	BlockLen int    // input block, around whose multiples outputs are compared
	MinLen   int    // shortest message (XTS: a block)
	Step     int    // message lengths are multiples of this (CBC and ECB without padding); 0: any
	MGF      string // rsa: ID of the hash in the mask generation function of OAEP and PSS
	SaltLen  int    // rsa: salt of PSS

	Costs []int // kdf: iteration counts (two: the slope between them is reported) or N
	R, P  int   // scrypt: block size and parallelization; argon2: P lanes
	Mem   int   // argon2: KiB of memory
	Bits  int   // rsa, dh: modulus

	// Random says that an operation's output differs from call to call by
	// design, so that it is verified by handing it to the others.
	Random bool
	// Note is said in reports where the libraries cannot be asked for
	// exactly the same work.
	Note string
}

// Has says whether a offers op.
func (a Algorithm) Has(op Operation) bool { return slices.Contains(a.Ops, op) }

// Draws says whether op's output differs from call to call, because it is made of random numbers.
func (a Algorithm) Draws(op Operation) bool {
	switch op {
	case OpRead, OpKeygen, OpEncap:
		return true
	case OpEncrypt:
		return a.Kind == KindPKE
	case OpSign:
		return a.Random
	}
	return false
}

// In says whether a belongs to the suite.
func (a Algorithm) In(suite string) bool {
	return suite == SuiteAll || slices.Contains(a.Suites, suite)
}

// Unit returns the unit in which the algorithm's rows are reported.
func (a Algorithm) Unit() Unit {
	switch a.Kind {
	case KindCrossing:
		return UnitNanos
	case KindKDF:
		if len(a.Costs) == 2 {
			return UnitIterations
		}
		return UnitOps
	case KindPKE, KindSignature, KindAgreement, KindKEM:
		return UnitOps
	}
	return UnitBytes
}

// Sized says whether the algorithm's cases differ by message size.
func (a Algorithm) Sized() bool { return a.Unit() == UnitBytes }

// Variant says whether op is a variation that only the suite "all", or a
// filter that names it, runs: the same work with the key set each time, or a forgery.
func (a Algorithm) Variant(op Operation) bool {
	return op == OpForged || (op != op.Standing() && a.Has(op.Standing()))
}

// Takes says whether a message of n bytes is one the algorithm takes.
func (a Algorithm) Takes(n int) bool {
	return n >= a.MinLen && n <= MaxSize && (a.Step == 0 || n%a.Step == 0)
}

// Next returns the shortest message length from n on that the algorithm takes.
func (a Algorithm) Next(n int) int {
	n = max(n, a.MinLen)
	if a.Step > 1 {
		n = (n + a.Step - 1) / a.Step * a.Step
	}
	return n
}
