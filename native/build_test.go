// SPDX-License-Identifier: GPL-3.0-or-later

// The tests of build.sh run the real script with its real recipes, on archives a few lines long in place of the
// libraries, in a cache of their own, without the network and without the system's apt.
package native_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// configure is the whole of a stand-in library: what the recipes call, with nothing behind it.
const configure = `#!/bin/sh
set -e
name=$(cat name)
for option; do
	case $option in --prefix=*) prefix=${option#*=} ;; esac
done
sleep "$(cat delay)"
mkdir -p src wolfcrypt/benchmark compat mpi cipher random tests
printf '#!/bin/sh\necho bench\n' >tests/bench-slope
cp tests/bench-slope tests/benchmark
cp tests/bench-slope wolfcrypt/benchmark/benchmark
cat >Makefile <<EOF
AM_CFLAGS = -pthread -DNOT_A_FLAG -include ./x \$(EXTRA)
CFLAGS = -O2 -Wall
%:
	@true
install-libLTLIBRARIES install:
	mkdir -p \$(DESTDIR)$prefix/lib/pkgconfig \$(DESTDIR)$prefix/include \$(DESTDIR)$prefix/bin
	printf 'Name: $name\nDescription: a stand-in\nVersion: 0\nLibs: -l$name\n' >\$(DESTDIR)$prefix/lib/pkgconfig/$name.pc
.PHONY: install install-libLTLIBRARIES
EOF
for part in src compat mpi cipher random tests; do
	{ echo 'all:'; cat Makefile; } >$part/Makefile
done
`

