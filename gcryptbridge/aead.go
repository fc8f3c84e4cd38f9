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

var aeads = map[string]suite{
	"aes-128-gcm":       {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_GCM},
	"aes-192-gcm":       {C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_GCM},
	"aes-256-gcm":       {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_GCM},
	"aes-128-ccm":       {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_CCM},
	"aes-192-ccm":       {C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_CCM},
	"aes-256-ccm":       {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_CCM},
	"aes-128-siv":       {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_SIV},
	"aes-256-siv":       {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_SIV},
	"aes-128-gcm-siv":   {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_GCM_SIV},
	"aes-256-gcm-siv":   {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_GCM_SIV},
	"aes-128-ocb":       {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_OCB},
	"aes-192-ocb":       {C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_OCB},
	"aes-256-ocb":       {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_OCB},
	"aes-128-eax":       {C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_EAX},
	"aes-192-eax":       {C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_EAX},
	"aes-256-eax":       {C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_EAX},
	"chacha20-poly1305": {C.GCRY_CIPHER_CHACHA20, C.GCRY_CIPHER_MODE_POLY1305},
	"sm4-gcm":           {C.GCRY_CIPHER_SM4, C.GCRY_CIPHER_MODE_GCM},
}

func aeadMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	s, ok := aeads[a.ID]
	if !ok {
		return "", absent()
	}
	how := "decrypt, checktag"
	switch {
	case op == catalog.OpSeal || op == catalog.OpSealRekey:
		how = "encrypt, gettag"
	case s.mode == C.GCRY_CIPHER_MODE_SIV || s.mode == C.GCRY_CIPHER_MODE_GCM_SIV:
		how = "set_decryption_tag, decrypt"
	}
	switch op {
	case catalog.OpSealRekey, catalog.OpOpenRekey:
		how = "setkey, " + how
	}
	return "gcry_cipher_" + how, s.built(a.ID)
}

func openAEAD(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, s := c.Algorithm, aeads[c.Algorithm.ID]
	if err := symmetricLengths(c, in); err != nil {
		return nil, err
	}
	if s.cipher == C.GCRY_CIPHER_CHACHA20 { // libgcrypt takes other lengths, and uses zeros
		if err := sameLength("nonce", len(in.Nonce), 12); err != nil {
			return nil, err
		}
	}
	if s.mode == C.GCRY_CIPHER_MODE_CCM && !ccmHolds(max(len(in.Message), len(in.Received)-a.TagLen), len(in.Nonce)) {
		return nil, fmt.Errorf("%w: a message too long for CCM with a nonce of %d bytes", provider.ErrRefused, len(in.Nonce))
	}
	sealing := c.Op == catalog.OpSeal || c.Op == catalog.OpSealRekey
	if !sealing && len(in.Received) < a.TagLen {
		return nil, fmt.Errorf("%w: a sealed message of %d bytes, shorter than its tag", provider.ErrRefused, len(in.Received))
	}
	var aead C.uintptr_t
	if err := failure(C.cgg_aead_open(s.cipher, s.mode, ptr(in.Key), size(in.Key), C.size_t(a.TagLen), &aead)); err != nil {
		return nil, err
	}
	var key []byte // nil: the key stands
	if c.Op == catalog.OpSealRekey || c.Op == catalog.OpOpenRekey {
		key = in.Key
	}
	nonce, aad, msg, received := in.Nonce, in.AAD, in.Message, in.Received
	r := &bridge.Routine{Free: func() { C.cgg_aead_close(aead) }}
	if sealing {
		out := bridge.Buffer(len(msg) + a.TagLen)
		r.Out = func() []byte { return out }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_aead_seal(aead, ptr(key), size(key), ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	text := bridge.Buffer(len(received) - a.TagLen)
	if c.Op == catalog.OpForged {
		refused := []byte{0}
		r.Out = func() []byte { return refused }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_aead_forged(aead, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(received), size(text), ptr(text), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	r.Out = func() []byte { return text }
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_aead_unseal(aead, ptr(key), size(key), ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(received), size(text), ptr(text), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}

// ccmHolds says whether CCM's length field, which is what a nonce leaves of 15
// bytes, holds n (RFC 3610 section 2.1). libgcrypt drops the bits that it does not hold.
func ccmHolds(n, nonce int) bool {
	field := 15 - nonce
	return field >= 8 || field >= 0 && n>>(8*field) == 0
}
