//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include "crossing.h"

#cgo noescape cgg_crossing
#cgo nocallback cgg_crossing
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func crossingRows() []bridge.Row {
	return []bridge.Row{offer("crossing", "an empty shim", nil, openCrossing, catalog.OpCall)}
}

func openCrossing(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_crossing(C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return nil },
	}, nil
}
