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
	"cryptogap/compare/provider/bridge"
)

func crossings() []bridge.Row {
	return []bridge.Row{row{id: "crossing"}.offer(catalog.OpCall, nil, "an empty C function", openCrossing)}
}

func openCrossing(row, catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_crossing(C.int64_t(n), (*C.int64_t)(ns)))
		},
	}, nil
}
