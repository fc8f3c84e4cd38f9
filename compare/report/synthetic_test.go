package report

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A made is a row of a made-up run: what each library takes, and what is odd
// about it. Nothing in it is a measurement.
type made struct {
	algorithm, title, kind, op, unit string
	bytes                            int
	costs                            []int
	ns                               map[string]float64 // an operation or an iteration, at the batch boundary; no entry: absent
	verdict                          sample.Status      // default: match
	answers                          map[string]sample.Answer
	details                          []string
	failure                          *sample.Failure
	note                             string
	odd                              string // "contended", "modes", "untimed", "crossing", "impossible"
}

const (
	goLib = "go"
	wolf  = "wolfcrypt"
	gcry  = "libgcrypt"
)

func three(g, w, l float64) map[string]float64 {
	return map[string]float64{goLib: g, wolf: w, gcry: l}
}

// madeRows are the rows of the large made-up run: each thing that a report has
// to say stands in at least one of them.
func madeRows() []made {
	absent := func(why string) sample.Answer { return sample.Answer{Status: sample.Absent, Why: why} }
	refused := func(why string) sample.Answer { return sample.Answer{Status: sample.Refused, Why: why} }
	const kib16 = 16384
	row := func(algorithm, title, kind, op string, ns map[string]float64) made {
		return made{algorithm: algorithm, title: title, kind: kind, op: op, unit: "MiB/s", bytes: kib16, ns: ns}
	}
	pbkdf2 := func(hash, title string, ns map[string]float64) made {
		return made{algorithm: "pbkdf2-hmac-" + hash, title: "PBKDF2-HMAC-" + title, kind: "kdf", op: "derive", unit: "ns/iteration", costs: []int{4, 132}, ns: ns}
	}
	ops := func(algorithm, title, kind, op string, ns map[string]float64) made {
		return made{algorithm: algorithm, title: title, kind: kind, op: op, unit: "ops/s", ns: ns}
	}
	with := func(m made, change func(*made)) made { change(&m); return m }
	return []made{
		{algorithm: "crossing", title: "empty call", kind: "crossing", op: "call", unit: "ns/op", ns: three(1.4, 1.1, 1.1),
			note: "one cgo call that does nothing; Go's is a call of an empty function"},
		row("aes-128-cbc", "AES-128-CBC", "cipher", "encrypt", three(13450, 12873, 13200)),
		row("aes-128-cbc", "AES-128-CBC", "cipher", "decrypt", three(2010, 1633, 1690)),
		with(row("aes-128-gcm", "AES-128-GCM", "aead", "seal", three(3300, 3304, 4790)), func(m *made) { m.odd = "tie" }),
		row("aes-128-gcm", "AES-128-GCM", "aead", "open", three(3411, 2871, 4702)),
		with(row("chacha20-poly1305", "CHA-POLY", "aead", "seal", three(10230, 8466, 11020)), func(m *made) { m.odd = "contended" }),
		with(row("camellia-128-cbc", "Camellia-128-CBC", "cipher", "encrypt", map[string]float64{wolf: 90410, gcry: 62800}), func(m *made) {
			m.answers = map[string]sample.Answer{goLib: absent("gobench: encrypt of camellia-128-cbc: not in this library")}
		}),
		row("md5", "MD5", "hash", "sum", three(23850, 27700, 27690)),
		row("sha1", "SHA", "hash", "sum", three(9420, 9060, 10110)),
		with(row("sha256", "SHA-256", "hash", "sum", three(9540, 9522, 9510)), func(m *made) { m.odd = "tie" }),
		with(row("sha512", "SHA-512", "hash", "sum", three(25600, 24610, 23660)), func(m *made) { m.odd = "modes" }),
		with(row("sha3-256", "SHA3-256", "hash", "sum", three(40000, 39000, 38000)), func(m *made) {
			m.verdict = sample.Mismatch
			m.answers = map[string]sample.Answer{gcry: {Status: sample.Mismatch}}
			m.details = []string{
				"length 136, second call, at the batch boundary: go and wolfcrypt 4f5a3c2e19d0b7a6…, libgcrypt 00a1b2c3d4e5f607…",
				"length 137, second call, at the batch boundary: go and wolfcrypt 9e107d9d372bb682…, libgcrypt 77aa0c3e5b9d1f20…",
			}
		}),
		with(row("blake2b-512", "BLAKE2b-512", "hash", "sum", three(15800, 18100, 16600)), func(m *made) { m.odd = "crossing" }),
		with(row("sm3", "SM3", "hash", "sum", map[string]float64{goLib: 44400, gcry: 47000}), func(m *made) {
			m.answers = map[string]sample.Answer{wolf: absent("wolfbridge: sum of sm3: not in this library")}
		}),
		with(row("whirlpool", "Whirlpool", "hash", "sum", map[string]float64{goLib: 182000}), func(m *made) {
			m.verdict = sample.Unchecked
			m.answers = map[string]sample.Answer{
				wolf: absent("wolfbridge: sum of whirlpool: not in this library"),
				gcry: absent("gcryptbridge: sum of whirlpool: not in this build: it needs libgcrypt configured with --enable-digests"),
			}
		}),
		with(row("md4", "MD4", "hash", "sum", three(20100, 21000, 20500)), func(m *made) {
			m.answers = map[string]sample.Answer{gcry: refused("gcryptbridge: md4/op=sum/size=16384: refused by the library: Invalid digest algorithm (5)")}
		}),
		with(row("hmac-sha256", "HMAC-SHA-256", "mac", "mac", three(9610, 1.2, 9590)), func(m *made) { m.odd = "impossible" }),
		with(row("rng", "RNG", "rng", "read", three(36000, 39100, 160000)), func(m *made) {
			m.note = "each library's default generator: Go's and libgcrypt's ask the kernel as their design says, wolfCrypt's Hash_DRBG reseeds by count"
		}),
		pbkdf2("sha256", "SHA-256", three(161.3, 118.2, 120.9)),
		with(pbkdf2("md5", "MD5", three(265.5, 219.4, 212.6)), func(m *made) { m.odd = "contended" }),
		with(pbkdf2("tiger", "TIGER", map[string]float64{goLib: 611, gcry: 540.2}), func(m *made) {
			m.answers = map[string]sample.Answer{wolf: absent("wolfbridge: derive of pbkdf2-hmac-tiger: not in this library")}
		}),
		ops("rsa-2048-pkcs1", "RSA-2048 PKCS #1 v1.5", "pke", "encrypt", three(21800, 13900, 19700)),
		ops("rsa-2048-pkcs1", "RSA-2048 PKCS #1 v1.5", "pke", "decrypt", three(792000, 433000, 1013000)),
		ops("ecdsa-p256", "ECDSA [SECP256R1]", "signature", "sign", three(17100, 14060, 96300)),
		with(ops("argon2id", "argon2id", "kdf", "derive", map[string]float64{goLib: 4910000, gcry: 6100000}), func(m *made) {
			m.costs = []int{3}
			m.note = "3 passes over 4 MiB, 1 lane"
			m.answers = map[string]sample.Answer{wolf: absent("wolfbridge: derive of argon2id: not in this library")}
			m.failure = &sample.Failure{Provider: gcry, Status: sample.Crashed, Why: "SIGABRT"}
		}),
		with(ops("slh-dsa-sha2-128s", "SLH-DSA sha2-128s", "signature", "sign", three(402e6, 287e6, 1)), func(m *made) {
			m.odd = "untimed"
			delete(m.ns, gcry)
			m.answers = map[string]sample.Answer{gcry: absent("gcryptbridge: sign of slh-dsa-sha2-128s: not in this library")}
		}),
	}
}

