package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

const (
	match     = sample.Match
	mismatch  = sample.Mismatch
	refused   = sample.Refused
	absent    = sample.Absent
	crashed   = sample.Crashed
	unchecked = sample.Unchecked
)

// toyCases are the cases of the catalogue that fakes offer.
func toyCases() []catalog.Case {
	var cases []catalog.Case
	for _, a := range catalog.Algorithms() {
		if toys[a.ID] == nil {
			continue
		}
		for _, op := range a.Ops {
			c := catalog.Case{Algorithm: a, Op: op}
			if a.Sized() {
				c.Size = 1024
			}
			if len(a.Costs) > 0 {
				c.Cost = a.Costs[0]
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// known says whether there is a vector of the algorithm.
func known(id string) bool {
	return slices.ContainsFunc(catalog.Vectors(), func(v catalog.Vector) bool { return v.Algorithm == id })
}

// TestMatch wants libraries without a fault to match in every case, and one
// alone to be not cross-checked unless a vector was there.
func TestMatch(t *testing.T) {
	for _, c := range toyCases() {
		t.Run(c.Name(), func(t *testing.T) {
			v := check(t, c, newFake("a"), newFake("b"), newFake("c"))
			statuses(t, v, match, match, match, match)
			if c.Op != catalog.OpCall && v.Checks == 0 {
				t.Error("no checks")
			}
			if len(v.Details) > 0 {
				t.Errorf("details: %q", v.Details)
			}
			if !known(c.Algorithm.ID) {
				statuses(t, check(t, c, newFake("a")), unchecked, unchecked)
			}
		})
	}
}

func TestDigest(t *testing.T) {
	c := caseOf(t, "sha256", catalog.OpSum)
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%x", sha256.Sum256(in.Message))[:16]
	if v := check(t, c, newFake("a"), newFake("b")); v.Digest != want {
		t.Errorf("digest %q, want %q", v.Digest, want)
	}
}

// at changes outputs of the case's operation at one message size.
func at(op catalog.Operation, size int, change func(call int, b provider.Boundary, out []byte) []byte) func(int, catalog.Case, provider.Boundary, []byte) []byte {
	return func(call int, c catalog.Case, b provider.Boundary, out []byte) []byte {
		if c.Op == op && (size < 0 || c.Size == size) && len(out) > 0 {
			return change(call, b, out)
		}
		return out
	}
}

func always(_ int, _ provider.Boundary, out []byte) []byte { return spoil(out, len(out)/2) }

// TestFaults puts one fault into one of three libraries, b, and wants b named.
func TestFaults(t *testing.T) {
	tests := []struct {
		name  string
		id    string
		op    catalog.Operation
		fault func(f *fake)
		want  string // in the details
	}{
		{"wrong at one length", "sha256", catalog.OpSum, func(f *fake) {
			f.output = at(catalog.OpSum, 65, always)
		}, "65 bytes: b gave "},
		{"wrong where padding no longer fits", "sha256", catalog.OpSum, func(f *fake) {
			f.output = at(catalog.OpSum, 56, always)
		}, "56 bytes: b gave "},
		{"wrong at the measured length", "aes-128-cbc", catalog.OpEncrypt, func(f *fake) {
			f.output = at(catalog.OpEncrypt, 112, always)
		}, "112 bytes: b gave "},
		{"later call differs", "aes-128-cbc", catalog.OpEncrypt, func(f *fake) {
			f.output = at(catalog.OpEncrypt, -1, func(call int, _ provider.Boundary, out []byte) []byte {
				if call > 0 {
					return spoil(out, 0)
				}
				return out
			})
		}, "b: aes-128-cbc/op=encrypt/size=112, 112 bytes: call 2 at the call boundary gave "},
		{"batch differs", "hmac-sha256", catalog.OpMAC, func(f *fake) {
			f.output = at(catalog.OpMAC, -1, func(_ int, b provider.Boundary, out []byte) []byte {
				if b == provider.Batch {
					return spoil(out, 0)
				}
				return out
			})
		}, "at the batch boundary"},
		{"batch refuses", "hmac-sha256", catalog.OpMAC, func(f *fake) {
			f.do = func(_ int, _ catalog.Case, _ catalog.Inputs, b provider.Boundary) error {
				if b == provider.Batch {
					return provider.ErrRefused
				}
				return nil
			}
		}, "refused at the batch boundary alone"},
		{"long keys not hashed", "hmac-sha256", catalog.OpMAC, func(f *fake) {
			f.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte {
				if c.Algorithm.KeyLen > 64 {
					return spoil(out, 0)
				}
				return out
			}
		}, "key of 65 bytes"},
		{"one block of output only", "pbkdf2-hmac-sha256", catalog.OpDerive, func(f *fake) {
			f.output = func(_ int, _ catalog.Case, _ provider.Boundary, out []byte) []byte {
				out = bytes.Clone(out)
				clear(out[min(len(out), 32):])
				return out
			}
		}, "output length 33"},
		{"output too short", "aes-128-gcm", catalog.OpSeal, func(f *fake) {
			f.output = at(catalog.OpSeal, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return out[:len(out)-1] })
		}, "b gave "},
		{"writes to its inputs", "sha256", catalog.OpSum, func(f *fake) {
			f.do = func(_ int, _ catalog.Case, in catalog.Inputs, _ provider.Boundary) error {
				if len(in.Message) > 0 {
					in.Message[0]++
				}
				return nil
			}
		}, "wrote to its inputs"},
		{"opens nothing", "aes-128-gcm", catalog.OpOpen, func(f *fake) {
			f.accept = func(c catalog.Case, _ catalog.Inputs, out []byte, err error) ([]byte, error) {
				if c.Op == catalog.OpOpen {
					return nil, errToy
				}
				return out, err
			}
		}, "refused by b: b: refused by the library: toy: no; received "},
		{"opens forgeries", "aes-128-gcm", catalog.OpOpen, func(f *fake) {
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if c.Op == catalog.OpOpen && err != nil {
					return in.Received[:len(in.Received)-16], nil
				}
				return out, err
			}
		}, "accepted a forgery"},
		{"accepts the forged case", "aes-128-gcm", catalog.OpForged, func(f *fake) {
			f.output = at(catalog.OpForged, -1, func(int, provider.Boundary, []byte) []byte { return []byte{1} })
		}, "b accepted a forgery: it gave 01 in place of 00"},
		{"accepts one kind of forgery", "aes-128-gcm", catalog.OpForged, func(f *fake) {
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				good, _ := catalog.NewInputs(c)
				if c.Op == catalog.OpForged && !bytes.Equal(good.AAD, in.AAD) {
					return []byte{1}, nil
				}
				return out, err
			}
		}, "wrong additional data"},
		{"signs wrongly", "ecdsa-p256", catalog.OpSign, func(f *fake) {
			f.output = at(catalog.OpSign, -1, always)
		}, "made by b, a gave 00 in place of 01"},
		{"verifies nothing", "ecdsa-p256", catalog.OpVerify, func(f *fake) {
			f.output = at(catalog.OpVerify, -1, func(int, provider.Boundary, []byte) []byte { return []byte{0} })
		}, "made by a, b gave 00 in place of 01"},
		{"verifies everything", "ecdsa-p256", catalog.OpVerify, func(f *fake) {
			f.output = at(catalog.OpVerify, -1, func(int, provider.Boundary, []byte) []byte { return []byte{1} })
		}, "accepted a forgery"},
		{"signatures differ from the others'", "ed25519", catalog.OpSign, func(f *fake) {
			f.output = at(catalog.OpSign, -1, func(call int, _ provider.Boundary, out []byte) []byte { return spoil(out, 40) })
		}, "b gave "},
		{"encryption is not random", "rsa-2048-oaep", catalog.OpEncrypt, func(f *fake) {
			var first []byte
			f.output = at(catalog.OpEncrypt, 0, func(_ int, _ provider.Boundary, out []byte) []byte {
				if first == nil {
					first = out
				}
				return first
			})
		}, "where each must be random"},
		{"decrypts wrongly", "rsa-2048-oaep", catalog.OpDecrypt, func(f *fake) {
			f.output = at(catalog.OpDecrypt, -1, always)
		}, "b gave "},
		{"encapsulates another secret", "ml-kem-768", catalog.OpEncap, func(f *fake) {
			f.output = at(catalog.OpEncap, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return spoil(out, 31) })
		}, "made by b"},
		{"agrees wrongly", "x25519", catalog.OpAgree, func(f *fake) {
			f.output = at(catalog.OpAgree, -1, always)
		}, "b gave "},
		{"keys work for nobody else", "x25519", catalog.OpKeygen, func(f *fake) {
			f.output = at(catalog.OpKeygen, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return spoil(out, 40) })
		}, "keys of b"},
		{"keys are the same each time", "ed25519", catalog.OpKeygen, func(f *fake) {
			var first []byte
			f.output = at(catalog.OpKeygen, -1, func(_ int, _ provider.Boundary, out []byte) []byte {
				if first == nil {
					first = out
				}
				return first
			})
		}, "made the same key twice"},
		{"keys lose their leading zeros", "ecdh-p256", catalog.OpKeygen, func(f *fake) {
			f.output = at(catalog.OpKeygen, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return out[1:] })
		}, "96 bytes: want 32 of private key"},
		{"key of another size", "rsa-2048", catalog.OpKeygen, func(f *fake) {
			f.output = at(catalog.OpKeygen, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return out[:len(out)-1] })
		}, "no PKCS #1 private key"},
		{"random numbers are constant", "rng", catalog.OpRead, func(f *fake) {
			f.output = at(catalog.OpRead, -1, func(_ int, _ provider.Boundary, out []byte) []byte { clear(out); return out })
		}, "gave a block of 32 bytes that b had given before"},
		{"random numbers repeat", "rng", catalog.OpRead, func(f *fake) {
			first := make(map[int][]byte)
			f.output = at(catalog.OpRead, 112, func(call int, _ provider.Boundary, out []byte) []byte {
				if call > 0 && len(first[0]) > 0 {
					return first[0]
				}
				first[0] = out
				return out
			})
		}, "had given before"},
		{"the last random byte is never set", "rng", catalog.OpRead, func(f *fake) {
			f.output = at(catalog.OpRead, 17, func(_ int, _ provider.Boundary, out []byte) []byte { out[16] = 0; return out })
		}, "byte 16 is 0x00 in each of 16 outputs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := newFake("b")
			tt.fault(bad)
			v := check(t, caseOf(t, tt.id, tt.op), newFake("a"), bad, newFake("c"))
			statuses(t, v, mismatch, match, mismatch, match)
			if !strings.Contains(strings.Join(v.Details, "\n"), tt.want) {
				t.Errorf("details do not say %q:\n%s", tt.want, strings.Join(v.Details, "\n"))
			}
			if len(v.Details) > maxDetails+1 {
				t.Errorf("%d details", len(v.Details))
			}
			for _, d := range v.Details {
				if len(d) > 1000 {
					t.Errorf("a detail of %d bytes", len(d))
				}
			}
		})
	}
}

