package reader

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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

// frameMagic begins each frame between the processes, so that what a library
// prints in between cannot be taken for a result.
const frameMagic = "\x00zhiwen\n"

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
	Options extract.Options `json:"options"`
	Pages   []int           `json:"pages,omitempty"` // of jobSecond, and the one of jobDraw

	Recognised bool `json:"recognised,omitempty"` // the page of jobDraw is a picture that was recognised
	Ref        int  `json:"ref,omitempty"`        // of jobFigure: extract.Figure.Ref

	Web *extract.WebRequest `json:"web,omitempty"` // of jobWeb
}

// childResponse comes back. Error is the name of the error among
// extract.Errors; "" for another one.
type childResponse struct {
	Document *extract.Document     `json:"document,omitempty"`
	Web      *extract.WebPage      `json:"web,omitempty"`
	Texts    map[int]string        `json:"texts,omitempty"`
	Drawing  *extract.Drawing      `json:"drawing,omitempty"`
	Failed   bool                  `json:"failed,omitempty"`
	Error    string                `json:"error,omitempty"`
	Message  string                `json:"message,omitempty"`
	Pictures *extract.PictureError `json:"pictures,omitempty"`
	Progress *draft.Progress       `json:"progress,omitempty"` // in a frame of its own, before the answer

	Confinement Confinement `json:"confinement,omitzero"` // to jobConfinement
}

func writeFrame(w io.Writer, payload []byte) error {
	head := binary.BigEndian.AppendUint64([]byte(frameMagic), uint64(len(payload)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most limit bytes.
func readFrame(r io.Reader, limit int64) ([]byte, error) {
	head := make([]byte, len(frameMagic)+8)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	if string(head[:len(frameMagic)]) != frameMagic {
		return nil, errors.New("not a frame")
	}
	n := binary.BigEndian.Uint64(head[len(frameMagic):])
	if n > uint64(limit) {
		return nil, fmt.Errorf("frame of %d bytes, at most %d", n, limit)
	}
	payload := make([]byte, n)
	_, err := io.ReadFull(r, payload)
	return payload, err
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

func serve(in io.Reader, out io.Writer) error {
	head, err := readFrame(in, 1<<20)
	if err != nil {
		return err
	}
	var q childRequest
	if err := json.Unmarshal(head, &q); err != nil {
		return err
	}
	confinement, err := confine(q)
	if err != nil {
		return err
	}
	data, err := readFrame(in, q.Options.MaxBytes)
	if err != nil {
		return err
	}
	room := q.Options.MemoryLimit - programMemory
	if format, _ := Sniff(data); format == extract.PDF && (q.Job == jobParse || q.Job == jobDraw || q.Job == jobFigure) {
		room -= pdf.Memory(q.Options.MemoryLimit)
	}
	debug.SetMemoryLimit(room / 4 * 3) // the collector works harder before the kernel refuses
	// The parent ends a child at the deadline; this is for a parent that is
	// gone.
	deadline := time.AfterFunc(q.Options.Deadline+process.WaitDelay, func() { os.Exit(1) })
	report := func(p draft.Progress) {
		deadline.Reset(q.Options.Deadline + process.WaitDelay)
		if frame, err := json.Marshal(childResponse{Progress: &p}); err == nil {
			_ = writeFrame(out, frame) // a parent that is gone ends this process
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, in) // the parent holds the pipe open as long as it lives
		os.Exit(1)
	}()
	a := work(q, data, report)
	if q.Job == jobConfinement {
		a.Confinement = confinement
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return writeFrame(out, answer)
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
	return c, limitProcess(q.Options, processorTime(q))
}

// processorTime is how much of it a job may take: of most more than any deadline leaves, for
// a child whose parent is gone.
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
