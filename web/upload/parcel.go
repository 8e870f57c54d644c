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
)

// Parcel is many files that came at once, each on disk, and what came with them.
type Parcel struct {
	Files    []record.Incoming
	Manifest []byte // nil for none
	Table    string // its name
	fields   map[string]string
	folder   string
}

// Field is a field of the form.
func (p *Parcel) Field(name string) string { return p.fields[name] }

// Discard lets go of what was not moved away.
func (p *Parcel) Discard() { _ = os.RemoveAll(p.folder) }

// Receive reads a form of many files, archives among them, onto the disk: parts "file" and
// "manifest", and fields. The caller discards the parcel. The errors are those of Take.
func (s *Uploads) Receive(c *gin.Context) (_ *Parcel, err error) {
	if err := s.room(c.Request.ContentLength); err != nil {
		return nil, err
	}
	body := c.Request.Body
	limited := http.MaxBytesReader(c.Writer, body, maxParcel)
	c.Request.Body = io.NopCloser(cleanHeads(limited, c.GetHeader("Content-Type")))
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", site.ErrBadInput, err)
	}
	folder, err := os.MkdirTemp(s.config.Incoming, "zhiwen-parcel-")
	if err != nil {
		return nil, fmt.Errorf("keep upload: %w", err)
	}
	p := &Parcel{fields: map[string]string{}, folder: folder}
	defer func() {
		if err != nil {
			p.Discard()
		}
	}()
	for range maxParcelFiles {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			if len(p.Files) == 0 {
				return nil, ErrNoFile
			}
			return p, nil
		}
		if err == nil {
			err = p.read(part.FormName(), part.FileName(), part)
			_ = part.Close()
		}
		if err != nil {
			return nil, s.uploadError(c, body, err)
		}
	}
	return nil, s.uploadError(c, body, ErrTotal)
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
	value, err := io.ReadAll(io.LimitReader(part, site.MaxField))
	if err == nil && !utf8.Valid(value) {
		err = site.ErrBadInput
	}
	p.fields[field] = strings.TrimSpace(string(value))
	return err
}
