package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
)

// Listings of programs, of files in folders and of algorithms end their lines where they
// like: each is one paragraph that keeps its line ends. Comments that are aligned behind
// the statements look like cells, and are none.

const (
	listingRows  = 3   // with a sign of a program at least
	listingShare = 0.5 // of the rows that have one
	listingGap   = 3.5 // font sizes from row to row at most
	emptyRow     = 2.2 // or of the usual step between them, where they stand far apart: an empty row
	proseWords   = 6   // words without any sign between them in a line of text
	proseHan     = 12  // characters of Chinese in one
)

var (
	statement = char.Pattern(`[;{}]\s*(?://.*|/\*.*|#.*)?$|\):$|\)\s*\{|^[{})\]]|^(?://|/\*|\*/|\*\s|#\s?(?:include|define|ifdef|ifndef|endif|!)|@\w|<[/!?]?[A-Za-z][^<>]*>|--\s|[│├└]|\x60\w)` +
		`|^[\w.$\[\]'"]+(?:\s*,\s*[\w.$\[\]'"]+)*\s*(?:[+\-*/|&:<]?=|:=|<-|\+\+)[^=]|^[\w.:>-]+\([^()]*(?:\([^()]*\)[^()]*)*\)[,;]?$` +
		`|^(?:def|class|import|from|return|public|private|protected|static|void|int|float|double|char|bool|long|unsigned|struct|enum|typedef|template|namespace|using|for|if|else|elif|while|switch|case|break|continue|try|catch|except|finally|with|function|func|var|let|const|module|endmodule|always|assign|input|output|reg|wire|parameter|begin|end|package|print|printf|assert|raise|throw|new|extends|implements|do|then|fi|done|SELECT|INSERT|UPDATE|CREATE|FROM|WHERE)\b[\s({\[:;"'@<*$].*[(){}\[\]=<>;:&|"',]` +
		`|^(?:return|yield|raise|del|goto|import|use)\s+[\w.]+;?$|^(?:else|begin|end|endmodule|endcase|endfunction|end (?:if|for|while|procedure|function)|break|continue|pass|return|try|finally)[:;]?$`)
	algorithmStep = char.Pattern(`^\d{1,3}:(?:\s|$)`)
	lineNumberOf  = char.Pattern(`^\d{1,4}$`)
	// Fonts whose letters are of one width, by the names that typesetters give them.
	typewriter = char.Pattern(`(?i)mono|courier|consol|typewriter|menlo|monaco|inconsolata|cmtt|lmtt|ectt|txtt|sftt|luxim|firacode|sourcecode|cascadia|cursor|lettergothic|nimbusmon`)
)

// findListings joins the parts of the rows of listings, and marks their lines.
func findListings(lines []*page.Line) []*page.Line {
	rows := rowsOf(lines)
	code := make([]bool, len(rows))
	text := make([]bool, len(rows))
	for i, row := range rows {
		code[i], text[i] = judgeRow(row)
		text[i] = text[i] && !(i > 0 && wrapsComment(rows[i-1], row))
	}
	out := lines[:0:0]
	for i := 0; i < len(rows); {
		from, last, signs := i, i, 0
		for k := i; k < len(rows) && !text[k] && (k == from || follows(rows[k-1], rows[k])); k++ {
			if code[k] {
				signs++
				last = k
			}
		}
		if !code[from] || signs < listingRows || float32(signs) < listingShare*float32(last-from+1) {
			out = append(out, rows[i]...)
			i++
			continue
		}
		for ; i <= last; i++ {
			l := rows[i][0]
			if len(rows[i]) > 1 {
				l = joined(rows[i])
			}
			l.Listing, l.Cell, l.Framed = true, false, false
			out = append(out, l)
		}
	}
	return out
}

// wrapsComment reports whether row b is the rest of the comment that row a, a full line of a
// program, ends with.
func wrapsComment(a, b []*page.Line) bool {
	last := a[len(a)-1]
	i := strings.Index(last.Text, "//")
	return len(b) == 1 && last.Size == b[0].Size && last.Right-last.X1 < lastWord*last.Size && b[0].X0 <= a[0].X0 && (i >= 0 && !strings.HasSuffix(last.Text[:i], ":") || commentMark().MatchString(last.Text)) && follows(a, b)
}

// commentMark is how a comment begins.
var commentMark = char.Pattern(`^(?://|/\*|#|%|--\s)`)

// commentsBeside reports whether what looks like a column of text is comments that are aligned
// behind the statements of a program.
func commentsBeside(lines []*page.Line, bands []page.Box) bool {
	comments, others := 0, 0
	for _, l := range lines {
		switch {
		case bandOf(l, bands) < 1:
		case commentMark().MatchString(l.Text):
			comments++
		default:
			others++
		}
	}
	return comments > others
}

// besideInRow reports whether l stands right of what is in a row.
func besideInRow(row []*page.Line, l *page.Line) bool {
	last := row[len(row)-1]
	return last.Size > 0 && last.Column == l.Column && l.X0 >= last.X1 && page.SameRow(last, l)
}

// follows reports whether row b stands right below row a, in one column.
func follows(a, b []*page.Line) bool {
	step := a[0].Y0 - b[0].Y0
	return a[0].Column == b[0].Column && step > 0 && step < max(listingGap*max(a[0].Size, 1), emptyRow*min(a[0].Step, rhythmMost*a[0].Size))
}

// judgeRow reports whether a row has a sign of a program, or is a line of text.
func judgeRow(row []*page.Line) (code, text bool) {
	var b strings.Builder
	for i, l := range row {
		if l.Text == "" || l.Turned || l.Size == 0 {
			return false, true
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimSpace(l.Text))
	}
	s := b.String()
	if len(row) > 1 { // the number of the line
		s = strings.TrimLeft(strings.TrimLeft(s, "0123456789"), " ")
	}
	if i := strings.Index(s, "//"); i > 0 && s[i-1] != ':' && statement().MatchString(strings.TrimSpace(s[:i])) {
		s = s[:i] + "//" // whatever the comment says
	}
	han, words, run := 0, 0, 0
	for _, w := range strings.FieldsFunc(s, unicode.IsSpace) {
		if strings.ContainsFunc(strings.TrimRight(w, ".,;:"), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '’' && r != '\'' }) {
			run = 0
		} else {
			run++
		}
		words = max(words, run)
	}
	for _, r := range s {
		switch {
		case mathematical(r) && r >= utf8.RuneSelf, strings.ContainsRune("。；", r) && !strings.Contains(s, "//"):
			return false, true
		case unicode.Is(unicode.Han, r):
			han++
		}
	}
	code = statement().MatchString(s) || algorithmStep().MatchString(s)
	comment := strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "/*") || strings.HasPrefix(s, "*")
	text = !comment && (words >= proseWords || han >= proseHan && !code)
	if !text && (len(row) == 1 || len(row) == 2 && lineNumberOf().MatchString(row[0].Text)) && typewriter().MatchString(row[len(row)-1].Font) {
		code = true
	}
	return code && !text, text
}
