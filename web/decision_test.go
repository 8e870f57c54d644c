package web

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// decideAs posts a decision; fields are names and values.
func decideAs(t *testing.T, h http.Handler, reviewer string, fields ...string) answer {
	t.Helper()
	form := url.Values{"reviewer": {reviewer}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return post(t, h, "/checks/1/decisions", form)
}

func covered1(t *testing.T, h http.Handler) string {
	t.Helper()
	return text(one(t, one(t, get(t, h, "/checks/1").page, "section.totals"), "strong"))
}

func TestDismissAndTakeBack(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	before := covered1(t, h)
	a := decideAs(t, h, " 张 三 ", "subject", "match", "ref", "1", "verdict", "dismissed", "reason", "cited", "comment", "已注明\r\n出处\x00", "back", "/checks/1/sources/2?match=1")
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/checks/1/sources/2?match=1" {
		t.Fatalf("status %d to %s: %s", a.Code, a.Header().Get("Location"), text(a.page))
	}
	cookie, _, _ := strings.Cut(a.Header().Get("Set-Cookie"), ";")
	want := []evidence.Decision{{Subject: evidence.SubjectMatch, ID: 1, Verdict: evidence.Dismissed, Reason: evidence.ReviewCited, Comment: "已注明\n出处", Reviewer: "张 三", At: testTime.UTC()}}
	if diff := cmp.Diff(want, store.decisions[1]); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if covered1(t, h) == before {
		t.Error("a dismissed match counts")
	}
	report := get(t, h, "/checks/1", "Cookie", cookie)
	checkPage(t, report)
	if strings.Contains(strings.Join(highlighted(report.page), "\n"), "然而，现有模") {
		t.Error("a dismissed match is shown in the report")
	}
	for _, part := range []string{"1 dismissed", "7 undecided", "quotation with its source", "张 三", "已注明"} {
		if got := text(one(t, report.page, "section.decisions")); !strings.Contains(got, part) {
			t.Errorf("the decisions say %q, without %q", got, part)
		}
	}
	if got := text(one(t, report.page, "details.uncounted")); !strings.Contains(got, "dismissed 1") {
		t.Errorf("what does not count: %q", got)
	}
	// The pair view still has it, marked, to be taken back by somebody whose name is known.
	pair := get(t, h, "/checks/1/sources/2?match=1", "Cookie", cookie)
	checkPage(t, pair)
	chips := one(t, pair.page, "nav.matches")
	if len(all(chips, "a.match")) != 4 || len(all(chips, "a.dismissed")) != 1 {
		t.Errorf("%d matches, %d dismissed", len(all(chips, "a.match")), len(all(chips, "a.dismissed")))
	}
	now := all(pair.page, "[data-decided]")[0]
	form := one(t, now, "form")
	values := url.Values{}
	for _, input := range all(form, "input") {
		values.Set(attr(input, "name"), attr(input, "value"))
	}
	if values.Get("reviewer") != "张 三" || values.Get("verdict") != "" {
		t.Errorf("the form to take it back says %v", values)
	}
	if a := post(t, h, attr(form, "action"), values); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/checks/1/sources/2?match=1" {
		t.Errorf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
	if got := covered1(t, h); got != before {
		t.Errorf("%s after taking it back, before %s", got, before)
	}
	if steps := text(one(t, get(t, h, "/checks/1").page, "section.decisions")); !strings.Contains(steps, "Record of 2 decisions") || !strings.Contains(steps, "withdrawn") {
		t.Errorf("the record says %q", steps)
	}
}

func TestExcludeSource(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	before := covered1(t, h)
	decideAs(t, h, "李四", "subject", "source", "ref", "2", "verdict", "excluded", "reason", "resubmit", "comment", "同一项目")
	a := get(t, h, "/checks/1")
	checkPage(t, a)
	if covered1(t, h) == before || len(all(a.page, "article.source")) != 2 {
		t.Errorf("%d sources count", len(all(a.page, "article.source")))
	}
	// It is listed with its reason, and the others keep their numbers and colours.
	for _, part := range []string{"1 excluded source", "可信图神经网络解释方法", "resubmission of the same application", "李四", "同一项目"} {
		if got := text(one(t, a.page, "section.decisions")); !strings.Contains(got, part) {
			t.Errorf("the decisions say %q, without %q", got, part)
		}
	}
	if got := text(one(t, all(a.page, "article.source")[0], "a.rank")); got != "3" {
		t.Errorf("the other applicant's source has number %s", got)
	}
	pair := get(t, h, "/checks/1/sources/2")
	checkPage(t, pair)
	if len(all(pair.page, "a.off")) != 4 || !strings.Contains(text(one(t, pair.page, "div.bar-notice")), "excluded · resubmission") {
		t.Error("the pair view does not say that the source does not count")
	}
	decideAs(t, h, "李四", "subject", "source", "ref", "2", "verdict", "")
	if got := covered1(t, h); got != before {
		t.Errorf("%s after taking it back, before %s", got, before)
	}
}

