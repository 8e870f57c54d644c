// Package upload reads files that are posted and hands them to the jobs: for checks,
// for the library, as forms, for calls alike.
package upload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// ErrNoFile reports an upload without a file.
var ErrNoFile = errors.New("no file was chosen")

// Jobs accepts uploads. It must be safe for concurrent use.
type Jobs interface {
	// Submit stores the good uploads with their jobs, all or none of them, and
	// gives one receipt each, in order.
	Submit(ctx context.Context, uploads []record.Upload) []record.Receipt
}

// Config is what uploads keep to.
type Config struct {
	Jobs Jobs
	// MaxFile is the most bytes one file may have, MaxTotal those of one upload.
	MaxFile, MaxTotal int64
	// Incoming is the folder for uploads that are coming; "" is the system's for
	// temporary files.
	Incoming string
	// Room fails with an error that wraps record.ErrNoRoom where so many bytes more
	// would leave too little room on the disk; nil never fails.
	Room func(bytes int64) error
}

// Uploads takes uploads. It is safe for concurrent use.
type Uploads struct {
	*site.Site
	config Config
}

// New makes a taker of uploads of a site.
func New(s *site.Site, c Config) *Uploads { return &Uploads{Site: s, config: c} }

// Box is the view of partial/upload.html.
type Box struct {
	Action   string
	Library  bool // files go into the library
	Form     bool // files are kept as blank forms; without both they are checked
	MaxFile  int64
	MaxTotal int64
	// Calls are those that files can be handed in to; Call is the one that they all are, 0 for none.
	Calls []record.Call
	Call  int64
}

// Box returns the view of a form whose files go to an address.
func (s *Uploads) Box(action string) Box {
	return Box{Action: action, MaxFile: s.config.MaxFile, MaxTotal: s.config.MaxTotal}
}

// Receipt is what became of one file.
type Receipt struct {
	Filename string
	Check    int64
	Document int64
	Same     bool   // the file was there already, as Document
	Fault    string // name in the error table, "" where the file was taken
	Status   int    // of that line; 0 where the file itself is wrong
}

// Take reads an upload, lets mark state the purpose of its files, and submits them. If all were
// accepted it redirects to the address from next; otherwise show lists the result for each.
func (s *Uploads) Take(c *gin.Context, mark func(*Upload), next func([]Receipt) string,
	show func(*gin.Context, int, []Receipt) error) error {
	u, err := s.readUpload(c)
	if err != nil {
		return err
	}
	defer u.discard()
	if u.refusal != nil {
		return u.refusal
	}
	mark(u)
	receipts, err := s.submit(c, u)
	if err != nil {
		return err
	}
	if bad(receipts) > 0 {
		status := uploadStatus(receipts)
		if status == http.StatusServiceUnavailable {
			c.Header("Retry-After", site.RetryAfter)
		}
		return show(c, status, receipts)
	}
	if slices.ContainsFunc(receipts, func(r Receipt) bool { return r.Same && r.Check == 0 }) { // which is to be said
		return show(c, http.StatusOK, receipts)
	}
	c.Redirect(http.StatusSeeOther, next(receipts))
	return nil
}

// Given is a form that was read for a program, with its files on disk, before it is submitted.
type Given struct {
	*Upload
	uploads *Uploads
	fields  map[string]string
	sums    []string // SHA-256 of the files
}

// Read reads a form of a program: parts "file", and fields. The caller discards what it gives.
// A file that is too large fails the form as a whole; fields that cannot be taken are a
// site.InvalidError.
func (s *Uploads) Read(c *gin.Context) (*Given, error) {
	u, err := s.readUpload(c)
	if err != nil {
		return nil, err
	}
	switch {
	case len(u.wrong) > 0:
		u.discard()
		return nil, &site.InvalidError{Fields: u.wrong}
	case len(u.refused) > 0:
		u.discard()
		return nil, extract.ErrTooLarge
	}
	return s.given(u)
}

