package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// whose says whom a part of a form is about.
type whose int

const (
	nobodySaid whose = iota
	theApplicants
	theTeams
	somebodyElses
)

var (
	aboutMentors    = char.Pattern(`(?i)导师|指导教?师|指导老师|推荐|专家|评审|评议|考核小组|评委|评阅|审核|联系人|配偶|证明人|财务|意见|supervisor|advis[eo]r|mentor|referee|reviewer|sponsor`)
	aboutApplicants = char.Pattern(`(?i)申请人|申请者|申\s*报\s*人|申报者|负责人|主持人|主持者|项目组?组长|立项人|首席|(?:^|[^合])作者|学生(?:基本)?(?:信息|情况)|本人|applicant|investigator|candidate|fellow\b|student`)
)

const longestSection = 40 // code points of a cell that says what a part of a table is about

// saysWhom knows a character of which one stands in everything that says whom something is
// about: most cells have none, and need not be looked at closely.
func saysWhom(r rune) bool {
	return r < utf8.RuneSelf && unicode.IsLetter(r) || strings.ContainsRune("师推专评考核联偶证财意申责持组立席作生本参成团骨员队协共", r)
}

// about tells from a heading or the cell before a row whom it is about.
func about(s string) whose {
	if n := utf8.RuneCountInString(s); n == 0 || n > longestSection {
		return nobodySaid
	}
	if !strings.ContainsFunc(s, saysWhom) {
		return nobodySaid
	}
	s, _ = unbracketed(squeezed(s)) // 主要成员（不含申请者）
	switch {
	case aboutMentors().MatchString(s):
		return somebodyElses
	case aboutApplicants().MatchString(s):
		return theApplicants
	case aboutPeople().MatchString(s), aboutHouses().MatchString(s):
		return theTeams
	}
	return nobodySaid
}

// table reads the labels of a table, cell by cell: a value stands in the cell of
// its label, beside it or, where a row holds labels only, below it. Whom a row is
// about is said by the cell it begins with, or by a row of one cell above.
func (r *reading) table(cells []tableCell, section whose) {
	if section == theApplicants {
		section = nobodySaid
	}
	cells = r.wholeLabels(cells)
	for from := 0; from < len(cells); {
		to := from
		for to < len(cells) && cells[to].Row == cells[from].Row {
			to++
		}
		if to-from == 1 && !strings.ContainsAny(cells[from].text, ":：") {
			if said := about(cells[from].text); said != nobodySaid || cells[from].Columns > 1 {
				section = said
			}
		}
		if !r.row(cells, from, to, section) {
			r.brokenRow(cells, from, to)
		}
		from = to
	}
}

// wholeLabels puts labels together that a PDF has in two cells: 姓 | 名：, 学位申请 | 人：.
func (r *reading) wholeLabels(cells []tableCell) []tableCell {
	var out []tableCell
	for _, c := range cells {
		if n := len(out); n > 0 && out[n-1].Row == c.Row && out[n-1].Rows == c.Rows && restOfLabel().MatchString(c.text) && partOfLabel().MatchString(squeezed(out[n-1].text)) && !builtIn().isLabel(out[n-1].text) {
			out[n-1].text += c.text
			out[n-1].Columns = c.Column + c.Columns - out[n-1].Column
			continue
		}
		out = append(out, c)
	}
	return r.labelsOverRows(out)
}

