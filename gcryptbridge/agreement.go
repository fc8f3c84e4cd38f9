//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <stdlib.h>
#include <gcrypt.h>
#include "agreement.h"

#cgo noescape cgg_xdh_length
#cgo nocallback cgg_xdh_length
#cgo noescape cgg_xdh_agree
#cgo nocallback cgg_xdh_agree
#cgo noescape cgg_xdh_keygen
#cgo nocallback cgg_xdh_keygen
#cgo noescape cgg_ecdh_open
#cgo nocallback cgg_ecdh_open
#cgo noescape cgg_ecdh_close
#cgo nocallback cgg_ecdh_close
#cgo noescape cgg_ecdh_agree
#cgo nocallback cgg_ecdh_agree
#cgo noescape cgg_dh_open
#cgo nocallback cgg_dh_open
#cgo noescape cgg_dh_close
#cgo nocallback cgg_dh_close
#cgo noescape cgg_dh_agree
#cgo nocallback cgg_dh_agree
#cgo noescape cgg_dh_keygen
#cgo nocallback cgg_dh_keygen
*/
import "C"

import (
	"slices"
	"unsafe"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func agreementRows() []bridge.Row {
	var rows []bridge.Row
	for _, x := range []xdh{{"x25519", C.GCRY_ECC_CURVE25519}, {"x448", C.GCRY_ECC_CURVE448}} {
		rows = append(rows,
			offer(x.id, "gcry_randomize, gcry_ecc_mul_point", nil, x.openKeygen, catalog.OpKeygen),
			offer(x.id, "gcry_ecc_mul_point", nil, x.open, catalog.OpAgree),
		)
	}
	for _, e := range []nist{{"ecdh-p256", "NIST P-256"}, {"ecdh-p384", "NIST P-384"}, {"ecdh-p521", "NIST P-521"}} {
		rows = append(rows,
			offer(e.id, "gcry_pk_genkey (transient-key, no-keytest)", nil, e.openKeygen, catalog.OpKeygen),
			offer(e.id, "gcry_mpi_ec_decode_point, mul, get_affine (secure scalar)", nil, e.open, catalog.OpAgree),
		)
	}
	for _, id := range []string{"dh-ffdhe2048", "dh-ffdhe3072"} {
		rows = append(rows,
			offer(id, "gcry_randomize, gcry_mpi_powm (secure exponent)", nil, openDH, catalog.OpKeygen),
			offer(id, "gcry_mpi_powm (secure exponent)", nil, openDH, catalog.OpAgree),
		)
	}
	return rows
}

// An xdh is a curve of the functions that take and give strings.
type xdh struct {
	id    string
	curve C.int
}

// A nist is a curve of the functions that take and give points.
type nist struct{ id, curve string }

func (e nist) openKeygen(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	width := c.Algorithm.OutLen
	return eccKeygen(e.curve, width, 1+2*width, false)
}

func (x xdh) openKeygen(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	width := int(C.cgg_xdh_length(x.curve))
	private, public := bridge.Buffer(width), bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_xdh_keygen(x.curve, ptr(private), ptr(public), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return slices.Concat(private, public) },
		Free: func() { clear(private) },
	}, nil
}

func (x xdh) open(_ catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	width := int(C.cgg_xdh_length(x.curve))
	key, peer := in.Key, in.Received
	if err := bridge.Length("private key", len(key), width); err != nil {
		return nil, err
	}
	if err := bridge.Length("public key", len(peer), width); err != nil {
		return nil, err
	}
	out := bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_xdh_agree(x.curve, ptr(key), ptr(peer), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}

func (e nist) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	key, peer, width := in.Key, in.Received, c.Algorithm.OutLen
	if err := bridge.Length("private key", len(key), width); err != nil {
		return nil, err
	}
	if err := bridge.Length("public key", len(peer), 1+2*width); err != nil {
		return nil, err
	}
	name := C.CString(e.curve)
	defer C.free(unsafe.Pointer(name))
	var h C.uintptr_t
	if err := failure(C.cgg_ecdh_open(name, C.size_t(width), ptr(key), size(key), &h)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_ecdh_agree(h, ptr(peer), size(peer), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgg_ecdh_close(h) },
	}, nil
}

func openDH(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	p, g, _ := catalog.Group(c.Algorithm.ID)
	key, peer := in.Key, in.Received
	if c.Op == catalog.OpKeygen {
		key = nil
	} else if err := bridge.Length("private key", len(key), c.Algorithm.KeyLen); err != nil {
		return nil, err
	}
	var dh C.uintptr_t
	if err := failure(C.cgg_dh_open(ptr(p), size(p), ptr(g), size(g), ptr(key), size(key), &dh)); err != nil {
		return nil, err
	}
	if c.Op == catalog.OpKeygen {
		private, public := bridge.Buffer(c.Algorithm.KeyLen), bridge.Buffer(len(p))
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_dh_keygen(dh, ptr(private), size(private), ptr(public), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out: func() []byte { return slices.Concat(private, public) },
			Free: func() {
				C.cgg_dh_close(dh)
				clear(private)
			},
		}, nil
	}
	out := bridge.Buffer(len(p))
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_dh_agree(dh, ptr(peer), size(peer), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgg_dh_close(dh) },
	}, nil
}
