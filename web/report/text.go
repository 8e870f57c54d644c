package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/segment"
)

// Text is a document as it reads, for partial/text.html.
type Text struct {
	Language   string // value of the lang attribute
	Length     int    // code points
	Paragraphs []Paragraph
}

// Paragraph is one paragraph.
type Paragraph struct {
	ID    string
	Kind  extract.ParagraphKind
	Level int // of a heading: 1 to 6
	Start int
	End   int
	Place extract.Place
	Runs  []Run

	Pictured bool             // its text was read from a picture
	Picture  *extract.Picture // the first of whose paragraphs it is
}

// Class is the paragraph's class.
func (p Paragraph) Class() string {
	class := string(p.Kind)
	if p.Kind == extract.Heading {
		class = "heading level-" + strconv.Itoa(p.Level)
	}
	if p.Pictured {
		class += " pictured"
	}
	return class
}

// Outline is the heading's level on the page, whose own title is the first.
func (p Paragraph) Outline() int { return min(p.Level+1, 6) }

// Run is neighbouring pieces of one best match and one reason for not
// being counted, or of neither.
type Run struct {
	Match    int           // id of the best match, or 0
	Kind     evidence.Kind // of the best match
	Ratio    evidence.Decimal
	Rank     int               // of its source, from 1
	Hue      int               // of its source, of the palette
	Hint     evidence.HintKind // of the best match, where it is no match but a hint
	Number   int               // of the hint
	Badge    bool              // the rank is shown with this run
	Sources  int               // most sources with a match at one place
	Href     string            // where a click leads
	Selected bool
	Reason   evidence.Reason  // why it is not counted, or ""
	Label    bool             // the reason is shown with this run
	Learned  bool             // the excluded text was learned from other applications
	Alone    bool             // stands within the match, on this side alone
	Verdict  evidence.Verdict // on the best match, where it is to be shown
	Pieces   []Piece
}

// Class is the classes of a highlighted run.
func (r Run) Class() string {
	c := "hl " + colour(r.Hue) + " " + style(r.Kind)
	if r.Hint != "" {
		c = "hint-text " + string(r.Hint)
	}
	if r.Reason != "" {
		c += " uncounted"
	}
	if r.Alone {
		c += " alone"
	}
	if r.Selected {
		c += " selected"
	}
	if r.Verdict != evidence.Withdrawn {
		c += " " + string(r.Verdict)
	}
	return c
}

// Length is the run's code points.
func (r Run) Length() int {
	n := 0
	for _, p := range r.Pieces {
		n += utf8.RuneCountInString(p.Text)
	}
	return n
}

// Piece is one segment of a run.
type Piece struct {
	Text    string
	Page    PageMark // that begins here
	Flags   []Flag   // that begin here
	Flagged bool
	Mark    Mark     // how it differs from the other side of its match, or ""
	IDs     []string // anchors of the matches that begin here
	Begins  string   // ids of the matches that begin here, for scripts
	Ends    string   // ids of the matches that end here, for scripts
}

// PageMark is the beginning of a page, of none where Number is 0.
type PageMark struct {
	Number     int
	Href       string  // of the page as it is in the file, or ""
	Recognised bool    // its text was read from a picture
	Confidence float64 // of the recognition
}

// LinkPages has the beginnings of pages lead to the pages of the original, as to gives
// their addresses.
func (v Text) LinkPages(to func(page int) string) {
	for _, p := range v.Paragraphs {
		for _, r := range p.Runs {
			if r.Match != 0 { // which leads elsewhere
				continue
			}
			for i := range r.Pieces {
				if mark := &r.Pieces[i].Page; mark.Number != 0 {
					mark.Href = to(mark.Number)
				}
			}
		}
	}
}

// Plain says that the piece is nothing but text.
func (p Piece) Plain() bool {
	return !p.Flagged && p.Mark == "" && len(p.IDs) == 0 && p.Ends == ""
}