// A maker makes the records of a run.
type maker struct {
	run         *sample.Run
	rows        []made
	rng         *rand.Rand
	all         []sample.Record
	after       int // rounds after which the run stops; 0: none
	allocations bool
}

func newMaker(rows []made, libs []sample.Library) *maker {
	m := &maker{rows: rows, rng: rand.New(rand.NewPCG(7, 9))}
	m.run = &sample.Run{
		Schema: sample.Schema, Tool: "cryptogap v0.0.0-test", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Args: []string{"run"}, Seed: 12345678901234567890,
		Settings: sample.Settings{
			Suites: []string{"wolfcrypt", "kdf"}, Time: 150 * time.Millisecond, Budget: 65 * time.Second, Sample: 200 * time.Microsecond,
			Repetitions: 8, Quiet: 40, Tolerance: 0.05,
		},
		Environment: sample.Environment{
			CPU: "Made-Up Processor 9000", Features: []string{"AESNI", "AVX2", "SHA"}, Cores: 2, Threads: 2, Hypervisor: "KVM", Load: 0.12,
			MemoryMiB: 7936, OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.1.0-18-amd64", Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64",
			GOAMD64: "v1", FIPS: "off", Compiler: "gc", Ticks: []sample.Tick{{Period: time.Millisecond, Lasts: 36_000}},
			Warnings: []string{
				"this is a virtual machine: others may share its core, which slows high-throughput code most; only quiet samples count",
				"the core has 2 hardware threads: work on its sibling slows high-throughput code most",
			},
		},
		Libraries: libs,
	}
	return m
}

