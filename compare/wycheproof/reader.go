package wycheproof

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// A File is one file of test vectors.
type File struct {
	Name      string  `json:"-"` // "x25519_test.json"
	Algorithm string  `json:"algorithm"`
	Schema    string  `json:"schema"` // "xdh_comp_schema_v1.json"
	Groups    []group `json:"testGroups"`
}

// A group is tests with parameters in common. It has the fields of all schemas that are mapped.
type group struct {
	Curve        string          `json:"curve"`
	KeySize      int             `json:"keySize"`
	TagSize      int             `json:"tagSize"`
	SHA          string          `json:"sha"`
	MGFSHA       string          `json:"mgfSha"`
	SaltLen      int             `json:"sLen"`
	ParameterSet string          `json:"parameterSet"`
	PublicKey    json.RawMessage `json:"publicKey"`
	PublicKeyAsn catalog.Hex     `json:"publicKeyAsn"`
	PKCS8        catalog.Hex     `json:"privateKeyPkcs8"`
	PrivateSeed  catalog.Hex     `json:"privateSeed"`
	Tests        []test          `json:"tests"`
}

// A test is one test vector, with the fields of all schemas that are mapped.
type test struct {
	ID      int         `json:"tcId"`
	Comment string      `json:"comment"`
	Flags   []string    `json:"flags"`
	Result  string      `json:"result"` // valid, invalid, acceptable
	Key     catalog.Hex `json:"key"`
	IV      catalog.Hex `json:"iv"`
	AAD     catalog.Hex `json:"aad"`
	Msg     catalog.Hex `json:"msg"`
	CT      catalog.Hex `json:"ct"`
	Tag     catalog.Hex `json:"tag"`
	Public  catalog.Hex `json:"public"`
	Private catalog.Hex `json:"private"`
	Shared  catalog.Hex `json:"shared"`
	IKM     catalog.Hex `json:"ikm"`
	Salt    catalog.Hex `json:"salt"`
	Info    catalog.Hex `json:"info"`
	Size    int         `json:"size"`
	OKM     catalog.Hex `json:"okm"`

	Password   catalog.Hex `json:"password"`
	Iterations int         `json:"iterationCount"`
	DKLen      int         `json:"dkLen"`
	DK         catalog.Hex `json:"dk"`

	Sig     catalog.Hex `json:"sig"`
	Context catalog.Hex `json:"ctx"`
	Label   catalog.Hex `json:"label"`
	Seed    catalog.Hex `json:"seed"`
	EK      catalog.Hex `json:"ek"`
	C       catalog.Hex `json:"c"`
	K       catalog.Hex `json:"K"`
	M       catalog.Hex `json:"m"`
	Rnd     catalog.Hex `json:"rnd"`
}

// folder is where the module has its vectors.
const folder = "testvectors_v1"

// Files returns the paths of the files of vectors in dir, which is the module's or the
// folder with the files itself.
func Files(dir string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(dir, folder)); err == nil {
		dir = filepath.Join(dir, folder)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*_test.json"))
	if err != nil {
		return nil, fmt.Errorf("wycheproof: %w", err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("wycheproof: no file named *_test.json in %s: name the folder of the module github.com/c2sp/wycheproof, or its %s", dir, folder)
	}
	slices.Sort(paths)
	return paths, nil
}

// Read reads a file. The tests of a file that has nothing to do with the catalogue are
// left out.
func Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("wycheproof: %w", err)
	}
	var head struct{ Algorithm, Schema string }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("wycheproof: %s: %w", path, err)
	}
	f := &File{Name: filepath.Base(path), Algorithm: head.Algorithm, Schema: head.Schema}
	if f.mapper() == nil {
		return f, nil
	}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("wycheproof: %s: %w", path, err)
	}
	return f, nil
}

// schema is the file's schema without what all have in common: "xdh_comp".
func (f *File) schema() string {
	name := strings.TrimSuffix(f.Schema, ".json")
	return strings.TrimSuffix(strings.TrimSuffix(name, "_v1"), "_schema")
}
