package report

import (
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/each"
	"zhiwen/web/report/highlight"
)

// hintContext is how many characters before and after a passage of a hint are shown.
const hintContext = 160

// HintPage is the view of page/hint.html.
type HintPage struct {
	Check          record.Check
	Hint           Hint
	Place, Count   int // of the hint among those that are shown; 0 where it is not
	Report         string
	Previous, Next string // addresses of other hints, strongest first, "" where there is none
	Compare        string // of the texts of both documents, "" where they share none
	Left, Right    HintSide
	Pairs          []HintSentences
	Dictionary     bool
	Decide         DecideForm
	SetAside       *evidence.Decision // of the source
}

// Sides is both texts as they stand on the page.
func (v HintPage) Sides() []HintSide { return []HintSide{v.Left, v.Right} }

// HintSide is one of the two texts.
type HintSide struct {
	This          bool
	Name          string
	Identity      evidence.Identity
	Relation      evidence.Relation // of the source
	Document      int64             // 0 where it is gone
	Language      string
	Where         Place
	Before, After string // the passage, "" where the text is not at hand
	Pieces        []HintPiece
}

// HintPiece is a part of a passage: a sentence that stands in pairs, or what lies between.
type HintPiece struct {
	Text  string
	Pairs []int // numbers of the pairs
}

// HintSentences is a pair of sentences with the words that correspond.
type HintSentences struct {
	Number      int
	Left, Right []HintToken
	LeftLang    string // values of the lang attribute
	RightLang   string
	Words       []HintWords
}

// HintToken is a part of a sentence in which the same words correspond to something.
type HintToken struct {
	Text  string
	Words []int // numbers of the correspondences
}

// HintWords is one correspondence.
type HintWords struct {
	Number     int
	This, That string
	Gloss      string // "" where the words are the same or share characters
}

// Hint makes the page of a hint; source is the text that it points to, nil where it is gone or
// must not be seen beyond the passage. It is nil where there is no such hint.
func (a *Assessment) Hint(id int, source *extract.Document, reviewer string) *HintPage {
	h := a.hint(id)
	if h == nil || a.hinted[h.Source] == nil {
		return nil
	}
	e := a.Evidence
	v := &HintPage{
		Check: a.Check, Hint: a.hintView(h), Report: a.Address.Report(0, 0) + "#h" + strconv.Itoa(id), Dictionary: e.Hints.Dictionary,
		SetAside: a.Decided.Source(h.Source), Left: HintSide{This: true, Name: NameOf(e.Document.Identity), Identity: e.Document.Identity,
			Document: a.Check.Document.ID, Where: placeOf(h.This)},
		Right: HintSide{Name: NameOf(a.hinted[h.Source].Identity), Identity: a.hinted[h.Source].Identity,
			Relation: a.hinted[h.Source].Relation, Where: placeOf(h.From)},
	}
	if a.all(h.Source) != nil {
		v.Compare = a.Address.Pair(h.Source, 0)
	}
	shown := a.hints()
	list := slices.Concat(shown.List, shown.Confirmed, shown.Dismissed)
	if at := slices.IndexFunc(list, func(x Hint) bool { return x.ID == id }); at >= 0 {
		v.Place, v.Count = at+1, len(list)
		if at > 0 {
			v.Previous = list[at-1].Href
		}
		if at+1 < len(list) {
			v.Next = list[at+1].Href
		}
	}
	v.Left.Language, v.Right.Language = highlight.Language(h.This.Text), highlight.Language(h.From.Text)
	v.Left.Before, v.Left.After = around(a.runes, h.This)
	if source != nil {
		v.Right.Document = h.Source
		v.Right.Before, v.Right.After = around([]rune(source.Text), h.From)
	}
	v.Left.Pieces = piecesOf(h.This, h.Pairs, func(p evidence.HintPair) extract.Span {
		return extract.Span{Start: p.Offset, End: p.Offset + p.Length}
	})
	v.Right.Pieces = piecesOf(h.From, h.Pairs, func(p evidence.HintPair) extract.Span {
		return extract.Span{Start: p.SourceOffset, End: p.SourceOffset + p.SourceLength}
	})
	this, from := []rune(h.This.Text), []rune(h.From.Text)
	for i, p := range h.Pairs {
		s := HintSentences{Number: i + 1, LeftLang: v.Left.Language, RightLang: v.Right.Language}
		left := quoted(this, h.This.Offset, p.Offset, p.Length)
		right := quoted(from, h.From.Offset, p.SourceOffset, p.SourceLength)
		var here, there []extract.Span
		for j, w := range p.Words {
			s.Words = append(s.Words, HintWords{
				Number: j + 1, Gloss: w.Gloss,
				This: string(quoted(this, h.This.Offset, w.Offset, w.Length)),
				That: string(quoted(from, h.From.Offset, w.SourceOffset, w.SourceLength)),
			})
			here = append(here, extract.Span{Start: w.Offset - p.Offset, End: w.Offset + w.Length - p.Offset})
			there = append(there, extract.Span{Start: w.SourceOffset - p.SourceOffset,
				End: w.SourceOffset + w.SourceLength - p.SourceOffset})
		}
		s.Left, s.Right = tokens(left, here), tokens(right, there)
		v.Pairs = append(v.Pairs, s)
	}
	v.Decide = a.DecideForm(reviewer, a.Address.Hint(id))
	v.Decide.Match, v.Decide.Source, v.Decide.Name = id, h.Source, v.Hint.Name
	return v
}

