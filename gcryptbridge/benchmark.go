package gcryptbridge

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// ownRows are the rows of bench-slope that do the work of a row of ours: its
// arguments, and how its line starts.
var ownRows = map[string]struct{ args, line string }{
	"md5/sum":        {"hash md5", "hash,MD5,"},
	"sha1/sum":       {"hash sha1", "hash,SHA1,"},
	"sha256/sum":     {"hash sha256", "hash,SHA256,"},
	"sha384/sum":     {"hash sha384", "hash,SHA384,"},
	"sha512/sum":     {"hash sha512", "hash,SHA512,"},
	"sha512-256/sum": {"hash sha512_256", "hash,SHA512_256,"},
	"sha3-256/sum":   {"hash sha3-256", "hash,SHA3-256,"},
	"sha3-512/sum":   {"hash sha3-512", "hash,SHA3-512,"},

	"hmac-sha1/mac":    {"mac hmac_sha1", "mac,HMAC_SHA1,"},
	"hmac-sha256/mac":  {"mac hmac_sha256", "mac,HMAC_SHA256,"},
	"hmac-sha512/mac":  {"mac hmac_sha512", "mac,HMAC_SHA512,"},
	"gmac-aes-128/mac": {"mac gmac_aes", "mac,GMAC_AES,"},
	"cmac-aes-128/mac": {"mac cmac_aes", "mac,CMAC_AES,"},

	"aes-128-cbc/encrypt": {"cipher aes", "cipher,AES,CBC enc,"},
	"aes-128-cbc/decrypt": {"cipher aes", "cipher,AES,CBC dec,"},
	"aes-128-ctr/encrypt": {"cipher aes", "cipher,AES,CTR enc,"},
	"chacha20/encrypt":    {"cipher chacha20", "cipher,CHACHA20,STREAM enc,"},

	"pbkdf2-hmac-md5/derive":      {"kdf PBKDF2-HMAC-MD5", "kdf,PBKDF2-HMAC-MD5,"},
	"pbkdf2-hmac-sha1/derive":     {"kdf PBKDF2-HMAC-SHA1", "kdf,PBKDF2-HMAC-SHA1,"},
	"pbkdf2-hmac-sha256/derive":   {"kdf PBKDF2-HMAC-SHA256", "kdf,PBKDF2-HMAC-SHA256,"},
	"pbkdf2-hmac-sha512/derive":   {"kdf PBKDF2-HMAC-SHA512", "kdf,PBKDF2-HMAC-SHA512,"},
	"pbkdf2-hmac-sha3-256/derive": {"kdf PBKDF2-HMAC-SHA3-256", "kdf,PBKDF2-HMAC-SHA3-256,"},
}

// Benchmark implements provider.Benchmarked.
func (libgcrypt) Benchmark(a catalog.Algorithm, op catalog.Operation) (provider.OwnBenchmark, bool) {
	row, ok := ownRows[a.ID+"/"+string(op)]
	if !ok {
		return provider.OwnBenchmark{}, false
	}
	note := ""
	if a.Kind == catalog.KindCipher {
		note = "it works in place, ours from one buffer to another"
	}
	return provider.OwnBenchmark{
		Note:    note,
		Program: "bench-slope",
		Args:    append([]string{"--csv"}, strings.Fields(row.args)...),
		Parse:   func(out []byte) (float64, error) { return parseOwn(out, row.line) },
		Sizes:   ownSizes(a),
	}, true
}

// ownUnits are the units of bench-slope's figures that a row of ours is compared in.
var ownUnits = []string{"ns/B", "ns/iter"}

// parseOwn reads the line that starts with the name: its figure stands before its
// unit, "…,0.555,ns/B,…".
func parseOwn(out []byte, name string) (float64, error) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		rest, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), name)
		if !ok {
			continue
		}
		fields := strings.Split(rest, ",")
		for i, unit := range fields {
			for _, known := range ownUnits {
				if unit != known || i == 0 {
					continue
				}
				if ns, err := strconv.ParseFloat(fields[i-1], 64); err == nil && ns > 0 {
					return ns, nil
				}
			}
		}
	}
	return 0, fmt.Errorf("gcryptbridge: no figure for %q in the output of bench-slope", name)
}

// ownSizes are every seventh of the message sizes over which bench-slope takes a slope: from 16 bytes in steps of 64 to 4 KiB. Sizes
// that are no multiples of the blocks that the code works on cost more (ChaCha20's slope over multiples of 1024 is a tenth less), and
// every seventh has all remainders. The slope of a KDF is over iterations, as ours.
func ownSizes(a catalog.Algorithm) []int {
	if !a.Sized() {
		return nil
	}
	const first, step, last = 16, 7 * 64, 16 + 4096
	var sizes []int
	for size := first; size <= last; size += step {
		sizes = append(sizes, size)
	}
	return sizes
}
