package verify

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// errNobody says that no library can make the input that an operation needs.
var errNobody = errors.New("verify: no library makes what this operation accepts")

// A made is what one library made for the others.
type made struct {
	lib   *library
	by    []*library // all that made the same bytes; lib is the first
	label string     // "call 2 at the batch boundary"
	bytes []byte     // the operation's output
}

// accepting returns the operations that take what op makes. Symmetric
// ones accept from each other's makers too.
func accepting(a catalog.Algorithm, op catalog.Operation) []catalog.Operation {
	var ops []catalog.Operation
	for _, o := range a.Ops {
		if m, ok := o.Maker(); ok && m == op && o != catalog.OpForged && !a.Variant(o) {
			ops = append(ops, o)
		}
	}
	return ops
}

// making runs the making operation mc on each of libs that offers it, with
// effort e, and returns everything they made.
func (s *session) making(libs []*library, mc catalog.Case, in catalog.Inputs, e effort, fail func(l *library, b provider.Boundary, err error)) []made {
	var all []made
	for _, l := range libs {
		if s.over() {
			break
		}
		guard := watch(in)
		for _, b := range e.boundaries(l) {
			err := l.run(mc, in, b, e.calls, func(call int, out []byte) {
				all = append(all, made{lib: l, by: []*library{l}, bytes: slices.Clone(out), label: fmt.Sprintf("call %d at the %s boundary", call+1, b)})
			})
			if guard.restore() {
				s.fault(l, wroteInputs, "%s: %s: wrote to its inputs at the %s boundary", l.Name(), mc.Name(), b)
			}
			if err != nil {
				fail(l, b, err)
				break
			}
		}
	}
	return all
}

// distinct merges what is the same bytes.
func distinct(all []made) []made {
	var out []made
	for _, m := range all {
		i := slices.IndexFunc(out, func(o made) bool { return bytes.Equal(o.bytes, m.bytes) })
		if i < 0 {
			out = append(out, m)
			continue
		}
		if !slices.Contains(out[i].by, m.lib) {
			out[i].by = append(out[i].by, m.lib)
		}
	}
	return out
}

// receive returns inputs with which an accepting operation takes what was
// made from in, and the answer it must give.
func receive(a catalog.Algorithm, op catalog.Operation, in catalog.Inputs, made []byte) (catalog.Inputs, output, error) {
	want := in.Message
	switch op {
	case catalog.OpVerify:
		want = []byte{1}
	case catalog.OpForged:
		want = []byte{0}
	case catalog.OpDecap:
		if len(made) < a.OutLen {
			return in, output{}, fmt.Errorf("verify: %s made %d bytes, fewer than the shared secret has", a.ID, len(made))
		}
		want, made = made[:a.OutLen], made[a.OutLen:]
	}
	in.Received = catalog.Aligned(made)
	if op == catalog.OpForged {
		in.Received = flip(in.Received, len(in.Received)-1)
	}
	return in, keep(want), nil
}

// flip returns a copy of p in which the lowest bit of byte i is wrong.
func flip(p []byte, i int) []byte {
	p = catalog.Aligned(p)
	if i >= 0 && i < len(p) {
		p[i] ^= 1
	}
	return p
}

// An exchange is one matrix: every library makes, every library accepts.
type exchange struct {
	effort
	mc    catalog.Case // of the making operation
	in    catalog.Inputs
	label string
	keys  *library // who made the key pair; nil: a fixture

	measured bool // refusing to make ends a library's part in the case
	rare     bool // see variant
	makers   []*library
}

// exchange has x made by its makers and hands what each made to every library that offers an
// accepting operation. Where no two makes may be equal, it says so.
func (s *session) exchange(x exchange) {
	a := x.mc.Algorithm
	all := s.making(x.makers, x.mc, x.in, x.effort, func(l *library, b provider.Boundary, err error) {
		t := trial{c: x.mc, in: x.in, label: x.label, measured: x.measured, rare: x.rare, keys: x.keys,
			must: func(*library) bool { return x.keys != nil }}
		s.refusal(l, t, b, err, false)
	})
	for _, m := range all {
		m.lib.answered = true
	}
	if x.mc.Op == catalog.OpEncap || x.mc.Op == catalog.OpEncrypt {
		s.fresh(x, all)
	}
	for _, op := range accepting(a, x.mc.Op) {
		s.hand(op, x, all)
	}
}

// fresh wants encryptions that are random by design to differ.
func (s *session) fresh(x exchange, all []made) {
	if !x.mc.Algorithm.Draws(x.mc.Op) || x.in.Random != nil {
		return
	}
	for i, m := range all {
		s.checks++
		for _, o := range all[:i] {
			if bytes.Equal(m.bytes, o.bytes) {
				s.fault(m.lib, notRandom, "%s: %s, %s: %s made what %s %s had made, where each must be random",
					m.lib.Name(), x.mc.Name(), x.label, m.label, o.lib.Name(), o.label)
				break
			}
		}
	}
}

// hand gives everything that was made to every library that offers op.
func (s *session) hand(op catalog.Operation, x exchange, all []made) {
	a := x.mc.Algorithm
	c := x.mc
	c.Op = op
	could := make(map[*library]bool)
	for _, m := range all {
		could[m.lib] = true
	}
	makers := s.offering(a, x.mc.Op)
	must := func(l *library) bool { return x.keys != nil || could[l] || !slices.Contains(makers, l) }
	for _, m := range distinct(all) {
		in, want, err := receive(a, op, x.in, m.bytes)
		if err != nil {
			s.fault(m.lib, string(WrongOutput), "%s: %s, %s: %v", m.lib.Name(), x.mc.Name(), m.label, err)
			continue
		}
		s.alike(trial{effort: once, c: c, in: in, label: x.label, libs: s.offering(a, op),
			want: &want, makers: m.by, keys: x.keys, must: must, rare: x.rare})
	}
}

// Prepare returns the inputs with which c is measured. Where c accepts what
// another made, Received is made by the first of ps that is able to, which maker names; a
// forgery is then put into it.
func Prepare(ps []provider.Provider, c catalog.Case) (in catalog.Inputs, maker string, err error) {
	if err := sane(c); err != nil {
		return in, "", err
	}
	if in, err = catalog.NewInputs(c); err != nil {
		return in, "", err
	}
	op, ok := c.Op.Maker()
	if !ok {
		return in, "", nil
	}
	mc := c
	mc.Op = op
	err = errNobody
	for _, p := range ps {
		l := &library{Provider: p}
		if _, e := p.Supports(c.Algorithm, op); e != nil {
			continue
		}
		var out []byte
		e := l.run(mc, in, provider.Call, []int{1}, func(_ int, p []byte) { out = slices.Clone(p) })
		if e == nil {
			var received catalog.Inputs
			if received, _, e = receive(c.Algorithm, c.Op, in, out); e == nil {
				return received, p.Name(), nil
			}
		}
		err = fmt.Errorf("%w; %s: %w", err, p.Name(), e)
	}
	return in, "", err
}
