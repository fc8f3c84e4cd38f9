// Command cryptogap-gowolfssl is cryptogap with a fourth library: wolfSSL's own
// Go wrapper, beside the thin binding to the same C code. It is a module of its
// own, because the wrapper cannot be fetched everywhere.
package main

import (
	"os"

	"cryptogap/cmd/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], providers(), cli.Standard())) }
