package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// What the file says of itself is shown with where it was found, can be
// corrected, and a check made before says that it knew something else.
func TestDescribe(t *testing.T) {
	store := richStore(t)
	d := store.documents[1]
	d.Identity = evidence.Identity{Filename: "a.docx", Title: "甲", Applicant: "张三", Institution: "某大学", Year: 2024, Keywords: []string{"图", "网络"}}
	store.documents[1] = d
	check := store.checks[1]
	check.Document = d
	store.checks[1] = check
	m := &store.texts[1].Metadata
	*m = extract.Metadata{
		Applicant: "李四", Institution: "某大学", Year: 2024, Keywords: []string{"图", "网络"},
		Found: map[string]extract.Found{
			"applicant":   {Source: extract.FromTable, Span: store.texts[1].Paragraphs[1].Span},
			"institution": {Source: extract.FromLabel, Span: store.texts[1].Paragraphs[0].Span},
			"year":        {Source: extract.FromCover, Span: store.texts[1].Paragraphs[0].Span},
			"keywords":    {Source: extract.FromProperties},
		},
	}
	s, _ := testSite(t, store)
	h := s.handler()

	a := get(t, h, "/documents/1", "Accept-Language", "en")
	checkPage(t, a)
	details := one(t, a.page, "section.details")
	for _, want := range []string{"the file says “李四”", "read from a table", "read beside a label", "read from the cover", "read from the file properties", "图；网络", "entered by hand", "unknown"} {
		if !strings.Contains(text(details), want) {
			t.Errorf("%q is not in %s", want, text(details))
		}
	}
	for _, link := range all(details, "a") {
		if href := attr(link, "href"); strings.HasPrefix(href, "#") && one(t, a.page, href) == nil {
			t.Errorf("%s leads nowhere", href)
		}
	}

	form := url.Values{}
	for _, input := range all(details, "input") {
		form.Set(attr(input, "name"), attr(input, "value"))
	}
	form.Set("applicant", " 李四 ")
	form.Set("year", "x")
	form.Set("date", "2025年3月")
	form.Set("participants", "王五/副教授（乙学院, 二系）；赵六／讲师、Jane Doe (Example University)")
	form.Set("cooperating", "乙学院；丙所")
	if a := post(t, h, "/documents/1/details", form); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/documents/1#details" {
		t.Errorf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
	got := store.documents[1].Identity
	if got.Applicant != "李四" || got.Year != 0 || got.Title != "甲" || strings.Join(got.Keywords, "|") != "图|网络" || got.Filename != "a.docx" {
		t.Errorf("corrected to %+v", got)
	}
	people := []evidence.Person{{Name: "王五", Title: "副教授", Institution: "乙学院, 二系"}, {Name: "赵六", Title: "讲师"}, {Name: "Jane Doe", Institution: "Example University"}}
	if got.Date != "2025-03" || !slices.Equal(got.Participants, people) || !slices.Equal(got.Cooperating, []string{"乙学院", "丙所"}) {
		t.Errorf("corrected to %+v", got)
	}
	// What the page shows is read as it is.
	form = url.Values{}
	for _, input := range all(one(t, get(t, h, "/documents/1").page, "section.details"), "input") {
		form.Set(attr(input, "name"), attr(input, "value"))
	}
	post(t, h, "/documents/1/details", form)
	if diff := cmp.Diff(got, store.documents[1].Identity); diff != "" {
		t.Errorf("saved as it was (-want +got):\n%s", diff)
	}
	check.Document.Identity = got
	store.checks[1] = check
	for _, page := range []string{"/documents/1", "/checks/1"} {
		a := get(t, h, page, "Accept-Language", "en")
		checkPage(t, a)
		if !strings.Contains(text(a.page), "corrected after this check") {
			t.Errorf("%s does not say that the check knew something else", page)
		}
	}
	d = store.documents[1]
	d.Identity.Title = "a"
	store.documents[1] = d
	if a := get(t, h, "/documents/1", "Accept-Language", "en"); !strings.Contains(text(one(t, a.page, "section.details")), "from the file name") {
		t.Error("a title that is the file's name is not called so")
	}
	for target, want := range map[string]int{"/documents/999/details": http.StatusNotFound, "/documents/x/details": http.StatusNotFound} {
		if a := post(t, h, target, form); a.Code != want {
			t.Errorf("%s: status %d", target, a.Code)
		}
	}
}
