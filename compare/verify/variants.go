package verify

import (
	"bytes"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
)

// A variant is the case with other inputs than the measured ones: a length at
// which implementations change their path, or a value that has caught one.
type variant struct {
	c     catalog.Case
	in    catalog.Inputs
	label string
	light bool   // one of many: each library is asked once
	often bool   // also repeated many times, and between operations of other contexts
	forge bool   // also forged in every way
	rare  bool   // a parameter that few bindings hand on: not offering it is not worth a word
	wrong string // why nobody may take it; "": it is valid
}

// variants returns the inputs c is measured with, and then those around it.
func variants(c catalog.Case) ([]variant, error) {
	in, err := catalog.NewInputs(c)
	if err != nil {
		return nil, err
	}
	all := []variant{{c: c, in: in, label: label(c, in)}}
	v := varier{base: c, all: &all}
	a := c.Algorithm
	switch a.Kind {
	case catalog.KindHash, catalog.KindXOF:
		v.sizes(lengths(a))
	case catalog.KindMAC:
		v.sizes(lengths(a))
		v.hmacKeys()
	case catalog.KindCipher:
		v.sizes(lengths(a))
		v.counters()
	case catalog.KindAEAD:
		v.sizes(lengths(a))
		v.associated()
		v.counters()
	case catalog.KindKDF:
		v.derivations()
	case catalog.KindSignature, catalog.KindPKE:
		v.messages()
		v.contexts()
	}
	v.short()
	before := len(all)
	if c.Op == c.Op.Standing() && c.Op != catalog.OpForged {
		v.many()
	}
	v.randomness()
	for i := before; i < len(all); i++ {
		all[i].light = true
	}
	return all, v.err
}

func label(c catalog.Case, in catalog.Inputs) string {
	switch {
	case c.Cost != 0:
		return fmt.Sprintf("cost %d", c.Cost)
	case c.Algorithm.Sized():
		return fmt.Sprintf("%d bytes", c.Size)
	}
	return fmt.Sprintf("message of %d bytes", len(in.Message))
}

