package catalog

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// TestECDSA goes there and back with numbers that begin with zeros, are 0, or
// have their highest bit set.
func TestECDSA(t *testing.T) {
	for _, raw := range []string{"0001", "00ff00000001", "ffffffffffff", "0000", "80007fff"} {
		want, err := hex.DecodeString(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ECDSAFromDER(ECDSAToDER(want), len(want)/2)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s comes back as %x: %v", raw, got, err)
		}
	}
	for _, der := range []string{"", "3006020100020101", "300602010102010100", "30060201ff020101", "30070202010002010f", "3003020101"} {
		d, err := hex.DecodeString(der)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := ECDSAFromDER(d, 1)
		if (err == nil) != (der == "3006020100020101") {
			t.Errorf("%s is %x: %v", der, raw, err)
		}
	}
}
