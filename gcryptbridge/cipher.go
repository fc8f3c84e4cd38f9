//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "cgg_features.h"
#include "cipher.h"

#cgo noescape cgg_cipher_test
#cgo nocallback cgg_cipher_test
#cgo noescape cgg_cipher_block
#cgo nocallback cgg_cipher_block
#cgo noescape cgg_cipher_open
#cgo nocallback cgg_cipher_open
#cgo noescape cgg_cipher_close
#cgo nocallback cgg_cipher_close
#cgo noescape cgg_cipher_crypt
#cgo nocallback cgg_cipher_crypt
*/
import "C"

import (
	"encoding/binary"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A suite is a cipher in a mode. Ciphers that the headers lack have the
// identifier 0.
type suite struct{ cipher, mode C.int }

var ciphers = []struct {
	id string
	suite
}{
	{"aes-128-cbc", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_CBC}},
	{"aes-192-cbc", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_CBC}},
	{"aes-256-cbc", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_CBC}},
	{"aes-128-ctr", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_CTR}},
	{"aes-192-ctr", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_CTR}},
	{"aes-256-ctr", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_CTR}},
	{"aes-128-ecb", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_ECB}},
	{"aes-192-ecb", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_ECB}},
	{"aes-256-ecb", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_ECB}},
	{"aes-128-cfb", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_CFB}},
	{"aes-192-cfb", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_CFB}},
	{"aes-256-cfb", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_CFB}},
	{"aes-128-ofb", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_OFB}},
	{"aes-192-ofb", suite{C.GCRY_CIPHER_AES192, C.GCRY_CIPHER_MODE_OFB}},
	{"aes-256-ofb", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_OFB}},
	{"aes-128-xts", suite{C.GCRY_CIPHER_AES128, C.GCRY_CIPHER_MODE_XTS}},
	{"aes-256-xts", suite{C.GCRY_CIPHER_AES256, C.GCRY_CIPHER_MODE_XTS}},
	{"chacha20", suite{C.GCRY_CIPHER_CHACHA20, C.GCRY_CIPHER_MODE_STREAM}},
	{"3des-cbc", suite{C.GCRY_CIPHER_3DES, C.GCRY_CIPHER_MODE_CBC}},
	{"rc4", suite{C.GCRY_CIPHER_ARCFOUR, C.GCRY_CIPHER_MODE_STREAM}},
	{"camellia-128-cbc", suite{C.GCRY_CIPHER_CAMELLIA128, C.GCRY_CIPHER_MODE_CBC}},
	{"camellia-192-cbc", suite{C.GCRY_CIPHER_CAMELLIA192, C.GCRY_CIPHER_MODE_CBC}},
	{"camellia-256-cbc", suite{C.GCRY_CIPHER_CAMELLIA256, C.GCRY_CIPHER_MODE_CBC}},
	{"salsa20", suite{C.GCRY_CIPHER_SALSA20, C.GCRY_CIPHER_MODE_STREAM}},
	{"blowfish-cbc", suite{C.GCRY_CIPHER_BLOWFISH, C.GCRY_CIPHER_MODE_CBC}},
	{"cast5-cbc", suite{C.GCRY_CIPHER_CAST5, C.GCRY_CIPHER_MODE_CBC}},
	{"twofish-cbc", suite{C.GCRY_CIPHER_TWOFISH, C.GCRY_CIPHER_MODE_CBC}},
	{"serpent-cbc", suite{C.GCRY_CIPHER_SERPENT256, C.GCRY_CIPHER_MODE_CBC}},
	{"sm4-cbc", suite{C.GCRY_CIPHER_SM4, C.GCRY_CIPHER_MODE_CBC}},
	{"aria-128-cbc", suite{C.CGG_CIPHER_ARIA128, C.GCRY_CIPHER_MODE_CBC}},
	{"aria-256-cbc", suite{C.CGG_CIPHER_ARIA256, C.GCRY_CIPHER_MODE_CBC}},
	{"seed-cbc", suite{C.GCRY_CIPHER_SEED, C.GCRY_CIPHER_MODE_CBC}},
	{"idea-cbc", suite{C.GCRY_CIPHER_IDEA, C.GCRY_CIPHER_MODE_CBC}},
}

func cipherRows() []bridge.Row {
	var rows []bridge.Row
	for _, s := range ciphers {
		start, _ := s.start()
		how := "gcry_cipher_" + map[C.int]string{
			C.CGG_START_NONE:  "",
			C.CGG_START_IV:    "setiv, ",
			C.CGG_START_CTR:   "setctr, ",
			C.CGG_START_RESET: "reset, ",
		}[start]
		rows = append(rows,
			offer(s.id, how+"encrypt", s.built(s.id), s.open, catalog.OpEncrypt),
			offer(s.id, how+"decrypt", s.built(s.id), s.open, catalog.OpDecrypt),
		)
	}
	return bridge.Asked(rows)
}

// built says whether this libgcrypt was built with the cipher. All modes of
// the catalogue are in every version that the package compiles against.
func (s suite) built(id string) error {
	if s.cipher == 0 {
		return since("1.11")
	}
	return built(id, C.cgg_cipher_test(s.cipher))
}

// start says how a message begins, and how long the nonce is that begins it.
func (s suite) start() (how C.int, nonce C.size_t) {
	switch s.cipher {
	case C.GCRY_CIPHER_CHACHA20:
		return C.CGG_START_IV, 12
	case C.GCRY_CIPHER_SALSA20:
		return C.CGG_START_IV, 8
	case C.GCRY_CIPHER_ARCFOUR:
		return C.CGG_START_RESET, 0
	}
	switch s.mode {
	case C.GCRY_CIPHER_MODE_ECB:
		return C.CGG_START_NONE, 0
	case C.GCRY_CIPHER_MODE_CTR:
		return C.CGG_START_CTR, C.cgg_cipher_block(s.cipher)
	}
	return C.CGG_START_IV, C.cgg_cipher_block(s.cipher)
}

// open: libgcrypt takes other nonces of many ciphers, as they are or cut.
func (s suite) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	start, nonceLen := s.start()
	if err := bridge.Length("nonce", len(in.Nonce), int(nonceLen)); err != nil {
		return nil, err
	}
	nonce := in.Nonce
	if s.cipher == C.GCRY_CIPHER_CHACHA20 {
		nonce = binary.LittleEndian.AppendUint32(nil, in.Counter) // a nonce of 16 bytes begins with the counter
		nonce = append(nonce, in.Nonce...)
	}
	var cipher C.uintptr_t
	if err := failure(C.cgg_cipher_open(s.cipher, s.mode, ptr(in.Key), size(in.Key), &cipher)); err != nil {
		return nil, err
	}
	msg, decrypt := in.Message, C.int(0)
	if c.Op == catalog.OpDecrypt {
		msg, decrypt = in.Received, 1
	}
	out := bridge.Buffer(len(msg))
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_cipher_crypt(cipher, decrypt, start, ptr(nonce), size(nonce), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgg_cipher_close(cipher) },
	}, nil
}
