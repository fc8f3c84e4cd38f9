package gobench

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"

	"github.com/emmansun/gmsm/sm3"
	"github.com/jzelinskie/whirlpool"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/md4"       //nolint:staticcheck // deprecated, and what is measured
	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // deprecated, and what is measured

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
	"cryptogap/gobench/gost94"
	"cryptogap/gobench/streebog"
	"cryptogap/gobench/tiger"
)

// A digest is one hash. HMAC and PBKDF2 build on new.
type digest struct {
	id, pkg string
	new     func() hash.Hash
	// sum does n one-call digests of msg into out: the cheapest way, as the
	// context stays on the stack. Where a package has none, how is empty and
	// a hash.Hash is kept and reset for each message.
	how string
	sum func(n int, out, msg []byte)
}

func digests() []digest {
	return []digest{
		{"md5", "crypto/md5", md5.New, "Sum", func(n int, out, msg []byte) {
			for range n {
				*(*[md5.Size]byte)(out) = md5.Sum(msg)
			}
		}},
		{"sha1", "crypto/sha1", sha1.New, "Sum", func(n int, out, msg []byte) {
			for range n {
				*(*[sha1.Size]byte)(out) = sha1.Sum(msg)
			}
		}},
		{"sha224", "crypto/sha256", sha256.New224, "Sum224", func(n int, out, msg []byte) {
			for range n {
				*(*[sha256.Size224]byte)(out) = sha256.Sum224(msg)
			}
		}},
		{"sha256", "crypto/sha256", sha256.New, "Sum256", func(n int, out, msg []byte) {
			for range n {
				*(*[sha256.Size]byte)(out) = sha256.Sum256(msg)
			}
		}},
		{"sha384", "crypto/sha512", sha512.New384, "Sum384", func(n int, out, msg []byte) {
			for range n {
				*(*[sha512.Size384]byte)(out) = sha512.Sum384(msg)
			}
		}},
		{"sha512", "crypto/sha512", sha512.New, "Sum512", func(n int, out, msg []byte) {
			for range n {
				*(*[sha512.Size]byte)(out) = sha512.Sum512(msg)
			}
		}},
		{"sha512-224", "crypto/sha512", sha512.New512_224, "Sum512_224", func(n int, out, msg []byte) {
			for range n {
				*(*[sha512.Size224]byte)(out) = sha512.Sum512_224(msg)
			}
		}},
		{"sha512-256", "crypto/sha512", sha512.New512_256, "Sum512_256", func(n int, out, msg []byte) {
			for range n {
				*(*[sha512.Size256]byte)(out) = sha512.Sum512_256(msg)
			}
		}},
		{"sha3-224", "crypto/sha3", func() hash.Hash { return sha3.New224() }, "Sum224", func(n int, out, msg []byte) {
			for range n {
				*(*[28]byte)(out) = sha3.Sum224(msg)
			}
		}},
		{"sha3-256", "crypto/sha3", func() hash.Hash { return sha3.New256() }, "Sum256", func(n int, out, msg []byte) {
			for range n {
				*(*[32]byte)(out) = sha3.Sum256(msg)
			}
		}},
		{"sha3-384", "crypto/sha3", func() hash.Hash { return sha3.New384() }, "Sum384", func(n int, out, msg []byte) {
			for range n {
				*(*[48]byte)(out) = sha3.Sum384(msg)
			}
		}},
		{"sha3-512", "crypto/sha3", func() hash.Hash { return sha3.New512() }, "Sum512", func(n int, out, msg []byte) {
			for range n {
				*(*[64]byte)(out) = sha3.Sum512(msg)
			}
		}},
		{"blake2b-512", "golang.org/x/crypto/blake2b", unkeyed(blake2b.New512), "Sum512", func(n int, out, msg []byte) {
			for range n {
				*(*[blake2b.Size]byte)(out) = blake2b.Sum512(msg)
			}
		}},
		{"blake2b-256", "golang.org/x/crypto/blake2b", unkeyed(blake2b.New256), "Sum256", func(n int, out, msg []byte) {
			for range n {
				*(*[blake2b.Size256]byte)(out) = blake2b.Sum256(msg)
			}
		}},
		{"blake2s-256", "golang.org/x/crypto/blake2s", unkeyed(blake2s.New256), "Sum256", func(n int, out, msg []byte) {
			for range n {
				*(*[blake2s.Size]byte)(out) = blake2s.Sum256(msg)
			}
		}},
		{"sm3", "github.com/emmansun/gmsm/sm3", sm3.New, "Sum", func(n int, out, msg []byte) {
			for range n {
				*(*[sm3.Size]byte)(out) = sm3.Sum(msg)
			}
		}},
		{id: "ripemd160", pkg: "golang.org/x/crypto/ripemd160", new: ripemd160.New},
		{id: "md4", pkg: "golang.org/x/crypto/md4", new: md4.New},
		{id: "whirlpool", pkg: "github.com/jzelinskie/whirlpool", new: whirlpool.New},
		{id: "tiger192", pkg: inTree + "tiger", new: tiger.NewOldOrder},
		{id: "tiger", pkg: inTree + "tiger", new: tiger.New},
		{id: "tiger2", pkg: inTree + "tiger", new: tiger.New2},
		{id: "streebog256", pkg: inTree + "streebog", new: streebog.New256},
		{id: "streebog512", pkg: inTree + "streebog", new: streebog.New512},
		{id: "gostr3411-94", pkg: inTree + "gost94", new: gost94.NewTest},
		{id: "gostr3411-cp", pkg: inTree + "gost94", new: gost94.NewCryptoPro},
	}
}

func hashRows() []row {
	all := []row{
		{id: "shake128", pkg: "crypto/sha3", how: "a kept SHAKE, Reset for each message", open: openXOF(sha3.NewSHAKE128)},
		{id: "shake256", pkg: "crypto/sha3", how: "a kept SHAKE, Reset for each message", open: openXOF(sha3.NewSHAKE256)},
	}
	for _, d := range digests() {
		r := row{id: d.id, pkg: d.pkg, how: d.how, open: d.open}
		if d.sum == nil {
			r.how = "a kept hash.Hash, Reset for each message"
		}
		all = append(all, r)
	}
	return all
}

func (d digest) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	h := d.new()
	out := make([]byte, h.Size())
	if d.sum == nil {
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					h.Reset()
					h.Write(in.Message)
					h.Sum(out[:0])
				}
				return nil
			},
			Out: func() []byte { return out },
		}, nil
	}
	return &bridge.Routine{
		Loop: func(n int) error { d.sum(n, out, in.Message); return nil },
		Out:  func() []byte { return out },
	}, nil
}

func openXOF(new func() *sha3.SHAKE) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		h, out := new(), make([]byte, c.Algorithm.OutLen)
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					h.Reset()
					_, _ = h.Write(in.Message) // neither fails
					_, _ = h.Read(out)
				}
				return nil
			},
			Out: func() []byte { return out },
		}, nil
	}
}

// unkeyed is a BLAKE2 without its key.
func unkeyed(keyed func(key []byte) (hash.Hash, error)) func() hash.Hash {
	return func() hash.Hash {
		h, err := keyed(nil)
		if err != nil {
			panic(fmt.Sprintf("gobench: blake2: %v", err)) // only a key can be wrong
		}
		return h
	}
}
