package cli

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// longVariable makes tests with chance in them look more often: make test-robust sets it.
const longVariable = "CRYPTOGAP_LONG"

// maxParent is what the program itself may hold whatever its workers do, in KiB.
const maxParent = 200 << 10

// TestSignals ends runs at random times: the exit code is 130, the records have an end and can be reported, and no
// file is left that is not whole.
func TestSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program again and again")
	}
	t.Parallel()
	times := 4
	if os.Getenv(longVariable) != "" {
		times = 100
	}
	early, wrong := 0, 0
	for i := range times {
		dir := t.TempDir()
		path := filepath.Join(dir, "run.jsonl")
		cmd := exec.Command("cryptogap", "run", "sha224", "sha256", "--sizes", "64", "--time", "20ms", "--budget", "20s", "--repetitions", "1000",
			"--records", path, "-o", filepath.Join(dir, "report.txt"))
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		peak := make(chan int, 1)
		go func() { peak <- peakMemory(cmd.Process.Pid) }() // what wait reports has that of this test in it
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[i%3]
		time.Sleep(rand.N(1500 * time.Millisecond))
		_ = cmd.Process.Signal(signal)
		err := cmd.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			wrong++
			t.Errorf("%v: %v", signal, err)
			continue
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		left := strings.Join(files, " ")
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() { // before the program listened
			early++
			if strings.Contains(left, "jsonl") {
				wrong++
				t.Errorf("%v ended the program by itself, and left %s", signal, left)
			}
			continue
		}
		_, read := readRecords(path, false)
		begun := strings.Contains(left, "run.jsonl") // else nothing was measured yet
		if exit.ExitCode() != exitInterrupted || strings.Contains(left, "partial") || begun && read != nil {
			wrong++
			t.Errorf("%v: exit code %d, left %s, records: %v", signal, exit.ExitCode(), left, read)
		}
		if held := <-peak; held > maxParent {
			t.Errorf("%v: the program held %d KiB", signal, held)
		}
	}
	if os.Getenv(longVariable) != "" {
		inDocs(t, times, wrong)
	}
	t.Logf("%d signals, %d of them before the program listened: %d wrong", times, early, wrong)
}
