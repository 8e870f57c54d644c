package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/web/api/client"
	"zhiwen/web/site"
)

// receiver is where webhooks are told, which fails the first so many messages.
type receiver struct {
	mu     sync.Mutex
	fail   int
	bodies []string
	events []string
	secret string
	faults []error
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := client.Verify(r.secret, q.Header.Get("Zhiwen-Signature"), body, time.Now(), time.Minute); err != nil {
		r.faults = append(r.faults, err)
	}
	if r.fail > 0 {
		r.fail--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	r.bodies, r.events = append(r.bodies, string(body)), append(r.events, q.Header.Get("Zhiwen-Event"))
}

func (r *receiver) told(event string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, e := range r.events {
		if e == event {
			n++
		}
	}
	return n
}

// An application goes the whole way by the program in a process of its own: announced,
// uploaded, waited for, told, read, decided, linked; and every answer is as described.
func TestProgramInterface(t *testing.T) {
	testrun.NeedWhole(t)
	heard := &receiver{fail: 1, secret: "zhiwen_webhook_test"}
	listener := httptest.NewServer(heard)
	defer listener.Close()
	p, tokens := newProgram(t, map[string][]record.Role{"officer": {record.Officer}, "reviewer": {record.Reviewer}, "admin": {record.Administrator}}, func(inst *installation.Installation) {
		ctx := context.Background()
		if _, err := inst.Store.AddWebhook(ctx, record.Webhook{Name: "here", Address: listener.URL, Events: record.Events(), Secret: heard.secret}); err != nil {
			t.Fatal(err)
		}
		if err := inst.Store.ChangeSetting(ctx, setting.OfWeb, `{"networks":["127.0.0.0/8"],"contact":""}`, 0, "test"); err != nil {
			t.Fatal(err)
		}
	})
	officer := tokens["officer"]
	ask := func(method, path string, body any, header ...string) said {
		t.Helper()
		return p.ask(officer, method, path, body, header...)
	}

	// Who may not is told so.
	p.ask("", http.MethodGet, "/checks", nil).problem(t, http.StatusUnauthorized, "token")
	p.ask(tokens["officer/read"], http.MethodPost, "/submissions", map[string]any{}).problem(t, http.StatusForbidden, "scope")
	p.ask(tokens["reviewer"], http.MethodGet, "/documents", nil).problem(t, http.StatusForbidden, "forbidden")
	ask(http.MethodGet, "/nowhere", nil).problem(t, http.StatusNotFound, "no-route")
	if s := ask(http.MethodGet, "/server", nil); s.value(t, "account") != "officer" {
		t.Errorf("the caller is %s", s.body)
	}

	// The library, and a call.
	library := ask(http.MethodPost, "/documents", formOf(t, "源.txt", other+"\n"+passage+"\n"+other))
	if library.status != http.StatusAccepted {
		t.Fatalf("status %d: %s", library.status, library.body)
	}
	source := fmt.Sprint(library.value(t, "id"))
	waitFor(t, "the library is read", func() bool { return ask(http.MethodGet, "/documents/"+source, nil).value(t, "state") == "ready" })
	if again := ask(http.MethodPost, "/documents", formOf(t, "源.txt", other+"\n"+passage+"\n"+other)); again.status != http.StatusOK || fmt.Sprint(again.value(t, "id")) != source {
		t.Errorf("the same file again: status %d, %s", again.status, again.body)
	}
	// Who has not seen what others corrected meanwhile corrects and deletes nothing.
	seen := ask(http.MethodGet, "/documents/"+source, nil)
	if s := ask(http.MethodPatch, "/documents/"+source, map[string]any{"year": 2020}); s.status != http.StatusOK {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	ask(http.MethodPatch, "/documents/"+source, map[string]any{"year": 2021}, "If-Match", seen.header.Get("ETag")).problem(t, http.StatusPreconditionFailed, "changed")
	ask(http.MethodDelete, "/documents/"+source, nil, "If-Match", seen.header.Get("ETag")).problem(t, http.StatusPreconditionFailed, "changed")
	call := ask(http.MethodPost, "/calls", map[string]any{"name": "2026 面上", "year": 2026, "deadline": "2026-03-20"})
	if call.status != http.StatusCreated {
		t.Fatalf("status %d: %s", call.status, call.body)
	}
	callID := fmt.Sprint(call.value(t, "id"))
	ask(http.MethodPost, "/calls", map[string]any{"name": "", "year": -1, "deadline": "soon"}).problem(t, http.StatusUnprocessableEntity, "invalid", "name", "year", "deadline")
	whole := ask(http.MethodGet, "/calls/"+callID, nil)
	tag := call.header.Get("ETag")
	if s := ask(http.MethodPatch, "/calls/"+callID, map[string]any{"programme": "面上项目"}, "If-Match", tag); s.status != http.StatusOK || s.value(t, "programme") != "面上项目" {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	for _, seen := range []string{tag, whole.header.Get("ETag")} {
		ask(http.MethodPatch, "/calls/"+callID, map[string]any{"programme": "x"}, "If-Match", seen).problem(t, http.StatusPreconditionFailed, "changed")
	}
	whole = ask(http.MethodGet, "/calls/"+callID, nil)
	if s := ask(http.MethodPatch, "/calls/"+callID, map[string]any{"due": "2026-05-01"}, "If-Match", `"other", W/`+whole.header.Get("ETag")); s.status != http.StatusOK {
		t.Errorf("with the ETag of a GET: status %d: %s", s.status, s.body)
	}
	whole = ask(http.MethodGet, "/calls/"+callID, nil)
	if s := ask(http.MethodGet, "/calls/"+callID, nil, "If-None-Match", whole.header.Get("ETag")); s.status != http.StatusNotModified {
		t.Errorf("the call is as it was: status %d", s.status)
	}

	// Create.
	in := map[string]any{"title": "冻土碳循环", "applicant": "张三", "year": 2026, "reference": "26-001", "call": call.value(t, "id")}
	created := ask(http.MethodPost, "/submissions", in, "Idempotency-Key", "key-1")
	if created.status != http.StatusCreated || created.header.Get("Location") == "" {
		t.Fatalf("status %d: %s", created.status, created.body)
	}
	if again := ask(http.MethodPost, "/submissions", in, "Idempotency-Key", "key-1"); !bytes.Equal(again.body, created.body) || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("again it is %s, before %s", again.body, created.body)
	}
	ask(http.MethodPost, "/submissions", map[string]any{"title": "x"}, "Idempotency-Key", "key-1").problem(t, http.StatusUnprocessableEntity, "other-request")
	ask(http.MethodPost, "/submissions", map[string]any{"titel": "x"}).problem(t, http.StatusUnprocessableEntity, "invalid", "titel")
	ask(http.MethodPost, "/submissions", map[string]any{"title": 1}).problem(t, http.StatusBadRequest, "json", "title")
	ask(http.MethodPost, "/submissions", "null").problem(t, http.StatusBadRequest, "json", "")
	ask(http.MethodPost, "/submissions", map[string]any{"Title": "x", "participants": []any{map[string]any{"Name": "x", "name": "y"}}}).problem(t, http.StatusUnprocessableEntity, "invalid", "Title", "participants[0].Name")
	if s := ask(http.MethodPost, "/submissions", map[string]any{"title": strings.Repeat("x", 70_000)}); s.status != http.StatusRequestEntityTooLarge || !bytes.Contains(s.body, []byte("64 KB")) {
		t.Errorf("too large: status %d: %s", s.status, s.body)
	}
	for what, s := range map[string]said{
		"of wrong JSON":    ask(http.MethodPost, "/submissions", "[]"),
		"of no address":    ask(http.MethodGet, "/nowhere", nil),
		"of a method":      ask(http.MethodPut, "/submissions", nil),
		"of a broken form": ask(http.MethodPost, "/checks", form{"multipart/form-data", nil}),
	} {
		if detail := s.value(t, "detail"); !strings.Contains(detail.(string), "/api/v1/openapi.yaml") {
			t.Errorf("%s: %s", what, s.body)
		}
	}
	ask(http.MethodPost, "/submissions", "{\"title\": \"\xb6\xb3\xcd\xc1\"}").problem(t, http.StatusBadRequest, "json-utf8")
	ask(http.MethodPost, "/submissions", `{}`, "Content-Type", "application/json; charset=GBK").problem(t, http.StatusUnsupportedMediaType, "json-kind")
	if s := ask(http.MethodPost, "/submissions", `{}`, "Content-Type", `application/json; charset="UTF-8"`); s.status != http.StatusCreated {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	ask(http.MethodPost, "/submissions", `{"title"`).problem(t, http.StatusBadRequest, "json", "")
	ask(http.MethodPost, "/submissions", map[string]any{"year": 99999, "date": "x", "call": 999}).problem(t, http.StatusUnprocessableEntity, "invalid", "year", "date", "call")
	submission := fmt.Sprint(created.value(t, "id"))

	// Upload.
	file := "/submissions/" + submission + "/file"
	ask(http.MethodPut, file, formOf(t, "a.exe", "MZ\x00\x01")).problem(t, http.StatusUnsupportedMediaType, "unsupported")
	if s := ask(http.MethodGet, "/submissions/"+submission, nil); s.value(t, "state") != "open" {
		t.Errorf("after a bad file it is %s", s.body)
	}
	ask(http.MethodPut, file, before, "Content-Type", "application/octet-stream").problem(t, http.StatusUnsupportedMediaType, "file-kind")
	ask(http.MethodPut, file, map[string]any{"address": "https://127.0.0.2:1/a.pdf"}).problem(t, http.StatusUnprocessableEntity, "fetch-unreachable")
	ask(http.MethodPut, file, map[string]any{"address": "https://10.0.0.1/a.pdf"}).problem(t, http.StatusUnprocessableEntity, "fetch-private")
	ask(http.MethodPut, file, map[string]any{"address": "http://example.org/a.pdf"}).problem(t, http.StatusUnprocessableEntity, "fetch-kind")
	ask(http.MethodPut, file, map[string]any{"sha256": strings.Repeat("0", 64)}).problem(t, http.StatusUnprocessableEntity, "invalid", "sha256")
	taken := ask(http.MethodPut, file, formOf(t, "新申请.txt", before+passage+after))
	if taken.status != http.StatusAccepted || taken.value(t, "state") != "taken" {
		t.Fatalf("status %d: %s", taken.status, taken.body)
	}
	ask(http.MethodPut, file, formOf(t, "b.txt", before)).problem(t, http.StatusConflict, "taken")
	// The call has an application more: whoever reads it learns so, and may change what they read before.
	if s := ask(http.MethodGet, "/calls/"+callID, nil, "If-None-Match", whole.header.Get("ETag")); s.status != http.StatusOK || s.value(t, "progress", "total") != 1.0 {
		t.Errorf("after a submission: status %d: %s", s.status, s.body)
	}
	if s := ask(http.MethodPatch, "/calls/"+callID, map[string]any{"opinions": 1}, "If-Match", whole.header.Get("ETag")); s.status != http.StatusOK {
		t.Errorf("after a submission: status %d: %s", s.status, s.body)
	}
	check := fmt.Sprint(taken.value(t, "check"))

	// Wait, and be told: the first message was refused, and came again.
	var done said
	waitFor(t, "the check is done", func() bool {
		done = ask(http.MethodGet, "/checks/"+check+"/wait?seconds=10", nil)
		return done.value(t, "state") == "done"
	})
	waitFor(t, "the check is told", func() bool { return heard.told("check.finished") >= 1 })
	waitFor(t, "the call is told", func() bool { return heard.told("call.finished") >= 1 })
	heard.mu.Lock()
	if len(heard.faults) > 0 || strings.Contains(strings.Join(heard.bodies, ""), "冻土") {
		t.Errorf("messages: %v, %q", heard.faults, heard.bodies)
	}
	heard.mu.Unlock()

	// Read.
	if c := done.value(t, "scores", "overall", "characters"); c.(float64) < 50 {
		t.Errorf("the scores are %s", done.body)
	}
	same := ask(http.MethodGet, "/checks/"+check, nil)
	if s := ask(http.MethodGet, "/checks/"+check, nil, "If-None-Match", same.header.Get("ETag")); s.status != http.StatusNotModified || len(s.body) > 0 {
		t.Errorf("it is as it was: status %d, %q", s.status, s.body)
	}
	sources := ask(http.MethodGet, "/checks/"+check+"/sources", nil)
	if items := sources.value(t, "items").([]any); len(items) != 1 || fmt.Sprint(items[0].(map[string]any)["id"]) != source {
		t.Errorf("the sources are %s", sources.body)
	}
	if sections := ask(http.MethodGet, "/checks/"+check+"/sections", nil); len(sections.value(t, "items").([]any)) == 0 {
		t.Errorf("the sections are %s", sections.body)
	}
	matches := ask(http.MethodGet, "/checks/"+check+"/matches?limit=1", nil)
	first := matches.value(t, "items").([]any)[0].(map[string]any)
	if text := first["this"].(map[string]any)["text"].(string); !strings.Contains(before+passage+after, text) || text == "" {
		t.Errorf("the match is %q", text)
	}
	ask(http.MethodGet, "/checks/"+check+"/matches?after=5", nil).problem(t, http.StatusBadRequest, "cursor")
	ask(http.MethodGet, "/checks?limit=0", nil).problem(t, http.StatusUnprocessableEntity, "invalid", "limit")
	ask(http.MethodGet, "/checks?stat=done", nil).problem(t, http.StatusUnprocessableEntity, "invalid", "stat")
	p.ask(tokens["reviewer"], http.MethodGet, "/checks/"+check, nil).problem(t, http.StatusNotFound, "not-found")
	if s := p.ask(tokens["reviewer"], http.MethodGet, "/checks", nil); len(s.value(t, "items").([]any)) != 0 {
		t.Errorf("a reviewer without an assignment sees %s", s.body)
	}
	for _, name := range []string{"evidence.xml", "decided.xml", "report.html", "sources.csv", "matches.csv"} {
		if s := ask(http.MethodGet, "/checks/"+check+"/"+name, nil); s.status != http.StatusOK || len(s.body) == 0 {
			t.Errorf("%s: status %d", name, s.status)
		}
	}
	waitFor(t, "search finds the library", func() bool {
		s := ask(http.MethodGet, "/search?q="+"%E5%86%BB%E5%9C%9F%E9%80%80%E5%8C%96", nil) // 冻土退化
		return len(s.value(t, "items").([]any)) == 1
	})
	ask(http.MethodGet, "/search", nil).problem(t, http.StatusUnprocessableEntity, "invalid", "q")

	// What was done once is answered as then, though it could not be done now.
	form := formOf(t, "迟.txt", after+before, "call", callID)
	inTime := ask(http.MethodPost, "/checks", form, "Idempotency-Key", "late-1")
	announced := ask(http.MethodPost, "/submissions", in, "Idempotency-Key", "late-2")
	if s := ask(http.MethodPatch, "/calls/"+callID, map[string]any{"state": "closed"}); s.status != http.StatusOK || inTime.status != http.StatusAccepted || announced.status != http.StatusCreated {
		t.Fatalf("status %d, %d, %d: %s", s.status, inTime.status, announced.status, s.body)
	}
	ask(http.MethodPost, "/checks", form).problem(t, http.StatusConflict, "closed")
	if s := ask(http.MethodPost, "/checks", form, "Idempotency-Key", "late-1"); !bytes.Equal(s.body, inTime.body) || s.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("again, after the call: status %d: %s", s.status, s.body)
	}
	if s := ask(http.MethodPost, "/submissions", in, "Idempotency-Key", "late-2"); !bytes.Equal(s.body, announced.body) {
		t.Errorf("again, after the call: status %d: %s", s.status, s.body)
	}

	// What would be of no effect is refused.
	ask(http.MethodPost, "/checks", map[string]any{"document": taken.value(t, "document"), "title": "x", "library": true, "check": false}).problem(t, http.StatusUnprocessableEntity, "invalid", "check", "library", "title")
	ask(http.MethodPost, "/checks", map[string]any{"document": 99999}).problem(t, http.StatusUnprocessableEntity, "invalid", "document")
	ask(http.MethodPost, "/checks", formOf(t, "a.txt", before, "check", "false")).problem(t, http.StatusUnprocessableEntity, "invalid", "check")
	ask(http.MethodPost, "/checks", map[string]any{}).problem(t, http.StatusUnprocessableEntity, "invalid", "sha256")
	ask(http.MethodPost, "/documents", map[string]any{"document": 1}).problem(t, http.StatusUnprocessableEntity, "invalid", "document")

	// Of a form nothing is cut, and what cannot be taken is named.
	long := strings.Repeat("长", site.MaxField)
	if s := ask(http.MethodPost, "/checks", formOf(t, "a.txt", before, "title", long)); s.status != http.StatusAccepted {
		t.Errorf("a title as long as may be: status %d: %s", s.status, s.body)
	} else if d := ask(http.MethodGet, fmt.Sprint("/documents/", s.value(t, "document")), nil); d.value(t, "identity", "title") != long {
		t.Errorf("of a title that is as long as may be there is %s", d.body)
	}
	ask(http.MethodPost, "/checks", formOf(t, "a.txt", before, "title", long+"长", "applicant", "\xff", "call", "0")).problem(t, http.StatusUnprocessableEntity, "invalid", "title", "applicant", "call")
	misnamed := formOf(t, "a.txt", before)
	misnamed.body = bytes.ReplaceAll(misnamed.body, []byte(`name="file"`), []byte(`name="document"`))
	ask(http.MethodPost, "/checks", misnamed).problem(t, http.StatusUnprocessableEntity, "invalid", "document")

	// What is set is set as a whole, by who has seen it as it is.
	set := ask(http.MethodGet, "/settings", nil)
	marks := set.value(t, "thresholds").(map[string]any)
	marks["largest"] = map[string]any{"notable": 55, "grave": 155}
	changed := ask(http.MethodPut, "/settings/thresholds", marks, "If-Match", set.header.Get("ETag"))
	if changed.status != http.StatusOK || fmt.Sprint(changed.value(t, "thresholds")) != fmt.Sprint(marks) {
		t.Errorf("status %d: %s", changed.status, changed.body)
	}
	ask(http.MethodPut, "/settings/thresholds", marks, "If-Match", set.header.Get("ETag")).problem(t, http.StatusPreconditionFailed, "changed")
	ask(http.MethodPut, "/settings/thresholds", map[string]any{"overall": map[string]any{"notable": 2000, "grave": 0}, "whole": map[string]any{}}).
		problem(t, http.StatusUnprocessableEntity, "invalid", "largest", "overall.notable", "whole", "without_own", "without_quoted")
	ask(http.MethodPut, "/settings/counting", map[string]any{"exclude": []string{"mood"}, "least_length": -1, "false_alarms": 7}).
		problem(t, http.StatusUnprocessableEntity, "invalid", "exclude[0]", "false_alarms", "least_length", "least_share")
	count := set.value(t, "counting").(map[string]any)
	count["least_length"] = 17
	if s := ask(http.MethodPut, "/settings/counting", count); s.status != http.StatusOK || !strings.Contains(string(s.body), `"least_length":17`) || !strings.Contains(string(s.body), `"notable":55`) {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	ask(http.MethodPut, "/settings/thresholds", map[string]any{"overall": map[string]any{}, "largest": map[string]any{"grave": 1}, "without_own": marks["largest"], "without_quoted": marks["largest"]}).
		problem(t, http.StatusUnprocessableEntity, "invalid", "largest.notable", "overall.grave", "overall.notable")
	p.ask(tokens["admin"], http.MethodPut, "/settings/agency", map[string]any{"zh": "基金会"}).problem(t, http.StatusUnprocessableEntity, "invalid", "en")
	ask(http.MethodPut, "/settings/agency", map[string]any{"zh": "基金会", "en": ""}).problem(t, http.StatusForbidden, "forbidden")

	// Decide: who has not seen what was decided meanwhile does not.
	decisions := ask(http.MethodGet, "/checks/"+check+"/decisions", nil)
	decided := ask(http.MethodPost, "/checks/"+check+"/decisions", map[string]any{"subject": "match", "ref": first["id"], "verdict": "confirmed"}, "If-Match", decisions.header.Get("ETag"))
	if decided.status != http.StatusCreated {
		t.Errorf("status %d: %s", decided.status, decided.body)
	}
	ask(http.MethodPost, "/checks/"+check+"/decisions", map[string]any{"subject": "check", "verdict": "nothing"}).problem(t, http.StatusUnprocessableEntity, "invalid", "verdict")
	ask(http.MethodPost, "/checks/"+check+"/decisions", map[string]any{"subject": "match", "ref": first["id"], "verdict": "confirmed"}, "If-Match", decisions.header.Get("ETag")).problem(t, http.StatusPreconditionFailed, "changed")
	ask(http.MethodPost, "/checks/"+check+"/decisions", map[string]any{"subject": "check", "verdict": "concern", "comment": strings.Repeat("长", site.MaxComment+1)}).problem(t, http.StatusUnprocessableEntity, "invalid", "comment", "verdict")
	ask(http.MethodPost, "/checks/"+check+"/opinions", map[string]any{"verdict": "x", "comment": strings.Repeat("长", site.MaxComment+1)}).problem(t, http.StatusUnprocessableEntity, "invalid", "comment", "verdict")
	ask(http.MethodPost, "/checks/"+check+"/decisions", map[string]any{"subject": "match", "ref": 99999, "verdict": "confirmed"}).problem(t, http.StatusUnprocessableEntity, "invalid", "ref")
	waitFor(t, "the decision is told", func() bool { return heard.told("decision.made") == 1 })

	// A link for a viewer, who has no account; once ended it opens nothing.
	link := ask(http.MethodPost, "/checks/"+check+"/links", map[string]any{"note": "panel", "hours": 2})
	page := func() (int, string) {
		answer, err := http.Get(link.value(t, "address").(string))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if code, text := page(); code != http.StatusOK || !strings.Contains(text, "冻土碳循环") || strings.Contains(text, "<form") {
		t.Errorf("the report by the link: status %d", code)
	}
	links := ask(http.MethodGet, "/checks/"+check+"/links", nil)
	if bytes.Contains(links.body, []byte("/shared/")) || !bytes.Contains(links.body, []byte(`"used_at":"2`)) {
		t.Errorf("the links are %s", links.body)
	}
	if s := ask(http.MethodDelete, fmt.Sprintf("/checks/%s/links/%v", check, link.value(t, "id")), nil); s.status != http.StatusNoContent {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	if code, _ := page(); code != http.StatusNotFound {
		t.Errorf("after its end: status %d", code)
	}

	// Of what is not there nothing is listed, and of a failed check it is said that it failed.
	ask(http.MethodGet, "/documents/99999/checks", nil).problem(t, http.StatusNotFound, "not-found")
	ask(http.MethodGet, "/checks/99999/links", nil).problem(t, http.StatusNotFound, "not-found")
	broken := ask(http.MethodPost, "/checks", formOf(t, "坏.pdf", "%PDF-1.4\n"))
	failed := fmt.Sprint("/checks/", broken.value(t, "id"))
	waitFor(t, "the broken file has failed", func() bool { return ask(http.MethodGet, failed+"/wait?seconds=5", nil).value(t, "state") == "failed" })
	ask(http.MethodPost, failed+"/links", map[string]any{}).problem(t, http.StatusConflict, "never-done")
	ask(http.MethodGet, failed+"/evidence.xml", nil).problem(t, http.StatusConflict, "never-done")
	if s := ask(http.MethodDelete, failed, nil); s.status != http.StatusNoContent {
		t.Errorf("status %d: %s", s.status, s.body)
	}

	// The applications of a call, in one list.
	byCall := ask(http.MethodGet, "/checks?call="+callID, nil).value(t, "items").([]any)
	if last := byCall[len(byCall)-1].(map[string]any); fmt.Sprint(last["id"]) != check || last["title"] != "冻土碳循环" || last["reference"] != "26-001" || fmt.Sprint(last["call"]) != callID {
		t.Errorf("of the call: %v", last)
	}
	again := ask(http.MethodPost, "/checks/"+check+"/retry", nil)
	if again.status != http.StatusAccepted {
		t.Errorf("status %d: %s", again.status, again.body)
	}
	if all, latest := ask(http.MethodGet, "/checks?call="+callID, nil).value(t, "items").([]any), ask(http.MethodGet, "/checks?latest=true&call="+callID, nil).value(t, "items").([]any); len(all) < 3 || len(latest) != 2 ||
		fmt.Sprint(latest[0].(map[string]any)["id"]) != fmt.Sprint(again.value(t, "id")) {
		t.Errorf("%d checks, of which the last ones are %v", len(all), latest)
	}
	ask(http.MethodGet, "/checks?latest=yes", nil).problem(t, http.StatusUnprocessableEntity, "invalid", "latest")
	hash := ask(http.MethodGet, "/documents/"+source, nil).value(t, "identity", "sha256").(string)
	if s := ask(http.MethodGet, "/documents?sha256="+strings.ToUpper(hash), nil, "Authorization", "bearer "+officer); len(s.value(t, "items").([]any)) != 1 {
		t.Errorf("of a hash: status %d: %s", s.status, s.body)
	}
	ask(http.MethodGet, "/documents?sha256=12", nil).problem(t, http.StatusUnprocessableEntity, "invalid", "sha256")

	bytesOf := ask(http.MethodGet, "/documents/"+source+"/file", nil)
	if s := ask(http.MethodGet, "/documents/"+source+"/file", nil, "If-None-Match", bytesOf.header.Get("ETag")); bytesOf.status != http.StatusOK || s.status != http.StatusNotModified || len(s.body) > 0 {
		t.Errorf("the file: status %d, again %d", bytesOf.status, s.status)
	}
	same = ask(http.MethodGet, "/checks/"+check, nil)
	if s := ask(http.MethodGet, "/checks/"+check+"/wait", nil, "If-None-Match", same.header.Get("ETag")); s.status != http.StatusNotModified {
		t.Errorf("waited for what is known: status %d", s.status)
	}

	// By reference, and pages of a list that follow one another.
	sum := ask(http.MethodGet, "/documents/"+source, nil).value(t, "identity", "sha256")
	for i := range 3 {
		if s := ask(http.MethodPost, "/checks", map[string]any{"sha256": sum, "title": fmt.Sprint(i)}); s.status != http.StatusAccepted {
			t.Fatalf("status %d: %s", s.status, s.body)
		}
	}
	if s := ask(http.MethodPost, "/checks", map[string]any{"document": taken.value(t, "document")}); s.status != http.StatusAccepted {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	var ids []int64
	c := client.New(p.base, officer)
	err := client.Each(t.Context(), c, "/checks?limit=2", func(check client.Check) error { ids = append(ids, check.ID); return nil })
	if err != nil || len(ids) < 5 || !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("page by page: %v, %v", ids, err)
	}

	// Killed at any moment, what was acknowledged is there, and a key has its answer still.
	p.kill()
	p.start()
	c = client.New(p.base, officer)
	for _, id := range ids {
		if check, err := c.Wait(t.Context(), id); err != nil || check.State != "done" {
			t.Errorf("check %d after the end of the program: %+v, %v", id, check, err)
		}
	}
	if again := ask(http.MethodPost, "/submissions", in, "Idempotency-Key", "key-1"); !bytes.Equal(again.body, created.body) {
		t.Errorf("after the end of the program it is %s", again.body)
	}

	// The command.
	dir := folder(t, map[string]string{"c.txt": before + passage + after})
	code, out, complaint := zhiwenIn(t, map[string]string{"LANG": "en_GB.UTF-8"}, "remote", "check", "--server", p.base, "--token", officer, filepath.Join(dir, "c.txt"))
	if code != exitDone || !strings.Contains(out, "done") || !strings.Contains(out, "%") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	code, out, complaint = zhiwenIn(t, map[string]string{"LANG": "en_GB.UTF-8"}, "remote", "get", "--server", p.base, "--token", officer, "--out", filepath.Join(dir, "e.xml"), check, "evidence.xml")
	if code != exitDone {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	if code, _, complaint = zhiwenIn(t, map[string]string{"LANG": "en_GB.UTF-8"}, "remote", "status", "--server", p.base, "--token", "zhiwen_wrong"); code == exitDone || !strings.Contains(complaint, "token") {
		t.Errorf("with a wrong token: exit %d: %s", code, complaint)
	}
	if s := ask(http.MethodDelete, "/documents/"+source, nil); s.status != http.StatusNoContent {
		t.Errorf("status %d: %s", s.status, s.body)
	}
	t.Logf("%d operations with their statuses were held against the description", len(p.seen))
}
