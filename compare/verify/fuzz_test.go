package verify

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

func fuzz(t testing.TB, id string, op catalog.Operation, o FuzzOptions, fakes ...*fake) FuzzReport {
	t.Helper()
	a, ok := catalog.Find(id)
	if !ok {
		t.Fatalf("no algorithm %s", id)
	}
	return Fuzz(context.Background(), providers(fakes...), a, op, o)
}

func TestFuzzFindsNothing(t *testing.T) {
	for _, c := range toyCases() {
		if c.Algorithm.ID == "rsa-2048" {
			continue // makes a key of two seconds each time
		}
		r := fuzz(t, c.Algorithm.ID, c.Op, FuzzOptions{Seed: 7, Iterations: 30}, newFake("a"), newFake("b"), newFake("c"))
		if len(r.Failures) > 0 {
			t.Errorf("%s: %+v", c.Name(), r.Failures)
		}
		want := 30
		if c.Op == catalog.OpRead || c.Op == catalog.OpCall {
			want = 0
		}
		if r.Iterations != want {
			t.Errorf("%s: %d iterations", c.Name(), r.Iterations)
		}
	}
}

// TestFuzzMinimises hides a fault behind a length and a byte, and wants the
// smallest input that shows it, twice the same.
func TestFuzzMinimises(t *testing.T) {
	bad := func() *fake {
		b := newFake("b")
		b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
			if len(in.Message) >= 48 && in.Message[20]&1 == 1 && len(in.AAD) > 2 {
				return spoil(out, len(out)-1), err
			}
			return out, err
		}
		return b
	}
	o := FuzzOptions{Seed: 3, Iterations: 500}
	r := fuzz(t, "aes-128-gcm", catalog.OpSeal, o, newFake("a"), bad(), newFake("c"))
	if len(r.Failures) != 1 || !r.Failures[0].Minimised || r.Iterations != o.Iterations {
		t.Fatalf("not found once, not made small, or stopped there: %+v", r)
	}
	f := r.Failures[0]
	if f.Who != "b" || f.What != string(WrongOutput) || f.Times < 2 {
		t.Errorf("%+v", f)
	}
	if len(f.Inputs["msg"]) != 2*48 || len(f.Inputs["aad"]) != 2*3 || strings.Count(f.Inputs["msg"], "00") < 40 {
		t.Errorf("not the smallest: %v", f.Inputs)
	}
	if f.Verdict.Status != mismatch || f.Verdict.Answers[1].Status != mismatch {
		t.Errorf("verdict %+v", f.Verdict)
	}
	again := fuzz(t, "aes-128-gcm", catalog.OpSeal, FuzzOptions{Seed: 3, From: f.Iteration, Iterations: 1}, newFake("a"), bad(), newFake("c"))
	if len(again.Failures) == 0 || again.Failures[0].Inputs["msg"] != f.Inputs["msg"] {
		t.Errorf("iteration %d alone does not show it again: %+v", f.Iteration, again)
	}
}

func TestFuzzFaults(t *testing.T) {
	for _, tt := range []struct {
		id    string
		op    catalog.Operation
		fault func(b *fake)
	}{
		{"hmac-sha256", catalog.OpMAC, func(b *fake) {
			b.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte {
				if c.Algorithm.KeyLen == 0 {
					return spoil(out, 0)
				}
				return out
			}
		}},
		{"pbkdf2-hmac-sha256", catalog.OpDerive, func(b *fake) {
			b.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte {
				if c.Algorithm.OutLen > 64 {
					return spoil(out, 64)
				}
				return out
			}
		}},
		{"x25519", catalog.OpAgree, func(b *fake) {
			b.output = at(catalog.OpAgree, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return trim(out) })
		}},
		{"aes-128-gcm", catalog.OpOpen, func(b *fake) {
			b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if c.Op == catalog.OpOpen && err != nil {
					return nil, nil
				}
				return out, err
			}
		}},
		{"aes-128-cbc", catalog.OpEncrypt, func(b *fake) {
			b.do = func(_ int, _ catalog.Case, in catalog.Inputs, _ provider.Boundary) error {
				if len(in.Message) > 2000 {
					panic("too long")
				}
				return nil
			}
		}},
	} {
		t.Run(tt.id, func(t *testing.T) {
			b := newFake("b")
			tt.fault(b)
			r := fuzz(t, tt.id, tt.op, FuzzOptions{Seed: 1, Iterations: 3000}, newFake("a"), b)
			if len(r.Failures) == 0 {
				t.Fatalf("not found in %d iterations", r.Iterations)
			}
			for _, f := range r.Failures {
				t.Logf("iteration %d, minimised %t, %s: %s: %v cost %d length %d\n%v", f.Iteration, f.Minimised, f.Who, f.What, f.Inputs, f.Cost, f.Length, f.Verdict.Details)
			}
		})
	}
}

