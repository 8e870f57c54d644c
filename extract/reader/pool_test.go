package reader

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// Good files among hostile ones, in random order and by several callers: each is read as a process of
// its own would read it, whatever its child read before, and nothing is left behind.
func TestPoolKeepsFilesApart(t *testing.T) {
	marker := "/zhiwen-test-pool-" + fmt.Sprint(os.Getpid())
	t.Setenv("PATH", os.Getenv("PATH")+":"+marker)
	t.Setenv("TMPDIR", t.TempDir())
	type file struct {
		data   []byte
		good   *extract.Document
		errors []error
		stop   time.Duration // the caller gives up
	}
	var files []file
	for _, data := range [][]byte{
		wordFile(t, wordPara("一、立项依据")+wordPara("正文。")),
		wordFile(t, wordBody, part{"word/styles.xml", testStyles}),
		pdfFile("", setLines("F1", 700, 0, lorem...)),
		[]byte(`{\rtf1\ansi A passage of some words.\par Another one.}`),
		[]byte("<html><body><h1>Title</h1><p>A passage of some words.</p></body></html>"),
	} {
		good := file{data: data, good: mustParse(t, data)}
		files = append(files, slices.Repeat([]file{good}, 16)...)
	}
	blank := strings.Repeat(" ", 64<<20)
	// One file in five is hostile, so that children fail at every age.
	cut, given := wordFile(t, wordPara("正文"))[:300], textBomb(t, 20_000_000)
	files = append(files, slices.Repeat([]file{
		{data: cut, errors: []error{extract.ErrDamaged}},
		{data: given, errors: []error{context.DeadlineExceeded}, stop: 100 * time.Millisecond},
	}, 8)...)
	// Each of these takes as much time as a hundred others: they come in turn, and rarely.
	costly := []file{
		{data: wordFile(t, `<w:p><w:r><w:t>`+blank+`</w:t></w:r></w:p>`), errors: []error{extract.ErrLimits}},
		{data: textBomb(t, 60_000_000), errors: []error{extract.ErrLimits}}, // more than is read
		{data: loopingPDF(), errors: []error{extract.ErrDamaged, extract.ErrNoText, context.DeadlineExceeded}, stop: time.Second},
	}
	readings := testrun.Rounds(1000, 100)
	if testing.Short() {
		readings = 60
	}
	apart := readings / (len(costly) * testrun.Rounds(3, 1))
	r := newRunner(t, extract.Options{})
	var next atomic.Int64
	var callers sync.WaitGroup
	for caller := range 3 {
		random := rand.New(rand.NewPCG(1, uint64(caller)))
		callers.Go(func() {
			for n := int(next.Add(1)); n <= readings; n = int(next.Add(1)) {
				f := files[random.IntN(len(files))]
				if n%apart == 0 {
					f = costly[n/apart%len(costly)]
				}
				ctx, cancel := context.Background(), func() {}
				if f.stop > 0 {
					ctx, cancel = context.WithTimeout(ctx, f.stop)
				}
				got, err := r.Extract(ctx, "upload.bin", f.data)
				cancel()
				switch {
				case f.good != nil && err != nil:
					t.Errorf("a good file: %v", err)
				case f.good == nil && !isAny(err, f.errors):
					t.Errorf("a hostile file: %v, %v", got, err)
				case f.good != nil && !cmp.Equal(got, f.good):
					t.Errorf("it is read differently (-here +child):\n%s", cmp.Diff(f.good, got))
				}
			}
		})
	}
	callers.Wait()
	r.Close()
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if runtime.GOOS == "linux" {
		for deadline := time.Now().Add(patience); running(marker); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("a child is still running")
			}
		}
	}
}

// A child serves file after file, is replaced after so many, when it dies while it waits, and when
// nobody needs it.
func TestPoolReplacesChildren(t *testing.T) {
	r := newRunner(t, extract.Options{})
	defer r.Close()
	data := wordFile(t, wordPara("正文。"))
	read := func() *child {
		t.Helper()
		if _, err := r.Extract(context.Background(), "a.docx", data); err != nil {
			t.Fatal(err)
		}
		if len(r.pool.idle) == 0 {
			return nil
		}
		return r.pool.idle[0]
	}
	first := read()
	for range filesPerChild - 2 {
		if read() != first {
			t.Fatal("another child was started")
		}
	}
	if read() != nil {
		t.Fatalf("a child reads more than %d files", filesPerChild)
	}
	second := read()
	second.kill()
	<-second.exited
	third := read()
	if third == second || third == nil {
		t.Error("a child that has ended is asked")
	}
	r.pool.drop(third)
	if !third.gone() || len(r.pool.idle) > 0 {
		t.Error("a child that nobody needs still waits")
	}
	last := read()
	r.Close()
	if !last.gone() {
		t.Error("a child outlives its Runner")
	}
	if read() != nil {
		t.Error("a child waits for a Runner that is closed")
	}
	if _, err := r.Extract(context.Background(), "a.docx", data[:300]); !errors.Is(err, extract.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

// What one file leaves in its temporary folder is gone before the next.
func TestEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if !emptyFolder(dir) {
		t.Error("it is not empty")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("it holds %v, %v", entries, err)
	}
}
