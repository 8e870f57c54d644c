package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestVersion holds the version that the program reports to be the newest one of CHANGELOG.md.
func TestVersion(t *testing.T) {
	page, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`(?m)^## (\S+)$`).FindSubmatch(page)
	if newest == nil || string(newest[1]) != version {
		t.Errorf("CHANGELOG.md begins with %q, and the program is %s", newest, version)
	}
	if code, out, complaint := zhiwen(t, "version"); code != exitDone || !strings.HasPrefix(out, "zhiwen "+version) {
		t.Errorf("exit code %d, %q, %q", code, out, complaint)
	}
}
