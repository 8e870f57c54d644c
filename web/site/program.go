package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

// What programs ask for has addresses of its own. Their answers are JSON, faults too. Scripts
// of pages of other sites get none of it, as of all else; extensions of browsers do, but
// without cookies: they have to show a token wherever people log in.

// programs is where the addresses for programs begin.
const programs = "/api/"

// forPrograms reports whether a request is for a program.
func forPrograms(c *gin.Context) bool { return strings.HasPrefix(c.Request.URL.Path, programs) }

// extensions are the schemes of what extensions of browsers call themselves as an origin. A
// page cannot: its browser says what it is.
var extensions = []string{"chrome-extension", "moz-extension", "safari-web-extension"}

// openToExtension reports whether a request comes from a browser extension to an address for
// programs. CORS lets it in, and its cookies are ignored: extensions must not use the reader's
// log-in.
func openToExtension(c *gin.Context) bool {
	if !forPrograms(c) {
		return false
	}
	h := c.Writer.Header()
	h.Add("Vary", "Origin")
	origin := c.GetHeader("Origin")
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || !slices.Contains(extensions, u.Scheme) {
		return false
	}
	c.Request.Header.Del("Cookie")
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id")
	return true
}

// Preflight returns the route by which a browser asks what an extension may send to a path for
// programs.
func Preflight(path string) Route {
	return Free(Route{Method: http.MethodOptions, Path: path, Do: func(c *gin.Context) error {
		if c.Writer.Header().Get("Access-Control-Allow-Origin") != "" {
			c.Header("Access-Control-Allow-Methods", http.MethodPost)
			c.Header("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept-Language")
			c.Header("Access-Control-Max-Age", "600")
		}
		c.Status(http.StatusNoContent)
		return nil
	}})
}

// Errors of JSON that is sent.
var (
	errKind = errors.New("the body does not say that it is JSON in UTF-8")
	errUTF8 = errors.New("the body is not in UTF-8")
	errBody = errors.New("the body is too large")
	errJSON = errors.New("the body is not the JSON that is expected")
)

// jsonFault is an errJSON that knows where.
type jsonFault struct {
	field string // "" is not known
	at    int64  // bytes
	kind  bool   // it is JSON, but of another kind
}

// largeError is an errBody that knows how much there may be.
type largeError struct{ most int64 }

func (e *largeError) Error() string { return fmt.Sprintf("%v: the limit is %d bytes", errBody, e.most) }

// Is makes it an errBody.
func (e *largeError) Is(err error) bool { return err == errBody } // the sentinel itself

func (f *jsonFault) Error() string { return fmt.Sprintf("%v: field %q at %d", errJSON, f.field, f.at) }

// Is makes it an errJSON.
func (f *jsonFault) Is(err error) bool { return err == errJSON } // the sentinel itself

// ReadJSON reads the body of a request of a program, of so many bytes at the most, into v.
// It is for routes with JSON. The error is to be answered with.
func ReadJSON(c *gin.Context, most int64, v any) error {
	kind, says, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if charset := says["charset"]; err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return errKind
	}
	body, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, most))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return &largeError{most}
	case IsSlow(err):
		return err
	case err != nil:
		return ErrBadInput
	}
	if !utf8.Valid(body) { // encoding/json would put other characters in place of what is not
		return errUTF8
	}
	err = json.Unmarshal(body, v)
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &jsonFault{at: syntax.Offset}
	case errors.As(err, &other):
		return &jsonFault{field: other.Field, at: other.Offset}
	case err != nil:
		return &jsonFault{}
	}
	return nil
}

// programFault is what a program gets where it does not get what it asked for.
type programFault struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Advice  string `json:"advice"`
	Field   string `json:"field,omitempty"` // of JSON that was sent, with At, the byte where it is wrong
	At      int64  `json:"at,omitempty"`
	Request string `json:"request"`
}

// failProgram answers a program with a fault.
func (s *Site) failProgram(c *gin.Context, f Fault, err error) {
	if f.Status == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", "Bearer")
	}
	if versioned(c) {
		s.failVersioned(c, f, err)
		return
	}
	l := s.Language(c)
	out := programFault{Name: f.Name, Title: l.Text("fault." + f.Name + ".title"), Advice: l.Text("fault." + f.Name + ".advice"),
		Request: RequestID(c)}
	var where *jsonFault
	if errors.As(err, &where) {
		out.Field, out.At = where.field, where.at
	}
	c.JSON(f.Status, gin.H{"error": out})
}
