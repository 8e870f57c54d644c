package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/web/report/highlight"
)

// Export is the view of the list of exports.
type Export struct {
	Check  int64
	Query  string // of the choice, with its question mark, or ""
	Stamps bool   // there is a time stamp service
}

// Paper is the view of page/paper.html: a report that stands alone, on
// paper or as one file that needs nothing else.
type Paper struct {
	View
	Engine  evidence.Engine
	Unit    int               // characters of a unit, 0 where the evidence does not say
	LeftOut []evidence.Reason // for which text is not counted, found or not
	SHA256  string            // of the evidence as it was stored
	Verdict *Decision         // about the check, or nil
	Pairs   []PaperSource
	// HintPages are the hints with both passages and their sentences in pairs.
	HintPages []*HintPage
}

// OnlySource returns the only source whose passages are given, or nil.
func (v Paper) OnlySource() *Source {
	if v.Only == 0 || len(v.Pairs) == 0 {
		return nil
	}
	return &v.Pairs[0].Source
}

// PaperSource is a source with its passages pair by pair.
type PaperSource struct {
	Source
	Passages []PaperPair
}

// PaperPair is one match, both sides side by side.
type PaperPair struct {
	evidence.Match
	Ordinal     int // among all matches of its source, from 1
	Left, Right []highlight.Piece
	Decided     *evidence.Decision // or nil
	Characters  int                // of the document that the match is about
	First       []Precedence       // where its text stood first, if not in the source
}

// Paper makes the report as a file of its own, with the passages of one source only if only is not
// 0. stored is the exported evidence.
func (a *Assessment) Paper(only int64, stored []byte) Paper {
	sum := sha256.Sum256(stored)
	v := Paper{
		View:   a.view(only, 0, func(m *evidence.Match) string { return "#p" + strconv.Itoa(m.ID) }),
		Engine: a.Evidence.Engine, Unit: a.Evidence.Setting(unitLength), SHA256: hex.EncodeToString(sum[:]),
	}
	v.Look = onPaper(v.Look, v.Only)
	if v.LeftOut = a.Choice.exclude; v.LeftOut == nil {
		for _, p := range v.Engine.Parameters {
			if p.Name == score.Excludes {
				v.LeftOut = append(v.LeftOut, evidence.Reason(p.Value))
			}
		}
	}
	v.Decisions = a.Decisions(DecideForm{})
	for i := range v.Text.Paragraphs {
		for j := range v.Text.Paragraphs[i].Runs {
			if r := &v.Text.Paragraphs[i].Runs[j]; r.Hint != "" {
				r.Href = "#h" + strconv.Itoa(r.Match)
			}
		}
	}
	v.HintPages = a.hintPages(v.Hints)
	for i := range v.Decisions.Steps {
		if d := &v.Decisions.Steps[i]; d.Open && d.Subject == evidence.SubjectCheck {
			v.Verdict = d
		}
	}
	for i := range a.Evidence.Sources {
		source := &a.Evidence.Sources[i]
		if v.Only == 0 || source.ID == v.Only {
			v.Pairs = append(v.Pairs, a.paperSource(source))
		}
	}
	return v
}

func (a *Assessment) paperSource(s *evidence.Source) PaperSource {
	left, right := edits(s.Matches)
	out := PaperSource{Source: a.card(s, 0)}
	ordinals := a.ordinals(s.ID)
	for _, m := range s.Matches {
		out.Passages = append(out.Passages, PaperPair{
			Match: m, Ordinal: ordinals[m.ID], Decided: a.Decided.Match(m.ID), Characters: a.charactersOf(&m), First: a.firstOf(s.ID, &m),
			Left: marked(m.This, left), Right: marked(m.Source, right),
		})
	}
	return out
}

// unitLength is the parameter of evidence that says how long units are.
const unitLength = "unit-length"

// paperWhole is the most characters of a passage that is kept on one sheet
// where that is possible: about a third of one, side by side with its source.
const paperWhole = 400

// Long reports whether a passage may go over to the next sheet.
func (p PaperPair) Long() bool { return max(p.This.Length, p.Source.Length) > paperWhole }

// marked cuts a passage where edits, in places of its document, begin and end.
func marked(p evidence.Passage, edits []highlight.Edit) []highlight.Piece {
	runes := []rune(p.Text)
	marks := make([]highlight.Mark, len(runes))
	for _, e := range edits {
		for i := max(e.Start-p.Offset, 0); i < min(e.End-p.Offset, len(runes)); i++ {
			marks[i] = e.Mark
		}
	}
	var out []highlight.Piece
	for start := 0; start < len(runes); {
		end := start + 1
		for end < len(runes) && marks[end] == marks[start] {
			end++
		}
		out = append(out, highlight.Piece{Text: string(runes[start:end]), Mark: marks[start]})
		start = end
	}
	return out
}
