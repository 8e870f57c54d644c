package search

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text/word"
)

func TestReopen(t *testing.T) {
	s := filled(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s.open(t)
	got, err := s.Search(t.Context(), Query{Text: "隐私 联邦学习", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{1}, ids(got)); diff != "" {
		t.Errorf("after reopening (-want +got):\n%s", diff)
	}
	info, err := os.Stat(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o700 {
		t.Errorf("the folder has mode %o", got)
	}
}

func TestOpenErrors(t *testing.T) {
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	garbage := []byte(strings.Repeat("no index ", 4096))
	tests := []struct {
		name  string
		spoil func(dir string) error
		want  error
	}{
		{"another folder", func(dir string) error {
			if err := Remove(dir); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "notes.txt"), garbage, 0o600)
		}, ErrDamaged},
		{"no meta", func(dir string) error { return os.Remove(filepath.Join(dir, "index_meta.json")) }, ErrDamaged},
		{"other meta", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "index_meta.json"), garbage, 0o600)
		}, ErrDamaged},
		{"no store", func(dir string) error { return os.RemoveAll(filepath.Join(dir, "store")) }, ErrDamaged},
		{"other root", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "store", "root.bolt"), garbage, 0o600)
		}, ErrDamaged},
		{"cut root", func(dir string) error { return os.Truncate(filepath.Join(dir, "store", "root.bolt"), 9000) }, ErrDamaged},
		{"empty root", func(dir string) error { return os.Truncate(filepath.Join(dir, "store", "root.bolt"), 0) }, ErrDamaged},
		{"another version", func(dir string) error {
			b, err := reopen(dir)
			if err != nil {
				return err
			}
			return errors.Join(b.SetInternal([]byte(versionKey), []byte("0")), b.Close())
		}, ErrOutdated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &shelf{dir: filepath.Join(t.TempDir(), "search"), texts: make(map[int64]string)}
			s.open(t)
			s.put(t, 1, evidence.Identity{Title: "题目"}, "正文")
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := tt.spoil(s.dir); err != nil {
				t.Fatal(err)
			}
			x, err := Open(s.dir, words, nil)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), s.dir) {
				t.Errorf("got %v, want %v that names the folder", err, tt.want)
			}
			if x != nil {
				t.Error("got an index")
			}
		})
	}
}

// bleve goes back to an older state where a file of the newest is lost. Count and
// IDs tell it, as the comment on Open says.
func TestLostSegments(t *testing.T) {
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(string) error{
		"gone": os.Remove,
		"cut":  func(path string) error { return os.Truncate(path, 10) },
	} {
		s := &shelf{dir: filepath.Join(t.TempDir(), "search"), texts: make(map[int64]string)}
		s.open(t)
		s.put(t, 1, evidence.Identity{Title: "题目"}, "正文")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := eachSegment(s.dir, spoil); err != nil {
			t.Fatal(err)
		}
		x, err := Open(s.dir, words, nil)
		if errors.Is(err, ErrDamaged) {
			continue // no older state was left
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n, err := x.Count(); n != 0 || err != nil {
			t.Errorf("%s: count %d, %v", name, n, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func eachSegment(dir string, do func(path string) error) error {
	paths, err := filepath.Glob(filepath.Join(dir, "store", "*.zap"))
	if err == nil && len(paths) == 0 {
		err = errors.New("no segment on disk")
	}
	for _, p := range paths {
		err = errors.Join(err, do(p))
	}
	return err
}

func TestOpenTwice(t *testing.T) {
	s := newShelf(t)
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(s.dir, words, nil); !errors.Is(err, ErrInUse) {
		t.Errorf("got %v, want %v", err, ErrInUse)
	}
}

func TestRemove(t *testing.T) {
	s := filled(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(s.dir, "mine.txt")
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Remove(s.dir); err == nil {
		t.Error("a folder with something else was removed")
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if err := Remove(s.dir); err != nil {
		t.Fatal(err)
	}
	s.open(t)
	if n, err := s.Count(); n != 0 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}
