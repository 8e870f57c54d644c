package highlight

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Span is one highlighted range, of either side of a match.
type Span struct {
	extract.Span
	Match  *evidence.Match
	Hint   *evidence.Hint // what it is part of instead; Match has its number only
	Number int            // of the hint
	Source int            // any number that tells sources apart
	Rank   int            // number of the source, from 1
	Hue    int            // of the source, of the palette
	Order  int            // where spans overlap, that of the lowest Order is shown
	Alone  bool           // nothing of the other side corresponds to it
	First  bool           // the match begins with it
	Last   bool           // the match ends with it
}

// Input is what the view of a document is made of.
type Input struct {
	Document *extract.Document
	Spans    []Span
	Excluded []evidence.Excluded
	Flags    []evidence.Flag
	Edits    []Edit
	Prefix   string // of the anchors: two documents can stand on one page
	Selected int    // id of the match to bring out, or 0
	Href     func(*evidence.Match) string
	HintHref func(*evidence.Hint) string            // likewise of hints; may be nil where there are none
	Verdict  func(*evidence.Match) evidence.Verdict // to be shown with a match; may be nil
}

// Document highlights a document, and sorts the spans of in for that. Where matches overlap the source of the
// lowest Order stands for them, within a source the more similar match; what stands
// on one side alone is shown where nothing corresponds.
func Document(in Input) Text {
	d := in.Document
	slices.SortStableFunc(in.Spans, func(a, b Span) int {
		switch {
		case a.Alone != b.Alone:
			if b.Alone {
				return -1
			}
			return 1
		case a.Order != b.Order:
			return a.Order - b.Order
		case a.Match.Similarity != b.Match.Similarity:
			if a.Match.Similarity > b.Match.Similarity {
				return -1
			}
			return 1
		}
		return a.Start - b.Start
	})
	cut := Ranges{Text: d.Text, Paragraphs: short(d.Paragraphs), Pages: d.Pages}
	for i, s := range in.Spans {
		cut.Matches = append(cut.Matches, RankedMatch{Span: s.Span, Rank: i, Source: s.Source})
	}
	for _, e := range in.Edits {
		cut.Edits = append(cut.Edits, e.Span)
	}
	for _, e := range in.Excluded {
		cut.Excluded = append(cut.Excluded, extract.Span{Start: e.Offset, End: e.Offset + e.Length})
	}
	for _, f := range in.Flags {
		cut.Flags = append(cut.Flags, extract.Span{Start: f.Offset, End: f.Offset + f.Length})
	}
	v := Text{Language: Language(d.Text)}
	builder := runBuilder{in: in, badged: map[int]bool{}, labelled: map[naming]bool{}}
	pictures, marked := d.Pictures, 0
	for _, p := range Cut(cut) {
		pv := Paragraph{ID: in.Prefix + "at-" + strconv.Itoa(p.Start), Kind: p.Kind, Start: p.Start, End: p.End, Place: p.Place}
		if p.Kind == extract.Heading {
			pv.Level = min(max(p.Level, 1), 6)
		}
		for len(pictures) > 0 && pictures[0].End <= p.Start {
			pictures = pictures[1:]
		}
		if len(pictures) > 0 && pictures[0].Start < p.End {
			pv.Pictured = true
			if pictures[0].Number != marked {
				pv.Picture, marked = &pictures[0], pictures[0].Number
			}
		}
		for _, s := range p.Segments {
			builder.add(&pv, s)
		}
		v.Paragraphs = append(v.Paragraphs, pv)
		v.Length = max(v.Length, p.End)
	}
	return v
}

// runBuilder makes runs of segments and remembers what was shown already.
type runBuilder struct {
	in       Input
	badged   map[int]bool    // by id of match
	labelled map[naming]bool // what was named since the last text that counts
	pages    int             // of the document that have begun
}

