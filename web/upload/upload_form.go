package upload

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
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// ErrTotal reports an upload that is too large as a whole.
var ErrTotal = errors.New("the upload is too large")

const (
	// maxParts is the most parts of one form: files and fields.
	maxParts = 500
	// farOver is how many times too large an upload is that is not read to its end: its
	// browser may show no page then, but that the connection was cut.
	farOver = 2
	// maxDrain is how much of an upload that is too large is still read, so
	// that the browser comes to read the answer instead of an error of its own.
	maxDrain = 2 << 30
	// maxFilename is the most characters kept of a file's name.
	maxFilename = 200
)

// Upload is a form as it was read.
type Upload struct {
	Files   []record.Upload
	Check   bool // the form asks for a check
	Library bool // the form asks for a place in the library

	Call int64 // that the files are handed in to; 0 is none

	Standard *string // the institution whose standard text the files are; nil: they are not

	refused  []Receipt  // files that were not even read
	incoming []incoming // the bytes of files, until load
	fields   map[string]string
	wrong    []site.FieldFault // fields that cannot be taken, as programs are told of them
	refusal  error             // as people are told of them
}

// refuse notes that a field cannot be taken. The form is read to its end, so that whoever sends it
// comes to read why.
func (u *Upload) refuse(field, text string, refusal error) {
	u.wrong = append(u.wrong, site.FieldFault{Field: field, Text: text})
	if u.refusal == nil {
		u.refusal = refusal
	}
}

// incoming is a file as it comes in, on disk.
type incoming struct {
	file *os.File
	size int64
}

// discard removes the received files.
func (u *Upload) discard() {
	for _, f := range u.incoming {
		_ = f.file.Close()
		_ = os.Remove(f.file.Name()) // gone already where the system allows that
	}
	u.incoming = nil
}

// load reads the files into memory when there is room for them; done makes room for
// others. The error is record.ErrCrowded where others take all for too long.
func (u *Upload) load(ctx context.Context, s *site.Site) (done func(), err error) {
	var size int64
	for _, f := range u.incoming {
		size += f.size
	}
	release, err := s.Hold(ctx, size)
	if err != nil {
		return nil, err
	}
	done = func() {
		for i := range u.Files {
			u.Files[i].Data = nil
		}
		release()
	}
	for i, f := range u.incoming {
		data := make([]byte, f.size)
		if _, err := f.file.ReadAt(data, 0); err != nil {
			done()
			return nil, fmt.Errorf("read upload: %w", err)
		}
		u.Files[i].Data = data
	}
	u.discard()
	return done, nil
}

// room fails where the disk would have too little left with an upload on it: once as
// it comes in, once in the database and once on the way there.
func (s *Uploads) room(bytes int64) error {
	if s.config.Room == nil {
		return nil
	}
	return s.config.Room(3 * max(bytes, 0))
}

// readUpload reads the form part by part and writes its files to the disk. A file that is too large
// is skipped and the others go on; only an upload that is too large as a whole fails. Faults of
// fields are stored in it.
func (s *Uploads) readUpload(c *gin.Context) (_ *Upload, err error) {
	if err := s.foretold(c, s.config.MaxTotal); err != nil {
		return nil, err
	}
	body := c.Request.Body
	limited := http.MaxBytesReader(c.Writer, body, s.config.MaxTotal)
	c.Request.Body = io.NopCloser(cleanHeads(limited, c.GetHeader("Content-Type")))
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", site.ErrBadInput, err)
	}
	u := &Upload{}
	defer func() {
		if err != nil {
			u.discard()
		}
	}()
	l := s.Language(c)
	u.fields = map[string]string{}
	for range maxParts {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			u.apply(l)
			return u, nil
		}
		if err == nil {
			err = s.readPart(l, part, u)
		}
		if err != nil {
			return nil, s.uploadError(c, body, err)
		}
	}
	return nil, s.uploadError(c, body, ErrTotal)
}

// foretold refuses a form whose length, as it says itself, is too large, or more than there
// is room for: nothing of it is kept. One that is far too large is not read at all.
func (s *Uploads) foretold(c *gin.Context, limit int64) error {
	length := c.Request.ContentLength
	switch {
	case length > farOver*limit:
		c.Header("Connection", "close")
		return ErrTotal
	case length > limit:
		return s.uploadError(c, c.Request.Body, ErrTotal)
	}
	return s.room(length)
}

