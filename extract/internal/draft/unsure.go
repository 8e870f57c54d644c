package draft

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// FlagUnsure flags the lines of page n that were not recognised surely; parts has those
// that stand together. What the page's text does not have as it was read, since words
// broken at line ends were joined, is flagged with the line before it or not at all.
func (b *Draft) FlagUnsure(text []rune, n int, parts [][]string) {
	page := b.Pages[n-1].Span
	own := string(text[page.Start:page.End])
	from := 0 // where to look, in bytes: lines come in order
	for _, lines := range parts {
		start, end := -1, -1
		for _, line := range lines {
			line = strings.TrimSpace(line)
			i := strings.Index(own[from:], line)
			if line == "" || i < 0 {
				continue
			}
			if start < 0 {
				start = from + i
			}
			end = from + i + len(line)
			from = end
		}
		if start < 0 {
			continue
		}
		at := page.Start + utf8.RuneCountInString(own[:start])
		sample := []rune(char.OneLine(own[start:end]))
		b.Flag(extract.Flag{
			Span: extract.Span{Start: at, End: at + utf8.RuneCountInString(own[start:end])},
			Kind: extract.Unsure, Text: string(sample[:min(len(sample), 4*SampleRunes)]),
		})
	}
}
