package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
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

	incoming []incoming // the bytes of files, until load
}

// incoming is a file as it comes in, on disk.
type incoming struct {
	file *os.File
	size int64
}

// discard lets go of what came in.
func (u *upload) discard() {
	for _, f := range u.incoming {
		_ = f.file.Close()
		_ = os.Remove(f.file.Name()) // gone already where the system allows that
	}
	u.incoming = nil
}

// load reads the files into memory when there is room for them; done makes room for
// others. The error is record.ErrCrowded where others take all for too long.
func (u *upload) load(ctx context.Context, l *limits) (done func(), err error) {
	var size int64
	for _, f := range u.incoming {
		size += f.size
	}
	size = min(size, l.bytes)
	if err := take(ctx, l.memory, size, exportPatience); err != nil {
		return nil, err
	}
	done = func() {
		for i := range u.files {
			u.files[i].Data = nil
		}
		l.memory.Release(size)
	}
	for i, f := range u.incoming {
		data := make([]byte, f.size)
		if _, err := f.file.ReadAt(data, 0); err != nil {
			done()
			return nil, fmt.Errorf("read upload: %w", err)
		}
		u.files[i].Data = data
	}
	u.discard()
	return done, nil
}

// room fails where the disk would have too little left with an upload on it: once as
// it comes in, once in the database and once on the way there.
func (s *site) room(bytes int64) error {
	if s.Room == nil {
		return nil
	}
	return s.Room(3 * max(bytes, 0))
}

// readUpload reads the form part by part, its files onto the disk. A file that is too
// large is skipped and the others go on; only an upload that is too large as a whole
// fails.
func (s *site) readUpload(c *gin.Context) (_ *upload, err error) {
	if err := s.room(c.Request.ContentLength); err != nil {
		return nil, err
	}
	body := c.Request.Body
	limited := http.MaxBytesReader(c.Writer, body, s.config.MaxUploadTotal)
	c.Request.Body = io.NopCloser(cleanHeads(limited, c.GetHeader("Content-Type")))
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBadInput, err)
	}
	u := &upload{}
	defer func() {
		if err != nil {
			u.discard()
		}
	}()
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
	case isStorage(err):
		return err
	case c.Request.Context().Err() != nil:
		return fmt.Errorf("read upload: %w", context.Canceled)
	}
	return fmt.Errorf("%w: %w", errBadInput, err)
}

// isStorage says that a file could not be kept, which is not the reader's fault: a
// full disk says so. Errors of the connection are of net, not of a path.
func isStorage(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path)
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
	f, err := os.CreateTemp(s.config.Incoming, "zhiwen-upload-") // its owner's alone
	if err != nil {
		return fmt.Errorf("keep upload: %w", err)
	}
	_ = os.Remove(f.Name()) // nothing is left of it, even after a crash; where the system refuses, discard does it
	in := incoming{file: f}
	if in.size, err = io.Copy(f, io.LimitReader(part, s.config.MaxUpload+1)); err == nil && in.size <= s.config.MaxUpload && (name != "" || in.size > 0) {
		u.incoming = append(u.incoming, in)
		u.files = append(u.files, record.Upload{Identity: evidence.Identity{Filename: name}})
		return nil
	}
	(&upload{incoming: []incoming{in}}).discard()
	if err == nil && in.size > s.config.MaxUpload {
		u.refused = append(u.refused, receiptView{Filename: name, Fault: faultOf(extract.ErrTooLarge).name})
		_, err = io.Copy(io.Discard, part)
	}
	return err // nil where no file was chosen
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
