package report

import "testing"

func TestReason(t *testing.T) {
	for why, want := range map[string]string{
		"":                    "",
		"SIGABRT":             "SIGABRT",
		"panic: out of luck":  "panic: out of luck",
		"not in this library": "not in this library",
		"wolfbridge: sum of sm3: not in this library":                                                                         "not in this library",
		"gobench: derive of argon2d: not in this library: golang.org/x/crypto/argon2 does not export it":                      "not in this library: golang.org/x/crypto/argon2 does not export it",
		"wolfbridge: ed25519/op=verify: refused by the library: Setting Cert Public Key error (-134)":                         "refused by the library: Setting Cert Public Key error (-134)",
		"gcryptbridge: md4/op=sum/size=16384: refused by the library: Invalid digest algorithm (5)":                           "refused by the library: Invalid digest algorithm (5)",
		"vector scrypt-1: gcryptbridge: scrypt/op=derive/cost=16: refused by the library: r = 1":                              "vector scrypt-1: refused by the library: r = 1",
		"message of 0 bytes: refused by the library: RSA buffer error (-131); wolfbridge: sum of md5: refused by the library": "message of 0 bytes: refused by the library: RSA buffer error (-131); refused by the library",
		"refused by the library: out of memory":                                                                               "refused by the library: out of memory",
		"refused by the library: panic: chacha20: counter overflow":                                                           "refused by the library: panic: chacha20: counter overflow",
	} {
		if got := reason(why); got != want {
			t.Errorf("%q is told as %q, want %q", why, got, want)
		}
	}
}
