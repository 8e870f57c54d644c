package web

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// pairView is the view of page/pair.html.
type pairView struct {
	Page
	Check     record.Check
	Report    string // address of the report, at the active match
	Paper     string // address of what is printed
	Source    sourceView
	Left      paneView // this document
	Right     paneView // the source
	Swapped   bool     // the source stands on the left
	Swap      string   // address with the sides swapped
	Basics    []basicView
	Matches   []matchView
	Active    int // id of the active match
	Previous  string
	Next      string // address of the next source, or ""
	Count     int    // sources that count
	Place     int    // of this source among them, 0 where it does not count
	Filter    filterView
	Undecided int    // of the matches
	Only      string // address that shows undecided matches only or, where it does so already, all
	Decide    decideForm
	SetAside  *evidence.Decision // of the source, or nil
	Countable int                // characters of this document
	// SourceCovered of SourceCharacters of the source are found in this document.
	SourceCovered, SourceCharacters int
	// At is the place of the active match in Matches.
	At int
}

// Now is the active match, or nil where there is none.
func (v pairView) Now() *matchView { return v.match(v.At) }

// Before is the match before the active one, or nil.
func (v pairView) Before() *matchView { return v.match(v.At - 1) }

// After is the match after the active one, or nil.
func (v pairView) After() *matchView { return v.match(v.At + 1) }

func (v pairView) match(i int) *matchView {
	if i < 0 || i >= len(v.Matches) {
		return nil
	}
	return &v.Matches[i]
}

// toDecide is the match to go on with once the active one is decided: the next
// that nobody has decided about, from the end back to the start, or else the
// active one.
func (v pairView) toDecide() int {
	for i := range v.Matches {
		if m := v.Matches[(v.At+1+i)%len(v.Matches)]; m.Decided == nil {
			return m.ID
		}
	}
	return v.Active
}

// Panes is the two documents as they stand on the page.
func (v pairView) Panes() []paneView {
	this, source := v.Left, v.Right
	this.This, this.Report = true, v.Report
	source.Relation = v.Source.Relation
	if v.Swapped {
		this, source = source, this
	}
	this.Side, source.Side = "left", "right"
	return []paneView{this, source}
}

// basicView is one field of the basic information on both sides.
type basicView struct {
	Field        string
	This, Source string
	Similarity   *evidence.Decimal // or nil
}

// viewBasics compares the basic information, field by field, where one side has it.
func viewBasics(this, source evidence.Identity, similar []evidence.Similarity, comma string) []basicView {
	year := func(y int) string {
		if y == 0 {
			return ""
		}
		return strconv.Itoa(y)
	}
	var out []basicView
	for _, b := range []basicView{
		{Field: "title", This: this.Title, Source: source.Title},
		{Field: "applicant", This: this.Applicant, Source: source.Applicant},
		{Field: "institution", This: this.Institution, Source: source.Institution},
		{Field: "year", This: year(this.Year), Source: year(source.Year)},
		{Field: "programme", This: this.Programme, Source: source.Programme},
		{Field: "keywords", This: strings.Join(this.Keywords, comma), Source: strings.Join(source.Keywords, comma)},
	} {
		if b.This == "" && b.Source == "" {
			continue
		}
		for _, s := range similar {
			if s.Field == b.Field {
				b.Similarity = &s.Value
			}
		}
		out = append(out, b)
	}
	return out
}

// paneView is one of the two documents.
type paneView struct {
	Side     string // where it stands: left or right
	This     bool   // it is the checked document
	Report   string // address of the report, of the checked document
	Relation evidence.Relation
	Identity evidence.Identity
	Name     string
	Document int64 // id, or 0 where it is gone
	Text     textView
	Gone     bool // the document was deleted: only the quoted passages are left
}

// matchView is one match of a pair.
type matchView struct {
	evidence.Match
	Ordinal int // among all matches of its source, from 1
	Href    string
	Active  bool
	Class   string
	Why     cause              // why it does not count, or ""
	Decided *evidence.Decision // or nil
	Form    decideForm         // that takes the decision back
	Late    bool               // its differences are not on the page
}

// swapField of an address puts the source on the left.
const swapField = "swap"

