//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "cipher.h"

#cgo noescape cgw_cipher
#cgo nocallback cgw_cipher
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A cipherRow is a cipher of the catalogue.
type cipherRow struct {
	id      string
	alg     C.int
	have    int
	option  string // of wolfSSL's configure, that builds it
	encrypt string // the functions of a message
	decrypt string // "": it has no such operation
	iv      int    // length of what the library takes as IV
}

// ciphers are the rows of the kind cipher.
func ciphers() []bridge.Row {
	list := []cipherRow{
		{"chacha20", C.CGW_CHACHA20, C.CGW_HAVE_CHACHA, "--enable-chacha", "wc_Chacha_SetIV, wc_Chacha_Process", "", 12},
		{"rc4", C.CGW_RC4, C.CGW_HAVE_RC4, "--enable-arc4", "keyed Arc4 copied, wc_Arc4Process", "", 0},
		{"3des-cbc", C.CGW_DES3_CBC, C.CGW_HAVE_DES3, "--enable-des3", "wc_Des3_SetIV, wc_Des3_CbcEncrypt", "wc_Des3_SetIV, wc_Des3_CbcDecrypt", 8},
	}
	for _, size := range []string{"128", "192", "256"} {
		list = append(list, cipherRow{"camellia-" + size + "-cbc", C.CGW_CAMELLIA_CBC, C.CGW_HAVE_CAMELLIA, "--enable-camellia",
			"wc_CamelliaSetIV, wc_CamelliaCbcEncrypt", "wc_CamelliaSetIV, wc_CamelliaCbcDecrypt", 16})
	}
	for _, m := range []cipherRow{
		{"cbc", C.CGW_AES_CBC, C.CGW_HAVE_AES_CBC, "--enable-aescbc", "wc_AesSetIV, wc_AesCbcEncrypt", "wc_AesSetIV, wc_AesCbcDecrypt", 16},
		{"ctr", C.CGW_AES_CTR, C.CGW_HAVE_AES_CTR, "--enable-aesctr", "wc_AesSetIV, wc_AesCtrEncrypt", "wc_AesSetIV, wc_AesCtrEncrypt", 16},
		{"ecb", C.CGW_AES_ECB, C.CGW_HAVE_AES_ECB, "HAVE_AES_ECB", "wc_AesEcbEncrypt", "wc_AesEcbDecrypt", 0},
		{"cfb", C.CGW_AES_CFB, C.CGW_HAVE_AES_CFB, "--enable-aescfb", "wc_AesSetIV, wc_AesCfbEncrypt", "wc_AesSetIV, wc_AesCfbDecrypt", 16},
		{"ofb", C.CGW_AES_OFB, C.CGW_HAVE_AES_OFB, "--enable-aesofb", "wc_AesSetIV, wc_AesOfbEncrypt", "wc_AesSetIV, wc_AesOfbDecrypt", 16},
		{"xts", C.CGW_AES_XTS, C.CGW_HAVE_AES_XTS, "--enable-aesxts", "wc_AesXtsEncrypt", "wc_AesXtsDecrypt", 16},
	} {
		for _, k := range aesKeys {
			if m.alg == C.CGW_AES_XTS && k.id == "aes-192" {
				continue // IEEE 1619 has no such key
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
		rows = append(rows, offer(m.id, catalog.OpEncrypt, lack, m.encrypt, m.open))
		if m.decrypt != "" {
			rows = append(rows, offer(m.id, catalog.OpDecrypt, lack, m.decrypt, m.open))
		}
	}
	return rows
}

// aesKeys are the key lengths of AES, which a build can leave out one by one.
// Ciphers, AEADs and MACs over AES name theirs by them.
var aesKeys = []struct {
	id     string
	have   int
	option string
}{
	{"aes-128", C.CGW_HAVE_AES_128, "128-bit AES keys (no NO_AES_128)"},
	{"aes-192", C.CGW_HAVE_AES_192, "192-bit AES keys (no NO_AES_192)"},
	{"aes-256", C.CGW_HAVE_AES_256, "256-bit AES keys (no NO_AES_256)"},
}

func (m cipherRow) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	msg, decrypt := in.Message, C.int(0)
	if c.Op == catalog.OpDecrypt {
		msg, decrypt = in.Received, 1
	}
	if err := fits(len(msg), len(in.Key)); err != nil {
		return nil, err
	}
	if err := sameLength("nonce", len(in.Nonce), m.iv); err != nil {
		return nil, err
	}
	if err := sameLength("key", len(in.Key), c.Algorithm.KeyLen); err != nil {
		return nil, err
	}
	if !c.Algorithm.Takes(len(msg)) {
		return nil, errLength
	}
	var h C.uintptr_t
	if err := failure(C.cgw_cipher_new(m.alg, decrypt, ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	iv, counter, out := in.Nonce, C.uint32_t(in.Counter), bridge.Buffer(len(msg))
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_cipher(h, ptr(iv), counter, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_cipher_free(h) },
	}, nil
}
