package catalog

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// vectorsJSONL has the known answers, one a line: docs/vectors.md has the format.
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
	ID        string    `json:"id,omitzero"` // unique
	Algorithm string    `json:"algorithm,omitzero"`
	Op        Operation `json:"op,omitzero"`

	Password  Hex    `json:"password,omitzero"`  // kdf: Inputs.Key
	Key       Hex    `json:"key,omitzero"`       // Inputs.Key
	Salt      Hex    `json:"salt,omitzero"`      //
	Info      Hex    `json:"info,omitzero"`      //
	Nonce     Hex    `json:"nonce,omitzero"`     //
	AAD       Hex    `json:"aad,omitzero"`       //
	Msg       Hex    `json:"msg,omitzero"`       // Inputs.Message, Repeat times
	Public    Hex    `json:"public,omitzero"`    //
	Signature Hex    `json:"signature,omitzero"` // verify: Inputs.Received
	Peer      Hex    `json:"peer,omitzero"`      // agree: Inputs.Received
	Received  Hex    `json:"received,omitzero"`  // open, decrypt, decap
	Repeat    int    `json:"repeat,omitzero"`    // the message is Msg this many times over; 0 is once
	Counter   uint32 `json:"counter,omitzero"`   // chacha20's first block counter
	Context   Hex    `json:"context,omitzero"`   // Inputs.Context
	Random    Hex    `json:"random,omitzero"`    // Inputs.Random
	Cost      int    `json:"cost,omitzero"`      // kdf: iterations or passes
	Length    int    `json:"length,omitzero"`    // output bytes; 0: the algorithm's
	N         int    `json:"n,omitzero"`         // scrypt, with R and P
	R         int    `json:"r,omitzero"`
	P         int    `json:"p,omitzero"`
	Mem       int    `json:"mem,omitzero"`         // argon2: KiB
	TagLen    int    `json:"tag_length,omitzero"`  // aead: bytes; 0: the algorithm's
	Hash      string `json:"hash,omitzero"`        // rsa: ID of the hash; "": the algorithm's, as for the next two
	MGF       string `json:"mgf,omitzero"`         // rsa: ID of the mask generation function's hash
	SaltLen   *int   `json:"salt_length,omitzero"` // rsa: salt of PSS

	Out       Hex   `json:"out,omitzero"`        // the right output; nil where there is none or the vector says only OutPrefix or Valid
	OutPrefix Hex   `json:"out_prefix,omitzero"` // how the right output begins
	Valid     *bool `json:"valid,omitzero"`      // whether to accept; nil where policies differ. Other operations than verify refuse by an error

	Note   string `json:"note,omitzero"`
	Source string `json:"source,omitzero"`
}

// Vectors returns the known answers in the order of vectors.jsonl.
func Vectors() []Vector { return slices.Clone(vectors()) }

var vectors = sync.OnceValue(func() []Vector {
	all, err := ReadVectors(bytes.NewReader(vectorsJSONL))
	if err != nil {
		panic(fmt.Sprintf("catalog: vectors.jsonl: %v", err)) // embedded; a test reads it
	}
	return all
})

// longestLine bounds a line of vectors: a message of 16 MiB in hex, and more.
const longestLine = 64 << 20

// ReadVectors reads vectors, one JSON value a line, and asks each whether it can be put to a library. Empty lines are
// left out. A vector without an ID is called after its line, "line-7".
func ReadVectors(r io.Reader) ([]Vector, error) {
	var all []Vector
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	seen := make(map[string]int)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var v Vector
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		err := dec.Decode(&v)
		switch _, more := dec.Token(); {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("line %d: the JSON object does not end on it: write each vector on a line of its own", n)
		case err != nil:
			return nil, fmt.Errorf("line %d: %w; docs/vectors.md has the fields of a vector", n, err)
		case !errors.Is(more, io.EOF):
			return nil, fmt.Errorf("line %d: something stands behind its JSON object: write each vector on a line of its own", n)
		}
		if v.ID == "" {
			v.ID = fmt.Sprintf("line-%d", n)
		}
		if first := seen[v.ID]; first != 0 {
			return nil, fmt.Errorf("line %d: the ID %q is that of line %d", n, v.ID, first)
		}
		seen[v.ID] = n
		if _, _, err := v.Case(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(seen)+1, err)
	}
	return all, nil
}

// VectorOf returns c over in as a vector without an answer.
func VectorOf(id string, c Case, in Inputs) Vector {
	a, said := c.Algorithm, Algorithm{}
	if f, ok := Find(a.ID); ok {
		said = f
	}
	v := Vector{
		ID: id, Algorithm: a.ID, Op: c.Op, Key: in.Key, Salt: in.Salt, Info: in.Info, Nonce: in.Nonce, AAD: in.AAD, Msg: in.Message,
		Public: in.Public, Received: in.Received, Counter: in.Counter, Context: in.Context, Random: in.Random, Cost: c.Cost,
	}
	if a.Kind == KindKDF || a.Kind == KindXOF {
		v.Length = a.OutLen
	}
	if a.R != 0 {
		v.N, v.R, v.P, v.Cost = c.Cost, a.R, a.P, 0
	}
	if a.Mem != 0 {
		v.Mem, v.P = a.Mem, a.P
	}
	if a.TagLen != said.TagLen {
		v.TagLen = a.TagLen
	}
	if a.Hash != said.Hash && a.Bits != 0 {
		v.Hash = a.Hash
	}
	if a.MGF != said.MGF {
		v.MGF = a.MGF
	}
	if a.SaltLen != said.SaltLen {
		v.SaltLen = &a.SaltLen
	}
	return v
}

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
		Public: Aligned(v.Public), Counter: v.Counter, Context: Aligned(v.Context),
	}
	if v.Random != nil {
		in.Random = append([]byte{}, v.Random...)
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
	if v.TagLen != 0 {
		a.TagLen = v.TagLen
	}
	a.Hash, a.MGF = cmp.Or(v.Hash, a.Hash), cmp.Or(v.MGF, a.MGF)
	if v.SaltLen != nil {
		a.SaltLen = *v.SaltLen
	}
	c.Algorithm = a
	return c, in, nil
}