// pair shows a document beside one of its sources. To a script that has both
// documents already (haveHeader) it gives the page without them.
func (s *site) pair(c *gin.Context, id int64) error {
	sourceID, err := paramID(c, "source")
	if err != nil {
		return err
	}
	active, err := queryNumber(c, "match")
	if err != nil {
		return err
	}
	l, err := s.load(c, id)
	if err != nil {
		return err
	}
	straight := l.at
	swapped := c.Query(swapField) != ""
	if swapped {
		l.at = l.at.plus(swapField, "1")
	}
	of := l.source(sourceID)
	if of == nil {
		return record.ErrNotFound
	}
	v := viewPair(l, of, int(active))
	if c.GetHeader(haveHeader) == "" {
		source, err := s.Store.Extraction(c.Request.Context(), sourceID)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		v.setTexts(l, source, time.Now)
	}
	v.Decide = s.decideForm(c, l, l.at.pair(sourceID, v.toDecide()))
	v.Decide.Match, v.Decide.Source, v.Decide.Name = v.Active, sourceID, v.Right.Name
	v.SetAside = l.decided.Source(sourceID)
	v.Report = straight.report(0, v.Active)
	v.Paper = straight.paper(sourceID)
	if v.Swapped = swapped; swapped {
		v.Swap = straight.pair(sourceID, v.Active)
	} else {
		v.Swap = straight.plus(swapField, "1").pair(sourceID, v.Active)
	}
	if l.choice.undecided {
		v.Only = l.at.without(undecidedField).pair(sourceID, v.Active)
	} else {
		v.Only = l.at.plus(undecidedField, "1").pair(sourceID, 0)
	}
	v.Basics = viewBasics(l.evidence.Document.Identity, of.Identity, of.Similar, s.language(c).Text("app.comma"))
	for i := range v.Matches {
		v.Matches[i].Form = v.Decide
		v.Matches[i].Form.Match, v.Matches[i].Form.Back = v.Matches[i].ID, l.at.pair(sourceID, v.Matches[i].ID)
	}
	v.Page = s.page(c, v.Left.Name+" · "+v.Right.Name, "pair.js", "decide.js", "help.js", "print.js")
	v.Section, v.Wide = "checks", true
	return s.render(c, http.StatusOK, "pair", v)
}

// viewPair makes the view of a source, with its matches that count or were
// dismissed, or with all where none counts; the texts are left to setTexts.
func viewPair(l *loaded, s *evidence.Source, active int) pairView {
	e := l.evidence
	index := slices.IndexFunc(e.Sources, func(x evidence.Source) bool { return x.ID == s.ID })
	if index >= 0 {
		s = l.withDismissed(s)
	}
	at := max(slices.IndexFunc(s.Matches, func(m evidence.Match) bool { return m.ID == active }), 0)
	v := pairView{
		Check: l.check, Source: l.viewSource(s, 0), At: at, Count: len(e.Sources), Countable: e.Scores.Countable,
		SourceCovered: covered(counted(s.Matches)), SourceCharacters: s.Characters,
		Place: index + 1, Filter: viewFilter(l, 0),
	}
	if len(s.Matches) > 0 {
		v.Active = s.Matches[at].ID
	}
	v.Filter.Reset = address{check: l.check.ID}.pair(s.ID, 0)
	if index > 0 {
		v.Previous = l.at.pair(e.Sources[index-1].ID, 0)
	}
	if index >= 0 && index+1 < len(e.Sources) {
		v.Next = l.at.pair(e.Sources[index+1].ID, 0)
	}
	ordinals := l.ordinals(s.ID)
	for i, m := range s.Matches {
		found := l.decided.Match(m.ID)
		if found == nil {
			v.Undecided++
		}
		v.Matches = append(v.Matches, matchView{
			Match: m, Ordinal: ordinals[m.ID], Href: l.at.pair(s.ID, m.ID) + "#t-m" + strconv.Itoa(m.ID),
			Active: i == at, Class: style(m.Kind), Why: l.causes[m.ID], Decided: found,
		})
	}
	v.Left = paneView{Identity: e.Document.Identity, Name: titleOf(e.Document.Identity), Document: l.check.Document.ID}
	v.Right = paneView{Identity: s.Identity, Name: titleOf(s.Identity), Document: s.ID}
	return v
}

