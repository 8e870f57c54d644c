package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
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