func TestVerdictAndUndecided(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	before := covered1(t, h)
	for _, id := range []string{"1", "2", "3", "4"} {
		decideAs(t, h, "张三", "subject", "match", "ref", id, "verdict", "confirmed", "reason", "cited")
	}
	if store.decisions[1][0].Reason != "" || covered1(t, h) != before {
		t.Error("a confirmation has a reason, or changes the score")
	}
	a := get(t, h, "/checks/1?undecided=1")
	checkPage(t, a)
	for _, run := range highlighted(a.page) {
		if strings.HasPrefix(run, "c1 ") && !strings.Contains(run, "其主要") {
			t.Errorf("%s is decided", run)
		}
	}
	if got := text(one(t, one(t, a.page, "section.totals"), "strong")); got != before {
		t.Errorf("the score is %s where only undecided ones are shown, %s before", got, before)
	}
	for _, card := range all(a.page, "article.source") {
		if attr(card, "id") == "source-2" {
			t.Error("a source without undecided matches is shown")
		}
	}
	for _, v := range evidence.SubjectCheck.Verdicts() {
		decideAs(t, h, "张三", "subject", "check", "verdict", string(v), "comment", "因为")
		a := get(t, h, "/checks/1")
		checkPage(t, a)
		if b := one(t, a.page, "button.verdict-button"); !strings.Contains(attr(b, "class"), string(v)) {
			t.Errorf("verdict %s is shown as %q", v, text(b))
		}
	}
	if got := text(one(t, get(t, h, "/?tab=all").page, "span.verdict")); got != "Inquiry suggested" {
		t.Errorf("the list says %q", got)
	}
	decideAs(t, h, "张三", "subject", "check", "verdict", "")
	if len(all(get(t, h, "/?tab=all").page, "span.verdict")) != 0 {
		t.Error("a verdict that was taken back is listed")
	}
}

func TestDecisionsThatMakeNoSense(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	for name, tt := range map[string]struct {
		want   int
		fields []string
	}{
		"unknown match":   {400, []string{"subject", "match", "ref", "99", "verdict", "confirmed"}},
		"unknown source":  {400, []string{"subject", "source", "ref", "1", "verdict", "excluded", "reason", "other"}},
		"no subject":      {400, []string{"ref", "1", "verdict", "confirmed"}},
		"no number":       {400, []string{"subject", "match", "ref", "x", "verdict", "confirmed"}},
		"unknown verdict": {422, []string{"subject", "match", "ref", "1", "verdict", "plagiarism"}},
		"no reason":       {422, []string{"subject", "match", "ref", "1", "verdict", "dismissed"}},
	} {
		a := decideAs(t, h, "张三", tt.fields...)
		if a.Code != tt.want {
			t.Errorf("%s: status %d, want %d", name, a.Code, tt.want)
		}
		checkPage(t, a)
	}
	if a := decideAs(t, h, " \t", "subject", "match", "ref", "1", "verdict", "confirmed"); a.Code != 422 || !strings.Contains(text(a.page), "Your name is missing") {
		t.Errorf("nobody decides: status %d", a.Code)
	}
	if a := post(t, h, "/checks/2/decisions", url.Values{"reviewer": {"x"}, "subject": {"check"}, "verdict": {"explain"}}); a.Code != http.StatusConflict {
		t.Errorf("a check that runs: status %d", a.Code)
	}
	// The page of a fault leads back to where the form was, also where the browser does not say where that is.
	for back, leads := range map[string]bool{"/checks/1/sources/2": true, "https://evil.example/": false} {
		a := post(t, h, "/checks/2/decisions", url.Values{"reviewer": {"x"}, "subject": {"check"}, "verdict": {"explain"}, "back": {back}})
		if got := strings.Contains(a.Body.String(), `<a class="button primary" href="`+back+`">`); a.Code != http.StatusConflict || got != leads {
			t.Errorf("back to %s: status %d, leads there: %t", back, a.Code, got)
		}
	}
	if a := decideAs(t, h, "x", "subject", "check", "verdict", "explain", "back", "https://evil.example/"); a.Header().Get("Location") != "/" {
		t.Errorf("leads to %s", a.Header().Get("Location"))
	}
	if len(store.decisions[1]) != 1 {
		t.Errorf("%d decisions were stored", len(store.decisions[1]))
	}
}

