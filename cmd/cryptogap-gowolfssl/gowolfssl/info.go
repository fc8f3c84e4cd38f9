package gowolfssl

// #include <wolfssl/options.h>
// #include <wolfssl/version.h>
import "C"

import (
	"fmt"
	"runtime/debug"
	"sync"

	"cryptogap/compare/provider"
)

const modulePath = "github.com/wolfssl/go-wolfssl"

// wrapper is the module that this binary holds, from what the go command
// recorded in it.
var wrapper = sync.OnceValue(func() debug.Module {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == modulePath {
				return *m
			}
		}
	}
	return debug.Module{Path: modulePath}
})

func info(missing error) provider.Info {
	i := describe(wrapper())
	if missing != nil {
		i.Missing = missing.Error()
	}
	return i
}

// describe says which code stands under the wrapper's name: the module itself,
// or what was put in its place.
func describe(m debug.Module) provider.Info {
	i := provider.Info{
		Name: Name, Title: "go-wolfssl", License: "GPL-3.0-or-later", Version: m.Version,
		Build: []provider.Fact{{Key: "wolfSSL", Value: C.LIBWOLFSSL_VERSION_STRING}},
	}
	switch {
	case m.Replace != nil:
		i.Version = "not " + m.Version + " but " + m.Replace.Path
		i.Warnings = []string{fmt.Sprintf("go-wolfssl's figures are not the vendor's: %s %s was replaced by the code in %s when this binary was built",
			m.Path, m.Version, m.Replace.Path)}
	case m.Version == "":
		i.Version = "unknown"
	}
	return i
}