// labelsOverRows puts a label together that is broken over two rows, as of a PDF without lines
// between its rows, and the value beside it with it: 毕业设计 | 某某的设 above （论文）题目 | 计与实现.
func (r *reading) labelsOverRows(cells []tableCell) []tableCell {
	var out []tableCell
	for i := 0; i < len(cells); i++ {
		out = append(out, cells[i])
		if i+3 >= len(cells) || !twoInRow(cells, i) || !twoInRow(cells, i+2) || cells[i+2].Row != cells[i].Row+1 || cells[i+2].Column != cells[i].Column {
			continue
		}
		first, rest := cells[i], cells[i+2]
		if r.labels.isLabel(first.text) || utf8.RuneCountInString(squeezed(first.text)) > longestHead || !strings.HasPrefix(squeezed(rest.text), "（") && !strings.HasPrefix(squeezed(rest.text), "(") && r.labels.isLabel(rest.text) {
			continue
		}
		if l, ok := r.labels.find(first.text + rest.text); !ok || l.field != titleField {
			continue
		}
		label, value := &out[len(out)-1], cells[i+1]
		label.text += rest.text
		value.text += "\n" + cells[i+3].text
		out = append(out, value)
		i += 3
	}
	return out
}

// twoInRow says whether cell i and the next one are all of their row.
func twoInRow(cells []tableCell, i int) bool {
	return i+1 < len(cells) && cells[i].Row == cells[i+1].Row && (i == 0 || cells[i-1].Row != cells[i].Row) && (i+2 >= len(cells) || cells[i+2].Row != cells[i].Row)
}

var (
	restOfLabel = char.Pattern(`^\s*\p{Han}{1,3}\s*[:：]\s*$`)
	partOfLabel = char.Pattern(`^\p{Han}{1,4}$`)
)

// row reads the cells [from, to), and tells whether they have any label.
func (r *reading) row(cells []tableCell, from, to int, section whose) (any bool) {
	owner := r.rowOwner(cells, from, section)
	for k := from; k < to; k++ {
		c := cells[k]
		found, ok := r.labels.find(c.text)
		if !ok {
			found, ok = r.labels.ending(c.text)
		}
		if !ok {
			any = r.severalLabels(cells, k, owner) || r.cellLines(c, &owner) || any
			if said := about(c.text); said != nobodySaid && c.Rows > 1 {
				owner = said
			}
			continue
		}
		any = true
		if c.Rows > 1 && (found.field == participantField || found.field == cooperatingField || found.field == otherLabel && about(c.text) == theTeams) {
			owner = theTeams
		}
		value, at := r.valueOf(cells, k, from, to)
		if found.field == applicantField && found.owned && owner == theTeams && at >= 0 && cells[at].Row == c.Row {
			r.member(cells, at, value)
		}
		switch {
		case found.field == otherPerson:
			owner = somebodyElses
			continue
		case found.field == applicantField && !found.owned && (owner != theTeams || at >= 0 && cells[at].Row == c.Row):
			owner = theApplicants
		case found.score == taughtScore, found.field == yearField && owner == somebodyElses && !bareDate[squeezed(c.text)]: // 开题报告日期
		case owner == somebodyElses, (found.owned || found.field == applicantField) && owner == theTeams, found.school && owner == theTeams, found.field == numberField && owner == theTeams:
			continue
		case found.field == numberField && at >= 0 && cells[at].Row != c.Row && slices.ContainsFunc(cells[from:to], func(c tableCell) bool { return nameHeads[squeezed(c.text)] }):
			continue // of whom stands in that row
		case (found.owned || found.field == numberField) && at >= 0 && cells[at].Row != c.Row && owner != theApplicants && ownerBeside(cells, at) != theApplicants:
			continue // the head of a column of many people's
		}
		if found.field == titleField && (found.score < 3 || utf8.RuneCountInString(value) <= longestHead) && at >= 0 && cells[at].Row == c.Row && headRow(cells, from, to) {
			continue // Chapter | Title | Goal
		}
		if at >= 0 && cells[at].Row == c.Row && ofPlan[found.field] {
			value = r.restOfDate(cells, at, to, value)
		}
		if line, _, broken := strings.Cut(strings.TrimSpace(cellText(cells, at)), "\n"); broken && found.field == institutionField && wholeHouse().MatchString(strings.TrimSpace(line)) {
			value = strings.TrimSpace(line) // 学院、专业: the school, and below it the subject
		}
		if at < 0 || cells[at].Row != c.Row && (ofPlan[found.field] || found.field == titleField && listed(cells, at)) {
			continue
		}
		more := 0
		if found.score == 1 && owner == theApplicants || found.score == 1 && cells[at].Row != c.Row && ownerBeside(cells, at) == theApplicants {
			more = applicantsOwn
		}
		if found.field == otherLabel {
			continue
		}
		place := extract.Found{Span: r.span(cells[at]), Source: extract.FromTable}
		if found.field == titleField {
			value += r.restInTable(cells, at, value)
		}
		r.offer(found, value, place, more)
	}
	return any
}

