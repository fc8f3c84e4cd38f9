//go:build !cgo

package native

// Displace does nothing where there are no C libraries.
func Displace() {}
