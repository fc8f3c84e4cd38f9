package gobench

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/rc4"
	"fmt"

	"github.com/RyuaNerin/go-krypto/aria"
	"github.com/RyuaNerin/go-krypto/seed"
	"github.com/aead/serpent"
	"github.com/dgryski/go-camellia"
	gmsm "github.com/emmansun/gmsm/cipher"
	"github.com/emmansun/gmsm/sm4"
	"golang.org/x/crypto/blowfish" //nolint:staticcheck // deprecated, and what is measured
	"golang.org/x/crypto/cast5"    //nolint:staticcheck // deprecated, and what is measured
	"golang.org/x/crypto/chacha20"
	"golang.org/x/crypto/salsa20"
	"golang.org/x/crypto/twofish" //nolint:staticcheck // deprecated, and what is measured

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func cipherRows() []row {
	all := []row{
		{id: "chacha20", pkg: "golang.org/x/crypto/chacha20", how: "NewUnauthenticatedCipher for each message", open: openChaCha20},
		{id: "rc4", pkg: "crypto/rc4", how: "NewCipher once, its value copied for each message", open: openRC4},
		{id: "salsa20", pkg: "golang.org/x/crypto/salsa20", how: "XORKeyStream", open: openSalsa20},
		{id: "idea-cbc", how: "no kept Go module with a licence"},
	}
	for _, size := range []string{"128", "192", "256"} {
		id := "aes-" + size
		all = append(all,
			row{id: id + "-ctr", pkg: "crypto/cipher", how: "NewCTR for each message", open: openStream(cipher.NewCTR, cipher.NewCTR)},
			row{id: id + "-cfb", pkg: "crypto/cipher", how: "NewCFBEncrypter or NewCFBDecrypter for each message", open: openStream(cipher.NewCFBEncrypter, cipher.NewCFBDecrypter)}, //nolint:staticcheck // deprecated, and what is measured
			row{id: id + "-ofb", pkg: "crypto/cipher", how: "NewOFB for each message", open: openStream(cipher.NewOFB, cipher.NewOFB)},                                               //nolint:staticcheck // deprecated, and what is measured
			row{id: id + "-ecb", pkg: "crypto/aes", how: "Block.Encrypt or Decrypt, block by block", open: openECB},
		)
		if size != "192" {
			all = append(all, row{id: id + "-xts", pkg: "github.com/emmansun/gmsm/cipher", how: "NewXTSEncrypter or NewXTSDecrypter for each message, over AES keys that are set", open: openXTS})
		}
	}
	for _, b := range blocks() {
		all = append(all, row{id: b.id + "-cbc", pkg: b.pkg, how: "crypto/cipher's CBC, kept, SetIV for each message", open: openCBC(b.new)})
	}
	return all
}

// A block is a block cipher. CBC is crypto/cipher's over it, or the cipher's own
// where it has one that is faster.
type block struct {
	id, pkg string
	new     func(key []byte) (cipher.Block, error)
}

func blocks() []block {
	return []block{
		{"aes-128", "crypto/aes", aes.NewCipher},
		{"aes-192", "crypto/aes", aes.NewCipher},
		{"aes-256", "crypto/aes", aes.NewCipher},
		{"3des", "crypto/des", des.NewTripleDESCipher},
		{"camellia-128", "github.com/dgryski/go-camellia", camellia.New},
		{"camellia-192", "github.com/dgryski/go-camellia", camellia.New},
		{"camellia-256", "github.com/dgryski/go-camellia", camellia.New},
		{"blowfish", "golang.org/x/crypto/blowfish", func(key []byte) (cipher.Block, error) { return blowfish.NewCipher(key) }},
		{"cast5", "golang.org/x/crypto/cast5", func(key []byte) (cipher.Block, error) { return cast5.NewCipher(key) }},
		{"twofish", "golang.org/x/crypto/twofish", func(key []byte) (cipher.Block, error) { return twofish.NewCipher(key) }},
		{"serpent", "github.com/aead/serpent", serpent.NewCipher},
		{"sm4", "github.com/emmansun/gmsm/sm4", sm4.NewCipher},
		{"aria-128", "github.com/RyuaNerin/go-krypto/aria", aria.NewCipher},
		{"aria-256", "github.com/RyuaNerin/go-krypto/aria", aria.NewCipher},
		{"seed", "github.com/RyuaNerin/go-krypto/seed", seed.NewCipher},
	}
}

// source is what op reads.
func source(c catalog.Case, in catalog.Inputs) []byte {
	if c.Op == catalog.OpDecrypt {
		return in.Received
	}
	return in.Message
}

