// Command cryptogap measures the gap between Go's crypto and C libraries'.
package main

import (
	"os"

	"cryptogap/cmd/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], providers(), cli.Standard())) }
