package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
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

// paragraphsOfPage returns the ids of the paragraphs that a page shows.
func paragraphsOfPage(t *testing.T, page *html.Node) (out []string) {
	for _, p := range all(one(t, page, ".text"), "p") {
		out = append(out, attr(p, "id"))
	}
	return out
}

// tabled returns a text that ends in a table of so many rows of 60 cells, and an outline of as many
// sections.
func tabled(text string, rows int) *extract.Document {
	d := evidencetest.Document(text, 0)
	var cells strings.Builder
	at := utf8.RuneCountInString(text)
	for row := 1; row <= rows; row++ {
		for column := 1; column <= 60; column++ {
			cells.WriteString("\n1")
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at + 1, End: at + 2}, Kind: extract.Cell,
				Place: extract.Place{Table: 1, Row: row, Column: column, Rows: 1, Columns: 1}})
			at += 2
		}
		d.Sections = append(d.Sections, extract.Section{Title: "节", Level: 1, Span: extract.Span{Start: at - 1, End: at}})
		d.Flags = append(d.Flags, extract.Flag{Kind: extract.HiddenText, Span: extract.Span{Start: at - 1, End: at}})
	}
	d.Text = text + cells.String()
	return d
}

// A long text is shown part by part, on its report and on its own page: each page says so, is of a
// bounded size, and leads to the others, which together show every paragraph once.
func TestLongTextsInParts(t *testing.T) {
	const most = 3 << 20
	store := richStore(t)
	s, _ := testSite(t, store)
	const rows = 1_100
	d := tabled(evidencetest.Text, rows)
	store.texts[1] = d
	h := s.handler()
	for _, path := range []string{"/checks/1", "/documents/1"} {
		var got []string
		parts := 0
		for next := path; next != ""; parts++ {
			a := get(t, h, next, "Accept-Language", "en")
			if a.Code != http.StatusOK || a.Body.Len() > most {
				t.Fatalf("%s: status %d, %d bytes", next, a.Code, a.Body.Len())
			}
			got = append(got, paragraphsOfPage(t, a.page)...)
			said := all(a.page, ".text-parts")
			if len(said) != 2 || !strings.Contains(text(said[0]), fmt.Sprintf("Part %d of ", parts+1)) {
				t.Fatalf("%s: the page does not say that it shows part %d: %s", next, parts+1, text(said[0]))
			}
			next = ""
			for _, a := range all(said[0], "a") {
				if attr(a, "rel") == "next" {
					next = strings.TrimSuffix(attr(a, "href"), "#text")
				}
			}
			if a := get(t, h, path, "Accept-Language", "zh-CN"); parts == 0 &&
				!strings.Contains(text(all(a.page, ".text-parts")[0]), "其余正文") {
				t.Error("the page does not lead to the rest in Chinese")
			}
		}
		if parts < 5 || len(got) != len(d.Paragraphs) {
			t.Fatalf("%s: %d parts with %d paragraphs, want %d", path, parts, len(got), len(d.Paragraphs))
		}
		for i, p := range d.Paragraphs {
			if got[i] != "at-"+strconv.Itoa(p.Start) {
				t.Fatalf("%s: paragraph %d is %s", path, i, got[i])
			}
		}
	}
	last := d.Paragraphs[len(d.Paragraphs)-1].Start
	page := get(t, h, "/documents/1?at="+strconv.Itoa(last), "Accept-Language", "en").page
	if list := all(one(t, page, ".contents"), "li"); len(list) != 1_001 || !strings.Contains(text(list[1_000]), "100 more") {
		t.Errorf("the outline has %d lines", len(list))
	}
	// What a list names leads to the part that shows it.
	for _, a := range all(one(t, page, ".contents"), "a") {
		target := attr(a, "href")
		where, anchor, _ := strings.Cut(target, "#")
		if where == "" {
			continue
		}
		if there := get(t, h, where).page; len(all(there, "#"+anchor)) != 1 {
			t.Errorf("%s leads to no paragraph", target)
		}
		break
	}
	// A match of the first part is shown wherever its link is followed.
	if there := get(t, h, "/checks/1?at="+strconv.Itoa(last)+"&match=1").page; len(all(there, "#m1")) != 1 {
		t.Error("a chosen match is not on its page")
	}
	if pane := get(t, h, "/checks/1/sources/2", "Accept-Language", "en"); pane.Body.Len() > most ||
		!strings.Contains(text(pane.page), "Part 1 of ") {
		t.Errorf("the comparison has %d bytes, or does not say that it shows a part", pane.Body.Len())
	}
}