func TestExportWithDecisions(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	stored := bytes.Clone(store.evidence[1])
	decideAs(t, h, "张三", "subject", "match", "ref", "1", "verdict", "dismissed", "reason", "cited", "comment", "a < b")
	decideAs(t, h, "张三", "subject", "match", "ref", "2", "verdict", "confirmed")
	decideAs(t, h, "张三", "subject", "match", "ref", "2", "verdict", "")
	decideAs(t, h, "张三", "subject", "check", "verdict", "explain")
	if a := get(t, h, "/checks/1/evidence.xml"); !bytes.Equal(a.Body.Bytes(), stored) {
		t.Error("the stored evidence has changed")
	}
	a := get(t, h, "/checks/1/decided.xml")
	if a.Code != 200 || !strings.Contains(a.Header().Get("Content-Disposition"), "decided.xml") {
		t.Fatalf("status %d, %s", a.Code, a.Header().Get("Content-Disposition"))
	}
	evidencetest.Validate(t, a.Body.Bytes())
	e, err := evidence.Decode(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	want := []evidence.Decision{
		{Subject: evidence.SubjectMatch, ID: 1, Verdict: evidence.Dismissed, Reason: evidence.ReviewCited, Comment: "a < b", Reviewer: "张三", At: testTime.UTC()},
		{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "张三", At: testTime.UTC()},
	}
	if diff := cmp.Diff(want, e.Decisions.Decisions); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if e.Decisions.Covered >= e.Scores.Covered || e.Decisions.Countable != e.Scores.Countable {
		t.Errorf("decided scores %+v, of the check %+v", e.Decisions, e.Scores)
	}
	// But for the decisions it is what was stored.
	e.Decisions = nil
	var again bytes.Buffer
	if err := evidence.Encode(&again, e); err != nil || !bytes.Equal(again.Bytes(), stored) {
		t.Errorf("something else has changed: %v", err)
	}
}

// Who takes a decision back does it in a name of their own.
func TestReviewerName(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, "张三", "subject", "match", "ref", "1", "verdict", "confirmed")
	const pair = "/checks/1/sources/2?match=1"
	stranger := all(get(t, h, pair).page, "[data-decided]")[0]
	if len(all(stranger, "form")) != 0 || attr(one(t, stranger, "button"), "popovertarget") != "reviewer" {
		t.Error("somebody without a name can take back a decision")
	}
	a := post(t, h, "/reviewer", url.Values{"reviewer": {" 李 四\n"}, "back": {pair}})
	cookie, _, _ := strings.Cut(a.Header().Get("Set-Cookie"), ";")
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != pair {
		t.Fatalf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
	page := get(t, h, pair, "Cookie", cookie)
	checkPage(t, page)
	if got := text(one(t, page.page, "button.who")); got != "李 四" {
		t.Errorf("the page shows %q", got)
	}
	for _, input := range all(all(page.page, "[data-decided]")[0], "input") {
		if attr(input, "name") == "reviewer" && attr(input, "value") != "李 四" {
			t.Errorf("it would be taken back by %q", attr(input, "value"))
		}
	}
	// An empty name is forgotten, and a long one cut.
	a = post(t, h, "/reviewer", url.Values{"reviewer": {" "}, "back": {"https://evil.example/"}})
	if set := a.Header().Get("Set-Cookie"); !strings.Contains(set, "Max-Age=0") || a.Header().Get("Location") != "/" {
		t.Errorf("Set-Cookie %q, Location %q", set, a.Header().Get("Location"))
	}
	a = post(t, h, "/reviewer", url.Values{"reviewer": {strings.Repeat("字", 500)}})
	cookie, _, _ = strings.Cut(a.Header().Get("Set-Cookie"), ";")
	if got := text(one(t, get(t, h, "/", "Cookie", cookie).page, "button.who")); got != strings.Repeat("字", site.MaxName) {
		t.Errorf("a name of %d bytes", len(got))
	}
}

func TestOvertakenReviewer(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, "张三", "subject", "match", "ref", "1", "verdict", "confirmed", "seen", "0")
	a := decideAs(t, h, "李四", "subject", "match", "ref", "1", "verdict", "dismissed", "reason", "cited", "seen", "0")
	checkPage(t, a)
	if a.Code != http.StatusConflict || !strings.Contains(text(a.page), "Another reviewer") {
		t.Errorf("status %d: %s", a.Code, text(a.page))
	}
	if a := decideAs(t, h, "李四", "subject", "match", "ref", "1", "verdict", "dismissed", "reason", "cited", "seen", "1"); a.Code != http.StatusSeeOther {
		t.Errorf("in knowledge of it: status %d", a.Code)
	}
	for _, seen := range []string{"-1", "x"} {
		if a := decideAs(t, h, "李四", "subject", "match", "ref", "1", "verdict", "confirmed", "seen", seen); a.Code != http.StatusBadRequest {
			t.Errorf("seen %s: status %d", seen, a.Code)
		}
	}
	if len(store.decisions[1]) != 2 {
		t.Errorf("%d decisions are kept", len(store.decisions[1]))
	}
	// The forms of the page say what it knows.
	for _, form := range all(get(t, h, "/checks/1/sources/2?match=2").page, "[data-decision]") {
		seen := ""
		for _, input := range all(form, "input") {
			if attr(input, "name") == "seen" {
				seen = attr(input, "value")
			}
		}
		if seen != "2" {
			t.Errorf("a form has seen %q", seen)
		}
	}
}

