package gobench

import (
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

func TestVectors(t *testing.T) {
	for _, v := range catalog.Vectors() {
		c, in, err := v.Case()
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := New().Open(c, in, provider.Call)
		if err != nil {
			t.Logf("%s: %v", v.ID, err)
			continue
		}
		if _, err := r.Do(1); err != nil {
			t.Logf("%s: %v", v.ID, err)
			continue
		}
		if err := v.Check(r.Output()); err != nil {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSupports(t *testing.T) {
	p := New()
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			s, err := p.Supports(a, op)
			t.Log(a.ID, op, s, err)
		}
	}
}
