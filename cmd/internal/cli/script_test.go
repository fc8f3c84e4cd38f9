package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cryptogap": func() { os.Exit(Main(os.Args[1:], chosenFakes(), Standard())) },
	})
}

// TestScripts runs the scripts in testdata/script. None of them looks at a
// figure.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition:           scriptCondition,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			return nil
		},
	})
}

// status runs a command and asks for its exit code: status 2 cryptogap run nonsense.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status code command [argument ...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// scriptCondition knows [root].
func scriptCondition(name string) (bool, error) {
	if name != "root" {
		return false, fmt.Errorf("no condition is called %q", name)
	}
	return os.Getuid() == 0, nil
}
