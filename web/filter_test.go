package web

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/web/site"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// figures reads the score of a report.
func figures(t *testing.T, a answer) string {
	t.Helper()
	if a.Code != http.StatusOK {
		t.Fatalf("status %d", a.Code)
	}
	return text(one(t, one(t, a.page, "section.totals"), "small.of"))
}

func TestFilteredReport(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	plain := get(t, h, "/checks/1")
	check := store.checks[1] // as the check has counted
	if got := figures(t, plain); !strings.HasPrefix(got, fmt.Sprintf("%d of %d ", check.Covered, check.Countable)) {
		t.Errorf("as checked: %s", got)
	}
	if len(all(plain.page, "p.filter-line")) != 0 || len(all(plain.page, "details.uncounted")) != 0 {
		t.Error("filters that nobody has set are shown")
	}

	// Text that counts after all is no longer grey, and counts.
	a := get(t, h, "/checks/1?exclude=none")
	checkPage(t, a)
	if got := figures(t, a); !strings.HasPrefix(got, fmt.Sprintf("%d of 1,028 ", check.Covered)) || strings.Contains(got, "not counted") {
		t.Errorf("with everything: %s", got)
	}
	if len(all(one(t, a.page, ".text"), "span.excluded")) != 0 || len(all(a.page, ".why")) != 0 {
		t.Error("text that counts is grey")
	}
	if line := text(one(t, a.page, "p.filter-line")); !strings.Contains(line, "Filters active") || !strings.Contains(line, "Reset") {
		t.Errorf("the line says %q", line)
	}

	// One kind alone: the other matches go from the text, the sources keep their numbers.
	a = get(t, h, "/checks/1?kind=near")
	want := []string{"c1 dashed: 已有工作大多", "c2 dashed: 自解释模型在"}
	if diff := cmp.Diff(want, highlighted(a.page)); diff != "" {
		t.Errorf("edited ones alone: -want +got\n%s", diff)
	}
	cards := all(a.page, "article.source")
	if len(cards) != 2 || attr(cards[1], "id") != "source-3" || text(one(t, cards[1], "a.rank")) != "2" {
		t.Errorf("%d cards, the first %s", len(cards), attr(cards[0], "id"))
	}
	uncounted := text(one(t, a.page, "details.uncounted"))
	for _, part := range []string{"6 matches", "1 source", "other type 4", "基于概念的深度模型解释"} {
		if !strings.Contains(uncounted, part) {
			t.Errorf("what does not count says %q, without %q", uncounted, part)
		}
	}
	if line := text(one(t, a.page, "p.filter-line")); !strings.Contains(line, "only edited") || !strings.Contains(line, "6 matches and 1 source document excluded") {
		t.Errorf("the line says %q", line)
	}
	// Every link keeps the choice.
	for _, link := range append(all(one(t, a.page, ".text"), "a.hl"), all(a.page, "a.go")...) {
		if !strings.Contains(attr(link, "href"), "kind=near") {
			t.Errorf("%s forgets the choice", attr(link, "href"))
		}
	}
	// The sources of a passage, and the pair view, count alike.
	if a := get(t, h, "/checks/1/matches/2?kind=near"); a.Code != 200 || len(all(a.page, "li")) != 1 {
		t.Errorf("passage: status %d", a.Code)
	}
	if a := get(t, h, "/checks/1/matches/1?kind=near"); a.Code != http.StatusNotFound {
		t.Errorf("passage of a match that is left out: status %d", a.Code)
	}
	a = get(t, h, "/checks/1/sources/2?kind=near")
	checkPage(t, a)
	if chips := all(a.page, "a.match"); len(chips) != 1 || attr(chips[0], "data-match") != "2" {
		t.Errorf("%d matches in the pair view", len(chips))
	}
	if reset := attr(one(t, a.page, "a.chip"), "href"); reset != "/checks/1/sources/2" {
		t.Errorf("reset leads to %s", reset)
	}
	// A source that does not count can still be looked at.
	a = get(t, h, "/checks/1/sources/4?kind=near")
	if chips := all(a.page, "a.off"); a.Code != 200 || len(chips) != 2 {
		t.Errorf("status %d, %d matches that do not count", a.Code, len(chips))
	}
	checkPage(t, a)
}

