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

// The curves of the functions that take and give strings.
var stringCurves = map[string]C.int{
	"x25519": C.GCRY_ECC_CURVE25519,
	"x448":   C.GCRY_ECC_CURVE448,
}

// The curves of the functions that take and give points.
var pointCurves = map[string]string{
	"ecdh-p256": "NIST P-256",
	"ecdh-p384": "NIST P-384",
	"ecdh-p521": "NIST P-521",
}

func agreementMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	if _, ok := stringCurves[a.ID]; ok {
		if op == catalog.OpKeygen {
			return "gcry_randomize, gcry_ecc_mul_point", nil
		}
		return "gcry_ecc_mul_point", nil
	}
	if _, ok := pointCurves[a.ID]; ok {
		if op == catalog.OpKeygen {
			return "gcry_pk_genkey (transient-key, no-keytest)", nil
		}
		return "gcry_mpi_ec_decode_point, mul, get_affine (secure scalar)", nil
	}
	if _, _, ok := catalog.Group(a.ID); ok {
		if op == catalog.OpKeygen {
			return "gcry_randomize, gcry_mpi_powm (secure exponent)", nil
		}
		return "gcry_mpi_powm (secure exponent)", nil
	}
	return "", absent()
}

func openAgreement(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if curve, ok := stringCurves[c.Algorithm.ID]; ok {
		return openXDH(curve, c.Op, in)
	}
	if curve, ok := pointCurves[c.Algorithm.ID]; ok {
		width := c.Algorithm.OutLen
		if c.Op == catalog.OpKeygen {
			return eccKeygen(curve, width, 1+2*width, false)
		}
		return openECDH(curve, width, in)
	}
	return openDH(c, in)
}

func openXDH(curve C.int, op catalog.Operation, in catalog.Inputs) (*bridge.Routine, error) {
	width := int(C.cgg_xdh_length(curve))
	if op == catalog.OpKeygen {
		private, public := bridge.Buffer(width), bridge.Buffer(width)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_xdh_keygen(curve, ptr(private), ptr(public), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  func() []byte { return slices.Concat(private, public) },
			Free: func() { clear(private) },
		}, nil
	}
	key, peer := in.Key, in.Received
	if err := sameLength("private key", len(key), C.size_t(width)); err != nil {
		return nil, err
	}
	if err := sameLength("public key", len(peer), C.size_t(width)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_xdh_agree(curve, ptr(key), ptr(peer), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}

func openECDH(curve string, width int, in catalog.Inputs) (*bridge.Routine, error) {
	key, peer := in.Key, in.Received
	if err := sameLength("private key", len(key), C.size_t(width)); err != nil {
		return nil, err
	}
	name := C.CString(curve)
	defer C.free(unsafe.Pointer(name))
	var ecdh C.uintptr_t
	if err := failure(C.cgg_ecdh_open(name, C.size_t(width), ptr(key), size(key), &ecdh)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_ecdh_agree(ecdh, ptr(peer), size(peer), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgg_ecdh_close(ecdh) },
	}, nil
}

func openDH(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	p, g, _ := catalog.Group(c.Algorithm.ID)
	key, peer := in.Key, in.Received
	if c.Op == catalog.OpKeygen {
		key = nil
	} else if err := sameLength("private key", len(key), C.size_t(c.Algorithm.KeyLen)); err != nil {
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
