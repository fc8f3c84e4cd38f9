package wolfbridge

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// ownRows are the rows of wolfCrypt's benchmark program that do the work of a row of ours: its
// option, and how its line starts. The program times the whole digest with -dgst_full.
// It times the whole MAC with -mac_final, but 5.9.2 counts each message twice then, so it streams here. It has 13 bytes of associated data unless told otherwise.
var ownRows = map[string]struct{ option, line, note string }{
	"md5/sum":        {"-md5", "MD5", ""},
	"sha1/sum":       {"-sha", "SHA", ""},
	"sha224/sum":     {"-sha224", "SHA-224", ""},
	"sha256/sum":     {"-sha256", "SHA-256", ""},
	"sha384/sum":     {"-sha384", "SHA-384", ""},
	"sha512/sum":     {"-sha512", "SHA-512", ""},
	"sha512-224/sum": {"-sha512", "SHA-512/224", ""},
	"sha512-256/sum": {"-sha512", "SHA-512/256", ""},
	"sha3-224/sum":   {"-sha3-224", "SHA3-224", ""},
	"sha3-256/sum":   {"-sha3-256", "SHA3-256", ""},
	"sha3-384/sum":   {"-sha3-384", "SHA3-384", ""},
	"sha3-512/sum":   {"-sha3-512", "SHA3-512", ""},

	"hmac-md5/mac":    {"-hmac-md5", "HMAC-MD5", streamed},
	"hmac-sha1/mac":   {"-hmac-sha", "HMAC-SHA", streamed},
	"hmac-sha224/mac": {"-hmac-sha224", "HMAC-SHA224", streamed},
	"hmac-sha256/mac": {"-hmac-sha256", "HMAC-SHA256", streamed},
	"hmac-sha384/mac": {"-hmac-sha384", "HMAC-SHA384", streamed},
	"hmac-sha512/mac": {"-hmac-sha512", "HMAC-SHA512", streamed},

	"aes-128-cbc/encrypt": {"-aes-cbc", "AES-128-CBC-enc", chained},
	"aes-128-cbc/decrypt": {"-aes-cbc", "AES-128-CBC-dec", chained},
	"aes-256-cbc/encrypt": {"-aes-cbc", "AES-256-CBC-enc", chained},
	"aes-256-cbc/decrypt": {"-aes-cbc", "AES-256-CBC-dec", chained},
	"aes-128-gcm/seal":    {"-aes-gcm", "AES-128-GCM-enc", ""},
	"aes-128-gcm/open":    {"-aes-gcm", "AES-128-GCM-dec", ""},
	"aes-256-gcm/seal":    {"-aes-gcm", "AES-256-GCM-enc", ""},
	"aes-256-gcm/open":    {"-aes-gcm", "AES-256-GCM-dec", ""},
	"chacha20/encrypt":    {"-chacha20", "CHACHA", "its nonce is set for each message as ours, its key once"},

	"chacha20-poly1305/seal": {"-chacha20-poly1305", "CHA-POLY", "its associated data is longer or shorter than our 13 bytes"},

	"rsa-2048-pkcs1/encrypt": {"-rsa", "RSA,2048,public", "its message is 10 to 20 bytes, ours 16"},
	"rsa-2048-pkcs1/decrypt": {"-rsa", "RSA,2048,private", ""},
}

const streamed = "it goes on with one message, ours begins and ends one each time"

const chained = "it goes on with the last message's IV, ours is set for each"

// Benchmark implements provider.Benchmarked.
func (wolfcrypt) Benchmark(a catalog.Algorithm, op catalog.Operation) (provider.OwnBenchmark, bool) {
	row, ok := ownRows[a.ID+"/"+string(op)]
	if !ok {
		return provider.OwnBenchmark{}, false
	}
	return provider.OwnBenchmark{
		Program: "wolfcrypt-benchmark",
		Args:    []string{"-csv", "-base10", "-dgst_full", row.option, strconv.Itoa(provider.OwnSize)},
		Parse:   func(out []byte) (float64, error) { return parseOwn(out, row.line) },
		Note:    row.note,
		Average: true,
	}, true
}

// parseOwn reads the line that starts with the name: "SHA-256,MB/s,…" in
// bytes, or "RSA,2048,public,ms,ops/s" in operations.
func parseOwn(out []byte, name string) (float64, error) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		rest, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), name+",")
		if !ok {
			continue
		}
		fields := strings.Split(rest, ",")
		if strings.Contains(name, ",") {
			if len(fields) < 2 {
				break
			}
			perSecond, err := strconv.ParseFloat(fields[1], 64)
			if err != nil || perSecond <= 0 {
				break
			}
			return 1e9 / perSecond, nil
		}
		mb, err := strconv.ParseFloat(fields[0], 64)
		if err != nil || mb <= 0 {
			break
		}
		return 1e3 / mb, nil // MB/s is 10^6 bytes a second: nanoseconds a byte
	}
	return 0, fmt.Errorf("wolfbridge: no figure for %q in the output of wolfcrypt-benchmark", name)
}
