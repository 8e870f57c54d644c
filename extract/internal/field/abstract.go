package field

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/participant"
	"zhiwen/extract/internal/field/value"
)

// abstract takes the text under a heading that names itself an abstract.
func (r *reading) abstract() {
	seen, most := 0, min(len(r.paragraphs), participant.MaxParagraphs)
	for i := 0; i < most && seen <= participant.MaxRunes && r.best[label.Abstract].value == ""; i++ {
		seen += r.paragraphs[i].End - r.paragraphs[i].Start
		if r.paragraphs[i].Place.Table != 0 {
			continue
		}
		if !strings.ContainsRune("AS【摘", char.First(r.texts[i])) {
		} else if at := runIn().FindStringIndex(r.texts[i]); at != nil {
			r.offer(label.Label{Field: label.Abstract, Score: 2}, r.texts[i][at[1]:],
				extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromLabel}, 0)
			continue
		}
		if len(r.texts[i]) > label.Widest*utf8.UTFMax {
			continue
		}
		if l, ok := r.labels.Find(r.texts[i]); ok && l.Field == label.Abstract {
			text, at := r.textUnder(i)
			r.offer(l, text, at, 0)
		}
	}
}

// runIn matches the word for an abstract before its text, without a colon.
var runIn = char.Pattern(`^(?:(?:Abstract|ABSTRACT|Summary)\s?[.—–]|【(?:摘要|内容摘要)】|摘\s?要[　 ])\s*`)

// textUnder returns the paragraphs of running text under a label or heading.
func (r *reading) textUnder(i int) (text string, at extract.Found) {
	at = extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromLabel}
	var lines []string
	n := 0
	for k := i + 1; k < len(r.paragraphs); k++ {
		s := r.texts[k]
		if p := r.paragraphs[k]; p.Kind == extract.Heading || p.Kind == extract.Cell || p.Place.Table != 0 || r.labels.IsLabel(s) ||
			len(r.pairs(s)) > 0 {
			break
		}
		if s = strings.TrimSpace(s); s == "" ||
			len(lines) == 0 && (value.Bracketed().MatchString(s) || value.Instruction().MatchString(s)) {
			continue
		}
		if len(lines) == 0 && (draft.NumberClass(s) != draft.NoNumber || draft.DotLeader().MatchString(s)) {
			return "", at // a list, or a table of contents
		}
		if n += utf8.RuneCountInString(s); n > value.Max[label.Abstract] {
			return "", at
		}
		if lines = append(lines, s); len(lines) == 1 {
			at.Start = r.paragraphs[k].Start
		}
		at.End = r.paragraphs[k].End
	}
	return strings.Join(lines, "\n"), at
}