func madeLibraries() []sample.Library {
	return []sample.Library{
		{Name: goLib, Title: "Go", Version: "go1.26.8", Headers: "go1.26.8", License: "BSD-3-Clause", Features: []string{"aes", "avx2", "sha"},
			Build: []sample.Fact{{Key: "target", Value: "linux/amd64"}, {Key: "GOAMD64", Value: "v1"}, {Key: "FIPS 140-3", Value: "off"},
				{Key: "golang.org/x/crypto", Value: "v0.59.0"}}},
		{Name: wolf, Title: "wolfCrypt", Version: "5.9.2", Headers: "5.9.2", License: "GPL-3.0-or-later", Features: []string{"aesni", "avx2", "sha"},
			Build: []sample.Fact{
				{Key: "archive SHA-256", Value: "2f4ef3d4fd387a9b"},
				{Key: "configure", Value: "--enable-all --enable-all-asm --enable-intelasm --enable-sp --enable-sp-asm --enable-static"},
				{Key: "compiler", Value: "gcc (Debian 12.2.0-14) 12.2.0"}, {Key: "CFLAGS", Value: "-O2"}}},
		{Name: gcry, Title: "libgcrypt", Version: "1.11.0", Headers: "1.11.0", License: "LGPL-2.1-or-later", Features: []string{"intel-aesni", "intel-avx2"},
			Build:    []sample.Fact{{Key: "configure", Value: "--enable-static --disable-shared"}, {Key: "compiler", Value: "gcc (Debian 12.2.0-14) 12.2.0"}, {Key: "CFLAGS", Value: "-O2"}},
			Warnings: []string{"version 1.12.4 could not be fetched: this is the older pinned 1.11.0"}},
	}
}

func (m *maker) records(tb testing.TB) []sample.Record {
	tb.Helper()
	m.all = []sample.Record{sample.Of(m.run)}
	for i := range m.rows {
		m.unit(&m.rows[i])
	}
	for i := range m.rows {
		m.verdicts(&m.run.Units[i], &m.rows[i])
	}
	rounds := 0
	if m.allocations {
		m.setAllocations()
	}
	for repetition := range m.run.Settings.Repetitions {
		for i := range m.rows {
			if m.after > 0 && rounds >= m.after {
				return append(m.all, sample.Of(&sample.End{Elapsed: 4321 * time.Millisecond, Interrupted: true}))
			}
			rounds += m.repetition(&m.run.Units[i], &m.rows[i], repetition)
		}
	}
	return append(m.all, sample.Of(&sample.End{Elapsed: 41200 * time.Millisecond}))
}

