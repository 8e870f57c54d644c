package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
)

// Versioned is where the addresses of the interface for programs begin; its faults are
// problem details (RFC 9457).
const Versioned = "/api/v1"

// versioned reports whether a request is for that interface.
func versioned(c *gin.Context) bool { return strings.HasPrefix(c.Request.URL.Path, Versioned+"/") }

// InvalidError is of a request whose fields are wrong; each is said in the reader's language.
type InvalidError struct{ Fields []FieldFault }

// Error implements error.
func (e *InvalidError) Error() string {
	names := each.Of(e.Fields, func(f FieldFault) string { return f.Field })
	return "fields are wrong: " + strings.Join(names, ", ")
}

// errInvalid is what an InvalidError is, for the table of faults.
var errInvalid = errors.New("fields are wrong")

// Is makes an InvalidError one.
func (e *InvalidError) Is(err error) bool { return err == errInvalid }

// ProblemKind is what the type of a problem begins with; the name of a fault follows.
const ProblemKind = "urn:zhiwen:problem:"

// Problem is the answer to a program whose request failed.
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

// failVersioned answers with a problem (RFC 9457).
func (s *Site) failVersioned(c *gin.Context, f Fault, err error) {
	l := s.Language(c)
	out := Problem{
		Type: ProblemKind + f.Name, Title: l.Text("fault." + f.Name + ".title"), Status: f.Status,
		Detail: programAdvice(l, f.Name, err), Request: RequestID(c),
	}
	var invalid *InvalidError
	var where *jsonFault
	switch {
	case errors.As(err, &invalid):
		for _, x := range invalid.Fields {
			out.Errors = append(out.Errors, ProblemField{x.Field, x.Text})
		}
	case errors.As(err, &where) && (where.field != "" || where.kind):
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

// programAdvice returns what to do about a fault where a program reads it: the advice of some sends
// people to pages and forms, or is about other addresses.
func programAdvice(l *catalogue.Language, name string, err error) string {
	var large *largeError
	switch {
	case errors.As(err, &large):
		return l.Text("api.fault.body", "Most", l.Bytes(large.most))
	case errors.Is(err, errNoRoute):
		return l.Text("api.fault.noRoute")
	case errors.Is(err, errMethod):
		return l.Text("api.fault.method")
	case errors.Is(err, ErrBadInput):
		return l.Text("api.fault.badInput")
	case errors.Is(err, errJSON):
		return l.Text("api.fault.json")
	}
	return l.Text("fault." + name + ".advice")
}

// embedded are the names of the Go structs that a field of JSON may be told to lie in.
var embedded = regexp.MustCompile(`^(?:[a-z]\w*In\.)+`)

// ReadStrict reads the body of a program's request, a JSON object of limited size, into v, which
// must have all allowed fields; it also returns the bytes. The error can be sent as the answer.
func (s *Site) ReadStrict(c *gin.Context, most int64, v any) ([]byte, error) {
	var raw json.RawMessage
	if err := ReadJSON(c, most, &raw); err != nil {
		return nil, err
	}
	err := json.Unmarshal(raw, v)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return nil, &jsonFault{field: embedded.ReplaceAllString(kind.Field, ""), at: kind.Offset, kind: true}
	case err != nil:
		return nil, &jsonFault{}
	case string(raw) == "null": // which encoding/json takes for anything
		return nil, &jsonFault{kind: true}
	}
	var faults []FieldFault
	for _, x := range silentFaults(raw) {
		faults = append(faults, FieldFault{Field: x.field, Text: s.Language(c).Text(x.message)})
	}
	for _, name := range unknownFields(raw, reflect.TypeOf(v), "") {
		faults = append(faults, FieldFault{Field: name, Text: s.Language(c).Text("api.unknownField")})
	}
	if len(faults) > 0 {
		return nil, &InvalidError{faults}
	}
	return raw, nil
}

// unknownFields returns the fields of JSON that a type has not under exactly that name, in order:
// encoding/json takes names of another case too. What stands in at leads to raw.
func unknownFields(raw json.RawMessage, t reflect.Type, at string) (unknown []string) {
	switch t.Kind() {
	case reflect.Pointer:
		return unknownFields(raw, t.Elem(), at)
	case reflect.Struct, reflect.Map:
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil // it is of another kind
		}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if of := fieldType(t, name); of != nil {
				unknown = append(unknown, unknownFields(fields[name], of, at+name+".")...)
			} else {
				unknown = append(unknown, at+name)
			}
		}
	case reflect.Slice:
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil
		}
		for i, item := range items {
			unknown = append(unknown, unknownFields(item, t.Elem(), fmt.Sprintf("%s[%d].", strings.TrimSuffix(at, "."), i))...)
		}
	}
	return unknown
}

// fieldType returns the type of a field of JSON, nil for none.
func fieldType(t reflect.Type, name string) reflect.Type {
	if t.Kind() == reflect.Map {
		return t.Elem()
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("json") == name {
			return f.Type
		}
	}
	return nil
}

// Token returns the number of the token by which a reader asks, 0 for none.
func (v *Viewer) Token() int64 { return v.token }

// Links returns the value of a header Link that leads on to the next page.
func Links(next string) string { return fmt.Sprintf(`<%s>; rel="next"`, next) }
