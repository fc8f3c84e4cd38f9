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
*/
import "C"

import (
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/native"
)

// macs are the rows of the kind mac. HMAC takes the hashes' own.
func macs() []native.Row {
	var rows []native.Row
	for _, d := range digests {
		lack := d.keyed()
		pads := "the key's pads kept and hashed for each message"
		if C.CGW_HMAC_COPIES != 0 {
			pads = "the states after the key's pads kept"
		}
		rows = append(rows,
			offer("hmac-"+d.id, catalog.OpMAC, lack, "wc_HmacUpdate, wc_HmacFinal; "+pads, d.openHMAC),
			offer("hmac-"+d.id, catalog.OpMACRekey, lack, "wc_HmacSetKey, wc_HmacUpdate, wc_HmacFinal", d.openHMAC),
		)
	}
	return rows
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

func (d digest) openHMAC(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
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
	msg, out := in.Message, native.Buffer(c.Algorithm.OutLen)
	r := &native.Routine{
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
