// Package client asks a Zhiwen server by its interface for programs (/api/v1), as other
// programs in Go would: the calls of an application from its announcement to the link to its
// report. It needs nothing but the standard library.
//
//	c := client.New("https://zhiwen.example.org", os.Getenv("ZHIWEN_TOKEN"))
//	s, err := c.Announce(ctx, client.Application{Title: "冻土碳循环"})
//	s, err = c.Upload(ctx, s.ID, "application.pdf", file)
//	check, err := c.Wait(ctx, *s.Check)
//	link, err := c.Link(ctx, check.ID, "panel 3", 24)
package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client asks one server in the name of a token. It is safe for concurrent use.
type Client struct {
	// HTTP sends requests; http.DefaultClient where it is nil.
	HTTP *http.Client
	// Language of what people read: "zh", "en", or "" for the server's choice.
	Language string

	base, token string

	silence  time.Duration // mostSilence
	patience time.Duration // mostPatience
	pause    time.Duration // pauseAfterLoss
}

const (
	// mostSilence is for how long nothing may come from a server or go to it: longer than a request
	// waits for a check.
	mostSilence = 2 * time.Minute
	// mostPatience is for how long a request is repeated, in all.
	mostPatience = 5 * time.Minute
	// pauseAfterLoss is how soon a server is asked again that did not answer.
	pauseAfterLoss = 2 * time.Second
)

// New makes a client of a server, as "https://zhiwen.example.org". token may be "" where the
// server has no accounts.
func New(server, token string) *Client {
	return &Client{base: strings.TrimSuffix(server, "/"), token: token, silence: mostSilence, patience: mostPatience, pause: pauseAfterLoss}
}

// Unreachable is of a server that cannot be reached, does not answer, or does not answer to the end.
type Unreachable struct {
	Server string
	Err    error
}

// Error implements error.
func (u *Unreachable) Error() string { return u.Server + " does not answer: " + u.Err.Error() }

// Unwrap returns what went wrong.
func (u *Unreachable) Unwrap() error { return u.Err }

var errSilence = errors.New("nothing came or went for too long")

// Problem is what a server answers where something is wrong (RFC 9457).
type Problem struct {
	Type    string  `json:"type"` // urn:zhiwen:problem:NAME
	Title   string  `json:"title"`
	Status  int     `json:"status"`
	Detail  string  `json:"detail"`
	Request string  `json:"request"`
	Errors  []Field `json:"errors"`
	// After is when it is worth asking again; 0 says nothing.
	After time.Duration `json:"-"`
}

// Field is a fault of one field.
type Field struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// busy reports whether the server will have time for the same request later: it has not carried it out.
func (p *Problem) busy() bool {
	return p.After > 0 && (p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable)
}

// Name returns the last part of Type.
func (p *Problem) Name() string { return p.Type[strings.LastIndex(p.Type, ":")+1:] }

// Error implements error.
func (p *Problem) Error() string {
	text := p.Title + ": " + p.Detail
	for _, f := range p.Errors {
		text += "\n  " + f.Field + ": " + f.Detail
	}
	if p.Request != "" {
		text += " (" + p.Request + ")"
	}
	return text
}

// Application describes an application and what to do with it. Empty fields are read from its file.
type Application struct {
	Title       string `json:"title,omitempty"`
	Applicant   string `json:"applicant,omitempty"`
	Institution string `json:"institution,omitempty"`
	Year        int    `json:"year,omitempty"`
	Programme   string `json:"programme,omitempty"`
	Number      string `json:"number,omitempty"`
	Reference   string `json:"reference,omitempty"` // number at the agency
	Library     bool   `json:"library,omitempty"`   // put it into the library too
	Call        int64  `json:"call,omitempty"`      // hand it in to this call
	Profile     string `json:"profile,omitempty"`   // default, or paper for the published method; "" is as its call says
}

// Submission is an application that was announced.
type Submission struct {
	ID       int64  `json:"id"`
	State    string `json:"state"` // open, taken or expired
	Document *int64 `json:"document"`
	Check    *int64 `json:"check"`
}

// Figure is a number of characters that count, and its share of all that count.
type Figure struct {
	Characters int      `json:"characters"`
	Share      *float64 `json:"share"`     // nil where it says nothing, for what was not compared
	Uncertain  bool     `json:"uncertain"` // there are doubts
}

// Doubt describes text that was not compared.
type Doubt struct {
	Kind   string  `json:"kind"`
	Reason *string `json:"reason"`
	Of     *string `json:"of"` // what is counted; nil where the amount is unknown
	Count  *int    `json:"count"`
	Least  bool    `json:"least"` // there are at least so many
	Said   string  `json:"said"`
}

