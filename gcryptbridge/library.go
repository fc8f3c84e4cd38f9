//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A kind is what a file of this package offers for a kind of the catalogue.
type kind struct {
	// method names the functions that answer op of a, or says why none does.
	method func(a catalog.Algorithm, op catalog.Operation) (how string, lack error)
	open   func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error)
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
func library() ([]bridge.Row, error) {
	if err := start(); err != nil {
		return nil, err
	}
	var rows []bridge.Row
	offered := kinds()
	for _, a := range catalog.Algorithms() {
		k, ok := offered[a.Kind]
		if !ok {
			continue
		}
		for _, op := range a.Ops {
			how, lack := k.method(a, op)
			r := bridge.Row{Algorithm: a.ID, Ops: []catalog.Operation{op}, Lack: lack}
			if lack == nil {
				r.How, r.Open = how, k.open
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}
