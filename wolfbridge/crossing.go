//go:build cgo && !nowolf

package wolfbridge

/*
#include "crossing.h"

#cgo noescape cgw_crossing
#cgo nocallback cgw_crossing
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/native"
)

func crossings() []native.Row {
	return []native.Row{offer("crossing", catalog.OpCall, nil, "an empty C function", openCrossing)}
}

func openCrossing(catalog.Case, catalog.Inputs) (*native.Routine, error) {
	return &native.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_crossing(C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return nil },
	}, nil
}
