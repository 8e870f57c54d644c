package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/web/api"
	"zhiwen/web/site"
)

// The description of the interface is sound, and has the routes that there are and no others,
// each with the scope of its line in the table of rights.
func TestDescription(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Error(err)
	}
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("it is of OpenAPI %q", doc.OpenAPI)
	}
	described := map[string]*openapi3.Operation{}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			described[method+" "+site.Versioned+path] = operation
		}
	}
	names := map[string]bool{}
	parameter := regexp.MustCompile(`:(\w+)`)
	s, _ := testSite(t, newFakeStore())
	routes := 0
	for _, r := range s.routes() {
		if !strings.HasPrefix(r.Path, site.Versioned+"/") {
			continue
		}
		routes++
		line := r.Method + " " + parameter.ReplaceAllString(r.Path, "{$1}")
		operation := described[line]
		if operation == nil {
			t.Errorf("%s is not described", line)
			continue
		}
		delete(described, line)
		if !slices.ContainsFunc(
			slices.Collect(maps.Keys(operation.Responses.Map())),
			func(code string) bool { return strings.HasPrefix(code, "4") },
		) {
			t.Errorf("%s: it names none of its faults", line)
		}
		if names[operation.OperationID] {
			t.Errorf("%s: another has the name %s", line, operation.OperationID)
		}
		names[operation.OperationID] = true
		if scope := rights[r.Line()].Scope; scope != "" && !strings.Contains(operation.Description, "`"+string(scope)+"`") {
			t.Errorf("%s: the description does not name the scope %s", line, scope)
		}
	}
	for line := range described {
		t.Errorf("%s is described, and is no route", line)
	}
	if doc.Info.License == nil {
		t.Error("it has no licence")
	}
	// Programs that make clients of it need the type of each value, also of lists of values.
	for _, line := range strings.Split(string(api.Document), "\n") {
		if strings.Contains(line, "{enum:") {
			t.Errorf("values without a type: %s", line)
		}
	}
	// Values that it lists are those that there are.
	enum := func(schema *openapi3.SchemaRef) (values []string) {
		for _, v := range schema.Value.Enum {
			values = append(values, fmt.Sprint(v))
		}
		slices.Sort(values)
		return values
	}
	var faults, verdicts, reasons []string
	for _, key := range families(s.Faults()) {
		if name, ok := strings.CutPrefix(key, "fault."); ok && strings.HasSuffix(name, ".title") {
			faults = append(faults, site.ProblemKind+strings.TrimSuffix(name, ".title"))
		}
	}
	for _, subject := range []evidence.Subject{evidence.SubjectCheck, evidence.SubjectSource, evidence.SubjectMatch} {
		for _, v := range subject.Verdicts() {
			verdicts = append(verdicts, string(v))
		}
	}
	for _, r := range evidence.ReviewReasons() {
		reasons = append(reasons, string(r))
	}
	for name, list := range map[string][]string{"Verdict": append(verdicts, ""), "ReviewReason": append(reasons, "")} {
		slices.Sort(list)
		if diff := cmp.Diff(list, enum(doc.Components.Schemas[name])); diff != "" {
			t.Errorf("%s (-there is +described):\n%s", name, diff)
		}
	}
	slices.Sort(faults)
	if diff := cmp.Diff(slices.Compact(faults), enum(doc.Components.Schemas["Problem"].Value.Properties["type"])); diff != "" {
		t.Errorf("types of problems (-there is +described):\n%s", diff)
	}
	if routes < 40 {
		t.Errorf("there are %d routes", routes)
	}
	h := s.handler()
	for path, kind := range map[string]string{"/openapi.yaml": "application/yaml; charset=utf-8", "/openapi.json": "application/json; charset=utf-8"} {
		a := get(t, h, site.Versioned+path)
		if a.Code != http.StatusOK || a.Header().Get("Content-Type") != kind {
			t.Errorf("%s: status %d, %s", path, a.Code, a.Header().Get("Content-Type"))
		}
		if _, err := openapi3.NewLoader().LoadFromData(a.Body.Bytes()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if again := get(t, h, site.Versioned+path, "If-None-Match", a.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s again: status %d", path, again.Code)
		}
	}
}

// What a program would not notice that encoding/json changes is refused, with the name of the field.
func TestSilentlyChangedFields(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	h := s.handler()
	for body, field := range map[string]string{
		`{"title":"甲","title":"乙"}`:                  "title",
		`{"title":"甲\ud800"}`:                        "title",
		`{"participants":[{"name":"甲","name":"乙"}]}`: "participants[0].name",
	} {
		a := postJSON(t, h, site.Versioned+"/submissions", body)
		var p site.Problem
		if err := json.Unmarshal(a.Body.Bytes(), &p); err != nil || a.Code != http.StatusUnprocessableEntity || len(p.Errors) != 1 ||
			p.Errors[0].Field != field {
			t.Errorf("%s: status %d: %s", body, a.Code, a.Body)
		}
	}
}

