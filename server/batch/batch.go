// Package batch reads the files that a command names, several at a time, each with a fault
// of its own, and says which could not be used and what to do.
package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
)

// File is one file of the command line, read.
type File struct {
	Path     string // as given, or found below a folder that was given
	Name     string // for tables: the last element, or the path below the folder
	Data     []byte
	Identity evidence.Identity
	Document *extract.Document
	Notices  []extract.Notice // of document, for when it is not kept
	Err      error            // why it cannot be used
}

// Find lists the files behind arguments that name files or folders: of a
// folder all files in it and below, but hidden ones. The order is that of the
// arguments, by path within a folder.
func Find(args []string) ([]File, error) {
	var out []File
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, File{Path: arg, Name: filepath.Base(arg)})
			continue
		}
		above := filepath.Clean(arg)
		if !os.IsPathSeparator(above[len(above)-1]) {
			above += string(filepath.Separator)
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path != arg && strings.HasPrefix(d.Name(), "."):
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			case d.IsDir():
				return nil
			}
			out = append(out, File{Path: path, Name: filepath.ToSlash(strings.TrimPrefix(path, above))})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Reader reads and extracts files, each with a fault of its own.
type Reader struct {
	Extractor *reader.Runner
	Language  *catalogue.Language
	terminal  terminal.Terminal
}

// NewReader makes a reader that writes faults of files to a terminal.
func NewReader(t terminal.Terminal) (*Reader, error) { return NewReaderWith(t, extract.Options{}) }

// NewReaderWith is NewReader with other options than the usual ones.
func NewReaderWith(t terminal.Terminal, o extract.Options) (*Reader, error) {
	language := t.Language()
	runner, err := reader.NewRunner(o)
	if err != nil {
		return nil, err
	}
	return &Reader{Extractor: runner, Language: language, terminal: t}, nil
}

// Close ends the processes that wait for a file.
func (r *Reader) Close() { r.Extractor.Close() }

// All reads files concurrently and calls use for each that could be read; use
// must be safe for concurrent calls. What fails or panics at one file is that
// file's Err; All returns the context's error alone.
func (r *Reader) All(ctx context.Context, files []File, title string, use func(i int, f *File) error) error {
	bar := r.Bar(len(files), title)
	defer func() { _ = bar.Finish() }()
	return r.Each(ctx, files, bar, use)
}