// Told is the mark that a reader is told in words, "" where it is none or other
// characters, which need no words.
func (p Piece) Told() Mark {
	if p.Mark == Mark(evidence.WayEdited) {
		return ""
	}
	return p.Mark
}

// Class is the classes of a piece that is not plain, maybe none.
func (p Piece) Class() string {
	class := ""
	if p.Mark != "" {
		class = "edit " + string(p.Mark)
	}
	if p.Flagged {
		class += " flagged"
	}
	return strings.TrimSpace(class)
}

// style tells copied text from edited text by more than its shade.
func style(k evidence.Kind) string {
	if k == evidence.Verbatim {
		return "solid"
	}
	if _, hint := k.ConfirmedHint(); hint {
		return "dashed reworded"
	}
	return "dashed"
}

// Flag is one finding of extraction.
type Flag struct {
	Kind   string
	Text   string
	Offset int
	Href   string // leads to its paragraph, where it has one
}

// flagsOf lists findings with the way to where they are in the document.
func flagsOf(flags []evidence.Flag, d *extract.Document) []Flag {
	var out []Flag
	for _, f := range flags {
		out = append(out, Flag{Kind: f.Kind, Text: f.Text, Offset: f.Offset, Href: PlaceOf(d, f.Offset)})
	}
	return out
}

// Read is a document as it was read, with what was found in it and nothing
// highlighted.
func Read(d *extract.Document) (Text, []Flag) {
	in := highlighting{document: d}
	for _, f := range d.Flags {
		in.flags = append(in.flags, evidence.Flag{Kind: string(f.Kind), Offset: f.Start, Length: f.End - f.Start, Text: f.Text})
	}
	return highlight(in), flagsOf(in.flags, d)
}

