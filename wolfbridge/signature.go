//go:build cgo && !nowolf

package wolfbridge

/*
#include "pke.h"
#include "signature.h"

#cgo noescape cgw_rsa_sign
#cgo nocallback cgw_rsa_sign
#cgo noescape cgw_rsa_verify
#cgo nocallback cgw_rsa_verify
#cgo noescape cgw_sig_sign
#cgo nocallback cgw_sig_sign
#cgo noescape cgw_sig_verify
#cgo nocallback cgw_sig_verify
#cgo noescape cgw_sig_keygen
#cgo nocallback cgw_sig_keygen
*/
import "C"

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func signatures() []bridge.Row {
	return slices.Concat(
		offers(table(C.cgw_signatures), openSignature, catalog.OpKeygen, catalog.OpSign, catalog.OpVerify),
		offers(hiding(table(C.cgw_rsa_signatures), 0), openRSASignature, catalog.OpSign, catalog.OpVerify),
	)
}

// message checks what is signed: of a digest the length is the hash's.
func message(c catalog.Case, in catalog.Inputs) error {
	if c.Algorithm.Hash != "" {
		return bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm))
	}
	return fits(len(in.Message))
}

// ecdsa says that the signature is r and s, which the library has in DER.
func (r row) ecdsa() bool { return strings.HasPrefix(r.id, "ecdsa-") }

// received is a signature as the library takes it.
func (r row) received(sig []byte) ([]byte, error) {
	if !r.ecdsa() {
		return sig, fits(len(sig))
	}
	if err := bridge.Length("signature", len(sig), 2*r.priv); err != nil {
		return nil, err
	}
	return catalog.ECDSAToDER(sig), nil
}

// parameters checks what a case may set apart from the catalogue.
func (r row) parameters(in catalog.Inputs) error {
	if len(in.Context) > 255 {
		return fmt.Errorf("%w: a context of %d bytes, of which the standards allow 255", provider.ErrNotOffered, len(in.Context))
	}
	if in.Random == nil {
		return nil
	}
	width := 32 // FIPS 204: rnd
	if strings.HasPrefix(r.id, "slh-dsa-") {
		width = r.pub / 2 // FIPS 205: opt_rand, n bytes
	}
	return bridge.Length("random value", len(in.Random), width)
}

func openSignature(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	var private, public []byte
	var wrong error
	switch c.Op {
	case catalog.OpSign:
		private, wrong = in.Key, bridge.Length("private key", len(in.Key), r.priv)
	case catalog.OpVerify:
		public, wrong = in.Public, bridge.Length("public key", len(in.Public), r.pub)
	}
	if c.Op != catalog.OpKeygen {
		wrong = cmp.Or(message(c, in), wrong, r.parameters(in))
	}
	if wrong != nil {
		return nil, wrong
	}
	var h C.uintptr_t
	var width C.uint32_t
	if err := failure(C.cgw_sig_new(r.alg, ptr(private), size(private), ptr(public), size(public), &h, &width)); err != nil {
		return nil, err
	}
	if err := failure(C.cgw_sig_set(h, ptr(in.Context), size(in.Context), ptr(in.Random), size(in.Random))); err != nil {
		C.cgw_sig_free(h)
		return nil, err
	}
	msg := in.Message
	routine := &bridge.Routine{Free: func() { C.cgw_sig_free(h) }}
	switch c.Op {
	case catalog.OpKeygen:
		k := exported{export: func() ([]byte, error) {
			private, public := make([]byte, r.priv), make([]byte, r.pub)
			a, b := size(private), size(public)
			err := failure(C.cgw_sig_export(h, ptr(private), &a, ptr(public), &b))
			return slices.Concat(private[:a], public[:b]), err
		}}
		routine.Out = k.bytes
		routine.Free = func() { k.close(); C.cgw_sig_free(h) }
		routine.Run = func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_sig_keygen(h, C.int64_t(n), (*C.int64_t)(ns)))
		}
	case catalog.OpSign:
		out, length := bridge.Buffer(int(width)), C.uint32_t(0)
		routine.Out = func() []byte { return out[:length] }
		if r.ecdsa() {
			routine.Out = func() []byte {
				raw, _ := catalog.ECDSAFromDER(out[:length], r.priv) // nil where it is none: verification misses it
				return raw
			}
		}
		routine.Run = func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(C.cgw_sig_sign(h, ptr(msg), size(msg), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		sig, err := r.received(in.Received)
		if err != nil {
			C.cgw_sig_free(h)
			return nil, err
		}
		valid := bridge.Buffer(1)
		routine.Out = func() []byte { return valid }
		routine.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgw_sig_verify(h, ptr(msg), size(msg), ptr(sig), size(sig), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return routine, nil
}

func openRSASignature(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := message(c, in); err != nil {
		return nil, err
	}
	msg, sig, width := in.Message, in.Received, c.Algorithm.Bits/8
	if c.Op == catalog.OpSign {
		return openRSA(c, in.Key, nil, true, func(h C.uintptr_t, out []byte, length *C.uint32_t, n int64, ns *int64) C.int64_t {
			return C.cgw_rsa_sign(h, r.alg, ptr(msg), size(msg), ptr(out), length, C.int64_t(n), (*C.int64_t)(ns))
		})
	}
	if err := fits(len(sig)); err != nil {
		return nil, err
	}
	h, err := rsaKey(c, false, in.Public, nil)
	if err != nil {
		return nil, err
	}
	scratch, valid := bridge.Buffer(max(width, len(sig))), bridge.Buffer(1)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_rsa_verify(h, r.alg, ptr(msg), size(msg), ptr(sig), size(sig), ptr(scratch), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return valid },
		Free: func() { C.cgw_rsa_free(h) },
	}, nil
}
