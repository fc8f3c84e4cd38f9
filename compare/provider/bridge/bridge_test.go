package bridge

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

func shim(status int64) Opener {
	return func(catalog.Case, catalog.Inputs) (*Routine, error) {
		return &Routine{Run: func(_ int64, ns *int64) int64 {
			if ns != nil {
				*ns = 7
			}
			return status
		}}, nil
	}
}

func loop(f func() error) Opener {
	return func(catalog.Case, catalog.Inputs) (*Routine, error) {
		return &Routine{Loop: func(int) error { return f() }}, nil
	}
}

func made(rows ...Row) Base {
	return New(Library{
		Name: "made", Prefix: "madebridge", Boundaries: provider.Boundaries(),
		Rows:   func() ([]Row, error) { return rows, nil },
		Absent: fmt.Errorf("%w: nobody wrote it", provider.ErrUnsupported),
		Info: func(missing error) provider.Info {
			if missing != nil {
				return provider.Info{Missing: missing.Error()}
			}
			return provider.Info{Version: "1"}
		},
		Words:  func(code int) string { return "words of " + fmt.Sprint(code) },
		Panics: "it panicked",
	})
}

func sum(t *testing.T) catalog.Case {
	t.Helper()
	a, ok := catalog.Find("sha256")
	if !ok {
		t.Fatal("no sha256")
	}
	return catalog.Case{Algorithm: a, Op: catalog.OpSum}
}

// TestRoutines goes through what a shim or a loop can come to, at each boundary.
func TestRoutines(t *testing.T) {
	const lib = 5<<8 | refused
	for name, tc := range map[string]struct {
		open  Opener
		wraps error
		says  string
	}{
		"works":            {shim(ok), nil, ""},
		"refuses":          {shim(lib), provider.ErrRefused, "words of 5 (5)"},
		"not built":        {shim(unsupported), provider.ErrNotBuilt, ""},
		"out of memory":    {shim(noMemory), provider.ErrRefused, "out of memory"},
		"a Go loop":        {loop(func() error { return nil }), nil, ""},
		"a Go error":       {loop(func() error { return errors.New("no such curve") }), provider.ErrRefused, "no such curve"},
		"a panic":          {loop(func() error { panic("fips") }), provider.ErrRefused, "it panicked: fips"},
		"a length of ours": {loop(func() error { return Length("key", 3, 4) }), provider.ErrNotOffered, "a key of 3 bytes, not of 4"},
	} {
		for _, b := range provider.Boundaries() {
			r, err := made(Row{Algorithm: "sha256", How: "x", Open: tc.open}).Open(sum(t), catalog.Inputs{}, b)
			if err != nil {
				t.Fatal(err)
			}
			inner, err := r.Do(2)
			if !errors.Is(err, tc.wraps) || err != nil && !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%s, %s: %v, want %v: %s", name, b, err, tc.wraps, tc.says)
			}
			if c := r.(*Routine).Run != nil && b == provider.Batch; c != (inner == 7) {
				t.Errorf("%s, %s: the inner clock says %d", name, b, inner)
			}
			if err := errors.Join(r.Close(), r.Close()); err != nil {
				t.Error(err)
			}
			if _, err := r.Do(1); !errors.Is(err, errClosed) {
				t.Errorf("%s, %s: a closed routine says %v", name, b, err)
			}
		}
	}
}

func TestSupports(t *testing.T) {
	absent := fmt.Errorf("%w: two cgo calls an iteration", provider.ErrNotOffered)
	p := made(Row{Algorithm: "sha256", How: "Sum", Does: "copies it", Open: shim(ok)}, Row{Algorithm: "sha1", Absent: absent})
	for id, want := range map[string]error{"sha256": nil, "sha1": provider.ErrNotOffered, "md5": provider.ErrUnsupported} {
		a, _ := catalog.Find(id)
		how, err := p.Supports(a, catalog.OpSum)
		if !errors.Is(err, want) || (err == nil) != (how == "Sum") {
			t.Errorf("%s: %q, %v", id, how, err)
		}
		if does := p.Details(a, catalog.OpSum); (does == "copies it") != (err == nil) {
			t.Errorf("%s: details %q", id, does)
		}
		c := catalog.Case{Algorithm: a, Op: catalog.OpSum}
		if _, opened := p.Open(c, catalog.Inputs{}, provider.Call); !errors.Is(opened, want) {
			t.Errorf("%s: Open: %v", id, opened)
		}
	}
	if _, err := p.Open(sum(t), catalog.Inputs{}, "moon"); !errors.Is(err, provider.ErrNotOffered) {
		t.Errorf("a boundary that is none: %v", err)
	}
}

