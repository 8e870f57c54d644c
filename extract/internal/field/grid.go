package field

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/participant"
	"zhiwen/extract/internal/field/value"
)

// table reads the labels of a table cell by cell. A value stands in the cell of its label, beside
// it or, in a row of labels only, below it. The first cell of a row, or a row of one cell above,
// shows whom the row is about.
func (r *reading) table(cells []participant.Cell, section participant.Whose) {
	if section == participant.TheApplicants {
		section = participant.NobodySaid
	}
	cells = r.wholeLabels(cells)
	for from := 0; from < len(cells); {
		to := from
		for to < len(cells) && cells[to].Row == cells[from].Row {
			to++
		}
		if to-from == 1 && !strings.ContainsAny(cells[from].Text, ":：") {
			if said := participant.About(cells[from].Text); said != participant.NobodySaid || cells[from].Columns > 1 {
				section = said
			}
		}
		if !r.row(cells, from, to, section) {
			r.brokenRow(cells, from, to)
		}
		from = to
	}
}

// wholeLabels joins labels that a PDF splits over two cells: 姓 | 名：, 学位申请 | 人：.
func (r *reading) wholeLabels(cells []participant.Cell) []participant.Cell {
	var out []participant.Cell
	for _, c := range cells {
		if len(out) == 0 || !restOfLabel().MatchString(c.Text) {
			out = append(out, c)
			continue
		}
		before := &out[len(out)-1]
		begun := partOfLabel().MatchString(char.Squeezed(before.Text)) && !label.BuiltIn().IsLabel(before.Text)
		if before.Row != c.Row || before.Rows != c.Rows || !begun {
			out = append(out, c)
			continue
		}
		before.Text += c.Text
		before.Columns = c.Column + c.Columns - before.Column
	}
	return r.labelsOverRows(out)
}

// labelsOverRows joins labels split over two rows, as in a PDF without lines between its rows, and
// their values: 毕业设计 | 某某的设 above （论文）题目 | 计与实现.
func (r *reading) labelsOverRows(cells []participant.Cell) []participant.Cell {
	var out []participant.Cell
	for i := 0; i < len(cells); i++ {
		out = append(out, cells[i])
		if i+3 >= len(cells) || !twoInRow(cells, i) || !twoInRow(cells, i+2) || cells[i+2].Row != cells[i].Row+1 ||
			cells[i+2].Column != cells[i].Column {
			continue
		}
		first, rest := cells[i], cells[i+2]
		if r.labels.IsLabel(first.Text) || utf8.RuneCountInString(char.Squeezed(first.Text)) > longestHead ||
			!strings.HasPrefix(char.Squeezed(rest.Text), "（") && !strings.HasPrefix(char.Squeezed(rest.Text), "(") &&
				r.labels.IsLabel(rest.Text) {
			continue
		}
		if l, ok := r.labels.Find(first.Text + rest.Text); !ok || l.Field != label.Title {
			continue
		}
		label, value := &out[len(out)-1], cells[i+1]
		label.Text += rest.Text
		value.Text += "\n" + cells[i+3].Text
		out = append(out, value)
		i += 3
	}
	return out
}

// twoInRow reports whether cell i and the next one are the only cells of their row.
func twoInRow(cells []participant.Cell, i int) bool {
	return i+1 < len(cells) && cells[i].Row == cells[i+1].Row && (i == 0 || cells[i-1].Row != cells[i].Row) &&
		(i+2 >= len(cells) || cells[i+2].Row != cells[i].Row)
}

var (
	restOfLabel = char.Pattern(`^\s*\p{Han}{1,3}\s*[:：]\s*$`)
	partOfLabel = char.Pattern(`^\p{Han}{1,4}$`)
)

