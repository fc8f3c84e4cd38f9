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

// A mac is one of the MAC interface.
type mac struct {
	id    string
	algo  C.int
	nonce bool // each message has one
	reset bool // setting a key does not by itself end the message before
}

func macRows() []bridge.Row {
	macs := []mac{
		{id: "gmac-aes-128", algo: C.GCRY_MAC_GMAC_AES, nonce: true},
		{id: "gmac-aes-192", algo: C.GCRY_MAC_GMAC_AES, nonce: true},
		{id: "gmac-aes-256", algo: C.GCRY_MAC_GMAC_AES, nonce: true},
		{id: "cmac-aes-128", algo: C.GCRY_MAC_CMAC_AES, reset: true},
		{id: "cmac-aes-256", algo: C.GCRY_MAC_CMAC_AES, reset: true},
		{id: "poly1305", algo: C.GCRY_MAC_POLY1305},
	}
	var rows []bridge.Row
	for _, d := range digests {
		switch id := "hmac-" + d.id; {
		case d.xof: // has none
		case d.hmac == 0:
			const how = ", write, read with GCRY_MD_FLAG_HMAC"
			rows = append(rows,
				offer(id, "gcry_md_reset"+how, d.absent(), d.openHMAC, catalog.OpMAC),
				offer(id, "gcry_md_setkey"+how, d.absent(), d.openHMAC, catalog.OpMACRekey),
			)
		default:
			macs = append(macs, mac{id: id, algo: d.hmac})
		}
	}
	for _, m := range macs {
		absent := built(m.id, C.cgg_mac_test(m.algo))
		first := "reset"
		if m.nonce {
			first = "setiv"
		}
		rows = append(rows,
			offer(m.id, "gcry_mac_"+first+", write, read", absent, m.open, catalog.OpMAC),
			offer(m.id, "gcry_mac_setkey, write, read", absent, m.open, catalog.OpMACRekey),
		)
	}
	return taking(bridge.TagLen, bridge.Asked(rows))
}

// tagFits refuses a tag that is no cut of the whole one.
func tagFits(tag, whole int) error {
	if tag > 0 && tag <= whole {
		return nil
	}
	return bridge.Length("tag", tag, whole)
}

func (m mac) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := tagFits(c.Algorithm.OutLen, int(C.cgg_mac_length(m.algo))); err != nil {
		return nil, err
	}
	key, nonce, msg := in.Key, in.Nonce, in.Message
	var h C.uintptr_t
	if err := failure(C.cgg_mac_open(m.algo, ptr(key), size(key), &h)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Algorithm.OutLen)
	r := &bridge.Routine{
		Out:  func() []byte { return out },
		Free: func() { C.cgg_mac_close(h) },
	}
	switch {
	case c.Op == catalog.OpMACRekey:
		var reset C.int
		if m.reset {
			reset = 1
		}
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag_rekey(h, ptr(key), size(key), reset, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	case m.nonce:
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag_nonce(h, ptr(nonce), size(nonce), ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_mac_tag(h, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return r, nil
}

func (d digest) openHMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := tagFits(c.Algorithm.OutLen, d.length()); err != nil {
		return nil, err
	}
	key, msg := in.Key, in.Message
	var hmac C.uintptr_t
	if err := failure(C.cgg_hmac_open(d.md, ptr(key), size(key), &hmac)); err != nil {
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
