//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "hash.h"
#include "mac.h"

#cgo noescape cgw_hmac
#cgo nocallback cgw_hmac
#cgo noescape cgw_hmac_rekey
#cgo nocallback cgw_hmac_rekey
#cgo noescape cgw_mac
#cgo nocallback cgw_mac
*/
import "C"

import (
	"cmp"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A macRow is a MAC of the catalogue that is not an HMAC of the library's
// Hmac type.
type macRow struct {
	id     string
	alg    C.int
	have   int
	option string // of wolfSSL's configure, that builds it
	mac    string // the functions of a message under a standing key; "": it keeps none
	rekey  string // the functions of a key and a message; "": no operation of the catalogue
	key    int    // the only length of key the functions take, unseen; 0: they check it
	tag    int    // the only length of tag the functions make, unseen; 0: they check it
	hmac   bool   // a key of any length
}

// macs are the rows of the kind mac. HMAC takes the hashes' own.
func macs() []bridge.Row {
	cmac := "keyed Cmac copied, wc_CmacUpdate, wc_CmacFinalNoFree"
	if C.CGW_CMAC_KEEPS_KEY == 0 {
		cmac = "keyed Cmac copied, wc_CmacUpdate, wc_CmacFinal"
	}
	list := []macRow{
		{"poly1305", C.CGW_POLY1305, C.CGW_HAVE_POLY1305, "--enable-poly1305", "", "wc_Poly1305SetKey, wc_Poly1305Update, wc_Poly1305Final", 32, 16, false},
		{"siphash-2-4-64", C.CGW_SIPHASH, C.CGW_HAVE_SIPHASH, "--enable-siphash", "", "wc_SipHash", 16, 0, false},
		{"siphash-2-4-128", C.CGW_SIPHASH, C.CGW_HAVE_SIPHASH, "--enable-siphash", "", "wc_SipHash", 16, 0, false},
	}
	for _, k := range aesKeys {
		for _, m := range []macRow{
			{"gmac", C.CGW_GMAC, C.CGW_HAVE_AES_GCM, "--enable-aesgcm", "wc_GmacUpdate", "", 0, 0, false},
			{"cmac", C.CGW_CMAC, C.CGW_HAVE_CMAC, "--enable-cmac", cmac, "wc_InitCmac, wc_CmacUpdate, wc_CmacFinal", 0, 0, false},
		} {
			if k.have == 0 {
				m.have, m.option = 0, k.option
			}
			m.id += "-" + k.id
			list = append(list, m)
		}
	}
	var rows []bridge.Row
	for _, m := range list {
		lack := needs(m.have, m.option)
		if m.mac != "" {
			rows = append(rows, asked(offer(m.id, catalog.OpMAC, lack, m.mac, m.open))...)
		}
		if m.rekey != "" {
			rows = append(rows, asked(offer(m.id, catalog.OpMACRekey, lack, m.rekey, m.open))...)
		}
	}
	return append(rows, hmacs()...)
}

func hmacs() []bridge.Row {
	pads := "the key's pads kept and hashed for each message"
	if C.CGW_HMAC_COPIES != 0 {
		pads = "the states after the key's pads kept"
	}
	blake2 := map[string]macRow{
		"blake2b-512": {alg: C.CGW_HMAC_BLAKE2B, have: C.CGW_HAVE_BLAKE2_HMAC, option: "--enable-blake2 (5.9.0 or later)", rekey: "wc_Blake2bHmac", tag: 64, hmac: true},
		"blake2s-256": {alg: C.CGW_HMAC_BLAKE2S, have: C.CGW_HAVE_BLAKE2_HMAC, option: "--enable-blake2s (5.9.0 or later)", rekey: "wc_Blake2sHmac", tag: 32, hmac: true},
	}
	var rows []bridge.Row
	for _, d := range digests {
		id, lack := "hmac-"+d.id, d.keyed()
		if m, ok := blake2[d.id]; ok && d.have != 0 {
			keeps := fmt.Errorf("%w: %s takes the key with each message, see mac-rekey", provider.ErrUnsupported, m.rekey)
			rows = append(rows,
				offer(id, catalog.OpMAC, keeps, "", nil),
				offer(id, catalog.OpMACRekey, needs(m.have, m.option), m.rekey, m.open),
			)
			continue
		}
		rows = append(rows, asked(
			offer(id, catalog.OpMAC, lack, "wc_HmacUpdate, wc_HmacFinal; "+pads, d.openHMAC),
			offer(id, catalog.OpMACRekey, lack, "wc_HmacSetKey, wc_HmacUpdate, wc_HmacFinal", d.openHMAC),
		)...)
	}
	return rows
}

func (m macRow) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(len(in.Message), len(in.Key), len(in.Nonce)); err != nil {
		return nil, err
	}
	if err := sameLength("nonce", len(in.Nonce), c.Algorithm.NonceLen); err != nil {
		return nil, err
	}
	if !m.hmac {
		if err := sameLength("key", len(in.Key), cmp.Or(m.key, c.Algorithm.KeyLen)); err != nil {
			return nil, err
		}
	}
	if m.tag != 0 {
		if err := sameLength("tag", c.Algorithm.OutLen, m.tag); err != nil {
			return nil, err
		}
	}
	var h C.uintptr_t
	if err := failure(C.cgw_mac_new(m.alg, ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	rekey := C.int(0)
	if c.Op == catalog.OpMACRekey {
		rekey = 1
	}
	nonce, msg, out := in.Nonce, in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_mac(h, rekey, ptr(nonce), size(nonce), ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_mac_free(h) },
	}, nil
}

// keyed says why the library makes no HMAC, and so no PBKDF2 and no HKDF, of d; nil
// where it does. Which hashes wc_HmacSetKey takes differs between versions and
// is written in no header, so it is asked.
func (d digest) keyed() error {
	if err := needs(d.have, d.option); err != nil {
		return err
	}
	if err := needs(C.CGW_HAVE_HMAC, "HMAC (no NO_HMAC)"); err != nil {
		return err
	}
	key := make([]byte, 32)
	var h C.uintptr_t
	if err := failure(C.cgw_hmac_new(d.hashType(), ptr(key), size(key), &h)); err != nil {
		return fmt.Errorf("%w: wolfCrypt %s has no HMAC of %s", provider.ErrUnsupported, C.LIBWOLFSSL_VERSION_STRING, d.id)
	}
	C.cgw_hmac_free(h)
	return nil
}

// hashType is wolfCrypt's number for the hash.
func (d digest) hashType() C.int { return C.cgw_hash_type(d.alg) }

func (d digest) openHMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(len(in.Message), len(in.Key)); err != nil {
		return nil, err
	}
	if err := sameLength("tag", c.Algorithm.OutLen, int(C.cgw_hash_length(d.alg))); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_hmac_new(d.hashType(), ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	r := &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_hmac(h, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_hmac_free(h) },
	}
	if c.Op == catalog.OpMACRekey {
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgw_hmac_rekey(h, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return r, nil
}
