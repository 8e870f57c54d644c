package report

import (
	"image"
	"maps"
	"net/url"
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/extract/locate"
	"zhiwen/web/report/highlight"
)

// Query parameters of the page of an original.
const (
	PageField   = "page"   // number of the checked document's page
	TheirsField = "theirs" // number of the source's page
)

// Originals is the view of page/original.html: a page of the checked document as it
// is in its file, or one of each side of a pair.
type Originals struct {
	Name    string
	AsText  string // address of the same as text
	Sheets  []Original
	Matches []OriginalMatch // of the pair, or on the page
	Source  *Source         // of the pair, or nil
	Before  string          // address of the match before the chosen one, or ""
	After   string          // and of the one after it
}

// pages returns where a page of the checked document is seen, whatever is chosen: a text that is
// the same stays the same.
func (at Address) pages(page int) string { return Address{check: at.check}.Originals(0, 0, page) }

// Beyond returns the address of the pages that are shown where others were asked for, which the
// documents do not have; else "".
func (v Originals) Beyond(asked OriginalState) string {
	for i, page := range []int{asked.Page, asked.Theirs}[:len(v.Sheets)] {
		if page != 0 && page != v.Sheets[i].Number {
			return v.Sheets[i].at
		}
	}
	return ""
}

// Now returns the chosen match, or nil.
func (v Originals) Now() *OriginalMatch {
	if i := slices.IndexFunc(v.Matches, func(m OriginalMatch) bool { return m.Active }); i >= 0 {
		return &v.Matches[i]
	}
	return nil
}

// OriginalMatch is a match in the list beside the pages.
type OriginalMatch struct {
	evidence.Match
	Source      Source
	Ordinal     int    // among all matches of its source, from 1
	Href        string // where it is chosen
	Compare     string // where both sides are seen, or "" where they are
	CompareText string // likewise by their texts, for who does not see pages of sources
	Active      bool
	Class       string
	Here        []int // pages of the checked document that it stands on, none where that has no pages
	There       []int // pages of the source, as far as they are known
}

// Original is one page of a document.
type Original struct {
	Field      string // of addresses, that has the number of this document's page
	This       bool   // of the checked document
	Document   int64  // id, 0 where it is gone
	Name       string
	Relation   evidence.Relation // of a source
	Number     int               // from 1; 0 where the document has no pages
	Count      int               // of pages
	Previous   string            // address of the page before, or ""
	Next       string
	Hidden     []Hidden // what else the form says that leads to another page
	Recognised bool     // its text was read from a picture of it
	Stored     bool     // the file says where its pages began when it was last laid out

	Picture string // address, or "" where there is none
	Width   int    // of the picture, in pixels
	Height  int
	Marks   []OriginalMark
	Text    *highlight.Text // where there is no picture
	Fault   string          // why there is none, by its name in the table of faults; "" where the format cannot be drawn

	Chosen  bool // the chosen match stands on this page
	Found   int  // of Letters of it that stand on this page, those that are marked
	Letters int

	text     highlight.Text // of the whole document, highlighted
	page     extract.Page
	document *extract.Document
	chosen   []extract.Span // what the chosen match covers
	mark     OriginalMark   // of the chosen match, without its areas
	href     func(match int) string
	at       string // address of the view at this page
}

// Hidden is a hidden field of a form.
type Hidden struct{ Name, Value string }

// OriginalMark is a marked run of text on the picture of its page.
type OriginalMark struct {
	highlight.Run
	Active bool // of the chosen match
	Areas  []image.Rectangle
}

// First returns the first of the areas.
func (m OriginalMark) First() image.Rectangle { return m.Areas[0] }

// OriginalState says which pages are shown.
type OriginalState struct {
	Match  int   // id of the chosen match; another number stands for none or, in a pair, for the first
	Page   int   // number of the checked document's page; 0 stands for the first that has something of the match
	Theirs int   // and of the source's
	Only   int64 // id of the one source that is marked, or 0; of a report
}

