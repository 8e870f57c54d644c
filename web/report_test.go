package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// highlighted returns the text of every highlighted run, with source and style.
func highlighted(page *html.Node) []string {
	var out []string
	for _, a := range all(page, "a.hl") {
		class := strings.Fields(attr(a, "class"))
		out = append(out, strings.Join(class[1:], " ")+": "+firstRunes(text(a), 6))
	}
	return out
}

func firstRunes(s string, n int) string {
	r := []rune(s)
	return string(r[:min(n, len(r))])
}

// A check that started before all scans were read says so, and leads to the one
// that follows.
func TestReportSaysWhatWasNotSeen(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	for n, want := range []string{"", "1 application was still being read: another check will include it", "2 applications were"} {
		c := store.checks[1]
		c.Unseen = n
		store.checks[1] = c
		for _, place := range []string{"", "/report.html"} {
			said := text(get(t, s.handler(), "/checks/1"+place).page)
			if n == 0 && strings.Contains(said, "still being read") || !strings.Contains(said, want) {
				t.Errorf("%s with %d not seen does not say %q", place, n, want)
			}
		}
	}
}

func TestReport(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	a := get(t, s.handler(), "/checks/1?match=3")
	want := []string{
		"c1 solid: 然而，现有模",
		"c1 dashed: 已有工作大多",
		"c3 solid: 基于概念的方",
		"c1 solid selected: 其主要研究内",
		"c2 dashed: 自解释模型在",
		"c1 dashed: 忠实度、稀疏",
		"c2 solid: 申请人长期从",
	}
	if diff := cmp.Diff(want, highlighted(a.page)); diff != "" {
		t.Errorf("highlights: -want +got\n%s", diff)
	}
	var paragraphs []string
	for _, p := range all(one(t, a.page, ".text"), "p") {
		var b strings.Builder
		for n := range p.Descendants() {
			if n.Type == html.TextNode {
				b.WriteString(n.Data)
			}
		}
		paragraphs = append(paragraphs, b.String())
	}
	if diff := cmp.Diff(strings.Split(evidencetest.Text, "\n"), paragraphs); diff != "" {
		t.Errorf("the text as it reads: -want +got\n%s", diff)
	}
	var excluded []string
	for _, e := range all(a.page, "span.excluded") {
		excluded = append(excluded, firstRunes(text(e), 4))
	}
	if diff := cmp.Diff([]string{"（400", "参考文献", "[3] ", "GNNE", ": Ge", "[7] ", "text"}, excluded); diff != "" && len(excluded) < 4 {
		t.Errorf("excluded: -want +got\n%s", diff)
	}
	var whys []string
	for _, w := range all(a.page, ".why") {
		whys = append(whys, attr(w, "data-why"))
	}
	if diff := cmp.Diff([]string{"text of the blank form", "bibliography"}, whys); diff != "" {
		t.Errorf("reasons: -want +got\n%s", diff)
	}
	passage := one(t, a.page, "section.passage")
	if got := len(all(passage, "li")); got != 2 {
		t.Errorf("the passage has %d sources, want 2", got)
	}
	if got := attr(all(passage, "a.go")[1], "href"); got != "/checks/1/sources/4?match=8#t-m8" {
		t.Errorf("second source leads to %s", got)
	}
	cards := all(a.page, ".source")
	if len(cards) != 3 || attr(cards[0], "id") != "source-2" || !strings.Contains(text(cards[2]), "same applicant") {
		t.Errorf("%d cards", len(cards))
	}
	if flags := all(one(t, a.page, ".text"), ".flag"); len(flags) != 2 || !strings.Contains(attr(flags[0], "title"), "通过同行评议") {
		t.Errorf("%d flags", len(flags))
	}
	// Every source of a passage shown alone is the same as in the whole page.
	fragment := get(t, s.handler(), "/checks/1/matches/3")
	if text(one(t, fragment.page, "section.passage")) != text(passage) || len(all(fragment.page, "header.top")) != 0 {
		t.Error("the fragment differs from the page")
	}
	if a := get(t, s.handler(), "/checks/1/matches/99"); a.Code != http.StatusNotFound {
		t.Errorf("unknown match: %d", a.Code)
	}
	only := get(t, s.handler(), "/checks/1?source=4")
	if diff := cmp.Diff([]string{"c3 solid: 基于概念的方", "c3 solid: 其主要研究内"}, highlighted(only.page)); diff != "" {
		t.Errorf("one source alone: -want +got\n%s", diff)
	}
}

func TestPair(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	a := get(t, s.handler(), "/checks/1/sources/2?match=2")
	left, right := one(t, a.page, "section.left"), one(t, a.page, "section.right")
	var edits []string
	for _, e := range append(all(left, "span.edit"), all(right, "span.edit")...) {
		edits = append(edits, text(e))
	}
	for _, want := range []string{"工作", "研究", "稳健", "鲁棒", "有待", "仍需", "升", "高"} {
		if !slices.Contains(edits, want) {
			t.Errorf("the difference %q is not shown: %q", want, edits)
		}
	}
	chips := all(a.page, "a.match")
	if len(chips) != 4 || attr(chips[1], "aria-current") != "true" {
		t.Errorf("%d chips", len(chips))
	}
	// Each side of every match links to its other side.
	ids := map[string]*html.Node{}
	for n := range a.page.Descendants() {
		if id := attr(n, "id"); id != "" {
			ids[id] = n
		}
	}
	for _, m := range []string{"1", "2", "3", "4"} {
		for _, side := range []string{"t-m", "s-m"} {
			if ids[side+m] == nil {
				t.Errorf("no anchor %s%s", side, m)
			}
		}
	}
	for _, link := range append(all(left, "a.hl"), all(right, "a.hl")...) {
		_, fragment, _ := strings.Cut(attr(link, "href"), "#")
		if ids[fragment] == nil {
			t.Errorf("link to #%s leads nowhere", fragment)
		}
	}
	if got := attr(one(t, a.page, "#next-source"), "href"); got != "/checks/1/sources/3" || len(all(a.page, "#previous-source")) != 0 {
		t.Errorf("next source %s", got)
	}
}