// A request with a key that was carried out is answered as before, and its file is not fetched again.
func TestFetchedOnce(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	h := must(s.Handler(s.routes()))(t)
	var answers []string
	for range 2 {
		a := postJSON(t, h, site.Versioned+"/documents", `{"address": "https://files.example/a.txt"}`, "Idempotency-Key", "one")
		if a.Code != http.StatusAccepted {
			t.Fatalf("status %d: %s", a.Code, a.Body)
		}
		answers = append(answers, a.Body.String())
	}
	if answers[0] != answers[1] || jobs.fetched != 1 || len(jobs.uploads) != 1 {
		t.Errorf("fetched %d times, stored %d: %q", jobs.fetched, len(jobs.uploads), answers)
	}
}

// A program deletes a call with its applications where an officer has said so, as the page does.
func TestDeleteCallByProgram(t *testing.T) {
	p := testPeople(t, nil)
	const call = 9
	p.rows.calls[call] = record.Call{ID: call, Name: "2026", State: record.CallOpen}
	d := p.rows.documents[1]
	d.Call = call
	p.rows.documents[1] = d
	_, administrator := p.join(t, "a", record.Administrator)
	_, officer := p.join(t, "o", record.Officer)
	h := p.handler()
	for _, step := range []struct {
		who    []string
		query  string
		status int
	}{
		{administrator, "", http.StatusConflict}, {administrator, "?applications=true", http.StatusForbidden}, {officer, "", http.StatusConflict},
		{officer, "?application=true", http.StatusUnprocessableEntity}, {officer, "?applications=true", http.StatusNoContent}, {officer, "", http.StatusNotFound},
	} {
		if a := ask(t, h, http.MethodDelete, site.Versioned+"/calls/9"+step.query, nil, step.who...); a.Code != step.status {
			t.Errorf("%s: status %d, want %d: %s", step.query, a.Code, step.status, a.Body)
		}
	}
}

// The sections of a check have the figures of its evidence.
func TestSectionsOfCheck(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	a := get(t, s.handler(), site.Versioned+"/checks/1/sections")
	var got struct {
		Items []struct {
			Title                 string
			Countable, Characters int
			Share                 *float64
		}
	}
	if err := json.Unmarshal(a.Body.Bytes(), &got); err != nil || a.Code != http.StatusOK {
		t.Fatalf("status %d: %v: %s", a.Code, err, a.Body)
	}
	e, _ := evidencetest.Application()
	if len(got.Items) != len(e.Sections) || len(e.Sections) == 0 {
		t.Fatalf("%d sections, want %d", len(got.Items), len(e.Sections))
	}
	for i, x := range e.Sections {
		g := got.Items[i]
		if g.Title != x.Title || g.Characters != x.Covered || g.Countable > x.Length {
			t.Errorf("section %d: %+v, want %+v", i, g, x)
		}
		if (g.Share != nil) != (x.Covered > 0) || g.Share != nil && math.Abs(*g.Share-float64(x.Covered)/float64(g.Countable)) > 0.0001 {
			t.Errorf("section %d: the share of %d of %d", i, x.Covered, g.Countable)
		}
	}
}

// A program asks for the permanent ids of texts one by one: a text that is alike to one before it has its id. Nothing of
// the text is in the record.
func TestTextIDs(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	const text = "冻土退化过程中土壤有机碳分解的微生物调控机制仍不清楚。"
	for _, step := range []struct {
		body, want string
	}{
		{`{"text":"` + text + `","keep":false}`, `{"id":null,"known":false}`},
		{`{"text":"` + text + `"}`, `{"id":1,"known":false}`},
		{`{"text":"转载：` + text + `\n又一句。"}`, `{"id":2,"known":false}`},
		{`{"text":"转载。\n` + text + `\n又一句。"}`, `{"id":1,"known":true}`},
		{`{"text":"稀土永磁材料的矫顽力远低于理论值。","method":"nshash","centres":false,"keep":true}`, `{"id":3,"known":false}`},
	} {
		a := postJSON(t, h, site.Versioned+"/texts", step.body)
		if got := strings.TrimSpace(a.Body.String()); a.Code != http.StatusOK || got != step.want {
			t.Errorf("%s: status %d: %s, want %s", step.body, a.Code, got, step.want)
		}
	}
	for _, e := range store.entries {
		if said := fmt.Sprintf("%+v", e); strings.Contains(said, "冻土") {
			t.Errorf("recorded: %s", said)
		}
	}
	if len(store.entries) != 5 {
		t.Errorf("%d entries", len(store.entries))
	}
	for body, field := range map[string]string{
		`{"text":" "}`: "text", `{"text":"。"}`: "text", `{"text":"甲乙","method":"shingle"}`: "method", `{"text":"甲乙","threshold":2}`: "threshold",
		`{"text":"` + strings.Repeat("字", 200_001) + `"}`: "text",
	} {
		a := postJSON(t, h, site.Versioned+"/texts", body)
		var p site.Problem
		if err := json.Unmarshal(a.Body.Bytes(), &p); err != nil || a.Code != http.StatusUnprocessableEntity || len(p.Errors) != 1 ||
			p.Errors[0].Field != field {
			t.Errorf("%.60s: status %d: %s", body, a.Code, a.Body)
		}
	}
}
