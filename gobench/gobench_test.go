package gobench

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

func once(c catalog.Case, in catalog.Inputs) (out []byte, err error) {
	r, err := New().Open(c, in, provider.Call)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if _, err := r.Do(1); err != nil {
		return nil, err
	}
	return bytes.Clone(r.Output()), nil
}

// TestAbsent holds the list of what Go does not have, so that no row is lost
// unseen.
func TestAbsent(t *testing.T) {
	var got []string
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			if _, err := New().Supports(a, op); err != nil {
				got = append(got, a.ID+" "+string(op))
			}
		}
	}
	want := []string{"rng-nonce read", "idea-cbc encrypt", "idea-cbc decrypt", "argon2d derive"}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("absent: %q, want %q", got, want)
	}
}

// TestNoAllocs asks that nothing is allocated where the packages need not.
func TestNoAllocs(t *testing.T) {
	free := func(a catalog.Algorithm, op catalog.Operation) bool {
		switch a.Kind {
		case catalog.KindCrossing, catalog.KindRNG, catalog.KindHash, catalog.KindXOF:
			return true
		case catalog.KindMAC:
			return op == catalog.OpMAC && !strings.HasPrefix(a.ID, "cmac-") || a.Hash == "" && !strings.HasPrefix(a.ID, "cmac-")
		case catalog.KindCipher:
			return strings.HasSuffix(a.ID, "-cbc") || strings.HasSuffix(a.ID, "-ecb") || slices.Contains([]string{"chacha20", "salsa20", "rc4"}, a.ID)
		case catalog.KindAEAD:
			return (strings.HasSuffix(a.ID, "-gcm") || strings.HasSuffix(a.ID, "chacha20-poly1305")) && (op == catalog.OpSeal || op == catalog.OpOpen)
		}
		return false
	}
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			if _, err := New().Supports(a, op); err != nil || !free(a, op) {
				continue
			}
			c := catalog.Case{Algorithm: a, Op: op, Size: 256}
			in, err := catalog.NewInputs(c)
			if err != nil {
				t.Fatal(err)
			}
			if maker, ok := op.Maker(); ok {
				made := c
				made.Op = maker
				if in.Received, err = once(made, in); err != nil {
					t.Errorf("%s: %v", made.Name(), err)
				}
			}
			r, err := New().Open(c, in, provider.Call)
			if err != nil {
				t.Errorf("%s: %v", c.Name(), err)
				continue
			}
			if n := testing.AllocsPerRun(10, func() { _, err = r.Do(2) }); n != 0 || err != nil {
				t.Errorf("%s: %v allocations, %v", c.Name(), n, err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFIPSOnly runs this test again in FIPS 140-3 mode, in which packages
// panic or err where they refuse: every operation works or is refused in words.
func TestFIPSOnly(t *testing.T) {
	const only = "fips140=only"
	if os.Getenv("GODEBUG") != only {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFIPSOnly$", "-test.short")
		cmd.Env = append(os.Environ(), "GODEBUG="+only)
		out, err := cmd.CombinedOutput()
		if bytes.Contains(out, []byte("fips140: ")) {
			t.Skipf("this build has no FIPS 140-3 mode: %s", out) // under the address sanitizer
		}
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if state := fipsState(); !strings.HasPrefix(state, "only, module ") {
		t.Errorf("state %q", state)
	}
	if w := warnings(nil); len(w) != 1 || !strings.Contains(w[0], "FIPS 140-3") {
		t.Errorf("warnings %q", w)
	}
	refused := 0
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			c := catalog.Case{Algorithm: a, Op: op, Size: 64}
			if a.Kind == catalog.KindKDF {
				c.Cost = min(a.Costs[0], 1024)
			}
			if op == catalog.OpKeygen && a.Bits > 2048 || strings.HasPrefix(a.ID, "slh-dsa") {
				continue // slow
			}
			in, err := catalog.NewInputs(c)
			if err != nil {
				t.Fatal(err)
			}
			if maker, ok := op.Maker(); ok {
				made := c
				made.Op = maker
				if in.Received, err = once(made, in); err != nil {
					continue // has been looked at
				}
				if op == catalog.OpDecap && len(in.Received) > a.OutLen {
					in.Received = in.Received[a.OutLen:]
				}
			}
			switch _, err = once(c, in); {
			case errors.Is(err, provider.ErrRefused):
				refused++
			case err != nil && !errors.Is(err, provider.ErrUnsupported):
				t.Errorf("%s: %v", c.Name(), err)
			case err == nil && a.ID == "md5":
				t.Errorf("%s works", c.Name())
			case err != nil && a.ID == "sha256":
				t.Errorf("%s: %v", c.Name(), err)
			}
		}
	}
	if refused < 10 {
		t.Errorf("%d operations refused", refused)
	}
}
