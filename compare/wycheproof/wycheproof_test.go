package wycheproof

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/verify"
)

// A fake is a library of three algorithms, with or without faults.
type fake struct {
	lax     bool   // accepts wrong tags, and gives wrong secrets
	refuses error  // of every Do
	absent  string // ID of an algorithm that it does not have
}

func (f *fake) Name() string                    { return "fake" }
func (f *fake) Info() provider.Info             { return provider.Info{Name: "fake", Version: "1.0"} }
func (f *fake) Boundaries() []provider.Boundary { return []provider.Boundary{provider.Call} }

func (f *fake) Supports(a catalog.Algorithm, _ catalog.Operation) (string, error) {
	if a.ID == f.absent {
		return "", provider.ErrUnsupported
	}
	return "fake", nil
}

func (f *fake) Open(c catalog.Case, in catalog.Inputs, _ provider.Boundary) (provider.Routine, error) {
	if c.Algorithm.Kind == catalog.KindAEAD && c.Algorithm.TagLen != 16 {
		return nil, fmt.Errorf("fake: %w: a tag of %d bytes", provider.ErrNotOffered, c.Algorithm.TagLen)
	}
	return &routine{fake: f, c: c, in: in}, nil
}

type routine struct {
	*fake
	c   catalog.Case
	in  catalog.Inputs
	out []byte
}

func (r *routine) Do(int) (time.Duration, error) {
	if r.refuses != nil {
		return 0, r.refuses
	}
	var err error
	switch r.c.Algorithm.ID {
	case "x25519":
		var private *ecdh.PrivateKey
		var public *ecdh.PublicKey
		if private, err = ecdh.X25519().NewPrivateKey(r.in.Key); err == nil {
			public, err = ecdh.X25519().NewPublicKey(r.in.Received)
		}
		if err == nil {
			r.out, err = private.ECDH(public)
		}
		if err == nil && r.lax {
			r.out[0] ^= 1
		}
	case "hmac-sha256":
		h := hmac.New(sha256.New, r.in.Key)
		h.Write(r.in.Message)
		r.out = h.Sum(nil)
	case "aes-128-gcm":
		block, _ := aes.NewCipher(r.in.Key)
		g, _ := cipher.NewGCM(block)
		if r.c.Op == catalog.OpSeal {
			r.out = g.Seal(nil, r.in.Nonce, r.in.Message, r.in.AAD)
			break
		}
		r.out, err = g.Open(nil, r.in.Nonce, r.in.Received, r.in.AAD)
		if r.lax {
			r.out, err = []byte{}, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("fake: %w: %w", provider.ErrRefused, err)
	}
	return 0, err
}

func (r *routine) Output() []byte { return r.out }
func (r *routine) Close() error   { return nil }

// files writes three files of vectors, and returns their folder.
func files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, format string, args ...any) {
		if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, format, args...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := strings.Repeat("07", 32)
	private, err := ecdh.X25519().NewPrivateKey(slices.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	public := private.PublicKey()
	secret, err := private.ECDH(public)
	if err != nil {
		t.Fatal(err)
	}
	write("x25519_test.json", `{"algorithm": "XDH", "schema": "xdh_comp_schema_v1.json", "testGroups": [{"curve": "curve25519", "tests": [
		{"tcId": 1, "public": "%x", "private": "%s", "shared": "%x", "result": "valid"},
		{"tcId": 2, "public": "%064x", "private": "%s", "shared": "%064x", "result": "acceptable"}]}]}`,
		public.Bytes(), x, secret, 0, x, 0)
	h := hmac.New(sha256.New, make([]byte, 32))
	tag := hex.EncodeToString(h.Sum(nil))
	write("hmac_test.json", `{"algorithm": "HMACSHA256", "schema": "mac_test_schema_v1.json", "testGroups": [{"keySize": 256, "tagSize": 128, "tests": [
		{"tcId": 1, "key": "%064x", "msg": "", "tag": "%s", "result": "valid"},
		{"tcId": 2, "key": "%064x", "msg": "", "tag": "%032x", "result": "invalid"}]}]}`, 0, tag[:32], 0, 1)
	write("gcm_test.json", `{"algorithm": "AES-GCM", "schema": "aead_test_schema_v1.json", "testGroups": [
		{"keySize": 128, "ivSize": 96, "tagSize": 128, "tests": [
			{"tcId": 1, "key": "%032x", "iv": "%024x", "aad": "", "msg": "", "ct": "", "tag": "58e2fccefa7e3061367f1d57a4e7455a", "result": "valid"},
			{"tcId": 2, "key": "%032x", "iv": "%024x", "aad": "", "msg": "", "ct": "", "tag": "58e2fccefa7e3061367f1d57a4e7455b", "result": "invalid"}]},
		{"keySize": 128, "ivSize": 96, "tagSize": 96, "tests": [
			{"tcId": 3, "key": "%032x", "iv": "%024x", "aad": "", "msg": "", "ct": "", "tag": "58e2fccefa7e3061367f1d57", "result": "valid"}]}]}`,
		0, 0, 0, 0, 0, 0)
	write("jwk_test.json", `{"algorithm": "JWK", "schema": "jwk_schema_v1.json", "testGroups": [{"tests": [{"tcId": 1, "msg": ["no hex"]}]}]}`)
	return dir
}

func results(t *testing.T, f *fake) map[string]Result {
	t.Helper()
	paths, err := Files(files(t))
	if err != nil || len(paths) != 4 {
		t.Fatalf("%v, %v", paths, err)
	}
	all := make(map[string]Result)
	for _, path := range paths {
		file, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		r := Judge(context.Background(), []provider.Provider{f}, file, verify.Options{}, func(int) {})
		all[strings.TrimSuffix(r.File, "_test.json")] = r
	}
	return all
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		name string
		fake fake
		want map[string]string // by file: counts in the order of Outcomes
	}{
		{"right", fake{}, map[string]string{"x25519": "passed 2", "hmac": "passed 2", "gcm": "passed 2, not expressible 1"}},
		{"lax", fake{lax: true}, map[string]string{"x25519": "wrong output 1, passed 1", "hmac": "passed 2", "gcm": "wrongly accepted 1, passed 1, not expressible 1"}},
		{"refuses", fake{refuses: provider.ErrRefused}, map[string]string{"x25519": "wrongly refused 1, passed 1", "hmac": "wrongly refused 1, passed 1", "gcm": "wrongly refused 1, passed 1, not expressible 1"}},
		{"lacks", fake{absent: "x25519"}, map[string]string{"hmac": "passed 2", "gcm": "passed 2, not expressible 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := results(t, &tt.fake)
			for name, r := range all {
				var got []string
				for _, l := range r.Libraries {
					for _, o := range Outcomes() {
						if n := l.Counts[o]; n > 0 {
							got = append(got, fmt.Sprintf("%s %d", o, n))
						}
					}
				}
				if text := strings.Join(got, ", "); text != tt.want[name] {
					t.Errorf("%s: %s; want %s", name, text, tt.want[name])
				}
			}
			if got := Failed([]Result{all["x25519"], all["gcm"], all["hmac"]}); got != (tt.name == "lax" || tt.name == "refuses") {
				t.Errorf("failed: %t", got)
			}
		})
	}
}

