package cli

import (
	"runtime/debug"
	"strings"
)

// commitLength is how many digits of a commit's hash are shown.
const commitLength = 12

// version is set by the linker where the sources have no history, as in a container's build.
var version string

// Version is the program's version: the module's, with the commit it was built from where that is known.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= commitLength && !strings.Contains(v, s.Value[:commitLength]) {
			v += " " + s.Value[:commitLength]
		}
	}
	return v
}