// row reads the cells [from, to) and reports whether they contain a label.
func (r *reading) row(cells []participant.Cell, from, to int, section participant.Whose) (any bool) {
	owner := r.rowOwner(cells, from, section)
	for k := from; k < to; k++ {
		c := cells[k]
		if k > from && participant.HeadsRoles(cells[from:k]) {
			return any // what each of several people does: 分工 | 负责人 | 算法
		}
		found, ok := r.labels.Find(c.Text)
		if !ok {
			found, ok = r.labels.Ending(c.Text)
		}
		if !ok {
			any = r.severalLabels(cells, k, owner) || r.cellLines(c, &owner) || any
			if c.Rows > 1 {
				owner = cmp.Or(participant.About(c.Text), owner)
			}
			continue
		}
		any = true
		ofTeam := found.Field == label.Participants || found.Field == label.Cooperating
		if c.Rows > 1 && (ofTeam || found.Field == label.Other && participant.About(c.Text) == participant.TheTeams) {
			owner = participant.TheTeams
		}
		said, at := r.valueOf(cells, k, from, to)
		beside, below := at >= 0 && cells[at].Row == c.Row, at >= 0 && cells[at].Row != c.Row
		if found.Field == label.Applicant && found.Owned && owner == participant.TheTeams && beside {
			r.member(cells, at, said)
		}
		headsNames := func(c participant.Cell) bool { return participant.HeadsNames(c.Text) }
		applicantsBelow := func() bool { return participant.OwnerBeside(cells, at) == participant.TheApplicants }
		switch {
		case found.Field == label.OtherPerson:
			owner = participant.SomebodyElses
			continue
		case found.Field == label.Applicant && !found.Owned && (owner != participant.TheTeams || beside):
			owner = participant.TheApplicants
		// 开题报告日期
		case found.Score == label.TaughtScore,
			found.Field == label.Year && owner == participant.SomebodyElses && !bareDate[char.Squeezed(c.Text)]:
		case owner == participant.SomebodyElses:
			continue
		case owner == participant.TheTeams && (found.Owned || found.School || found.Field == label.Applicant ||
			found.Field == label.Number):
			continue
		case below && found.Field == label.Number && slices.ContainsFunc(cells[from:to], headsNames):
			continue // a column about the people of these rows
		case below && (found.Owned || found.Field == label.Number) && owner != participant.TheApplicants && !applicantsBelow():
			continue // the heading of a column about several people
		}
		if short := found.Score < 3 || utf8.RuneCountInString(said) <= longestHead; short && beside && found.Field == label.Title &&
			headRow(cells, from, to) {
			continue // Chapter | Title | Goal
		}
		if beside && ofPlan[found.Field] {
			said = r.restOfDate(cells, at, to, said)
		}
		line, _, broken := strings.Cut(strings.TrimSpace(cellText(cells, at)), "\n")
		if line = strings.TrimSpace(line); broken && found.Field == label.Institution && value.WholeHouse().MatchString(line) {
			said = line // 学院、专业: the school, with the subject below it
		}
		if at < 0 || below && (ofPlan[found.Field] || found.Field == label.Title && listed(cells, at)) {
			continue
		}
		more := 0
		if found.Score == 1 && (owner == participant.TheApplicants || below && applicantsBelow()) {
			more = applicantsOwn
		}
		if found.Field == label.Other {
			continue
		}
		place := extract.Found{Span: r.span(cells[at]), Source: extract.FromTable}
		if found.Field == label.Title {
			said += r.restInTable(cells, at, said)
		}
		r.offer(found, said, place, more)
	}
	return any
}

// bareDate holds labels of a date that, in a row about somebody else, date a signature.
var bareDate = map[string]bool{"日期": true, "时间": true, "年月日": true, "date": true, "dated": true}

// cellText returns the text of a cell, or "" if at is negative.
func cellText(cells []participant.Cell, at int) string {
	if at < 0 {
		return ""
	}
	return cells[at].Text
}

// restOfDate joins a date whose year, month and day stand in separate cells up to the next label:
// 2024 | 年 | 3 | 月, 起 | 2024.1 | 止 | 2025.12.
func (r *reading) restOfDate(cells []participant.Cell, at, to int, value string) string {
	if !pieceOfDate().MatchString(char.Squeezed(value)) {
		return value
	}
	for next := at + 1; next < to && pieceOfDate().MatchString(char.Squeezed(cells[next].Text)); next++ {
		if piece := char.Squeezed(cells[next].Text); piece == "止" || piece == "终" || piece == "至" {
			value += "至"
		} else {
			value += cells[next].Text
		}
	}
	return strings.TrimLeft(value, "起自从")
}

var pieceOfDate = char.Pattern(`^[\d年月日号./〇○零一二三四五六七八九十-]{1,11}$|^[起止至终自从到—–~～-]$`)

// headRow reports whether a row heads a list: it has at least three cells, each with a cell of the
// next row below it.
func headRow(cells []participant.Cell, from, to int) bool {
	n := to - from
	if n < participant.LeastHeads || to+n > len(cells) {
		return false
	}
	for i := range n {
		head, below := cells[from+i], cells[to+i]
		if below.Row != head.Row+1 || below.Column != head.Column || below.Columns != head.Columns || label.BuiltIn().IsLabel(below.Text) {
			return false
		}
	}
	return true
}