// bareDate are labels of a date that is that of a signature in a row of somebody else.
var bareDate = map[string]bool{"日期": true, "时间": true, "年月日": true, "date": true, "dated": true}

// cellText is the text of a cell, "" for none.
func cellText(cells []tableCell, at int) string {
	if at < 0 {
		return ""
	}
	return cells[at].text
}

// restOfDate puts together a date whose year, month and day stand in cells of their own
// up to the next label: 2024 | 年 | 3 | 月, 起 | 2024.1 | 止 | 2025.12.
func (r *reading) restOfDate(cells []tableCell, at, to int, value string) string {
	if !pieceOfDate().MatchString(squeezed(value)) {
		return value
	}
	for next := at + 1; next < to && pieceOfDate().MatchString(squeezed(cells[next].text)); next++ {
		if piece := squeezed(cells[next].text); piece == "止" || piece == "终" || piece == "至" {
			value += "至"
		} else {
			value += cells[next].text
		}
	}
	return strings.TrimLeft(value, "起自从")
}

var pieceOfDate = char.Pattern(`^[\d年月日号./〇○零一二三四五六七八九十-]{1,11}$|^[起止至终自从到—–~～-]$`)

// headRow says whether a row is the head of a list: at least three cells, and below each of
// them a cell of the next row.
func headRow(cells []tableCell, from, to int) bool {
	n := to - from
	if n < leastHeads || to+n > len(cells) {
		return false
	}
	for i := range n {
		head, below := cells[from+i], cells[to+i]
		if below.Row != head.Row+1 || below.Column != head.Column || below.Columns != head.Columns || builtIn().isLabel(below.text) {
			return false
		}
	}
	return true
}

// restInTable gives the second line of a title that is broken over two rows, of which
// the second has no label, or that goes on below the table.
func (r *reading) restInTable(cells []tableCell, at int, first string) string {
	c := cells[at]
	next := at + 1
	for next < len(cells) && cells[next].Row < c.Row+c.Rows {
		next++
	}
	if next == len(cells) {
		last := cells[at].paragraph
		for last+1 < len(r.paragraphs) && r.paragraphs[last+1].Place.Table == c.Table {
			last++
		}
		return r.restOfTitle(last, first)
	}
	rest := cells[next]
	wide := rest.Column < c.Column && rest.Column+rest.Columns == c.Column+c.Columns // over the label's column too
	if !wide && (rest.Column != c.Column || rest.Columns != c.Columns) || next+1 < len(cells) && cells[next+1].Row == rest.Row || !r.goesOnTitle(first, oneValue(rest.text)) {
		return ""
	}
	return joined(first, oneValue(rest.text))
}

// listed says whether something stands below a cell in its column in each of two rows:
// under the head of a list, of earlier projects or of papers.
func listed(cells []tableCell, at int) bool {
	c, rows := cells[at], 0
	for _, below := range cells[at+1:] {
		if below.Column == c.Column && below.Columns == c.Columns && below.Row == c.Row+rows+1 && !builtIn().isLabel(below.text) {
			rows++
		}
	}
	return rows >= 2
}

// ofPlan are fields whose label over a column is the head of a plan of work.
var ofPlan = map[field]bool{periodField: true, startField: true, endField: true, yearField: true}

