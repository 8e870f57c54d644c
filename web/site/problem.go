package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
)

// Versioned is where the addresses of the interface for programs begin; its faults are
// problem details (RFC 9457).
const Versioned = "/api/v1"

// versioned says whether a request is for that interface.
func versioned(c *gin.Context) bool { return strings.HasPrefix(c.Request.URL.Path, Versioned+"/") }

// InvalidError is of a request whose fields are wrong; each is said in the reader's language.
type InvalidError struct{ Fields []FieldFault }

// Error implements error.
func (e *InvalidError) Error() string {
	names := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		names[i] = f.Field
	}
	return "fields are wrong: " + strings.Join(names, ", ")
}

// errInvalid is what an InvalidError is, for the table of faults.
var errInvalid = errors.New("fields are wrong")

// Is makes an InvalidError one.
func (e *InvalidError) Is(err error) bool { return err == errInvalid }

// ProblemKind is what the type of a problem begins with; the name of a fault follows.
const ProblemKind = "urn:zhiwen:problem:"

// Problem is what a program is told that does not get what it asked for.
type Problem struct {
	Type    string         `json:"type"` // stable: ProblemKind and a name
	Title   string         `json:"title"`
	Status  int            `json:"status"`
	Detail  string         `json:"detail"` // what to do
	Request string         `json:"request"`
	Errors  []ProblemField `json:"errors,omitempty"`
}

// ProblemField is what is wrong with one field: of JSON a path such as "settings.year", of a
// form or a query a name.
type ProblemField struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// failVersioned answers with a problem.
func (s *Site) failVersioned(c *gin.Context, f Fault, err error) {
	l := s.Language(c)
	out := Problem{
		Type: ProblemKind + f.Name, Title: l.Text("fault." + f.Name + ".title"), Status: f.Status,
		Detail: l.Text("fault." + f.Name + ".advice"), Request: RequestID(c),
	}
	var invalid *InvalidError
	var where *jsonFault
	switch {
	case errors.As(err, &invalid):
		for _, x := range invalid.Fields {
			out.Errors = append(out.Errors, ProblemField{x.Field, x.Text})
		}
	case errors.As(err, &where) && where.field != "":
		out.Errors = append(out.Errors, ProblemField{where.field, l.Text("api.wrongKind")})
	case errors.As(err, &where):
		out.Errors = append(out.Errors, ProblemField{"", l.Text("api.wrongJSON", "At", where.at)})
	}
	body, err := json.Marshal(out)
	if err != nil { // it is made of texts and numbers
		body = []byte(`{}`)
	}
	c.Data(f.Status, "application/problem+json; charset=utf-8", body)
}

// embedded are the names of the Go structs that a field of JSON may be told to lie in.
var embedded = regexp.MustCompile(`^(?:[a-z]\w*In\.)+`)

// unknownField is how encoding/json says that a field is not known.
var unknownField = regexp.MustCompile(`unknown field "(.*)"`)

// ReadStrict reads the body of a request of a program as JSON, of so many bytes at the most,
// into v, which knows all fields that there may be; it gives the bytes too. The error is to
// be answered with.
func (s *Site) ReadStrict(c *gin.Context, most int64, v any) ([]byte, error) {
	var raw json.RawMessage
	if err := ReadJSON(c, most, &raw); err != nil {
		return nil, err
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.DisallowUnknownFields()
	err := in.Decode(v)
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			return nil, &jsonFault{at: in.InputOffset()}
		}
		return raw, nil
	case errors.As(err, &kind):
		return nil, &jsonFault{field: embedded.ReplaceAllString(kind.Field, ""), at: kind.Offset}
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		return nil, &InvalidError{[]FieldFault{{Field: m[1], Text: s.Language(c).Text("api.unknownField")}}}
	}
	return nil, &jsonFault{at: in.InputOffset()}
}

// Token is the number of the token by which a reader asks, 0 for none.
func (v *Viewer) Token() int64 { return v.token }

// Links is the value of a header Link that leads on to the next page.
func Links(next string) string { return fmt.Sprintf(`<%s>; rel="next"`, next) }
