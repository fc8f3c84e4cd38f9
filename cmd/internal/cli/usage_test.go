package cli

import "testing"

func TestNearest(t *testing.T) {
	ids := append(suiteNames(), algorithmIDs()...)
	for name, want := range map[string]string{
		"SHA256": "sha256", "sha_256": "sha256", "aes256gcm": "aes-256-gcm", "AES-GCM-256": "aes-256-gcm", "chacha20poly1305": "chacha20-poly1305",
		"wolfcript": "wolfcrypt", "x2551": "x25519", "sha265": "sha256", "sha521": "sha512", "qqqqqq": "", "": "",
	} {
		got, ok := nearest(name, ids)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	if _, ok := nearest("sha256", nil); ok {
		t.Error("there is a nearest name among none")
	}
}
