package batch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract/reader"
	"zhiwen/server/terminal"
)

// What was read of a file is kept no longer than it is used, and an error ends
// the reading.
func TestReadInOrder(t *testing.T) {
	dir := t.TempDir()
	for i := range 50 {
		text := "冻土退化过程中土壤有机碳分解的微生物调控机制。" + strconv.Itoa(i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.txt", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(terminal.Terminal{Getenv: os.Getenv, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("enough")
	used := 0
	err = r.InOrder(t.Context(), files, "", func(f *File) error {
		if f != &files[used] || f.Document == nil || !strings.HasSuffix(f.Document.Text, strconv.Itoa(used)) {
			t.Errorf("file %d is %s", used, f.Name)
		}
		for _, before := range files[:used] {
			if before.Data != nil || before.Document != nil {
				t.Errorf("%s is kept while %s is used", before.Name, f.Name)
			}
		}
		if used++; used == 30 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || used != 30 {
		t.Errorf("%d files were used: %v", used, err)
	}
	if last := files[len(files)-1]; last.Data != nil && readAhead < 20 {
		t.Errorf("%s was read long before its turn", last.Name)
	}
}

// Names are the paths below the folder, however it is written; what is hidden is left out.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.txt", "sub/a.txt", "sub.txt", ".hidden/c.txt", ".d.txt"} {
		path := filepath.Join(dir, "x", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "x"))
	for _, arg := range []string{".", "./", "../x", "../x/", "./sub/..", filepath.Join(dir, "x")} {
		files, err := Find([]string{arg, "b.txt"})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
			if _, err := os.Stat(f.Path); err != nil {
				t.Error(err)
			}
		}
		if diff := cmp.Diff([]string{"b.txt", "sub/a.txt", "sub.txt", "b.txt"}, names); diff != "" {
			t.Errorf("names below %s (-want +got):\n%s", arg, diff)
		}
	}
	if _, err := Find([]string{"nothing"}); err == nil {
		t.Error("a folder that is not there is found")
	}
}

func TestMain(m *testing.M) {
	reader.ServeChild()
	os.Exit(m.Run())
}
