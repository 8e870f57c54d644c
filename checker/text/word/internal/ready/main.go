// Ready writes the dictionaries of words in a folder, as the program keeps them, into a file beside them:
//
//	ready DIR
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zhiwen/checker/text/word"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ready:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: ready DIR")
	}
	data, err := word.Ready(args[0])
	if err != nil {
		return err
	}
	path := filepath.Join(args[0], word.ReadyName)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	// Written aside and renamed: a running server never sees half a file.
	if err := os.WriteFile(path+".new", data, 0o644); err != nil { //nolint:gosec // no secret
		return err
	}
	return os.Rename(path+".new", path)
}