func (m *maker) result(tb testing.TB) *result.Result {
	tb.Helper()
	res, err := result.From(m.records(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

func (m *maker) unit(r *made) {
	u := sample.Unit{
		ID: len(m.run.Units), Row: r.algorithm + "/op=" + r.op, Algorithm: r.algorithm, Title: r.title, Kind: sample.Kind(r.kind), Op: r.op,
		Standard: "a standard", Unit: r.unit, Bytes: r.bytes, Costs: r.costs, Note: r.note,
	}
	if standing, ok := strings.CutSuffix(r.op, "-rekey"); ok {
		u.Standing = standing
	}
	if r.bytes > 0 {
		u.Row += "/size=" + fixed(float64(r.bytes), 0)
	}
	costs := r.costs
	if len(costs) == 0 {
		costs = []int{0}
	}
	for _, cost := range costs {
		name := u.Row
		if cost > 0 {
			name += "/cost=" + fixed(float64(cost), 0)
		}
		u.Cases = append(u.Cases, name)
		for _, lib := range m.run.Libraries {
			if _, ok := r.ns[lib.Name]; !ok || lib.Missing != "" {
				continue
			}
			l := sample.Lane{Provider: lib.Name, Boundary: "call", Cost: cost, Implementation: lib.Name + "_" + r.op}
			if len(m.run.Settings.Threads) == 0 {
				u.Lanes = append(u.Lanes, l)
			}
			switch {
			case len(m.run.Settings.Threads) > 0:
				for _, l.Threads = range m.run.Settings.Threads {
					u.Lanes = append(u.Lanes, l)
				}
			case m.run.Settings.AA:
				l.Copy = 1
				u.Lanes = append(u.Lanes, l)
			case lib.Name != goLib:
				l.Boundary = "batch"
				u.Lanes = append(u.Lanes, l)
			}
		}
	}
	m.run.Units = append(m.run.Units, u)
}

func (m *maker) verdicts(u *sample.Unit, r *made) {
	for _, name := range u.Cases {
		h := fnv.New64a()
		_, _ = h.Write([]byte(name))
		v := sample.Verdict{Case: name, Status: r.verdict, Checks: 30, Details: r.details, Digest: fixed(float64(h.Sum64()>>8), 0)}
		if v.Status == "" {
			v.Status = sample.Match
		}
		if v.Status == sample.Mismatch {
			v.Digest = ""
		}
		for _, lib := range m.run.Libraries {
			a, ok := r.answers[lib.Name]
			if !ok {
				a.Status = sample.Match
				if v.Status == sample.Unchecked {
					a.Status = v.Status
				}
			}
			if lib.Missing != "" {
				a.Status, a.Why = sample.Absent, lib.Missing
			}
			a.Provider = lib.Name
			v.Answers = append(v.Answers, a)
		}
		m.all = append(m.all, sample.Of(&v))
	}
}

// cgoCallNS is what a cgo call takes in the made-up run.
const cgoCallNS = 41

// roundsOfRepetition is how many rounds a repetition makes.
const roundsOfRepetition = 12

// repetition makes the rounds of one repetition and returns their number.
func (m *maker) repetition(u *sample.Unit, r *made, repetition int) int {
	if r.verdict == sample.Mismatch || r.odd == "untimed" {
		return 0
	}
	if r.failure != nil && repetition == 2 {
		f := *r.failure
		f.Unit, f.Row = u.ID, u.Row
		m.all = append(m.all, sample.Of(&f))
	}
	placement := make([]float64, len(u.Lanes))
	for i := range placement {
		spread := 0.0004
		if r.odd == "tie" {
			spread = 0.003
		}
		placement[i] = math.Exp(spread * m.rng.NormFloat64())
	}
	for index := range roundsOfRepetition {
		round := sample.Round{Unit: u.ID, Repetition: repetition, Index: index, At: int64(index) * 2e6, Order: m.rng.Perm(len(u.Lanes))}
		slow := 1.0
		if r.odd == "contended" {
			slow = 1.3 + 0.3*m.rng.Float64()
		}
		for i, l := range u.Lanes {
			status := sample.Match
			if a, ok := r.answers[l.Provider]; ok {
				status = a.Status
			}
			failed := r.failure != nil && r.failure.Provider == l.Provider && repetition >= 2
			if status != sample.Match || failed {
				round.N, round.NS, round.Inner = append(round.N, 0), append(round.NS, 0), append(round.Inner, 0)
				continue
			}
			ns := r.ns[l.Provider]
			if len(r.costs) == 2 {
				ns = 900 + ns*float64(l.Cost)
			}
			switch {
			case r.odd == "modes" && l.Provider == wolf && m.rng.IntN(2) == 0:
				ns *= 1.21
			case r.odd == "crossing" && l.Provider == gcry && l.Boundary == "call":
				ns += 300
			}
			ns *= slow * placement[i] * math.Exp(0.001*m.rng.NormFloat64())
			if l.Boundary == "call" && l.Provider != goLib {
				ns += cgoCallNS
			}
			if r.odd == "impossible" && l.Provider == wolf {
				ns = 1.2
			}
			if l.Threads > 1 { // of two cores
				ns /= 1.9
			}
			n := int64(math.Max(1, 200e3/ns))
			took := int64(math.Round(ns * float64(n)))
			inner := int64(0)
			if l.Boundary == "batch" {
				inner = took
				took += 90
			}
			round.N, round.NS, round.Inner = append(round.N, n), append(round.NS, took), append(round.Inner, inner)
		}
		for range len(u.Lanes) + 1 {
			round.Probes = append(round.Probes, int64(20000*(1+0.01*m.rng.Float64())*slow))
		}
		m.all = append(m.all, sample.Of(&round))
	}
	return roundsOfRepetition
}

// setAllocations makes an allocation count for each lane: Go allocates in operations with public keys.
func (m *maker) setAllocations() {
	for i := range m.run.Units {
		u := &m.run.Units[i]
		for lane, l := range u.Lanes {
			b := sample.Allocations{Unit: u.ID, Lane: lane, Ops: 1000}
			if l.Provider == goLib && u.Unit == "ops/s" {
				b.Allocs, b.Bytes = 41.02, 5720.5
			}
			m.all = append(m.all, sample.Of(&b))
		}
	}
}

// sweptRows are operations over message sizes: one that ties, one with a
// step between code paths, one of each payoff; with a context kept and opened anew.
func sweptRows() []made {
	sizes := []int{16, 64, 256, 1024, 1350, 4096, 16384, 65536, 262144, 1 << 20}
	var rows []made
	sweep := func(algorithm, title, kind, op string, a, b [3]float64) {
		for _, n := range sizes {
			at := func(i int) float64 { return a[i] + b[i]*float64(n) }
			r := made{algorithm: algorithm, title: title, kind: kind, op: op, unit: "MiB/s", bytes: n, ns: three(at(0), at(1), at(2))}
			if algorithm == "aes-128-gcm" && n >= 4096 {
				r.ns[gcry] = 700 + 0.1*float64(n)
			}
			if algorithm == "md5" && n == 64 {
				r.odd = "contended"
			}
			if algorithm == "md5" && n == 256 {
				r.ns[goLib] *= 1.2
			}
			rows = append(rows, r)
		}
	}
	rows = append(rows, madeRows()[0])
	sweep("aes-128-gcm", "AES-128-GCM", "aead", "seal", [3]float64{55, 60, 180}, [3]float64{0.2, 0.17, 0.4})
	sweep("aes-128-gcm", "AES-128-GCM", "aead", "seal-rekey", [3]float64{305, 360, 1180}, [3]float64{0.2, 0.17, 0.4})
	sweep("md5", "MD5", "hash", "sum", [3]float64{60, 250, 100}, [3]float64{1.5, 1.2, 1.6})
	sweep("sha256", "SHA-256", "hash", "sum", [3]float64{60, 160, 300}, [3]float64{0.58, 0.58, 0.61})
	sweep("sha384", "SHA-384", "hash", "sum", [3]float64{200, 60, 20}, [3]float64{1.5, 1.6, 1.3})
	return rows
}

// madeRuns are the made-up runs that every format is drawn for.
func madeRuns(tb testing.TB) map[string]*result.Result {
	tb.Helper()
	if madeOnce == nil {
		madeOnce = makeRuns(tb)
	}
	return madeOnce
}

var madeOnce map[string]*result.Result

func makeRuns(tb testing.TB) map[string]*result.Result {
	tb.Helper()
	find := func(ids ...string) []made {
		return slices.DeleteFunc(madeRows(), func(m made) bool { return !slices.Contains(ids, m.algorithm) })
	}
	runs := make(map[string]*result.Result)
	runs["full"] = newMaker(madeRows(), madeLibraries()).result(tb)

	runs["few"] = newMaker(find("crossing", "sha3-256", "sm3", "sha512", "pbkdf2-hmac-tiger", "argon2id"), madeLibraries()).result(tb)

	sizes := find("aes-128-gcm")
	small := slices.Clone(sizes)
	for i := range small {
		small[i].bytes = 16
		small[i].ns = three(61, 55, 180)
	}
	runs["sizes"] = newMaker(append(small, sizes...), madeLibraries()).result(tb)

	alone := newMaker(find("sha256", "pbkdf2-hmac-sha256"), madeLibraries()[:1])
	for i := range alone.rows {
		alone.rows[i].verdict = sample.Unchecked
	}
	runs["alone"] = alone.result(tb)

	aa := newMaker(find("aes-128-cbc", "sha256", "pbkdf2-hmac-sha256", "ecdsa-p256"), madeLibraries())
	aa.run.Settings.AA = true
	runs["aa"] = aa.result(tb)

	interrupted := newMaker(madeRows(), madeLibraries())
	interrupted.after = 9 * roundsOfRepetition
	runs["interrupted"] = interrupted.result(tb)

	sweep := newMaker(sweptRows(), madeLibraries())
	sweep.run.Settings.Suites = []string{"tls"}
	runs["sweep"] = sweep.result(tb)

	few := newMaker(slices.DeleteFunc(sweptRows(), func(m made) bool { return m.op != "seal" || m.bytes == 1350 || m.bytes > 65536 }), madeLibraries())
	few.allocations = true
	runs["sweep-few"] = few.result(tb)

	threads := newMaker(find("crossing", "sha256", "sha512", "sm3", "pbkdf2-hmac-sha256", "ecdsa-p256"), madeLibraries())
	threads.run.Settings.Threads = []int{1, 2, 4}
	threads.allocations = true
	runs["threads"] = threads.result(tb)

	libs := madeLibraries()
	libs[2] = sample.Library{Name: gcry, Title: "libgcrypt", License: "LGPL-2.1-or-later", Missing: "not in this build: compiled without cgo or with the tag nogcrypt"}
	runs["missing"] = newMaker(find("sha256", "sm3", "camellia-128-cbc"), libs).result(tb)

	cut := newMaker(find("sha256"), madeLibraries()).records(tb)
	res, err := result.From(cut[:1])
	if err != nil {
		tb.Fatal(err)
	}
	runs["empty"] = res
	return runs
}
