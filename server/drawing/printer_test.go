package drawing

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
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
	p, err := NewPrinter(folder)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(p.folder)
	if err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// A server that stops in order leaves nothing of a report that is being printed: the browser
// is ended, whatever it does, and nothing is printed afterwards.
func TestPrinterCloses(t *testing.T) {
	programs, folder := t.TempDir(), filepath.Join(t.TempDir(), "print")
	begun := filepath.Join(programs, "begun")
	if err := os.WriteFile(filepath.Join(programs, "chromium"), []byte("#!/bin/sh\ntouch '"+begun+"'\nexec sleep 600\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	p, err := NewPrinter(folder)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := p.Print(context.Background(), []byte("confidential"))
		ended <- err
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(begun); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing is printed")
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("what was being printed: %v", err)
	}
	if _, err := p.Print(context.Background(), []byte("late")); !errors.Is(err, context.Canceled) {
		t.Errorf("what came later: %v", err)
	}
}
