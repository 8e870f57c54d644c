package web

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// Versions of one application are one source of a report: one card with what they cover
// together, each of them within, and the same on paper and in the table. What is the
// applicant's own stays apart.
func TestVersionsAreOneSource(t *testing.T) {
	store := richStore(t)
	store.groups = [][]int64{{2, 3, 4}}
	s, _ := testSite(t, store)
	h := s.handler()
	assessedBy := func(query string) (shown, exclusive, characters string) {
		e, err := evidence.Decode(strings.NewReader(string(store.evidence[1])))
		if err != nil {
			t.Fatal(err)
		}
		choice := score.Choice{}
		if query != "" {
			choice.Accepts = func(_ *evidence.Source, m *evidence.Match) bool { return m.Kind == evidence.Verbatim }
		}
		choice.Apply(e, store.texts[1])
		together := score.Together(e, store.texts[1], [][]int64{{2, 4}})[0]
		sum := 0
		for _, source := range e.Sources {
			if source.ID != 3 {
				sum += source.Full
			}
		}
		if query == "" && sum <= together.Full {
			t.Fatalf("the sources do not overlap (%d, together %d): nothing is tried", sum, together.Full)
		}
		return english(t).Percent(together.Full, e.Scores.Countable) + "*", english(t).Percent(together.Exclusive, e.Scores.Countable), strconv.Itoa(together.Full)
	}
	for _, query := range []string{"", "?kind=verbatim"} {
		a := get(t, h, "/checks/1"+query, "Accept-Language", "en")
		checkPage(t, a)
		cards := all(a.page, "article.source")
		if len(cards) != 2 || attr(cards[1], "id") != "source-3" {
			t.Fatalf("%s: %d cards, want one of the versions and one of the applicant's own", query, len(cards))
		}
		want, exclusive, _ := assessedBy(query)
		if got := text(one(t, one(t, cards[0], "header"), ".figure")); got != want {
			t.Errorf("%s: the versions cover %s together, want %s", query, got, want)
		}
		if got := text(one(t, cards[0], ".spans")); !strings.Contains(got, "2 versions combined") || !strings.Contains(got, exclusive+" exclusive") {
			t.Errorf("%s: the card says %q, want %s exclusive", query, got, exclusive)
		}
		versions := all(one(t, cards[0], "details"), "li")
		if len(versions) != 2 || attr(versions[0], "id") != "source-2" || attr(versions[1], "id") != "source-4" {
			t.Fatalf("%s: %d versions", query, len(versions))
		}
		for _, v := range versions {
			if link, _, _ := strings.Cut(attr(one(t, v, "a.go"), "href"), "#"); get(t, h, link).Code != 200 {
				t.Errorf("%s does not open", link)
			}
		}
		if head := text(one(t, a.page, "#sources")); !strings.Contains(head, "2 sources") || !strings.Contains(head, "3 source documents") {
			t.Errorf("%s: the head says %q", query, head)
		}
		if said := text(one(t, a.page, "section.sources")); !strings.Contains(said, "each character is counted once in its share") {
			t.Error("what is counted is not said")
		}
	}
	near := get(t, h, "/checks/1?kind=verbatim", "X-Part", "near 0-10 1")
	far := get(t, h, "/checks/1?kind=verbatim", "X-Part", "far 0-10 1")
	if n, f := len(all(near.page, "article.source")), len(all(far.page, "article.source")); n != 1 || f != 1 {
		t.Errorf("the parts of a filter have %d and %d cards", n, f)
	}

	want, _, characters := assessedBy("")
	paper := get(t, h, "/checks/1/report.html", "Accept-Language", "en")
	if row := text(one(t, paper.page, "tr.application")); !strings.Contains(row, "2 versions of one application") || !strings.Contains(row, want) {
		t.Errorf("the paper says %q, want %s", row, want)
	}
	if n := len(all(paper.page, "tr.version")); n != 2 {
		t.Errorf("the paper lists %d versions", n)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(get(t, h, "/checks/1/sources.csv", "Accept-Language", "en").Body.String(), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := len(rows[0]) - 1 - 5 // before those of web pages, hints and doubts
	for i, row := range rows[1:] {
		wantRanks, wantCharacters := "1 + 3", characters
		if row[0] == "2" { // the applicant's own
			wantRanks, wantCharacters = "", ""
		}
		if row[last-2] != wantRanks || row[last-1] != wantCharacters {
			t.Errorf("row %d: versions %q, %q characters together, want %q and %q", i+1, row[last-2], row[last-1], wantRanks, wantCharacters)
		}
	}

	store.groups = nil // no version in the library any more; a site of its own knows nothing of before
	s, _ = testSite(t, store)
	a := get(t, s.handler(), "/checks/1", "Accept-Language", "en")
	if len(all(a.page, "article.source")) != 3 || len(all(a.page, ".versions")) != 0 || strings.Contains(text(one(t, a.page, "section.sources")), "each character counted once") {
		t.Error("sources that are alone are listed as versions")
	}
}

// A document whose text the library has already is called a version on its page, in the list of what an import stored, and on
// the report of a check if the other document is no source there.
func TestProbablyAVersion(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	store.imported.imports = []record.Import{
		{ID: 7, Name: "a.zip", State: record.ImportDone, Total: 1, Ready: 1, Outcomes: map[record.Outcome]int{record.OutcomeStored: 1}},
	}
	store.imported.items = []record.ImportItem{
		{Ordinal: 1, Name: "a.txt", Outcome: record.OutcomeStored, Document: 1, State: record.DocumentReady},
	}
	pages := []string{"/checks/1", "/imports/7", "/documents/1"}
	for _, page := range pages {
		if a := get(t, s.handler(), page, "Accept-Language", "en"); strings.Contains(text(a.page), "% in common") {
			t.Errorf("%s: what is like no other is said to be a version", page)
		}
	}
	store.versions = []record.Version{{Document: 2, Resemblance: 0.871}, {Document: 999, Resemblance: 0.5}}
	if a := get(t, s.handler(), "/checks/1", "Accept-Language", "en"); strings.Contains(text(a.page), "% in common") {
		t.Error("the report says twice of a source that it has nearly the same text")
	}
	store.versions = append(store.versions, record.Version{Document: 6, Resemblance: 0.871})
	if a := get(t, s.handler(), "/checks/1", "Accept-Language", "en"); !strings.Contains(text(a.page), "87.1% in common") {
		t.Error("the report does not say of what it is a version")
	}
	for _, page := range pages[1:] {
		a := get(t, s.handler(), page, "Accept-Language", "en")
		checkPage(t, a)
		if said := text(a.page); !strings.Contains(said, "87.1% in common") || strings.Contains(said, "50.0% in common") {
			t.Errorf("%s does not say of what it is a version, or of what is gone: %.300s", page, said)
		}
		found := false
		for _, link := range all(a.page, "a") {
			found = found || attr(link, "href") == "/documents/2"
		}
		if !found {
			t.Errorf("%s does not lead to the version", page)
		}
	}
}
