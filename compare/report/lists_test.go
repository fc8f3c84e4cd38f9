package report

import (
	"bytes"
	"io"
	"testing"

	"cryptogap/compare/sample"
)

func madeSupport() []SupportRow {
	no := func(p, why string) SupportProvider { return SupportProvider{Provider: p, Why: why} }
	yes := func(p, how string) SupportProvider { return SupportProvider{Provider: p, Implementation: how} }
	return []SupportRow{
		{"aes-128-gcm", "AES-128-GCM", "aead", "seal", []string{"wolfcrypt", "tls"}, "the nonce set, the message, the tag", []SupportProvider{
			yes(goLib, "crypto/cipher"), yes(wolf, "wc_AesGcmEncrypt"), yes(gcry, "gcry_cipher_encrypt")}},
		{"aes-128-gcm", "AES-128-GCM", "aead", "open", []string{"wolfcrypt", "tls"}, "the same back, the tag checked", []SupportProvider{
			yes(goLib, "crypto/cipher"), yes(wolf, "wc_AesGcmDecrypt"), yes(gcry, "gcry_cipher_decrypt")}},
		{"aes-128-gcm", "AES-128-GCM", "aead", "forged", []string{"wolfcrypt", "tls"}, "as open", []SupportProvider{
			yes(goLib, "crypto/cipher"), yes(wolf, "wc_AesGcmDecrypt"), no(gcry, "gcryptbridge: forged of aes-128-gcm: not in this library")}},
		{"sm3", "SM3", "hash", "sum", nil, "a new context, the message, the digest", []SupportProvider{
			yes(goLib, "github.com/emmansun/gmsm/sm3"), no(wolf, "wolfbridge: sum of sm3: not in this library"), yes(gcry, "gcry_md_write")}},
		{"md4", "MD4", "hash", "sum", nil, "a new context, the message, the digest", []SupportProvider{
			{Provider: goLib, Implementation: "golang.org/x/crypto/md4", Details: "keeps its context"}, no(wolf, "wolfbridge: sum of md4: not in this build: it needs wolfSSL configured with --enable-md4"), yes(gcry, "gcry_md_write")}},
		{"camellia-128-cbc", "Camellia-128-CBC", "cipher", "encrypt", nil, "the IV set, the message", []SupportProvider{
			no(goLib, "gobench: encrypt of camellia-128-cbc: not in this library"), yes(wolf, "wc_CamelliaCbcEncrypt"), yes(gcry, "gcry_cipher_encrypt")}},
	}
}

func TestSupport(t *testing.T) {
	draw := func(f Format, o Options) []byte {
		var b bytes.Buffer
		if err := Support(&b, madeLibraries(), madeSupport(), f, o); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	golden(t, "support.table", draw(Table, Options{}))
	golden(t, "support-verbose.table", draw(Table, Options{Verbose: true}))
	golden(t, "support-70.table", draw(Table, Options{Width: 70}))
	golden(t, "support.json", draw(JSON, Options{}))
	golden(t, "support.csv", draw(CSV, Options{}))
	golden(t, "support.markdown", draw(Markdown, Options{}))
	validate(t, compiled(t, "#/$defs/support"), "support", draw(JSON, Options{}))
}

func TestLibraries(t *testing.T) {
	m := newMaker(nil, madeLibraries())
	libs := append(madeLibraries()[:2:2], sample.Library{Name: gcry, Title: "libgcrypt", Missing: "compiled without cgo or with the tag nogcrypt"})
	draw := func(f Format, o Options) []byte {
		var b bytes.Buffer
		if err := Libraries(&b, m.run.Environment, libs, f, o); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	golden(t, "libraries.table", draw(Table, Options{}))
	golden(t, "libraries-60.table", draw(Table, Options{Width: 60, Color: true}))
	validate(t, compiled(t, "#/$defs/libraries"), "libraries", draw(JSON, Options{}))
}

func TestVerdicts(t *testing.T) {
	var verdicts []sample.Verdict
	for _, r := range newMaker(madeRows(), madeLibraries()).records(t) {
		if r.Verdict != nil {
			verdicts = append(verdicts, *r.Verdict)
		}
	}
	draw := func(f Format, o Options) []byte {
		var b bytes.Buffer
		if err := Verdicts(&b, madeLibraries(), verdicts, f, o); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	golden(t, "verdicts.table", draw(Table, Options{}))
	golden(t, "verdicts-80.table", draw(Table, Options{Width: 80, Color: true}))
	validate(t, compiled(t, "#/$defs/verdicts"), "verdicts", draw(JSON, Options{}))
}

// BenchmarkSupport draws as many rows as the catalogue has: list must answer
// in 50 ms altogether.
func BenchmarkSupport(b *testing.B) {
	var rows []SupportRow
	for range 60 {
		rows = append(rows, madeSupport()...)
	}
	for b.Loop() {
		if err := Support(io.Discard, madeLibraries(), rows, Table, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
