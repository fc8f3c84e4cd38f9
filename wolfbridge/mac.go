//go:build cgo && !nowolf

package wolfbridge

/*
#include <wolfssl/options.h>
#include <wolfssl/version.h>

#include "mac.h"

#cgo noescape cgw_mac
#cgo nocallback cgw_mac
*/
import "C"

import (
	"cmp"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func macs() []bridge.Row {
	rows := table(C.cgw_macs)
	// HMAC over some hashes has functions of its own, which take the key with each message.
	own := make(map[string]bool)
	for _, r := range rows {
		own[r.id] = own[r.id] || r.alg != C.CGW_HMAC
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.alg == C.CGW_HMAC && own[r.id] })
	all := offers(rows, openMAC, catalog.OpMAC, catalog.OpMACRekey)
	for _, r := range rows {
		if a, _ := catalog.Find(r.id); a.Has(catalog.OpMAC) && r.how[0] == "" {
			keeps := fmt.Errorf("%w: %s takes the key with each message, see mac-rekey", provider.ErrUnsupported, r.how[1])
			all = append(all, r.offer(catalog.OpMAC, cmp.Or(r.absent, keeps), "", nil))
		}
	}
	return all
}

// keyed says why the library makes no HMAC, and so no PBKDF2 and no HKDF, of the hash r; nil where it does. Which hashes
// wc_HmacSetKey takes differs between versions and is written in no header, so it is asked.
func (r row) keyed() error {
	key := make([]byte, 32)
	var h C.uintptr_t
	if err := failure(C.cgw_mac_new(C.CGW_HMAC, 0, r.hash, ptr(key), size(key), ptr(nil), 0, 0, &h)); err != nil {
		return fmt.Errorf("%w: wolfCrypt %s has no HMAC of %s", provider.ErrUnsupported, C.LIBWOLFSSL_VERSION_STRING, r.id)
	}
	C.cgw_mac_free(h)
	return nil
}

func openMAC(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	rekey := C.int(0)
	if c.Op == catalog.OpMACRekey {
		rekey = 1
	}
	h, err := r.mac(c, in, rekey)
	if err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_mac(h, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_mac_free(h) },
	}, nil
}

// mac makes a context.
func (r row) mac(c catalog.Case, in catalog.Inputs, rekey C.int) (h C.uintptr_t, err error) {
	if err := cmp.Or(
		fits(len(in.Message), len(in.Key), len(in.Nonce)), only("key", len(in.Key), r.key), only("tag", c.Algorithm.OutLen, r.out),
	); err != nil {
		return 0, err
	}
	err = failure(C.cgw_mac_new(r.alg, rekey, r.hash, ptr(in.Key), size(in.Key), ptr(in.Nonce), size(in.Nonce), C.uint32_t(c.Algorithm.OutLen), &h))
	return h, err
}
