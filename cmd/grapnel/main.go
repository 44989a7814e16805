// Command grapnel runs hooks of AI coding agents from the command line.
package main

import (
	"os"

	"github.com/grapnel-hooks/grapnel/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:]))
}
