package reader

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/pdf"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/process"
)

// childEnvironment marks a process as an extraction child.
const childEnvironment = "ZHIWEN_EXTRACT_CHILD"

// What a child does.
const (
	jobParse  = "parse"
	jobSecond = "second"
	jobDraw   = "draw"   // one page
	jobFigure = "figure" // draws one picture
	jobWeb    = "web"

	jobCompile     = "compile"     // pdfium, into the cache
	jobConfinement = "confinement" // nothing: what is asked is what it is kept from
)

// childRequest goes to the child, followed by a frame with the file.
type childRequest struct {
	Job     string          `json:"job"`
	More    bool            `json:"more,omitempty"` // other jobs may follow, with the same options
	Options extract.Options `json:"options"`
	Pages   []int           `json:"pages,omitempty"` // of jobSecond, and the one of jobDraw

	Recognised bool `json:"recognised,omitempty"` // the page of jobDraw is a picture that was recognised
	Ref        int  `json:"ref,omitempty"`        // of jobFigure: extract.Figure.Ref

	Web *extract.WebRequest `json:"web,omitempty"` // of jobWeb
}

// ServeChild does the work of an extraction child and exits, if the
// environment marks this process as one; otherwise it returns at once. It is
// the first call in main, and in TestMain of packages that use a Runner, so
// that a child starts nothing else.
func ServeChild() {
	if os.Getenv(childEnvironment) == "" {
		return
	}
	out := os.Stdout
	// Libraries that print must not write into the frame.
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stdout = null
	}
	if err := serve(os.Stdin, out); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// serve does jobs until one fails, none may follow, or the child has done enough.
func serve(in io.Reader, out io.Writer) error {
	q, err := readRequest(in)
	if err != nil {
		return err
	}
	confinement, err := confine(q)
	if err != nil {
		return err
	}
	begun, err := footprintNow()
	if err != nil {
		return err
	}
	for served := 1; ; served++ {
		if err := limitJob(q.Options); err != nil {
			return err
		}
		data, err := readFrame(in, q.Options.MaxBytes)
		if err != nil {
			return err
		}
		next := make(chan childRequest, 1)
		go func() {
			q, err := readRequest(in) // the parent holds the pipe open as long as it lives
			if err != nil {
				os.Exit(1)
			}
			next <- q
		}()
		a := do(q, data, out)
		if q.Job == jobConfinement {
			a.Confinement = confinement
		}
		a.Ends = !q.More || a.Failed || served == filesPerChild || !begun.holds(q.Options) || !emptyFolder(os.TempDir())
		answer, err := json.Marshal(a)
		if err != nil {
			return err
		}
		if err := writeFrame(out, answer); err != nil || a.Ends {
			return err
		}
		q = <-next
	}
}

func readRequest(in io.Reader) (q childRequest, err error) {
	head, err := readFrame(in, 1<<20)
	if err != nil {
		return q, err
	}
	return q, json.Unmarshal(head, &q)
}

// do does a job within its limits of time and memory.
func do(q childRequest, data []byte, out io.Writer) childResponse {
	room := q.Options.MemoryLimit - programMemory
	if format, _ := Sniff(data); format == extract.PDF && (q.Job == jobParse || q.Job == jobDraw || q.Job == jobFigure) {
		room -= pdf.Memory(q.Options.MemoryLimit)
	}
	debug.SetGCPercent(400)            // most files need less memory than the program itself; the limit below holds
	debug.SetMemoryLimit(room / 4 * 3) // the collector works harder before the kernel refuses
	// The parent ends a child at the deadline; this is for a parent that is gone.
	deadline := time.AfterFunc(process.Waits*q.Options.Deadline+process.WaitDelay, func() { os.Exit(1) })
	defer deadline.Stop()
	return work(q, data, func(p draft.Progress) {
		deadline.Reset(process.Waits*q.Options.Deadline + process.WaitDelay)
		if frame, err := json.Marshal(childResponse{Progress: &p}); err == nil {
			_ = writeFrame(out, frame) // a parent that is gone ends this process
		}
	})
}