// Scores are the figures of a check after decisions.
type Scores struct {
	Countable     int     `json:"countable"`
	Overall       Figure  `json:"overall"`
	WithoutOwn    Figure  `json:"without_own"`
	WithoutQuoted Figure  `json:"without_quoted"`
	Largest       Figure  `json:"largest"`
	Sources       int     `json:"sources"`
	Doubts        []Doubt `json:"doubts"` // why the shares do not say all
}

// Check is a check.
type Check struct {
	ID       int64  `json:"id"`
	Document int64  `json:"document"`
	State    string `json:"state"` // queued, running, done, failed or cancelled
	Progress int    `json:"progress"`
	Failure  *struct {
		Name, Title, Detail string
	} `json:"failure"`
	Scores *Scores `json:"scores"` // nil until it is done
	Links  struct {
		Page string `json:"page"`
	} `json:"links"`
}

// Ended reports whether the check will not change any more.
func (c Check) Ended() bool {
	return c.State == "done" || c.State == "failed" || c.State == "cancelled"
}

// Link is a link to the report of a check.
type Link struct {
	ID        *int64     `json:"id"`
	Address   string     `json:"address"`
	ExpiresAt *time.Time `json:"expires_at"`
}

// Announce makes a submission.
func (c *Client) Announce(ctx context.Context, a Application) (s Submission, err error) {
	return s, c.JSON(ctx, http.MethodPost, "/submissions", a, &s)
}

// Upload sends the file of a submission. While the server has too much to do it is sent again, if the
// file is an io.Seeker.
func (c *Client) Upload(ctx context.Context, submission int64, name string, file io.Reader) (s Submission, err error) {
	return s, c.send(ctx, http.MethodPut, fmt.Sprintf("/submissions/%d/file", submission), name, file, nil, &s)
}

// Refer names the file of a submission by its https address, which the server gets.
func (c *Client) Refer(ctx context.Context, submission int64, address string) (s Submission, err error) {
	return s, c.JSON(ctx, http.MethodPut, fmt.Sprintf("/submissions/%d/file", submission), map[string]string{"address": address}, &s)
}

// Check returns a check.
func (c *Client) Check(ctx context.Context, id int64) (check Check, err error) {
	return check, c.JSON(ctx, http.MethodGet, fmt.Sprintf("/checks/%d", id), nil, &check)
}

// waitSeconds is how long one request waits.
const waitSeconds = 60

// Wait returns a check when it has ended. It asks again while the server has too much to do, and for
// some minutes while it does not answer, as when it is started anew.
func (c *Client) Wait(ctx context.Context, id int64) (check Check, err error) {
	var lost time.Time // since when it does not answer
	for {
		err = c.JSON(ctx, http.MethodGet, fmt.Sprintf("/checks/%d/wait?seconds=%d", id, waitSeconds), nil, &check)
		var problem *Problem
		pause := c.pause
		switch busy := errors.As(err, &problem) && problem.busy(); {
		case busy:
			pause = problem.After
		case absent(err):
			if lost.IsZero() {
				lost = time.Now()
			}
			if time.Since(lost) > c.patience {
				return check, err
			}
		case err != nil || check.Ended():
			return check, err
		default:
			lost = time.Time{}
			continue
		}
		if err := rest(ctx, pause); err != nil {
			return check, err
		}
	}
}

// absent reports whether an error is of a server that is not there, or of who stands before it.
func absent(err error) bool {
	var lost *Unreachable
	var problem *Problem
	return errors.As(err, &lost) ||
		errors.As(err, &problem) && problem.Status >= http.StatusBadGateway && problem.Status <= http.StatusGatewayTimeout
}

