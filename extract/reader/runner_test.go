package reader

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/extract/internal/pdf"
	"zhiwen/internal/testrun"
)

// newRunner makes a runner for tests. What they say of a file does not depend on
// how busy the machine is: without a deadline of its own a file has minutes.
func newRunner(t testing.TB, o extract.Options) *Runner {
	t.Helper()
	o.CacheDir = testCache
	if o.Deadline == 0 {
		o.Deadline = 5 * time.Minute
	}
	r, err := NewRunner(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// textBomb returns a PDF of a few hundred kilobytes with millions of characters on its page.
func textBomb(t testing.TB, characters int) []byte {
	t.Helper()
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte("(" + strings.Repeat("a", 4000) + ") Tj\n")
	fmt.Fprint(z, "BT /F1 1 Tf\n")
	for range characters / 4000 {
		if _, err := z.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprint(z, "ET")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>")
	b.object(fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", packed.Len(), packed.String()))
	b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	return b.finish("/Root 1 0 R")
}

// loopingPDF has a page tree that contains itself.
func loopingPDF() []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 4 /Parent 2 0 R >>")
	return b.finish("/Root 1 0 R")
}

func TestRunnerReads(t *testing.T) {
	r := newRunner(t, extract.Options{})
	files := map[string][]byte{
		"a.txt":  []byte(chinese),
		"b.docx": wordFile(t, wordPara("一、立项依据")+wordPara("正文。")),
		"c.pdf":  pdfFile("", setLines("F1", 700, 0, lorem...)),
	}
	var wait sync.WaitGroup
	for name, data := range files {
		wait.Go(func() {
			got, err := r.Extract(context.Background(), name, data)
			if err != nil {
				t.Error(err)
				return
			}
			if diff := cmp.Diff(mustParse(t, data), got); diff != "" {
				t.Errorf("%s: the child reads it differently (-here +child):\n%s", name, diff)
			}
		})
	}
	wait.Wait()
}

func TestRunnerRefuses(t *testing.T) {
	t.Parallel()
	pdf := pdfFile("", setLines("F1", 700, 0, lorem...))
	for _, c := range []refused{
		{"zero bytes", nil, extract.Options{}, []error{extract.ErrEmpty}},
		{"too large", pdf, extract.Options{MaxBytes: 10}, []error{extract.ErrTooLarge}},
		{"nothing but white space", []byte(" \n\t\n"), extract.Options{}, []error{extract.ErrNoText}},
		{"cut Word file", wordFile(t, wordPara("正文"))[:300], extract.Options{}, []error{extract.ErrDamaged}},
	} {
		c.test(t)
	}
}

func TestRunnerRefusesHostileFiles(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	blank := strings.Repeat(" ", 64<<20)
	for _, c := range []refused{
		{"zip bomb", wordFile(t, `<w:p><w:r><w:t>`+blank+`</w:t></w:r></w:p>`), extract.Options{}, []error{extract.ErrLimits}},
		{"page tree in a circle", loopingPDF(), extract.Options{}, []error{extract.ErrDamaged, extract.ErrNoText}},
		{"more memory than allowed", textBomb(t, 60_000_000), extract.Options{MemoryLimit: minMemoryLimit}, []error{extract.ErrLimits}},
		{"more time than allowed", textBomb(t, 20_000_000), extract.Options{Deadline: 300 * time.Millisecond}, []error{extract.ErrLimits}},
	} {
		c.test(t)
	}
}

// refused is a file that is not read.
type refused struct {
	name string
	data []byte
	o    extract.Options
	want []error // any of these
}

func (c refused) test(t *testing.T) {
	t.Run(c.name, func(t *testing.T) {
		d, err := newRunner(t, c.o).Extract(context.Background(), "upload.bin", c.data)
		if d != nil || !isAny(err, c.want) {
			t.Fatalf("got %v, %v; want %v", d, err, c.want)
		}
		if !strings.HasPrefix(err.Error(), "upload.bin: ") {
			t.Errorf("%v does not name the file", err)
		}
	})
}

func TestReadingEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		passed time.Duration
		pages  int
		want   time.Duration
	}{
		{"before the deadline", 5 * time.Second, 1000, 20 * time.Second},
		{"near it", 24 * time.Second, 1000, 5 * time.Second},
		{"beyond it", 50 * time.Second, 2500, 5 * time.Second},
		{"slow pages, before it", 5 * time.Second, 50, 20 * time.Second},
		{"slow pages, near it", 24 * time.Second, 500, time.Second},
		{"slower than they were, beyond it", 40 * time.Second, 1000, -15 * time.Second},
	} {
		if got := readingEnds(c.passed, 25*time.Second, c.pages); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// A busy machine may start a child when its time is over already: that is the same to who
// asked as a file that took it.
func TestRunnerComesTooLate(t *testing.T) {
	t.Parallel()
	_, err := newRunner(t, extract.Options{Deadline: time.Nanosecond}).Extract(context.Background(), "usual.docx", wordFile(t, wordPara(chinese)))
	if !errors.Is(err, extract.ErrLimits) {
		t.Errorf("got %v, want %v", err, extract.ErrLimits)
	}
}

func isAny(err error, list []error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// TestRunnerKills cancels while the second reader hangs in a grandchild: all
// processes must be gone afterwards.
func TestRunnerKills(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	marker := "/zhiwen-test-" + fmt.Sprint(os.Getpid())
	t.Setenv("PATH", os.Getenv("PATH")+":"+marker)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(pdf.SecondTime/2, cancel)
	_, err := newRunner(t, extract.Options{}).Extract(ctx, "loop.pdf", loopingPDF())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	for deadline := time.Now().Add(patience); running(marker); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a child is still running")
		}
	}
}

// running reports whether another process has the marker in its environment.
func running(marker string) bool {
	list, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range list {
		if strings.HasPrefix(f, fmt.Sprintf("/proc/%d/", os.Getpid())) {
			continue
		}
		if env, err := os.ReadFile(f); err == nil && bytes.Contains(env, []byte(marker)) && bytes.Contains(env, []byte(childEnvironment)) {
			return true
		}
	}
	return false
}

func TestOptions(t *testing.T) {
	for _, o := range []extract.Options{{MaxPages: -1}, {MemoryLimit: 1 << 20}, {Font: "/nowhere/font.ttf"}} {
		if _, err := NewRunner(o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	r, err := NewRunner(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := r.Options()
	if o.MaxBytes != extract.DefaultMaxBytes || o.Deadline != extract.DefaultDeadline || o.MemoryLimit != extract.DefaultMemoryLimit {
		t.Errorf("defaults: %+v", o)
	}
	if o.Deadline > slowest || o.MemoryLimit > maxResident {
		t.Errorf("defaults are above what one file may take: %+v", o)
	}
}

func TestFrames(t *testing.T) {
	var pipe bytes.Buffer
	if err := writeFrame(&pipe, []byte("payload")); err != nil {
		t.Fatal(err)
	}
	whole := pipe.Bytes()
	for _, c := range []struct {
		name  string
		data  []byte
		limit int64
		ok    bool
	}{
		{"whole", whole, 100, true},
		{"too long", whole, 3, false},
		{"cut", whole[:len(whole)-1], 100, false},
		{"a stray print before it", append([]byte("warning: x\n"), whole...), 100, false},
		{"nothing", nil, 100, false},
	} {
		got, err := readFrame(bytes.NewReader(c.data), c.limit)
		if (err == nil) != c.ok || c.ok && string(got) != "payload" {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	for i, e := range extract.Errors {
		sent := fmt.Errorf("%w: why", e.Err)
		got := childResponse{Failed: true, Error: extract.ErrorName(sent), Message: sent.Error()}.err()
		if !errors.Is(got, e.Err) || got.Error() != sent.Error() {
			t.Errorf("%d: got %v, want %v", i, got, sent)
		}
	}
	if got := (childResponse{Failed: true, Error: extract.ErrorName(io.EOF), Message: io.EOF.Error()}).err(); extract.ErrorName(got) != "" {
		t.Errorf("%v is none of ours", got)
	}
	for _, c := range []struct {
		complaint string
		want      error
	}{
		{"fatal error: runtime: out of memory\n", extract.ErrLimits},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\n", extract.ErrLimits},
		{"unexpected fault address\n", extract.ErrDamaged},
	} {
		if got := failure(errors.New("exit status 2"), c.complaint); !errors.Is(got, c.want) || strings.Contains(got.Error(), "runtime") {
			t.Errorf("%q: got %v, want %v", c.complaint, got, c.want)
		}
	}
}

// A limit of memory that does not suffice to start pdfium is not the file's fault.
func TestTooLittleMemoryToStart(t *testing.T) {
	r := newRunner(t, extract.Options{})
	r.options.MemoryLimit, r.cold = programMemory+160<<20, true
	r.warm.Do(func() {})
	if _, err := r.Extract(context.Background(), "upload.bin", pdfFile("", setLines("F1", 700, 0, lorem...))); !errors.Is(err, extract.ErrLimits) {
		t.Errorf("got %v", err)
	}
}
