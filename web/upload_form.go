package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

const (
	// maxField is the most bytes of one text field of the form.
	maxField = 4 << 10
	// maxParts is the most parts of one form: files and fields.
	maxParts = 500
	// maxDrain is how much of an upload that is too large is still read, so
	// that the browser comes to read the answer instead of an error of its own.
	maxDrain = 2 << 30
	// maxFilename is the most characters kept of a file's name.
	maxFilename = 200
)

// upload is a form as it was read.
type upload struct {
	files   []record.Upload
	refused []receiptView // files that were not even read
	check   bool
	library bool

	standard *string // the institution whose standard text the files are; nil: they are not
}

// readUpload reads the form part by part. A file that is too large is skipped
// and the others go on; only an upload that is too large as a whole fails.
func (s *site) readUpload(c *gin.Context) (*upload, error) {
	body := c.Request.Body
	limited := http.MaxBytesReader(c.Writer, body, s.config.MaxUploadTotal)
	c.Request.Body = io.NopCloser(cleanHeads(limited, c.GetHeader("Content-Type")))
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBadInput, err)
	}
	u := &upload{}
	fields := map[string]string{}
	for range maxParts {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			u.apply(fields)
			return u, nil
		}
		if err == nil {
			err = s.readPart(part, u, fields)
		}
		if err != nil {
			return nil, s.uploadError(c, body, err)
		}
	}
	return nil, s.uploadError(c, body, errTotal)
}

// uploadError names the error of a form that could not be read to its end.
func (s *site) uploadError(c *gin.Context, body io.Reader, err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), errors.Is(err, errTotal):
		c.Header("Connection", "close")
		_, _ = io.CopyN(io.Discard, body, maxDrain)
		return errTotal
	case c.Request.Context().Err() != nil:
		return fmt.Errorf("read upload: %w", context.Canceled)
	}
	return fmt.Errorf("%w: %w", errBadInput, err)
}

func (s *site) readPart(part *multipart.Part, u *upload, fields map[string]string) error {
	defer func() { _ = part.Close() }()
	if part.FormName() != "file" {
		value, err := io.ReadAll(io.LimitReader(part, maxField))
		if err != nil {
			return err
		}
		if !utf8.Valid(value) {
			return errBadInput
		}
		fields[part.FormName()] = strings.TrimSpace(string(value))
		return nil
	}
	name := cleanFilename(part.FileName())
	data, err := io.ReadAll(io.LimitReader(part, s.config.MaxUpload+1))
	if err != nil {
		return err
	}
	switch {
	case name == "" && len(data) == 0: // no file was chosen
		return nil
	case int64(len(data)) > s.config.MaxUpload:
		u.refused = append(u.refused, receiptView{Filename: name, Fault: faultOf(extract.ErrTooLarge).name})
		_, err := io.Copy(io.Discard, part)
		return err
	}
	u.files = append(u.files, record.Upload{Identity: evidence.Identity{Filename: name}, Data: data})
	return nil
}

// apply takes the fields over. What describes one application is only used
// where one file came: for several, each file's own metadata counts.
func (u *upload) apply(fields map[string]string) {
	u.check = fields["check"] != ""
	u.library = fields["library"] != ""
	if fields["standard"] != "" {
		institution := strings.TrimSpace(fields["institution"])
		u.standard = &institution
	}
	if len(u.files) != 1 {
		return
	}
	readIdentity(&u.files[0].Identity, func(name string) string { return fields[name] })
}

// splitKeywords cuts at the commas and semicolons of both scripts.
func splitKeywords(s string) []string {
	var out []string
	for _, k := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;，；、\n", r) }) {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

// cleanFilename keeps of a client's file name what can be shown in a line.
func cleanFilename(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > maxFilename {
		ext := path.Ext(name)
		keep := max(0, maxFilename-utf8.RuneCountInString(ext))
		name = string(runes[:keep]) + ext
	}
	return name
}