// add puts a segment at the end of p: into its last run where it belongs there.
func (b *runBuilder) add(p *Paragraph, s Segment) {
	run := b.run(s)
	if n := len(p.Runs) - 1; n >= 0 && p.Runs[n].Match == run.Match && p.Runs[n].Reason == run.Reason && p.Runs[n].Alone == run.Alone {
		last := &p.Runs[n]
		last.Sources = max(last.Sources, run.Sources)
		last.Label = last.Label || run.Label
		last.Pieces = append(last.Pieces, run.Pieces...)
		return
	}
	p.Runs = append(p.Runs, run)
}

func (b *runBuilder) run(s Segment) Run {
	p := Piece{Text: s.Text, Page: b.page(s.Page), Flagged: s.Flag != NoRange}
	if s.Edit != NoRange {
		p.Mark = b.in.Edits[s.Edit].Mark
	}
	for _, i := range s.Points {
		f := b.in.Flags[i]
		p.Flags = append(p.Flags, Flag{Kind: f.Kind, Text: f.Text, Pages: f.Pages})
	}
	for _, i := range s.Begins {
		if b.in.Spans[i].First {
			p.IDs = append(p.IDs, b.in.Prefix+"m"+strconv.Itoa(b.in.Spans[i].Match.ID))
		}
	}
	p.Begins = b.ids(s.Begins, func(s Span) bool { return s.First })
	p.Ends = b.ids(s.Ends, func(s Span) bool { return s.Last })
	r := Run{Sources: s.Sources, Pieces: []Piece{p}}
	if s.Excluded == NoRange {
		if strings.TrimSpace(s.Text) != "" {
			clear(b.labelled)
		}
	} else {
		r.Reason, r.Learned = b.in.Excluded[s.Excluded].Reason, b.in.Excluded[s.Excluded].Learned()
		r.Label = b.names(s)
	}
	if s.Match == NoRange {
		return r
	}
	best := b.in.Spans[s.Match]
	r.Match, r.Kind, r.Ratio, r.Rank, r.Hue = best.Match.ID, best.Match.Kind, best.Match.Similarity, best.Rank, best.Hue
	r.Alone = best.Alone
	r.Badge = !b.badged[best.Match.ID]
	b.badged[best.Match.ID] = true
	r.Selected = best.Match.ID == b.in.Selected
	if best.Hint != nil {
		r.Hint, r.Number, r.Href = best.Hint.Kind, best.Number, b.in.HintHref(best.Hint)
		return r
	}
	r.Href = b.in.Href(best.Match)
	if b.in.Verdict != nil {
		r.Verdict = b.in.Verdict(best.Match)
	}
	return r
}

// naming is the label of text that is not counted.
type naming struct {
	reason  evidence.Reason
	learned bool
}

// names reports whether a segment that is not counted is to have its reason named: a
// reason is named once until text that counts comes between, since a cover of twenty
// cells would have the same two words in each of them.
func (b *runBuilder) names(s Segment) bool {
	x := b.in.Excluded[s.Excluded]
	n := naming{x.Reason, x.Learned()}
	if strings.TrimSpace(s.Text) == "" || b.labelled[n] {
		return false
	}
	b.labelled[n] = true
	return true
}

// page returns the marks of a page by its number.
func (b *runBuilder) page(number int) PageMark {
	for b.pages < len(b.in.Document.Pages) && number != 0 {
		p := b.in.Document.Pages[b.pages]
		b.pages++
		if p.Number == number {
			return PageMark{Number: number, Recognised: p.Recognised, Confidence: p.Confidence}
		}
	}
	return PageMark{}
}

// ids names the matches of those of the spans that are asked for.
func (b *runBuilder) ids(spans []int, asked func(Span) bool) string {
	var out []string
	for _, i := range spans {
		if asked(b.in.Spans[i]) {
			out = append(out, strconv.Itoa(b.in.Spans[i].Match.ID))
		}
	}
	return strings.Join(out, " ")
}