func TestReport(t *testing.T) {
	all := results(t, &fake{lax: true})
	list := []Result{all["gcm"], all["hmac"], all["x25519"]}
	s := Summarise(list)
	if s.Tests != 7 || s.Unlisted != 2 || s.Expressed != 6 {
		t.Errorf("%+v", s)
	}
	var text, markdown strings.Builder
	if err := Text(&text, list, true); err != nil {
		t.Fatal(err)
	}
	if err := Markdown(&markdown, []provider.Info{{Title: "Fake", Version: "1.0"}}, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"fake, gcm_test.json: wrongly accepted, tcId 2", "2 disagreements are not listed"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	for _, want := range []string{"| fake | gcm_test.json | wrongly accepted | 1 | 2 |", "| x25519_test.json | 2 | wrong output (1) |"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("no %q in\n%s", want, markdown.String())
		}
	}
}

// TestStale wants a listed disagreement that does not happen to be told, and one that is not asked about not.
func TestStale(t *testing.T) {
	known := []verify.Known{{Tests: []string{"1", "3-4"}, Outcome: verify.WrongOutput}}
	got := stale(known, []map[string]bool{{"1": true}}, []Test{{ID: 1}, {ID: 2}, {ID: 4}})
	if len(got) != 1 || !strings.Contains(got[0], "tcId 4") {
		t.Errorf("%q", got)
	}
}

func TestRanges(t *testing.T) {
	if got := ranges([]int{9, 1, 2, 3, 7}); got != "1-3, 7, 9" {
		t.Error(got)
	}
}
