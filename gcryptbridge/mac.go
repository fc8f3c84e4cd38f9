//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "mac.h"

#cgo noescape cgg_mac_test
#cgo nocallback cgg_mac_test
#cgo noescape cgg_mac_length
#cgo nocallback cgg_mac_length
#cgo noescape cgg_mac_open
#cgo nocallback cgg_mac_open
#cgo noescape cgg_mac_close
#cgo nocallback cgg_mac_close
#cgo noescape cgg_mac_tag
#cgo nocallback cgg_mac_tag
#cgo noescape cgg_mac_tag_nonce
#cgo nocallback cgg_mac_tag_nonce
#cgo noescape cgg_mac_tag_rekey
#cgo nocallback cgg_mac_tag_rekey
#cgo noescape cgg_hmac_open
#cgo nocallback cgg_hmac_open
#cgo noescape cgg_hmac_close
#cgo nocallback cgg_hmac_close
#cgo noescape cgg_hmac_tag
#cgo nocallback cgg_hmac_tag
#cgo noescape cgg_hmac_tag_rekey
#cgo nocallback cgg_hmac_tag_rekey
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// macs are the identifiers of the MAC interface.
var macs = map[string]C.int{
	"hmac-md5":          C.GCRY_MAC_HMAC_MD5,
	"hmac-sha1":         C.GCRY_MAC_HMAC_SHA1,
	"hmac-sha224":       C.GCRY_MAC_HMAC_SHA224,
	"hmac-sha256":       C.GCRY_MAC_HMAC_SHA256,
	"hmac-sha384":       C.GCRY_MAC_HMAC_SHA384,
	"hmac-sha512":       C.GCRY_MAC_HMAC_SHA512,
	"hmac-sha512-224":   C.GCRY_MAC_HMAC_SHA512_224,
	"hmac-sha512-256":   C.GCRY_MAC_HMAC_SHA512_256,
	"hmac-sha3-224":     C.GCRY_MAC_HMAC_SHA3_224,
	"hmac-sha3-256":     C.GCRY_MAC_HMAC_SHA3_256,
	"hmac-sha3-384":     C.GCRY_MAC_HMAC_SHA3_384,
	"hmac-sha3-512":     C.GCRY_MAC_HMAC_SHA3_512,
	"hmac-blake2b-512":  C.GCRY_MAC_HMAC_BLAKE2B_512,
	"hmac-blake2b-256":  C.GCRY_MAC_HMAC_BLAKE2B_256,
	"hmac-blake2s-256":  C.GCRY_MAC_HMAC_BLAKE2S_256,
	"hmac-ripemd160":    C.GCRY_MAC_HMAC_RMD160,
	"hmac-md4":          C.GCRY_MAC_HMAC_MD4,
	"hmac-sm3":          C.GCRY_MAC_HMAC_SM3,
	"hmac-whirlpool":    C.GCRY_MAC_HMAC_WHIRLPOOL,
	"hmac-tiger":        C.GCRY_MAC_HMAC_TIGER1,
	"hmac-streebog256":  C.GCRY_MAC_HMAC_STRIBOG256,
	"hmac-streebog512":  C.GCRY_MAC_HMAC_STRIBOG512,
	"hmac-gostr3411-94": C.GCRY_MAC_HMAC_GOSTR3411_94,
	"hmac-gostr3411-cp": C.GCRY_MAC_HMAC_GOSTR3411_CP,
	"gmac-aes-128":      C.GCRY_MAC_GMAC_AES,
	"gmac-aes-192":      C.GCRY_MAC_GMAC_AES,
	"gmac-aes-256":      C.GCRY_MAC_GMAC_AES,
	"cmac-aes-128":      C.GCRY_MAC_CMAC_AES,
	"cmac-aes-256":      C.GCRY_MAC_CMAC_AES,
	"poly1305":          C.GCRY_MAC_POLY1305,
}

// hashMACs are the HMACs that the MAC interface has no identifier for: the
// hash interface makes them, from the hash's own.
var hashMACs = map[string]C.int{
	"hmac-tiger192": C.GCRY_MD_TIGER,
	"hmac-tiger2":   C.GCRY_MD_TIGER2,
}

func macMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	first := "reset"
	switch {
	case op == catalog.OpMACRekey:
		first = "setkey"
	case a.NonceLen != 0:
		first = "setiv"
	}
	if algo, ok := macs[a.ID]; ok {
		return "gcry_mac_" + first + ", write, read", built(a.ID, C.cgg_mac_test(algo))
	}
	if _, ok := hashMACs[a.ID]; ok {
		return "gcry_md_" + first + ", write, read with GCRY_MD_FLAG_HMAC", hashBuilt(a.Hash)
	}
	return "", absent()
}

func openMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := symmetricLengths(c, in); err != nil {
		return nil, err
	}
	if algo, ok := hashMACs[c.Algorithm.ID]; ok {
		return openHashMAC(algo, c, in)
	}
	a, algo := c.Algorithm, macs[c.Algorithm.ID]
	if err := sameLength("tag", a.OutLen, C.cgg_mac_length(algo)); err != nil {
		return nil, err
	}
	key, nonce, msg := in.Key, in.Nonce, in.Message
	var mac C.uintptr_t
	if err := failure(C.cgg_mac_open(algo, ptr(key), size(key), &mac)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(a.OutLen)
	r := &bridge.Routine{
		Out:  func() []byte { return out },
		Free: func() { C.cgg_mac_close(mac) },
	}
	switch {
	case c.Op == catalog.OpMACRekey:
		var reset C.int
		if algo == C.GCRY_MAC_CMAC_AES { // the others start anew when their key is set
			reset = 1
		}
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag_rekey(mac, ptr(key), size(key), reset, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	case a.NonceLen != 0:
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag_nonce(mac, ptr(nonce), size(nonce), ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag(mac, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return r, nil
}

func openHashMAC(algo C.int, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	key, msg := in.Key, in.Message
	if err := sameLength("tag", c.Algorithm.OutLen, hashLength(c.Algorithm.Hash)); err != nil {
		return nil, err
	}
	var hmac C.uintptr_t
	if err := failure(C.cgg_hmac_open(algo, ptr(key), size(key), &hmac)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Algorithm.OutLen)
	r := &bridge.Routine{
		Out:  func() []byte { return out },
		Free: func() { C.cgg_hmac_close(hmac) },
	}
	if c.Op == catalog.OpMACRekey {
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_hmac_tag_rekey(hmac, ptr(key), size(key), ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_hmac_tag(hmac, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}
