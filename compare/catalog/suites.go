package catalog

// The suites that run takes by name. SuiteAll is every algorithm.
const (
	SuiteWolfCrypt = "wolfcrypt" // the rows of wolfCrypt's benchmark, in its order
	SuiteKDF       = "kdf"       // the rows of libgcrypt's bench-slope KDF table, in its order
	SuiteTLS       = "tls"       // what TLS 1.3 uses, at the sizes of its records
	SuitePQ        = "pq"        // post-quantum algorithms
	SuiteAll       = "all"
)

// Suite describes one suite.
type Suite struct {
	Name  string
	About string
	Sizes []int // message sizes in bytes; nil: DefaultSize
}

// DefaultSize is the message size of a row where no other is asked for: the
// largest TLS record.
const DefaultSize = 16384

// MaxSize is the largest message size a case can have: no library's integer
// is narrower, and a machine holds it twice.
const MaxSize = 1 << 30

// Suites returns the suites in the order help lists them.
func Suites() []Suite {
	return []Suite{
		{SuiteWolfCrypt, "the rows of wolfCrypt's benchmark", nil},
		{SuiteKDF, "PBKDF2 over the hashes of bench-slope's KDF table", nil},
		{SuiteTLS, "what TLS 1.3 uses, at record sizes", []int{16, 256, 1350, 8192, 16384}},
		{SuitePQ, "post-quantum algorithms", nil},
		{SuiteAll, "everything in the catalogue", nil},
	}
}

// SweepSizes returns the message sizes of a sweep, in bytes: steps of four, and
// between them what an Ethernet frame carries.
func SweepSizes() []int {
	return []int{16, 64, 256, 1024, 1350, 4096, 16384, 65536, 262144, 1 << 20}
}

// SweepSuite is swept when none is named: its hashes, MACs and AEADs, which is short.
const SweepSuite = SuiteTLS

// DefaultSuites are run when none is named.
func DefaultSuites() []string { return []string{SuiteWolfCrypt, SuiteKDF} }
