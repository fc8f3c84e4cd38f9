package catalog

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
)

// keysJSONL has the fixed key pairs, one a line, in the encodings of Inputs.
// Go 1.26 ignores a caller's randomness when it makes RSA, DH and EC keys, so they cannot be a
// function of the case's name. gobench's TestKeys writes it anew with -update.
//
//go:embed keys.jsonl
var keysJSONL []byte

type keyPair struct{ private, public, peer []byte }

// KeyNames returns the names of the key pairs that keys.jsonl must have, each once, in the catalogue's order: those of which no test
// vector has a pair, and those that it had before.
func KeyNames() []string {
	var names []string
	seen := map[string]bool{"": true}
	for _, a := range all() {
		if _, inFile := keyPairs()[a.Keys]; !seen[a.Keys] && (inFile || published(a.Keys) == nil) {
			seen[a.Keys] = true
			names = append(names, a.Keys)
		}
	}
	return names
}

func fixedKey(name string) (keyPair, bool) {
	k, ok := keyPairs()[name]
	if ok || name == "" {
		return k, ok
	}
	if p := published(name); p != nil {
		return *p, true
	}
	return k, false
}

// published is the key pair of the algorithm's first test vector that has one; nil where none has.
func published(algorithm string) *keyPair {
	for _, v := range Vectors() {
		if v.Algorithm == algorithm && v.Op == OpSign && len(v.Key) > 0 && len(v.Public) > 0 {
			return &keyPair{private: v.Key, public: v.Public}
		}
	}
	return nil
}

var keyPairs = sync.OnceValue(func() map[string]keyPair {
	m := make(map[string]keyPair)
	lines := bufio.NewScanner(bytes.NewReader(keysJSONL))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var k struct{ Name, Private, Public, Peer string }
		if err := json.Unmarshal(lines.Bytes(), &k); err != nil {
			panic(fmt.Sprintf("catalog: keys.jsonl: %v", err)) // embedded; a test reads it
		}
		m[k.Name] = keyPair{unhex(k.Private), unhex(k.Public), unhex(k.Peer)}
	}
	return m
})

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(fmt.Sprintf("catalog: keys.jsonl: %v", err))
	}
	return b
}
