package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// lined splits the paragraphs of the first pages into lines, as a cover is read: paragraphs with
// line breaks, and lines of a PDF that were joined although the second begins with a label. The
// lines keep the place of their paragraph. Cells are not split.
func lined(l *label.Set, paragraphs []extract.Paragraph, texts []string) ([]extract.Paragraph, []string) {
	var lines []extract.Paragraph
	var said []string
	seen := 0
	for i := range paragraphs {
		p := paragraphs[i]
		if strings.ContainsRune(texts[i], zeroWidthSpace) { // Name​: Jane Doe, as browsers print it
			texts = slices.Clone(texts)
			texts[i] = strings.ReplaceAll(texts[i], string(zeroWidthSpace), "")
		}
		if i >= coverParagraphs || seen > coverRunes {
			if lines == nil {
				return paragraphs, texts
			}
			return append(lines, paragraphs[i:]...), append(said, texts[i:]...)
		}
		seen += p.End - p.Start
		var parts []string
		if p.Place.Table == 0 && p.Kind != extract.Cell && len(texts[i]) <= label.MaxLine {
			parts = split(l, texts[i])
		}
		if len(parts) > 1 && lines == nil {
			lines = append(make([]extract.Paragraph, 0, len(paragraphs)+len(parts)), paragraphs[:i]...)
			said = append(make([]string, 0, len(paragraphs)+len(parts)), texts[:i]...)
		}
		switch {
		case len(parts) > 1:
			for _, s := range parts {
				lines, said = append(lines, p), append(said, s)
			}
		case lines != nil:
			lines, said = append(lines, p), append(said, texts[i])
		}
	}
	if lines == nil {
		return paragraphs, texts
	}
	return lines, said
}

const zeroWidthSpace = '\u200b'

// split returns the lines of a paragraph.
func split(l *label.Set, s string) []string {
	if !strings.ContainsAny(s, "\n:：") {
		return nil
	}
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		for {
			at := glued(l, line)
			if at < 0 {
				break
			}
			out = append(out, line[:at])
			line = line[at:]
		}
		if strings.TrimSpace(line) != "" {
			out = append(out, line)
		}
	}
	return out
}

const (
	leastGlued = 3 // code points of a label directly after other text
	mostGlued  = 12
)

// glued returns the position of a label with a colon that follows the value of another label, or
// the end of a cover line, without a blank; or -1. 实验室安全负责人 ends with a label but is none.
func glued(l *label.Set, line string) int {
	labelled := false
	for at, r := range line {
		if r != ':' && r != '：' {
			continue
		}
		from := -1
		for start, n := at, 0; start > 0 && n < mostGlued && (l.EndsWith(char.Last(line[:at])) || char.Last(line[:at]) == '）'); {
			c, size := utf8.DecodeLastRuneInString(line[:start])
			if c == '\t' || !char.Wide(c) && !unicode.IsSpace(c) || c == '：' {
				break
			}
			if start -= size; unicode.IsSpace(c) {
				continue
			}
			if n++; n < leastGlued {
				continue
			}
			key := label.Key(line[start:at])
			if strings.HasSuffix(key, "）") { // 受托方（乙方）
				key, _ = label.Unbracketed(key)
			}
			if found, ok := l.Whole(key); ok && found.Score > 1 {
				from = start
			}
		}
		if from > 0 {
			before := line[:from]
			if last := char.Last(before); !unicode.IsSpace(last) && !strings.ContainsRune("_＿:：", last) &&
				(labelled || endsCoverLine(before)) {
				return from
			}
		}
		labelled = true
	}
	return -1
}

// endsCoverLine reports whether a text ends like a cover line without a label: with a form, a
// school, a year or a remark in brackets.
func endsCoverLine(s string) bool {
	key := char.Squeezed(s)
	return utf8.RuneCountInString(key) <= longestCover &&
		(formName().MatchString(key) || value.FormOnly().MatchString(key) || formTitle().MatchString(key) || coverEnd().MatchString(key))
}

var coverEnd = char.Pattern(`[）)]$|年度?$|\d届$`)