// restInTable returns the second line of a title that is split over two rows, the second without a
// label, or that continues below the table.
func (r *reading) restInTable(cells []participant.Cell, at int, first string) string {
	c := cells[at]
	next := at + 1
	for next < len(cells) && cells[next].Row < c.Row+c.Rows {
		next++
	}
	if next == len(cells) {
		last := cells[at].Paragraph
		for last+1 < len(r.paragraphs) && r.paragraphs[last+1].Place.Table == c.Table {
			last++
		}
		return r.restOfTitle(last, first)
	}
	rest := cells[next]
	// spans the label's column too
	wide := rest.Column < c.Column && rest.Column+rest.Columns == c.Column+c.Columns
	under := wide || rest.Column == c.Column && rest.Columns == c.Columns
	alone := next+1 >= len(cells) || cells[next+1].Row != rest.Row
	if !under || !alone || !r.goesOnTitle(first, oneValue(rest.Text)) {
		return ""
	}
	return joined(first, oneValue(rest.Text))
}

// listed reports whether the two rows below a cell have text in its column, as under the head of a
// list of earlier projects or of papers.
func listed(cells []participant.Cell, at int) bool {
	c, rows := cells[at], 0
	for _, below := range cells[at+1:] {
		if below.Column == c.Column && below.Columns == c.Columns && below.Row == c.Row+rows+1 && !label.BuiltIn().IsLabel(below.Text) {
			rows++
		}
	}
	return rows >= 2
}

// ofPlan holds the fields whose label heads a column in a plan of work.
var ofPlan = map[label.Field]bool{label.Period: true, label.Start: true, label.End: true, label.Year: true}

// rowOwner returns whom a row is about: from the cell before it that spans several rows, else from
// the section.
func (r *reading) rowOwner(cells []participant.Cell, from int, section participant.Whose) participant.Whose {
	return cmp.Or(participant.OwnerBeside(cells, from), section)
}

// severalLabels reads a cell of labels only whose values stand beside it, one below the other, as
// in a PDF without lines between its rows.
func (r *reading) severalLabels(cells []participant.Cell, k int, owner participant.Whose) bool {
	c := cells[k]
	found := r.columnOfLabels(c.Text)
	if len(found) == 0 {
		found = r.pairs(c.Text)
	}
	if len(found) < 2 || owner > participant.TheApplicants ||
		slices.ContainsFunc(found, func(p label.Pair) bool { return p.Value != "" || p.Field == label.OtherPerson }) {
		return false
	}
	for n, p := range found {
		for _, beside := range cells[k+1:] {
			if p.Field != label.Other && beside.Row == c.Row+n && beside.Column == c.Column+c.Columns {
				r.offer(p.Label, oneValue(beside.Text), extract.Found{Span: r.span(beside), Source: extract.FromTable}, 0)
			}
		}
	}
	return true
}

// columnOfLabels returns the labels of a cell that holds only labels, each with its colon. Unknown
// ones are included: 级：学生姓名：.
func (r *reading) columnOfLabels(s string) (out []label.Pair) {
	s = char.Squeezed(s)
	if !strings.HasSuffix(s, "：") && !strings.HasSuffix(s, ":") {
		return nil
	}
	for part := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == ':' || c == '：' }) {
		l, ok := r.labels.Find(part)
		if !ok {
			if utf8.RuneCountInString(part) > longestHead {
				return nil
			}
			l = label.Label{Field: label.Other}
		}
		out = append(out, label.Pair{Label: l, Colon: true})
	}
	return out
}

// cellLines reads a cell that holds labels and their values.
func (r *reading) cellLines(c participant.Cell, owner *participant.Whose) (any bool) {
	lines := strings.Split(c.Text, "\n")
	for n, line := range lines {
		for _, p := range r.pairs(line) {
			any = true
			if p.Field == label.OtherPerson {
				*owner = participant.SomebodyElses
				continue
			}
			if *owner == participant.SomebodyElses && p.Score < label.TaughtScore || *owner == participant.TheTeams && p.Owned {
				continue
			}
			switch behind := lines[n+1:]; {
			case p.Field == label.Abstract && (p.Value == "" || p.Colon):
				p.Value = strings.TrimSpace(p.Value + "\n" + strings.Join(behind, "\n"))
			case p.Value == "" && p.Colon && len(behind) > 0 && len(r.pairs(behind[0])) == 0:
				p.Value = behind[0]
			}
			r.offer(p.Label, p.Value, extract.Found{Span: r.span(c), Source: extract.FromTable}, 0)
		}
	}
	return any
}

// brokenRow reads a row whose labels a PDF split over several cells.
func (r *reading) brokenRow(cells []participant.Cell, from, to int) {
	row := cells[from:to]
	if len(row) < 2 {
		return
	}
	var line strings.Builder
	for i, c := range row {
		line.WriteString(c.Text)
		if i+1 < len(row) && !strings.ContainsAny(c.Text, ":：") && endOfLabel().MatchString(row[i+1].Text) {
			continue // 学位申请 | 人：
		}
		line.WriteString("  ")
	}
	place := extract.Found{Span: r.span(row[len(row)-1]), Source: extract.FromTable}
	found := r.pairs(line.String())
	for i, p := range found {
		if p.Field == label.Title && p.Value != "" && i == len(found)-1 {
			p.Value += r.restInTable(cells, to-1, p.Value)
		}
		r.offer(p.Label, p.Value, place, 0)
	}
}

