package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an import stored and is nearly what the library has is said to be probably a version
// of it, by the command and in its table of fates; what shares a paragraph is not.
func TestImportVersions(t *testing.T) {
	var whole strings.Builder
	for i := range 12 {
		fmt.Fprintf(&whole, "第%d节。%s%s\n", i, passage, other)
	}
	data := t.TempDir()
	first := folder(t, map[string]string{"first.txt": whole.String()})
	if code, out, complaint := zhiwen(t, "import", "--data", data, first); code != exitDone || strings.Contains(out, "version") {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	again := folder(t, map[string]string{"again.txt": whole.String() + "补充一句。", "else.txt": before + passage + after})
	fates := filepath.Join(t.TempDir(), "fates.csv")
	code, out, complaint := zhiwen(t, "import", "--data", data, "--call", "面上", "--new-call", "--fates", fates, again)
	if code != exitDone || !strings.Contains(out, "again.txt: probably a version of first (") || strings.Contains(out, "else.txt") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	table, err := os.ReadFile(fates)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		switch version := cells[len(cells)-2] + "," + cells[len(cells)-1]; cells[0] {
		case "again.txt":
			if !strings.HasPrefix(version, "first (") || !strings.HasSuffix(version, "alike),1") {
				t.Errorf("the table says %q", line)
			}
		case "else.txt":
			if version != "," {
				t.Errorf("the table says %q", line)
			}
		}
	}
	if n := strings.Count(string(table), "\n"); n != 3 {
		t.Errorf("%d lines: %s", n, table)
	}
}

// An import says how many of its files it did not take, and the table of fates why; a file
// of no row has no line of the manifest.
func TestImportRefused(t *testing.T) {
	data, files := t.TempDir(), folder(t, map[string]string{"a.txt": passage + "甲", "b.txt": passage + "乙", "c.txt": passage + "丙"})
	manifest := filepath.Join(t.TempDir(), "manifest.csv")
	if err := os.WriteFile(manifest, []byte("文件,编号\na.txt,N1\nb.txt,N1\nd.txt,N4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	fates := filepath.Join(t.TempDir(), "fates.csv")
	code, out, complaint := zhiwen(t, "import", "--data", data, "--manifest", manifest, "--fates", fates, files)
	if code == exitDone || !strings.Contains(out, "4 items: 1 stored, 0 here already, 3 not taken.") {
		t.Errorf("exit %d: %s", code, out)
	}
	if !strings.Contains(complaint, "c.txt: Not taken. The manifest does not name this file. Add a row for it") {
		t.Errorf("said %s", complaint)
	}
	table, err := os.ReadFile(fates)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(table), "\nc.txt,,,refused,") || !strings.Contains(string(table), "\nb.txt,3,N1,refused,") {
		t.Errorf("the table says %s", table)
	}
}
