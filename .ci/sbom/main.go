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

	cdx "github.com/CycloneDX/cyclonedx-go"
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
	main := cdx.Component{
		Type: cdx.ComponentTypeApplication, BOMRef: "cryptogap", Name: "cryptogap", Version: version,
		Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}, Licenses: licence("GPL-3.0-or-later"),
	}
	var settings []cdx.Property
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "GO") || s.Key == "-tags" || s.Key == "vcs.revision" {
			settings = append(settings, cdx.Property{Name: "go:" + s.Key, Value: s.Value})
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
	main.Properties = &settings
	var refs []string
	for _, p := range parts {
		refs = append(refs, p.BOMRef)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: timestamp(), Component: &main}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// licence is a licence expression as components have it.
func licence(expression string) *cdx.Licenses { return &cdx.Licenses{{Expression: expression}} }

// timestamp is the one that SOURCE_DATE_EPOCH sets: no other would come out the same twice.
func timestamp() string {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return ""
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}

// goParts are the standard library and the modules that are linked in.
func goParts(info *buildinfo.BuildInfo, folder string) ([]cdx.Component, error) {
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
	parts := []cdx.Component{{
		Type: cdx.ComponentTypeLibrary, BOMRef: "pkg:golang/std@" + release, Name: "std", Version: release,
		Licenses: licence("BSD-3-Clause"), PackageURL: "pkg:golang/std@" + release,
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
		parts = append(parts, cdx.Component{
			Type: cdx.ComponentTypeLibrary, BOMRef: purl, Name: m.Path, Version: m.Version, PackageURL: purl,
			Properties: &[]cdx.Property{{Name: "go:sum", Value: m.Sum}},
		})
	}
	return parts, nil
}

var define = regexp.MustCompile(`(?m)^#define CG_\w+_PROVENANCE_(\w+) "(.*)"$`)

// nativePart reads the header in which the build of a C library says what it is.
func nativePart(prefix, folder string) (cdx.Component, error) {
	headers, err := filepath.Glob(filepath.Join(prefix, "include", "cryptogap-*.h"))
	if err != nil || len(headers) != 1 {
		return cdx.Component{}, fmt.Errorf("%s says nothing of its build", prefix)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(headers[0]), "cryptogap-"), ".h")
	expression, err := run("native/build.sh", "facts", "license", name)
	if err != nil {
		return cdx.Component{}, err
	}
	text, err := os.ReadFile(headers[0])
	if err != nil {
		return cdx.Component{}, err
	}
	facts := make(map[string]string)
	for _, m := range define.FindAllStringSubmatch(string(text), -1) {
		facts[m[1]] = m[2]
	}
	if err := licenses(filepath.Join(prefix, "share", "licenses", name), filepath.Join(folder, name)); err != nil {
		return cdx.Component{}, err
	}
	purl := "pkg:generic/" + name + "@" + facts["VERSION"]
	part := cdx.Component{
		Type: cdx.ComponentTypeLibrary, BOMRef: purl, Name: name, Version: facts["VERSION"], PackageURL: purl + "?checksum=sha256:" + facts["SHA256"],
		Licenses: licence(expression),
	}
	var properties []cdx.Property
	for _, fact := range []string{"SOURCE", "CONFIGURE", "COMPILER", "CFLAGS", "NOTE"} {
		if facts[fact] != "" {
			properties = append(properties, cdx.Property{Name: "build:" + strings.ToLower(fact), Value: facts[fact]})
		}
	}
	part.Properties = &properties
	return part, nil
}

// systemParts are what a static binary takes from the system: its C library, and the compiler's own.
func systemParts(folder string) ([]cdx.Component, error) {
	var parts []cdx.Component
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
		parts = append(parts, cdx.Component{
			Type: cdx.ComponentTypeLibrary, BOMRef: purl, Name: s.name, Version: version, PackageURL: purl, Licenses: licence(s.license),
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