// around returns what stands before and after a passage.
func around(runes []rune, p evidence.Passage) (before, after string) {
	start, end := min(max(p.Offset, 0), len(runes)), min(max(p.Offset+p.Length, 0), len(runes))
	from, to := max(0, start-hintContext), min(len(runes), end+hintContext)
	before, after = string(runes[from:start]), string(runes[end:to])
	if from > 0 {
		before = "…" + before
	}
	if to < len(runes) {
		after += "…"
	}
	return before, after
}

// quoted returns the text at a place of the document from which a passage with offset base was
// taken, as far as the passage contains it.
func quoted(passage []rune, base, offset, length int) []rune {
	start, end := min(max(offset-base, 0), len(passage)), min(max(offset+length-base, 0), len(passage))
	return passage[start:max(start, end)]
}

// piecesOf cuts a passage where sentences of pairs begin and end.
func piecesOf(p evidence.Passage, pairs []evidence.HintPair, place func(evidence.HintPair) extract.Span) []HintPiece {
	spans := make([]extract.Span, len(pairs))
	for i := range pairs {
		spans[i] = place(pairs[i])
		spans[i].Start, spans[i].End = spans[i].Start-p.Offset, spans[i].End-p.Offset
	}
	return each.Of(tokens([]rune(p.Text), spans), func(t HintToken) HintPiece { return HintPiece{Text: t.Text, Pairs: t.Words} })
}

// tokens cuts a text where spans begin and end; each part names, from 1, the spans that hold it.
func tokens(text []rune, spans []extract.Span) []HintToken {
	cuts := []int{0, len(text)}
	for _, s := range spans {
		cuts = append(cuts, min(max(s.Start, 0), len(text)), min(max(s.End, 0), len(text)))
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var out []HintToken
	for i := 1; i < len(cuts); i++ {
		t := HintToken{Text: string(text[cuts[i-1]:cuts[i]])}
		for n, s := range spans {
			if s.Start <= cuts[i-1] && cuts[i] <= s.End {
				t.Words = append(t.Words, n+1)
			}
		}
		out = append(out, t)
	}
	return out
}

// HintSource returns the document that a hint points to, 0 where there is no such hint.
func (a *Assessment) HintSource(id int) int64 {
	if h := a.hint(id); h != nil {
		return h.Source
	}
	return 0
}

// HintPassage returns the passage of the source of a hint as a match, for Excerpt.
func (a *Assessment) HintPassage(id int) []evidence.Match {
	if h := a.hint(id); h != nil {
		return []evidence.Match{{Source: h.From}}
	}
	return nil
}

// hintPages makes pages of the hints that are listed, for paper.
func (a *Assessment) hintPages(listed Hints) []*HintPage {
	return each.Of(slices.Concat(listed.List, listed.Confirmed), func(x Hint) *HintPage { return a.Hint(x.ID, nil, "") })
}
