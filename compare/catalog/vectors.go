package catalog

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

// vectorsJSONL has the known answers, one a line: the fields of Vector in
// lower case, bytes in hex.
//
//go:embed vectors.jsonl
var vectorsJSONL []byte

// Hex is bytes that JSON writes in hex. It is nil where the field is absent or
// null, and empty but not nil where the field is "".
type Hex []byte

// UnmarshalText decodes hex.
func (h *Hex) UnmarshalText(text []byte) error {
	b := make([]byte, hex.DecodedLen(len(text)))
	_, err := hex.Decode(b, text)
	*h = b
	return err
}

// MarshalText encodes as hex.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// A Vector is a known answer: what an operation must give for inputs that a
// standard, or somebody who met a fault, wrote down.
type Vector struct {
	ID        string    `json:"id"` // unique
	Algorithm string    `json:"algorithm"`
	Op        Operation `json:"op"`

	Password  Hex    `json:"password"`  // kdf: Inputs.Key
	Key       Hex    `json:"key"`       // Inputs.Key
	Salt      Hex    `json:"salt"`      //
	Info      Hex    `json:"info"`      //
	Nonce     Hex    `json:"nonce"`     //
	AAD       Hex    `json:"aad"`       //
	Msg       Hex    `json:"msg"`       // Inputs.Message, Repeat times
	Public    Hex    `json:"public"`    //
	Signature Hex    `json:"signature"` // verify: Inputs.Received
	Peer      Hex    `json:"peer"`      // agree: Inputs.Received
	Received  Hex    `json:"received"`  // open, decrypt, decap
	Repeat    int    `json:"repeat"`    // the message is Msg this many times over; 0 is once
	Counter   uint32 `json:"counter"`   // chacha20's first block counter
	Cost      int    `json:"cost"`      // kdf: iterations or passes
	Length    int    `json:"length"`    // output bytes; 0: the algorithm's
	N         int    `json:"n"`         // scrypt, with R and P
	R         int    `json:"r"`
	P         int    `json:"p"`
	Mem       int    `json:"mem"` // argon2: KiB

	Out       Hex   `json:"out"`        // the right output; nil where there is none or the vector says only OutPrefix or Valid
	OutPrefix Hex   `json:"out_prefix"` // how the right output begins
	Valid     *bool `json:"valid"`      // whether to accept; nil where policies differ. Other operations than verify refuse by an error

	Note   string `json:"note"`
	Source string `json:"source"`
}

// Vectors returns the known answers in the order of vectors.jsonl.
func Vectors() []Vector { return slices.Clone(vectors()) }

var vectors = sync.OnceValue(func() []Vector {
	var all []Vector
	lines := bufio.NewScanner(bytes.NewReader(vectorsJSONL))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var v Vector
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&v); err != nil {
			panic(fmt.Sprintf("catalog: vectors.jsonl:%d: %v", n, err)) // embedded; a test reads it
		}
		all = append(all, v)
	}
	return all
})

// HasOut says whether Check can say more than that an output exists: Out,
// OutPrefix or Valid is there. Without it the vector is a question to which libraries may
// give different answers.
func (v Vector) HasOut() bool { return v.Out != nil || v.OutPrefix != nil || v.Valid != nil }

// Check returns nil where out is what the vector says, or says nothing about. An output is wrong where an
// operation other than verify had to refuse.
func (v Vector) Check(out []byte) error {
	switch {
	case v.Valid != nil && v.Op != OpVerify:
		if !*v.Valid {
			return fmt.Errorf("catalog: vector %s (%s): it must be refused, and gave %x", v.ID, v.Source, out)
		}
	case v.Valid != nil:
		want := byte(0)
		if *v.Valid {
			want = 1
		}
		if !bytes.Equal(out, []byte{want}) {
			return fmt.Errorf("catalog: vector %s (%s): valid is %t, the answer was %x", v.ID, v.Source, *v.Valid, out)
		}
	case v.OutPrefix != nil:
		if !bytes.HasPrefix(out, v.OutPrefix) {
			return fmt.Errorf("catalog: vector %s (%s): want %x…, got %x", v.ID, v.Source, []byte(v.OutPrefix), out)
		}
	case v.Out != nil:
		if !bytes.Equal(out, v.Out) {
			return fmt.Errorf("catalog: vector %s (%s): want %x, got %x", v.ID, v.Source, []byte(v.Out), out)
		}
	}
	return nil
}

// Case returns the case and inputs that put the vector to a provider. The
// case's Algorithm is the catalogue's with the lengths and parameters that are
// the vector's own (a 16-byte nonce, scrypt's P), so its ID is known but its
// Name is not that of a case that is measured.
func (v Vector) Case() (Case, Inputs, error) {
	a, ok := Find(v.Algorithm)
	if !ok {
		return Case{}, Inputs{}, fmt.Errorf("catalog: vector %s: no algorithm named %q", v.ID, v.Algorithm)
	}
	if !a.Has(v.Op) {
		return Case{}, Inputs{}, fmt.Errorf("catalog: vector %s: %s has no operation %q", v.ID, a.ID, v.Op)
	}
	in := Inputs{
		Message: Aligned(bytes.Repeat(v.Msg, max(v.Repeat, 1))),
		Key:     Aligned(v.Key), Nonce: Aligned(v.Nonce), AAD: Aligned(v.AAD),
		Salt: Aligned(v.Salt), Info: Aligned(v.Info),
		Public: Aligned(v.Public), Counter: v.Counter,
	}
	for _, r := range []Hex{v.Signature, v.Peer, v.Received} {
		if len(r) > 0 {
			in.Received = Aligned(r)
		}
	}
	c := Case{Op: v.Op, Size: len(in.Message)}
	a.NonceLen, a.AADLen = len(v.Nonce), len(v.AAD)
	switch a.Kind {
	case KindKDF:
		if v.Password != nil {
			in.Key = Aligned(v.Password)
		}
		c.Size, c.Cost = 0, max(v.Cost, v.N)
		if c.Cost == 0 && len(a.Costs) == 1 {
			c.Cost = a.Costs[0] // HKDF has none of its own
		}
		if v.N != 0 {
			a.R, a.P = v.R, v.P
		}
		if v.Mem != 0 {
			a.Mem, a.P = v.Mem, v.P
		}
	case KindCipher, KindAEAD, KindMAC:
		a.KeyLen = len(in.Key)
	}
	if v.Length != 0 {
		a.OutLen = v.Length
	}
	c.Algorithm = a
	return c, in, nil
}
