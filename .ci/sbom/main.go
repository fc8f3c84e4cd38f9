// Command sbom writes what a release has to say of the parts of a static binary: a bill of materials in CycloneDX's JSON, and
// the licences of all that is linked in. The Go modules are those that the binary itself names; the C libraries are
// told apart by their folders in the cache; the C library of the system is Debian's.
//
//	sbom -version V -bom FILE -licenses FOLDER BINARY PREFIX ...
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// The parts of CycloneDX 1.6 that are used here.
type (
	bom struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp,omitempty"`
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Licenses   []license  `json:"licenses,omitempty"`
		PURL       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	license struct {
		Expression string `json:"expression"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn,omitempty"`
	}
)

func main() {
	version := flag.String("version", "", "the release's version")
	file := flag.String("bom", "", "write the bill of materials to this file")
	folder := flag.String("licenses", "", "copy the licences into this folder")
	flag.Parse()
	if flag.NArg() < 1 || *version == "" || *file == "" || *folder == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(*version, *file, *folder, flag.Arg(0), flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(version, file, folder, binary string, prefixes []string) error {
	content, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(content))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	main := component{
		Type: "application", Ref: "cryptogap", Name: "cryptogap", Version: version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}, Licenses: []license{{"GPL-3.0-or-later"}},
	}
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "GO") || s.Key == "-tags" || s.Key == "vcs.revision" {
			main.Properties = append(main.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	parts, err := goParts(info, folder)
	if err != nil {
		return err
	}
	for _, prefix := range prefixes {
		part, err := nativePart(prefix, folder)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	system, err := systemParts(folder)
	if err != nil {
		return err
	}
	parts = append(parts, system...)
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{Timestamp: timestamp(), Component: main}, Components: parts}
	on := dependency{Ref: main.Ref}
	for _, p := range parts {
		on.DependsOn = append(on.DependsOn, p.Ref)
	}
	b.Dependencies = []dependency{on}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// timestamp is the one that SOURCE_DATE_EPOCH sets: no other would come out the same twice.
func timestamp() string {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return ""
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}

// goParts are the standard library and the modules that are linked in.
func goParts(info *buildinfo.BuildInfo, folder string) ([]component, error) {
	if running := runtime.Version(); running != info.GoVersion {
		return nil, fmt.Errorf("the binary was built by %s and the licence is of %s", info.GoVersion, running)
	}
	root, err := run("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := licenses(root, filepath.Join(folder, "go")); err != nil {
		return nil, err
	}
	release := strings.TrimPrefix(info.GoVersion, "go")
	parts := []component{{
		Type: "library", Ref: "pkg:golang/std@" + release, Name: "std", Version: release,
		Licenses: []license{{"BSD-3-Clause"}}, PURL: "pkg:golang/std@" + release,
	}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		dir, err := run("go", "list", "-m", "-f", "{{.Dir}}", m.Path)
		if err != nil {
			return nil, err
		}
		if err := licenses(dir, filepath.Join(folder, m.Path)); err != nil {
			return nil, err
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		parts = append(parts, component{
			Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl,
			Properties: []property{{"go:sum", m.Sum}},
		})
	}
	return parts, nil
}

// expressions are the licences that the C libraries are under.
var expressions = map[string]string{
	"wolfssl":      "GPL-3.0-or-later",
	"libgcrypt":    "LGPL-2.1-or-later",
	"libgpg-error": "LGPL-2.1-or-later",
}

var define = regexp.MustCompile(`(?m)^#define CG_\w+_PROVENANCE_(\w+) "(.*)"$`)

// nativePart reads the header in which the build of a C library says what it is.
func nativePart(prefix, folder string) (component, error) {
	headers, err := filepath.Glob(filepath.Join(prefix, "include", "cryptogap-*.h"))
	if err != nil || len(headers) != 1 {
		return component{}, fmt.Errorf("%s says nothing of its build", prefix)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(headers[0]), "cryptogap-"), ".h")
	if expressions[name] == "" {
		return component{}, fmt.Errorf("the licence of %s is not known here", name)
	}
	text, err := os.ReadFile(headers[0])
	if err != nil {
		return component{}, err
	}
	facts := make(map[string]string)
	for _, m := range define.FindAllStringSubmatch(string(text), -1) {
		facts[m[1]] = m[2]
	}
	if err := licenses(filepath.Join(prefix, "share", "licenses", name), filepath.Join(folder, name)); err != nil {
		return component{}, err
	}
	purl := "pkg:generic/" + name + "@" + facts["VERSION"]
	part := component{
		Type: "library", Ref: purl, Name: name, Version: facts["VERSION"], PURL: purl + "?checksum=sha256:" + facts["SHA256"],
		Licenses: []license{{expressions[name]}},
	}
	for _, fact := range []string{"CONFIGURE", "COMPILER", "CFLAGS", "NOTE"} {
		if facts[fact] != "" {
			part.Properties = append(part.Properties, property{"build:" + strings.ToLower(fact), facts[fact]})
		}
	}
	return part, nil
}

// systemParts are what a static binary takes from the system: its C library, and the compiler's own.
func systemParts(folder string) ([]component, error) {
	var parts []component
	for _, s := range []struct{ name, file, license string }{
		{"glibc", "libc.a", "LGPL-2.1-or-later"},
		{"libgcc", "libgcc.a", "GPL-3.0-or-later WITH GCC-exception-3.1"},
	} {
		path, err := run("gcc", "-print-file-name="+s.file)
		if err != nil {
			return nil, err
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
		owner, err := run("dpkg-query", "-S", path)
		if err != nil {
			return nil, err
		}
		pkg, _, _ := strings.Cut(owner, ":")
		version, err := run("dpkg-query", "-W", "-f", "${Version}", pkg)
		if err != nil {
			return nil, err
		}
		if err := licenses(filepath.Join("/usr/share/doc", pkg), filepath.Join(folder, s.name)); err != nil {
			return nil, err
		}
		purl := "pkg:deb/debian/" + pkg + "@" + version
		parts = append(parts, component{
			Type: "library", Ref: purl, Name: s.name, Version: version, PURL: purl, Licenses: []license{{s.license}},
		})
	}
	return parts, nil
}

var isLicense = regexp.MustCompile(`(?i)^(un)?(licen[cs]|copying|copyright|notice|patents)`)

// licenses copies the files in which the folder says under what terms it may be used. None is an error.
func licenses(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	found := 0
	for _, e := range entries {
		if !isLicense.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := errors.Join(os.MkdirAll(to, 0o755), os.WriteFile(filepath.Join(to, e.Name()), text, 0o644)); err != nil {
			return err
		}
		found++
	}
	if found == 0 {
		return fmt.Errorf("%s has no licence", from)
	}
	return nil
}

// run returns the output of a command, without white space around it.
func run(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