// setIV is how crypto/cipher's CBC starts a message without being made anew;
// crypto/tls uses it in the same way.
type setIV interface {
	cipher.BlockMode
	SetIV(iv []byte)
}

func openCBC(new func(key []byte) (cipher.Block, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		src := source(c, in)
		b, err := new(in.Key)
		if err != nil {
			return nil, err
		}
		if err := bridge.Length("nonce", len(in.Nonce), b.BlockSize()); err != nil { // NewCBCEncrypter panics
			return nil, err
		}
		made := cipher.NewCBCEncrypter
		if c.Op == catalog.OpDecrypt {
			made = cipher.NewCBCDecrypter
		}
		mode, ok := made(b, in.Nonce).(setIV)
		if !ok {
			return nil, fmt.Errorf("%T has no SetIV", made(b, in.Nonce))
		}
		out := bridge.Buffer(len(src))
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					mode.SetIV(in.Nonce)
					mode.CryptBlocks(out, src)
				}
				return nil
			},
			Out: func() []byte { return out },
		}, nil
	}
}

func openStream(encrypter, decrypter func(b cipher.Block, iv []byte) cipher.Stream) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		src := source(c, in)
		b, err := aes.NewCipher(in.Key)
		if err != nil {
			return nil, err
		}
		if err := bridge.Length("nonce", len(in.Nonce), b.BlockSize()); err != nil { // NewCTR and the others panic
			return nil, err
		}
		made := encrypter
		if c.Op == catalog.OpDecrypt {
			made = decrypter
		}
		out := bridge.Buffer(len(src))
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					made(b, in.Nonce).XORKeyStream(out, src)
				}
				return nil
			},
			Out: func() []byte { return out },
		}, nil
	}
}

func openECB(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	src := source(c, in)
	b, err := aes.NewCipher(in.Key)
	if err != nil {
		return nil, err
	}
	crypt := b.Encrypt
	if c.Op == catalog.OpDecrypt {
		crypt = b.Decrypt
	}
	out := bridge.Buffer(len(src))
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				for i := 0; i < len(src); i += aes.BlockSize {
					crypt(out[i:i+aes.BlockSize], src[i:i+aes.BlockSize])
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

// openXTS takes gmsm's XTS because golang.org/x/crypto/xts is slower and
// takes a sector number in place of a tweak. gmsm asks for the keys with each message: it is
// given ciphers whose keys are already set.
func openXTS(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	src := source(c, in)
	half := len(in.Key) / 2
	data, tweak := in.Key[:half], in.Key[half:]
	dataBlock, err := aes.NewCipher(data)
	if err != nil {
		return nil, err
	}
	tweakBlock, err := aes.NewCipher(tweak)
	if err != nil {
		return nil, err
	}
	set := func(key []byte) (cipher.Block, error) {
		if &key[0] == &data[0] {
			return dataBlock, nil
		}
		return tweakBlock, nil
	}
	made := gmsm.NewXTSEncrypter
	if c.Op == catalog.OpDecrypt {
		made = gmsm.NewXTSDecrypter
	}
	if _, err := made(set, data, tweak, in.Nonce); err != nil {
		return nil, err
	}
	out := bridge.Buffer(len(src))
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				mode, err := made(set, data, tweak, in.Nonce)
				if err != nil {
					return err
				}
				mode.CryptBlocks(out, src)
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openChaCha20(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	src := source(c, in)
	if _, err := chacha20.NewUnauthenticatedCipher(in.Key, in.Nonce); err != nil {
		return nil, err
	}
	out := bridge.Buffer(len(src))
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				s, err := chacha20.NewUnauthenticatedCipher(in.Key, in.Nonce)
				if err != nil {
					return err
				}
				if in.Counter != 0 {
					s.SetCounter(in.Counter)
				}
				s.XORKeyStream(out, src)
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

// openRC4 starts each message from a copy of the state after the key, since
// there is no nonce.
func openRC4(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	src := source(c, in)
	keyed, err := rc4.NewCipher(in.Key)
	if err != nil {
		return nil, err
	}
	var s rc4.Cipher
	out := bridge.Buffer(len(src))
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				s = *keyed
				s.XORKeyStream(out, src)
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openSalsa20(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	src := source(c, in)
	if err := bridge.Length("key", len(in.Key), 32); err != nil {
		return nil, err
	}
	if len(in.Nonce) != 8 && len(in.Nonce) != 24 { // XORKeyStream panics
		return nil, bridge.Length("nonce", len(in.Nonce), 8)
	}
	key, out := (*[32]byte)(in.Key), bridge.Buffer(len(src))
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				salsa20.XORKeyStream(out, src, in.Nonce, key)
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}
