package compare_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "cryptogap"

// A layer is a package, or with a name that ends in "/..." all packages below
// one, and what of this module it may import.
type layer struct {
	name string
	may  []string
}

// layers are all packages of the module, each below those that may import it.
func layers() []layer {
	return []layer{
		{"compare/sample", nil},
		{"compare/stats", nil},
		{"compare/catalog", []string{"compare/sample"}},
		{"compare/isolate", nil},
		{"compare/provider", []string{"compare/catalog", "compare/sample"}},
		{"compare/verify", []string{"compare/catalog", "compare/provider", "compare/sample"}},
		{"compare/wycheproof", []string{"compare/catalog", "compare/provider", "compare/sample", "compare/verify"}},
		{"compare/provider/providertest", []string{"compare/catalog", "compare/provider", "compare/verify", "compare/sample"}},
		{"compare/harness", []string{"compare/provider", "compare/sample"}},
		{"compare/selection", []string{"compare/sample", "compare/stats"}},
		{"compare/result", []string{"compare/sample", "compare/selection", "compare/stats"}},
		{"compare/merge", []string{"compare/result", "compare/sample", "compare/stats"}},
		{"compare/advise", []string{"compare/catalog", "compare/result", "compare/sample", "compare/stats"}},
		{"compare/report", []string{"compare/advise", "compare/merge", "compare/result", "compare/sample", "compare/stats"}},
		{"compare", []string{
			"compare/catalog", "compare/provider", "compare/verify", "compare/wycheproof", "compare/harness", "compare/isolate", "compare/sample", "compare/stats", "compare/result",
		}},
		{"compare/truth", []string{
			"compare", "compare/catalog", "compare/provider", "compare/sample", "compare/result",
		}},
		{"native", nil},
		{"compare/provider/bridge", []string{"compare/catalog", "compare/provider"}},
		{"cmd/internal/faulty", nil},
		{"cmd/internal/cli", []string{
			"compare", "compare/catalog", "compare/provider", "compare/verify", "compare/sample", "compare/stats", "compare/result", "compare/report", "compare/truth",
			"compare/advise", "compare/merge", "compare/wycheproof",
		}},
	}
}

// program is the command whose list of providers is the list of libraries.
const program = "cmd/cryptogap"

// libraries are the layers of the packages that the program imports besides its command line, each with what stands below it in its
// folder; and that of the program.
func libraries(all []listed) []layer {
	of := layer{program, []string{"cmd/internal/cli", "compare/provider"}}
	var libs []layer
	for _, p := range all {
		for _, name := range ours(p.Imports) {
			if p.ImportPath == module+"/"+program && !of.allows(name) {
				libs = append(libs, layer{name, []string{"compare/catalog", "compare/provider", "compare/provider/bridge", "native", name + "/..."}})
			}
		}
	}
	for _, l := range slices.Clone(libs) {
		of.may = append(of.may, l.name)
		if slices.ContainsFunc(all, func(p listed) bool { return strings.HasPrefix(p.ImportPath, module+"/"+l.name+"/") }) {
			libs = append(libs, layer{l.name + "/...", []string{l.name + "/internal/..."}})
		}
	}
	return append(libs, of)
}

// forTests is what only tests may import: those of packages that may import provider.
const forTests = "compare/provider/providertest"

// forCLI is what only the tests of the command line may import.
const forCLI = "cmd/internal/faulty"

// covers says whether the name, or the pattern that ends in "/...", stands for the package.
func covers(pattern, pkg string) bool {
	below, isPattern := strings.CutSuffix(pattern, "...")
	return pkg == pattern || (isPattern && strings.HasPrefix(pkg, below))
}

func (l layer) allows(pkg string) bool {
	return slices.ContainsFunc(l.may, func(pattern string) bool { return covers(pattern, pkg) })
}

// A listed package is one as go list shows it.
type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// goList lists the module's packages as they are built with the environment and flags.
func goList(t *testing.T, env string, flags ...string) []listed {
	t.Helper()
	args := append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports"}, flags...)
	cmd := exec.Command("go", append(args, module+"/...")...)
	cmd.Env = append(os.Environ(), env)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("go list's output: %v", err)
		}
		all = append(all, p)
	}
}

// ours returns the imports that are of this module, without its path.
func ours(imports []string) []string {
	var own []string
	for _, path := range imports {
		if name, ok := strings.CutPrefix(path, module+"/"); ok {
			own = append(own, name)
		}
	}
	return own
}

func TestLayers(t *testing.T) {
	t.Parallel()
	all := append(layers(), libraries(goList(t, "CGO_ENABLED=0"))...)
	seen := make([]bool, len(all))
	for _, build := range []struct {
		env   string
		flags []string
	}{{"CGO_ENABLED=1", nil}, {"CGO_ENABLED=0", nil}, {"CGO_ENABLED=1", []string{"-tags=nowolf,nogcrypt"}}} {
		for _, p := range goList(t, build.env, build.flags...) {
			name := strings.TrimPrefix(p.ImportPath, module+"/")
			i := slices.IndexFunc(all, func(l layer) bool { return covers(l.name, name) })
			if i < 0 {
				t.Errorf("package %s is in no layer: add it to layers() in compare/layers_test.go, with what it may import", p.ImportPath)
				continue
			}
			seen[i] = true
			l := all[i]
			for _, path := range ours(p.Imports) {
				if !l.allows(path) || path == forTests {
					t.Errorf("%s imports %s, which stands in no layer below it: see layers() in compare/layers_test.go", name, path)
				}
			}
			for _, path := range ours(append(p.TestImports, p.XTestImports...)) {
				if !l.allows(path) && path != name && !(path == forTests && l.allows("compare/provider")) && !(path == forCLI && name == "cmd/internal/cli") {
					t.Errorf("the tests of %s import %s, which stands in no layer below it: see layers() in compare/layers_test.go", name, path)
				}
			}
		}
	}
	for i, l := range all {
		if !seen[i] {
			t.Errorf("layers() in compare/layers_test.go names %s, which is no package", l.name)
		}
	}
}
