package intake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/checker/record"
)

func write(t *testing.T, root, name, text string) {
	t.Helper()
	at := filepath.Join(root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root string) *WatchedFolder {
	t.Helper()
	f, err := OpenWatched(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func sweep(t *testing.T, f *WatchedFolder) (lines []string) {
	t.Helper()
	l, err := f.Sweep(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Files {
		lines = append(lines, strings.TrimSpace(e.Name+" "+e.Reason))
	}
	return lines
}

func TestSweep(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write(t, outside, "secret.txt", "x")
	for _, name := range []string{"b.txt", "a/c.txt", ".git/config", "a/~$c.docx", "half.txt.part", "Thumbs.db", "a/清单.csv", "a/base64:x", "deep.download"} {
		write(t, root, name, "文件\nc.txt\n")
	}
	write(t, root, "设备清单.csv", "设备,数量\n")
	gbk, err := simplifiedchinese.GB18030.NewEncoder().String("乱码")
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, gbk+".txt", "x")
	long := strings.Repeat(strings.Repeat("x", 240)+"/", 7)
	write(t, root, long+"long.txt", "x")
	for name, to := range map[string]string{"in.txt": "b.txt", "out.txt": filepath.Join(outside, "secret.txt"), "up.txt": "../" + filepath.Base(outside) + "/secret.txt", "folder": "a", "nothing.txt": "gone", "loop": "."} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.txt"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, root)
	want := []string{
		"a/base64:x", "a/c.txt", "b.txt", "folder not-file", "in.txt", "loop not-file", "nothing.txt not-file", "out.txt not-file", "pipe.txt not-file", "up.txt not-file",
		long + "long.txt long-name", "乱码.txt", "设备清单.csv",
	}
	got := sweep(t, f)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// Every file that can be taken is found again by its key, and the others are not read.
	l, err := f.Sweep(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Files {
		data, err := f.Read(e.Key, e.Stamp, 100)
		if (e.Reason == "") != (err == nil && len(data) > 0) {
			t.Errorf("%s: %d bytes, %v", e.Name, len(data), err)
		}
		if stamp, err := f.Stamp(e.Key); (e.Reason == "") != (err == nil && stamp == e.Stamp) {
			t.Errorf("%s: %q %v", e.Name, stamp, err)
		}
	}
	if _, err := f.Sweep(context.Background(), 5); !errors.Is(err, ErrFiles) {
		t.Errorf("more files than may be: %v", err)
	}
	for _, key := range []string{"../" + filepath.Base(outside) + "/secret.txt", filepath.Join(outside, "secret.txt"), keyOf("../\xff")} {
		if _, err := f.Stamp(key); err == nil {
			t.Errorf("%s leads out of the folder", key)
		}
	}
}

func TestRead(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.txt", "12345")
	f := open(t, root)
	stamp, err := f.Stamp("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := f.Read("a.txt", stamp, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q %v", data, err)
	}
	if _, err := f.Read("a.txt", stamp, 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	write(t, root, "a.txt", "123456")
	if _, err := f.Read("a.txt", stamp, 100); !errors.Is(err, ErrChanged) {
		t.Errorf("changed: %v", err)
	}
	if err := os.Remove(filepath.Join(root, "a.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read("a.txt", stamp, 100); !errors.Is(err, ErrGone) {
		t.Errorf("gone: %v", err)
	}
	if _, err := f.Stamp("a.txt"); !errors.Is(err, ErrGone) {
		t.Errorf("gone: %v", err)
	}
	if _, err := OpenWatched(filepath.Join(root, "none")); !errors.Is(err, ErrMissing) {
		t.Errorf("no folder: %v", err)
	}
}

func TestFolderManifest(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a/b/c.txt", "x")
	write(t, root, "a/manifest.csv", "file,title\nb/c.txt,题\n")
	write(t, root, "bad/manifest.csv", "title\nx\n")
	write(t, root, "two/manifest.csv", "file\nx\n")
	write(t, root, "two/名清单.csv", "文件\nx\n")
	f := open(t, root)
	if m := f.Manifest("a"); m == nil || m.Err != nil || len(m.Rows) != 1 || m.Name != "a/manifest.csv" {
		t.Errorf("%+v", m)
	}
	if m := f.Manifest("bad"); m == nil || !errors.Is(m.Err, record.ErrHeading) {
		t.Errorf("one that cannot be read: %+v", m)
	}
	for _, none := range []string{"a/b", "two", ".", "nowhere"} {
		if m := f.Manifest(none); m != nil {
			t.Errorf("%s: %+v", none, m)
		}
	}
	at, names := Folders("a/b/c.txt")
	if got := fmt.Sprint(at, names); got != "[a/b a .] [c.txt b/c.txt a/b/c.txt]" {
		t.Error(got)
	}
}

func TestCheck(t *testing.T) {
	root := t.TempDir()
	write(t, root, "data/x", "x")
	write(t, root, "docs/y", "x")
	if err := os.Symlink("data", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(root, "data")
	for path, want := range map[string]Place{
		filepath.Join(root, "docs"): "", "docs": NotAbsolute, filepath.Join(root, "none"): NotThere, filepath.Join(root, "docs", "y"): NotFolder,
		own: Own, root: Own, filepath.Join(root, "link"): Own, "/etc": System, "/": Own, "/proc/self": System,
	} {
		if _, fault := CheckPlace(path, own); fault != want {
			t.Errorf("%s: %q, want %q", path, fault, want)
		}
	}
	if _, fault := CheckPlace("/", ""); fault != System {
		t.Errorf("the root: %q", fault)
	}
}

// What happens in a folder, and in one that is made in it, is told of.
func TestWatch(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told, ended := make(chan struct{}, 100), make(chan error, 1)
	go func() { ended <- Watch(ctx, root, 10*time.Millisecond, func() { told <- struct{}{} }) }()
	// Until it watches, nothing is told: each step is done again until it is.
	wait := func(what string, do func(i int)) {
		t.Helper()
		deadline := time.After(time.Minute)
		for i := 0; ; i++ {
			do(i)
			select {
			case <-told:
				return
			case err := <-ended:
				t.Fatalf("%s: %v", what, err)
			case <-deadline:
				t.Fatalf("%s: nothing is told", what)
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	wait("a file", func(i int) { write(t, root, fmt.Sprintf("a%d.txt", i), "x") })
	wait("a folder", func(i int) {
		if err := os.MkdirAll(filepath.Join(root, fmt.Sprintf("inner%d", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	})
	wait("a file in it", func(i int) { write(t, root, fmt.Sprintf("inner0/b%d.txt", i), "x") })
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := Watch(context.Background(), filepath.Join(root, "none"), time.Second, func() {}); !errors.Is(err, ErrNoNotice) {
		t.Errorf("no folder: %v", err)
	}
}
