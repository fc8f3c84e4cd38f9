package tiger

import (
	"crypto/pbkdf2"
	"encoding/binary"
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

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// The authors' own test results, which print the three words in the old order; but for the empty
// message, which is libgcrypt 1.10.1's.
func TestAuthors(t *testing.T) {
	const title = "Tiger - A Fast New Hash Function, by Ross Anderson and Eli Biham"
	for _, c := range []struct{ msg, want string }{
		{"", "24f0130c63ac933216166e76b1bb925ff373de2d49584e7a"},
		{"abc", "f258c1e88414ab2a527ab541ffc5b8bf935f7b951c132951"},
		{"Tiger", "9f00f599072300dd276abb38c8eb6dec37790c116f9d2bdf"},
		{alphabet + "+-", "87fb2a9083851cf7470d2cf810e6df9eb586445034a5a386"},
		{alphabet[:26] + "=" + alphabet[26:52] + "+" + alphabet[52:], "467db80863ebce488df1cd1261655de957896565975f9197"},
		{title, "0c410a042968868a1671da5a3fd29a725ec1e457d3cdb303"},
		{title + ", proceedings of Fast Software Encryption 3, Cambridge.", "ebf591d5afa655ce7f22894ff87f54ac89c811b6b0da3193"},
		{title + ", proceedings of Fast Software Encryption 3, Cambridge, 1996.", "3d9aeb03d1bd1a6357b2774dfd6d5b24dd68151d503974fc"},
		{alphabet + "+-" + alphabet + "+-", "00b83eb4e53440c576ac6aaee0a7485825fd15e70a59ffe4"},
	} {
		if got := sum(NewOldOrder(), c.msg); got != c.want {
			t.Errorf("old order of %q: got %s, want %s", c.msg, got, c.want)
		}
		// The same in the order of today.
		b, _ := hex.DecodeString(c.want)
		for i := 0; i < Size; i += 8 {
			binary.LittleEndian.PutUint64(b[i:], binary.BigEndian.Uint64(b[i:]))
		}
		if got := sum(New(), c.msg); got != hex.EncodeToString(b) {
			t.Errorf("Tiger of %q: got %s, want %x", c.msg, got, b)
		}
	}
}

// The published vectors of the NESSIE set, for both paddings.
func TestNESSIE(t *testing.T) {
	for _, c := range []struct{ msg, tiger, tiger2 string }{
		{"", "3293ac630c13f0245f92bbb1766e16167a4e58492dde73f3", "4441be75f6018773c206c22745374b924aa8313fef919f41"},
		{"a", "77befbef2e7ef8ab2ec8f93bf587a7fc613e247f5f247809", "67e6ae8e9e968999f70a23e72aeaa9251cbc7c78a7916636"},
		{"abc", "2aab1484e8c158f2bfb8c5ff41b57a525129131c957b5f93", "f68d7bc5af4b43a06e048d7829560d4a9415658bb0b1f3bf"},
		{"message digest", "d981f8cb78201a950dcf3048751e441c517fca1aa55a29f6", "e29419a1b5fa259de8005e7de75078ea81a542ef2552462d"},
		{alphabet[26:52], "1714a472eee57d30040412bfcc55032a0b11602ff37beee9", "f5b6b6a78c405c8547e91cd8624cb8be83fc804a474488fd"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "0f7bf9a19b9c58f2b7610df7e84f0ac3a71c631e7b53f78e", "a6737f3997e8fbb63d20d2df88f86376b5fe2d5ce36646a9"},
		{alphabet, "8dcea680a17583ee502ba38a3c368651890ffbccdc49a8cc", "ea9ab6228cee7b51b77544fca6066c8cbb5bbae6319505cd"},
		{strings.Repeat("1234567890", 8), "1c14795529fd9f207a958f84c52f11e887fa0cabdfd91bfd", "d85278115329ebaa0eec85ecdc5396fda8aa3a5820942fff"},
		{strings.Repeat("a", 1e6), "6db0e2729cbead93d715c6a7d36302e9b3cee0d2bc314b41", "e068281f060f551628cc5715b9d0226796914d45f7717cf4"},
	} {
		if got := sum(New(), c.msg); got != c.tiger {
			t.Errorf("Tiger of %.80q: got %s, want %s", c.msg, got, c.tiger)
		}
		if got := sum(New2(), c.msg); got != c.tiger2 {
			t.Errorf("Tiger2 of %.80q: got %s, want %s", c.msg, got, c.tiger2)
		}
	}
}

// The digests of all lengths are libgcrypt 1.10.1's.
func TestTiger(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: New, Size: 24, BlockSize: 64,
		Lengths: "d16f3a7c139ced08d73dc4711d6817599f336491fc465d6c180754cbb450d159"})
}

func TestTiger2(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: New2, Size: 24, BlockSize: 64,
		Lengths: "09c874f72a09d82915eba1072ba3234660679907a0a9b8a7f9e58ee6583a056e"})
}

func TestOldOrder(t *testing.T) {
	hashtest.Run(t, hashtest.Hash{New: NewOldOrder, Size: 24, BlockSize: 64,
		Lengths: "573acf6aa4217b0daa8e298a88dfecd6656cf9b5cabe7a82e14b02563ec8783f"})
}

// The keys are libgcrypt 1.10.1's. In the old order the inner digest goes into the outer hash with
// its bytes reversed too, so that key is another one, not the same key in another order.
func TestPBKDF2(t *testing.T) {
	for _, c := range []struct {
		name string
		new  func() hash.Hash
		want string
	}{
		{"tiger", New, "44b2bb76f490a3efe20a48f2fd9953fc1554fd732d00352c298bf32e4649d230"},
		{"tiger2", New2, "3fb3205bce2d2741436ae0e28b2b7131cdfb28fcbde7a45f91983426ce3750bc"},
		{"tiger192", NewOldOrder, "dd10e59d45ca2a8350cbad768841bbc8fa260e302f45692b40a234d4c31e997c"},
	} {
		got, err := pbkdf2.Key(c.new, "password", []byte("salt"), 3, 32)
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s: got %x, %v; want %s", c.name, got, err, c.want)
		}
	}
}

// A saved state cannot pass from one flavour to another.
func TestForeignState(t *testing.T) {
	state, err := newDigest(tiger1).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []flavour{tiger2, oldOrder} {
		if err := newDigest(f).UnmarshalBinary(state); err == nil {
			t.Errorf("flavour %d took a state of Tiger", f)
		}
	}
}

// The first and the last entry of the published tables, and each byte column is a permutation.
func TestSboxes(t *testing.T) {
	tab := tables()
	if got, want := tab[0][0], uint64(0x02aab17cf7e90c5e); got != want {
		t.Errorf("first entry %x, want %x", got, want)
	}
	if got, want := tab[3][255], uint64(0xc3a0396f7363a51f); got != want {
		t.Errorf("last entry %x, want %x", got, want)
	}
	for s := range tab {
		for col := range 8 {
			var seen [256]bool
			for _, w := range tab[s] {
				seen[byte(w>>(8*col))] = true
			}
			for b, ok := range seen {
				if !ok {
					t.Errorf("S-box %d, column %d: no %#x", s+1, col, b)
				}
			}
		}
	}
}

func BenchmarkTiger(b *testing.B)  { hashtest.Benchmark(b, New) }
func BenchmarkTiger2(b *testing.B) { hashtest.Benchmark(b, New2) }

// BenchmarkSboxes is what the first use costs.
func BenchmarkSboxes(b *testing.B) {
	for b.Loop() {
		generate()
	}
}
