package providertest

import (
	"strings"
	"testing"
)

// TestVectors has known answers put to the fake: what it does otherwise is
// found, and so is that it no longer does what it is listed for.
func TestVectors(t *testing.T) {
	const nonce, wrap = "takes nonces of 12 bytes", "gcm-16-byte-nonce-counter-wrap"
	for _, tc := range []struct {
		name, fault string
		except      map[string]Exception
		says        string // part of a complaint; "": none
	}{
		{nonce, "", map[string]Exception{wrap: Refuses}, ""},
		{"and nobody knows", "", nil, wrap + ": call: fake refuses"},
		{"a wrong second answer", "a wrong byte after several", nil, "sha256-abc: batch: fake differs"},
		{"an old exception", "", map[string]Exception{wrap: Refuses, "sha256-abc": Differs}, "sha256-abc: call: fake gives its answer"},
		{"not to be asked", "", map[string]Exception{wrap: Aborts}, ""},
		{"a crash", "a nil message crashes", map[string]Exception{wrap: Refuses}, "panic"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var c complaints
			newSuite(&fake{fault: tc.fault}, false).vectors(&c, tc.except)
			if all := strings.Join(c, "\n"); !strings.Contains(all, tc.says) || (tc.says == "") != (all == "") {
				t.Errorf("want %q:\n%s", tc.says, all)
			}
		})
	}
}
