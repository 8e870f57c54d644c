package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// giveHints has check 1 be of a text that says in other words what documents 2 and 12 say, with
// one sentence of document 2.
func giveHints(t testing.TB, s *fakeStore) *evidence.Evidence {
	t.Helper()
	texts := map[int64]*extract.Document{
		0:  evidencetest.Document(evidencetest.Reworded, 0),
		2:  evidencetest.Document(evidencetest.Source, 0),
		12: evidencetest.Document(evidencetest.English, 0),
	}
	hash := strings.Repeat("0f", 32)
	identities := map[int64]evidence.Identity{
		2: {
			SHA256:      hash,
			Filename:    "birds.docx",
			Title:       "沿海湿地水鸟的长期监测",
			Applicant:   "周宁",
			Institution: "海滨大学",
			Year:        2021,
		}, 12: {SHA256: hash, Filename: "lake.docx", Title: "Reed beds of a shallow lake", Applicant: "A. Wood", Year: 2019},
	}
	sentence := evidence.Passage{Text: "数据与代码将在项目结束后向社会公开，供其他研究者自由使用。"}
	place := func(d *extract.Document) evidence.Passage {
		before, _, _ := strings.Cut(d.Text, sentence.Text)
		p := sentence
		p.Offset, p.Length = len([]rune(before)), len([]rune(sentence.Text))
		return p
	}
	e := &evidence.Evidence{
		Engine: evidence.Engine{Name: "zhiwen", Version: "1", Profile: evidence.DefaultProfile},
		Document: evidence.Document{
			ID:         1,
			Characters: len([]rune(texts[0].Text)),
			Method:     "docx",
			Identity:   evidence.Identity{SHA256: hash, Filename: "new.docx", Title: "湿地鸟类的种群与生境", Applicant: "何青", Year: 2026},
		},
		Sources: []evidence.Source{{
			ID: 2, Characters: len([]rune(texts[2].Text)), Relation: evidence.Other, Identity: identities[2],
			Matches: []evidence.Match{{Kind: evidence.Verbatim, Similarity: 1, This: place(texts[0]), Source: place(texts[2])}},
		}},
	}
	evidencetest.AddHints(t, e, texts, identities, 2, 12)
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		t.Fatal(err)
	}
	s.evidence[1] = xml.Bytes()
	s.texts[1], s.texts[2], s.texts[12] = texts[0], texts[2], texts[12]
	return e
}

