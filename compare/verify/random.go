package verify

import (
	"bytes"
	"slices"

	"cryptogap/compare/catalog"
)

// Random bytes are judged by what cannot happen by chance: equal blocks, and a
// position that has the same value in every output.
const (
	randomBlock   = 32      // bytes: two of these are never equal
	randomOutputs = 16      // outputs taken, one position of which all have the same value once in 256^15
	randomMost    = 1 << 16 // bytes: of larger outputs two are taken, and their ends looked at
)

// read verifies a random number generator, at the measured size and at odd
// ones.
func (s *session) read(c catalog.Case, in catalog.Inputs) {
	seen := make(map[[randomBlock]byte]*library)
	for _, l := range s.answering() {
		for _, size := range []int{c.Size, 0, 1, 15, 17, 33, 1000} {
			v := c
			v.Size = size
			if s.over() || !s.readSize(l, v, in, size == c.Size, seen) {
				break
			}
		}
	}
	if len(s.answering()) > 1 {
		s.crossed = true
	}
}

// readSize reports false once l has no more part in the case.
func (s *session) readSize(l *library, c catalog.Case, in catalog.Inputs, measured bool, seen map[[randomBlock]byte]*library) bool {
	want := randomOutputs
	if c.Size > randomMost {
		want = 2
	}
	var calls []int
	for i := range want / 2 {
		calls = append(calls, 1+i%2)
	}
	for _, b := range thorough.boundaries(l) {
		var outs [][]byte
		err := l.run(c, in, b, slices.Concat(calls, calls), func(_ int, out []byte) {
			outs = append(outs, slices.Clone(out))
		})
		if err != nil {
			s.refusal(l, trial{c: c, label: label(c, in), measured: measured}, b, err, false)
			return l.status == ""
		}
		l.answered = true
		s.judge(l, c, outs, seen)
	}
	return true
}

// judge looks for what is not random in outputs of l.
func (s *session) judge(l *library, c catalog.Case, outs [][]byte, seen map[[randomBlock]byte]*library) {
	for _, out := range outs {
		s.checks++
		if len(out) != c.Size {
			s.fault(l, string(WrongOutput), "%s: %s: gave %d bytes", l.Name(), c.Name(), len(out))
			return
		}
		if len(out) > randomMost {
			out = slices.Concat(out[:randomMost/2], out[len(out)-randomMost/2:])
		}
		for block := range slices.Chunk(out, randomBlock) {
			if len(block) < randomBlock {
				break
			}
			key := [randomBlock]byte(block)
			if by, ok := seen[key]; ok {
				s.fault(l, notRandom, "%s: %s: gave a block of %d bytes that %s had given before: %x", l.Name(), c.Name(), randomBlock, by.Name(), block)
				return
			}
			seen[key] = l
		}
	}
	if len(outs) < randomOutputs {
		return
	}
	for i := range c.Size {
		column := make([]byte, len(outs))
		for j, out := range outs {
			column[j] = out[i]
		}
		if bytes.Count(column, column[:1]) == len(column) {
			s.fault(l, notRandom, "%s: %s: byte %d is %#02x in each of %d outputs", l.Name(), c.Name(), i, column[0], len(column))
			return
		}
	}
}
