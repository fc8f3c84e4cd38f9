package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestModuleFileIsComplete asks that go.mod and go.sum have all that the
// packages need, as they do not follow the root module's by themselves.
func TestModuleFileIsComplete(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v: run ./build.sh sync\n%s", args, err, out)
		}
	}
	file := filepath.Join(dir, "go.mod")
	run("mod", "edit", "-replace=github.com/wolfssl/go-wolfssl=./standin", file)
	run("list", "-modfile="+file, "-deps", "-test", "./...")
}
