//go:build !worker

// Command cryptogap compares the speed and the outputs of Go's crypto and C libraries'.
package main

import (
	"os"

	"cryptogap/cmd/internal/cli"
)

func main() {
	s := cli.Standard()
	s.Stamp = stamp
	os.Exit(cli.Main(os.Args[1:], providers(), s))
}
