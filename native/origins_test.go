// SPDX-License-Identifier: GPL-3.0-or-later

package native_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git in the folder, without the configuration of whoever runs the test.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// write writes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// checkout is a git checkout of the stand-in library, with a tag. Its configure comes from its autogen.sh.
func checkout(t *testing.T, name string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	write(t, dir, map[string]string{
		"autogen.sh": "#!/bin/sh\ngit describe --tags >described\nmv configure.in configure\n", "configure.in": configure,
		"name": name, "delay": "0", "COPYING": "c", "COPYING.LIB": "c", "LICENSES": "c", "LICENSING": "c", ".gitignore": "*.o\n",
	})
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "first")
	git(t, dir, "tag", "v7")
	return dir
}

func TestCheckout(t *testing.T) {
	h := newHouse(t)
	h.all()
	dir := checkout(t, "wolfssl")
	env := []string{"WOLFSSL_SOURCE=" + dir}
	h.want(0, "wolfssl v7 .* autogen(.|\n)*wolfssl v7 .*ready", env, "build", "wolfssl")
	header := h.headerWith(env, "wolfssl")
	for _, want := range []string{`_VERSION "v7"`, `_SOURCE "git commit `, ` (v7)"`, `_SHA256 ""`, `_NOTE ""`} {
		if !strings.Contains(header, want) {
			t.Errorf("no %s in\n%s", want, header)
		}
	}
	clean, _ := h.want(0, "", env, "where", "wolfssl")

	write(t, dir, map[string]string{"x.o": "what git ignores is no change"})
	if again, _ := h.want(0, "", env, "where", "wolfssl"); again != clean {
		t.Errorf("an ignored file made %s of %s", again, clean)
	}
	write(t, dir, map[string]string{"new.c": "a change"})
	dirty, _ := h.want(0, "", env, "where", "wolfssl")
	if dirty == clean {
		t.Error("a new file is not seen")
	}
	h.want(0, "ready", env, "build", "wolfssl")
	if header := h.headerWith(env, "wolfssl"); !strings.Contains(header, "with changes that are not committed (tree ") || !strings.Contains(header, `_NOTE "wolfssl was built from a git checkout with changes`) {
		t.Errorf("nothing of the changes in\n%s", header)
	}
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "second")
	h.want(0, "v7-1-g.* ready", env, "build", "wolfssl")
	if entries, _ := os.ReadDir(filepath.Join(dir)); len(entries) != len([]string{"autogen.sh", "configure.in", "name", "delay", "COPYING", "COPYING.LIB", "LICENSES", "LICENSING", ".gitignore", ".git", "x.o", "new.c"}) {
		t.Errorf("the build wrote into the checkout: %v", entries)
	}
	cmd := exec.Command("git", "-C", dir, "status", "--porcelain")
	if out, err := cmd.Output(); err != nil || len(out) != 0 {
		t.Errorf("git status: %s, %v", out, err)
	}
}

func TestInstalled(t *testing.T) {
	h := newHouse(t)
	h.all()
	dir := filepath.Join(h.dir, "opt")
	write(t, dir, map[string]string{
		"lib/pkgconfig/libgcrypt.pc": "libdir=${pcfiledir}/..\nName: libgcrypt\nDescription: d\nVersion: 9.1\nRequires: gpg-error\nLibs: -L${libdir} -lgcrypt\nCflags: -I/there\n",
		"lib/libgcrypt.so":           "first", "include/gcrypt.h": "",
	})
	env := []string{"LIBGCRYPT_PREFIX=" + dir}
	h.want(0, "libgcrypt 9.1 .*ready", env, "build", "libgcrypt")
	header := h.headerWith(env, "libgcrypt")
	for _, want := range []string{`_VERSION "9.1"`, `_SOURCE "installed in ` + dir + `"`, `_CONFIGURE ""`, `_COMPILER ""`} {
		if !strings.Contains(header, want) {
			t.Errorf("no %s in\n%s", want, header)
		}
	}
	before, _ := h.want(0, "", env, "where", "libgcrypt")
	pc, err := os.ReadFile(filepath.Join(strings.TrimSpace(before), "lib/pkgconfig/libgcrypt.pc"))
	if err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(dir, "lib")
	for _, want := range []string{"libdir=" + lib + "/pkgconfig/..\n", "-lgcrypt -Wl,-rpath," + lib + "\n", "Cflags: -I" + strings.TrimSpace(before) + "/include -I/there\n"} {
		if !strings.Contains(string(pc), want) {
			t.Errorf("no %q in\n%s", want, pc)
		}
	}
	// What it needs is the pinned one, where the folder does not have it, and the folder's where it has.
	where, _ := h.want(0, "", env, "where", "libgpg-error")
	if !strings.Contains(where, "libgpg-error-2.0-") {
		t.Errorf("libgpg-error is %s", where)
	}
	write(t, dir, map[string]string{"lib/libgcrypt.so": "another"})
	if after, _ := h.want(0, "", env, "where", "libgcrypt"); after == before {
		t.Error("another library in the same place is taken for the first")
	}
	write(t, dir, map[string]string{"lib/pkgconfig/gpg-error.pc": "Version: 9.0\n", "lib/libgpg-error.a": "", "include/gpg-error.h": ""})
	if where, _ := h.want(0, "", env, "where", "libgpg-error"); !strings.Contains(where, "libgpg-error-installed.9.0-") {
		t.Errorf("libgpg-error is %s", where)
	}
}