// TestSharedFault wants a fault that two of three libraries share to be theirs,
// where a known answer proves the third right, and not the third's.
func TestSharedFault(t *testing.T) {
	a, b, c := newFake("a"), newFake("b"), newFake("c")
	b.output = at(catalog.OpSum, -1, always)
	c.output = b.output
	v := check(t, caseOf(t, "sha256", catalog.OpSum), a, b, c)
	statuses(t, v, mismatch, match, mismatch, mismatch)

	// Where nobody is right, nobody is spared.
	a.output = at(catalog.OpSum, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return spoil(out, 0) })
	v = check(t, caseOf(t, "sha256", catalog.OpSum), a, b, c)
	statuses(t, v, mismatch, mismatch, mismatch, mismatch)
}

// TestImplicitRejection has a library give zeros for a ciphertext that was
// tampered with.
func TestImplicitRejection(t *testing.T) {
	bad := newFake("b")
	genuine := map[string]bool{}
	note := func(c catalog.Case, out []byte) {
		if c.Op == catalog.OpEncap {
			genuine[string(out[32:])] = true
		}
	}
	honest := func(name string) *fake {
		f := newFake(name)
		f.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte { note(c, out); return out }
		return f
	}
	bad.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte { note(c, out); return out }
	bad.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
		if c.Op == catalog.OpDecap && !genuine[string(in.Received)] {
			return make([]byte, 32), nil
		}
		return out, err
	}
	v := check(t, caseOf(t, "ml-kem-768", catalog.OpDecap), honest("a"), bad, honest("c"))
	statuses(t, v, mismatch, match, mismatch, match)
}

