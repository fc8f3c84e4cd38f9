package cli

import (
	"strings"
	"testing"

	"cryptogap/compare/catalog"
)

func TestMeant(t *testing.T) {
	for name, want := range map[string]string{
		"sha256": "sha256", "SHA-256": "sha256", "SHA_256": "sha256", "sha 256": "sha256", "AES256GCM": "aes-256-gcm", "ChaCha20-Poly1305": "chacha20-poly1305",
		"WolfCrypt": "suite wolfcrypt", "kdf": "suite kdf", "ml_kem_768": "ml-kem-768", "HMAC/SHA256": "hmac-sha256",
		"sha265": "", "sha": "", "gcm": "", "": "", "-": "", "rsaa": "",
	} {
		suite, ids := meant(name)
		got := strings.Join(ids, " ")
		if suite != "" {
			got = "suite " + suite
		}
		if got != want {
			t.Errorf("%q means %q, want %q", name, got, want)
		}
	}
	for name, prefix := range map[string]string{"rsa": "rsa-", "HMAC": "hmac-", "ecdh": "ecdh-", "sha3": "sha3-", "SHA-3": "sha3-", "ml-kem": "ml-kem-", "pbkdf2": "pbkdf2-", "aes": "aes-"} {
		_, ids := meant(name)
		want := 0
		for _, a := range catalog.Algorithms() {
			if strings.HasPrefix(a.ID, prefix) {
				want++
			}
		}
		if len(ids) != want || want < 2 {
			t.Errorf("%q means %d algorithms, want the %d whose IDs begin with %s", name, len(ids), want, prefix)
		}
	}
	if _, ids := meant("aes-gcm"); strings.Join(ids, " ") != "aes-128-gcm aes-192-gcm aes-256-gcm" {
		t.Errorf("aes-gcm means %v", ids)
	}
}