// setTexts puts both documents into the view; source is nil where it was
// deleted. now bounds the search for differences.
func (v *pairView) setTexts(l *loaded, source *extract.Document, now func() time.Time) {
	e, id := l.evidence, v.Source.ID
	left := textInput{document: l.document, prefix: "t-", selected: v.Active, excluded: applied(e.Excluded), flags: e.Document.Flags, verdict: func(m *evidence.Match) evidence.Verdict { return verdictOn(l.decided, m) }}
	right := textInput{document: source, prefix: "s-", selected: v.Active, verdict: func(m *evidence.Match) evidence.Verdict { return verdictOn(l.decided, m) }}
	left.href = func(m *evidence.Match) string { return l.at.pair(id, m.ID) + "#s-m" + strconv.Itoa(m.ID) }
	right.href = func(m *evidence.Match) string { return l.at.pair(id, m.ID) + "#t-m" + strconv.Itoa(m.ID) }
	matches := make([]evidence.Match, len(v.Matches))
	for i := range v.Matches {
		matches[i] = v.Matches[i].Match
		left.spans = append(left.spans, passageSpan(&matches[i], matches[i].This, v.Source))
		right.spans = append(right.spans, passageSpan(&matches[i], matches[i].Source, v.Source))
	}
	var late map[int]bool
	left.edits, right.edits, late = differences(matches, v.Active, now)
	for i := range v.Matches {
		v.Matches[i].Late = late[v.Matches[i].ID]
	}
	v.Left.Text = viewText(left)
	if source == nil {
		v.Right.Gone, v.Right.Document = true, 0
		right.document, right.spans, right.edits = quotes(matches, v.Source, right.edits)
	}
	v.Right.Text = viewText(right)
}

// withDismissed is a source that counts with its dismissed matches, so that
// they can be seen and taken back; without those that were decided about, but
// for none at all, where only undecided ones are asked for.
func (l *loaded) withDismissed(s *evidence.Source) *evidence.Source {
	out := *s
	out.Matches = nil
	i := slices.IndexFunc(l.all, func(x evidence.Source) bool { return x.ID == s.ID })
	for _, m := range l.all[i].Matches {
		found := l.decided.Match(m.ID)
		if (m.Counted > 0 || found != nil && l.causes[m.ID] == causeDismissed) && (found == nil || !l.choice.undecided) {
			out.Matches = append(out.Matches, m)
		}
	}
	if len(out.Matches) == 0 {
		return s
	}
	return &out
}

func passageSpan(m *evidence.Match, p evidence.Passage, source sourceView) span {
	return span{Span: extract.Span{Start: p.Offset, End: p.Offset + p.Length}, Match: m, Rank: source.Rank, Hue: source.Hue}
}

// counted leaves out the matches that do not count, unless none does.
func counted(matches []evidence.Match) []evidence.Match {
	out := slices.DeleteFunc(slices.Clone(matches), func(m evidence.Match) bool { return m.Counted == 0 })
	if len(out) == 0 {
		return matches
	}
	return out
}

// covered counts the characters on the source's side of the matches, those of
// overlapping matches once.
func covered(matches []evidence.Match) int {
	spans := make([]extract.Span, 0, len(matches))
	for _, m := range matches {
		spans = append(spans, extract.Span{Start: m.Source.Offset, End: m.Source.Offset + m.Source.Length})
	}
	slices.SortFunc(spans, func(a, b extract.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	n, end := 0, 0
	for _, s := range spans {
		if s.End > end {
			n += s.End - max(s.Start, end)
			end = s.End
		}
	}
	return n
}

// quotes stands in for a source that was deleted: a document of the passages
// that the evidence quotes, in the order of the source, with spans and edits
// moved to where the passages now stand.
func quotes(matches []evidence.Match, source sourceView, edits []extract.Span) (*extract.Document, []span, []extract.Span) {
	order := make([]int, len(matches))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return matches[a].Source.Offset - matches[b].Source.Offset })
	d := &extract.Document{}
	var spans []span
	var moved []extract.Span
	at := 0
	for _, i := range order {
		m := &matches[i]
		start := at
		for j, line := range strings.Split(m.Source.Text, "\n") {
			if j > 0 || at > 0 {
				d.Text += "\n"
				at++
				if j == 0 {
					start = at
				}
			}
			n := len([]rune(line))
			d.Text += line
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Body})
			at += n
		}
		spans = append(spans, span{Span: extract.Span{Start: start, End: at}, Match: m, Rank: source.Rank, Hue: source.Hue})
		for _, x := range edits {
			if x.Start >= m.Source.Offset && x.End <= m.Source.Offset+m.Source.Length {
				moved = append(moved, extract.Span{Start: x.Start - m.Source.Offset + start, End: x.End - m.Source.Offset + start})
			}
		}
	}
	return d, spans, moved
}