// Bytes is Read for a file that came otherwise.
func (s *Uploads) Bytes(name string, body io.Reader) (*Given, error) {
	u := &Upload{}
	if err := s.keep(u, name, body); err != nil {
		u.discard()
		return nil, err
	}
	if len(u.refused) > 0 {
		u.discard()
		return nil, extract.ErrTooLarge
	}
	return s.given(u)
}

func (s *Uploads) given(u *Upload) (*Given, error) {
	g := &Given{Upload: u, uploads: s, fields: u.fields}
	for _, f := range u.incoming {
		h := sha256.New()
		if _, err := io.Copy(h, io.NewSectionReader(f.file, 0, f.size)); err != nil {
			u.discard()
			return nil, fmt.Errorf("read upload: %w", err)
		}
		g.sums = append(g.sums, hex.EncodeToString(h.Sum(nil)))
	}
	return g, nil
}

// Field returns a field of the form, "" for none.
func (g *Given) Field(name string) string { return g.fields[name] }

// Fields returns the names of the fields of the form, in order.
func (g *Given) Fields() []string { return slices.Sorted(maps.Keys(g.fields)) }

// Fingerprint is equal for forms with equal fields and files, however they are written.
func (g *Given) Fingerprint() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(g.fields)) {
		fmt.Fprintf(h, "%q=%q\n", name, g.fields[name])
	}
	for i, sum := range g.sums {
		fmt.Fprintf(h, "%q %s\n", g.Files[i].Identity.Filename, sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Discard lets go of the files.
func (g *Given) Discard() { g.discard() }

// Submit hands the files to the jobs, all or none of them: where one cannot be used the error is
// of that one.
func (g *Given) Submit(ctx context.Context) ([]record.Receipt, error) {
	if len(g.Files) == 0 {
		return nil, ErrNoFile
	}
	done, err := g.load(ctx, g.uploads.Site)
	if err != nil {
		return nil, err
	}
	defer done()
	return g.uploads.config.Jobs.Submit(ctx, g.Files), nil
}

// uploadStatus returns a success if any file was taken: the page lists the others. Where none was,
// it reports whether the files are wrong or the server has no room, or no database.
func uploadStatus(receipts []Receipt) int {
	if bad(receipts) < len(receipts) {
		return http.StatusOK
	}
	status := http.StatusUnprocessableEntity
	for _, r := range receipts {
		if r.Status > http.StatusInternalServerError {
			status = max(status, r.Status)
		}
	}
	return status
}

func bad(receipts []Receipt) int {
	return each.Count(receipts, func(r Receipt) bool { return r.Fault != "" })
}

// submit hands the files to the jobs and tells what became of each; bad files
// come first.
func (s *Uploads) submit(c *gin.Context, u *Upload) ([]Receipt, error) {
	if len(u.Files)+len(u.refused) == 0 {
		return nil, ErrNoFile
	}
	views := u.refused
	if len(u.Files) == 0 {
		return views, nil
	}
	done, err := u.load(c.Request.Context(), s.Site)
	if err != nil {
		return nil, site.Crowded(c, err)
	}
	defer done()
	receipts := s.config.Jobs.Submit(c.Request.Context(), u.Files)
	var taken []Receipt
	for _, r := range receipts {
		v := Receipt{Filename: r.Filename, Check: r.Check, Document: r.Document, Same: r.Same}
		if r.Err == nil {
			taken = append(taken, v)
			continue
		}
		if errors.Is(r.Err, context.Canceled) {
			return nil, r.Err
		}
		f := s.Fault(r.Err)
		if f.Status >= http.StatusInternalServerError && !errors.Is(r.Err, record.ErrNoRoom) && !errors.Is(r.Err, record.ErrCrowded) {
			s.Log.ErrorContext(c.Request.Context(), "upload failed", "request", site.RequestID(c), "error", r.Err)
		}
		v.Fault, v.Status = f.Name, f.Status
		views = append(views, v)
	}
	return append(views, taken...), nil
}
