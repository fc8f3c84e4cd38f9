package compare

import (
	"errors"
	"testing"
)

func TestDeathNamesTheSignal(t *testing.T) {
	for words, want := range map[string]string{
		"SIGABRT: abort\nPC=0x1 m=0\n":  "SIGABRT",
		"lib says so\nSIGABRT: abort\n": "SIGABRT",
		"SIG":                           "SIG",
		"SIGNS of trouble: none":        "exit status 2: SIGNS of trouble: none",
		"fatal error: unexpected signal\n[signal SIGSEGV: segmentation]": "SIGSEGV",
		"[signal ":                  "exit status 2: [signal",
		"panic: index out of range": "panic: index out of range",
	} {
		if got := death(errors.New("exit status 2"), words); got != want {
			t.Errorf("death of %q = %q, want %q", words, got, want)
		}
	}
}
