package layout

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
)

// An entry of a list has two texts side by side, its number and its text or a title and its page.
// It is not a table.

const (
	contentsRows  = 5 // least rows of a table of contents on a page
	contentsAlign = 1 // font sizes within which its page numbers end at one place
	contentsParts = 3 // most parts of a row: a number, a title and a page
	entryGap      = 6 // font sizes; largest gap between the number of an entry and its text
	entryRows     = 3 // least rows of a list
)

var (
	contentsTitle = char.Pattern(`^(?i:目\s*[录錄次]|(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des mati[eè]res|` +
		`[ií]ndice(?: general)?|sum[aá]rio|contenidos?|inhoud(?:sopgave)?|obsah|spis treści|содержание|оглавление|зміст|목\s*차|차\s*례|もくじ)$`)
	chapterTitle = char.Pattern(`^(?:Chapter|Appendix|Part|附录|附件|参考文献|致谢|摘要|Abstract|References|绪论|前言|引言|Introduction)(?:[^a-z]|$)`)

	entryLabel = char.Pattern(`^[\[［【]\d{1,3}[\]］】]$`)
	// leadersToPage matches the end of a title in contents: dots and the page that they lead to.
	leadersToPage = char.Pattern(`(?:\.\s?){6,}\s*(?:\d{1,4}|[ivxl]{1,6})?$|(?:…\s?){2,}\s*(?:\d{1,4}|[ivxl]{1,6})?$|` +
		`(?:·\s?){6,}\s*\d{0,4}$`)
	pageOfRow = char.Pattern(`^[-–—·.…\s(（]*(\d{1,4}|[ivxlIVXL]{1,6})[)）]?$`)
)

// joinEntries joins the parts of entries that stand side by side.
func joinEntries(lines []*page.Line) []*page.Line {
	return joinContents(joinLeaders(joinNumbered(joinSpread(lines))))
}

// spreadEnd matches the last character of a label that is spread over the width of its cell, as the
// 名： of 姓 名：, and the value if one follows. A single character alone is never a label of a form.
var spreadEnd = char.Pattern(`^\p{Han}\s*[：:]`)

// spreadStart matches the part before it: 姓, 作者姓.
var spreadStart = char.Pattern(`^\p{Han}(?:\s*\p{Han}){0,3}$`)

// joinSpread joins the parts of labels that are spread over the width of their cells.
func joinSpread(lines []*page.Line) []*page.Line {
	if !slices.ContainsFunc(lines, func(l *page.Line) bool { return spreadEnd().MatchString(l.Text) }) {
		return lines
	}
	out := lines[:0:0]
	for _, row := range rowsOf(lines) {
		from := len(out)
		for _, l := range row {
			if n := len(out); n > from && !l.Framed && !out[n-1].Framed && spreadEnd().MatchString(l.Text) &&
				spreadStart().MatchString(out[n-1].Text) {
				cell := l.Cell && len(row) > 2
				out[n-1] = joined([]*page.Line{out[n-1], l})
				out[n-1].Cell = cell
				continue
			}
			out = append(out, l)
		}
	}
	return out
}

// joinLeaders joins a title in contents with its dots, its page and the number that may stand apart
// from it: 1.1 | Requirements ........ 3. Tables have no dots that lead to a page.
func joinLeaders(lines []*page.Line) []*page.Line {
	if !slices.ContainsFunc(lines, func(l *page.Line) bool { return leadersToPage().MatchString(l.Text) }) {
		return lines
	}
	out := lines[:0:0]
	for _, row := range rowsOf(lines) {
		at := slices.IndexFunc(row, func(l *page.Line) bool { return leadersToPage().MatchString(l.Text) })
		parts := len(row) - 1 - at // parts after the dots: the page
		if at < 0 || at > 1 || parts > 1 || parts == 1 && !pageOfRow().MatchString(row[len(row)-1].Text) ||
			slices.ContainsFunc(row, func(l *page.Line) bool { return l.Framed }) {
			out = append(out, row...)
			continue
		}
		out = append(out, entryOf(row))
	}
	return out
}

