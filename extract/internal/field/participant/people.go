// Package participant reads who takes part in a project: tables and lists of people, the
// cooperating institutions, and whom a part of a form is about.
//
// Its input is paragraphs and tables. Its output is people of Metadata with their institutions and
// titles. It takes the applicant from what was read before.
package participant

import (
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// Tables of participants follow the cover, the subject of the project and its summary.
const (
	MaxParagraphs = 600    // paragraphs at the start of a document in which tables of people begin
	MaxRunes      = 15_000 // code points in which they begin
	MaxCells      = 3_000  // cells of a table that are read; tables of people are smaller
	mostHeads     = 20     // columns of names that are read; forms have two or three
	LeastHeads    = 3      // columns with known headings, including the names, that make a table of people
)

var aboutOthers = char.Pattern(`(?i)专家|考核|评委|答辩|回避|推荐|联系|评审|评议|导师|证明人|referee|reviewer|contact|supervisor`)

// nameHeads are the headings of columns of names.
var nameHeads = set("姓名 成员姓名 参与者姓名 参加者姓名 参加人姓名 参与人姓名 人员姓名 name fullname nameofparticipant participantname")

// set returns a set of words.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// HeadsNames reports whether a text is the heading of a column of names.
func HeadsNames(s string) bool { return nameHeads[char.Squeezed(s)] }

// memberHeads are headings of columns of names if no column has a more certain one.
var memberHeads = set("成员 组员 队员 小组成员 团队成员 项目成员 参与人 参与者 member teammember participant")

// titleHeads are headings of columns of titles: 教授, 讲师.
var titleHeads = set("职称 专业技术职务 专业技术职称 技术职称 专业职称 专业职务 职务 职称/职务 职务/职称 职称职务 职务职称 职称（职务） title academictitle position")

// institutionHeads are headings of columns of institutions that are not labels of the applicant's
// institution.
var institutionHeads = set(`
	单位名称 单位 工作单位及部门 单位及部门 单位全称 机构名称 organisation organization institution organisationname organizationname 所在单位及部门 所属机构
	employer`)

// Read adds the people and institutions listed in tables to the metadata.
func Read(m *extract.Metadata, l *label.Set, paragraphs []extract.Paragraph, texts []string) {
	seen, heads := 0, 0
	for i := 0; i < len(paragraphs) && i < MaxParagraphs && seen <= MaxRunes; {
		if paragraphs[i].Place.Table == 0 {
			seen += paragraphs[i].End - paragraphs[i].Start
			i++
			continue
		}
		cells, end := CellsOf(paragraphs, texts, i)
		cells = cells[:min(len(cells), MaxCells)]
		seen += paragraphs[end-1].End - paragraphs[i].Start
		place := func(cells []Cell) extract.Found {
			first, last := cells[0], cells[len(cells)-1]
			return extract.Found{Span: extract.Span{Start: paragraphs[first.Paragraph].Start, End: paragraphs[last.Paragraph].End},
				Source: extract.FromTable}
		}
		before := strings.Join(texts[max(0, i-2):i], "\n")
		if len(m.Cooperating) == 0 {
			if names, from := cooperatingColumn(l, cells, before); len(names) > 0 {
				m.Cooperating = names
				label.NoteFound(m, label.Cooperating, place(from))
			}
		}
		if across(cells) {
			cells = turned(cells)
		}
		for k := 0; k < len(cells); k++ {
			if key := char.Squeezed(cells[k].Text); heads == mostHeads || !nameHeads[key] && !(memberHeads[key] && !headed(cells, k)) {
				continue
			}
			heads++
			persons, last := column(l, m, cells, k, before, place)
			if len(persons) == 0 {
				continue
			}
			// 成员 | 李四 | 理学院: the row says more than the value of the label did.
			m.Participants = slices.DeleteFunc(m.Participants, func(known extract.Person) bool {
				return known.Institution == "" && slices.ContainsFunc(persons, func(p extract.Person) bool { return p.Name == known.Name })
			})
			m.Participants = append(m.Participants, Others(m, persons)...)
			label.NoteFound(m, label.Participants, place(cells[k:last+1]))
			k = last
		}
		i = end
	}
	m.Participants = m.Participants[:min(len(m.Participants), value.MostPeople)]
}

// column reads a table of people by the heading of its names. It returns the people and the last of
// their cells. If the applicant is among them, it also takes the applicant's number.
func column(
	l *label.Set, m *extract.Metadata, cells []Cell, name int, before string, place func([]Cell) extract.Found,
) (out []extract.Person, last int) {
	row := cells[name].Row
	heads, institution, number, leader, title := 0, -1, -1, -1, -1
	part := false // the institution is a part of a university
	above, beside := []string{before}, ""
	for i, c := range cells {
		f, known := l.Field(c.Text)
		if key := char.Squeezed(c.Text); c.Row <= row && row < c.Row+c.Rows && c.Rows > 1 && c.Column < cells[name].Column {
			beside += key
		} else if c.Row+c.Rows <= row && (known && f == label.Participants || About(c.Text) == TheTeams || alone(cells, i)) {
			above = append(above, key)
		}
		if c.Row != row {
			continue
		}
		if known || HeadsNames(c.Text) || institutionHeads[char.Squeezed(c.Text)] {
			heads++
		}
		if known && f == label.Institution || institutionHeads[char.Squeezed(c.Text)] {
			if own, _ := l.Find(c.Text); institution < 0 || part && !own.School { // the university, not its department
				institution, part = i, own.School
			}
		}
		if known && f == label.Number {
			number = i
		}
		if asksLeader().MatchString(char.Squeezed(c.Text)) || roles().MatchString(char.Squeezed(c.Text)) {
			leader = i
		}
		if title < 0 && titleHeads[char.Squeezed(c.Text)] {
			title = i
		}
	}
	context := lastLines(strings.Join(above, "\n"))
	if aboutPeople().MatchString(beside) || aboutOthers().MatchString(beside) {
		context = beside
	}
	// 负责人 | 姓名 | 学号, with 成员 below: the headings of the leader's row are also those of the team.
	shared := About(beside) == TheApplicants && teamBelow(cells, name)
	if shared {
		context = beside
	}
	team := memberHeads[char.Squeezed(cells[name].Text)] || aboutPeople().MatchString(context) ||
		slices.ContainsFunc(cells, func(c Cell) bool {
			return c.Row > row && c.Column < cells[name].Column && About(c.Text) == TheTeams
		})
	single := heads < LeastHeads && (!memberHeads[char.Squeezed(cells[name].Text)] || leastRows(cells, name) < 2)
	if single || !shared && !team || OwnerBeside(cells, name) == SomebodyElses || aboutOthers().MatchString(context) {
		return nil, 0
	}
	strangers := 0
	for i, c := range cells {
		if c.Row <= row || !inColumn(cells, i, name) || len(out) == value.MostPeople {
			continue
		}
		if OwnerBeside(cells, i) == SomebodyElses || otherRow(l, cells, i) {
			break // 指导教师, 预期成果
		}
		said := c.Text
		lead := leadBehind().FindStringSubmatch(char.OneLine(said)) // 张三（组长）
		if lead != nil {
			said = lead[1]
		}
		person := extract.Person{Name: value.Name(value.WithoutHonorific(said))}
		if person.Name == "" {
			if strangers++; strangers > 1 || l.IsLabel(c.Text) {
				break // something else follows in the table
			}
			continue
		}
		if institution >= 0 {
			person.Institution = value.InstitutionName(cellAt(cells, c.Row, cells[institution].Column))
			if m := schoolThenSubject().FindStringSubmatch(person.Institution); m != nil &&
				strings.Contains(cells[institution].Text, "专业") {
				person.Institution = m[1] // 学院/专业: 计算机学院软件工程
			}
		}
		if title >= 0 {
			person.Title = value.PersonTitle(cellAt(cells, c.Row, cells[title].Column))
		}
		if m.Applicant == "" && value.LikelyName(person.Name) && (lead != nil || leadRow(cells, i)) {
			m.Applicant = person.Name
			label.NoteFound(m, label.Applicant, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if leader >= 0 && m.Applicant == "" && yes().MatchString(char.Squeezed(cellAt(cells, c.Row, cells[leader].Column))) {
			m.Applicant = person.Name
			label.NoteFound(m, label.Applicant, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if shared && m.Applicant == "" && OwnerBeside(cells, i) == TheApplicants && value.LikelyName(person.Name) {
			m.Applicant = person.Name
			label.NoteFound(m, label.Applicant, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if number >= 0 && m.Number == "" && person.Name == m.Applicant {
			if m.Number = value.CleanNumber(cellAt(cells, c.Row, cells[number].Column)); m.Number != "" {
				label.NoteFound(m, label.Number, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
			}
		}
		out = append(out, person)
		last = i
	}
	return out, last
}

// leadBehind matches a name that is marked as the leader's.
var leadBehind = char.Pattern(`^(.{2,8}?)\s*[（(](?:项目|课题|团队)?(?:组长|负责人|队长|主持人|leader|PI)[）)]$`)

// leadRow reports whether the cell before a name, in its row, marks the leader.
func leadRow(cells []Cell, i int) bool {
	return i > 0 && cells[i-1].Row == cells[i].Row && cells[i-1].Rows == 1 && leadsAlone().MatchString(char.Squeezed(cells[i-1].Text))
}

var leadsAlone = char.Pattern(`^(?:项目|课题|团队|小组)?(?:负责人|主持人|组长|队长)$`)

// leastRows counts the names below a heading.
func leastRows(cells []Cell, head int) (n int) {
	for i, c := range cells {
		if c.Row > cells[head].Row && inColumn(cells, i, head) {
			if m := leadBehind().FindStringSubmatch(char.OneLine(c.Text)); m != nil ||
				value.PersonName(c.Text) != "" && value.LikelyName(value.PersonName(c.Text)) {
				n++
			}
		}
	}
	return n
}

var (
	schoolThenSubject = char.Pattern(`^(.*?(?:学院|学部|系))[\s/／、，,-]*\p{Han}+.*$`)
	asksLeader        = char.Pattern(`^是否为?(?:项目|课题)?(?:主持|负责|组长|队长|第一)|^(?:is)?(?:team|project)?leader[?？]?$`)
	yes               = char.Pattern(`^(?:是|√|✓|✔|☑|yes|y|是[√✓☑■].*|[√✓☑■]是.*|(?:项目|课题|团队)?(?:总?负责人?|主持人?|组长|队长|leader|pi))$`)
)

// teamBelow reports whether a cell below a heading and before its column names the rows there as a
// team.
func teamBelow(cells []Cell, head int) bool {
	for _, c := range cells[head+1:] {
		if c.Row > cells[head].Row && c.Column < cells[head].Column && About(c.Text) == TheTeams {
			return true
		}
	}
	return false
}

// otherRow reports whether the row of a cell begins with a label that is not about people.
func otherRow(l *label.Set, cells []Cell, at int) bool {
	first := at
	for first > 0 && cells[first-1].Row == cells[at].Row {
		first--
	}
	if first == at || cells[first].Rows > 1 {
		return false
	}
	f, ok := l.Field(cells[first].Text)
	return ok && f != label.Applicant && f != label.Participants && f != label.Number
}

// lastLines returns the last two lines of a text, which are nearest to a following table.
func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-2):], "\n")
}

// cooperatingColumn reads the institutions under the heading of their names, if a cell beside it,
// the line above the table or the heading itself says that they cooperate.
func cooperatingColumn(l *label.Set, cells []Cell, before string) (names []string, from []Cell) {
	stated := aboutHouses().MatchString(lastLines(before)) && !aboutOthers().MatchString(lastLines(before))
	for i, head := range cells {
		key := char.Squeezed(head.Text)
		is, known := l.Find(head.Text)
		last := head.Row + MostRows
		switch {
		case known && is.Field == label.Cooperating && i > 0 && cells[i-1].Row == head.Row:
		case !institutionHeads[key] && (!known || is.Field != label.Institution):
			continue
		case stated:
		default:
			beside := houseBeside(l, cells, i)
			if beside < 0 {
				continue
			}
			last = cells[beside].Row + cells[beside].Rows
		}
		for k := i + 1; k < len(cells) && cells[k].Row < last; k++ {
			if cells[k].Column != head.Column || cells[k].Row <= head.Row {
				continue
			}
			name := value.InstitutionName(cells[k].Text)
			if name == "" {
				break
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
				from = cells[i : k+1]
			}
		}
		if len(names) > 0 {
			return names, from
		}
	}
	return nil, nil
}

// houseBeside returns the cell before a heading and across its row that says that institutions
// cooperate, or -1.
func houseBeside(l *label.Set, cells []Cell, head int) int {
	for k := head - 1; k >= 0 && cells[head].Row-cells[k].Row < MostRows; k-- {
		if c := cells[k]; c.Row+c.Rows > cells[head].Row && c.Rows > 1 {
			if f, ok := l.Field(c.Text); ok && f == label.Cooperating {
				return k
			}
		}
	}
	return -1
}

// Others returns the persons without the applicant, whom many forms list among the participants,
// and without those already known.
func Others(m *extract.Metadata, persons []extract.Person) []extract.Person {
	var out []extract.Person
	for _, p := range persons {
		if char.Squeezed(p.Name) != char.Squeezed(m.Applicant) && !slices.Contains(m.Participants, p) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// HeadsRoles reports whether the last of the cells heads a row that says what each of several people
// does.
func HeadsRoles(cells []Cell) bool {
	head := cells[len(cells)-1]
	return head.Rows == 1 && roles().MatchString(char.Squeezed(head.Text))
}

var roles = char.Pattern(`^(?:项目|任务|具体)?(?:分工|角色|职责)$|^role$`)