// span is one highlighted range, of either side of a match.
type span struct {
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

// highlighting is what a document's view is made of.
type highlighting struct {
	document *extract.Document
	spans    []span
	excluded []evidence.Excluded
	flags    []evidence.Flag
	edits    []edit
	prefix   string // of the anchors: two documents can stand on one page
	selected int    // id of the match to bring out, or 0
	href     func(*evidence.Match) string
	hintHref func(*evidence.Hint) string            // likewise of hints; may be nil where there are none
	verdict  func(*evidence.Match) evidence.Verdict // to be shown with a match; may be nil
}

// highlight highlights a document. Where matches overlap the source of the
// lowest Order stands for them, within a source the more similar match; what stands
// on one side alone is shown where nothing corresponds.
func highlight(in highlighting) Text {
	d := in.document
	slices.SortStableFunc(in.spans, func(a, b span) int {
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
	cut := segment.Input{Text: d.Text, Paragraphs: d.Paragraphs, Pages: d.Pages}
	for i, s := range in.spans {
		cut.Matches = append(cut.Matches, segment.Match{Span: s.Span, Rank: i, Source: s.Source})
	}
	for _, e := range in.edits {
		cut.Edits = append(cut.Edits, e.Span)
	}
	for _, e := range in.excluded {
		cut.Excluded = append(cut.Excluded, extract.Span{Start: e.Offset, End: e.Offset + e.Length})
	}
	for _, f := range in.flags {
		cut.Flags = append(cut.Flags, extract.Span{Start: f.Offset, End: f.Offset + f.Length})
	}
	v := Text{Language: scriptOf(d.Text)}
	builder := runBuilder{in: in, badged: map[int]bool{}, labelled: map[naming]bool{}}
	pictures, marked := d.Pictures, 0
	for _, p := range segment.Cut(cut) {
		pv := Paragraph{ID: in.prefix + "at-" + strconv.Itoa(p.Start), Kind: p.Kind, Start: p.Start, End: p.End, Place: p.Place}
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
	in       highlighting
	badged   map[int]bool    // by id of match
	labelled map[naming]bool // what was named since the last text that counts
	pages    int             // of the document that have begun
}

// add puts a segment at the end of p: into its last run where it belongs there.
func (b *runBuilder) add(p *Paragraph, s segment.Segment) {
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

func (b *runBuilder) run(s segment.Segment) Run {
	p := Piece{Text: s.Text, Page: b.page(s.Page), Flagged: s.Flag != segment.None}
	if s.Edit != segment.None {
		p.Mark = b.in.edits[s.Edit].Mark
	}
	for _, i := range s.Points {
		f := b.in.flags[i]
		p.Flags = append(p.Flags, Flag{Kind: f.Kind, Text: f.Text, Offset: f.Offset})
	}
	for _, i := range s.Begins {
		if b.in.spans[i].First {
			p.IDs = append(p.IDs, b.in.prefix+"m"+strconv.Itoa(b.in.spans[i].Match.ID))
		}
	}
	p.Begins = b.ids(s.Begins, func(s span) bool { return s.First })
	p.Ends = b.ids(s.Ends, func(s span) bool { return s.Last })
	r := Run{Sources: s.Sources, Pieces: []Piece{p}}
	if s.Excluded == segment.None {
		if strings.TrimSpace(s.Text) != "" {
			clear(b.labelled)
		}
	} else {
		r.Reason, r.Learned = b.in.excluded[s.Excluded].Reason, b.in.excluded[s.Excluded].Learned
		r.Label = b.names(s)
	}
	if s.Match == segment.None {
		return r
	}
	best := b.in.spans[s.Match]
	r.Match, r.Kind, r.Ratio, r.Rank, r.Hue = best.Match.ID, best.Match.Kind, best.Match.Similarity, best.Rank, best.Hue
	r.Alone = best.Alone
	r.Badge = !b.badged[best.Match.ID]
	b.badged[best.Match.ID] = true
	r.Selected = best.Match.ID == b.in.selected
	if best.Hint != nil {
		r.Hint, r.Number, r.Href = best.Hint.Kind, best.Number, b.in.hintHref(best.Hint)
		return r
	}
	r.Href = b.in.href(best.Match)
	if b.in.verdict != nil {
		r.Verdict = b.in.verdict(best.Match)
	}
	return r
}

// naming is what the label of text that is not counted says.
type naming struct {
	reason  evidence.Reason
	learned bool
}

// names says whether a segment that is not counted is to have its reason named: a
// reason is named once until text that counts comes between, since a cover of twenty
// cells would have the same two words in each of them.
func (b *runBuilder) names(s segment.Segment) bool {
	x := b.in.excluded[s.Excluded]
	n := naming{x.Reason, x.Learned}
	if strings.TrimSpace(s.Text) == "" || b.labelled[n] {
		return false
	}
	b.labelled[n] = true
	return true
}

// page finds what is known of the page with a number.
func (b *runBuilder) page(number int) PageMark {
	for b.pages < len(b.in.document.Pages) && number != 0 {
		p := b.in.document.Pages[b.pages]
		b.pages++
		if p.Number == number {
			return PageMark{Number: number, Recognised: p.Recognised, Confidence: p.Confidence}
		}
	}
	return PageMark{}
}

// ids names the matches of those of the spans that are asked for.
func (b *runBuilder) ids(spans []int, asked func(span) bool) string {
	var out []string
	for _, i := range spans {
		if asked(b.in.spans[i]) {
			out = append(out, strconv.Itoa(b.in.spans[i].Match.ID))
		}
	}
	return strings.Join(out, " ")
}

// scriptSample is how many code points tell what a text is written in.
const scriptSample = 2000

// scriptOf gives the lang attribute for a text, so that browsers take the right
// fonts and break lines rightly.
func scriptOf(text string) string {
	han, letters, n := 0, 0, 0
	for _, r := range text {
		if n++; n > scriptSample {
			break
		}
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			letters++
		}
	}
	// A Chinese character says about as much as three Latin letters.
	if 3*han >= letters && han > 0 {
		return "zh-Hans"
	}
	return "en"
}