// Originals returns the report's page with a number, with all that counts on it.
func (a *Assessment) Originals(state OriginalState) Originals {
	if state.Match == 0 && (a.Document == nil || len(a.Document.Pages) == 0) {
		state.Match = a.firstMatch(state.Only) // there is no first page to begin with
	}
	v := Originals{
		Name: NameOf(a.Evidence.Document.Identity), AsText: a.Address.Report(state.Only, state.Match),
	}
	var chosen *evidence.Match
	var of *evidence.Source
	var first []extract.Span // what is found, for the page to begin with
	for i := range a.Evidence.Sources {
		s := &a.Evidence.Sources[i]
		for j := range s.Matches {
			if s.Matches[j].ID == state.Match {
				chosen, of = &s.Matches[j], s
			}
			first = append(first, side{match: &s.Matches[j]}.cover()...)
		}
	}
	o := Original{
		Field: PageField, This: true, Document: a.Check.Document.ID, Name: v.Name, document: a.Document,
		text: a.text(state.Only, state.Match, a.hrefTo(state.Only)),
	}
	if chosen != nil {
		o.choose(side{match: chosen}, a.card(of, state.Only))
		first = o.chosen
	} else {
		state.Match = 0
	}
	o.turnTo(state.Page, first)
	o.href = func(match int) string { return a.Address.Originals(state.Only, match, o.Number) }
	o.lead(func(page int) string { return a.Address.Originals(state.Only, state.Match, page) })
	for i := range a.Evidence.Sources {
		s := &a.Evidence.Sources[i]
		if state.Only != 0 && s.ID != state.Only {
			continue
		}
		ordinals := a.ordinals(s.ID)
		for j := range s.Matches {
			m := &s.Matches[j]
			here := pagesOf(a.Document, side{match: m}.cover())
			if o.Number != 0 && !slices.Contains(here, o.Number) && m.ID != state.Match {
				continue
			}
			v.Matches = append(v.Matches, OriginalMatch{
				Match: *m, Source: a.card(s, 0), Ordinal: ordinals[m.ID], Href: o.href(m.ID),
				Compare: a.Address.PairOriginals(s.ID, m.ID, 0, 0), CompareText: a.Address.Pair(s.ID, m.ID) + pairAnchor(m.ID),
				Active: m.ID == state.Match, Class: highlight.Style(m.Kind), Here: here, There: placed(m.Source.Page),
			})
		}
	}
	slices.SortStableFunc(v.Matches, func(x, y OriginalMatch) int { return x.This.Offset - y.This.Offset })
	v.Sheets = []Original{o}
	v.chain()
	return v
}

// firstMatch returns the match that begins first in the document, of one source or, with 0, of all;
// 0 for none. What takes no part in the comparison is not looked at.
func (a *Assessment) firstMatch(only int64) (id int) {
	var first *evidence.Match
	for i := range a.Evidence.Sources {
		s := &a.Evidence.Sources[i]
		if only != 0 && s.ID != only {
			continue
		}
		for j := range s.Matches {
			if m := &s.Matches[j]; m.Reason == "" && (first == nil || m.This.Offset < first.This.Offset) {
				first, id = m, m.ID
			}
		}
	}
	return id
}

// PairOriginals returns a page of each side of a pair; source is nil where it was deleted.
func (a *Assessment) PairOriginals(s *evidence.Source, source *extract.Document, state OriginalState) Originals {
	p := a.Pair(s, PairState{Match: state.Match})
	p.SetTexts(a, source)
	v := Originals{
		Name: p.Left.Name + " · " + p.Right.Name, AsText: a.Address.Pair(s.ID, p.Active), Source: &p.Source,
	}
	left := Original{Field: PageField, This: true, Document: p.Left.Document, Name: p.Left.Name, document: a.Document, text: p.Left.Text}
	right := Original{Field: TheirsField, Document: p.Right.Document, Name: p.Right.Name, Relation: p.Source.Relation, document: source,
		text: p.Right.Text}
	if now := p.Now(); now != nil {
		left.choose(side{match: &now.Match}, p.Source)
		right.choose(side{match: &now.Match, source: true}, p.Source)
	}
	left.turnTo(state.Page, left.chosen)
	right.turnTo(state.Theirs, right.chosen)
	href := func(match int) string { return a.Address.PairOriginals(s.ID, match, 0, 0) }
	left.href, right.href = href, href
	left.lead(func(page int) string { return a.Address.PairOriginals(s.ID, p.Active, page, right.Number) })
	right.lead(func(page int) string { return a.Address.PairOriginals(s.ID, p.Active, left.Number, page) })
	for i := range p.Matches {
		m := &p.Matches[i]
		v.Matches = append(v.Matches, OriginalMatch{
			Match: m.Match, Source: p.Source, Ordinal: m.Ordinal, Href: href(m.ID), Active: m.Active, Class: m.Class,
			Here: pagesOf(a.Document, side{match: &m.Match}.cover()), There: pagesOf(source, side{match: &m.Match, source: true}.cover()),
		})
	}
	v.Sheets = []Original{left, right}
	v.chain()
	return v
}

// chain sets the ways to the matches before and after the chosen one.
func (v *Originals) chain() {
	i := slices.IndexFunc(v.Matches, func(m OriginalMatch) bool { return m.Active })
	if i > 0 {
		v.Before = v.Matches[i-1].Href
	}
	if i+1 < len(v.Matches) { // the first where none is chosen
		v.After = v.Matches[i+1].Href
	}
}

// placed returns a list of one page, or none if it is 0.
func placed(page int) []int {
	if page == 0 {
		return nil
	}
	return []int{page}
}

// choose marks a side of a match of a source as chosen.
func (o *Original) choose(s side, source Source) {
	o.chosen = s.cover()
	o.mark = OriginalMark{Active: true, Run: highlight.Run{
		Match: s.match.ID, Kind: s.match.Kind, Ratio: s.match.Similarity, Rank: source.Rank, Hue: source.Hue, Badge: true, Sources: 1,
		Selected: true,
	}}
}

