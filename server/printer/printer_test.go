package printer

import (
	"os"
	"path/filepath"
	"testing"
)

// What a killed program left of a report that was being printed goes at the next start.
func TestPrinterSweeps(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "print")
	left := filepath.Join(folder, "123")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left, "report.html"), []byte("confidential"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := New(folder)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(p.folder)
	if err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}