// Each returns all with a bar that goes on after it.
func (r *Reader) Each(ctx context.Context, files []File, bar *progressbar.ProgressBar, use func(i int, f *File) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var taken atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error { // a goroutine a file would be a good part of what a small one takes
			for i := taken.Add(1) - 1; i < int64(len(files)); i = taken.Add(1) - 1 {
				f := &files[i]
				f.Err = Alone(func() error {
					if err := r.read(ctx, f); err != nil {
						return err
					}
					return use(int(i), f)
				})
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := bar.Add(1); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// Alone does the work of one file and returns a panic of it as an error: the other files go on.
func Alone(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

func (r *Reader) read(ctx context.Context, f *File) (err error) {
	if f.Data, err = readFile(f); err != nil {
		return err
	}
	if err := reader.Misnamed(f.Name, f.Data); err != nil {
		return err
	}
	sum := sha256.Sum256(f.Data)
	if f.Document, err = r.Extractor.Extract(ctx, f.Name, f.Data); err != nil {
		return err
	}
	f.Notices = f.Document.AllNotices()
	f.Identity = record.Complete(evidence.Identity{
		SHA256: hex.EncodeToString(sum[:]), Filename: filepath.Base(f.Path),
	}, f.Document)
	return nil
}

// readFile reads a file of at most as many bytes as are read of any. Thousands of small
// files are read, so nothing is asked of the system twice.
func readFile(f *File) (data []byte, err error) {
	file, err := open(f.Path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > extract.DefaultMaxBytes { // before it fills the memory
		return nil, fmt.Errorf("%s: %w", f.Name, extract.ErrTooLarge)
	}
	if info.Size() == 0 || !info.Mode().IsRegular() {
		// a pipe, or what the system makes while it is read, says nothing of its size
		return io.ReadAll(io.LimitReader(file, extract.DefaultMaxBytes+1))
	}
	data = make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // shorter by now, or empty
		err = nil
	}
	return data[:n], err
}

// open opens a file to be read. os.Open asks the system five more times, whether it could wait for what
// comes later, as from a pipe; half of the time of a small file.
func open(path string) (*os.File, error) {
	file, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return os.Open(path) // which tries again where it was interrupted, and names the path
	}
	return os.NewFile(uintptr(file), path), nil
}

// InOrder reads files concurrently and calls use for each, whether it could be
// read or not, one after the other in their order. What was read of a file is
// dropped after use; the files read ahead are bounded, so that a folder of any
// number of files takes the memory of a few. It gives the context's error or
// that of use.
func (r *Reader) InOrder(ctx context.Context, files []File, title string, use func(f *File) error) error {
	bar := r.Bar(len(files), title)
	defer func() { _ = bar.Finish() }()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0) + 1) // the readers, and what hands the files on
	read := make(chan chan *File, readAhead)  // of each file in order, where it is delivered
	group.Go(func() error {
		for result := range read {
			select {
			case f := <-result:
				_ = bar.Clear() // use may print
				if err := use(f); err != nil {
					return err
				}
				f.Data, f.Document = nil, nil
				if err := bar.Add(1); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for i := range files {
		result := make(chan *File, 1)
		select {
		case read <- result:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			f := &files[i]
			if f.Err = Alone(func() error { return r.read(ctx, f) }); ctx.Err() != nil {
				return ctx.Err()
			}
			result <- f
			return nil
		})
	}
	close(read)
	return group.Wait()
}

// readAhead is how many files may have been read, or be read, behind one that
// takes long: some for each processor, of at most extract.DefaultMaxBytes each.
var readAhead = 4 * runtime.GOMAXPROCS(0)

// Complain prints which files could not be used or only in part, why and what to do. It reports whether there were any.
func (r *Reader) Complain(files []File) (failed bool) {
	for _, f := range files {
		for _, n := range f.Notices {
			fmt.Fprintf(r.terminal.Err, "%s: %s%s%s\n", f.Path, phrase.NoticeTitle(r.Language, n), r.Language.Text("app.stop"),
				r.noticeAdvice(n))
		}
		if f.Err == nil {
			continue
		}
		failed = true
		if failure := record.FailureOf(f.Err); failure.Name != record.FailureInternal {
			fmt.Fprintf(r.terminal.Err, "%s: %s%s%s\n", f.Path, phrase.FailureTitle(r.Language, failure), r.Language.Text("app.stop"),
				phrase.FailureAdvice(r.Language, failure))
		} else {
			cause, stack, _ := strings.Cut(f.Err.Error(), "\n")
			fmt.Fprintf(r.terminal.Err, "%s: %s\n", f.Path, cause)
			if stack != "" { // of a panic
				fmt.Fprintln(r.terminal.Err, r.Language.Text("cli.panic"))
			}
		}
	}
	return failed
}

// noticeAdvice returns what to do about a notice on a machine of one's own.
func (r *Reader) noticeAdvice(n extract.Notice) string {
	switch n.Kind {
	case extract.Scanned, extract.PictureUnread:
		return r.Language.Text("cli.scanned")
	case extract.NoFont:
		return r.Language.Text("cli.no-font", "Variable", extract.FontEnvironment)
	}
	return phrase.NoticeAdvice(r.Language, n)
}

// Bar shows progress on a terminal and nothing elsewhere.
func (r *Reader) Bar(total int, title string) *progressbar.ProgressBar {
	f, ok := r.terminal.Err.(*os.File)
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(r.terminal.Err),
		progressbar.OptionSetVisibility(ok && term.IsTerminal(int(f.Fd()))),
		progressbar.OptionSetDescription(title),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)
}

// SamePath reports whether two paths name one file.
func SamePath(a, b string) bool {
	x, err1 := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && x == y
}