// uploadError names the error of a form that could not be read to its end.
func (s *Uploads) uploadError(c *gin.Context, body io.Reader, err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge), errors.Is(err, ErrTotal):
		c.Header("Connection", "close")
		_, _ = io.CopyN(io.Discard, body, maxDrain)
		return ErrTotal
	case isStorage(err), site.IsSlow(err):
		return err
	case c.Request.Context().Err() != nil:
		return fmt.Errorf("read upload: %w", context.Canceled)
	}
	return fmt.Errorf("%w: %w", site.ErrBadInput, err)
}

// isStorage reports whether a file could not be kept, which is not the reader's fault: a
// full disk says so. Errors of the connection are of net, not of a path.
func isStorage(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path)
}

func (s *Uploads) readPart(l *catalogue.Language, part *multipart.Part, u *Upload) error {
	defer func() { _ = part.Close() }()
	name := part.FormName()
	if name == "file" {
		return s.keep(u, part.FileName(), part)
	}
	const most = utf8.UTFMax * site.MaxField // bytes of so many characters
	value, err := io.ReadAll(io.LimitReader(part, most+1))
	if err != nil {
		return err
	}
	switch {
	case part.FileName() != "":
		u.refuse(name, l.Text("api.filePart"), site.ErrBadInput)
	case len(value) > most || utf8.RuneCount(value) > site.MaxField:
		u.refuse(name, l.Text("api.long", "Most", site.MaxField), site.ErrForm)
	case !utf8.Valid(value):
		u.refuse(name, l.Text("api.utf8"), site.ErrBadInput)
	default:
		u.fields[name] = strings.TrimSpace(string(value))
		return nil
	}
	_, err = io.Copy(io.Discard, part)
	return err
}

// keep takes a file in, onto the disk; one that is too large is refused and read to its end.
func (s *Uploads) keep(u *Upload, name string, body io.Reader) error {
	name = cleanFilename(name)
	f, err := os.CreateTemp(s.config.Incoming, "zhiwen-upload-") // its owner's alone
	if err != nil {
		return fmt.Errorf("keep upload: %w", err)
	}
	_ = os.Remove(f.Name()) // nothing is left of it, even after a crash; where the system refuses, discard does it
	in := incoming{file: f}
	if in.size, err = io.Copy(f, io.LimitReader(body, s.config.MaxFile+1)); err == nil && in.size <= s.config.MaxFile &&
		(name != "" || in.size > 0) {
		u.incoming = append(u.incoming, in)
		u.Files = append(u.Files, record.Upload{Identity: evidence.Identity{Filename: name}})
		return nil
	}
	(&Upload{incoming: []incoming{in}}).discard()
	if err == nil && in.size > s.config.MaxFile {
		u.refused = append(u.refused, Receipt{Filename: name, Fault: s.Fault(extract.ErrTooLarge).Name})
		_, err = io.Copy(io.Discard, body)
	}
	return err // nil where no file was chosen
}

// apply takes the fields over. What describes one application is only used
// where one file came: for several, each file's own metadata counts.
func (u *Upload) apply(l *catalogue.Language) {
	fields := u.fields
	u.Check = fields["check"] != ""
	u.Library = fields["library"] != ""
	if text := fields["call"]; text != "" {
		call, err := strconv.ParseInt(text, 10, 64)
		if err != nil || call < 1 {
			u.refuse("call", l.Text("api.positive"), site.ErrBadInput)
		}
		u.Call = call
	}
	profile, known := record.ReadProfile(fields["profile"])
	if !known {
		u.refuse("profile", l.Text("api.choice", "Choices", strings.Join(evidence.Profiles(), ", ")), site.ErrBadInput)
	}
	for i := range u.Files {
		u.Files[i].Profile = profile
	}
	if fields["standard"] != "" {
		institution := strings.TrimSpace(fields["institution"])
		u.Standard = &institution
	}
	if len(u.Files) == 1 {
		_ = ReadIdentity(&u.Files[0].Identity, func(name string) string { return fields[name] }) // readPart has seen how long they are
	}
}

// cleanFilename keeps of a client's file name what can be shown in a line.
// Names in GB 18030, as programs on Chinese systems send them, are decoded.
func cleanFilename(name string) string {
	if !utf8.ValidString(name) {
		if decoded, err := simplifiedchinese.GB18030.NewDecoder().String(name); err == nil &&
			!strings.ContainsRune(decoded, utf8.RuneError) {
			name = decoded
		}
	}
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
