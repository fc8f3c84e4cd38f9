package wycheproof

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rsa"
	"crypto/sha1" //nolint:gosec // a test of signatures that use it
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// publicMappers are those of public-key algorithms, by schema.
var publicMappers = map[string]mapper{
	"xdh_comp_test":                     xdh,
	"xdh_comp":                          xdh,
	"ecdh_ecpoint_test":                 point,
	"ecdsa_p1363_verify":                ecdsa,
	"eddsa_verify":                      eddsa,
	"mldsa_verify":                      mldsaVerify,
	"mldsa_sign_seed":                   mldsaSign,
	"mlkem_test":                        mlkem,
	"mlkem_encaps_test":                 mlkemEncaps,
	"mlkem_keygen_seed_test":            mlkemKeygen,
	"mlkem_semi_expanded_decaps_test":   mlkemExpanded,
	"rsaes_oaep_decrypt":                oaep,
	"rsaes_pkcs1_decrypt":               pkcs1Decrypt,
	"rsassa_pkcs1_generate":             pkcs1Sign,
	"rsassa_pkcs1_verify":               pkcs1Verify,
	"rsassa_pss_verify":                 pss,
	"rsassa_pss_with_parameters_verify": pss,
}

func xdh(g group, t test) (string, []Question, error) {
	id := map[string]string{"curve25519": "x25519", "curve448": "x448"}[g.Curve]
	return id, agree(id, catalog.Inputs{Key: t.Private, Received: t.Public}, t), nil
}

func agree(id string, in catalog.Inputs, t test) []Question {
	q := question(id, catalog.OpAgree, in)
	q.Want = t.Shared
	return []Question{q}
}

// curves has what Wycheproof calls NIST's curves.
var curves = map[string]struct {
	id    string
	width int // bytes of a scalar
	curve ecdh.Curve
}{
	"secp256r1": {"p256", 32, ecdh.P256()}, "secp384r1": {"p384", 48, ecdh.P384()}, "secp521r1": {"p521", 66, ecdh.P521()},
}

func point(g group, t test) (string, []Question, error) {
	c, ok := curves[g.Curve]
	if !ok {
		return "", nil, nil
	}
	id := "ecdh-" + c.id
	key := bytes.TrimLeft(t.Private, "\x00")
	if len(key) > c.width {
		return id, nil, fmt.Errorf("a private key of %d bytes", len(key))
	}
	in := catalog.Inputs{Key: append(make([]byte, c.width-len(key)), key...), Received: t.Public}
	private, err := c.curve.NewPrivateKey(in.Key)
	if err != nil {
		return id, nil, fmt.Errorf("a private key without a public key: %w", err)
	}
	in.Public = private.PublicKey().Bytes()
	return id, agree(id, in, t), nil
}

func ecdsa(g group, t test) (string, []Question, error) {
	var key struct {
		Curve        string
		Uncompressed catalog.Hex
	}
	if err := json.Unmarshal(g.PublicKey, &key); err != nil {
		return "", nil, err
	}
	c, ok := curves[key.Curve]
	if !ok {
		return "", nil, nil
	}
	id := "ecdsa-" + c.id
	sum, err := digest(hashID(g.SHA), t.Msg)
	if err != nil {
		return id, nil, err
	}
	// The digest is as wide as that of the curve's own hash: cut on the right, or with zeros in front.
	a, _ := catalog.Find(id)
	h, _ := catalog.Find(a.Hash)
	if len(sum) > h.OutLen {
		sum = sum[:h.OutLen]
	}
	sum = append(make([]byte, h.OutLen-len(sum)), sum...)
	return id, signed(question(id, catalog.OpVerify, catalog.Inputs{Public: key.Uncompressed, Message: sum, Received: t.Sig})), nil
}

// signed wants a signature to be accepted.
func signed(q Question) []Question {
	q.Want = []byte{1}
	return []Question{q}
}

func eddsa(g group, t test) (string, []Question, error) {
	var key struct {
		Curve string
		PK    catalog.Hex
	}
	if err := json.Unmarshal(g.PublicKey, &key); err != nil {
		return "", nil, err
	}
	id := map[string]string{"edwards25519": "ed25519", "edwards448": "ed448"}[key.Curve]
	return id, signed(question(id, catalog.OpVerify, catalog.Inputs{Public: key.PK, Message: t.Msg, Received: t.Sig})), nil
}

// mldsaID returns the catalogue's ID for a key: its length says which set it is of.
func mldsaID(public []byte) string {
	return map[int]string{1312: "ml-dsa-44", 1952: "ml-dsa-65", 2592: "ml-dsa-87"}[len(public)]
}

func mldsaVerify(g group, t test) (string, []Question, error) {
	var public catalog.Hex
	if err := json.Unmarshal(g.PublicKey, &public); err != nil {
		return "", nil, err
	}
	id := mldsaID(public)
	return id, signed(question(id, catalog.OpVerify, catalog.Inputs{Public: public, Message: t.Msg, Context: t.Context, Received: t.Sig})), nil
}

func mldsaSign(g group, t test) (string, []Question, error) {
	var public catalog.Hex
	if err := json.Unmarshal(g.PublicKey, &public); err != nil || len(public) == 0 {
		return "", nil, err
	}
	id := mldsaID(public)
	if t.Msg == nil {
		return id, nil, errors.New("signs a message representative (mu) in place of a message")
	}
	rnd := []byte(t.Rnd)
	if rnd == nil {
		rnd = make([]byte, 32) // deterministic signing
	}
	q := question(id, catalog.OpSign, catalog.Inputs{Key: g.PrivateSeed, Public: public, Message: t.Msg, Context: t.Context, Random: rnd})
	q.Want = t.Sig
	return id, []Question{q}, nil
}

