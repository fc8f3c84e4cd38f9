package gowolfssl

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestInfoTellsWhichCodeItIs(t *testing.T) {
	const version = "v0.0.0-20260507203352-e3670113cc82"
	own := describe(debug.Module{Path: modulePath, Version: version})
	if own.Version != version || len(own.Warnings) != 0 {
		t.Errorf("the module itself is described as %q, with the warnings %q", own.Version, own.Warnings)
	}
	other := describe(debug.Module{Path: modulePath, Version: version, Replace: &debug.Module{Path: "./standin"}})
	if !strings.Contains(other.Version, "./standin") || len(other.Warnings) != 1 || !strings.Contains(other.Warnings[0], "./standin") {
		t.Errorf("what stands in its place is described as %q, with the warnings %q", other.Version, other.Warnings)
	}
	if none := describe(debug.Module{Path: modulePath}); none.Version != "unknown" {
		t.Errorf("a binary without module versions is described as %q", none.Version)
	}
}