// entryOf joins the parts of an entry into one line.
func entryOf(row []*page.Line) *page.Line {
	l := row[0]
	if len(row) > 1 {
		l = joined(row)
		l.Listing = true
	}
	l.Cell = false
	return l
}

// joinNumbered joins numbers in brackets with the texts of their entries in any order of the file:
// some files store all numbers first.
func joinNumbered(lines []*page.Line) []*page.Line {
	texts := map[*page.Line]*page.Line{} // by the line of the number
	for _, l := range lines {
		if l.Framed || l.Turned || l.Size == 0 || !entryLabel().MatchString(l.Text) {
			continue
		}
		var text *page.Line
		for _, x := range lines {
			if x.X0 >= l.X1 && x.X0-l.X1 < entryGap*l.Size && page.SameRow(l, x) && (text == nil || x.X0 < text.X0) {
				text = x
			}
		}
		if text != nil && !entryLabel().MatchString(text.Text) {
			texts[l] = text
		}
	}
	if len(texts) < entryRows {
		return lines
	}
	for number, text := range texts {
		*text = *joined([]*page.Line{number, text})
	}
	return slices.DeleteFunc(lines, func(l *page.Line) bool { return texts[l] != nil })
}

// joinContents joins titles with page numbers that stand at the margin without leading dots. The
// page must say that it is one of contents, or other titles on it must have dots, or half of the
// titles must be numbered like chapters: the last column of a table may count up too.
func joinContents(lines []*page.Line) []*page.Line {
	titled, leaders := false, 0
	for _, l := range lines {
		titled = titled || contentsTitle().MatchString(l.Text)
		if leadersToPage().MatchString(l.Text) {
			leaders++
		}
	}
	titled = titled || leaders >= contentsRows // its other titles have dots
	rows := rowsOf(lines)
	entry := make([]int, len(rows)) // page of the entry, -1 for no entry
	for i, row := range rows {
		entry[i] = -1
		last := row[len(row)-1]
		if len(row) < 2 || len(row) > contentsParts || slices.ContainsFunc(row, func(l *page.Line) bool { return l.Framed }) ||
			!strings.ContainsFunc(row[len(row)-2].Text, func(r rune) bool { return char.Wide(r) || r >= 'A' }) {
			continue
		}
		if m := pageOfRow().FindStringSubmatch(last.Text); m != nil {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				n = 0 // a page before the first chapter
			}
			entry[i] = n
		}
	}
	out := lines[:0:0]
	for i := 0; i < len(rows); {
		from, entries, led, chapters, at := i, 0, 0, 0, -1
		for ; i < len(rows) && (i == from || follows(rows[i-1], rows[i])); i++ {
			if entry[i] < 0 { // a title with dots, a title of two lines, or the heading of a part
				if len(rows[i]) == 1 && leadersToPage().MatchString(rows[i][0].Text) {
					led++
					continue
				}
				if entries+led == 0 || len(rows[i]) > 1 {
					break
				}
				continue
			}
			last := rows[i][len(rows[i])-1]
			if at >= 0 && (entry[i] < entry[at] && entry[i] > 0 ||
				page.Abs(last.X1-rows[at][len(rows[at])-1].X1) > contentsAlign*last.Size) {
				break
			}
			at = i
			entries++
			if s := rows[i][0].Text + " " + rows[i][1].Text; draft.NumberClass(s) != draft.NoNumber || chapterTitle().MatchString(s) {
				chapters++
			}
		}
		if at < 0 || entries+led < contentsRows || !titled && chapters < entries/2 || entry[at] < entries/2 && led == 0 {
			i = from + 1
			out = append(out, rows[from]...)
			continue
		}
		for _, row := range rows[from:i] {
			out = append(out, entryOf(row))
		}
	}
	return out
}

// rowsOf groups lines that stand side by side, in their order.
func rowsOf(lines []*page.Line) [][]*page.Line {
	var rows [][]*page.Line
	for _, l := range lines {
		if n := len(rows); n > 0 && besideInRow(rows[n-1], l) {
			rows[n-1] = append(rows[n-1], l)
			continue
		}
		rows = append(rows, []*page.Line{l})
	}
	return rows
}
