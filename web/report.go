package web

import (
	"net/http"
	"slices"
	"strconv"
	"unicode"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// reportView is the view of page/report.html.
type reportView struct {
	Page
	Check    record.Check
	Document evidence.Document
	Library  evidence.Snapshot
	Name     string // of the document
	Totals   totalsView
	Sections []sectionView
	Sources  []sourceView
	Cards    []sourceView // those of the sources whose cards are rendered
	Text     textView
	Strip    []stripBar
	Flags    []flagView
	Notices  noticesView
	Passage  *passageView // of the chosen match, or nil
	Only     int64        // id of the one source that is highlighted, or 0
	ShowAll  string       // address with all sources
	Here     string       // address of this state
	Filter   filterView
	Decide   decideForm
	Export   exportView
	// SetAside is the form that excludes a source, where no script opens it.
	SetAside *decideForm
	Details  detailsView
	// Outdated says that the check knew other basic information.
	Outdated bool
	// Decisions is what reviewers have decided.
	Decisions decisionsView
	// Uncounted is what was found and does not count.
	Uncounted uncountedView
}

// sourceView is one source card.
type sourceView struct {
	ID        int64
	Rank      int
	Hue       int // of the palette
	Identity  evidence.Identity
	Name      string
	Relation  evidence.Relation
	Full      int
	Exclusive int
	Matches   int
	Kinds     []kindCount
	Similar   []evidence.Similarity
	Snippet   string
	Compare   string // address of the pair view
	Only      string // address of the report with this source alone
	SetAside  string // address of the report with the form that excludes it
}

// Colour is the class of the source's colour.
func (v sourceView) Colour() string { return colour(v.Hue) }

// kindCount is how many matches are of a kind.
type kindCount struct {
	Kind  evidence.Kind
	Count int
}

// passageView is every source of one passage, for partial/passage.html.
type passageView struct {
	Match   int
	Text    string
	Close   string // address without the passage
	Sources []passageSource
}

// passageSource is one match of the passage.
type passageSource struct {
	Source  sourceView
	Match   evidence.Match
	Quote   string
	Compare string
	Decided *evidence.Decision // or nil
}

// setAsideField names the source whose exclusion is asked about, where no script
// opens the form.
const setAsideField = "setaside"

// applyField is sent by a form whose address is not settled yet.
const applyField = "apply"

const (
	// snippetLength is about two lines of a card.
	snippetLength = 64
	// similarShown is from where on it says something that a field is alike.
	similarShown = 0.3
	// quoteLength is about eight lines of a card; the pair view shows the rest.
	quoteLength = 260
)

// check shows how far a check is or, once it is done, its report.
func (s *site) check(c *gin.Context, id int64) error {
	check, err := s.Store.Check(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if check.State != record.CheckDone {
		return s.showProgress(c, check)
	}
	l, err := s.load(c, id)
	if err != nil {
		return err
	}
	only, err := queryNumber(c, "source")
	if err != nil {
		return err
	}
	match, err := queryNumber(c, "match")
	if err != nil {
		return err
	}
	setAside, err := queryNumber(c, setAsideField)
	if err != nil {
		return err
	}
	if c.Query(applyField) != "" { // a form says more than an address must
		c.Redirect(http.StatusSeeOther, l.at.report(only, 0))
		return nil
	}
	v := viewReport(l, only, int(match))
	part, err := readPart(c.GetHeader(partHeader))
	if err != nil {
		return err
	}
	if part != nil {
		if err := s.leaveOut(c.Request.Context(), &v, l, part, c.GetHeader(haveHeader)); err != nil {
			return err
		}
		if part.far {
			return s.renderPart(c, http.StatusOK, "report", "rest", v)
		}
	}
	v.Page = s.page(c, v.Name, "report.js", "strip.js", "filter.js", "decide.js", "help.js", "print.js")
	v.Section, v.Wide = "checks", true
	v.Decide = s.decideForm(c, l, l.at.report(v.Only, v.shownMatch()))
	if v.Passage != nil {
		v.Decide.Match = v.Passage.Match
	}
	v.Decisions = viewDecisions(l, v.Decide)
	if source := l.source(setAside); source != nil && l.decided.Source(setAside) == nil {
		form := v.Decide
		form.Source, form.Name = source.ID, titleOf(source.Identity)
		v.SetAside = &form
	}
	return s.render(c, http.StatusOK, "report", v)
}

// queryNumber is a positive number of the query, 0 where there is none.
func queryNumber(c *gin.Context, name string) (int64, error) {
	text := c.Query(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, errBadInput
	}
	return n, nil
}

// viewReport makes the report of a check, with only one source highlighted and
// one match chosen where these are not 0. Ids that are not in the evidence
// choose nothing: a link may be older than the report it leads to.
func viewReport(l *loaded, only int64, match int) reportView {
	return viewReportTo(l, only, match, l.hrefTo(only))
}

// hrefTo leads from a passage to its sources.
func (l *loaded) hrefTo(only int64) func(*evidence.Match) string {
	return func(m *evidence.Match) string { return l.at.report(only, m.ID) }
}

// viewReportTo is viewReport with passages that lead where href says.
func viewReportTo(l *loaded, only int64, match int, href func(*evidence.Match) string) reportView {
	e := l.evidence
	if !slices.ContainsFunc(e.Sources, func(s evidence.Source) bool { return s.ID == only }) {
		only = 0
	}
	v := reportView{
		Check: l.check, Document: e.Document, Library: e.Library, Name: titleOf(e.Document.Identity),
		Totals: viewTotals(l), Only: only, ShowAll: l.at.report(0, 0), Here: l.at.report(only, 0),
		Export: viewExport(l.check, l.at), Filter: viewFilter(l, only), Uncounted: viewUncounted(l, only),
		Text: textOf(l, only, match, href), Passage: viewPassage(l, match, only),
	}
	for i := range e.Sources {
		if l.shown(&e.Sources[i]) {
			v.Sources = append(v.Sources, l.viewSource(&e.Sources[i], only))
		}
	}
	v.Cards = v.Sources
	v.Notices = viewNotices(l.document)
	v.Details = viewDetails(l.check.Document, l.document, func(start int) string { return "#at-" + strconv.Itoa(start) })
	v.Outdated = !sameDetails(l.check.Document.Identity, e.Document.Identity)
	v.Strip = viewStrip(v.Text)
	v.Sections = viewSections(e.Sections, v.Text)
	for _, f := range e.Document.Flags {
		v.Flags = append(v.Flags, flagView{Kind: f.Kind, Text: f.Text, Offset: f.Offset, Href: placeOf(l.document, f.Offset)})
	}
	return v
}

// shown says that a source has a match that is to be seen.
func (l *loaded) shown(s *evidence.Source) bool {
	return !l.choice.undecided || slices.ContainsFunc(s.Matches, func(m evidence.Match) bool { return l.decided.Match(m.ID) == nil })
}

// textOf is the text of a report: of all sources or, where only is not 0, of
// one that counts.
func textOf(l *loaded, only int64, match int, href func(*evidence.Match) string) textView {
	e := l.evidence
	order := orders(e.Sources)
	if !slices.ContainsFunc(e.Sources, func(s evidence.Source) bool { return s.ID == only }) {
		only = 0
	}
	in := textInput{
		document: l.document, excluded: applied(e.Excluded), flags: e.Document.Flags, selected: match,
		href: href,
	}
	for i := range e.Sources {
		source := &e.Sources[i]
		if only != 0 && source.ID != only {
			continue
		}
		for j := range source.Matches {
			m := &source.Matches[j]
			if l.choice.undecided && l.decided.Match(m.ID) != nil {
				continue
			}
			in.spans = append(in.spans, span{
				Span: extract.Span{Start: m.This.Offset, End: m.This.Offset + m.This.Length}, Match: m, Source: i, Rank: l.ranks[source.ID], Hue: l.hues[source.ID], Order: order[i],
			})
		}
	}
	return viewText(in)
}

// shownMatch is the match whose sources are shown, or 0.
func (v reportView) shownMatch() int {
	if v.Passage == nil {
		return 0
	}
	return v.Passage.Match
}

// viewSource makes the card of a source.
func (l *loaded) viewSource(s *evidence.Source, only int64) sourceView {
	v := sourceView{
		ID: s.ID, Rank: l.ranks[s.ID], Hue: l.hues[s.ID], Identity: s.Identity, Name: titleOf(s.Identity), Relation: s.Relation,
		Full: s.Full, Exclusive: s.Allotted, Matches: len(s.Matches),
		Compare: l.at.pair(s.ID, 0), Only: l.at.report(s.ID, 0),
		SetAside: l.at.plus(setAsideField, strconv.FormatInt(s.ID, 10)).report(only, 0) + "#passage",
	}
	if only == s.ID {
		v.Only = l.at.report(0, 0)
	}
	for _, similar := range s.Similar {
		if similar.Value >= similarShown {
			v.Similar = append(v.Similar, similar)
		}
	}
	longest := -1
	for i, m := range s.Matches {
		j := slices.IndexFunc(v.Kinds, func(k kindCount) bool { return k.Kind == m.Kind })
		if j < 0 {
			j = len(v.Kinds)
			v.Kinds = append(v.Kinds, kindCount{Kind: m.Kind})
		}
		v.Kinds[j].Count++
		if longest < 0 || m.This.Length > s.Matches[longest].This.Length {
			longest = i
		}
	}
	slices.SortStableFunc(v.Kinds, func(a, b kindCount) int { return b.Count - a.Count })
	if longest >= 0 {
		v.Snippet = clip(s.Matches[longest].This.Text, snippetLength)
	}
	return v
}

// clip shortens text to n code points, without line ends.
func clip(text string, n int) string {
	out := make([]rune, 0, n+1)
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(out) > 0
			continue
		}
		if space {
			out, space = append(out, ' '), false
		}
		if len(out) >= n {
			return string(append(out[:n], '…'))
		}
		out = append(out, r)
	}
	return string(out)
}

