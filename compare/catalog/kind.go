package catalog

import (
	"strings"

	"cryptogap/compare/sample"
)

// A Kind says what an algorithm is for, and with it which operations it has
// and which fields of Inputs its operations read. Providers implement kinds.
type Kind = sample.Kind

// The kinds.
const (
	KindCrossing  = sample.KindCrossing
	KindRNG       = sample.KindRNG
	KindCipher    = sample.KindCipher
	KindAEAD      = sample.KindAEAD
	KindMAC       = sample.KindMAC
	KindHash      = sample.KindHash
	KindXOF       = sample.KindXOF
	KindKDF       = sample.KindKDF
	KindPKE       = sample.KindPKE
	KindSignature = sample.KindSignature
	KindAgreement = sample.KindAgreement
	KindKEM       = sample.KindKEM
)

// An Operation is what is done once, n times a sample.
type Operation string

// The operations. Key set-up is outside the operation, except where the name
// ends in "-rekey".
const (
	OpCall        Operation = "call"         // crossing: nothing, beyond entering and leaving
	OpRead        Operation = "read"         // rng: Size random bytes
	OpSum         Operation = "sum"          // hash, xof: digest of Message, context set up in the operation
	OpMAC         Operation = "mac"          // mac: tag of Message under the standing key
	OpMACRekey    Operation = "mac-rekey"    // mac: key set, then the tag of Message
	OpEncrypt     Operation = "encrypt"      // cipher, pke
	OpDecrypt     Operation = "decrypt"      // cipher, pke: of Received
	OpSeal        Operation = "seal"         // aead: standing key, the nonce set for each message
	OpOpen        Operation = "open"         // aead: of Received; the tag is checked
	OpSealRekey   Operation = "seal-rekey"   // aead: key and nonce set for each message
	OpOpenRekey   Operation = "open-rekey"   // aead: key and nonce set for each message
	OpForged      Operation = "forged"       // aead: open of Received, which arrives with one wrong bit; refusal is the right result
	OpDerive      Operation = "derive"       // kdf: OutLen bytes at Cost
	OpDeriveRekey Operation = "derive-rekey" // kdf: the same where PBKDF2's HMAC is keyed for each iteration
	OpKeygen      Operation = "keygen"       // a fresh key pair
	OpSign        Operation = "sign"         // signature of Message
	OpVerify      Operation = "verify"       // check of the signature Received over Message
	OpAgree       Operation = "agree"        // shared secret of Key with the share Received, which is decoded and checked in it
	OpEncap       Operation = "encap"        // fresh shared secret and ciphertext for Public
	OpDecap       Operation = "decap"        // shared secret from the ciphertext Received
)

// Standing returns the operation that has the same result with the key set up
// outside: o itself, where its name does not end in "-rekey".
func (o Operation) Standing() Operation { return Operation(strings.TrimSuffix(string(o), "-rekey")) }

// Maker returns the operation whose output is the Received input of o, and
// whether o has one.
func (o Operation) Maker() (Operation, bool) {
	switch o {
	case OpDecrypt:
		return OpEncrypt, true
	case OpOpen, OpOpenRekey, OpForged:
		return OpSeal, true
	case OpVerify:
		return OpSign, true
	case OpDecap:
		return OpEncap, true
	}
	return "", false
}

// Unit says in which unit an algorithm's operations are reported.
type Unit string

// The units.
const (
	UnitBytes      Unit = "MiB/s"        // throughput: MiB is 2^20 bytes
	UnitIterations Unit = "ns/iteration" // slope over the iteration count
	UnitOps        Unit = "ops/s"        // operations a second
	UnitNanos      Unit = "ns/op"        // time of one operation
)
