// Command hello is the least that a program like `grapnel fire` has to do: read
// standard input, run one command with it, and print a line. The benchmark
// compares the two.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hello:", err)
		os.Exit(1)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("bash", "-c", "true")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "hello:", err)
		os.Exit(1)
	}
	fmt.Println("Hello, world!")
}