// rest waits.
func rest(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Document is a document, as far as it says which file it was.
type Document struct {
	ID       int64 `json:"id"`
	Identity struct {
		Filename string `json:"filename"`
		Title    string `json:"title"`
	} `json:"identity"`
}

// Document returns a document.
func (c *Client) Document(ctx context.Context, id int64) (d Document, err error) {
	return d, c.JSON(ctx, http.MethodGet, fmt.Sprintf("/documents/%d", id), nil, &d)
}

// Link makes a link by which somebody without an account reads the report, for some hours.
func (c *Client) Link(ctx context.Context, check int64, note string, hours int) (l Link, err error) {
	return l, c.JSON(ctx, http.MethodPost, fmt.Sprintf("/checks/%d/links", check), map[string]any{"note": note, "hours": hours}, &l)
}

// Section is a section of a checked document with its share.
type Section struct {
	Title      string   `json:"title"`
	Level      int      `json:"level"`
	Role       string   `json:"role"`
	Offset     int      `json:"offset"`
	Length     int      `json:"length"`
	Countable  int      `json:"countable"`
	Characters int      `json:"characters"`
	Share      *float64 `json:"share"`
}

// Sections returns the sections of the document of a check, in the order of the text.
func (c *Client) Sections(ctx context.Context, check int64) (all []Section, err error) {
	err = Each(ctx, c, fmt.Sprintf("/checks/%d/sections", check), func(s Section) error {
		all = append(all, s)
		return nil
	})
	return all, err
}

// Hint is a passage that may say in other words what a source says.
type Hint struct {
	ID         int     `json:"id"`
	Source     int64   `json:"source"`
	Kind       string  `json:"kind"`     // rewriting, summary or translation
	Strength   string  `json:"strength"` // high, middle or low
	Characters int     `json:"characters"`
	Verdict    *string `json:"verdict"`
	This       Passage `json:"this"`
	There      Passage `json:"there"`
}

// Passage is a passage of a text; offset and length count Unicode code points.
type Passage struct {
	Offset  int    `json:"offset"`
	Length  int    `json:"length"`
	Page    int    `json:"page"` // 0 where the format has none
	Section string `json:"section"`
	Text    string `json:"text"`
}

// Hints returns the hints of a check, in the order of the text.
func (c *Client) Hints(ctx context.Context, check int64) (all []Hint, err error) {
	err = Each(ctx, c, fmt.Sprintf("/checks/%d/hints", check), func(h Hint) error {
		all = append(all, h)
		return nil
	})
	return all, err
}

// DeleteCheck deletes a check and reports whether it is gone: one with decisions or opinions needs a reason, and stays until
// another officer gives the same.
func (c *Client) DeleteCheck(ctx context.Context, id int64, reason string) (gone bool, err error) {
	path := fmt.Sprintf("/checks/%d", id)
	if reason != "" {
		path += "?reason=" + url.QueryEscape(reason)
	}
	response, err := c.do(ctx, http.MethodDelete, path, "", noBody, "")
	if err != nil {
		return false, err
	}
	return response.StatusCode == http.StatusNoContent, response.Body.Close()
}

// DeleteCall deletes a call, with its applications where so asked.
func (c *Client) DeleteCall(ctx context.Context, id int64, applications bool) error {
	return c.JSON(ctx, http.MethodDelete, fmt.Sprintf("/calls/%d?applications=%t", id, applications), nil, nil)
}

// Each calls do with every item of a list, page after page; path is as "/checks?state=done".
func Each[T any](ctx context.Context, c *Client, path string, do func(T) error) error {
	for path != "" {
		var page struct {
			Items []T     `json:"items"`
			Next  *string `json:"next"`
		}
		if err := c.JSON(ctx, http.MethodGet, path, nil, &page); err != nil {
			return err
		}
		for _, item := range page.Items {
			if err := do(item); err != nil {
				return err
			}
		}
		path = ""
		if page.Next != nil {
			path = strings.TrimPrefix(*page.Next, prefix)
		}
	}
	return nil
}

// File writes a file of a check, as "evidence.xml" or "report.pdf".
func (c *Client) File(ctx context.Context, check int64, name string, to io.Writer) error {
	response, err := c.do(ctx, http.MethodGet, fmt.Sprintf("/checks/%d/%s", check, url.PathEscape(name)), "", noBody, "")
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(to, response.Body)
	return err
}

// prefix is where addresses of the interface begin.
const prefix = "/api/v1"

// body returns what a request sends, for each time that it is sent; nil is nothing.
type body func() (io.Reader, error)

func noBody() (io.Reader, error) { return nil, nil }

// JSON sends a value, nil for none, to an address of the interface, as "/checks/7", and reads
// the answer into out. It is sent again, for some minutes, while the server says that it has too much
// to do. Requests that change something have a key of their own, so that one
// whose answer was lost may be sent again by the caller with WithKey.
func (c *Client) JSON(ctx context.Context, method, path string, in, out any) error {
	if in == nil {
		return c.read(ctx, method, path, "", noBody, out)
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.read(ctx, method, path, "application/json", func() (io.Reader, error) { return bytes.NewReader(b), nil }, out)
}

var errOnce = errors.New("the file can be read only once")

// send sends a file with fields as a form.
func (c *Client) send(ctx context.Context, method, path, name string, file io.Reader, fields map[string]string, out any) error {
	boundary := multipart.NewWriter(nil)
	var sent *io.PipeReader // what was sent before
	var over chan struct{}  // closed when the file is not read any more for it
	form := func() (io.Reader, error) {
		if sent != nil {
			_ = sent.Close()
			<-over
			seeker, ok := file.(io.Seeker)
			if !ok {
				return nil, errOnce
			}
			if _, err := seeker.Seek(0, io.SeekStart); err != nil {
				return nil, err
			}
		}
		r, w := io.Pipe()
		written := make(chan struct{})
		sent, over = r, written
		go func() {
			defer close(written)
			_ = w.CloseWithError(writeForm(w, boundary.Boundary(), name, file, fields))
		}()
		return r, nil
	}
	err := c.read(ctx, method, path, boundary.FormDataContentType(), form, out)
	if sent != nil {
		_ = sent.Close()
	}
	return err
}

// writeForm writes a form with a file.
func writeForm(w io.Writer, boundary, name string, file io.Reader, fields map[string]string) error {
	form := multipart.NewWriter(w)
	err := form.SetBoundary(boundary)
	for field, value := range fields {
		err = errors.Join(err, form.WriteField(field, value))
	}
	part, err2 := form.CreateFormFile("file", name)
	if err = errors.Join(err, err2); err == nil {
		_, err = io.Copy(part, file)
	}
	return errors.Join(err, form.Close())
}

func (c *Client) read(ctx context.Context, method, path, kind string, in body, out any) error {
	key := ""
	if method == http.MethodPost && !strings.HasSuffix(path, "/links") || method == http.MethodPut || method == http.MethodPatch {
		if key, _ = ctx.Value(keyOf{}).(string); key == "" {
			key = rand.Text()
		}
	}
	response, err := c.do(ctx, method, path, kind, in, key)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if out == nil || response.StatusCode == http.StatusNoContent {
		return nil
	}
	if err := json.NewDecoder(response.Body).Decode(out); err != nil {
		return fmt.Errorf("%s %s: the answer is not as expected: %w", method, path, err)
	}
	return nil
}

type keyOf struct{}

// WithKey names the one request that is made with the context (Idempotency-Key): sent again
// with the same key it is not carried out twice.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyOf{}, key)
}

// do sends a request, again while the server says that it has too much to do and when it is worth
// asking again; an answer that is no success is a Problem.
func (c *Client) do(ctx context.Context, method, path, kind string, in body, key string) (*http.Response, error) {
	began := time.Now()
	var last error
	for {
		sent, err := in()
		if err != nil {
			return nil, errors.Join(last, err)
		}
		response, err := c.once(ctx, method, path, kind, sent, key)
		var problem *Problem
		if !errors.As(err, &problem) || !problem.busy() || time.Since(began)+problem.After > c.patience {
			return response, err
		}
		last = err
		if err := rest(ctx, problem.After); err != nil {
			return nil, err
		}
	}
}

// once sends a request.
func (c *Client) once(ctx context.Context, method, path, kind string, sent io.Reader, key string) (*http.Response, error) {
	watched, cancel := context.WithCancelCause(ctx)
	s := &stream{client: c, ctx: watched, outer: ctx, cancel: cancel}
	s.timer = time.AfterFunc(c.silence, func() { cancel(errSilence) })
	var body io.Reader
	if sent != nil {
		body = &outgoing{stream: s, Reader: sent}
	}
	r, err := http.NewRequestWithContext(watched, method, c.base+prefix+path, body)
	if err != nil {
		s.end()
		return nil, err
	}
	set := func(name, value string) {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	set("Content-Type", kind)
	set("Accept-Language", c.Language)
	set("Idempotency-Key", key)
	if c.token != "" {
		set("Authorization", "Bearer "+c.token)
	}
	sender := c.HTTP
	if sender == nil {
		sender = http.DefaultClient
	}
	response, err := sender.Do(r)
	if err != nil {
		s.end()
		return nil, s.fault(err)
	}
	s.timer.Stop()
	response.Body = &incoming{stream: s, ReadCloser: response.Body}
	if response.StatusCode < http.StatusMultipleChoices {
		return response, nil
	}
	defer func() { _ = response.Body.Close() }()
	const most = 1 << 20
	p := &Problem{}
	if err := json.NewDecoder(io.LimitReader(response.Body, most)).Decode(p); err != nil || p.Type == "" {
		p = &Problem{Type: "about:blank", Title: response.Status, Detail: method + " " + path, Status: response.StatusCode}
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		p.After = time.Duration(seconds) * time.Second
	}
	return nil, p
}
