package gost94

import (
	"crypto/pbkdf2"
	"encoding/hex"
	"hash"
	"strings"
	"testing"

	"cryptogap/gobench/internal/hashtest"
)

func sum(h hash.Hash, msg string) string {
	h.Write([]byte(msg))
	return hex.EncodeToString(h.Sum(nil))
}

// The first two digests of the test parameters are those of RFC 5831, sections 7.3.1 and 7.3.2
// (printed there rightmost byte first); the rest are libgcrypt 1.10.1's. Those for the empty
// message and the million are also found in many other places.
func TestKnown(t *testing.T) {
	for _, c := range []struct{ msg, test, cryptoPro string }{
		{"This is message, length=32 bytes",
			"b1c466d37519b82e8319819ff32595e047a28cb6f83eff1c6916a815a637fffa",
			"2cefc2f7b7bdc514e18ea57fa74ff357e7fa17d652c75f69cb1be7893ede48eb"},
		{"Suppose the original message has length = 50 bytes",
			"471aba57a60a770d3a76130635c1fbea4ef14de51f78b4ae57dd893b62f55208",
			"c3730c5cbccacf915ac292676f21e8bd4ef75331d9405e5f1a61dc3130a65011"},
		{"",
			"ce85b99cc46752fffee35cab9a7b0278abb4c2d2055cff685af4912c49490f8d",
			"981e5f3ca30c841487830f84fb433e13ac1101569b9c13584ac483234cd656c0"},
		{"abc",
			"f3134348c44fb1b2a277729e2285ebb5cb5e0f29c975bc753b70497c06a4d51d",
			"b285056dbf18d7392d7677369524dd14747459ed8143997e163b2986f92fd42c"},
		{strings.Repeat("a", 1e6),
			"5c00ccc2734cdd3332d3d4749576e3c1a7dbaf0e7ea74e9fa602413c90a129fa",
			"8693287aa62f9478f7cb312ec0866b6c4e4a0f11160441e8f4ffcd2715dd554f"},
	} {
		if got := sum(NewTest(), c.msg); got != c.test {
			t.Errorf("test parameters, %d bytes: got %s, want %s", len(c.msg), got, c.test)
		}
		if got := sum(NewCryptoPro(), c.msg); got != c.cryptoPro {
			t.Errorf("CryptoPro, %d bytes: got %s, want %s", len(c.msg), got, c.cryptoPro)
		}
	}
}

// The digests of all lengths are libgcrypt 1.10.1's.
func TestTest(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: NewTest, Size: 32, BlockSize: 32,
		Lengths: "fc0378d21992d3edfd73460f46eaf647702687a7029ca13823854b4d43a8557f"})
}

func TestCryptoPro(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: NewCryptoPro, Size: 32, BlockSize: 32,
		Lengths: "3eb529d9d80760ac917f80917c152e7f9c7e6e71b2325acfc6e336fbc80afead"})
}

// HMAC's block is 32 bytes here, not 64. The keys are libgcrypt 1.10.1's.
func TestPBKDF2(t *testing.T) {
	for _, c := range []struct {
		name string
		new  func() hash.Hash
		want string
	}{
		{"test", NewTest, "7550b153271db1489556fb4d423631e2d0d5d0eaac416be09626ee6778c1b6d6" +
			"8bf0025f502d93dc88b521e1261397cb470238e008afe579eeb7ca60bfcf9ef0"},
		{"CryptoPro", NewCryptoPro, "d857a58391d3258758e95afc03abd134373be1897f70b768e8d270ba80cf3c31" +
			"f91581233e47d6d9b47e34847c377a1f2a5fcb6c1ce955a3c114d84d70dc5f3b"},
	} {
		got, err := pbkdf2.Key(c.new, "password", []byte("salt"), 3, 64)
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s: got %x, %v; want %s", c.name, got, err, c.want)
		}
	}
}

// A saved state cannot pass from one parameter set to the other.
func TestForeignState(t *testing.T) {
	state, err := NewTest().(*digest).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := NewCryptoPro().(*digest).UnmarshalBinary(state); err == nil {
		t.Error("CryptoPro took a state of the test parameters")
	}
}

func BenchmarkTest(b *testing.B)      { hashtest.Benchmark(b, NewTest) }
func BenchmarkCryptoPro(b *testing.B) { hashtest.Benchmark(b, NewCryptoPro) }

// BenchmarkSbox is what the first use costs.
func BenchmarkSbox(b *testing.B) {
	for b.Loop() {
		newSbox(testUnits)
	}
}
