//go:build cgo && !nowolf

package wolfbridge

/*
#include "aead.h"
#include "cgw_features.h"

#cgo noescape cgw_aead_seal
#cgo nocallback cgw_aead_seal
#cgo noescape cgw_aead_open
#cgo nocallback cgw_aead_open
*/
import "C"

import (
	"cmp"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// An aeadRow is an AEAD of the catalogue. setKey is the function that keeps a
// key; where there is none, the other two take it with each message, and there is no
// standing key to be had.
type aeadRow struct {
	id         string
	alg        C.int
	have       int
	option     string // of wolfSSL's configure, that builds it
	setKey     string
	seal, open string
	key, nonce int // the only lengths the functions take, unseen; 0: they check them, and take more than the catalogue asks for
}

// aeads are the rows of the kind aead.
func aeads() []bridge.Row {
	list := []aeadRow{
		{"chacha20-poly1305", C.CGW_CHACHA20_POLY1305, C.CGW_HAVE_CHACHA_POLY, "--enable-chacha and --enable-poly1305", "",
			"wc_ChaCha20Poly1305_Encrypt", "wc_ChaCha20Poly1305_Decrypt", 32, 12},
		{"xchacha20-poly1305", C.CGW_XCHACHA20_POLY1305, C.CGW_HAVE_XCHACHA_POLY, "--enable-xchacha and --enable-poly1305", "",
			"wc_XChaCha20Poly1305_Encrypt", "wc_XChaCha20Poly1305_Decrypt", 32, 24},
	}
	for _, m := range []aeadRow{
		{"gcm", C.CGW_AES_GCM, C.CGW_HAVE_AES_GCM, "--enable-aesgcm", "wc_AesGcmSetKey", "wc_AesGcmEncrypt", "wc_AesGcmDecrypt", 0, 0},
		{"ccm", C.CGW_AES_CCM, C.CGW_HAVE_AES_CCM, "--enable-aesccm", "wc_AesCcmSetKey", "wc_AesCcmEncrypt", "wc_AesCcmDecrypt", 0, 0},
		{"siv", C.CGW_AES_SIV, C.CGW_HAVE_AES_SIV, "--enable-aessiv", "", "wc_AesSivEncrypt", "wc_AesSivDecrypt", 0, 0},
		{"eax", C.CGW_AES_EAX, C.CGW_HAVE_AES_EAX, "--enable-aeseax (5.6.4 or later)", "", "wc_AesEaxEncryptAuth", "wc_AesEaxDecryptAuth", 0, 0},
	} {
		for _, k := range aesKeys {
			if m.alg == C.CGW_AES_SIV && k.id == "aes-192" {
				continue // RFC 5297 names no such AEAD
			}
			m := m
			if k.have == 0 {
				m.have, m.option = 0, k.option
			}
			m.id = k.id + "-" + m.id
			list = append(list, m)
		}
	}
	var rows []bridge.Row
	for _, m := range list {
		lack := needs(m.have, m.option)
		standing, rekeyed := "", m.setKey+", "
		if m.setKey == "" {
			standing, rekeyed = "; it takes the key with each message", ""
		}
		rows = append(rows,
			offer(m.id, catalog.OpSeal, lack, m.seal+standing, m.openSeal),
			offer(m.id, catalog.OpOpen, lack, m.open+standing, m.openOpen),
			offer(m.id, catalog.OpSealRekey, lack, rekeyed+m.seal, m.openSeal),
			offer(m.id, catalog.OpOpenRekey, lack, rekeyed+m.open, m.openOpen),
			offer(m.id, catalog.OpForged, lack, m.open+standing, m.openOpen),
		)
	}
	return rows
}

// context checks the lengths and sets the key.
func (m aeadRow) context(c catalog.Case, in catalog.Inputs) (h C.uintptr_t, err error) {
	if err := fits(len(in.Message)+C.CGW_TAG, len(in.Received), len(in.Key), len(in.Nonce), len(in.AAD)); err != nil {
		return 0, err
	}
	if err := sameLength("tag", c.Algorithm.TagLen, C.CGW_TAG); err != nil {
		return 0, err
	}
	if err := sameLength("nonce", len(in.Nonce), cmp.Or(m.nonce, c.Algorithm.NonceLen)); err != nil {
		return 0, err
	}
	if err := sameLength("key", len(in.Key), cmp.Or(m.key, c.Algorithm.KeyLen)); err != nil {
		return 0, err
	}
	err = failure(C.cgw_aead_new(m.alg, ptr(in.Key), size(in.Key), &h))
	return h, err
}

func (m aeadRow) openSeal(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	h, err := m.context(c, in)
	if err != nil {
		return nil, err
	}
	rekey := C.int(0)
	if c.Op == catalog.OpSealRekey {
		rekey = 1
	}
	nonce, aad, msg, out := in.Nonce, in.AAD, in.Message, bridge.Buffer(len(in.Message)+C.CGW_TAG)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_aead_seal(h, rekey, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_aead_free(h) },
	}, nil
}

func (m aeadRow) openOpen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if len(in.Received) < C.CGW_TAG {
		return nil, errLength
	}
	h, err := m.context(c, in)
	if err != nil {
		return nil, err
	}
	rekey, forged := C.int(0), C.int(0)
	switch c.Op {
	case catalog.OpOpenRekey:
		rekey = 1
	case catalog.OpForged:
		forged = 1
	}
	nonce, aad, msg, out := in.Nonce, in.AAD, in.Received, bridge.Buffer(len(in.Received)-C.CGW_TAG)
	r := &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_aead_open(h, rekey, forged, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_aead_free(h) },
	}
	if forged != 0 {
		r.Out = func() []byte { return []byte{0} } // Do has said so if one was accepted
	}
	return r, nil
}
