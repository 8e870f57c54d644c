package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page of promises names tests that there are.
func TestPromisesHaveTests(t *testing.T) {
	promises, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	test := regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range test.FindAllSubmatch(source, -1) {
			there[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]*`).FindAllString(string(promises), -1)
	if len(named) < 50 {
		t.Fatalf("%d tests are named", len(named))
	}
	for _, name := range named {
		if !there[name] {
			t.Errorf("SECURITY.md names %s, which is no test", name)
		}
	}
}