// What a script has already it is not sent again.
func TestPairWithoutTexts(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	whole, rest := get(t, h, "/checks/1/sources/2?match=2"), get(t, h, "/checks/1/sources/2?match=2", site.HaveHeader, "/checks/1/sources/2")
	if len(all(rest.page, "p.body")) != 0 || len(all(whole.page, "p.body")) == 0 {
		t.Error("the documents are sent again")
	}
	for _, part := range []string{"nav.matches", "footer.pair-foot", "section.head"} {
		if a, b := text(one(t, whole.page, part)), text(one(t, rest.page, part)); a != b {
			t.Errorf("%s is %q, of the whole page %q", part, b, a)
		}
	}
}

// List, document, report, paper and exported evidence have the same numbers, before
// and after decisions, and say what was found and what is left where they differ.
func TestFiguresAgree(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	english := english(t)
	agree := func(when string) {
		t.Helper()
		assessed, err := assess.New(store, s.Log).Assess(t.Context(), 1, report.AsChecked(), nil)
		if err != nil {
			t.Fatal(err)
		}
		scores, check := assessed.Evidence.Scores, store.checks[1]
		left := phrase.ShareSaid(english, record.Share{Part: scores.Covered, Whole: scores.Countable, Doubts: scores.Doubts})
		found := phrase.ShareSaid(english, record.Share{Part: check.Covered, Whole: check.Countable, Doubts: scores.Doubts})
		both := found + " found, " + left + " after decisions"
		sources := english.Count("checks.sources", len(assessed.Evidence.Sources))
		row := text(one(t, get(t, h, "/?col=overall&col=sources").page, "#check-1"))
		if !strings.Contains(row, left) || !strings.Contains(row, sources) || strings.Contains(row, both) != (left != found) {
			t.Errorf("%s the list says %q", when, row)
		}
		for _, place := range []string{"/checks/1", "/checks/1/report.html"} {
			page := text(one(t, get(t, h, place).page, "section.totals"))
			if !strings.Contains(page, left) || strings.Contains(page, both) != (left != found) ||
				!strings.Contains(page, english.Text("report.of", "Part", scores.Covered, "Whole", scores.Countable)) {
				t.Errorf("%s %s says %q", when, place, page)
			}
		}
		decided, err := evidence.Decode(get(t, h, "/checks/1/decided.xml").Body)
		if err != nil {
			t.Fatal(err)
		}
		if decided.Scores.Covered != check.Covered {
			t.Errorf("%s evidence has %d found, want %d", when, decided.Scores.Covered, check.Covered)
		}
		if diff := cmp.Diff(evidence.NewDecisions(scores, decided.Decisions.Decisions), decided.Decisions); diff != "" {
			t.Errorf("%s evidence has other figures than the report: -want +got\n%s", when, diff)
		}
	}
	agree("before decisions")
	decideAs(t, h, "张三", "subject", "match", "ref", "1", "verdict", "dismissed", "reason", "cited")
	agree("after a dismissal")
	decideAs(t, h, "张三", "subject", "source", "ref", "2", "verdict", "excluded", "reason", "resubmit")
	agree("after an exclusion")
	decideAs(t, h, "张三", "subject", "source", "ref", "2", "verdict", "")
	decideAs(t, h, "张三", "subject", "match", "ref", "1", "verdict", "")
	agree("after all was taken back")
}

// An applicant whose text others copied is told from who copied, in the list too.
func TestListSaysWhoWasFirst(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	check := store.checks[1]
	for here, want := range map[int]string{0: "", 50: "50.0% appeared here first"} {
		check.Countable, check.Covered, check.Left = 100, 50, record.Tally{Covered: 50, Others: 50, Sources: 1, Here: here}
		store.checks[1] = check
		if row := text(one(t, get(t, s.handler(), "/").page, "#check-1")); strings.Contains(row, "appeared here first") != (here > 0) || !strings.Contains(row, want) {
			t.Errorf("%d characters stood here first: %q", here, row)
		}
	}
}
