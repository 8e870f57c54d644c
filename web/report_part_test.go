package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Without a script a source is excluded with a form that has an address.
func TestExcludeWithoutScript(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	card := one(t, get(t, h, "/checks/1?kind=near%2Cverbatim").page, "#source-2")
	link := one(t, card, "a.unscripted")
	target, fragment, _ := strings.Cut(attr(link, "href"), "#")
	if fragment != "passage" {
		t.Errorf("leads to #%s", fragment)
	}
	a := get(t, h, target, "Accept-Language", "en")
	checkPage(t, a)
	panel := one(t, a.page, "#passage")
	if !strings.Contains(text(panel), "可信图神经网络解释方法") {
		t.Errorf("the form does not name the source: %s", text(panel))
	}
	form := url.Values{"reason": {string(evidence.ReviewReasons()[0])}, "reviewer": {"评审员"}}
	for _, input := range all(panel, "input") {
		if name := attr(input, "name"); form[name] == nil {
			form.Set(name, attr(input, "value"))
		}
	}
	done := post(t, h, attr(one(t, panel, "form"), "action"), form)
	back := done.Header().Get("Location")
	if done.Code != http.StatusSeeOther || !strings.Contains(back, "kind=verbatim%2Cnear") || strings.Contains(back, "setaside") {
		t.Fatalf("status %d to %s", done.Code, back)
	}
	after := get(t, h, back).page
	if len(all(after, "#source-2")) != 0 || !strings.Contains(text(one(t, after, "section.decisions")), "可信图神经网络解释方法") {
		t.Error("the source still counts, or is not listed as excluded")
	}
	if len(all(get(t, h, target).page, "#set-aside")) != 0 {
		t.Error("the form comes again for what is excluded")
	}
	for query, want := range map[string]int{"setaside=999": 200, "setaside=x": 400} {
		if a := get(t, h, "/checks/1?"+query); a.Code != want {
			t.Errorf("%s: status %d, want %d", query, a.Code, want)
		}
	}
}

// Pages that were read from pictures are marked where they begin, and listed, as
// are those without text.
func TestRecognisedPages(t *testing.T) {
	store := richStore(t)
	d := store.texts[1]
	if len(d.Pages) < 3 {
		t.Fatalf("%d pages", len(d.Pages))
	}
	d.Pages[1].Recognised, d.Pages[1].Confidence = true, 0.91
	d.Pages[2].Recognised, d.Pages[2].Confidence = true, 0.64
	end := d.Pages[len(d.Pages)-1].End
	d.Pages = append(d.Pages, extract.Page{Span: extract.Span{Start: end, End: end}, Number: 41}, extract.Page{Span: extract.Span{Start: end, End: end}, Number: 42, Recognised: true})
	s, _ := testSite(t, store)
	for _, path := range []string{"/checks/1", "/documents/1"} {
		a := get(t, s.handler(), path, "Accept-Language", "en")
		checkPage(t, a)
		marks := all(a.page, "span.recognised")
		if len(marks) != 2 || attr(marks[0], "data-page") != "Page 2 · recognised, 91%" {
			t.Errorf("%s: %d marks", path, len(marks))
		}
		card := one(t, a.page, "section.recognised")
		if !strings.Contains(text(card), "2 pages") {
			t.Errorf("%s: %s", path, text(card))
		}
		links := all(card, "a")
		if len(links) != 2 || attr(links[0], "class") != "" || attr(links[1], "class") != "poor" {
			t.Errorf("%s: %d links", path, len(links))
		}
		for _, link := range links {
			one(t, a.page, attr(link, "href"))
		}
		if blank := text(one(t, a.page, "section.blank")); !strings.Contains(blank, "2 pages without text") || !strings.Contains(blank, "Page 41") || !strings.Contains(blank, "Page 42") {
			t.Errorf("%s: %s", path, blank)
		}
	}
}

// Every place of a text leads to the paragraph that holds it.
func TestPlaceOf(t *testing.T) {
	d := &extract.Document{Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 0, End: 4}}, {Span: extract.Span{Start: 5, End: 9}}}}
	for at, want := range map[int]string{0: "#at-0", 4: "#at-0", 5: "#at-5", 9: "#at-5", 10: ""} {
		if got := placeOf(d, at); got != want {
			t.Errorf("%d leads to %q, want %q", at, got, want)
		}
	}
}
