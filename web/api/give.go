package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// Errors of requests; the table of faults of web has a line of each.
var (
	// ErrChanged refuses a change of what is not any more as the caller has seen it.
	ErrChanged = errors.New("it was changed meanwhile")
	// ErrCursor reports a page of a list that no answer has led to.
	ErrCursor = errors.New("no page of this list")
	// ErrKey reports a key of a request that cannot be one.
	ErrKey = errors.New("not a key of a request")
	// ErrFileKind reports a file that comes neither in a form nor named in JSON.
	ErrFileKind = errors.New("neither a form nor JSON")
)

// kind is the content type of answers.
const kind = "application/json; charset=utf-8"

// encoded returns an answer as JSON. Texts are as they are: they go into no page.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

// tagOf returns the ETag of an answer: equal answers have equal ones.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
}

// counted separates an ETag into the part that If-Match compares and a second part for values that
// nobody sets, such as counts of running work. tagOf never contains it.
const counted = "."

// tagWith returns an ETag of two parts, for the settable fields and for the counted ones. An answer
// is the same if both are; If-Match compares only the first.
func tagWith(set, beside []byte) string {
	return strings.TrimSuffix(tagOf(set), `"`) + counted + strings.TrimPrefix(tagOf(beside), `"`)
}

// give answers with a value and its ETag, or that the caller's copy is current.
func give(c *gin.Context, status int, v any) error {
	body, err := encoded(v)
	if err != nil {
		return err
	}
	giveBody(c, status, body)
	return nil
}

func giveBody(c *gin.Context, status int, body []byte) { giveTagged(c, status, body, tagOf(body)) }

func giveTagged(c *gin.Context, status int, body []byte, tag string) {
	c.Header("ETag", tag)
	c.Header("Cache-Control", "private, no-cache")
	if read := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead; read && named(c.GetHeader("If-None-Match"), tag) {
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return
	}
	c.Data(status, kind, body)
}

// named reports whether a list of ETags has one, or is "*".
func named(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}

// unchanged refuses a change if the stored state differs from what the caller has seen (If-Match);
// without If-Match the change is made to the current state.
func unchanged(c *gin.Context, v any) error {
	want := c.GetHeader("If-Match")
	if want == "" {
		return nil
	}
	body, err := encoded(v)
	if err == nil && !named(ofSet.ReplaceAllString(want, `"`), tagOf(body)) {
		err = ErrChanged
	}
	return err
}

// ofSet is the second part of an ETag of two.
var ofSet = regexp.MustCompile(regexp.QuoteMeta(counted) + `[\w-]*"`)

// at returns a time in the JSON of answers; nil for none.
func at(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Second)
	return &t
}

// orNull returns a pointer to a value for JSON, or nil for the zero value.
func orNull[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}

const (
	// pageSize is how many items a page of a list has where the caller says nothing, mostItems
	// how many at the most.
	pageSize, mostItems = 50, 200
)

// list is a page of a list.
type list[T any] struct {
	Items []T     `json:"items"`
	Next  *string `json:"next"` // address of the next page, null for the last
}

// place is where a page of a list begins.
type place struct {
	Limit int
	After int64 // what stands before it: a number, or how many items; 0 is nothing
}

// placeOf reads which page of a list is asked for. Fields of the query that are not known are
// refused: whoever misspells a filter would get all.
func (p *api) placeOf(c *gin.Context, fields ...string) (place, error) {
	l := p.Language(c)
	at := place{Limit: pageSize}
	if err := p.known(c, append(fields, "limit", "after")...); err != nil {
		return at, err
	}
	if text := c.Query("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostItems {
			return at, invalid("limit", l.Text("api.number", "Least", 1, "Most", mostItems))
		}
		at.Limit = n
	}
	if text := c.Query("after"); text != "" {
		b, err := base64.RawURLEncoding.DecodeString(text)
		n, err2 := strconv.ParseInt(strings.TrimPrefix(string(b), cursorMark), 10, 64)
		if err != nil || err2 != nil || n < 1 || !strings.HasPrefix(string(b), cursorMark) {
			return at, ErrCursor
		}
		at.After = n
	}
	return at, nil
}

// cursorMark begins the place of a page, so that nobody takes it for a number.
const cursorMark = "a"

// known refuses fields of the query that are not among some.
func (p *api) known(c *gin.Context, fields ...string) error {
	l := p.Language(c)
	var faults []site.FieldFault
	for name := range c.Request.URL.Query() {
		if !slices.Contains(fields, name) {
			faults = append(faults, site.FieldFault{Field: name, Text: l.Text("api.unknownField")})
		}
	}
	if len(faults) == 0 {
		return nil
	}
	slices.SortFunc(faults, func(a, b site.FieldFault) int { return strings.Compare(a.Field, b.Field) })
	return &site.InvalidError{Fields: faults}
}