// TestTwoDiffer wants both of two libraries that differ to be marked, since
// nothing says whose output is right, and only the wrong one where a vector does.
func TestTwoDiffer(t *testing.T) {
	bad := newFake("b")
	bad.output = at(catalog.OpMAC, 112, always)
	c := caseOf(t, "hmac-sha256", catalog.OpMAC)
	statuses(t, check(t, c, newFake("a"), bad), mismatch, mismatch, mismatch)

	bad.output = at(catalog.OpMAC, -1, always)
	v := check(t, c, newFake("a"), bad)
	statuses(t, v, mismatch, match, mismatch)
	if !strings.Contains(strings.Join(v.Details, "\n"), "vector hmac-sha256-key-65") {
		t.Errorf("the vector is not named: %q", v.Details)
	}
}

// TestRefusals wants a library that says no to be shown with its words while the others match.
func TestRefusals(t *testing.T) {
	c := caseOf(t, "sha256", catalog.OpSum)
	says := fmt.Errorf("b: %w: digest disabled in FIPS mode", provider.ErrRefused)

	t.Run("in Open", func(t *testing.T) {
		b := newFake("b")
		b.open = func(catalog.Case, catalog.Inputs) error { return says }
		v := check(t, c, newFake("a"), b, newFake("c"))
		statuses(t, v, match, match, refused, match)
		if a, _ := v.Answer("b"); a.Why != says.Error() {
			t.Errorf("words %q", a.Why)
		}
	})
	t.Run("in Do", func(t *testing.T) {
		b := newFake("b")
		b.do = func(int, catalog.Case, catalog.Inputs, provider.Boundary) error { return says }
		statuses(t, check(t, c, newFake("a"), b, newFake("c")), match, match, refused, match)
	})
	t.Run("all but one", func(t *testing.T) {
		b := newFake("b")
		b.open = func(catalog.Case, catalog.Inputs) error { return says }
		alone := unchecked
		if known(c.Algorithm.ID) {
			alone = match
		}
		statuses(t, check(t, c, newFake("a"), b), alone, alone, refused)
	})
	t.Run("all", func(t *testing.T) {
		b := newFake("b")
		b.open = func(catalog.Case, catalog.Inputs) error { return says }
		statuses(t, check(t, c, b, b), refused, refused, refused)
	})
	t.Run("at one length", func(t *testing.T) {
		b := newFake("b")
		b.open = func(c catalog.Case, _ catalog.Inputs) error {
			if c.Size == 0 {
				return says
			}
			return nil
		}
		v := check(t, c, newFake("a"), b, newFake("c"))
		statuses(t, v, match, match, match, match)
		if a, _ := v.Answer("b"); a.Why != "0 bytes: "+says.Error() {
			t.Errorf("note %q", a.Why)
		}
	})
	t.Run("to seal, and so to open", func(t *testing.T) {
		b := newFake("b")
		b.do = func(_ int, c catalog.Case, in catalog.Inputs, _ provider.Boundary) error {
			if len(in.Message) == 0 {
				return says
			}
			return nil
		}
		c := caseOf(t, "aes-128-gcm", catalog.OpOpen)
		statuses(t, check(t, c, newFake("a"), b, newFake("c")), match, match, match, match)
	})
	t.Run("fresh keys", func(t *testing.T) {
		b := newFake("b")
		b.open = func(c catalog.Case, in catalog.Inputs) error {
			fixture, _ := catalog.NewInputs(c)
			if c.Op == catalog.OpAgree && !bytes.Equal(in.Key, fixture.Key) {
				return says
			}
			return nil
		}
		v := check(t, caseOf(t, "ecdh-p256", catalog.OpAgree), newFake("a"), b, newFake("c"))
		statuses(t, v, mismatch, match, mismatch, match)
	})
}

