//go:build cgo && !nowolf

package wolfbridge

import (
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/provider"
	"cryptogap/compare/provider/providertest"
)

func TestRestrict(t *testing.T) {
	providertest.Restrict(t, New().(provider.Restrictor), func(name string, without []string) bool {
		feature := strings.TrimSuffix(name, "_ni") // Info has the names of /proc/cpuinfo
		return slices.Contains(without, feature) && follows(feature)
	})
}
