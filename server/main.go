// Command zhiwen finds copied text in grant applications: a web app
// (zhiwen serve) and a command line over the same engine.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // containers have no table of zones

	"zhiwen/extract/reader"
	"zhiwen/server/terminal"
)

func main() {
	reader.ServeChild() // does not return where this process is to read one file
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], terminal.Terminal{Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})
	stop()
	os.Exit(code)
}
