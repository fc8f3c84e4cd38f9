package providertest

import (
	"bytes"
	"errors"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// inputs are the catalogue's for c, with what the other side made, by p
// itself, where c reads it. ok is false, and said, where that cannot be made.
func (s suite) inputs(r reporter, c catalog.Case) (in catalog.Inputs, ok bool) {
	in, err := catalog.NewInputs(c)
	if err != nil {
		r.Errorf("%s: inputs: %v", c.Name(), err)
		return in, false
	}
	maker, has := c.Op.Maker()
	if !has {
		return in, true
	}
	if _, err := s.p.Supports(c.Algorithm, maker); err != nil {
		return in, true // nothing to accept; Open is still asked what it says
	}
	made, err := s.make(c, maker, in, provider.Call)
	if err != nil {
		r.Errorf("%s: %s, which makes its input: %v", c.Name(), maker, err)
		return in, false
	}
	if maker == catalog.OpEncap {
		made = made[min(c.Algorithm.OutLen, len(made)):]
	}
	if c.Op == catalog.OpForged && len(made) > 0 {
		made[len(made)/2] ^= 0x10
	}
	in.Received = catalog.Aligned(made)
	return in, true
}

// make has maker make what c reads, once for c where that is slow.
func (s suite) make(c catalog.Case, maker catalog.Operation, in catalog.Inputs, b provider.Boundary) ([]byte, error) {
	name := c.Name() + " " + string(b)
	if made, ok := s.made[name]; ok {
		return bytes.Clone(made), nil
	}
	made, err := s.once(with(c, maker), in, b)
	if err == nil && slow(c.Algorithm, maker) {
		s.made[name] = bytes.Clone(made)
	}
	return made, err
}

// with is c with another operation.
func with(c catalog.Case, op catalog.Operation) catalog.Case {
	c.Op = op
	return c
}

// once does c one time in a routine of its own and returns a copy of the
// output. A panic is an error.
func (s suite) once(c catalog.Case, in catalog.Inputs, b provider.Boundary) ([]byte, error) {
	return s.do(c, in, b, 1)
}

// do is once for several calls, of so many operations each.
func (s suite) do(c catalog.Case, in catalog.Inputs, b provider.Boundary, calls ...int) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{p}
		}
	}()
	rt, err := s.p.Open(c, in, b)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()
	for _, n := range calls {
		if _, err := rt.Do(n); err != nil {
			return nil, err
		}
	}
	return bytes.Clone(rt.Output()), nil
}

// panicked is what was thrown where an error was due.
type panicked struct{ value any }

func (p panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// clone is in with its own copies, so that a change to them can be seen.
func clone(in catalog.Inputs) catalog.Inputs {
	for _, f := range fields(&in) {
		if *f != nil {
			*f = append(make([]byte, 0, len(*f)), *f...)
		}
	}
	return in
}

// fields are the byte strings of in.
func fields(in *catalog.Inputs) []*[]byte {
	return []*[]byte{&in.Message, &in.Key, &in.Nonce, &in.AAD, &in.Salt, &in.Info, &in.Public, &in.Received, &in.Context, &in.Random}
}

// changed says whether any byte string of in differs from before.
func changed(in, before catalog.Inputs) bool {
	now, then := fields(&in), fields(&before)
	for i := range now {
		if !bytes.Equal(*now[i], *then[i]) {
			return true
		}
	}
	return false
}