// viewPassage lists every match that shares text with the chosen one: best
// source first, within a source by place. It is nil where there is no such match.
func viewPassage(l *loaded, match int, only int64) *passageView {
	var chosen *evidence.Match
	sources := l.evidence.Sources
	for i := range sources {
		for j := range sources[i].Matches {
			if sources[i].Matches[j].ID == match {
				chosen = &sources[i].Matches[j]
			}
		}
	}
	if chosen == nil {
		return nil
	}
	v := &passageView{Match: match, Text: clip(chosen.This.Text, quoteLength), Close: l.at.report(only, 0)}
	start, end := chosen.This.Offset, chosen.This.Offset+chosen.This.Length
	for i := range sources {
		for _, m := range sources[i].Matches {
			if m.This.Offset >= end || m.This.Offset+m.This.Length <= start {
				continue
			}
			v.Sources = append(v.Sources, passageSource{
				Source: l.viewSource(&sources[i], only), Match: m,
				Quote: clip(m.Source.Text, quoteLength), Compare: l.at.pair(sources[i].ID, m.ID), Decided: l.decided.Match(m.ID),
			})
		}
	}
	return v
}

// passage is the fragment of a report that lists the sources of one match.
func (s *site) passage(c *gin.Context, id int64) error {
	match, err := paramID(c, "match")
	if err != nil {
		return err
	}
	only, err := queryNumber(c, "source")
	if err != nil {
		return err
	}
	l, err := s.load(c, id)
	if err != nil {
		return err
	}
	v := viewPassage(l, int(match), only)
	if v == nil {
		return record.ErrNotFound
	}
	return s.renderPart(c, http.StatusOK, "report", "passage", v)
}