func TestMissingLibrary(t *testing.T) {
	why := fmt.Errorf("%w: compiled without it", provider.ErrNotBuilt)
	p := New(Library{
		Name: "gone", Prefix: "gonebridge", Rows: func() ([]Row, error) { return nil, why },
		Info: func(missing error) provider.Info { return provider.Info{Missing: missing.Error()} },
	})
	if _, err := p.Supports(sum(t).Algorithm, catalog.OpSum); !errors.Is(err, provider.ErrNotBuilt) {
		t.Error(err)
	}
	if i := p.Info(); i.Name != "gone" || !strings.Contains(i.Missing, "compiled without it") {
		t.Errorf("%+v", i)
	}
}

// TestWrongRows asks that a row nobody can reach, or that says two things, ends the program.
func TestWrongRows(t *testing.T) {
	good := Row{Algorithm: "sha256", How: "Sum", Open: shim(ok)}
	for name, rows := range map[string][]Row{
		"twice":                {good, good},
		"unknown algorithm":    {{Algorithm: "sha257", How: "Sum", Ops: []catalog.Operation{catalog.OpSum}, Open: shim(ok)}},
		"unknown operation":    {{Algorithm: "sha256", How: "Sum", Ops: []catalog.Operation{catalog.OpSeal}, Open: shim(ok)}},
		"no opener":            {{Algorithm: "sha256", How: "Sum"}},
		"no words":             {{Algorithm: "sha256", Open: shim(ok)}},
		"a reason and answers": {{Algorithm: "sha256", How: "Sum", Open: shim(ok), Absent: provider.ErrUnsupported}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing is wrong with it", name)
				}
			}()
			_, _ = made(rows...).Supports(sum(t).Algorithm, catalog.OpSum)
		}()
	}
}

// TestCheck opens a case whose inputs do not fit it, or that sets what the row does not hand on.
func TestCheck(t *testing.T) {
	a, _ := catalog.Find("aes-128-gcm")
	good := catalog.Case{Algorithm: a, Op: catalog.OpOpen, Size: 1}
	for name, tc := range map[string]struct {
		takes  Params
		change func(c *catalog.Case, in *catalog.Inputs)
		says   string
	}{
		"nothing":                  {0, func(*catalog.Case, *catalog.Inputs) {}, ""},
		"a short key":              {0, func(_ *catalog.Case, in *catalog.Inputs) { in.Key = in.Key[1:] }, "a key of 15 bytes, not of 16"},
		"a long nonce":             {0, func(_ *catalog.Case, in *catalog.Inputs) { in.Nonce = make([]byte, 13) }, "a nonce of 13 bytes, not of 12"},
		"a nonce as said":          {0, func(c *catalog.Case, in *catalog.Inputs) { c.Algorithm.NonceLen, in.Nonce = 0, nil }, ""},
		"less than a tag":          {0, func(_ *catalog.Case, in *catalog.Inputs) { in.Received = in.Received[:15] }, "a message of -1 bytes"},
		"another tag":              {0, func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.TagLen = 12 }, "a tag of 12 bytes"},
		"a tag that is handed":     {TagLen, func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.TagLen = 12 }, ""},
		"a context":                {TagLen, func(_ *catalog.Case, in *catalog.Inputs) { in.Context = []byte{1} }, "a context"},
		"an empty context":         {0, func(_ *catalog.Case, in *catalog.Inputs) { in.Context = []byte{} }, ""},
		"randomness":               {0, func(_ *catalog.Case, in *catalog.Inputs) { in.Random = []byte{} }, "randomness"},
		"randomness handed on":     {Random | Context, func(_ *catalog.Case, in *catalog.Inputs) { in.Random = []byte{} }, ""},
		"a hash nobody said":       {0, func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.MGF = "sha1" }, `MGF "sha1"`},
		"a message of that length": {0, func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.Step = 16 }, "a message of 1 bytes"},
	} {
		c := good
		in, err := catalog.NewInputs(c)
		if err != nil {
			t.Fatal(err)
		}
		in.Received = make([]byte, 17)
		tc.change(&c, &in)
		r := Row{Algorithm: a.ID, Ops: []catalog.Operation{c.Op}, How: "x", Takes: tc.takes, Open: shim(ok)}
		switch _, err := made(r).Open(c, in, provider.Call); {
		case tc.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tc.says != "" && (!errors.Is(err, provider.ErrNotOffered) || !strings.Contains(err.Error(), tc.says)):
			t.Errorf("%s: %v, want %s", name, err, tc.says)
		}
	}
}
