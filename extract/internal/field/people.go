package field

import (
	"cmp"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// Tables of participants stand behind the cover, what they are about and its
// summary.
const (
	peopleParagraphs = 600    // of a document's start in which they begin
	peopleRunes      = 15_000 // and code points
	mostPeople       = 100
	mostCells        = 3_000 // of a table that are looked at: a table of people is smaller
	mostHeads        = 20    // columns of names that are looked at: forms have two or three
	leastHeads       = 3     // columns with known heads that make a table of people, the names' among them
)

var (
	aboutPeople  = char.Pattern(`(?i)参与|参加|成员|团队|项目组|课题组|骨干|研究人员|研究队伍|合作者|participant|member|team|personnel|investigator|researcher`)
	aboutOthers  = char.Pattern(`(?i)专家|考核|评委|答辩|回避|推荐|联系|评审|评议|导师|证明人|referee|reviewer|contact|supervisor`)
	institutions = char.Pattern(`(?i)大学|学院|研究|[院所校局站厂部社馆会园]$|[^关联体]系$|中心|公司|集团|实验室|医院|universit|institut|college|hospital|school|academy|laborator|cent(?:re|er)|compan|corporation|\bltd|\binc\b|gmbh`)
	noName       = char.Pattern(`生$|(?:成员|人员|队员)$|[页录论系院部校室]$|情况|信息|承诺|意见|签[字名章]|简[介历]|时间|日期|单位|小组|表格|主席|委员|秘书|^答辩|^博士后$|^(?:全体|全员|待定|无|暂无|合计|总计|总人数|高级|中级|初级|其他|备注|签字|签名|小计|人员|辅助人员|不详)$`)
)

// nameHeads are the heads of columns of names.
var nameHeads = map[string]bool{
	"姓名": true, "成员姓名": true, "参与者姓名": true, "参加者姓名": true, "参加人姓名": true, "参与人姓名": true, "人员姓名": true,
	"name": true, "fullname": true, "nameofparticipant": true, "participantname": true,
}

// memberHeads are heads of columns of names where no column has a surer one.
var memberHeads = map[string]bool{"成员": true, "组员": true, "队员": true, "小组成员": true, "团队成员": true, "项目成员": true, "参与人": true, "参与者": true, "member": true, "teammember": true, "participant": true}

// titleHeads are heads of columns of what people are called: 教授, 讲师.
var titleHeads = map[string]bool{"职称": true, "专业技术职务": true, "专业技术职称": true, "技术职称": true, "专业职称": true, "专业职务": true, "职务": true, "职称/职务": true, "职务/职称": true, "职称职务": true, "职务职称": true, "职称（职务）": true, "title": true, "academictitle": true, "position": true}

// institutionHeads are heads of columns of institutions that are no labels of the
// applicant's.
var institutionHeads = map[string]bool{"单位名称": true, "单位": true, "工作单位及部门": true, "单位及部门": true, "单位全称": true, "机构名称": true, "organisation": true, "organization": true, "institution": true, "organisationname": true, "organizationname": true, "所在单位及部门": true, "所属机构": true, "employer": true}

// tableCell is a cell of a table with its text, and the paragraph it begins with.
type tableCell struct {
	extract.Place
	text      string
	paragraph int
}

// cellsOf gives the cells of the table that begins with paragraph i, in order, and
// the paragraph behind it.
func cellsOf(paragraphs []extract.Paragraph, texts []string, i int) (cells []tableCell, end int) {
	table := paragraphs[i].Place.Table
	for ; i < len(paragraphs) && paragraphs[i].Place.Table == table; i++ {
		if n := len(cells); n > 0 && cells[n-1].Place == paragraphs[i].Place {
			cells[n-1].text += "\n" + texts[i]
			continue
		}
		cells = append(cells, tableCell{paragraphs[i].Place, texts[i], i})
	}
	return cells, i
}

// people adds who takes part, as tables of them say.
func (l *labelSet) people(m *extract.Metadata, paragraphs []extract.Paragraph, texts []string) {
	seen, heads := 0, 0
	for i := 0; i < len(paragraphs) && i < peopleParagraphs && seen <= peopleRunes; {
		if paragraphs[i].Place.Table == 0 {
			seen += paragraphs[i].End - paragraphs[i].Start
			i++
			continue
		}
		cells, end := cellsOf(paragraphs, texts, i)
		cells = cells[:min(len(cells), mostCells)]
		seen += paragraphs[end-1].End - paragraphs[i].Start
		place := func(cells []tableCell) extract.Found {
			first, last := cells[0], cells[len(cells)-1]
			return extract.Found{Span: extract.Span{Start: paragraphs[first.paragraph].Start, End: paragraphs[last.paragraph].End}, Source: extract.FromTable}
		}
		before := strings.Join(texts[max(0, i-2):i], "\n")
		if len(m.Cooperating) == 0 {
			if names, from := l.cooperatingColumn(cells, before); len(names) > 0 {
				m.Cooperating = names
				noteFound(m, cooperatingField, place(from))
			}
		}
		if across(cells) {
			cells = turned(cells)
		}
		for k := 0; k < len(cells); k++ {
			if key := squeezed(cells[k].text); heads == mostHeads || !nameHeads[key] && !(memberHeads[key] && !headed(cells, k)) {
				continue
			}
			heads++
			persons, last := l.column(m, cells, k, before, place)
			if len(persons) == 0 {
				continue
			}
			// 成员 | 李四 | 理学院: the row says more than the label's value did.
			m.Participants = slices.DeleteFunc(m.Participants, func(known extract.Person) bool {
				return known.Institution == "" && slices.ContainsFunc(persons, func(p extract.Person) bool { return p.Name == known.Name })
			})
			m.Participants = append(m.Participants, others(m, persons)...)
			noteFound(m, participantField, place(cells[k:last+1]))
			k = last
		}
		i = end
	}
	m.Participants = m.Participants[:min(len(m.Participants), mostPeople)]
}

// People reads anew who takes part in a document that was read before that was
// looked for, and when it was made: Number, Date, Participants and Cooperating of
// its Metadata, and where they stand.
func People(d *extract.Document) extract.Metadata {
	m := extract.Metadata{Applicant: d.Metadata.Applicant}
	fill(&m, d, nil)
	out := extract.Metadata{Number: m.Number, Date: m.Date, Participants: m.Participants, Cooperating: m.Cooperating}
	for _, f := range []field{numberField, dateField, participantField, cooperatingField} {
		if found, ok := m.Found[fieldNames[f]]; ok {
			noteFound(&out, f, found)
		}
	}
	return out
}

// paragraphTexts are the texts of the first paragraphs of a document.
func paragraphTexts(d *extract.Document, most int) []string {
	texts := make([]string, min(len(d.Paragraphs), most))
	at, bytes := 0, 0 // code points and bytes of d.Text
	for i, p := range d.Paragraphs[:len(texts)] {
		from := char.Advance(d.Text, bytes, p.Start-at)
		bytes = char.Advance(d.Text, from, p.End-max(p.Start, at))
		at = max(at, p.Start, p.End)
		texts[i] = d.Text[from:bytes]
	}
	return texts
}

// across says whether a table has its people side by side: names behind the head of
// names, one in each column.
func across(cells []tableCell) bool {
	return slices.ContainsFunc(indexes(cells), func(k int) bool {
		if !nameHeads[squeezed(cells[k].text)] || k+2 >= len(cells) || cells[k+2].Row != cells[k].Row {
			return false
		}
		first, second := personName(cells[k+1].text), personName(cells[k+2].text)
		return first != "" && second != "" && likelyName(first) && likelyName(second)
	})
}

func indexes(cells []tableCell) []int {
	out := make([]int, len(cells))
	for i := range out {
		out[i] = i
	}
	return out
}

// turned gives the cells of a table with its rows as columns.
func turned(cells []tableCell) []tableCell {
	out := slices.Clone(cells)
	for i, c := range out {
		out[i].Row, out[i].Column, out[i].Rows, out[i].Columns = c.Column, c.Row, c.Columns, c.Rows
	}
	slices.SortStableFunc(out, func(a, b tableCell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	return out
}

// headed says whether the row of a cell has a sure head of names, or holds no heads.
func headed(cells []tableCell, k int) bool {
	known := 0
	for _, c := range cells {
		if c.Row != cells[k].Row {
			continue
		}
		if nameHeads[squeezed(c.text)] {
			return true
		}
		known++
	}
	return known < leastHeads
}

// column reads a table of people by the head of its names: the people, and the
// last of their cells. Where the applicant is among them the applicant's number is too.
func (l *labelSet) column(m *extract.Metadata, cells []tableCell, name int, before string, place func([]tableCell) extract.Found) (out []extract.Person, last int) {
	row := cells[name].Row
	heads, institution, number, leader, title := 0, -1, -1, -1, -1
	above, beside := []string{before}, ""
	for i, c := range cells {
		f, known := l.labelled(c.text)
		if key := squeezed(c.text); c.Row <= row && row < c.Row+c.Rows && c.Rows > 1 && c.Column < cells[name].Column {
			beside += key
		} else if c.Row+c.Rows <= row && (known && f == participantField || alone(cells, i)) {
			above = append(above, key)
		}
		if c.Row != row {
			continue
		}
		if known || nameHeads[squeezed(c.text)] || institutionHeads[squeezed(c.text)] {
			heads++
		}
		if institution < 0 && (known && f == institutionField || institutionHeads[squeezed(c.text)]) {
			institution = i
		}
		if known && f == numberField {
			number = i
		}
		if asksLeader().MatchString(squeezed(c.text)) {
			leader = i
		}
		if title < 0 && titleHeads[squeezed(c.text)] {
			title = i
		}
	}
	context := lastLines(strings.Join(above, "\n"))
	if aboutPeople().MatchString(beside) || aboutOthers().MatchString(beside) {
		context = beside
	}
	// 负责人 | 姓名 | 学号, 成员 below it: the heads of the leader's row are those of the team's.
	shared := about(beside) == theApplicants && teamBelow(cells, name)
	if shared {
		context = beside
	}
	team := memberHeads[squeezed(cells[name].text)] || aboutPeople().MatchString(context) || slices.ContainsFunc(cells, func(c tableCell) bool {
		return c.Row > row && c.Column < cells[name].Column && about(c.text) == theTeams
	})
	if heads < leastHeads && (!memberHeads[squeezed(cells[name].text)] || leastRows(cells, name) < 2) || ownerBeside(cells, name) == somebodyElses || !shared && !team || aboutOthers().MatchString(context) {
		return nil, 0
	}
	strangers := 0
	for i, c := range cells {
		if c.Row <= row || !inColumn(cells, i, name) || len(out) == mostPeople {
			continue
		}
		if ownerBeside(cells, i) == somebodyElses || l.otherRow(cells, i) {
			break // 指导教师, 预期成果
		}
		said := c.text
		lead := leadBehind().FindStringSubmatch(char.OneLine(said)) // 张三（组长）
		if lead != nil {
			said = lead[1]
		}
		person := extract.Person{Name: cmp.Or(personName(said), longName().FindString(char.Closed(said)))}
		if person.Name == "" {
			if strangers++; strangers > 1 || l.isLabel(c.text) {
				break // the table goes on with something else
			}
			continue
		}
		if institution >= 0 {
			person.Institution = institutionName(cellAt(cells, c.Row, cells[institution].Column))
			if m := schoolThenSubject().FindStringSubmatch(person.Institution); m != nil && strings.Contains(cells[institution].text, "专业") {
				person.Institution = m[1] // 学院/专业: 计算机学院软件工程
			}
		}
		if title >= 0 {
			person.Title = personTitle(cellAt(cells, c.Row, cells[title].Column))
		}
		if m.Applicant == "" && likelyName(person.Name) && (lead != nil || leadRow(cells, i)) {
			m.Applicant = person.Name
			noteFound(m, applicantField, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if leader >= 0 && m.Applicant == "" && yes().MatchString(squeezed(cellAt(cells, c.Row, cells[leader].Column))) {
			m.Applicant = person.Name
			noteFound(m, applicantField, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if shared && m.Applicant == "" && ownerBeside(cells, i) == theApplicants && likelyName(person.Name) {
			m.Applicant = person.Name
			noteFound(m, applicantField, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
		}
		if number >= 0 && m.Number == "" && person.Name == m.Applicant {
			if m.Number = cleanNumber(cellAt(cells, c.Row, cells[number].Column)); m.Number != "" {
				noteFound(m, numberField, extract.Found{Source: extract.FromTable, Span: place(cells[i : i+1]).Span})
			}
		}
		out = append(out, person)
		last = i
	}
	return out, last
}

// leadBehind is a name that is said to lead.
var leadBehind = char.Pattern(`^(.{2,8}?)\s*[（(](?:项目|课题|团队)?(?:组长|负责人|队长|主持人|leader|PI)[）)]$`)

// leadRow says whether the cell before that of a name, in its row, says that it leads.
func leadRow(cells []tableCell, i int) bool {
	return i > 0 && cells[i-1].Row == cells[i].Row && cells[i-1].Rows == 1 && leadsAlone().MatchString(squeezed(cells[i-1].text))
}

var leadsAlone = char.Pattern(`^(?:项目|课题|团队|小组)?(?:负责人|主持人|组长|队长)$`)

// leastRows counts the names below a head.
func leastRows(cells []tableCell, head int) (n int) {
	for i, c := range cells {
		if c.Row > cells[head].Row && inColumn(cells, i, head) {
			if m := leadBehind().FindStringSubmatch(char.OneLine(c.text)); m != nil || personName(c.text) != "" && likelyName(personName(c.text)) {
				n++
			}
		}
	}
	return n
}

// inColumn says whether a cell stands under a head, or there behind the number of its row.
func inColumn(cells []tableCell, i, head int) bool {
	c, h := cells[i], cells[head]
	if c.Column == h.Column {
		return h.Columns == 1 || c.Columns == h.Columns || !rowNumber().MatchString(c.text)
	}
	before := cells[max(0, i-1)]
	return c.Column > h.Column && c.Column+c.Columns == h.Column+h.Columns && before.Row == c.Row && before.Column == h.Column && rowNumber().MatchString(before.text)
}

var (
	rowNumber         = char.Pattern(`^\s*\d{1,2}\s*$`)
	schoolThenSubject = char.Pattern(`^(.*?(?:学院|学部|系))[\s/／、，,-]*\p{Han}+.*$`)
	asksLeader        = char.Pattern(`^是否为?(?:项目|课题)?(?:主持|负责|组长|队长|第一)|^(?:is)?(?:team|project)?leader[?？]?$`)
	yes               = char.Pattern(`^(?:是|√|✓|✔|☑|yes|y|是[√✓☑■].*|[√✓☑■]是.*)$`)
)

// teamBelow says whether a cell below a head, before its column and over rows of its
// own, says that they are about a team.
func teamBelow(cells []tableCell, head int) bool {
	for _, c := range cells[head+1:] {
		if c.Row > cells[head].Row && c.Column < cells[head].Column && about(c.text) == theTeams {
			return true
		}
	}
	return false
}

// alone says whether a cell is the only one of its row.
func alone(cells []tableCell, i int) bool {
	return (i == 0 || cells[i-1].Row != cells[i].Row) && (i+1 == len(cells) || cells[i+1].Row != cells[i].Row)
}

// otherRow says whether the row of a cell begins with the label of something that is
// not about people.
func (l *labelSet) otherRow(cells []tableCell, at int) bool {
	first := at
	for first > 0 && cells[first-1].Row == cells[at].Row {
		first--
	}
	if first == at || cells[first].Rows > 1 {
		return false
	}
	f, ok := l.labelled(cells[first].text)
	return ok && f != applicantField && f != participantField && f != numberField
}

// member takes a person of a team whose name stands beside its label, in a row about
// that person.
func (r *reading) member(cells []tableCell, at int, name string) {
	person := extract.Person{Name: personName(name)}
	if person.Name == "" || !likelyName(person.Name) || len(r.members) == mostPeople {
		return
	}
	for k := at + 1; k+1 < len(cells) && cells[k].Row == cells[at].Row; k++ {
		if l, ok := r.labels.find(cells[k].text); ok && l.field == institutionField && cells[k+1].Row == cells[at].Row && person.Institution == "" {
			person.Institution = institutionName(cells[k+1].text)
		}
		if titleHeads[squeezed(cells[k].text)] && cells[k+1].Row == cells[at].Row {
			person.Title = personTitle(cells[k+1].text)
		}
	}
	if len(r.members) == 0 {
		r.membersAt = extract.Found{Span: r.span(cells[at]), Source: extract.FromTable}
	}
	r.membersAt.End = r.span(cells[at]).End
	r.members = append(r.members, person)
}

// team reads people who stand on lines of their own below a paragraph that speaks of a
// team, each with an institution, a title or a part of the work behind the name:
// 李四/理学院/数学, 王五（副教授，乙大学）.
func (r *reading) team(i int) {
	var found []extract.Person
	at := extract.Found{Source: extract.FromLabel}
	for k := i + 1; k < len(r.texts) && r.paragraphs[k].Place.Table == 0 && len(found) < mostPeople; k++ {
		m := memberLine().FindStringSubmatch(char.OneLine(r.texts[k]))
		if m == nil || !likelyName(m[1]) || personName(m[1]) == "" {
			break
		}
		person := extract.Person{Name: m[1]}
		for _, part := range strings.FieldsFunc(m[2], func(c rune) bool { return strings.ContainsRune("/／,，、;；（）() \t：:", c) }) {
			if person.Institution == "" && institutions().MatchString(part) && wholeHouse().MatchString(part) {
				person.Institution = institutionName(part)
			} else if person.Title == "" && titleAlone().MatchString(part) {
				person.Title = part
			}
		}
		if len(found) == 0 {
			at.Span = r.paragraphs[k].Span
		}
		at.End = r.paragraphs[k].End
		found = append(found, person)
	}
	if len(found) >= leastTeam && r.members == nil {
		r.members, r.membersAt = found, at
	}
}

const leastTeam = 2 // lines of people: one may be anything

var (
	memberLine = char.Pattern(`^(?:[\d•◦●▪·\-]+[.、．)）]?\s*)?(\p{Han}{2,4})[\s/／,，、：:（(]+(\S.{0,60})$`)
	titleAlone = char.Pattern(`^(?:副?教授|副?研究员|助理研究员|讲师|助教|(?:高级|助理)?工程师|(?:博士|硕士)?(?:研究生|生)|博士|硕士|博士后|本科生)$`)
)

// longName is a name of more characters, as Uyghur and Kazakh ones are written, where
// names are expected: by its last one.
var longName = char.Pattern(`^\p{Han}{4,9}[尔提江丽娜木汗买曼克孜拉热古尼力斯甫东别]$`)

// lastLines gives the last two lines of a text: what stands nearest to a table.
func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-2):], "\n")
}

// cellAt gives the text of the cell that covers a place.
func cellAt(cells []tableCell, row, column int) string {
	for _, c := range cells {
		if c.Row <= row && row < c.Row+c.Rows && c.Column <= column && column < c.Column+c.Columns {
			return c.text
		}
	}
	return ""
}

// cooperatingColumn reads the institutions under the head of their names: where a cell
// beside it, the line above the table or the head itself says that they cooperate.
func (l *labelSet) cooperatingColumn(cells []tableCell, before string) (names []string, from []tableCell) {
	stated := aboutHouses().MatchString(lastLines(before)) && !aboutOthers().MatchString(lastLines(before))
	for i, head := range cells {
		key := squeezed(head.text)
		is, known := l.find(head.text)
		last := head.Row + mostRows
		switch {
		case known && is.field == cooperatingField && i > 0 && cells[i-1].Row == head.Row:
		case !institutionHeads[key] && (!known || is.field != institutionField):
			continue
		case stated:
		default:
			beside := l.houseBeside(cells, i)
			if beside < 0 {
				continue
			}
			last = cells[beside].Row + cells[beside].Rows
		}
		for k := i + 1; k < len(cells) && cells[k].Row < last; k++ {
			if cells[k].Column != head.Column || cells[k].Row <= head.Row {
				continue
			}
			name := institutionName(cells[k].text)
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

// houseBeside gives the cell before a head, over its row, that says that institutions
// cooperate; -1 for none.
func (l *labelSet) houseBeside(cells []tableCell, head int) int {
	for k := head - 1; k >= 0 && cells[head].Row-cells[k].Row < mostRows; k-- {
		if c := cells[k]; c.Row+c.Rows > cells[head].Row && c.Rows > 1 {
			if f, ok := l.labelled(c.text); ok && f == cooperatingField {
				return k
			}
		}
	}
	return -1
}

var aboutHouses = char.Pattern(`(?i)(?:合作|协作|参与|参加|联合|协同|共同)\p{Han}{0,4}(?:单位|机构|企业|高校)|(?:partner|participating|collaborating|cooperating) ?(?:institution|organi[sz]ation)`)
