//go:build !cgo || nogcrypt

package gcryptbridge

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestStub asks that a build without the library says why.
func TestStub(t *testing.T) {
	p := New()
	if i := p.Info(); i.Name != Name || i.Missing == "" {
		t.Errorf("%+v", i)
	}
	a := catalog.Algorithms()[0]
	if _, err := p.Supports(a, a.Ops[0]); !errors.Is(err, provider.ErrNotBuilt) {
		t.Error(err)
	}
	if _, err := p.Open(catalog.Case{Algorithm: a, Op: a.Ops[0]}, catalog.Inputs{}, provider.Call); !errors.Is(err, provider.ErrNotBuilt) {
		t.Error(err)
	}
}