// lengths returns message lengths around the boundaries of an algorithm's block:
// where a block fills, where the padding of a hash no longer fits, and where an
// implementation goes over to 4, 8, 16 or 32 blocks at once. The algorithm takes them all.
func lengths(a catalog.Algorithm) []int {
	block := max(a.BlockLen, 1)
	all := []int{0, 1, block - 17, block - 16, block - 9, block - 8}
	for _, n := range []int{1, 2, 3, 4, 8, 16, 32} {
		all = append(all, n*block-1, n*block, n*block+1)
	}
	for i, n := range all {
		all[i] = a.Next(n)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type varier struct {
	base catalog.Case
	all  *[]variant
	err  error
}

// add makes the inputs of c, has change applied to them, and keeps them.
func (v *varier) add(c catalog.Case, label string, change func(c *catalog.Case, in *catalog.Inputs)) {
	in, err := catalog.NewInputs(c)
	if err != nil {
		v.err = err
		return
	}
	if change != nil {
		change(&c, &in)
	}
	*v.all = append(*v.all, variant{c: c, in: in, label: label})
}

// sized returns the case at n bytes, or the next length the algorithm takes.
func (v *varier) sized(n int) catalog.Case {
	c := v.base
	c.Size = c.Algorithm.Next(n)
	return c
}

func (v *varier) sizes(lengths []int) {
	for _, n := range lengths {
		if n != v.base.Size {
			v.add(v.sized(n), fmt.Sprintf("%d bytes", n), nil)
		}
	}
}

// hmacKeys varies the key around the hash's block, beyond which a key is
// hashed (RFC 2104 section 2).
func (v *varier) hmacKeys() {
	a := v.base.Algorithm
	if a.Hash == "" {
		return
	}
	for _, n := range []int{0, 1, a.BlockLen - 1, a.BlockLen, a.BlockLen + 1, 2*a.BlockLen + 1} {
		c := v.sized(a.BlockLen + 1)
		c.Algorithm.KeyLen = n
		v.add(c, fmt.Sprintf("key of %d bytes", n), nil)
	}
}

// associated varies the additional data around the blocks in which it is
// authenticated.
func (v *varier) associated() {
	for _, size := range []int{0, v.base.Algorithm.BlockLen + 1} {
		for _, n := range []int{0, 1, 12, 15, 16, 17, 32, 33, 64, 65, 129} {
			c := v.sized(size)
			c.Algorithm.AADLen = n
			v.add(c, fmt.Sprintf("%d bytes, additional data of %d", c.Size, n), nil)
		}
	}
}

// counters sets the nonce so that whatever counts from it carries: out of 32
// bits, out of 64, out of all. ChaCha20 counts apart.
func (v *varier) counters() {
	a := v.base.Algorithm
	const size = 1 << 10
	for _, ones := range []int{4, 8, a.NonceLen} {
		if ones <= a.NonceLen {
			v.add(v.sized(size), fmt.Sprintf("nonce that ends in %d bytes of ones", ones), func(_ *catalog.Case, in *catalog.Inputs) {
				copy(in.Nonce[a.NonceLen-ones:], bytes.Repeat([]byte{0xff}, ones))
			})
		}
	}
	if a.ID == "chacha20" {
		v.add(v.sized(size), "block counter from 1", func(_ *catalog.Case, in *catalog.Inputs) { in.Counter = 1 })
		v.add(v.sized(2*a.BlockLen), "the last two blocks", func(_ *catalog.Case, in *catalog.Inputs) { in.Counter = 1<<32 - 2 })
	}
}

// derivations varies everything a KDF has at costs that take no time, since
// what is measured has one password and one output length. Of the cases of one
// row, the first does so for all.
func (v *varier) derivations() {
	c := v.base
	if c.Cost != c.Algorithm.Costs[0] {
		return
	}
	block := 64
	if h, ok := catalog.Find(c.Algorithm.Hash); ok {
		block = h.BlockLen
	}
	switch {
	case c.Algorithm.R != 0:
		c.Cost = 16
	case c.Algorithm.Mem != 0:
		c.Algorithm.Mem = 64
	}
	with := func(text string, n int, change func(c *catalog.Case, in *catalog.Inputs)) {
		v.add(c, fmt.Sprintf("%s %d, cost %d", text, n, c.Cost), change)
	}
	for _, n := range []int{0, 1, block - 1, block, block + 1} {
		with("password length", n, func(_ *catalog.Case, in *catalog.Inputs) { in.Key = stretch(in.Key, n) })
	}
	for _, n := range []int{0, 1, 8, block - 4, block, 2 * block} {
		with("salt length", n, func(_ *catalog.Case, in *catalog.Inputs) { in.Salt = stretch(in.Salt, n) })
	}
	for _, n := range []int{0, 1, block + 1} {
		with("info length", n, func(_ *catalog.Case, in *catalog.Inputs) { in.Info = stretch(in.Info, n) })
	}
	for _, n := range []int{1, c.Algorithm.OutLen - 1, c.Algorithm.OutLen + 1, 2*c.Algorithm.OutLen + 1} {
		with("output length", n, func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.OutLen = n })
	}
	if c.Algorithm.R != 0 {
		for _, n := range []int{2, 64, 1024} {
			with("N", n, func(c *catalog.Case, _ *catalog.Inputs) { c.Cost = n })
		}
		return
	}
	if len(c.Algorithm.Costs) > 1 || c.Algorithm.Mem != 0 {
		for _, n := range []int{1, 2, 3} {
			with("iterations", n, func(c *catalog.Case, _ *catalog.Inputs) { c.Cost = n })
		}
	}
}

// messages varies what is signed or encrypted with a public key.
func (v *varier) messages() {
	a := v.base.Algorithm
	var lengths []int
	switch {
	case v.base.Op == catalog.OpKeygen, stateless(a):
		return
	case a.Kind == catalog.KindPKE:
		most := longest(a)
		lengths = []int{0, 1, 48, most}
		for _, n := range []int{2, 48, most} {
			v.add(v.base, fmt.Sprintf("message of %d bytes that begins with zeros", n), func(_ *catalog.Case, in *catalog.Inputs) {
				in.Message = stretch(in.Message, n)
				clear(in.Message[:min(n-1, 2)])
			})
		}
	case a.Hash == "":
		lengths = []int{0, 1, 31, 32, 33, 95, 96, 97, 1000}
	default:
		v.add(v.base, "digest of ones", func(_ *catalog.Case, in *catalog.Inputs) {
			in.Message = catalog.Aligned(bytes.Repeat([]byte{0xff}, len(in.Message)))
		})
		if a.Bits != 0 && v.base.Op == catalog.OpVerify { // s + n fits beside one signature in a few
			for n := range 8 {
				v.add(v.base, fmt.Sprintf("digest %d", n), func(_ *catalog.Case, in *catalog.Inputs) {
					in.Message = stretch([]byte{byte(17 * n), 3}, len(in.Message))
				})
				(*v.all)[len(*v.all)-1].forge = true
			}
		}
	}
	for _, n := range lengths {
		if n >= 0 {
			v.add(v.base, fmt.Sprintf("message of %d bytes", n), func(_ *catalog.Case, in *catalog.Inputs) { in.Message = stretch(in.Message, n) })
		}
	}
}

// stretch returns n bytes that are made of p: no two blocks of it are equal.
func stretch(p []byte, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(i >> 4)
		if len(p) > 0 {
			out[i] ^= p[i%len(p)]
		}
	}
	return catalog.Aligned(out)
}

// longest returns the length of the longest message that RSA encryption with the padding of a takes (RFC 8017 sections
// 7.1.1 and 7.2.1).
func longest(a catalog.Algorithm) int {
	if h, ok := catalog.Find(a.Hash); ok {
		return a.Bits/8 - 2*h.OutLen - 2
	}
	return a.Bits/8 - 11
}