func mlkem(g group, t test) (string, []Question, error) {
	id := strings.ToLower(g.ParameterSet)
	q := question(id, catalog.OpDecap, catalog.Inputs{Key: t.Seed, Public: t.EK, Received: t.C})
	q.Want = t.K
	return id, []Question{q}, nil
}

func mlkemEncaps(g group, t test) (string, []Question, error) {
	id := strings.ToLower(g.ParameterSet)
	free := question(id, catalog.OpEncap, catalog.Inputs{Public: t.EK})
	if t.Result == "invalid" {
		return id, []Question{free}, nil
	}
	q := question(id, catalog.OpEncap, catalog.Inputs{Public: t.EK, Random: t.M})
	q.Want, q.Else = slices.Concat(t.K, t.C), &free
	return id, []Question{q}, nil
}

func mlkemKeygen(g group, t test) (string, []Question, error) {
	id := strings.ToLower(g.ParameterSet)
	q := question(id, catalog.OpEncap, catalog.Inputs{Public: t.EK})
	q.Decap = &catalog.Inputs{Key: t.Seed, Public: t.EK}
	return id, []Question{q}, nil
}

func mlkemExpanded(g group, _ test) (string, []Question, error) {
	return strings.ToLower(g.ParameterSet), nil, errors.New("an expanded private key: the catalogue's are seeds")
}

// digest returns the digest of msg by the hash with the catalogue's ID.
func digest(id string, msg []byte) ([]byte, error) {
	hashes := map[string]func() hash.Hash{
		"sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
		"sha512-224": sha512.New512_224, "sha512-256": sha512.New512_256,
		"sha3-224": func() hash.Hash { return sha3.New224() }, "sha3-256": func() hash.Hash { return sha3.New256() },
		"sha3-384": func() hash.Hash { return sha3.New384() }, "sha3-512": func() hash.Hash { return sha3.New512() },
	}
	switch id {
	case "shake128":
		return sha3.SumSHAKE128(msg, 32), nil
	case "shake256":
		return sha3.SumSHAKE256(msg, 64), nil
	}
	if hashes[id] == nil {
		return nil, fmt.Errorf("no hash %q", id)
	}
	h := hashes[id]()
	h.Write(msg)
	return h.Sum(nil), nil
}

// rsaKey adds the key of the group to in, in the encodings of the catalogue.
func rsaKey(g group, in *catalog.Inputs) error {
	if len(g.PKCS8) == 0 {
		in.Public = g.PublicKeyAsn
		return nil
	}
	key, err := x509.ParsePKCS8PrivateKey(g.PKCS8)
	if err != nil {
		return err
	}
	private, ok := key.(*rsa.PrivateKey)
	if !ok {
		return errors.New("not an RSA key")
	}
	in.Key, in.Public = x509.MarshalPKCS1PrivateKey(private), x509.MarshalPKCS1PublicKey(&private.PublicKey)
	return nil
}

func oaep(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("rsa-%d-oaep", g.KeySize)
	in := catalog.Inputs{Received: t.CT, Context: t.Label}
	if err := rsaKey(g, &in); err != nil {
		return id, nil, err
	}
	q := question(id, catalog.OpDecrypt, in, func(c *catalog.Case) {
		c.Algorithm.Hash, c.Algorithm.MGF = hashID(g.SHA), hashID(g.MGFSHA)
	})
	q.Want = t.Msg
	return id, []Question{q}, nil
}

func pkcs1Decrypt(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("rsa-%d-pkcs1", g.KeySize)
	in := catalog.Inputs{Received: t.CT}
	if err := rsaKey(g, &in); err != nil {
		return id, nil, err
	}
	q := question(id, catalog.OpDecrypt, in)
	q.Want = t.Msg
	return id, []Question{q}, nil
}

// rsaSignature returns a question of op about the digest of the test's message.
func rsaSignature(id string, op catalog.Operation, g group, t test) (Question, error) {
	sum, err := digest(hashID(g.SHA), t.Msg)
	if err != nil {
		return Question{}, err
	}
	in := catalog.Inputs{Message: sum}
	if op == catalog.OpVerify {
		in.Received = t.Sig
	}
	if err := rsaKey(g, &in); err != nil {
		return Question{}, err
	}
	return question(id, op, in, func(c *catalog.Case) { c.Algorithm.Hash = hashID(g.SHA) }), nil
}

func pkcs1Sign(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("rsa-%d-pkcs1-sha256", g.KeySize)
	q, err := rsaSignature(id, catalog.OpSign, g, t)
	q.Want = t.Sig
	return id, []Question{q}, err
}

func pkcs1Verify(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("rsa-%d-pkcs1-sha256", g.KeySize)
	q, err := rsaSignature(id, catalog.OpVerify, g, t)
	return id, signed(q), err
}

func pss(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("rsa-%d-pss-sha256", g.KeySize)
	q, err := rsaSignature(id, catalog.OpVerify, g, t)
	q.Case.Algorithm.MGF, q.Case.Algorithm.SaltLen = hashID(g.MGFSHA), g.SaltLen
	if g.MGFSHA == "" { // SHAKE is its own mask generation function (RFC 8702 section 2.2)
		q.Case.Algorithm.MGF = hashID(g.SHA)
	}
	return id, signed(q), err
}