// rowOwner tells whom a row is about: by the cell that stands before it over
// several rows, else by the section.
func (r *reading) rowOwner(cells []tableCell, from int, section whose) whose {
	for k := from - 1; k >= 0 && cells[from].Row-cells[k].Row < mostRows; k-- {
		if c := cells[k]; c.Row+c.Rows > cells[from].Row && c.Column < cells[from].Column {
			if said := about(c.text); said != nobodySaid {
				return said
			}
		}
	}
	return section
}

const mostRows = 30 // that the cell before a part of a table goes over

// ownerBeside tells whom the row of a cell is about by the cells before it.
func ownerBeside(cells []tableCell, at int) whose {
	for k := at - 1; k >= 0 && cells[at].Row-cells[k].Row < mostRows; k-- {
		if c := cells[k]; c.Row+c.Rows > cells[at].Row && c.Column < cells[at].Column {
			if said := about(c.text); said != nobodySaid {
				return said
			}
		}
	}
	return nobodySaid
}

// severalLabels reads a cell that holds labels and nothing else, whose values stand beside it,
// one below the other, as of a PDF without lines between its rows.
func (r *reading) severalLabels(cells []tableCell, k int, owner whose) bool {
	c := cells[k]
	found := r.columnOfLabels(c.text)
	if len(found) == 0 {
		found = r.pairs(c.text)
	}
	if len(found) < 2 || owner > theApplicants || slices.ContainsFunc(found, func(p pair) bool { return p.value != "" || p.field == otherPerson }) {
		return false
	}
	for n, p := range found {
		for _, beside := range cells[k+1:] {
			if p.field != otherLabel && beside.Row == c.Row+n && beside.Column == c.Column+c.Columns {
				r.offer(p.label, oneValue(beside.text), extract.Found{Span: r.span(beside), Source: extract.FromTable}, 0)
			}
		}
	}
	return true
}

// columnOfLabels gives the labels of a cell that holds nothing else, each with its colon, those
// that are not known among them: 级：学生姓名：.
func (r *reading) columnOfLabels(s string) (out []pair) {
	s = squeezed(s)
	if !strings.HasSuffix(s, "：") && !strings.HasSuffix(s, ":") {
		return nil
	}
	for part := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == ':' || c == '：' }) {
		l, ok := r.labels.find(part)
		if !ok {
			if utf8.RuneCountInString(part) > longestHead {
				return nil
			}
			l = label{field: otherLabel}
		}
		out = append(out, pair{label: l, colon: true})
	}
	return out
}

// cellLines reads a cell that holds labels with their values.
func (r *reading) cellLines(c tableCell, owner *whose) (any bool) {
	lines := strings.Split(c.text, "\n")
	for n, line := range lines {
		for _, p := range r.pairs(line) {
			any = true
			if p.field == otherPerson {
				*owner = somebodyElses
				continue
			}
			if *owner == somebodyElses && p.score < taughtScore || *owner == theTeams && p.owned {
				continue
			}
			switch behind := lines[n+1:]; {
			case p.field == abstractField && (p.value == "" || p.colon):
				p.value = strings.TrimSpace(p.value + "\n" + strings.Join(behind, "\n"))
			case p.value == "" && p.colon && len(behind) > 0 && len(r.pairs(behind[0])) == 0:
				p.value = behind[0]
			}
			r.offer(p.label, p.value, extract.Found{Span: r.span(c), Source: extract.FromTable}, 0)
		}
	}
	return any
}

// brokenRow reads a row whose labels are broken over its cells, as of a PDF.
func (r *reading) brokenRow(cells []tableCell, from, to int) {
	row := cells[from:to]
	if len(row) < 2 {
		return
	}
	var line strings.Builder
	for i, c := range row {
		line.WriteString(c.text)
		if i+1 < len(row) && !strings.ContainsAny(c.text, ":：") && endOfLabel().MatchString(row[i+1].text) {
			continue // 学位申请 | 人：
		}
		line.WriteString("  ")
	}
	place := extract.Found{Span: r.span(row[len(row)-1]), Source: extract.FromTable}
	found := r.pairs(line.String())
	for i, p := range found {
		if p.field == titleField && p.value != "" && i == len(found)-1 {
			p.value += r.restInTable(cells, to-1, p.value)
		}
		r.offer(p.label, p.value, place, 0)
	}
}

