package main

import (
	"bytes"
	"os"
	"path/filepath"

	"zhiwen/checker/text/word"
)

// makeReady writes the dictionaries of words in a folder, as the program keeps them, into a file beside them.
func makeReady(dir string) error {
	data, err := word.Ready(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, word.ReadyName)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	// Written aside and renamed: a running server never sees half a file.
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
