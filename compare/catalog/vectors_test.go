package catalog

import "testing"

// TestVectors reads every line of vectors.jsonl and asks that it names an
// operation of the catalogue, says where it is from and can be put to a provider.
func TestVectors(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Vectors() {
		if v.ID == "" || v.Source == "" || seen[v.ID] {
			t.Errorf("vector %q: no ID, no source, or twice", v.ID)
		}
		seen[v.ID] = true
		c, in, err := v.Case()
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Algorithm.Kind == KindKDF && c.Cost == 0 {
			t.Errorf("vector %s: no cost", v.ID)
		}
		if _, accepts := c.Op.Maker(); !accepts && c.Algorithm.Kind == KindCipher && !c.Algorithm.Takes(len(in.Message)) {
			t.Errorf("vector %s: message of %d bytes", v.ID, len(in.Message))
		}
	}
}
