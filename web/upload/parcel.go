package upload

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

const (
	// maxParcel is the most bytes of many files at once, and maxParcelFiles how many.
	maxParcel      = 16 << 30
	maxParcelFiles = 20_000
	// maxManifest is the most bytes of the table that comes with them.
	maxManifest = 64 << 20
	// maxFields is how many fields come with them, and how many parts that are none.
	maxFields = 20
)

// Parcel is many files that came at once, each on disk, and what came with them.
type Parcel struct {
	Files    []record.Incoming
	Size     int64  // of these files together, in bytes
	Manifest []byte // nil for none
	Table    string // its name
	fields   map[string]string
	field    int64 // bytes of one, at the most
	folder   string
}

// Field returns a field of the form.
func (p *Parcel) Field(name string) string { return p.fields[name] }

// Discard removes the files that were not moved away.
func (p *Parcel) Discard() { _ = os.RemoveAll(p.folder) }

// Receive reads a form of many files, archives among them, onto the disk: parts "file" and
// "manifest", and fields. The caller discards the parcel. The errors are those of Take.
func (s *Uploads) Receive(c *gin.Context) (*Parcel, error) {
	p, err := s.receive(c, Few{Files: maxParcelFiles, Bytes: maxParcel, Field: site.MaxField})
	switch {
	case err != nil:
		return nil, err
	case len(p.Files) == 0:
		p.Discard()
		return nil, ErrNoFile
	}
	return p, nil
}

// Few bounds a form with files that need not be there.
type Few struct {
	Files int   // at most
	Bytes int64 // of all files together
	Field int64 // bytes of a field; what is beyond is cut off
}

// ReceiveFew is Receive of a form with some files or none. Where they are more, or larger, than
// they may be, the error is ErrTotal and the parcel has the fields that came before them.
func (s *Uploads) ReceiveFew(c *gin.Context, few Few) (*Parcel, error) {
	p, err := s.receive(c, few)
	if err == nil {
		if len(p.Files) > few.Files || p.Size > few.Bytes {
			err = ErrTotal
		}
	}
	if err != nil && !errors.Is(err, ErrTotal) {
		return nil, err
	}
	return p, err
}

// formOverhead is what a form has beside files and fields, at the most, for each part.
const formOverhead = 1 << 10

// receive reads a form within bounds; where the error is ErrTotal, what came before is there.
func (s *Uploads) receive(c *gin.Context, most Few) (p *Parcel, err error) {
	if err := s.foretold(c, maxParcel); err != nil {
		return nil, err
	}
	body := c.Request.Body
	limited := http.MaxBytesReader(c.Writer, body, most.Bytes+maxFields*(most.Field+formOverhead))
	c.Request.Body = io.NopCloser(cleanHeads(limited, c.GetHeader("Content-Type")))
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", site.ErrBadInput, err)
	}
	folder, err := os.MkdirTemp(s.config.Incoming, "zhiwen-parcel-")
	if err != nil {
		return nil, fmt.Errorf("keep upload: %w", err)
	}
	p = &Parcel{fields: map[string]string{}, folder: folder, field: most.Field}
	defer func() {
		if err != nil {
			p.Discard()
		}
	}()
	for range most.Files + maxFields {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err == nil {
			err = p.read(part.FormName(), part.FileName(), part)
			_ = part.Close()
		}
		if err != nil {
			return p, s.uploadError(c, body, err)
		}
	}
	return p, s.uploadError(c, body, ErrTotal)
}

// read takes in one part of a form.
func (p *Parcel) read(field, filename string, part io.Reader) error {
	switch field {
	case "file":
		at := filepath.Join(p.folder, strconv.Itoa(len(p.Files)))
		f, err := os.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		size, err := io.Copy(f, part)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		if name := cleanFilename(filename); name != "" || size > 0 {
			p.Files = append(p.Files, record.Incoming{Name: name, Path: at})
			p.Size += size
			return nil
		}
		return os.Remove(at) // no file was chosen
	case "manifest":
		data, err := io.ReadAll(io.LimitReader(part, maxManifest+1))
		if err == nil && len(data) > maxManifest {
			err = ErrTotal
		}
		if len(data) > 0 || filename != "" {
			p.Manifest, p.Table = data, cleanFilename(filename)
		}
		return err
	}
	value, err := io.ReadAll(io.LimitReader(part, p.field))
	if err == nil && !utf8.Valid(value) {
		err = site.ErrBadInput
	}
	if len(p.fields) >= maxFields {
		err = ErrTotal
	}
	p.fields[field] = strings.TrimSpace(string(value))
	return err
}
