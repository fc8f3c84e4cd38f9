package gobench

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestShareOutOfRange wants a share that this binding's own check turns down not to be called refused by the library.
func TestShareOutOfRange(t *testing.T) {
	a, _ := catalog.Find("dh-ffdhe2048")
	c := catalog.Case{Algorithm: a, Op: catalog.OpAgree}
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	in.Received = make([]byte, len(in.Received))
	in.Received[len(in.Received)-1] = 1
	r, err := New().Open(c, in, provider.Call)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = r.Do(1); !errors.Is(err, provider.ErrNotOffered) || errors.Is(err, provider.ErrRefused) {
		t.Errorf("a share of 1: %v", err)
	}
}
