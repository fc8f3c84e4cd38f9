package providertest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// complaints is a reporter that keeps what it was told.
type complaints []string

func (c *complaints) Errorf(format string, args ...any) {
	*c = append(*c, fmt.Sprintf(format, args...))
}

// TestFaults has the suite look at a provider with one fault at a time.
func TestFaults(t *testing.T) {
	for _, tc := range []struct {
		fault string
		says  string // part of a complaint
	}{
		{"", ""},
		{"a wrong byte on the second call", "the one before"},
		{"a wrong byte after several", "of 2 operations"},
		{"a wrong byte under batch", "the other boundary"},
		{"a short output", "want 32"},
		{"an input is written to", "written to"},
		{"a clock under call", "library's own clock"},
		{"no clock under batch", "library's own clock"},
		{"an allocation", "allocates"},
		{"close fails the second time", "Close:"},
		{"works after close", "after Close"},
		{"crashes after close", "panic"},
		{"supports what it has not", "Supports says <nil>"},
		{"has what it does not support", "Open says <nil>"},
		{"an error of no kind", "wraps neither"},
		{"the same random bytes", "same random output"},
		{"no tag check", "is opened"},
		{"a forgery is accepted", "want 00"},
		{"a long key is cut", "with a key of 65 bytes"},
		{"any signature is accepted", "want 00"},
		{"a malformed signature is an error", "signature 0xff"},
		{"associated data is left out", "associated data wrong"},
		{"a short key is padded", "a key one byte short is accepted"},
		{"a long nonce is cut", "a nonce one byte long is accepted"},
		{"a nil message crashes", "panic"},
		{"another result for nil", "nil gives"},
		{"state shared by routines", "many goroutines"},
		{"another result with the key set", "seal gives"},
		{"takes any boundary", "boundary that there is not"},
		{"no name", "Name is"},
	} {
		t.Run(tc.fault, func(t *testing.T) {
			var c complaints
			s := newSuite(&fake{fault: tc.fault}, false)
			s.noAllocs = true
			s.info(&c)
			for _, id := range []string{"sha256", "rng", "aes-128-gcm", "hmac-sha256", "ed25519", "md5"} {
				a, ok := catalog.Find(id)
				if !ok {
					t.Fatalf("no algorithm %s", id)
				}
				s.algorithm(&c, a)
			}
			all := strings.Join(c, "\n")
			shown := strings.Join(c[:min(len(c), 10)], "\n")
			if tc.fault == "" && len(c) != 0 {
				t.Errorf("complaints about a provider without fault:\n%s", shown)
			}
			if tc.fault != "" && (len(c) == 0 || !strings.Contains(all, tc.says)) {
				t.Errorf("no complaint with %q in it:\n%s", tc.says, shown)
			}
		})
	}
}

// fake offers SHA-256, random bytes, AES-128-GCM, HMAC and Ed25519 without its
// keygen, with a fault.
type fake struct{ fault string }

func (f *fake) Name() string {
	if f.fault == "no name" {
		return ""
	}
	return "fake"
}

func (f *fake) Info() provider.Info {
	return provider.Info{Name: "fake", Title: "Fake", Version: "1"}
}

func (f *fake) Boundaries() []provider.Boundary { return provider.Boundaries() }

func (f *fake) has(a catalog.Algorithm, op catalog.Operation) error {
	if a.Has(op) && op != catalog.OpKeygen && slices.Contains([]string{"sha256", "rng", "aes-128-gcm", "hmac-sha256", "ed25519"}, a.ID) {
		return nil
	}
	return fmt.Errorf("fake: %w", provider.ErrUnsupported)
}

func (f *fake) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	err := f.has(a, op)
	switch {
	case f.fault == "supports what it has not" && a.ID == "md5":
		err = nil
	case f.fault == "has what it does not support" && a.ID == "sha256":
		err = fmt.Errorf("fake: %w", provider.ErrUnsupported)
	case f.fault == "an error of no kind" && err != nil:
		err = fmt.Errorf("fake: no")
	}
	if err != nil {
		return "", err
	}
	return "fake", nil
}

func (f *fake) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	if err := f.has(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	if b != provider.Call && b != provider.Batch && f.fault != "takes any boundary" {
		return nil, fmt.Errorf("fake: no boundary %q", b)
	}
	r := &fakeRoutine{fault: f.fault, batch: b == provider.Batch, c: c, in: in, open: true}
	r.out = make([]byte, 0, c.Size+64)
	if c.Op == catalog.OpSign && len(in.Key) != ed25519.SeedSize ||
		c.Op == catalog.OpVerify && (len(in.Public) != ed25519.PublicKeySize || len(in.Received) != ed25519.SignatureSize) {
		return nil, fmt.Errorf("fake: %w: length", provider.ErrRefused)
	}
	if f.fault == "a long key is cut" {
		r.in.Key = in.Key[:min(len(in.Key), 64)]
	}
	if c.Algorithm.Kind == catalog.KindMAC {
		r.mac = hmac.New(sha256.New, r.in.Key)
	}
	if c.Algorithm.Kind != catalog.KindAEAD {
		return r, nil
	}
	if f.fault == "a short key is padded" && len(in.Key) < 16 {
		r.in.Key = make([]byte, 16)
	}
	if f.fault == "a long nonce is cut" && len(in.Nonce) > 12 {
		r.in.Nonce = in.Nonce[:12]
	}
	if f.fault == "associated data is left out" {
		r.in.AAD = nil
	}
	if f.fault == "another result with the key set" && c.Op == catalog.OpSealRekey {
		r.in.AAD = []byte("other")
	}
	if len(r.in.Key) != 16 || len(r.in.Nonce) != 12 {
		return nil, fmt.Errorf("fake: %w: length", provider.ErrRefused)
	}
	block, err := aes.NewCipher(r.in.Key)
	if err != nil {
		return nil, err
	}
	r.gcm, err = cipher.NewGCM(block)
	return r, err
}