// TestFuzzGoesOn has b wrong in three ways about messages, and c in one. Each is told once, however often it is met, also by a search that
// goes on after another.
func TestFuzzGoesOn(t *testing.T) {
	wrong := func() []provider.Provider {
		b, c := newFake("b"), newFake("c")
		b.output = func(call int, _ catalog.Case, _ provider.Boundary, out []byte) []byte {
			if out[0] < 40 || call > 0 {
				return spoil(out, min(call, 1))
			}
			return out
		}
		c.output = func(_ int, _ catalog.Case, _ provider.Boundary, out []byte) []byte {
			if out[1] < 40 {
				return spoil(out, 7)
			}
			return out
		}
		return providers(newFake("a"), b, c, newFake("d"))
	}
	a, _ := catalog.Find("sha256")
	search := func(o FuzzOptions) FuzzReport {
		return Fuzz(context.Background(), wrong(), a, catalog.OpSum, o)
	}
	all := search(FuzzOptions{Seed: 1, Iterations: 400})
	var found []string
	for _, f := range all.Failures {
		found = append(found, f.Who+" "+f.What)
		if f.Known != "" || !f.Minimised {
			t.Errorf("%+v", f)
		}
	}
	slices.Sort(found)
	if want := []string{"b " + laterCall, "b " + otherContext, "b " + string(WrongOutput), "c " + string(WrongOutput)}; !slices.Equal(found, want) || all.Iterations != 400 {
		t.Fatalf("found %q in %d inputs, want %q", found, all.Iterations, want)
	}
	parts := search(FuzzOptions{Seed: 1, Iterations: 150})
	parts.Add(search(FuzzOptions{Seed: 1, From: 150, Iterations: 250, Found: parts.Told()}))
	for i, f := range all.Failures {
		if p := parts.Failures[i]; p.Times != f.Times || p.Iteration != f.Iteration || len(p.Verdict.Answers) == 0 {
			t.Errorf("in two parts %+v, at once %+v", p, f)
		}
	}
}

// TestFuzzEnds has more ways of going wrong than are told.
func TestFuzzEnds(t *testing.T) {
	var names []*fake
	for i := range 2 * MostFindings {
		f := newFake(string(rune('b' + i)))
		f.output = func(_ int, _ catalog.Case, _ provider.Boundary, out []byte) []byte {
			if int(out[0])%(2*MostFindings) == i {
				return spoil(out, 9)
			}
			return out
		}
		names = append(names, f)
	}
	r := fuzz(t, "sha256", catalog.OpSum, FuzzOptions{Seed: 1, Iterations: 5000}, names...)
	if len(r.Failures) != MostFindings || r.Iterations == 5000 {
		t.Errorf("%d findings in %d inputs", len(r.Failures), r.Iterations)
	}
}

func TestFuzzTellsWhere(t *testing.T) {
	var last []int
	o := FuzzOptions{Seed: 5, From: 3, Iterations: 2}
	o.Each = func(i int, so FuzzReport) error { last = append(last, i, so.Iterations); return nil }
	fuzz(t, "sha256", catalog.OpSum, o, newFake("a"))
	if !slices.Equal(last, []int{3, 0, 4, 1}) {
		t.Errorf("told %d", last)
	}
	o.Each = func(int, FuzzReport) error { return errToy }
	if r := fuzz(t, "sha256", catalog.OpSum, o, newFake("a")); r.Iterations != 0 {
		t.Errorf("went on: %+v", r)
	}
}

func TestFuzzDuration(t *testing.T) {
	start := time.Now()
	r := fuzz(t, "sha256", catalog.OpSum, FuzzOptions{Duration: 20 * time.Millisecond}, newFake("a"), newFake("b"))
	if len(r.Failures) > 0 || time.Since(start) > 10*time.Second {
		t.Errorf("%+v after %v", r, time.Since(start))
	}
	if r := fuzz(t, "md4", catalog.OpSum, FuzzOptions{}, newFake("a")); len(r.Providers) != 0 || r.Iterations != 0 {
		t.Errorf("nobody offers it: %+v", r)
	}
}

// FuzzDescend wants descend to end at a value that fails, and at the least
// one where failing is a matter of size alone.
func FuzzDescend(f *testing.F) {
	f.Add(10, 3)
	f.Add(0, 0)
	f.Add(70000, 69999)
	f.Fuzz(func(t *testing.T, n, least int) {
		if n < 0 || least < 0 || least > n || n > 1<<30 {
			t.Skip()
		}
		tries := 0
		got := descend(n, func(i int) bool { tries++; return i >= least })
		if got != least || tries > 200 {
			t.Errorf("descend from %d: %d after %d tries, want %d", n, got, tries, least)
		}
	})
}

// FuzzDifference wants the description of any two outputs to be short and to
// name a byte in which they differ.
func FuzzDifference(f *testing.F) {
	f.Add([]byte("abc"), []byte("abd"))
	f.Add([]byte{}, []byte{1})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		at := firstDifference(a, b)
		if at < min(len(a), len(b)) && a[at] == b[at] {
			t.Errorf("%x and %x are equal at %d", a, b, at)
		}
		if s := differ(keep(a), keep(b)); len(s) > 700 {
			t.Errorf("%d bytes: %s", len(s), s)
		}
	})
}

// TestFuzzHostile has b go wrong about what only hostile inputs reach: a peer of small value, and keys with coefficients of q or
// more. What is found can be put to the libraries as a vector, and fails there too.
func TestFuzzHostile(t *testing.T) {
	for id, op := range map[string]catalog.Operation{"x25519": catalog.OpAgree, "ml-kem-768": catalog.OpEncap} {
		b := newFake("b")
		b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
			switch {
			case c.Op == catalog.OpAgree && err == nil && bytes.Count(in.Received, []byte{0}) > 20:
				return spoil(out, 3), nil
			case c.Op == catalog.OpEncap && err != nil:
				return make([]byte, 32+1088), nil
			}
			return out, err
		}
		ps := providers(newFake("a"), b, newFake("c"))
		a, _ := catalog.Find(id)
		r := Fuzz(context.Background(), ps, a, op, FuzzOptions{Seed: 1, Iterations: 500})
		if len(r.Failures) == 0 || r.Failures[0].Vector == nil {
			t.Errorf("%s: nothing found in %d inputs", id, r.Iterations)
			continue
		}
		statuses(t, Given(context.Background(), ps, *r.Failures[0].Vector, Options{}), mismatch, match, mismatch, match)
	}
}
