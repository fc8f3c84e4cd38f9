package catalog

// Work says what one operation of a kind is: what is inside the timed loop, in every library, and what has
// been done before it. Where a library does more or less, its provider says so.
func Work(k Kind, op Operation) string {
	switch k {
	case KindCrossing:
		return "nothing: entering and leaving the library"
	case KindRNG:
		return "random bytes into a buffer that is there"
	case KindHash, KindXOF:
		return "a new context, the whole message, the digest into a buffer"
	case KindMAC:
		if op == OpMACRekey {
			return "the key set, the whole message, the tag into a buffer"
		}
		return "the keyed context started anew, the whole message, the tag into a buffer; the key is set before"
	case KindCipher:
		return "the IV set, the whole message from one buffer to another; the key is set before"
	case KindAEAD:
		switch op {
		case OpSeal:
			return "the nonce set, the associated data, the message from one buffer to another, the tag; the key is set before"
		case OpSealRekey:
			return "the key and the nonce set, the associated data, the message from one buffer to another, the tag"
		case OpOpen:
			return "the nonce set, the associated data, the message from one buffer to another, the tag checked; the key is set before"
		case OpOpenRekey:
			return "the key and the nonce set, the associated data, the message from one buffer to another, the tag checked"
		case OpForged:
			return "as open, of a message that is to be refused"
		}
	case KindKDF:
		if op == OpDeriveRekey {
			return "the whole derivation, with the HMAC keyed anew for each iteration"
		}
		return "the whole derivation, with all that it allocates"
	}
	switch op {
	case OpKeygen:
		return "random numbers and a key pair from them; its encoding is left out"
	case OpSign:
		return "the signature, in the library's own encoding; the private key is decoded and expanded before"
	case OpVerify:
		return "the signature decoded and checked; the public key is decoded before"
	case OpAgree:
		return "the peer's public key decoded and checked, the shared secret; the private key is decoded before"
	case OpEncap:
		return "random numbers, the shared secret and the ciphertext; the encapsulation key is decoded before"
	case OpDecap:
		return "the shared secret, with the ciphertext checked; the decapsulation key is decoded and expanded before"
	case OpEncrypt:
		return "the padding with its random numbers, the public operation; the public key is decoded before"
	case OpDecrypt:
		return "the private operation, the padding checked and taken off; the private key is decoded and prepared before"
	}
	return ""
}
