package gobench

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"cryptogap/compare/provider"
)

// TestEnviron starts a process without the CPU's features and asks golang.org/x/sys/cpu, which reads GODEBUG as
// the runtime does, what is left.
func TestEnviron(t *testing.T) {
	if os.Getenv("CRYPTOGAP_TEST_WITHOUT") != "" {
		if cpu.X86.HasAES || cpu.X86.HasAVX2 || cpu.X86.HasAVX512F || cpu.X86.HasADX || cpu.ARM64.HasAES || cpu.ARM64.HasSHA2 {
			t.Errorf("there are features left: %+v %+v", cpu.X86, cpu.ARM64)
		}
		if left := New().(library).Info().Features; len(left) > 0 {
			t.Errorf("Info says that Go uses %s", left)
		}
		if want := "ba7816bf8f01cfea"; !strings.HasPrefix(fmt.Sprintf("%x", sha256.Sum256([]byte("abc"))), want) {
			t.Error("SHA-256 is wrong")
		}
		return
	}
	var all []string
	for _, f := range provider.Here() {
		all = append(all, f.Name)
		if !New().(library).Follows(f.Name) {
			t.Skipf("this build uses %s unasked", f.Name)
		}
	}
	t.Setenv("GODEBUG", "http2client=0")
	env := New().(library).Environ(all)
	if len(all) > 0 && (len(env) != 1 || !strings.HasPrefix(env[0], "GODEBUG=http2client=0,cpu.")) {
		t.Fatalf("the user's GODEBUG is lost: %q", env)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEnviron$")
	cmd.Env = slices.Concat(os.Environ(), env, []string{"CRYPTOGAP_TEST_WITHOUT=all"})
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestEnvironIsUnderstood looks for options that neither the runtime nor any copy of golang.org/x/sys/cpu knows: each of
// them says so on standard error.
func TestEnvironIsUnderstood(t *testing.T) {
	if os.Getenv("CRYPTOGAP_TEST_UNDERSTOOD") != "" {
		return
	}
	const nonsense = "cpu.nonsense"
	options := []string{nonsense}
	for _, f := range provider.Here() {
		options = append(options, switches(f.Name)...)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironIsUnderstood$")
	cmd.Env = append(os.Environ(), "GODEBUG="+strings.Join(options, "=off,")+"=off", "CRYPTOGAP_TEST_UNDERSTOOD=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	strangers := func(option string) int {
		return strings.Count(string(out), `unknown cpu feature "`+strings.TrimPrefix(option, "cpu.")+`"`)
	}
	for _, option := range options[1:] {
		if strangers(option) >= strangers(nonsense) {
			t.Errorf("nobody understands %s:\n%s", option, out)
		}
	}
}
