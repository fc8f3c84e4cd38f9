package advise

import (
	"fmt"

	"cryptogap/compare/catalog"
)

// A Workload is a mix of operations with a name, and where its numbers come from.
type Workload struct {
	Name    string
	About   string
	Unit    string   // what the items' weights add up to: "connection"; "" where they are shares alone
	Sources []string // a sentence each
	Items   []Item
}

// What the TLS workloads share.
var tlsSources = []string{
	"Key schedule: RFC 8446 section 7.1, 3 HKDF-Extract and 18 HKDF-Expand-Label for a full handshake, and 2 Finished messages; each is one HMAC-SHA-256 with a new key over at most 64 bytes.",
	"Certificate: ECDSA P-256, one signature per full handshake (RFC 8446 section 4.4.3); the transcript hash runs over about 2 KiB.",
	"Data: the median desktop page has 2,652 KB in 71 requests (Web Almanac 2024, Page Weight). That 15 connections share them is an assumption: 11 records of 16 KiB out, 5 requests of about 256 bytes in per connection.",
}

// records is what a connection sends and receives behind the handshake, and what both kinds of handshake have.
var records = []Item{
	must("ecdsa-p256", catalog.OpSign, 0, 1),
	must("hmac-sha256", catalog.OpMACRekey, 64, 23),
	must("sha256", catalog.OpSum, 2048, 1),
	must("aes-128-gcm", catalog.OpSeal, 16384, 11),
	must("aes-128-gcm", catalog.OpOpen, 256, 5),
}

// Workloads returns the named workloads.
func Workloads() []Workload {
	keyShare := []Item{must("x25519", catalog.OpKeygen, 0, 1), must("x25519", catalog.OpAgree, 0, 1)}
	return []Workload{
		{
			"tls-server", "a TLS 1.3 web server: full handshakes with X25519 and ECDSA P-256, AES-128-GCM records", "connection",
			append([]string{"Key share: one X25519 key pair and one shared secret per full handshake (RFC 8446 section 4.2.8)."}, tlsSources...),
			append(keyShare, records...),
		},
		{
			"tls-server-pq", "the same with the hybrid key share X25519MLKEM768", "connection",
			append([]string{"Key share: X25519 as before, and one ML-KEM-768 encapsulation by the server (draft-ietf-tls-ecdhe-mlkem section 4)."}, tlsSources...),
			append(append(keyShare, must("ml-kem-768", catalog.OpEncap, 0, 1)), records...),
		},
		{
			"disk-encryption", "sectors of 4096 bytes in AES-256-XTS, 65 % reads", "sector",
			[]string{
				"Cipher: aes-xts-plain64 with two 256-bit keys, which cryptsetup takes for LUKS2; sectors of 4096 bytes, where the device has them (cryptsetup-luksFormat(8)).",
				"65 % reads and 35 % writes is one of the mixes of SNIA's Solid State Storage Performance Test Specification.",
			},
			[]Item{must("aes-256-xts", catalog.OpDecrypt, 4096, 0.65), must("aes-256-xts", catalog.OpEncrypt, 4096, 0.35)},
		},
		{
			"signing-service", "signed tokens: ECDSA P-256 and RSA-2048, half each", "token",
			[]string{
				"Algorithms: ES256 (recommended+) and RS256 (recommended) of RFC 7518 section 3.1. That each has half of the tokens is an assumption.",
				"A service that signs verifies nothing: its clients do.",
			},
			[]Item{must("ecdsa-p256", catalog.OpSign, 0, 0.5), must("rsa-2048-pkcs1-sha256", catalog.OpSign, 0, 0.5)},
		},
		{
			"password-hashing", "PBKDF2-HMAC-SHA-256 with 600,000 iterations", "login",
			[]string{"Iterations: OWASP Password Storage Cheat Sheet, for systems that need FIPS 140."},
			[]Item{must("pbkdf2-hmac-sha256", catalog.OpDerive, 600_000, 1)},
		},
		{
			"content-addressing", "SHA-256 over chunks of 1 MiB", "chunk",
			[]string{"Chunks of content-defined chunking have 1 MiB on average in restic, which names them by their SHA-256 (restic, References, Design)."},
			[]Item{must("sha256", catalog.OpSum, 1<<20, 1)},
		},
	}
}

// must is newItem for what is written here. A test reads all workloads.
func must(id string, op catalog.Operation, n int, weight float64) Item {
	item, err := newItem(id, op, n, weight)
	if err != nil {
		panic(fmt.Sprintf("advise: a workload's own item: %v", err))
	}
	return item
}