func TestOriginsThatCannotBe(t *testing.T) {
	h := newHouse(t)
	h.all()
	empty := t.TempDir()
	h.want(2, "WOLFSSL_SOURCE=/nowhere is not a folder", []string{"WOLFSSL_SOURCE=/nowhere"})
	h.want(2, "is not the top of a git checkout", []string{"WOLFSSL_SOURCE=" + empty})
	h.want(2, "has no lib/pkgconfig/wolfssl.pc", []string{"WOLFSSL_PREFIX=" + empty})
	h.want(2, "only one may be set", []string{"WOLFSSL_PREFIX=" + empty, "WOLFSSL_VERSION=2.0"})
	h.want(2, "an installed build is not configured again", []string{"WOLFSSL_PREFIX=" + empty, "WOLFSSL_CONFIGURE=--enable-x"})
	h.want(2, "quotes and places", []string{"WOLFSSL_CONFIGURE=--prefix=/x"})
	h.want(2, "NATIVE=system and LIBGCRYPT_SOURCE", []string{"NATIVE=system", "LIBGCRYPT_SOURCE=" + empty})
}

func TestOptionsOfTheUser(t *testing.T) {
	h := newHouse(t)
	h.all()
	env := []string{"WOLFSSL_CONFIGURE=--disable-asm --enable-x", "CC=gcc -march=native"}
	h.want(0, "ready", env, "build", "wolfssl")
	header := h.headerWith(env, "wolfssl")
	if !strings.Contains(header, `--disable-asm --enable-x"`) || !strings.Contains(header, `_CFLAGS "-march=native -pthread -O2"`) {
		t.Errorf("the header does not say what was asked for:\n%s", header)
	}
}

// A full disk is one sentence, whatever the programs that met it said.
func TestFullDisk(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "0"))
	h.want(0, "", nil, "fetch", "wolfssl")
	h.tool("tar", `case "$1" in -tf) exit 0 ;; esac
	yes "tar: x: No space left on device" | head -n 3594 >&2
	exit 2`)
	_, stderr := h.want(1, "native: no space left on the disk of .*: free some, or set CRYPTOGAP_CACHE", nil, "build", "wolfssl")
	if lines := strings.Count(stderr, "\n"); lines != 2 {
		t.Errorf("%d lines, want one of progress and one sentence:\n%s", lines, stderr)
	}
}

func TestCleanRemovesOnlyWhatItMade(t *testing.T) {
	h := newHouse(t)
	h.all()
	mine := map[string]string{"tmp/a": "", "log/b": "", "lock/c": "", "archives/mine.txt": "", "notes": ""}
	write(t, h.cache(), mine)
	h.want(0, "ready", nil)
	h.want(0, "^$", nil, "clean", "all")
	if _, err := os.Stat(h.cache("native")); !os.IsNotExist(err) {
		t.Errorf("what was built is still there: %v", err)
	}
	if _, err := os.Stat(h.cache("archives", "wolfssl_2.0.orig.tar.gz")); !os.IsNotExist(err) {
		t.Errorf("the archive is still there: %v", err)
	}
	for name := range mine {
		if _, err := os.Stat(h.cache(name)); err != nil {
			t.Error(err)
		}
	}
	// A folder of that name which somebody else made.
	write(t, h.cache(), map[string]string{"native/theirs/file": ""})
	h.want(1, "native was not made by this script and stays as it is\n$", nil, "clean")
	h.want(2, "native was not made by this script: set CRYPTOGAP_CACHE", nil)
	if _, err := os.Stat(h.cache("native", "theirs", "file")); err != nil {
		t.Error(err)
	}
}
