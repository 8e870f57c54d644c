package report

import (
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// View is the view of page/report.html.
type View struct {
	Check    record.Check
	Document evidence.Document
	Library  evidence.Snapshot
	Name     string // of the document
	CallName string // of the call that it was handed in to; empty for none
	// Characters is how many the document has, white space left out.
	Characters int
	Totals     Totals
	Sections   []SectionBar
	Sources    []Source            // that count, other applicants' before the applicant's own
	Own        []Source            // the applicant's own earlier applications, whatever their share
	Cards      []Card              // those of the sources and own applications whose cards are rendered
	Counted    int                 // sources that count, versions of one application as one
	Folded     bool                // versions of one application are listed as one source
	Look       []LookLine          // what to look at, the gravest first
	Learned    *LearnedLine        // text left out since others have it, where the research may be told; nil for none
	Declared   finding.Declaration // what the document says of the use of AI for it
	Worst      []Worst             // passages to be read first
	Doubts     []evidence.Doubt    // why the shares do not say all
	Text       highlight.Text
	Lead       Lead // what is folded of it
	// PreviousPart and NextPart are the addresses of the parts of a long text beside the one shown.
	PreviousPart, NextPart string
	Strip                  []StripBar
	Flags                  []highlight.Flag
	Notices                Notices
	Passage                *Passage // of the chosen match, or nil
	Only                   int64    // id of the one source that is highlighted, or 0
	ShowAll                string   // address with all sources
	Here                   string   // address of this state
	Originals              string   // address of the document's pages as they are in its file, "" where it has none
	Filter                 Filter
	Decide                 DecideForm
	Export                 Export
	// SetAside is the form that excludes a source, where no script opens it.
	SetAside *DecideForm
	Details  Details
	// Outdated says that the check knew other basic information.
	Outdated bool
	// Decisions is what reviewers have decided.
	Decisions Decisions
	// Opinions is what several people think of the check, where more than one is asked.
	Opinions Opinions
	// Shared is which pictures stand in other documents too, Pictures what was looked at for
	// that; nil where pictures were not.
	Shared []SharedPicture
	// Hints is possible rewritings, summaries and translations.
	Hints    Hints
	Pictures *evidence.Figures
	// Uncounted holds matches that do not count, for the template "uncounted".
	Uncounted Uncounted
}

const (
	// snippetLength is about two lines of a card.
	snippetLength = 64
	// similarShown is from where on it says something that a field is alike.
	similarShown = 0.3
	// quoteLength is about eight lines of a card; the pair view shows the rest.
	quoteLength = 260
)

// Report makes the report of a check, with only one source highlighted and
// one match chosen where these are not 0. Ids that are not in the evidence
// choose nothing: a link may be older than the report it leads to.
func (a *Assessment) Report(only int64, match int) View {
	v := a.view(only, match, a.hrefTo(only))
	v.Text.LinkPages(a.Address.pages)
	a.showPart(&v, match)
	v.Text.Fold()
	v.Lead = a.leadOf(v.Text)
	if v.Document.Pages > 0 {
		v.Originals = a.Address.Originals(v.Only, v.shownMatch(), 0)
	}
	return v
}

// Lead is the beginning of a text in which nothing is marked.
type Lead struct {
	Characters, Excluded int // Excluded of them do not count
	Flags                int
}

func (a *Assessment) leadOf(t highlight.Text) (out Lead) {
	for _, p := range t.Paragraphs[:t.Folded] {
		for _, run := range p.Runs {
			for _, piece := range run.Pieces {
				out.Flags += len(piece.Flags)
				for _, r := range piece.Text {
					if !evidence.Seen(r) {
						continue
					}
					if out.Characters++; run.Reason != "" {
						out.Excluded++
					}
				}
			}
		}
	}
	return out
}

// hrefTo leads from a passage to its sources.
func (a *Assessment) hrefTo(only int64) func(*evidence.Match) string {
	return func(m *evidence.Match) string { return a.Address.Report(only, m.ID) }
}

// view is Report with passages that lead where href says.
func (a *Assessment) view(only int64, match int, href func(*evidence.Match) string) View {
	e := a.Evidence
	if !slices.ContainsFunc(e.Sources, func(s evidence.Source) bool { return s.ID == only }) {
		only = 0
	}
	v := View{
		Check: a.Check, Document: e.Document, Library: e.Library, Name: NameOf(e.Document.Identity),
		Characters: a.spoken([]extract.Span{{End: len(a.runes)}}),
		Totals:     a.totals(), Only: only, ShowAll: a.Address.Report(0, 0), Here: a.Address.Report(only, 0),
		Export: Export{Check: a.Check.ID, Query: a.Address.Query(0, 0)}, Filter: a.filter(only), Uncounted: a.uncounted(only),
		Text: a.text(only, match, href), Passage: a.Passage(match, only),
	}
	for i := range e.Sources {
		if s := &e.Sources[i]; a.shown(s) && s.Relation != evidence.SameApplicant {
			v.Sources = append(v.Sources, a.card(s, only))
		}
	}
	for i := range a.All {
		if s := &a.All[i]; s.Relation == evidence.SameApplicant && (s.Full > 0 && a.shown(s) || s.Full == 0 && !a.refused(s)) {
			v.Own = append(v.Own, a.card(s, only))
		}
	}
	for _, own := range v.Own {
		if own.Full > 0 {
			v.Sources = append(v.Sources, own)
		}
	}
	v.Cards, v.Counted = a.cards(slices.DeleteFunc(slices.Clone(v.Sources), func(s Source) bool { return s.Own }), v.Own)
	v.Folded = slices.ContainsFunc(v.Cards, func(c Card) bool { return len(c.Versions) > 0 && c.Several == nil })
	v.Learned = a.learnedLine(only)
	v.Declared = finding.Declared(a.Document)
	v.Worst = a.worst(only)
	v.Shared, v.Pictures = a.shared(), e.Figures
	v.Hints = a.hints()
	v.Notices = NoticesOf(a.Document)
	v.Details = DetailsOf(a.Check.Document, a.Document)
	v.Outdated = !SameDetails(a.Check.Document.Identity, e.Document.Identity)
	v.Strip = stripOf(v.Text)
	v.Sections = sectionBars(e, v.Text)
	v.Flags = flagsOf(e.Document.Flags, a.Document)
	v.Doubts = e.Scores.Doubts
	v.Look = a.look(v)
	return v
}

// Untold reports whether nothing was found, which says nothing.
func (v View) Untold() bool {
	return !record.Share{Part: v.Totals.Covered, Whole: v.Totals.Countable, Doubts: v.Doubts}.Told()
}

// BesideNotices returns the doubts that are not already stated by the notices of missing text,
// which name pages and causes.
func (v View) BesideNotices() []evidence.Doubt {
	if len(v.Notices.Missing()) == 0 {
		return v.Doubts
	}
	return slices.DeleteFunc(slices.Clone(v.Doubts), func(d evidence.Doubt) bool { return d.Kind == evidence.DoubtMissing })
}

// AddForms adds decisions and the forms for new ones: for the reviewer of that name, with one form
// that excludes the source setAside unless that is 0.
func (v *View) AddForms(a *Assessment, reviewer string, setAside int64) {
	v.Decide = a.DecideForm(reviewer, a.Address.Report(v.Only, v.shownMatch()))
	v.Decide.Match = v.shownMatch()
	v.Decisions = a.Decisions(v.Decide)
	if source := a.Source(setAside); source != nil && a.Decided.Source(setAside) == nil {
		form := v.Decide
		form.Source, form.Name = source.ID, NameOf(source.Identity)
		v.SetAside = &form
	}
}

// refused reports whether a reader or a reviewer excludes a source.
func (a *Assessment) refused(s *evidence.Source) bool {
	return a.Decided.SetAside(s.ID) || slices.ContainsFunc(a.taking(s.Matches), func(m evidence.Match) bool {
		why := a.causes[m.ID]
		return why != causeExcluded && why != causeShort && why != causeShare
	})
}

// shown reports whether a source has a match that is to be seen.
func (a *Assessment) shown(s *evidence.Source) bool {
	return !a.Choice.undecided || slices.ContainsFunc(s.Matches, func(m evidence.Match) bool { return a.Decided.Match(m.ID) == nil })
}

// Text returns the text of a report: of all sources or, where only is not 0, of one that counts.
func (a *Assessment) Text(only int64) highlight.Text {
	v := a.text(only, 0, a.hrefTo(only))
	v.LinkPages(a.Address.pages)
	v.Show(a.Address.character())
	return v
}

// text is Text with one match chosen and passages that lead where href says.
func (a *Assessment) text(only int64, match int, href func(*evidence.Match) string) highlight.Text {
	e := a.Evidence
	order := orders(e.Sources)
	if !slices.ContainsFunc(e.Sources, func(s evidence.Source) bool { return s.ID == only }) {
		only = 0
	}
	in := highlight.Input{
		Document: a.Document, Excluded: applied(e.Excluded), Flags: e.Document.Flags, Selected: match,
		Href: href, HintHref: func(h *evidence.Hint) string { return a.Address.Hint(h.ID) },
		Verdict: func(m *evidence.Match) evidence.Verdict { return verdictOn(a.Decided, m) },
	}
	for i := range e.Sources {
		source := &e.Sources[i]
		if only != 0 && source.ID != only {
			continue
		}
		for j := range source.Matches {
			m := &source.Matches[j]
			if a.Choice.undecided && a.Decided.Match(m.ID) != nil {
				continue
			}
			likeness := highlight.Span{Source: i, Rank: a.ranks[source.ID], Hue: a.hues[source.ID], Order: order[i]}
			in.Spans = append(in.Spans, side{match: m}.spans(likeness, false)...)
		}
	}
	in.Spans = append(in.Spans, a.hintSpans(only, in.Spans, len(e.Sources))...)
	return highlight.Document(in)
}

// shownMatch returns the match whose sources are shown, or 0.
func (v View) shownMatch() int {
	if v.Passage == nil {
		return 0
	}
	return v.Passage.Match
}