// archive is a source archive of the stand-in library.
func archive(t *testing.T, name string, delay string, extra ...string) []byte {
	t.Helper()
	files := map[string]string{"configure": configure, "autogen.sh": "#!/bin/sh\n", "name": name, "delay": delay}
	for _, licence := range []string{"COPYING", "COPYING.LIB", "LICENSES", "LICENSING"} {
		files[licence] = licence + "\n"
	}
	var names []string
	for file := range files {
		names = append(names, file)
	}
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	w := tar.NewWriter(zip)
	for _, file := range append(names, extra...) {
		body := files[file]
		path := "top/" + file
		if body == "" {
			path = file
		}
		if err := w.WriteHeader(&tar.Header{Name: path, Mode: 0o755, Size: int64(len(body))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// house is a cache, a lock file, a server in upstream's place and a PATH without apt.
type house struct {
	t      *testing.T
	dir    string // holds all of it
	lock   string
	tools  string // first in PATH
	mu     sync.Mutex
	served map[string][]byte // what upstream has, by archive name
	url    string
}

// withdraw takes everything from upstream.
func (h *house) withdraw() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.served)
}

func newHouse(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	h := &house{t: t, dir: t.TempDir(), served: map[string][]byte{}}
	h.lock = filepath.Join(h.dir, "versions.lock")
	h.tools = filepath.Join(h.dir, "tools")
	if err := os.MkdirAll(h.tools, 0o755); err != nil {
		t.Fatal(err)
	}
	// The stand-ins need none of these, but the script asks for them.
	for _, tool := range []string{"autoreconf", "automake", "libtoolize", "bzip2", "gcc", "pkg-config"} {
		h.tool(tool, "echo "+tool+" 1.0")
	}
	for _, tool := range []string{"apt-get", "apt-cache", "apt-config"} {
		h.tool(tool, "exit 100")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		body, ok := h.served[strings.TrimPrefix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// tool puts a command of that name before the system's own.
func (h *house) tool(name, script string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.tools, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		h.t.Fatal(err)
	}
}

// pin adds a line to the lock file.
func (h *house) pin(library, version, role string, body []byte) string {
	h.t.Helper()
	name := library + "_" + version + ".orig.tar.gz"
	with := "-"
	if library == "libgcrypt" {
		with = version
	}
	line := fmt.Sprintf("%s %s %s %s %x %s sid %s/%s\n", library, version, role, with, sha256.Sum256(body), name, h.url, name)
	f, err := os.OpenFile(h.lock, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := f.WriteString(line); err != nil {
		h.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		h.t.Fatal(err)
	}
	return name
}

// serve has upstream offer an archive.
func (h *house) serve(name string, body []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.served[name] = body
}

// offer pins an archive and has upstream offer it.
func (h *house) offer(library, version, role string, body []byte) {
	h.t.Helper()
	h.serve(h.pin(library, version, role, body), body)
}

// all offers one version of each library.
func (h *house) all() {
	h.t.Helper()
	for _, library := range []string{"wolfssl", "libgpg-error", "libgcrypt"} {
		h.offer(library, "2.0", "newest", archive(h.t, library, "0"))
	}
}

func (h *house) cache(elem ...string) string {
	return filepath.Join(append([]string{h.dir, "cache"}, elem...)...)
}

func (h *house) command(env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("bash", append([]string{"build.sh"}, args...)...)
	// A later variable wins over an earlier one of the same name.
	cmd.Env = append([]string{
		"PATH=" + h.tools + ":/usr/bin:/bin", "HOME=" + h.dir,
		"CRYPTOGAP_CACHE=" + h.cache(), "CRYPTOGAP_LOCK=" + h.lock,
	}, env...)
	return cmd
}

// run runs the script and returns its output and exit code.
func (h *house) run(env []string, args ...string) (stdout, stderr string, code int) {
	h.t.Helper()
	cmd := h.command(env, args...)
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.t.Fatal(err)
	}
	return out.String(), talk.String(), cmd.ProcessState.ExitCode()
}

// want runs the script, demands the exit code and that stderr matches, and returns both outputs.
func (h *house) want(code int, pattern string, env []string, args ...string) (stdout, stderr string) {
	h.t.Helper()
	stdout, stderr, got := h.run(env, args...)
	if got != code || !regexp.MustCompile(pattern).MatchString(stderr) {
		h.t.Fatalf("build.sh %q with %q: exit %d, want %d and a message like %q\nstdout: %s\nstderr: %s", args, env, got, code, pattern, stdout, stderr)
	}
	return stdout, stderr
}

// header is the header that says what a build is.
func (h *house) header(library string) string {
	h.t.Helper()
	return h.headerWith(nil, library)
}

func (h *house) headerWith(env []string, library string) string {
	h.t.Helper()
	where, _ := h.want(0, "", env, "where", library)
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(where), "include", "cryptogap-"+library+".h"))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(text)
}

func TestSecondBuildIsInstantAndNeedsNoNetwork(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.want(1, "", nil, "check")
	h.want(1, "not built yet", nil, "env")
	h.want(0, "libgcrypt 2.0 .* ready", nil)
	h.withdraw()
	if err := os.RemoveAll(h.cache("archives")); err != nil {
		t.Fatal(err)
	}
	_, stderr := h.want(0, "", nil)
	if stderr != "" {
		t.Errorf("a second build has nothing to do, but says %q", stderr)
	}
	h.want(0, "", nil, "check")

	if left, _ := os.ReadDir(h.cache("native", ".tmp")); len(left) != 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
	for _, path := range []string{"wolfssl-*/bin/wolfcrypt-benchmark", "libgcrypt-*/bin/bench-slope", "libgcrypt-*/bin/libgcrypt-benchmark", "*/share/licenses/libgpg-error/COPYING.LIB"} {
		if found, _ := filepath.Glob(h.cache("native", path)); len(found) != 1 {
			t.Errorf("%s: %v", path, found)
		}
	}
}

func TestHeaderSaysWhatTheBuildIs(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.want(0, "", nil)
	header := h.header("libgpg-error")
	for _, line := range []string{
		`#define CG_LIBGPG_ERROR_PROVENANCE_VERSION "2.0"`,
		`#define CG_LIBGPG_ERROR_PROVENANCE_COMPILER "gcc 1.0"`,
		`#define CG_LIBGPG_ERROR_PROVENANCE_CFLAGS "-pthread -O2"`,
		`#define CG_LIBGPG_ERROR_PROVENANCE_NOTE ""`,
	} {
		if !strings.Contains(header, line+"\n") {
			t.Errorf("no line %s in\n%s", line, header)
		}
	}
}

func TestEnvIsForTheShell(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.want(0, "", nil)
	stdout, _ := h.want(0, "", []string{"PKG_CONFIG_PATH=/elsewhere:" + h.cache("native", "old", "lib", "pkgconfig")}, "env")
	out, err := exec.Command("sh", "-c", stdout+"\nprintf %s \"$PKG_CONFIG_PATH\"").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	parts := strings.Split(string(out), ":")
	if len(parts) != 4 || parts[3] != "/elsewhere" {
		t.Fatalf("PKG_CONFIG_PATH is %q: three folders of the cache and the user's own are expected", parts)
	}
	for i, library := range []string{"libgcrypt", "libgpg-error", "wolfssl"} {
		if _, err := os.Stat(filepath.Join(parts[i], library+".pc")); err != nil {
			t.Error(err)
		}
	}
}

// The go command does not look at what pkg-config prints, so the libraries'
// keys have to be in what it does look at.
func TestEnvTellsLibrariesApart(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.want(0, "", nil)
	flags := func(env ...string) string {
		stdout, _ := h.want(0, "", env, "env")
		out, err := exec.Command("sh", "-c", stdout+"\nprintf %s \"$CGO_CFLAGS\"").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	plain := flags()
	if !strings.HasPrefix(plain, "-O2 -g -DCG_NATIVE=") {
		t.Errorf("CGO_CFLAGS is %q: the go command's own defaults are lost", plain)
	}
	if twice := flags("CGO_CFLAGS=" + plain); twice != plain {
		t.Errorf("asked twice, CGO_CFLAGS grows from %q to %q", plain, twice)
	}
	if own := flags("CGO_CFLAGS=-O3"); !strings.HasPrefix(own, "-O3 -DCG_NATIVE=") {
		t.Errorf("the user's CGO_CFLAGS=-O3 became %q", own)
	}
	h.want(0, "", []string{"CFLAGS=-O1"})
	if other := flags("CFLAGS=-O1"); other == plain {
		t.Errorf("another build of the libraries has the same CGO_CFLAGS %q", other)
	}
}

func TestKeyFollowsWhatMatters(t *testing.T) {
	h := newHouse(t)
	h.all()
	seen := map[string]string{}
	for _, env := range []string{"", "CFLAGS=-O3", "CC=clang", "LDFLAGS=-s"} {
		stdout, _ := h.want(0, "", []string{env}, "where")
		for _, where := range strings.Fields(stdout) {
			if before, ok := seen[where]; ok {
				t.Errorf("%s is the folder with %q and with %q", where, before, env)
			}
			seen[where] = env
		}
	}
}

func TestFlagsOfTheUserReachTheBuild(t *testing.T) {
	h := newHouse(t)
	h.all()
	// What a make around the script hands down must not reach the make within.
	h.want(0, "ready", []string{"MAKEFLAGS=n", "MAKELEVEL=1"}, "build", "wolfssl")
	h.want(0, "", nil, "check", "wolfssl")
}

func TestUnknownNames(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.want(2, "WOLFSSL_VERSION=9.9: .*pinned are: 2.0\n", []string{"WOLFSSL_VERSION=9.9"})
	h.want(2, "LIBGCRYPT_VERSION=newest: .*pinned are: 2.0\n", []string{"LIBGCRYPT_VERSION=newest"}, "env")
	h.want(2, "no command \"bild\"; there are:", nil, "bild")
	h.want(2, "no library \"openssl\"; there are:", nil, "build", "openssl")
	h.want(2, "NATIVE=another is not known", []string{"NATIVE=another"})
	for _, sign := range []string{" ", "'", `"`, "&", "#", "|", ":", `\`, "$", "\n"} {
		h.want(2, "absolute path without blanks, quotes", []string{"CRYPTOGAP_CACHE=/a" + sign + "b"})
	}
	h.want(2, "CC=/nonexistent/cc: there is no compiler /nonexistent/cc", []string{"CC=/nonexistent/cc"})
	h.want(2, "there is no HOME", []string{"HOME=", "CRYPTOGAP_CACHE="})
	h.want(1, "cannot read /nowhere", []string{"CRYPTOGAP_LOCK=/nowhere"})
	stdout, _ := h.want(0, "", nil, "help")
	if !strings.HasPrefix(stdout, "usage: ") {
		t.Errorf("help begins with %.20q", stdout)
	}
}

func TestWrongChecksumIsNotBuiltAndNotFallenBackFrom(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "1.0", "stable", archive(t, "wolfssl", "0"))
	name := h.pin("wolfssl", "2.0", "newest", archive(t, "wolfssl", "0"))
	h.serve(name, []byte("something else"))
	h.want(1, name+" from http.* has a wrong checksum .* into .*archives\n", nil, "build", "wolfssl")
	if left, _ := os.ReadDir(h.cache("archives")); len(left) != 0 {
		t.Errorf("kept: %v", left)
	}
}

func TestDamagedArchiveInTheCacheIsFetchedAnew(t *testing.T) {
	h := newHouse(t)
	h.all()
	if err := os.MkdirAll(h.cache("archives"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.cache("archives", "wolfssl_2.0.orig.tar.gz"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	h.want(0, "has not the pinned checksum(.|\n)*ready", nil, "build", "wolfssl")
}

func TestNoNetwork(t *testing.T) {
	h := newHouse(t)
	h.all()
	h.withdraw()
	_, stderr := h.want(1, "^(native: libgpg-error.*\n)*native: libgpg-error_2.0.orig.tar.gz could be had nowhere .*check the network.*SHA-256 .*archives\n$", nil)
	t.Log(stderr)
}

func TestFallsBackToTheStablePinAndSaysSo(t *testing.T) {
	h := newHouse(t)
	for _, library := range []string{"wolfssl", "libgpg-error", "libgcrypt"} {
		h.offer(library, "1.0", "stable", archive(t, library, "0"))
	}
	newest := map[string][]byte{}
	for _, library := range []string{"wolfssl", "libgpg-error", "libgcrypt"} {
		body := archive(t, library, "0.0")
		newest[h.pin(library, "2.0", "newest", body)] = body
	}
	h.want(1, "wolfssl_2.0.orig.tar.gz could be had nowhere", []string{"WOLFSSL_VERSION=2.0"}, "build", "wolfssl")

	const note = "2.0 could be had nowhere when this was built, so the stable pin stands in for it"
	h.want(0, "native: wolfssl "+note, nil)
	for _, library := range []string{"wolfssl", "libgcrypt"} {
		header := h.header(library)
		if !strings.Contains(header, `_NOTE "`+library+" "+note+`"`) || !strings.Contains(header, `_VERSION "1.0"`) {
			t.Errorf("the header does not say that it is the stable pin:\n%s", header)
		}
	}
	h.want(0, "native: libgcrypt "+note, nil)

	// A version asked for by name is another build: it did not fall back.
	h.want(0, "ready", []string{"WOLFSSL_VERSION=1.0"}, "build", "wolfssl")

	for name, body := range newest {
		h.serve(name, body)
	}
	h.want(0, "", nil, "fetch")
	h.want(0, "wolfssl 2.0 .*ready", nil)
	if header := h.header("wolfssl"); !strings.Contains(header, `_NOTE ""`) || !strings.Contains(header, `_VERSION "2.0"`) {
		t.Errorf("the newest was not taken when it could be had:\n%s", header)
	}
}

func TestArchiveThatLeadsOutOfItselfIsNotUnpacked(t *testing.T) {
	for _, path := range []string{"top/../../evil", "/evil"} {
		t.Run(path, func(t *testing.T) {
			h := newHouse(t)
			h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "0", path))
			h.want(1, "paths that lead out of it", nil, "build", "wolfssl")
			h.want(1, "", nil, "check", "wolfssl")
		})
	}
}

func TestFailedBuildShowsItsLog(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "no-such-delay"))
	_, stderr := h.want(1, "no-such-delay(.|\n)*did not build; .*all of it in (.*)\n$", nil, "build", "wolfssl")
	log := strings.TrimSpace(stderr[strings.LastIndex(stderr, " ")+1:])
	if _, err := os.Stat(log); err != nil {
		t.Error(err)
	}
	h.want(1, "", nil, "check", "wolfssl")
	if left, _ := os.ReadDir(h.cache("native", ".tmp")); len(left) != 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

func TestMissingToolIsNamed(t *testing.T) {
	h := newHouse(t)
	h.all()
	bare := filepath.Join(h.dir, "bare")
	if err := os.Mkdir(bare, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"bash", "awk", "sha256sum"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(bare, tool)); err != nil {
			t.Fatal(err)
		}
	}
	_, stderr := h.want(1, "^native: missing: .*autoreconf.* Install the packages first, as root: apt-get install .*autoconf.*\n$", []string{"PATH=" + bare}, "build", "wolfssl")
	t.Log(stderr)
	h.want(1, "NATIVE=system: .* apt-get install .*libgcrypt20-dev libwolfssl-dev\n$", []string{"PATH=" + bare, "NATIVE=system"})
}

func TestSystemLibraries(t *testing.T) {
	h := newHouse(t)
	h.tool("pkg-config", `test "$*" = "--exists libgcrypt wolfssl"`)
	h.want(0, "^$", []string{"NATIVE=system"})
	stdout, _ := h.want(0, "^$", []string{"NATIVE=system"}, "env")
	if want := "export CGO_CFLAGS=-O2\\ -g\\ -DCG_NATIVE=system\n"; stdout != want {
		t.Errorf("env prints %q, want %q: pkg-config finds the system's own by itself", stdout, want)
	}
	// An environment set for the pinned libraries would hide them.
	stdout, _ = h.want(0, "^$", []string{"NATIVE=system", "PKG_CONFIG_PATH=" + h.cache("native", "wolfssl", "lib", "pkgconfig")}, "env")
	if !strings.HasPrefix(stdout, "export PKG_CONFIG_PATH=''\nexport CGO_CFLAGS=") {
		t.Errorf("env prints %q", stdout)
	}
}

func TestTwoBuildsAtOnce(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "1"))
	h.want(0, "", nil, "fetch", "wolfssl")
	var talk [2]bytes.Buffer
	var cmds [2]*exec.Cmd
	for i := range cmds {
		cmds[i] = h.command(nil, "build", "wolfssl")
		cmds[i].Stderr = &talk[i]
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range cmds {
		if err := cmds[i].Wait(); err != nil {
			t.Errorf("%v: %s", err, talk[i].String())
		}
	}
	both := talk[0].String() + talk[1].String()
	if n := strings.Count(both, "  configure\n"); n != 1 {
		t.Errorf("configured %d times:\n%s", n, both)
	}
}

// started starts a build and returns once it has come to configure.
func (h *house) started() (*exec.Cmd, *bytes.Buffer) {
	h.t.Helper()
	cmd := h.command(nil, "build", "wolfssl")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	talk := &bytes.Buffer{}
	pipe, err := cmd.StderrPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	for chunk := make([]byte, 512); !strings.Contains(talk.String(), "configure"); {
		n, err := pipe.Read(chunk)
		talk.Write(chunk[:n])
		if err != nil {
			h.t.Fatalf("%v: %s", err, talk)
		}
	}
	return cmd, talk
}

// session lists the processes of a session.
func session(leader int) []int {
	var found []int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue
		}
		// pid (name) state ppid pgrp session ...
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) > 3 && fields[0] != "Z" && fields[3] == strconv.Itoa(leader) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			found = append(found, pid)
		}
	}
	return found
}

func TestKilledBuildLeavesNothingThatIsTakenForWhole(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "1.5"))
	cmd, _ := h.started()
	for _, pid := range session(cmd.Process.Pid) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait()
	h.want(1, "", nil, "check", "wolfssl")
	if left, _ := os.ReadDir(h.cache("native", ".tmp")); len(left) != 1 {
		t.Errorf("the test expects that a killed build left its temporary folder, but there is %v", left)
	}
	h.want(0, "configure(.|\n)*ready", nil, "build", "wolfssl")
	if left, _ := os.ReadDir(h.cache("native", ".tmp")); len(left) != 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

func TestInterruptedBuildCleansUp(t *testing.T) {
	h := newHouse(t)
	h.offer("wolfssl", "2.0", "newest", archive(t, "wolfssl", "600"))
	cmd, _ := h.started()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit %d, want 130", code)
	}
	for range 50 {
		if len(session(cmd.Process.Pid)) == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if left := session(cmd.Process.Pid); len(left) != 0 {
		t.Errorf("processes that run on: %v", left)
	}
	if left, _ := os.ReadDir(h.cache("native", ".tmp")); len(left) != 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
	h.want(1, "", nil, "check", "wolfssl")
}

// The archive comes by apt, from the places that the system's own sources name, whatever apt says of its success.
func TestFromDebian(t *testing.T) {
	release, _ := os.ReadFile("/etc/os-release")
	if !regexp.MustCompile(`(?m)^ID="?debian"?$`).Match(release) {
		t.Skip("not a Debian")
	}
	h := newHouse(t)
	body := archive(t, "wolfssl", "0")
	name := h.pin("wolfssl", "2.0", "newest", body)
	etc := filepath.Join(h.dir, "etc")
	if err := os.MkdirAll(filepath.Join(etc, "parts"), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"sources.list": "# deb http://commented.example/debian trixie main\n" +
			"deb [arch=amd64 signed-by=/key.gpg] http://list.example/debian trixie main contrib # home\n" +
			"deb http://list.example/debian trixie-updates main\n" +
			"deb http://other.example/tool stable extra\n",
		"parts/debian.sources": "Types: deb\nURIs: http://parts.example/debian\nSuites: trixie trixie-updates\n" +
			"Components: main\nArchitectures: amd64\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n\n" +
			"Types: deb\nURIs: http://security.example/debian-security\nSuites: trixie-security\nComponents: main\n\n" +
			"Enabled: no\nTypes: deb\nURIs: http://off.example/debian\nSuites: trixie\nComponents: main\n",
		"archive": string(body),
	} {
		if err := os.WriteFile(filepath.Join(etc, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.tool("apt-config", "echo \"list='"+etc+"/sources.list' parts='"+etc+"/parts'\"")
	h.tool("apt-cache", "printf 'Package: wolfssl\\nVersion: 1.0-1\\n\\nPackage: wolfssl\\nVersion: 2.0-3\\n'")
	h.tool("apt-get", `case "$*" in
	*update*) cat "$(dirname "$2")"/sources/* >`+etc+`/seen ;;
	*"--download-only source wolfssl=2.0-3"*) cp `+etc+`/archive `+name+` ;;
	esac
	exit 100`)
	h.want(0, "ready", nil, "build", "wolfssl")
	seen, err := os.ReadFile(filepath.Join(etc, "seen"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "deb-src [ signed-by=/key.gpg] http://list.example/debian sid main\n" +
		"Types: deb-src\nSuites: sid\nComponents: main\nURIs: http://parts.example/debian\n" +
		"Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n\n"
	if string(seen) != want {
		t.Errorf("apt's private sources are\n%s\nwant\n%s", seen, want)
	}
}

func TestLockFile(t *testing.T) {
	text, err := os.ReadFile("versions.lock")
	if err != nil {
		t.Fatal(err)
	}
	roles := map[string]int{}
	line := regexp.MustCompile(`^\S+ +\S+ +(newest|stable|older) +[0-9.-]+ +[0-9a-f]{64} +\S+\.orig\.tar\.\S+ +[a-z,]+ +https://\S+$`)
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(l, "#") {
			continue
		}
		if !line.MatchString(l) {
			t.Errorf("not a pin: %s", l)
			continue
		}
		f := strings.Fields(l)
		roles[f[0]+" "+f[2]]++
	}
	for _, library := range []string{"wolfssl", "libgcrypt", "libgpg-error"} {
		for _, role := range []string{"newest", "stable"} {
			if n := roles[library+" "+role]; n != 1 {
				t.Errorf("%s has %d lines with the role %s, want 1", library, n, role)
			}
		}
	}
}

// TestVersions: make series builds what this prints, in this order.
func TestVersions(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "versions.lock")
	const pins = "# library\nlibgcrypt 1.12.4 newest\nwolfssl 5.9.2 newest\nlibgcrypt 1.9.0 older\nlibgcrypt 1.11.0 stable\n"
	if err := os.WriteFile(lock, []byte(pins), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("./build.sh", "facts", "versions", "libgcrypt")
	cmd.Env = append(os.Environ(), "CRYPTOGAP_LOCK="+lock)
	out, err := cmd.Output()
	if want := "1.9.0\n1.11.0\n1.12.4\n"; err != nil || string(out) != want {
		t.Errorf("%q, %v, want %q", out, err, want)
	}
}
