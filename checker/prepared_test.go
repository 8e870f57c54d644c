package checker

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// What a source tells by itself is found once, and again where its text, its parts, its identity or the table of roles is
// another one.
func TestRevealedIsFoundOnce(t *testing.T) {
	made := func() *Source {
		text := "诚信承诺\n本人承诺所填内容真实。\n研究内容"
		return &Source{ID: 7, Identity: evidence.Identity{Title: "题目"}, Document: &extract.Document{
			Text: text, Paragraphs: []extract.Paragraph{{Span: extract.Span{End: 4}}, {Span: extract.Span{Start: 5, End: 16}}, {Span: extract.Span{Start: 17, End: 21}}},
		}}
	}
	more, err := exclude.Default().With([]exclude.Entry{{Name: "promise", Headings: []string{"研究内容"}}})
	if err != nil {
		t.Fatal(err)
	}
	var kept revealed
	found := func() int { return len(kept.last.values) }
	first := kept.read(made(), nil)
	again := kept.read(made(), nil)
	if found() != 1 {
		t.Errorf("found %d times", found())
	}
	if diff := cmp.Diff(first.Alone(), again.Alone()); diff != "" {
		t.Error(diff)
	}
	sections, roles := first.Outlined()
	recalled, rolesAgain := again.Outlined()
	if diff := cmp.Diff(sections, recalled) + cmp.Diff(roles, rolesAgain); diff != "" {
		t.Errorf("sections of a recalled document differ: %s", diff)
	}
	for name, change := range map[string]func(*Source) *exclude.Table{
		"another document": func(s *Source) *exclude.Table { s.ID = 8; return nil },
		"text":             func(s *Source) *exclude.Table { s.Document.Text += "。"; return nil },
		"a paragraph":      func(s *Source) *exclude.Table { s.Document.Paragraphs[2].Kind = extract.Heading; return nil },
		"a section":        func(s *Source) *exclude.Table { s.Document.Sections = []extract.Section{{Title: "承诺"}}; return nil },
		"a page":           func(s *Source) *exclude.Table { s.Document.Pages = []extract.Page{{Recognised: true}}; return nil },
		"a flag":           func(s *Source) *exclude.Table { s.Document.Flags = []extract.Flag{{Kind: extract.Garbled}}; return nil },
		"the identity":     func(s *Source) *exclude.Table { s.Identity.Title = "别的"; return nil },
		"what was read": func(s *Source) *exclude.Table {
			s.Document.Metadata.Found = map[string]extract.Found{"title": {Span: extract.Span{End: 2}}}
			return nil
		},
		"the roles": func(*Source) *exclude.Table { return more },
	} {
		before, s := found(), made()
		if kept.read(s, change(s)); found() != before+1 {
			t.Errorf("with %s it was found %d times", name, found()-before)
		}
	}
}
