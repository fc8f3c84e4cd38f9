package cli

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "64": 64, "64B": 64, "1KiB": 1024, "16 KiB": 16384, "3MiB": 3 << 20, "1GiB": catalog.MaxSize,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "KiB", "1k", "1KB", "1.5KiB", "0x40", "-1", "-9223372036854775809", "9223372036854775808", "2GiB", "9007199254740993KiB", "६४"} {
		var usage usageError
		if got, err := parseSize(text); !errors.As(err, &usage) {
			t.Errorf("parseSize(%q) = %d, %v; want a usage error", text, got, err)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	f.Add("64")
	f.Add("-1GiB")
	f.Fuzz(func(t *testing.T, text string) {
		if n, err := parseSize(text); err == nil && (n < 0 || n > catalog.MaxSize) {
			t.Errorf("parseSize(%q) = %d", text, n)
		}
	})
}
