package gobench

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/mlkem"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"filippo.io/mldsa"
	"github.com/cloudflare/circl/dh/x448"
	"github.com/cloudflare/circl/kem/mlkem/mlkem512"
	"github.com/cloudflare/circl/sign/ed448"
	"github.com/cloudflare/circl/sign/slhdsa"

	"cryptogap/compare/catalog"
)

var update = flag.Bool("update", false, "TestKeys: make new fixtures for the key pairs that keys.jsonl has not")

const keysFile = "../compare/catalog/keys.jsonl"

// A fixture is a line of keys.jsonl.
type fixture struct {
	Name    string      `json:"name"`
	Private catalog.Hex `json:"private"`
	Public  catalog.Hex `json:"public"`
	Peer    catalog.Hex `json:"peer,omitempty"`
}

// TestKeys asks that keys.jsonl has a key pair for each name in the
// catalogue and no more, that each public key is the private key's, and that agreements
// have a peer. With -update it makes those that are missing.
func TestKeys(t *testing.T) {
	have := readFixtures(t)
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	for _, name := range catalog.KeyNames() {
		f, ok := have[name]
		if !ok && *update {
			f = newFixture(t, name)
		}
		if err := checkFixture(name, f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := enc.Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(lines.Bytes(), want) {
		return
	}
	if !*update {
		t.Fatalf("%s differs from what the catalogue asks for: run go test ./gobench -run TestKeys -update", keysFile)
	}
	if err := os.WriteFile(keysFile, lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readFixtures(t *testing.T) map[string]fixture {
	b, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	have := make(map[string]fixture)
	for line := range bytes.Lines(b) {
		var f fixture
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		have[f.Name] = f
	}
	return have
}

func newFixture(t *testing.T, name string) fixture {
	private, err := privateKey(name)
	if err != nil {
		t.Fatal(err)
	}
	f := fixture{Name: name, Private: private}
	if f.Public, err = publicKey(name, private); err != nil {
		t.Fatal(err)
	}
	if hasPeer(name) {
		if private, err = privateKey(name); err != nil {
			t.Fatal(err)
		}
		if f.Peer, err = publicKey(name, private); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func checkFixture(name string, f fixture) error {
	public, err := publicKey(name, f.Private)
	if err != nil {
		return err
	}
	if !bytes.Equal(public, f.Public) {
		return fmt.Errorf("the public key is %x, the private key's is %x", []byte(f.Public), public)
	}
	if hasPeer(name) != (len(f.Peer) != 0) {
		return fmt.Errorf("a peer of %d bytes", len(f.Peer))
	}
	if len(f.Peer) != 0 && (len(f.Peer) != len(public) || bytes.Equal(f.Peer, public)) {
		return fmt.Errorf("peer %x", []byte(f.Peer))
	}
	return nil
}

// hasPeer says whether some agreement uses the key pair.
func hasPeer(name string) bool {
	for _, a := range catalog.Algorithms() {
		if a.Keys == name && a.Has(catalog.OpAgree) {
			return true
		}
	}
	return false
}

// keyWidth is the length of each private key that has a fixed one.
var keyWidth = map[string]int{
	"p256": 32, "p384": 48, "p521": 66, "dh-ffdhe2048": 29, "dh-ffdhe3072": 35,
	"x25519": 32, "x448": 56, "ed25519": 32, "ed448": 57,
	"ml-kem-512": 64, "ml-kem-768": 64, "ml-kem-1024": 64,
	"ml-dsa-44": 32, "ml-dsa-65": 32, "ml-dsa-87": 32,
}

func privateKey(name string) ([]byte, error) {
	if bits := 0; strings.HasPrefix(name, "rsa-") {
		if _, err := fmt.Sscanf(name, "rsa-%d", &bits); err != nil {
			return nil, err
		}
		k, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			return nil, err
		}
		return x509.MarshalPKCS1PrivateKey(k), nil
	}
	if set, ok := strings.CutPrefix(name, "slh-dsa-"); ok {
		id, err := slhdsa.IDByName("SLH-DSA-" + set)
		if err != nil {
			return nil, err
		}
		_, k, err := slhdsa.GenerateKey(rand.Reader, id)
		if err != nil {
			return nil, err
		}
		return k.MarshalBinary()
	}
	if curve := nistCurve(name); curve != nil {
		k, err := curve.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return k.Bytes(), nil
	}
	b := make([]byte, keyWidth[name])
	_, err := rand.Read(b)
	return b, err
}

func nistCurve(name string) ecdh.Curve {
	switch name {
	case "p256":
		return ecdh.P256()
	case "p384":
		return ecdh.P384()
	case "p521":
		return ecdh.P521()
	}
	return nil
}

func publicKey(name string, private []byte) ([]byte, error) {
	if width, ok := keyWidth[name]; ok && len(private) != width {
		return nil, fmt.Errorf("private key of %d bytes, want %d", len(private), width)
	}
	if curve := nistCurve(name); curve != nil {
		return ecdhPublic(curve, private)
	}
	switch name {
	case "dh-ffdhe2048", "dh-ffdhe3072":
		p, g, _ := catalog.Group(name)
		y := new(big.Int).Exp(new(big.Int).SetBytes(g), new(big.Int).SetBytes(private), new(big.Int).SetBytes(p))
		return y.FillBytes(make([]byte, len(p))), nil
	case "x25519":
		return ecdhPublic(ecdh.X25519(), private)
	case "x448":
		var pub, priv x448.Key
		copy(priv[:], private)
		x448.KeyGen(&pub, &priv)
		return pub[:], nil
	case "ed25519":
		return ed25519.NewKeyFromSeed(private)[32:], nil
	case "ed448":
		return ed448.NewKeyFromSeed(private)[57:], nil
	case "ml-kem-512":
		k, _ := mlkem512.NewKeyFromSeed(private)
		return k.MarshalBinary()
	case "ml-kem-768":
		k, err := mlkem.NewDecapsulationKey768(private)
		if err != nil {
			return nil, err
		}
		return k.EncapsulationKey().Bytes(), nil
	case "ml-kem-1024":
		k, err := mlkem.NewDecapsulationKey1024(private)
		if err != nil {
			return nil, err
		}
		return k.EncapsulationKey().Bytes(), nil
	case "ml-dsa-44":
		return mldsaPublic(mldsa.MLDSA44(), private)
	case "ml-dsa-65":
		return mldsaPublic(mldsa.MLDSA65(), private)
	case "ml-dsa-87":
		return mldsaPublic(mldsa.MLDSA87(), private)
	}
	if set, ok := strings.CutPrefix(name, "slh-dsa-"); ok {
		id, err := slhdsa.IDByName("SLH-DSA-" + set)
		if err != nil {
			return nil, err
		}
		k := slhdsa.PrivateKey{ID: id}
		if err := k.UnmarshalBinary(private); err != nil {
			return nil, err
		}
		return k.PublicKey().MarshalBinary()
	}
	if strings.HasPrefix(name, "rsa-") {
		k, err := x509.ParsePKCS1PrivateKey(private)
		if err != nil {
			return nil, err
		}
		if k.E != 65537 || name != fmt.Sprintf("rsa-%d", k.N.BitLen()) {
			return nil, fmt.Errorf("a key of %d bits with exponent %d", k.N.BitLen(), k.E)
		}
		return x509.MarshalPKCS1PublicKey(&k.PublicKey), nil
	}
	return nil, fmt.Errorf("no such key")
}

func ecdhPublic(curve ecdh.Curve, private []byte) ([]byte, error) {
	k, err := curve.NewPrivateKey(private)
	if err != nil {
		return nil, err
	}
	return k.PublicKey().Bytes(), nil
}

func mldsaPublic(set mldsa.Parameters, seed []byte) ([]byte, error) {
	k, err := mldsa.NewPrivateKey(set, seed)
	if err != nil {
		return nil, err
	}
	return k.PublicKey().Bytes(), nil
}
