// Package native holds what is not Go of the C libraries: the recipe that builds
// them (build.sh, versions.lock) and the headers that the bridges share.
package native

import "embed"

// Headers embeds the headers. A bridge imports this package so that a change to a
// header rebuilds it: the go command does not follow C includes out of a package's folder.
//
//go:embed *.h
var Headers embed.FS