func TestAbsent(t *testing.T) {
	c := caseOf(t, "sha256", catalog.OpSum)
	b := newFake("b")
	b.lacks = map[string]error{"sha256": fmt.Errorf("b: built without it: %w", provider.ErrNotBuilt)}
	v := check(t, c, newFake("a"), b, newFake("c"))
	statuses(t, v, match, match, absent, match)
	if a, _ := v.Answer("b"); !strings.Contains(a.Why, "built without it") || b.calls > 0 {
		t.Errorf("why %q, opened %d times", a.Why, b.calls)
	}
	statuses(t, check(t, c, b), absent, absent)

	// Who cannot make what an operation accepts still accepts it.
	b.lacks = map[string]error{"ecdsa-p256/sign": provider.ErrUnsupported}
	statuses(t, check(t, caseOf(t, "ecdsa-p256", catalog.OpVerify), newFake("a"), b), match, match, match)
	statuses(t, check(t, caseOf(t, "ecdsa-p256", catalog.OpSign), newFake("a"), b), match, match, absent)
	// Nobody makes it.
	statuses(t, check(t, caseOf(t, "ecdsa-p256", catalog.OpVerify), b), refused, refused)
}

// TestPanic wants a library that panics to end as crashed, alone, and the hook to
// have named it.
func TestPanic(t *testing.T) {
	b := newFake("b")
	b.do = func(_ int, _ catalog.Case, in catalog.Inputs, _ provider.Boundary) error {
		_ = in.Message[:1][0]
		return nil
	}
	var order []string
	o := Options{Before: func(p string) { order = append(order, p) }}
	v := Case(context.Background(), providers(newFake("a"), b, newFake("c")), caseOf(t, "sha256", catalog.OpSum), o)
	statuses(t, v, match, match, crashed, match)
	if a, _ := v.Answer("b"); !strings.Contains(a.Why, "0 bytes: crashed: panic: runtime error: slice bounds out of range") {
		t.Errorf("why %q", a.Why)
	}
	if order[0] != "a" || !slices.Contains(order, "b") {
		t.Errorf("named were %q", order)
	}
}

