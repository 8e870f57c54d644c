// Package highlight makes of a document and of what is known of its text (matches, text
// that is not counted, findings of extraction) paragraphs of runs, and of these leaves,
// as templates show them. It knows nothing of a check, a report or their pages.
// Nothing of it changes after it is made; it is safe for concurrent use.
package highlight

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// Text is a document as it reads, for partial/text.html.
type Text struct {
	Language   string // value of the lang attribute
	Length     int    // code points
	Paragraphs []Paragraph
	Folded     int // paragraphs at the beginning that are folded away (Fold)
	Window     Window
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

// Class returns the paragraph's class.
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

// Outline returns the heading's level on the page, whose own title is the first.
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

// Class returns the classes of a highlighted run.
func (r Run) Class() string {
	c := "hl " + Colour(r.Hue) + " " + Style(r.Kind)
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

// Length returns the run's code points.
func (r Run) Length() int {
	return each.Sum(r.Pieces, func(p Piece) int { return utf8.RuneCountInString(p.Text) })
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

// Plain reports whether the piece is nothing but text.
func (p Piece) Plain() bool {
	return !p.Flagged && p.Mark == "" && len(p.IDs) == 0 && p.Ends == ""
}

// Told returns the mark that a reader is told in words, "" where it is none or other characters,
// which need no words.
func (p Piece) Told() Mark {
	if p.Mark == Mark(evidence.WayEdited) {
		return ""
	}
	return p.Mark
}

// Class returns the classes of a piece that is not plain, maybe none.
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

// Flag is one finding of extraction.
type Flag struct {
	Kind  string
	Text  string
	Pages int    // on how many the same stands; 0 for one place
	Href  string // leads to its paragraph, where it has one
}

// Within returns what of a paragraph stands in a range, of which pieces begin and end where pages
// do.
func (p Paragraph) Within(s extract.Span) Paragraph {
	at := p.Start
	out := p
	out.Runs = nil
	for _, r := range p.Runs {
		pieces := r.Pieces
		r.Pieces = nil
		for _, piece := range pieces {
			if at >= s.Start && at < s.End {
				r.Pieces = append(r.Pieces, piece)
			}
			at += utf8.RuneCountInString(piece.Text)
		}
		if len(r.Pieces) > 0 {
			out.Runs = append(out.Runs, r)
		}
	}
	return out
}
