package main

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file anew")

// pinned are the versions that testdata/support.csv is about, by provider: the newest in native/versions.lock.
func pinned(t *testing.T) map[string]string {
	t.Helper()
	versions := make(map[string]string)
	script := func(args ...string) []string {
		out, err := exec.Command("../../native/build.sh", args...).Output()
		if err != nil {
			t.Fatalf("native/build.sh %q: %v", args, err)
		}
		return strings.Fields(string(out))
	}
	for _, library := range script("facts", "name") {
		for _, provider := range script("facts", "provider", library) {
			versions[provider] = script("facts", "newest", library)[0]
		}
	}
	return versions
}

// TestSupport compares who offers what with testdata/support.csv, so that no row disappears unseen. A row that is
// to appear or to go is accepted by go test -update.
func TestSupport(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("the golden file is of amd64")
	}
	newest := pinned(t)
	for _, p := range providers() {
		if want, info := newest[p.Name()], p.Info(); want != "" && info.Version != want {
			t.Skipf("the golden file is of %s %s, in this build is %q %s", p.Name(), want, info.Version, info.Missing)
		}
	}
	const golden = "testdata/support.csv"
	got := support(t)
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(got, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Collect(strings.Lines(string(text)))
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("gone: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("new: %s", line)
		}
	}
}

// support is what list says, without the names of the code: algorithm, operation, library, whether it offers that.
func support(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("cryptogap", "list", "--format", "csv").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("cryptogap list --format csv: %d rows, %v", len(rows), err)
	}
	var columns []int
	for _, name := range []string{"algorithm", "operation", "provider", "offered"} {
		columns = append(columns, slices.Index(rows[0], name))
	}
	var lines []string
	for _, row := range rows {
		var fields []string
		for _, c := range columns {
			fields = append(fields, row[c])
		}
		lines = append(lines, strings.Join(fields, ",")+"\n")
	}
	return lines
}