// page answers with a page of a list; last is what the next one begins behind, 0 where there is
// none.
func page[T any](c *gin.Context, items []T, last int64) error {
	out := list[T]{Items: items}
	if items == nil {
		out.Items = []T{}
	}
	if last != 0 {
		next := site.Changed(c.Request.URL.Path, c.Request.URL.Query(), func(q url.Values) {
			q.Set("after", base64.RawURLEncoding.EncodeToString([]byte(cursorMark+strconv.FormatInt(last, 10))))
		})
		out.Next = &next
		c.Header("Link", site.Links(next))
	}
	return give(c, http.StatusOK, out)
}

// invalid returns a fault of one field.
func invalid(field, text string) error {
	return &site.InvalidError{Fields: []site.FieldFault{{Field: field, Text: text}}}
}

// number returns a positive number of the query, 0 for none.
func (p *api) number(c *gin.Context, name string) (int64, error) {
	n, err := site.QueryNumber(c, name)
	if err != nil {
		err = invalid(name, p.Language(c).Text("api.positive"))
	}
	return n, err
}

// flag returns a boolean of the query, or nil if it is missing.
func (p *api) flag(c *gin.Context, name string) (*bool, error) {
	text := c.Query(name)
	switch text {
	case "":
		return nil, nil
	case "true", "false":
		yes := text == "true"
		return &yes, nil
	}
	return nil, invalid(name, p.Language(c).Text("api.choice", "Choices", "true, false"))
}

// oneOf returns a value of the query that is one of some, "" for none.
func oneOf[T ~string](p *api, c *gin.Context, name string, values []T) (T, error) {
	v := T(c.Query(name))
	if v == "" || slices.Contains(values, v) {
		return v, nil
	}
	return "", invalid(name, p.Language(c).Text("api.choice", "Choices", joined(values)))
}

func joined[T ~string](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = string(v); v == "" {
			texts[i] = `""`
		}
	}
	return strings.Join(texts, ", ")
}

// path returns an address of the interface for programs.
func path(format string, args ...any) string { return site.Versioned + fmt.Sprintf(format, args...) }

const (
	// keyHeader names a request, so that it is carried out once.
	keyHeader = "Idempotency-Key"
	// longestKey is of a key; a UUID has 36 characters.
	longestKey = 200
)

// made is what a request has made.
type made struct {
	status   int
	location string // "" for none
	value    any    // nil for no body
}

// once carries a request out, and answers. Where it has a key, it is carried out once: the
// same request gets the same answer for a day. fingerprint says what is asked for, beside
// method and path.
func (p *api) once(c *gin.Context, fingerprint string, do func() (made, error)) error {
	ctx := c.Request.Context()
	key := c.GetHeader(keyHeader)
	if key == "" {
		m, err := do()
		if err != nil {
			return err
		}
		return answerMade(c, m)
	}
	if len(key) > longestKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ErrKey
	}
	reader := p.Reader(c)
	k := record.RequestKey{
		Account: reader.Account.ID, Token: reader.Token(), Key: key, Request: site.RequestID(c),
		Fingerprint: fmt.Sprintf("%x", sha256.Sum256([]byte(c.Request.Method+" "+c.Request.URL.RequestURI()+"\n"+fingerprint))),
	}
	before, err := p.Store.BeginRequest(ctx, k)
	if errors.Is(err, record.ErrUnderWay) {
		c.Header("Retry-After", site.RetryAfter)
	}
	if err != nil {
		return err
	}
	if before != nil {
		c.Header("Idempotent-Replayed", "true")
		giveMade(c, *before)
		return nil
	}
	// From here on the request is carried out whether or not the caller still listens.
	m, err := do()
	unhurried, cancel := contextWithout(ctx)
	defer cancel()
	if err != nil {
		return errors.Join(err, p.Store.EndRequest(unhurried, k, nil))
	}
	answer, err := answerOf(m)
	if err != nil {
		return err
	}
	if err := p.Store.EndRequest(unhurried, k, &answer); err != nil {
		return err
	}
	giveMade(c, answer)
	return nil
}

func answerOf(m made) (record.ProgramAnswer, error) {
	a := record.ProgramAnswer{Status: m.status, Location: m.location}
	var err error
	if m.value != nil {
		a.Body, err = encoded(m.value)
	}
	return a, err
}

func answerMade(c *gin.Context, m made) error {
	a, err := answerOf(m)
	if err == nil {
		giveMade(c, a)
	}
	return err
}

func giveMade(c *gin.Context, a record.ProgramAnswer) {
	if a.Location != "" {
		c.Header("Location", a.Location)
	}
	if len(a.Body) == 0 {
		c.Status(a.Status)
		c.Writer.WriteHeaderNow()
		return
	}
	giveBody(c, a.Status, a.Body)
}
