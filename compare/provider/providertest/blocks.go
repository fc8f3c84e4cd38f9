package providertest

import (
	"bytes"
	"encoding/binary"
	"slices"

	"cryptogap/compare/catalog"
)

// blocks asks that PBKDF2's output is as long as it is asked to be: of one
// iteration, it is the HMACs of the salt with each block's number, one after the other
// (RFC 8018 section 5.2). The password is longer than any hash's block.
func (s suite) blocks(r reporter, c catalog.Case) {
	h, ok := catalog.Find("hmac-" + c.Algorithm.Hash)
	if _, err := s.p.Supports(h, catalog.OpMACRekey); !ok || err != nil || len(c.Algorithm.Costs) != 2 {
		return
	}
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	const count = 4
	in.Key = bytes.Repeat([]byte{0x5c}, 200)
	c.Cost, c.Algorithm.OutLen = 1, (count-1)*h.OutLen+1
	for _, b := range s.p.Boundaries() {
		var want []byte
		for i := range uint32(count) {
			message := binary.BigEndian.AppendUint32(slices.Clone(in.Salt), i+1)
			mac := catalog.Case{Algorithm: h, Op: catalog.OpMACRekey, Size: len(message)}
			tag, err := s.once(mac, catalog.Inputs{Key: in.Key, Message: message}, b)
			if err != nil {
				r.Errorf("%s: %s: %v", mac.Name(), b, err)
				return
			}
			want = append(want, tag...)
		}
		want = want[:c.Algorithm.OutLen]
		if got, err := s.do(c, in, b, 1, 2); err != nil || !bytes.Equal(got, want) {
			r.Errorf("%s: %s: %d bytes: %x, want %x: %v", c.Name(), b, len(want), got, want, err)
		}
	}
}
