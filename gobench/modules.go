package gobench

import (
	"runtime/debug"
	"strings"
	"sync"
)

// A module is one that a row's code comes from.
type module struct{ Path, Version string }

// dependencies are the modules in the running binary, from what the go
// command recorded in it.
var dependencies = sync.OnceValue(func() []module {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	var all []module
	for _, d := range info.Deps {
		for d.Replace != nil {
			d = d.Replace
		}
		all = append(all, module{d.Path, d.Version})
	}
	return all
})

// moduleOf returns the module that holds a package; no version for the
// standard library and this module.
func moduleOf(pkg string) module { return holder(dependencies(), pkg) }

func holder(modules []module, pkg string) module {
	var best module
	for _, m := range modules {
		if (pkg == m.Path || strings.HasPrefix(pkg, m.Path+"/")) && len(m.Path) > len(best.Path) {
			best = m
		}
	}
	return best
}

const inTree = "cryptogap/gobench/"

// versioned names a package as reports do: with its module's version, or that
// it is this repository's.
func versioned(pkg string) string {
	if strings.HasPrefix(pkg, inTree) {
		return pkg + " (in-tree)"
	}
	if v := moduleOf(pkg).Version; v != "" {
		return pkg + " " + v
	}
	return pkg
}