func TestFilterSettings(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	for target, want := range map[string][]string{
		"/checks/1":                              {"source-2", "source-3", "source-4"},
		"/checks/1?relation=same-applicant":      {"source-3"},
		"/checks/1?from=2022":                    {"source-2", "source-4"},
		"/checks/1?from=2022&to=2022":            {"source-4"},
		"/checks/1?length=60":                    {"source-2", "source-3"},
		"/checks/1?share=10":                     {"source-2", "source-3"},
		"/checks/1?similarity=95":                {"source-2", "source-3", "source-4"},
		"/checks/1?similarity=95&length=75":      {"source-2", "source-3"}, // the applicant's own is listed though nothing of it is long enough
		"/checks/1?kind=none":                    nil,
		"/checks/1?exclude=none&relation=none":   nil,
		"/checks/1?kind=reordered&exclude=none":  {"source-2"},
		"/checks/1?kind=homophone&share=99&to=1": nil,
	} {
		a := get(t, h, target)
		if a.Code != 200 {
			t.Fatalf("%s: status %d", target, a.Code)
		}
		checkPage(t, a)
		var got []string
		for _, card := range all(a.page, "article.source") {
			got = append(got, attr(card, "id"))
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", target, diff)
		}
	}
	for _, target := range []string{"/checks/1?kind=x", "/checks/1?length=-1", "/checks/1/sources/2?share=200", "/checks/1/matches/1?from=x"} {
		if a := get(t, h, target); a.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", target, a.Code)
		}
	}
}

// Without scripts the form is sent whole; the address says no more than it must.
func TestFilterForm(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	form := one(t, get(t, h, "/checks/1?source=2&length=3").page, "form.filter")
	q := url.Values{"apply": {"1"}}
	for _, input := range all(form, "input") {
		checked := slices.ContainsFunc(input.Attr, func(a html.Attribute) bool { return a.Key == "checked" })
		if attr(input, "type") == "checkbox" && (!checked || attr(input, "value") == "verbatim") {
			continue
		}
		q.Add(attr(input, "name"), attr(input, "value"))
	}
	a := get(t, h, attr(form, "action")+"?"+q.Encode())
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/checks/1?kind=near%2Creordered&length=3&source=2" {
		t.Errorf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
}

// A script gets no paragraphs but those that differ from what it has: those in
// sight first, then the others.
func TestOnlyWhatDiffers(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	href := regexp.MustCompile(`href="[^"]*"`) // where links lead is the script's
	paragraphs := func(target string, header ...string) map[string]string {
		t.Helper()
		a := get(t, h, target, header...)
		if a.Code != 200 {
			t.Fatalf("%s with %s: status %d", target, header, a.Code)
		}
		out := map[string]string{}
		for _, p := range all(a.page, "p") {
			if attr(p, "data-start") == "" {
				continue
			}
			var b strings.Builder
			if err := html.Render(&b, p); err != nil {
				t.Fatal(err)
			}
			out[attr(p, "id")] = href.ReplaceAllString(b.String(), "")
		}
		return out
	}
	cards := func(header ...string) []string {
		t.Helper()
		var out []string
		for _, card := range all(get(t, h, "/checks/1", header...).page, "article.source") {
			out = append(out, attr(card, "id"))
		}
		return out
	}
	end := store.texts[1].Paragraphs[4].End
	near, far := fmt.Sprintf("near 10-%d 1", end), fmt.Sprintf("far 10-%d 1", end)
	if first, rest := cards(site.PartHeader, near), cards(site.PartHeader, far); len(first) != 1 || !slices.Equal(append(first, rest...), cards()) {
		t.Errorf("cards %q, then %q, want %q", first, rest, cards())
	}
	states := []string{"/checks/1", "/checks/1?kind=near", "/checks/1?exclude=none", "/checks/1?source=3", "/checks/1?length=60&relation=other"}
	for _, have := range states {
		for _, want := range states {
			before, after := paragraphs(have), paragraphs(want)
			first, rest := paragraphs(want, site.PartHeader, near), paragraphs(want, site.HaveHeader, have, site.PartHeader, far)
			if len(rest) == len(after)-5 || have == want && len(rest) != 0 {
				t.Errorf("from %s to %s all %d paragraphs come", have, want, len(rest))
			}
			for i, p := range store.texts[1].Paragraphs {
				id := "at-" + strconv.Itoa(p.Start)
				if (first[id] != "") != (i <= 4) || rest[id] != "" && i <= 4 {
					t.Errorf("from %s to %s: paragraph %d comes at the wrong time", have, want, i)
				}
			}
			maps.Copy(before, first)
			maps.Copy(before, rest)
			if diff := cmp.Diff(after, before); diff != "" {
				t.Errorf("from %s to %s: -want +got\n%s", have, want, diff)
			}
			if got := len(first) + len(paragraphs(want, site.PartHeader, far)); got != len(after) {
				t.Errorf("%s: without having anything %d of %d paragraphs come", want, got, len(after))
			}
		}
	}
	for _, header := range [][]string{
		{site.HaveHeader, "/checks/2", site.PartHeader, far}, {site.HaveHeader, "x", site.PartHeader, far}, {site.HaveHeader, "/checks/1?kind=x", site.PartHeader, far},
		{site.HaveHeader, "%zz", site.PartHeader, far}, {site.PartHeader, "near"}, {site.PartHeader, "near 1-x 2"}, {site.PartHeader, "near 1-2 -3"}, {site.PartHeader, "all 1-2 3"},
	} {
		if a := get(t, h, "/checks/1", header...); a.Code != http.StatusBadRequest {
			t.Errorf("%q: status %d", header, a.Code)
		}
	}
}
