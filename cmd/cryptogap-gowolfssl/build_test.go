package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// script runs build.sh with a go command and a pkg-config that are shell
// scripts, and returns its exit code and what it said.
func script(t *testing.T, goCommand string, args ...string) (code int, said string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, body := range map[string]string{
		"go":         "[ \"$1\" != env ] || exit 0\n" + goCommand,
		"pkg-config": `case "$*" in *--cflags*) echo -I/pinned ;; *) echo "-L/pinned $1" ;; esac`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("./build.sh", args...)
	cmd.Env = append(os.Environ(), "GO="+dir+"/go", "PKG_CONFIG="+dir+"/pkg-config")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), strings.TrimSpace(string(out))
}

func TestBuildScript(t *testing.T) {
	for _, c := range []struct {
		name, goCommand string
		args            []string
		code            int
		said            string
	}{
		{"what cannot be fetched is said in one sentence", "echo 'go: 403 Forbidden' >&2; echo more >&2; exit 1", nil, 3,
			`^gowolfssl: github.com/wolfssl/go-wolfssl v0\S+ cannot be fetched here, [^\n]*: go: 403 Forbidden$`},
		{"what is not the pinned module is an error", "echo 'verifying: checksum mismatch' >&2; exit 1", nil, 1, "checksum mismatch"},
		{"the flags come from pkg-config", `echo "$GOWORK|$CGO_CFLAGS|$CGO_LDFLAGS|$*"`, []string{"build", "/file"}, 0,
			`^off\| -I/pinned\| -L/pinned --static\|build -o /file \.$`},
		{"the stand-in is built in its workspace", `echo "$GOWORK|$*"`, []string{"standin", "file"}, 0,
			`^\S+/standin\.work\|build -o \S+/file \.\n.*not the vendor's$`},
		{"an unknown command", "", []string{"biuld"}, 2, "there are: build standin test sync help"},
		{"too many arguments", "", []string{"build", "a", "b"}, 2, "one file at the most"},
		{"help", "", []string{"help"}, 0, "usage: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, said := script(t, c.goCommand, c.args...)
			if code != c.code || !regexp.MustCompile(c.said).MatchString(said) {
				t.Errorf("exit %d, want %d; it said\n%s\nwant %s", code, c.code, said, c.said)
			}
		})
	}
}
