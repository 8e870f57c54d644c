package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// A text that several share is the first finding and one group of the sources, which opens to its applications and to each
// pair. Text of a section of research that was learned of others is named in one line, and a click makes it count.
func TestTextOfSeveral(t *testing.T) {
	store := richStore(t)
	const shared, prompt = 300, 120
	words := strings.Repeat("一二三四五六七八九十", 90)
	runes := []rune(words)
	part := string(runes[:shared])
	store.texts[1] = evidencetest.Document(words, 0)
	e := &evidence.Evidence{
		Engine:   evidence.Engine{Name: "zhiwen", Version: "5", Profile: evidence.DefaultProfile},
		Library:  evidence.Snapshot{Documents: 3},
		Document: evidence.Document{ID: 1, Characters: len(runes), TextSHA256: evidence.TextSHA256(words), Identity: store.documents[1].Identity},
		Sections: []evidence.SectionScore{{Title: "一、立项依据", Level: 1, Role: "rationale", Length: len(runes)}},
		Excluded: []evidence.Excluded{{Offset: 500, Length: prompt, Reason: evidence.ReasonLearned, Applied: true, Had: 31, Of: 38, Required: 20}},
	}
	for i := range int64(3) {
		id := i + 2
		store.texts[id] = evidencetest.Document(part, 0)
		e.Sources = append(e.Sources, evidence.Source{
			ID: id, Characters: shared, TextSHA256: evidence.TextSHA256(part), Relation: evidence.Other,
			Identity: evidence.Identity{SHA256: strings.Repeat("a", 63) + string(rune('0'+id)), Filename: "a.docx", Title: "题" + string(rune('甲'+i)), Applicant: "某" + string(rune('甲'+i)), Institution: "大学" + string(rune('甲'+i%2))},
			Matches: []evidence.Match{{
				Kind: evidence.Verbatim, Similarity: 1, Citation: evidence.NotCited,
				This: evidence.Passage{Length: shared, Text: part}, Source: evidence.Passage{Length: shared, Text: part},
				Runs: []evidence.Run{{Op: evidence.Equal, Length: shared, SourceLength: shared}},
			}},
		})
	}
	score.Update(e, store.texts[1])
	store.evidence[1] = evidencetest.Encode(t, e)
	s, jobs := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/checks/1", "Accept-Language", "en")
	checkPage(t, a)
	lines := all(one(t, a.page, "section.findings"), "li")
	if len(lines) != 1 || !strings.Contains(text(lines[0]), "shared with 3 other applications from 3 applicants and 2 institutions: 300 characters") {
		t.Fatalf("%d lines, the first %q", len(lines), text(lines[0]))
	}
	members := all(one(t, a.page, "#"+attr(one(t, lines[0], "button.link"), "popovertarget")), "li")
	if len(members) != 3 {
		t.Fatalf("it opens to %d applications", len(members))
	}
	for _, m := range members {
		link, _, _ := strings.Cut(attr(one(t, m, "a.go"), "href"), "#")
		if get(t, h, link).Code != 200 {
			t.Errorf("%s does not open", link)
		}
	}
	cards := all(a.page, "article.source")
	if len(cards) != 1 || !strings.Contains(text(cards[0]), "shared with 3 other applications") || len(all(one(t, cards[0], "details"), "li")) != 3 {
		t.Errorf("%d cards, the first %q", len(cards), text(cards[0]))
	}
	if head := text(one(t, a.page, "#sources")); !strings.Contains(head, "3 sources") {
		t.Errorf("the head says %q", head)
	}
	line := one(t, one(t, a.page, "section.findings"), ".doubts")
	if said := text(line); !strings.Contains(said, "120 characters") ||
		!strings.Contains(said, "31 of 38 applicants") || !strings.Contains(said, "(20 required)") || strings.Contains(said, "*") {
		t.Errorf("the line says %q", said)
	}
	counted := get(t, h, attr(one(t, line, "a"), "href"), "Accept-Language", "en")
	checkPage(t, counted)
	if n := len(all(one(t, counted.page, "section.findings"), ".doubts")); n != 0 {
		t.Errorf("%d lines once it counts", n)
	}
	if before, now := text(one(t, a.page, "details.overall")), text(one(t, counted.page, "details.overall")); !strings.Contains(before, "300 of 780") || !strings.Contains(now, "300 of 900") {
		t.Errorf("%q before, %q when it counts", before, now)
	}
	form := one(t, one(t, a.page, "details.statement"), "form")
	wish := url.Values{"place": {attr(one(t, form, "input"), "value")}, "as": {"form"}, "reason": {""}, "reviewer": {"王五"}}
	if code, _, _ := postForm(t, h, attr(form, "action"), wish); code != http.StatusUnprocessableEntity {
		t.Errorf("without a reason: status %d", code)
	}
	wish.Set("reason", "省里下发的提纲")
	if code, to, _ := postForm(t, h, attr(form, "action"), wish); code != http.StatusSeeOther || to != "/forms" {
		t.Errorf("status %d, leads to %q", code, to)
	}
	wish.Set("as", "institution")
	if code, _, _ := postForm(t, h, attr(form, "action"), wish); code != http.StatusUnprocessableEntity {
		t.Errorf("an institution without its name: status %d", code)
	}
	wish.Set("institution", "大学甲")
	if code, _, _ := postForm(t, h, attr(form, "action"), wish); code != http.StatusSeeOther {
		t.Errorf("of an institution: status %d", code)
	}
	wish.Set("place", "7")
	if code, _, _ := postForm(t, h, attr(form, "action"), wish); code != http.StatusBadRequest {
		t.Errorf("of another place: status %d", code)
	}
	institution := "大学甲"
	want := []record.Statement{
		{Check: 1, Text: part, By: "王五", Reason: "省里下发的提纲"},
		{Check: 1, Text: part, By: "王五", Reason: "省里下发的提纲", Institution: &institution},
	}
	if diff := cmp.Diff(want, jobs.stated); diff != "" {
		t.Errorf("stated (-want +got):\n%s", diff)
	}
	paper := get(t, h, "/checks/1/report.html", "Accept-Language", "en")
	if !strings.Contains(text(one(t, paper.page, "tr.application")), "shared with 3 other applications") {
		t.Error("the paper does not name the group")
	}
}
