package label

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
)

// token is a part of a line between blanks and colons.
type token struct {
	from, to int // bytes
	gap      int // columns of blanks and underscores before it
	colon    bool
}

func tokens(line string) []token {
	var out []token
	gap, from := 0, -1
	end := func(at int) {
		if from >= 0 {
			out = append(out, token{from: from, to: at, gap: gap})
			from, gap = -1, 0
		}
	}
	for at, r := range line {
		switch {
		case r == ':' || r == '：':
			if end(at); len(out) > 0 && gap == 0 || len(out) > 0 && !out[len(out)-1].colon {
				out[len(out)-1].colon = true
			}
			gap = 0
		case r == '\t':
			end(at)
			gap += 2 * wideGap
		case r == '_' || r == '＿' || r == '﹍' || unicode.IsSpace(r) || r == '\uFEFF':
			end(at)
			gap++
		case from < 0:
			from = at
		}
	}
	end(len(line))
	return out
}

// CutColon splits a text at its first colon.
func CutColon(s string) (name, value string, ok bool) {
	i := strings.IndexAny(s, ":：")
	if i < 0 {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+size:], true
}

// Pieces returns the separate pieces of a form's text as spans of code points. Cells and lines are
// cut at colons and at gaps to be filled in, so that each label is one piece, even 项 目 名 称. Marks
// around brackets and boxes stay with their words.
func Pieces(text string) []extract.Span {
	var out []extract.Span
	at := 0 // code points before the line
	for line := range strings.SplitAfterSeq(text, "\n") {
		var open []token
		flush := func() {
			if len(open) > 0 {
				from, to := open[0].from, open[len(open)-1].to
				if piece := line[from:to]; Readable(piece) {
					start := at + utf8.RuneCountInString(line[:from])
					out = append(out, extract.Span{Start: start, End: start + utf8.RuneCountInString(piece)})
				}
			}
			open = nil
		}
		for _, t := range tokens(line) {
			if t.gap >= wideGap {
				flush()
			}
			if open = append(open, t); t.colon {
				flush()
			}
		}
		flush()
		at += utf8.RuneCountInString(line)
	}
	return out
}

// Readable reports whether a text has a letter or a digit.
func Readable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// In returns the label in a text that somebody selected: the part before a colon or before a value
// that a gap separates from it.
func In(s string) string {
	if name, _, ok := CutColon(s); ok && strings.TrimSpace(name) != "" {
		return strings.TrimSpace(name)
	}
	parts := tokens(s)
	for i, p := range parts {
		// 姓　　名　　张三: blanks within a label are between single characters.
		if i > 0 && p.gap >= wideGap && utf8.RuneCountInString(Key(s[parts[i-1].from:parts[i-1].to])) > 1 {
			return strings.TrimSpace(s[:parts[i-1].to])
		}
	}
	return strings.TrimSpace(s)
}
