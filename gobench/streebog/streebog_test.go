package streebog

import (
	"bytes"
	"crypto/pbkdf2"
	"encoding/hex"
	"hash"
	"slices"
	"strings"
	"testing"

	"cryptogap/gobench/internal/hashtest"
)

func sum(h hash.Hash, p []byte) []byte {
	h.Write(p)
	return h.Sum(nil)
}

// reversed turns a number as the standard prints it into a byte string.
func reversed(t *testing.T, s string) []byte {
	b := unhex(t, s)
	slices.Reverse(b)
	return b
}

func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The examples of RFC 6986, section 10, as printed there: rightmost byte first.
func TestStandard(t *testing.T) {
	const (
		m1 = `32313039383736353433323130393837
			36353433323130393837363534333231
			30393837363534333231303938373635
			343332313039383736353433323130`
		m2 = `fbe2e5f0eee3c820fbeafaebef20fffb
			f0e1e0f0f520e0ed20e8ece0ebe5f0f2
			f120fff0eeec20f120faf2fee5e2202c
			e8f6f3ede220e8e6eee1e8f0f2d1202c
			e8f0f2e5e220e5d1`
	)
	for _, c := range []struct {
		name, msg, want string
		h               hash.Hash
	}{
		{"M1-512", m1, `486f64c1917879417fef082b3381a4e2
			11c324f074654c38823a7b76f830ad00
			fa1fbae42b1285c0352f227524bc9ab1
			6254288dd6863dccd5b9f54a1ad0541b`, New512()},
		{"M1-256", m1, `00557be5e584fd52a449b16b0251d05d
			27f94ab76cbaa6da890b59d8ef1e159d`, New256()},
		{"M2-512", m2, `28fbc9bada033b1460642bdcddb90c3f
			b3e56c497ccd0f62b8a2ad4935e85f03
			7613966de4ee00531ae60f3b5a47f8da
			e06915d5f2f194996fcabf2622e6881e`, New512()},
		{"M2-256", m2, `508f7e553c06501d749a66fc28c6cac0
			b005746d97537fa85d9e40904efed29d`, New256()},
	} {
		got := sum(c.h, reversed(t, c.msg))
		if want := reversed(t, c.want); !bytes.Equal(got, want) {
			t.Errorf("%s: got %x, want %x", c.name, got, want)
		}
	}
}

// Digests that libgcrypt 1.10.1 gives.
func TestKnown(t *testing.T) {
	for _, c := range []struct{ msg, want256, want512 string }{
		{"", "3f539a213e97c802cc229d474c6aa32a825a360b2a933a949fd925208d9ce1bb",
			"8e945da209aa869f0455928529bcae4679e9873ab707b55315f56ceb98bef0a7" +
				"362f715528356ee83cda5f2aac4c6ad2ba3a715c1bcd81cb8e9f90bf4c1c1a8a"},
		{"abc", "4e2919cf137ed41ec4fb6270c61826cc4fffb660341e0af3688cd0626d23b481",
			"28156e28317da7c98f4fe2bed6b542d0dab85bb224445fcedaf75d46e26d7eb8" +
				"d5997f3e0915dd6b7f0aab08d9c8beb0d8c64bae2ab8b3c8c6bc53b3bf0db728"},
		{strings.Repeat("a", 1e6), "841af1a0b2f92a800fb1b7e4aabc8e48763153c448a0fc57c90ba830e130f152",
			"d396a40b126b1f324465bfa7aa159859ab33fac02dcdd4515ad231206396a266" +
				"d0102367e4c544ef47d2294064e1a25342d0cd25ae3d904b45abb1425ae41095"},
	} {
		if got := sum(New256(), []byte(c.msg)); !bytes.Equal(got, unhex(t, c.want256)) {
			t.Errorf("256 of %d bytes: got %x, want %s", len(c.msg), got, c.want256)
		}
		if got := sum(New512(), []byte(c.msg)); !bytes.Equal(got, unhex(t, c.want512)) {
			t.Errorf("512 of %d bytes: got %x, want %s", len(c.msg), got, c.want512)
		}
	}
}

// The first example of R 50.1.111-2016: PBKDF2 with HMAC-Streebog-512.
func TestPBKDF2(t *testing.T) {
	want := unhex(t, "64770af7f748c3b1c9ac831dbcfd85c26111b30a8a657ddc3056b80ca73e040d"+
		"2854fd36811f6d825cc4ab66ec0a68a490a9e5cf5156b3a2b7eecddbf9a16b47")
	got, err := pbkdf2.Key(New512, "password", []byte("salt"), 1, 64)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %x, %v; want %x", got, err, want)
	}
}

// The digests of all lengths are libgcrypt 1.10.1's.
func Test256(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: New256, Size: 32, BlockSize: 64,
		Lengths: "4d3750dae2f2d9e6d30e8bc2e1f677ea4a2b349dcf324fcfd9aa4e8e3ead8aed"})
}

func Test512(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: New512, Size: 64, BlockSize: 64,
		Lengths: "a10e6f0badf6cdfb30be17ea5f6610268e0ee4d49ec21f13ebf69c72a2c0399d"})
}

// A saved state cannot pass from one size to the other.
func TestForeignState(t *testing.T) {
	state, err := newDigest(Size256).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := newDigest(Size512).UnmarshalBinary(state); err == nil {
		t.Error("Streebog-512 took a state of Streebog-256")
	}
}

// N has more than 64 bits where the length in bytes has.
func TestCount(t *testing.T) {
	if got, want := count(1<<61+5), ([8]uint64{40, 1}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func BenchmarkStreebog256(b *testing.B) { hashtest.Benchmark(b, New256) }
func BenchmarkStreebog512(b *testing.B) { hashtest.Benchmark(b, New512) }

// BenchmarkTable is what the first use costs.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		newTable()
	}
}