type fakeRoutine struct {
	fault string
	batch bool
	open  bool
	c     catalog.Case
	in    catalog.Inputs
	gcm   cipher.AEAD
	mac   hash.Hash
	calls int
	out   []byte
	waste []byte
}

// shared is what a library that keeps its state in one place would have.
var shared = make(chan int, 1)

func (r *fakeRoutine) Do(n int) (time.Duration, error) {
	if !r.open {
		if r.fault == "crashes after close" {
			panic("freed")
		}
		if r.fault != "works after close" {
			return 0, fmt.Errorf("fake: closed")
		}
	}
	r.calls++
	if err := r.operation(); err != nil {
		return 0, err
	}
	switch {
	case r.fault == "a wrong byte on the second call" && r.calls == 2,
		r.fault == "a wrong byte after several" && n == 2,
		r.fault == "a wrong byte under batch" && r.batch,
		r.fault == "another result for nil" && r.in.Message == nil && r.c.Algorithm.ID == "sha256":
		if len(r.out) > 0 {
			r.out[0] ^= 1
		}
	case r.fault == "a short output" && len(r.out) == 32:
		r.out = r.out[:31]
	case r.fault == "an input is written to" && len(r.in.Message) == 1: // not the size that goroutines share
		r.in.Message[0] ^= 1
	case r.fault == "an allocation":
		r.waste = make([]byte, len(r.out)+1)
	case r.fault == "a nil message crashes":
		_ = r.in.Message[0]
	case r.fault == "state shared by routines":
		select {
		case shared <- 1: // alone
			time.Sleep(time.Millisecond)
			<-shared
		default:
			if len(r.out) > 0 {
				r.out[0] ^= 1
			}
		}
	}
	if r.batch != (r.fault == "a clock under call" || r.fault == "no clock under batch") {
		return time.Duration(n), nil
	}
	return 0, nil
}

func (r *fakeRoutine) operation() (err error) {
	switch r.c.Op {
	case catalog.OpSum:
		sum := sha256.Sum256(r.in.Message)
		r.out = append(r.out[:0], sum[:]...)
	case catalog.OpRead:
		r.out = r.out[:r.c.Size]
		if r.fault != "the same random bytes" {
			_, err = rand.Read(r.out)
		}
	case catalog.OpMAC, catalog.OpMACRekey:
		r.mac.Reset()
		r.mac.Write(r.in.Message)
		r.out = r.mac.Sum(r.out[:0])
	case catalog.OpSign:
		r.out = ed25519.Sign(ed25519.NewKeyFromSeed(r.in.Key), r.in.Message)
	case catalog.OpVerify:
		r.out = append(r.out[:0], 0)
		if ed25519.Verify(r.in.Public, r.in.Message, r.in.Received) || r.fault == "any signature is accepted" {
			r.out[0] = 1
		}
		if r.fault == "a malformed signature is an error" && r.in.Received[ed25519.SignatureSize-1] == 0xff {
			err = errors.New("out of range")
		}
	case catalog.OpSeal, catalog.OpSealRekey:
		r.out = r.gcm.Seal(r.out[:0], r.in.Nonce, r.in.Message, r.in.AAD)
	case catalog.OpForged:
		_, err = r.gcm.Open(r.out[:0], r.in.Nonce, r.in.Received, r.in.AAD)
		r.out = append(r.out[:0], 0)
		if err == nil || r.fault == "a forgery is accepted" {
			r.out[0] = 1
		}
		return nil
	default:
		var out []byte
		out, err = r.gcm.Open(r.out[:0], r.in.Nonce, r.in.Received, r.in.AAD)
		if err != nil && r.fault == "no tag check" {
			out, err = r.out[:max(len(r.in.Received)-16, 0)], nil
		}
		r.out = out
	}
	if err != nil {
		return fmt.Errorf("fake: %w: %w", provider.ErrRefused, err)
	}
	return nil
}

func (r *fakeRoutine) Output() []byte { return r.out }

func (r *fakeRoutine) Close() error {
	if !r.open && r.fault == "close fails the second time" {
		return fmt.Errorf("fake: closed")
	}
	r.open = false
	return nil
}
