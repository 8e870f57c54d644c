package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"zhiwen/checker/record"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/api"
	"zhiwen/web/api/client"
	"zhiwen/web/auth"
)

// programVariable has the test binary be the program: its main, in a process of its own, which
// can be killed.
const programVariable = "ZHIWEN_TEST_PROGRAM"

// program is a server in a process of its own, on a data folder with accounts.
type program struct {
	t       *testing.T
	data    string
	base    string
	command *exec.Cmd
	out     *output
	said    *output
	doc     *openapi3.T
	seen    map[string]bool // operations with statuses that were answered
}

const programPassword = "correct horse battery"

// newProgram makes accounts with a token each, which may all that their roles may, and serves.
func newProgram(t *testing.T, accounts map[string][]record.Role, prepare func(*installation.Installation)) (p *program, tokens map[string]string) {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document)
	if err != nil {
		t.Fatal(err)
	}
	p = &program{t: t, data: filepath.Join(t.TempDir(), "data"), doc: doc, seen: map[string]bool{}}
	ctx := context.Background()
	var ignored output
	on := terminal.Terminal{Out: &ignored, Err: &ignored, Getenv: func(string) string { return "" }}
	inst, err := installation.Place{Data: p.data}.Open(ctx, on, installation.RoleTable{}, on.Log())
	if err != nil {
		t.Fatal(err)
	}
	people := auth.New(inst.Store, nil)
	tokens = map[string]string{}
	for login, roles := range accounts {
		id, key, err := people.Invite(ctx, record.Account{Login: login, Name: login, Roles: roles})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := people.UseLink(ctx, key, programPassword, auth.Client{}); err != nil {
			t.Fatal(err)
		}
		if tokens[login], err = people.NewToken(ctx, id, "test", []string{"read", "check", "library", "decide", "link"}, 1); err != nil {
			t.Fatal(err)
		}
		if tokens[login+"/read"], err = people.NewToken(ctx, id, "test", []string{"read"}, 1); err != nil {
			t.Fatal(err)
		}
	}
	if prepare != nil {
		prepare(inst)
	}
	if err := inst.Close(); err != nil {
		t.Fatal(err)
	}
	p.start()
	t.Cleanup(p.kill)
	return p, tokens
}

func (p *program) start() {
	p.t.Helper()
	p.out, p.said = new(output), new(output)
	p.command = exec.Command(os.Args[0], "serve", "--addr", "127.0.0.1:0", "--data", p.data)
	p.command.Env = append(os.Environ(), programVariable+"=1", "LANG=en_GB.UTF-8")
	p.command.Stdout, p.command.Stderr = p.out, p.said
	if err := p.command.Start(); err != nil {
		p.t.Fatal(err)
	}
	waitFor(p.t, "the program serves", func() bool { return strings.Contains(p.out.String(), "signed with") })
	_, rest, _ := strings.Cut(p.out.String(), "http://")
	p.base = "http://" + strings.TrimSuffix(strings.Fields(rest)[0], "/")
}

// kill ends the program at once, as a loss of power does.
func (p *program) kill() {
	if p.command.ProcessState == nil {
		_ = p.command.Process.Kill()
		_ = p.command.Wait()
	}
}

// said is an answer.
type said struct {
	status int
	header http.Header
	body   []byte
}

// value returns a value of an answer of JSON, by its path.
func (s said) value(t *testing.T, path ...string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(s.body, &v); err != nil {
		t.Fatalf("%v: %s", err, s.body)
	}
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			t.Fatalf("no %q in %s", name, s.body)
		}
		v = m[name]
	}
	return v
}

// ask sends a request and holds the answer against the description.
func (p *program) ask(token, method, path string, body any, header ...string) said {
	p.t.Helper()
	var reader io.Reader
	var kind string
	switch b := body.(type) {
	case nil:
	case form:
		reader, kind = bytes.NewReader(b.body), b.kind
	case string:
		reader, kind = strings.NewReader(b), "application/json"
	default:
		text, err := json.Marshal(b)
		if err != nil {
			p.t.Fatal(err)
		}
		reader, kind = bytes.NewReader(text), "application/json"
	}
	r, err := http.NewRequest(method, p.base+"/api/v1"+path, reader)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	s := said{answer.StatusCode, answer.Header, text}
	p.holds(r, s)
	return s
}

// holds holds an answer against the description of its operation.
func (p *program) holds(r *http.Request, s said) {
	p.t.Helper()
	path := strings.TrimPrefix(r.URL.Path, "/api/v1")
	for template, item := range p.doc.Paths.Map() {
		if !regexp.MustCompile("^" + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(template), `[^/]+`) + "$").MatchString(path) {
			continue
		}
		operation := item.GetOperation(r.Method)
		if operation == nil {
			continue
		}
		p.seen[fmt.Sprintf("%s %d", operation.OperationID, s.status)] = true
		kind := s.header.Get("Content-Type")
		err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: &routers.Route{Spec: p.doc, Path: template, PathItem: item, Method: r.Method, Operation: operation}},
			Status:                 s.status, Header: s.header, Body: io.NopCloser(bytes.NewReader(s.body)),
			Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: !strings.Contains(kind, "json")},
		})
		if err != nil {
			p.t.Errorf("%s %s: the answer is not as described: %v\n%s", r.Method, r.URL, err, s.body)
		}
		return
	}
}

// form is a form with one file.
type form struct {
	kind string
	body []byte
}

func formOf(t *testing.T, name, text string, fields ...string) form {
	t.Helper()
	body, kind := uploadForm(t, name, text, fields...)
	return form{kind, body}
}

// problem asks for a fault by its name, and that it says what to do.
func (s said) problem(t *testing.T, status int, name string, fields ...string) {
	t.Helper()
	var got client.Problem
	if err := json.Unmarshal(s.body, &got); err != nil || s.status != status || got.Name() != name || got.Detail == "" || got.Request == "" || got.Status != status {
		t.Errorf("status %d, %s; want %d %s", s.status, s.body, status, name)
	}
	if kind := s.header.Get("Content-Type"); kind != "application/problem+json; charset=utf-8" {
		t.Errorf("it is %q", kind)
	}
	var named []string
	for _, f := range got.Errors {
		named = append(named, f.Field)
	}
	if !slices.Equal(named, fields) {
		t.Errorf("it names the fields %q, want %q", named, fields)
	}
}

// uploadForm returns a form with a file and fields, as names and values.
func uploadForm(t *testing.T, name, text string, fields ...string) (body []byte, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}
