package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
)

// Listings of programs, of files in folders and of algorithms break their lines at will. Each is
// one paragraph that keeps its line ends. Comments aligned behind the statements look like cells
// but are not.

const (
	listingRows  = 3   // least rows with a sign of a program
	listingShare = 0.5 // least share of such rows
	listingGap   = 3.5 // font sizes; largest distance from row to row
	emptyRow     = 2.2 // or this many usual steps if rows stand far apart: one empty row
	proseWords   = 6   // least words in sequence without signs that make a line of text
	proseHan     = 12  // least Chinese characters that do
)

var (
	statement = char.Pattern(`[;{}]\s*(?://.*|/\*.*|#.*)?$|\):$|\)\s*\{|^[{})\]]|^(?://|/\*|\*/|\*\s|#\s?(?:include|define|ifdef|ifndef|` +
		`endif|!)|@\w|<[/!?]?[A-Za-z][^<>]*>|--\s|[│├└]|\x60\w)` +
		`|^[\w.$\[\]'"]+(?:\s*,\s*[\w.$\[\]'"]+)*\s*(?:[+\-*/|&:<]?=|:=|<-|\+\+)[^=]|^[\w.:>-]+\([^()]*(?:\([^()]*\)[^()]*)*\)[,;]?$` +
		`|^(?:def|class|import|from|return|public|private|protected|static|void|int|float|double|char|bool|long|unsigned|struct|enum|` +
		`typedef|template|namespace|using|for|if|else|elif|while|switch|case|break|continue|try|catch|except|finally|with|function|` +
		`func|var|let|const|module|endmodule|always|assign|input|output|reg|wire|parameter|begin|end|package|print|printf|assert|` +
		`raise|throw|new|extends|implements|do|then|fi|done|SELECT|INSERT|UPDATE|CREATE|FROM|` +
		`WHERE)\b[\s({\[:;"'@<*$].*[(){}\[\]=<>;:&|"',]` +
		`|^(?:return|yield|raise|del|goto|import|use)\s+[\w.]+;?$|^(?:else|begin|end|endmodule|endcase|endfunction|` +
		`end (?:if|for|while|procedure|function)|break|continue|pass|return|try|finally)[:;]?$`)
	algorithmStep = char.Pattern(`^\d{1,3}:(?:\s|$)`)
	lineNumberOf  = char.Pattern(`^\d{1,4}$`)
	// typewriter matches the names of fonts whose letters have one width.
	typewriter = char.Pattern(`(?i)mono|courier|consol|typewriter|menlo|monaco|inconsolata|cmtt|lmtt|ectt|txtt|sftt|luxim|firacode|` +
		`sourcecode|cascadia|cursor|lettergothic|nimbusmon`)
)

// findListings joins the parts of the rows of listings and marks their lines.
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

// wrapsComment reports whether row b continues the comment at the end of row a, a full line of a
// program.
func wrapsComment(a, b []*page.Line) bool {
	last := a[len(a)-1]
	i := strings.Index(last.Text, "//")
	if len(b) != 1 || last.Size != b[0].Size || last.Right-last.X1 >= lastWord*last.Size || b[0].X0 > a[0].X0 {
		return false
	}
	comment := i >= 0 && !strings.HasSuffix(last.Text[:i], ":") || commentMark().MatchString(last.Text)
	return comment && follows(a, b)
}

// commentMark matches the start of a comment.
var commentMark = char.Pattern(`^(?://|/\*|#|%|--\s)`)

// commentsBeside reports whether what looks like a column of text consists of comments aligned
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

// besideInRow reports whether l stands to the right of the last line of a row.
func besideInRow(row []*page.Line, l *page.Line) bool {
	last := row[len(row)-1]
	return last.Size > 0 && last.Column == l.Column && l.X0 >= last.X1 && page.SameRow(last, l)
}

// follows reports whether row b stands right below row a in the same column.
func follows(a, b []*page.Line) bool {
	step := a[0].Y0 - b[0].Y0
	return a[0].Column == b[0].Column && step > 0 && step < max(listingGap*max(a[0].Size, 1), emptyRow*min(a[0].Step, rhythmMost*a[0].Size))
}

// judgeRow reports whether a row looks like code and whether it looks like text.
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
	if len(row) > 1 { // drops the line number
		s = strings.TrimLeft(strings.TrimLeft(s, "0123456789"), " ")
	}
	if i := strings.Index(s, "//"); i > 0 && s[i-1] != ':' && statement().MatchString(strings.TrimSpace(s[:i])) {
		s = s[:i] + "//" // whatever the comment says
	}
	han, words, run := 0, 0, 0
	for _, w := range strings.FieldsFunc(s, unicode.IsSpace) {
		if strings.ContainsFunc(strings.TrimRight(w, ".,;:"),
			func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '’' && r != '\'' }) {
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
	if !text && (len(row) == 1 || len(row) == 2 && lineNumberOf().MatchString(row[0].Text)) &&
		typewriter().MatchString(row[len(row)-1].Font) {
		code = true
	}
	return code && !text, text
}