// The report lists hints apart, with a figure that can be counted by hand, and says what they are.
func TestHintsAreApart(t *testing.T) {
	store := richStore(t)
	e := giveHints(t, store)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/checks/1", "Accept-Language", "en")
	checkPage(t, a)
	// By hand: the two passages that are shown, white space left out; neither has a match in it.
	seen := func(p evidence.Passage) int { return len([]rune(strings.Join(strings.Fields(p.Text), ""))) }
	hand := seen(e.Hints.Hints[0].This) + seen(e.Hints.Hints[2].This)
	figure := text(one(t, a.page, ".hints-figure"))
	if want := fmt.Sprintf("%d of %d characters", hand, e.Scores.Countable); !strings.Contains(figure, want) {
		t.Errorf("the figure says %q, by hand %q", figure, want)
	}
	if overall := text(one(t, a.page, ".overall")); !strings.Contains(overall, fmt.Sprintf("%d of %d characters", 29, e.Scores.Countable)) {
		t.Errorf("the share says %q", overall)
	}
	list := text(one(t, a.page, "section.findings"))
	for _, says := range []string{"possibly rewritten", "possibly translated", "confidence: high", "沿海湿地水鸟的长期监测", "Reed beds", "1 hint with lower confidence is not shown"} {
		if !strings.Contains(list, says) {
			t.Errorf("the list does not say %q: %q", says, list)
		}
	}
	along := one(t, a.page, "details.along")
	if says, want := text(one(t, along, "summary")), "Possibly modelled on: 1 沿海湿地水鸟的长期监测 (2 of 4 passages)"; says != want {
		t.Errorf("what it is written along: %q, not %q", says, want)
	}
	if places := all(along, "li"); len(places) != 2 || !strings.HasPrefix(attr(one(t, places[1], "a"), "href"), "#at-") ||
		len(all(places[1], "blockquote")) != 2 {
		t.Errorf("%d passages are listed with both texts", len(places))
	}
	if none := get(t, h, "/checks/1?hints=0", "Accept-Language", "en"); len(all(none.page, "details.along")) != 0 {
		t.Error("a reader who looks at no hints is told what it is written along")
	}
	if strings.Contains(list, "possibly summarised") || strings.Contains(list, "clean document") ||
		len(all(a.page, "article.source")) != 1 {
		t.Error("a hint that is too weak is shown, or one stands among the sources")
	}
	if n := len(all(a.page, "a.hl.hint-text")); n > 0 {
		t.Errorf("%d hints have a source's colour", n)
	}
	// At another level the weak one is there too; the address keeps it.
	wide := get(t, h, "/checks/1?hints=0.3", "Accept-Language", "en")
	if list := text(one(t, wide.page, "section.findings")); !strings.Contains(list, "possibly summarised") ||
		!strings.Contains(list, "confidence: low") {
		t.Errorf("at 0.3: %q", list)
	}
	if go1 := attr(one(t, all(wide.page, "li.summary")[0], "a.go"), "href"); !strings.HasSuffix(go1, "?hints=0.3") {
		t.Errorf("the summary leads to %q", go1)
	}
	none := get(t, h, "/checks/1?hints=0", "Accept-Language", "en")
	if len(all(none.page, ".hint-item"))+len(all(none.page, "a.hint-text")) > 0 ||
		!strings.Contains(text(none.page), "the setting is “no hints”") {
		t.Error("hints are shown though none are asked for")
	}
	if a := get(t, h, "/checks/1?hints=0.2"); a.Code != http.StatusBadRequest {
		t.Errorf("a level that there is not: %d", a.Code)
	}
}

// Without a dictionary, with documents that are not indexed, and in evidence of before it is
// said what was not looked for.
func TestHintsNotLookedFor(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	if page := text(get(t, s.handler(), "/checks/1", "Accept-Language", "en").page); !strings.Contains(
		page,
		"This check did not search for rewriting",
	) {
		t.Error("evidence of before says nothing of hints")
	}
	store = richStore(t)
	e := giveHints(t, store)
	e.Hints.Dictionary, e.Hints.Unread = false, 7
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		t.Fatal(err)
	}
	store.evidence[1] = xml.Bytes()
	s, _ = testSite(t, store)
	for _, target := range []string{"/checks/1", "/checks/1/report.html"} {
		for _, says := range []string{"Possible translations were not searched for", "7 library documents had not been indexed"} {
			if page := text(get(t, s.handler(), target, "Accept-Language", "en").page); !strings.Contains(page, says) {
				t.Errorf("%s does not say %q", target, says)
			}
		}
	}
}

