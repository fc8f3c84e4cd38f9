package harness

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"strings"
)

//go:embed *.go *.s
var source embed.FS

// Version identifies how samples are taken: a hash of this package's source.
func Version() string { return Hash(source) }

// Hash is a hash of the names and contents of files, tests left out.
func Hash(files fs.FS) string {
	h := sha256.New()
	names, err := fs.Glob(files, "*")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		h.Write([]byte(name))
		h.Write([]byte{0})
		h.Write(content)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