// footprint is what a child process holds of the system at its start.
type footprint struct {
	size       uint64 // address space in bytes
	goroutines int
}

func footprintNow() (footprint, error) {
	size, err := virtualSize()
	return footprint{size, runtime.NumGoroutine()}, err
}

// leftover returns how much memory a child may have beyond its beginning when the next job comes.
func leftover(o extract.Options) uint64 { return uint64(o.MemoryLimit-programMemory) / 8 }

// holds reports whether a child is as good as new: nothing of the last job runs, and little memory is
// left in use.
func (f footprint) holds(o extract.Options) bool {
	now, err := footprintNow()
	for range 20 { // the runtime's own work, such as a finalizer, is over soon
		if now.goroutines <= f.goroutines+1 { // that waits for the next request
			break
		}
		time.Sleep(time.Millisecond)
		now, err = footprintNow()
	}
	return err == nil && now.size <= f.size+leftover(o) && now.goroutines <= f.goroutines+1
}

// emptyFolder removes what stands in a folder and reports whether it is empty.
func emptyFolder(path string) bool {
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(path, e.Name())))
	}
	return err == nil
}

// confine takes from this process what its job does not need, before it reads
// anything of the file, and sets its limits.
func confine(q childRequest) (Confinement, error) {
	runtime.GOMAXPROCS(2) // one for the work, one for the garbage collector and the watch on the parent
	writable := []string{os.TempDir()}
	if q.Job == jobCompile {
		writable = append(writable, q.Options.CacheDir)
	}
	c := confineProcess(placesOf(q.Options), writable)
	jobs := 1
	if q.More {
		jobs = filesPerChild
	}
	return c, limitProcess(q.Options, time.Duration(jobs)*processorTime(q))
}

// processorTime returns how much of it a job may take: of most more than any deadline leaves, for a
// child whose parent is gone.
func processorTime(q childRequest) time.Duration {
	if q.Job == jobSecond {
		return pdf.SecondTime
	}
	o := q.Options
	return 3*o.Deadline + time.Duration(o.MaxPages)*readAllowance + o.RecogniseTime + process.WaitDelay
}

func work(q childRequest, data []byte, report func(draft.Progress)) (a childResponse) {
	var err error
	ctx := context.Background()
	switch q.Job {
	case jobParse:
		a.Document, err = parse(ctx, data, q.Options, secondInChild, report)
	case jobSecond:
		a.Texts, err = pdf.SecondTexts(ctx, data, q.Options, q.Pages)
	case jobWeb:
		a.Web, err = readWeb(ctx, data, q)
	case jobDraw:
		a.Drawing, err = drawn(func() (*extract.Drawing, error) { return drawPage(ctx, data, q) })
	case jobFigure:
		a.Drawing, err = drawn(func() (*extract.Drawing, error) { return drawFigure(ctx, data, q) })
	case jobCompile:
		err = pdfium.Compile(ctx, q.Options.CacheDir)
	case jobConfinement:
	default:
		err = errors.New("unknown job")
	}
	if err != nil {
		return childResponse{Failed: true, Error: extract.ErrorName(err), Message: err.Error(), Pictures: picturesOf(err)}
	}
	return a
}

// secondInChild asks a process of its own, so that a hang or an explosion of
// the second reader costs only the second opinion.
func secondInChild(ctx context.Context, data []byte, o extract.Options, pages []int) (map[int]string, error) {
	ctx, cancel := context.WithTimeout(ctx, pdf.SecondDeadline)
	defer cancel()
	o.MemoryLimit = max(o.MemoryLimit/2, minMemoryLimit) // beside its parent, which stays
	a, err := spawn(ctx, childRequest{Job: jobSecond, Options: o, Pages: pages}, data, false, nil)
	return a.Texts, err
}
