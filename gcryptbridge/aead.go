//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "aead.h"

#cgo noescape cgg_aead_open
#cgo nocallback cgg_aead_open
#cgo noescape cgg_aead_close
#cgo nocallback cgg_aead_close
#cgo noescape cgg_aead_seal
#cgo nocallback cgg_aead_seal
#cgo noescape cgg_aead_unseal
#cgo nocallback cgg_aead_unseal
#cgo noescape cgg_aead_forged
#cgo nocallback cgg_aead_forged
*/
import "C"

import (
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

var aeads = []struct {
	id string
	suite
}{
	{"aes-128-gcm", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_GCM}},
	{"aes-192-gcm", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_GCM}},
	{"aes-256-gcm", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_GCM}},
	{"aes-128-ccm", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_CCM}},
	{"aes-192-ccm", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_CCM}},
	{"aes-256-ccm", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_CCM}},
	{"aes-128-siv", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_SIV}},
	{"aes-256-siv", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_SIV}},
	{"aes-128-gcm-siv", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_GCM_SIV}},
	{"aes-256-gcm-siv", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_GCM_SIV}},
	{"aes-128-ocb", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_OCB}},
	{"aes-192-ocb", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_OCB}},
	{"aes-256-ocb", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_OCB}},
	{"aes-128-eax", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_EAX}},
	{"aes-192-eax", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_EAX}},
	{"aes-256-eax", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_EAX}},
	{"chacha20-poly1305", suite{C.GCRY_CIPHER_CHACHA20, C.GCRY_CIPHER_MODE_POLY1305}},
	{"sm4-gcm", suite{C.GCRY_CIPHER_SM4, C.GCRY_CIPHER_MODE_GCM}},
}

func aeadRows() []bridge.Row {
	var rows []bridge.Row
	for _, s := range aeads {
		const seal = "encrypt, gettag"
		unseal := "decrypt, checktag"
		if s.mode == C.GCRY_CIPHER_MODE_SIV || s.mode == C.GCRY_CIPHER_MODE_GCM_SIV {
			unseal = "set_decryption_tag, decrypt"
		}
		absent := s.built(s.id)
		rows = append(rows,
			offer(s.id, "gcry_cipher_"+seal, absent, s.openAEAD, catalog.OpSeal),
			offer(s.id, "gcry_cipher_"+unseal, absent, s.openAEAD, catalog.OpOpen, catalog.OpForged),
			offer(s.id, "gcry_cipher_setkey, "+seal, absent, s.openAEAD, catalog.OpSealRekey),
			offer(s.id, "gcry_cipher_setkey, "+unseal, absent, s.openAEAD, catalog.OpOpenRekey),
		)
	}
	return taking(bridge.TagLen, rows)
}

func (s suite) openAEAD(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	tag := c.Algorithm.TagLen
	if s.cipher == C.GCRY_CIPHER_CHACHA20 { // libgcrypt takes other lengths, and uses zeros
		if err := bridge.Length("nonce", len(in.Nonce), 12); err != nil {
			return nil, err
		}
	}
	if s.mode == C.GCRY_CIPHER_MODE_CCM && !ccmHolds(max(len(in.Message), len(in.Received)-tag), len(in.Nonce)) {
		return nil, fmt.Errorf("%w: a message too long for CCM with a nonce of %d bytes: libgcrypt drops bits of its length", provider.ErrNotOffered, len(in.Nonce))
	}
	nonce, aad, msg, received := in.Nonce, in.AAD, in.Message, in.Received
	var aead C.uintptr_t
	if err := failure(C.cgg_aead_open(s.cipher, s.mode, ptr(in.Key), size(in.Key), ptr(nonce), size(nonce), C.size_t(tag), &aead)); err != nil {
		return nil, err
	}
	var key []byte // nil: the key stands
	if c.Op != c.Op.Standing() {
		key = in.Key
	}
	r := &bridge.Routine{Free: func() { C.cgg_aead_close(aead) }}
	switch c.Op {
	case catalog.OpSeal, catalog.OpSealRekey:
		out := bridge.Buffer(len(msg) + tag)
		r.Out = func() []byte { return out }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_aead_seal(aead, ptr(key), size(key), ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	case catalog.OpForged:
		text, accepted := bridge.Buffer(len(received)-tag), bridge.Buffer(1)
		r.Out = func() []byte { return accepted }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_aead_forged(aead, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(received), size(text), ptr(text), ptr(accepted), C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		text := bridge.Buffer(len(received) - tag)
		r.Out = func() []byte { return text }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_aead_unseal(aead, ptr(key), size(key), ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(received), size(text), ptr(text), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return r, nil
}

// ccmHolds says whether CCM's length field, which is what a nonce leaves of 15
// bytes, holds n (RFC 3610 section 2.1). libgcrypt drops the bits that it does not hold.
func ccmHolds(n, nonce int) bool {
	field := 15 - nonce
	return field >= 8 || field >= 0 && n>>(8*field) == 0
}