func TestPairSwapped(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	straight := get(t, h, "/checks/1/sources/2?match=2&length=3")
	swap := attr(one(t, straight.page, "#swap"), "href")
	swapped := get(t, h, swap)
	checkPage(t, swapped)
	for side, other := range map[string]string{"section.left": "section.right", "section.right": "section.left"} {
		if a, b := one(t, straight.page, side), one(t, swapped.page, other); text(one(t, a, ".text")) != text(one(t, b, ".text")) || attr(a, "aria-label") != attr(b, "aria-label") {
			t.Errorf("%s of the one is not %s of the other", side, other)
		}
	}
	// The sides stay swapped from match to match and source to source, and go back.
	for _, link := range append(all(swapped.page, "a.match"), one(t, swapped.page, "#next-source")) {
		if !strings.Contains(attr(link, "href"), "swap=1") {
			t.Errorf("%s forgets the sides", attr(link, "href"))
		}
	}
	if back := attr(one(t, swapped.page, "#swap"), "href"); back != "/checks/1/sources/2?length=3&match=2" {
		t.Errorf("back leads to %s", back)
	}
	var rows []string
	for _, row := range all(one(t, straight.page, "#basics"), "tr") {
		rows = append(rows, text(row))
	}
	want := []string{"This application Source Similarity", "Title 面向深度图神经网络的可解释性方法研究 可信图神经网络解释方法 52%", "Applicant 王一 李二", "Institution 某大学计算机学院 某理工大学", "Year 2026 2023", "Programme 面上项目 面上项目", "Keywords 图神经网络, 可解释性 50%"}
	var got []string
	for _, row := range rows {
		got = append(got, strings.Join(strings.Fields(row), " "))
	}
	for i := range want {
		if i >= len(got) || strings.ReplaceAll(got[i], " ", "") != strings.ReplaceAll(want[i], " ", "") {
			t.Errorf("row %d of %q, want %q", i, got, want[i])
		}
	}
}

func TestPairWithDeletedSource(t *testing.T) {
	store := richStore(t)
	delete(store.texts, 2)
	delete(store.documents, 2)
	s, _ := testSite(t, store)
	a := get(t, s.handler(), "/checks/1/sources/2?match=2")
	if a.Code != 200 {
		t.Fatalf("status %d", a.Code)
	}
	checkPage(t, a)
	right := one(t, a.page, "section.right")
	var quotes []string
	for _, link := range all(right, "a.hl") {
		quotes = append(quotes, text(link))
	}
	want := []string{
		evidencetest.Passage(evidencetest.FirstSource, "然而", "核心问题之一。").Text,
		evidencetest.Passage(evidencetest.FirstSource, "忠实度", "直接比较").Text,
		evidencetest.Passage(evidencetest.FirstSource, "已有研究", "仍需提高。").Text,
		evidencetest.Passage(evidencetest.FirstSource, "其主要", "解释约束。").Text,
	}
	if diff := cmp.Diff(want, quotes); diff != "" {
		t.Errorf("quotes: -want +got\n%s", diff)
	}
	if len(all(right, "span.edit")) == 0 || !strings.Contains(text(right), "deleted") {
		t.Error("no differences or no notice")
	}
	if len(all(right, "header.pane-head")) != 1 || len(all(one(t, right, "header.pane-head"), "a")) != 0 {
		t.Error("a link to the deleted document")
	}
}

func TestLists(t *testing.T) {
	store := newFakeStore()
	for i := int64(1); i <= 60; i++ {
		store.documents[i] = record.Document{ID: i, Identity: evidence.Identity{Title: "Title " + strconv.FormatInt(i, 10), Filename: "f.txt", Year: 2000 + int(i%3)}, InLibrary: true, State: record.DocumentReady, CreatedAt: testTime}
		store.checks[i] = record.Check{ID: i, Document: record.Document{ID: i}, State: record.CheckDone, Countable: 200, Covered: int(i), CreatedAt: testTime}
	}
	s, _ := testSite(t, store)
	for _, target := range []string{"/", "/library"} {
		a := get(t, s.handler(), target)
		if got := len(all(a.page, ".row")); got != site.PageSize {
			t.Errorf("%s: %d rows", target, got)
		}
		next := ""
		for _, link := range all(a.page, "a") {
			if attr(link, "rel") == "next" {
				next = attr(link, "href")
			}
		}
		if a := get(t, s.handler(), next); a.Code != 200 || len(all(a.page, ".row")) != site.PageSize {
			t.Errorf("%s: next page %s has %d rows", target, next, len(all(a.page, ".row")))
		}
	}
	a := get(t, s.handler(), "/library?year=2001")
	if got := len(all(a.page, "tr.row")); got != 20 {
		t.Errorf("%d rows of 2001", got)
	}
	chosen := 0
	for _, link := range all(a.page, "a") {
		if attr(link, "aria-current") == "true" && strings.Contains(text(link), "2001") {
			chosen++
		}
	}
	if chosen != 1 {
		t.Error("the chosen year is not marked")
	}
}
