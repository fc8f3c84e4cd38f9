//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"cryptogap/compare/catalog"
	"cryptogap/native"
)

// A kind is what a file of this package offers for a kind of the catalogue.
type kind struct {
	// method names the functions that answer op of a, or says why none does.
	method func(a catalog.Algorithm, op catalog.Operation) (how string, lack error)
	open   func(c catalog.Case, in catalog.Inputs) (*native.Routine, error)
}

func kinds() map[catalog.Kind]kind {
	return map[catalog.Kind]kind{
		catalog.KindCrossing: {crossingMethod, openCrossing},
		catalog.KindRNG:      {rngMethod, openRNG},
		catalog.KindCipher:   {cipherMethod, openCipher},
		catalog.KindAEAD:     {aeadMethod, openAEAD},
		catalog.KindHash:     {hashMethod, openHash},
		catalog.KindXOF:      {hashMethod, openHash},
		catalog.KindMAC:      {macMethod, openMAC},
		catalog.KindKDF:      {kdfMethod, openKDF},

		catalog.KindPKE:       {pkeMethod, openPKE},
		catalog.KindSignature: {signatureMethod, openSignature},
		catalog.KindAgreement: {agreementMethod, openAgreement},
		catalog.KindKEM:       {kemMethod, openKEM},
	}
}

// library initialises libgcrypt and returns its rows.
func library() ([]native.Row, error) {
	if err := start(); err != nil {
		return nil, err
	}
	var rows []native.Row
	offered := kinds()
	for _, a := range catalog.Algorithms() {
		k, ok := offered[a.Kind]
		if !ok {
			continue
		}
		for _, op := range a.Ops {
			how, lack := k.method(a, op)
			rows = append(rows, native.Row{Algorithm: a.ID, Op: op, How: how, Lack: lack, Open: k.routine})
		}
	}
	return rows, nil
}

// routine opens a routine whose errors are in the library's words.
func (k kind) routine(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
	r, err := k.open(c, in)
	if err != nil {
		return nil, err
	}
	r.Words = words
	return r, nil
}
