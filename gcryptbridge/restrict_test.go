//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"slices"
	"testing"

	"cryptogap/compare/provider"
	"cryptogap/compare/provider/providertest"
)

func TestRestrict(t *testing.T) {
	providertest.Restrict(t, New().(provider.Restrictor), func(name string, without []string) bool {
		return slices.ContainsFunc(without, func(f string) bool { return hardware(f) == name })
	})
}