// turnTo opens the page with a number: the last one where there are fewer, and where none
// is asked for the first that has something of the ranges.
func (o *Original) turnTo(number int, ranges []extract.Span) {
	if o.document == nil || len(o.document.Pages) == 0 {
		return
	}
	pages := o.document.Pages
	o.Count = len(pages)
	i := slices.IndexFunc(pages, func(p extract.Page) bool { return p.Number == number })
	if last := len(pages) - 1; number > pages[last].Number {
		i = last
	} else if on := pagesOf(o.document, ranges); i < 0 && len(on) > 0 {
		i = slices.IndexFunc(pages, func(p extract.Page) bool { return p.Number == slices.Min(on) })
	}
	o.page = pages[max(i, 0)]
	o.Number, o.Recognised, o.Stored = o.page.Number, o.page.Recognised, strings.HasPrefix(o.document.Method, "docx")
	o.Chosen = slices.ContainsFunc(o.chosen, func(s extract.Span) bool { return s.Start < o.page.End && o.page.Start < s.End })
}

// lead sets the addresses of other pages, which to returns.
func (o *Original) lead(to func(page int) string) {
	o.at = to(o.Number)
	if o.Number > 1 {
		o.Previous = to(o.Number - 1)
	}
	if o.Number > 0 && o.Number < o.Count {
		o.Next = to(o.Number + 1)
	}
	here, err := url.Parse(to(0))
	if err != nil {
		return // it is our own
	}
	values := here.Query()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			o.Hidden = append(o.Hidden, Hidden{name, value})
		}
	}
}

// Drawable reports whether a picture of the page can be made.
func (o *Original) Drawable() bool { return o.Number > 0 && o.document.Drawable() }

// Show adds the picture of the page, with its marks, to the view; address is the address of the
// picture.
func (o *Original) Show(d *extract.Drawing, address string) {
	o.Picture, o.Width, o.Height = address, d.Width, d.Height
	runes := []rune(o.document.Text)
	page := locate.Find(runes[o.page.Start:o.page.End], d)
	areas := func(s extract.Span) ([]image.Rectangle, int, int) {
		return page.Mark(extract.Span{Start: s.Start - o.page.Start, End: s.End - o.page.Start}) // which leaves out what is elsewhere
	}
	for _, p := range o.text.Paragraphs {
		at := p.Start
		for _, r := range p.Runs {
			s := extract.Span{Start: at, End: at + r.Length()}
			at = s.End
			if r.Match == 0 || r.Match == o.mark.Match {
				continue
			}
			if marked, _, _ := areas(s); len(marked) > 0 {
				r.Href = o.href(r.Match)
				o.Marks = append(o.Marks, OriginalMark{Run: r, Areas: marked})
			}
		}
	}
	for _, s := range o.chosen {
		marked, found, letters := areas(s)
		o.mark.Areas = append(o.mark.Areas, marked...)
		o.Found, o.Letters = o.Found+found, o.Letters+letters
	}
	if len(o.mark.Areas) > 0 {
		o.mark.Href = o.href(o.mark.Match)
		o.Marks = append(o.Marks, o.mark)
	}
}

// aroundParagraphs is how many paragraphs stand before and behind a match where a
// document has no pages.
const aroundParagraphs = 3

// Read puts the text of the page into the view, as there is no picture of it; fault is
// why, by its name, or "" where the format is the reason. Of a document without pages
// it is what stands around the chosen match.
func (o *Original) Read(fault string) {
	o.Fault = fault
	text := o.text
	if o.Number > 0 {
		text.Paragraphs = nil
		for _, p := range o.text.Paragraphs {
			if cut := p.Within(o.page.Span); len(cut.Runs) > 0 {
				text.Paragraphs = append(text.Paragraphs, cut)
			}
		}
		o.Text = &text
		return
	}
	if o.document == nil { // what is left of it are quotes
		o.Text = &text
		return
	}
	first, last := len(text.Paragraphs), -1
	for i, p := range text.Paragraphs {
		if slices.ContainsFunc(o.chosen, func(s extract.Span) bool { return s.Start < p.End && p.Start < s.End }) {
			first, last = min(first, i), i
		}
	}
	if last < 0 {
		return
	}
	text.Paragraphs = text.Paragraphs[max(0, first-aroundParagraphs):min(len(text.Paragraphs), last+1+aroundParagraphs)]
	o.Text = &text
}

// pagesOf returns the numbers of the pages that ranges of a text stand on, none where
// it has no pages.
func pagesOf(d *extract.Document, ranges []extract.Span) []int {
	if d == nil {
		return nil
	}
	var out []int
	for _, p := range d.Pages {
		if slices.ContainsFunc(ranges, func(r extract.Span) bool { return r.Start < p.End && p.Start < r.End }) {
			out = append(out, p.Number)
		}
	}
	return out
}