// A confirmed hint is a part of every share as its own kind, in exports too; taken back all is as it was.
func TestConfirmHint(t *testing.T) {
	store := richStore(t)
	e := giveHints(t, store)
	s, _ := testSite(t, store)
	h := s.handler()
	before := covered1(t, h)
	number := fmt.Sprint(e.Hints.Hints[2].ID)
	page := get(t, h, "/checks/1/hints/"+number, "Accept-Language", "en")
	checkPage(t, page)
	if n := len(all(page.page, ".hint-pair")); n != 2 {
		t.Errorf("%d pairs of sentences", n)
	}
	for _, says := range []string{"possibly translated", "reed", "to cut off", "湖泊水位由压力传感器每十分钟测量一次。"} {
		if !strings.Contains(page.Body.String(), says) {
			t.Errorf("the page of the hint does not say %q", says)
		}
	}
	if a := decideAs(t, h, "张三", "subject", "match", "ref", number, "verdict", "confirmed", "comment", "逐句翻译"); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	a := get(t, h, "/checks/1", "Accept-Language", "en")
	checkPage(t, a)
	if got := covered1(t, h); got == before {
		t.Errorf("the share stays %s", got)
	}
	want := fmt.Sprintf("%d of %d characters", 29+e.Hints.Hints[2].Counted, e.Scores.Countable)
	if got := text(one(t, a.page, ".overall")); !strings.Contains(got, want) {
		t.Errorf("the share says %q, want %q", got, want)
	}
	for _, says := range []string{"confirmed translation", "1 confirmed hint, counted", "Hint 3", "逐句翻译"} {
		if !strings.Contains(text(a.page), says) {
			t.Errorf("the report does not say %q", says)
		}
	}
	if n := len(all(a.page, "article.source")); n != 2 {
		t.Errorf("%d sources count", n)
	}
	pair := get(t, h, "/checks/1/sources/12", "Accept-Language", "en")
	checkPage(t, pair)
	table := get(t, h, "/checks/1/matches.csv", "Accept-Language", "en").Body.String()
	if !strings.Contains(table, "confirmed translation") || !strings.Contains(table, "possibly rewritten") ||
		!strings.Contains(table, "0.004") {
		t.Errorf("the table of matches:\n%s", table)
	}
	decided := get(t, h, "/checks/1/decided.xml").Body.String()
	if !strings.Contains(decided, fmt.Sprintf(`<decisions countable="%d" covered="%d"`, e.Scores.Countable, 29+e.Hints.Hints[2].Counted)) ||
		!strings.Contains(decided, "逐句翻译") {
		t.Error("the evidence with decisions does not count the hint")
	}
	if err := evidence.Validate([]byte(decided)); err != nil {
		t.Error(err)
	}
	decideAs(t, h, "张三", "subject", "match", "ref", number, "verdict", "")
	if got := covered1(t, h); got != before {
		t.Errorf("%s after taking it back, before %s", got, before)
	}
	// Dismissing needs a reason, and hides it.
	if a := decideAs(t, h, "张三", "subject", "match", "ref", number, "verdict", "dismissed"); a.Code == http.StatusSeeOther {
		t.Error("dismissed without a reason")
	}
	decideAs(t, h, "张三", "subject", "match", "ref", number, "verdict", "dismissed", "reason", "mistaken")
	if n := len(all(get(t, h, "/checks/1").page, "a.hint-text.translation")); n > 0 {
		t.Error("a dismissed hint is marked in the text")
	}
	for _, address := range []string{"/checks/1/hints/1", "/checks/1/hints/99", "/checks/99/hints/2"} {
		if a := get(t, h, address); a.Code != http.StatusNotFound {
			t.Errorf("%s: %d", address, a.Code)
		}
	}
}

// A reviewer sees hints of what is assigned; where sources are masked, not whose they are.
func TestHintsOfMaskedSources(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.MaskSources = true })
	e := giveHints(t, p.rows)
	h := p.handler()
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true
	number := fmt.Sprint(e.Hints.Hints[2].ID)
	for _, target := range []string{"/checks/1", "/checks/1/report.html", "/checks/1/hints/" + number, "/checks/1/matches.csv", "/checks/1/sources.csv"} {
		a := get(t, h, target, reviewer...)
		body := a.Body.String()
		if a.Code != http.StatusOK {
			t.Errorf("%s: %d", target, a.Code)
		}
		for _, secret := range []string{"Reed beds", "Wood", "lake.docx", "周宁", "海滨大学", "沿海湿地水鸟的长期监测"} {
			if strings.Contains(body, secret) {
				t.Errorf("%s tells %q", target, secret)
			}
		}
	}
}