// endOfLabel is a cell with the last characters of a label and its colon.
var endOfLabel = char.Pattern(`^\p{Han}{1,3}\s*[:：]`)

// span is the paragraphs of a cell.
func (r *reading) span(c tableCell) extract.Span {
	last := c.paragraph
	for last+1 < len(r.paragraphs) && r.paragraphs[last+1].Place == c.Place {
		last++
	}
	return extract.Span{Start: r.paragraphs[c.paragraph].Start, End: r.paragraphs[last].End}
}

// valueOf gives the value of the label in cell k of the row [from, to), and the
// cell it stands in, or -1.
func (r *reading) valueOf(cells []tableCell, k, from, to int) (value string, at int) {
	c := cells[k]
	if next := k + 1; next+1 < to && isBeside(c, cells[next]) && (cells[next].text == "：" || cells[next].text == ":") {
		k, c = next, cells[next] // the colon in a cell of its own
	}
	if next := k + 1; next < to && isBeside(c, cells[next]) {
		if qualifiers[squeezed(cells[next].text)] && next+1 < to && !r.labels.isLabel(cells[next+1].text) {
			return oneValue(cells[next+1].text), next + 1
		}
		if name, rest, ok := cutColon(oneValue(cells[next].text)); ok && qualifiers[squeezed(name)] {
			return rest, next // 中文：…
		}
		if !r.labels.isLabel(cells[next].text) {
			return oneValue(cells[next].text), next
		}
	} else if next < to {
		return "", -1 // the cell beside is empty
	}
	if !r.heads(cells, k, from, to) {
		return "", -1
	}
	for i := to; i < len(cells) && cells[i].Row <= c.Row+c.Rows; i++ {
		if cells[i].Row == c.Row+c.Rows && cells[i].Column == c.Column && cells[i].Columns == c.Columns && !r.labels.isLabel(cells[i].text) && !likeLabel().MatchString(squeezed(cells[i].text)) {
			return oneValue(cells[i].text), i
		}
	}
	return "", -1
}

// isBeside says whether a cell of a row is the next one. One that stands within the columns of
// the cell before it is, too: in a PDF without lines cells cover what their text covers.
func isBeside(c, next tableCell) bool {
	return next.Column > c.Column && next.Column <= c.Column+c.Columns
}

// likeLabel is a label that is not known, by how it ends.
var likeLabel = char.Pattern(`(?:时间|日期|姓名|单位|名称|电话|情况|意见|签字|职称|类别|级别|类型|编号|题目|内容|要求|说明|方法|地址|[?？:：])(?:[（(].*[）)])?$`)

// oneValue joins the lines of a cell, over which a value may be broken.
func oneValue(s string) string {
	var out strings.Builder
	last := rune(0)
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if out.Len() > 0 {
			line = joined(string(last), line)
		}
		out.WriteString(line)
		last = char.Last(line)
	}
	return out.String()
}

const longestHead = 8 // code points of a head that is not known

// heads says whether the row [from, to) holds labels and nothing else side by side,
// as the heads of columns do; one before them that says whom the rows are about, and
// heads that are not known, may be among them.
func (r *reading) heads(cells []tableCell, k, from, to int) bool {
	known := 0
	for i := from; i < to; i++ {
		if i > from && cells[i].Column != cells[i-1].Column+cells[i-1].Columns {
			return false
		}
		if r.labels.isLabel(cells[i].text) || nameHeads[squeezed(cells[i].text)] {
			known++
		} else if utf8.RuneCountInString(squeezed(cells[i].text)) > longestHead {
			return false
		}
	}
	return known == to-from || known >= leastHeads && 2*known > to-from
}

// qualifiers stand between a label and its value where there is one for each
// language; the first is taken.
var qualifiers = map[string]bool{"中文": true, "chinese": true, "英文": true, "english": true}