// TestNoSenselessCost wants a cost or size that means nothing to reach no
// library.
func TestNoSenselessCost(t *testing.T) {
	for _, c := range []catalog.Case{
		{Op: catalog.OpDerive, Cost: 0}, {Op: catalog.OpDerive, Cost: -1}, {Op: catalog.OpSum, Size: -1},
	} {
		id := "sha256"
		if c.Op == catalog.OpDerive {
			id = "pbkdf2-hmac-sha256"
		}
		c.Algorithm, _ = catalog.Find(id)
		f := newFake("a")
		v := check(t, c, f)
		statuses(t, v, refused, refused)
		if f.calls > 0 || !strings.Contains(v.Answers[0].Why, ErrInput.Error()) {
			t.Errorf("%d calls, why %q", f.calls, v.Answers[0].Why)
		}
		if _, _, err := Prepare(providers(f), c); err == nil || f.calls > 0 {
			t.Errorf("Prepare: %v, %d calls", err, f.calls)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := newFake("a")
	v := Case(ctx, providers(f, newFake("b")), caseOf(t, "aes-128-cbc", catalog.OpEncrypt), Options{})
	statuses(t, v, unchecked, unchecked, unchecked)
	if f.calls > 0 {
		t.Errorf("%d calls after the end", f.calls)
	}
}

// TestVerdictJSON wants the names that records have.
func TestVerdictJSON(t *testing.T) {
	b, err := json.Marshal(check(t, caseOf(t, "sha256", catalog.OpSum), newFake("a"), newFake("b")))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"case":"sha256/op=sum/size=112"`, `"status":"match"`, `"answers":[{"provider":"a"`} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("no %s in %s", want, b)
		}
	}
}

func TestPrepare(t *testing.T) {
	for _, c := range toyCases() {
		b := newFake("b")
		b.lacks = map[string]error{"aes-128-gcm/seal": provider.ErrUnsupported}
		in, maker, err := Prepare(providers(b, newFake("c")), c)
		if err != nil {
			t.Errorf("%s: %v", c.Name(), err)
			continue
		}
		_, accepts := c.Op.Maker()
		want := ""
		if accepts {
			want = "b"
			if c.Algorithm.ID == "aes-128-gcm" {
				want = "c"
			}
		}
		if maker != want || (accepts && len(in.Received) == 0) {
			t.Errorf("%s: made by %q, want %q, %d bytes", c.Name(), maker, want, len(in.Received))
		}
		if c.Op == catalog.OpForged {
			out, err := toyGCM(c, in)
			if err != nil || out[0] != 0 {
				t.Errorf("%s: forgery is genuine", c.Name())
			}
		}
	}
	if _, _, err := Prepare(nil, caseOf(t, "aes-128-gcm", catalog.OpOpen)); err == nil {
		t.Error("nobody made it")
	}
}