// endOfLabel matches a cell that begins with the last characters of a label and its colon.
var endOfLabel = char.Pattern(`^\p{Han}{1,3}\s*[:：]`)

// span returns the extent of the paragraphs of a cell.
func (r *reading) span(c participant.Cell) extract.Span {
	last := c.Paragraph
	for last+1 < len(r.paragraphs) && r.paragraphs[last+1].Place == c.Place {
		last++
	}
	return extract.Span{Start: r.paragraphs[c.Paragraph].Start, End: r.paragraphs[last].End}
}

// valueOf returns the value of the label in cell k of the row [from, to) and the cell that holds
// it, or -1.
func (r *reading) valueOf(cells []participant.Cell, k, from, to int) (value string, at int) {
	c := cells[k]
	if next := k + 1; next+1 < to && isBeside(c, cells[next]) && (cells[next].Text == "：" || cells[next].Text == ":") {
		k, c = next, cells[next] // the colon has a cell of its own
	}
	if next := k + 1; next < to && isBeside(c, cells[next]) {
		if qualifiers[char.Squeezed(cells[next].Text)] && next+1 < to && !r.labels.IsLabel(cells[next+1].Text) {
			return oneValue(cells[next+1].Text), next + 1
		}
		if name, rest, ok := label.CutColon(oneValue(cells[next].Text)); ok && qualifiers[char.Squeezed(name)] {
			return rest, next // 中文：…
		}
		if !r.labels.IsLabel(cells[next].Text) {
			return oneValue(cells[next].Text), next
		}
	} else if next < to {
		return "", -1 // the cell beside is empty
	}
	if !r.heads(cells, k, from, to) {
		return "", -1
	}
	for i := to; i < len(cells) && cells[i].Row <= c.Row+c.Rows; i++ {
		x := cells[i]
		under := x.Row == c.Row+c.Rows && x.Column == c.Column && x.Columns == c.Columns
		if under && !r.labels.IsLabel(x.Text) && !likeLabel().MatchString(char.Squeezed(x.Text)) {
			return oneValue(x.Text), i
		}
	}
	return "", -1
}

// isBeside reports whether next is the cell after c in its row. It may begin within the columns of
// c: in a PDF without lines a cell covers what its text covers.
func isBeside(c, next participant.Cell) bool {
	return next.Column > c.Column && next.Column <= c.Column+c.Columns
}

// likeLabel matches the ends of unknown labels.
var likeLabel = char.Pattern(`(?:时间|日期|姓名|单位|名称|电话|情况|意见|签字|职称|类别|级别|类型|编号|题目|内容|要求|说明|方法|地址|[?？:：])(?:[（(].*[）)])?$`)

// oneValue joins the lines of a cell into one value.
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

const longestHead = 8 // code points of an unknown heading

// heads reports whether the row [from, to) consists of labels side by side, as the headings of
// columns do. A first cell that names whom the rows are about, and unknown headings, are allowed.
func (r *reading) heads(cells []participant.Cell, k, from, to int) bool {
	known := 0
	for i := from; i < to; i++ {
		if i > from && cells[i].Column != cells[i-1].Column+cells[i-1].Columns {
			return false
		}
		if r.labels.IsLabel(cells[i].Text) || participant.HeadsNames(cells[i].Text) {
			known++
		} else if utf8.RuneCountInString(char.Squeezed(cells[i].Text)) > longestHead {
			return false
		}
	}
	return known == to-from || known >= participant.LeastHeads && 2*known > to-from
}

// qualifiers stand between a label and its value, if there is one value per language or the label is
// a part of the table; the first value is taken.
var qualifiers = map[string]bool{
	"中文": true, "chinese": true, "英文": true, "english": true, "名称": true, "全称": true, "单位名称": true,
}

// member takes a team member whose name stands in a cell beside its label.
func (r *reading) member(cells []participant.Cell, at int, name string) {
	person, ok := participant.Member(r.labels, cells, at, name)
	if !ok || len(r.members) == value.MostPeople {
		return
	}
	if len(r.members) == 0 {
		r.membersAt = extract.Found{Span: r.span(cells[at]), Source: extract.FromTable}
	}
	r.membersAt.End = r.span(cells[at]).End
	r.members = append(r.members, person)
}
