package draft

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/markup"
)

const (
	coverParagraphs = 120   // of a document's start in which labels are looked for
	coverRunes      = 6_000 // and code points
	maxLabel        = 30
	maxPair         = 1_200 // bytes of a line of labels and values
)

// limits of values in code points; what is longer is not the value.
var maxValue = [fields]int{titleField: 120, applicantField: 40, institutionField: 80, yearField: 30, programmeField: 60, keywordField: 300, numberField: 30, cooperatingField: 300}

// fillMetadata adds what the form on the first pages says. It goes before the
// file's own properties, which often are those of the file it was made from.
func fillMetadata(m *extract.Metadata, paragraphs []extract.Paragraph, texts []string) {
	var found [fields]string
	var places [fields]extract.Found
	var persons []extract.Person
	seen := 0
	for i, p := range paragraphs {
		if i >= coverParagraphs || seen > coverRunes {
			break
		}
		seen += p.End - p.Start
		for line := range strings.SplitSeq(texts[i], "\n") {
			lineValues(line, func(f field, value string) {
				place := extract.Found{Span: p.Span, Source: extract.FromLabel}
				if value == "" && p.Kind != extract.Heading {
					next, at := following(paragraphs, texts, i)
					if f == numberField && next != "" && paragraphs[at].Place.Row != p.Place.Row {
						next = "" // the head of a column of many people's
					}
					if value = next; value != "" {
						place.Span = paragraphs[at].Span
					}
				}
				if p.Kind == extract.Cell {
					place.Source = extract.FromTable
				}
				if f == yearField && found[dateField] == "" {
					found[dateField], places[dateField] = parseDate(value), place
				}
				if f == participantField && persons == nil {
					persons, places[f] = listOfPeople(value), place
				}
				// A later value that goes on where the first one breaks off
				// is the whole of it.
				if value = cleanValue(f, value); value != "" && strings.HasPrefix(value, found[f]) {
					found[f], places[f] = value, place
				}
			})
		}
	}
	believe(m, texts)
	noteSource(m, extract.FromProperties)
	applyFound(m, found, places)
	if m.Participants = others(m, persons); len(m.Participants) > 0 {
		noteFound(m, participantField, places[participantField])
	}
	people(m, paragraphs, texts)
	if m.Date == "" {
		var i int
		if m.Date, i = coverDate(paragraphs, texts); m.Date != "" {
			noteFound(m, dateField, extract.Found{Span: paragraphs[i].Span, Source: extract.FromCover})
		}
	}
	if m.Year == 0 {
		var i int
		if m.Year, i = coverYear(texts); m.Year != 0 {
			noteFound(m, yearField, extract.Found{Span: paragraphs[i].Span, Source: extract.FromCover})
		}
	}
	if year, _, dated := strings.Cut(m.Date, "-"); m.Year == 0 && dated {
		m.Year, _ = strconv.Atoi(year)
		noteFound(m, yearField, m.Found[fieldNames[dateField]])
	}
}

// believe drops what the file's own properties say of title and applicant
// unless the first pages say so too: they often are of the form, of the file
// that this one was made from, or of who set up the computer.
func believe(m *extract.Metadata, texts []string) {
	if m.Title == "" && m.Applicant == "" {
		return
	}
	var first strings.Builder
	for _, s := range texts[:min(len(texts), coverParagraphs)] {
		if first.Len() > utf8.UTFMax*coverRunes {
			break
		}
		first.WriteString(squeezed(s))
	}
	stated := first.String()
	if !strings.Contains(stated, squeezed(m.Title)) {
		m.Title = ""
	}
	if !strings.Contains(stated, squeezed(m.Applicant)) {
		m.Applicant = ""
	}
}

// squeezed is a text without white space and in lower case, as it is compared.
func squeezed(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }

// fieldNames are the keys of Metadata.Found.
var fieldNames = [fields]string{titleField: "title", applicantField: "applicant", institutionField: "institution", yearField: "year", programmeField: "programme", keywordField: "keywords",
	numberField: "number", dateField: "date", participantField: "participants", cooperatingField: "cooperating"}

func noteFound(m *extract.Metadata, f field, place extract.Found) {
	if m.Found == nil {
		m.Found = map[string]extract.Found{}
	}
	m.Found[fieldNames[f]] = place
}

// noteSource gives all that is known so far the same source.
func noteSource(m *extract.Metadata, source extract.MetadataSource) {
	for f, known := range map[field]bool{
		titleField: m.Title != "", applicantField: m.Applicant != "", institutionField: m.Institution != "",
		yearField: m.Year != 0, programmeField: m.Programme != "", keywordField: len(m.Keywords) > 0,
	} {
		if known {
			noteFound(m, f, extract.Found{Source: source})
		}
	}
}

// lineValues finds "label: value" pairs in a line; a label alone gives an
// empty value.
func lineValues(line string, yield func(field, string)) {
	if len(line) > maxPair {
		return // running text
	}
	if f, ok := labelled(line); ok {
		yield(f, "")
		return
	}
	if name, value, ok := cutColon(line); ok && !strings.ContainsAny(value, ":：") {
		if f, ok := labelled(name); ok && f == participantField {
			yield(f, value) // apart by tabs or wide gaps too
			return
		}
	}
	// A form's line may hold several pairs, apart by tabs or wide gaps.
	if strings.Contains(line, "  ") || strings.Contains(line, "\u3000") {
		line = wideGaps().ReplaceAllString(line, "\t")
	}
	for part := range strings.SplitSeq(line, "\t") {
		name, value, ok := cutColon(part)
		if !ok {
			// Only a whole Chinese label may do without a colon: in English it
			// could be the first word of a sentence.
			name, value, ok = strings.Cut(strings.TrimSpace(part), " ")
			if !ok || !char.Wide(char.First(name)) {
				continue
			}
		}
		if f, ok := labelled(name); ok {
			yield(f, value)
		}
	}
}

var wideGaps = char.Pattern(`[ \x{3000}]{3,}`)

func cutColon(s string) (name, value string, ok bool) {
	i := strings.IndexAny(s, ":：")
	if i < 0 {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+size:], true
}

// following gives the value of a label that stands alone, and the paragraph it
// stands in: the next cell of the table, the cell below in a table whose heads
// are labels, or the next line of a cover.
func following(paragraphs []extract.Paragraph, texts []string, i int) (value string, at int) {
	colon := strings.HasSuffix(strings.TrimSpace(texts[i]), "：") || strings.HasSuffix(strings.TrimSpace(texts[i]), ":")
	at = i + 1
	if place := paragraphs[i].Place; place.Table != 0 {
		if at = valueCell(paragraphs, texts, i, colon); at < 0 {
			return "", 0
		}
	} else if paragraphs[i].Kind != extract.Cell && !colon || at < len(paragraphs) && paragraphs[i].Kind == extract.Cell && paragraphs[at].Kind != extract.Cell && !colon {
		return "", 0
	}
	if at >= len(paragraphs) || paragraphs[at].Kind == extract.Heading || isLabel(texts[at]) {
		return "", 0 // the value was left empty
	}
	value = texts[at]
	// A value may be broken over the lines of its cell.
	for k := at + 1; k < len(paragraphs) && paragraphs[at].Place.Table != 0 && paragraphs[k].Place == paragraphs[at].Place && !isLabel(texts[k]); k++ {
		if !char.Wide(char.Last(value)) {
			value += " "
		}
		value += texts[k]
	}
	return value, at
}

// valueCell gives the paragraph that holds the value of the label in a table,
// or -1.
func valueCell(paragraphs []extract.Paragraph, texts []string, i int, colon bool) int {
	label := paragraphs[i].Place
	k := i + 1
	if k < len(paragraphs) && paragraphs[k].Place == label { // on the next line of the same cell
		if colon {
			return k
		}
		return -1
	}
	beside := k < len(paragraphs) && paragraphs[k].Place.Table == label.Table && paragraphs[k].Place.Row == label.Row
	switch {
	case beside && paragraphs[k].Place.Column != label.Column+label.Columns:
		return -1 // the cell beside is empty
	case beside && qualifiers[squeezed(texts[k])] && k+1 < len(paragraphs) && paragraphs[k+1].Place.Table == label.Table &&
		paragraphs[k+1].Place.Row == paragraphs[k].Place.Row && !isLabel(texts[k+1]):
		return k + 1
	case beside && !isLabel(texts[k]):
		return k
	case !headsOfColumns(paragraphs, texts, i):
		return -1
	}
	for ; k < len(paragraphs) && paragraphs[k].Place.Table == label.Table; k++ {
		if p := paragraphs[k].Place; p.Row == label.Row+label.Rows && p.Column == label.Column && p.Columns == label.Columns {
			return k
		}
	}
	return -1
}

// qualifiers stand between a label and its value where there is one for each
// language; the first is taken.
var qualifiers = map[string]bool{"中文": true, "chinese": true, "英文": true, "english": true}

// headsOfColumns says whether the row of paragraph i holds labels and nothing
// else, side by side.
func headsOfColumns(paragraphs []extract.Paragraph, texts []string, i int) bool {
	row := paragraphs[i].Place
	from := i
	for from > 0 && paragraphs[from-1].Place.Table == row.Table && paragraphs[from-1].Place.Row == row.Row {
		from--
	}
	next := paragraphs[from].Place.Column
	for k := from; k < len(paragraphs) && paragraphs[k].Place.Table == row.Table && paragraphs[k].Place.Row == row.Row; k++ {
		if p := paragraphs[k].Place; p.Column != next || !isLabel(texts[k]) {
			return false
		}
		next += paragraphs[k].Place.Columns
	}
	return true
}

var (
	bracketed   = char.Pattern(`^[（(][^（）()]*[）)]$`)
	instruction = char.Pattern(`[宋黑楷]体.{0,3}号|号.{0,3}[宋黑楷]体|加粗|居中|个关键词|^关键词\s*\d`)
	placeholder = char.Pattern(`(?i)^[\s_＿.…\-—–/\\xX×Ⅹ*＊□■（）()【】\[\]]*$|x{3,}|×{2,}|请填写|请输入|点击|单击此处|click (?:or tap )?here|此处填写`)
	seal        = char.Pattern(`[（(](?:盖章|公章|签章|签字|签名|限.{1,10}字.*?|不超过.*?)[）)]`)
	yearPattern = char.Pattern(`(?:^|\D)((?:19|20)\d{2})(?:\D|$)`)
	yearCover   = char.Pattern(`(?:^|\D)((?:19|20)\d{2})\s*年度`)
)

// cleanValue gives the value as it can be shown, or "" for what is none.
func cleanValue(f field, s string) string {
	s = seal().ReplaceAllString(s, "")
	s = strings.Trim(char.OneLine(s), " _＿:：")
	if s == "" || f == otherLabel || utf8.RuneCountInString(s) > maxValue[f] || placeholder().MatchString(s) || instruction().MatchString(s) || !hasWord(s) {
		return ""
	}
	if _, ok := labelled(s); ok {
		return ""
	}
	switch f {
	case yearField:
		if y := yearPattern().FindStringSubmatch(s); y != nil {
			return y[1]
		}
		return ""
	case applicantField:
		if strings.ContainsAny(s, "，,。；;0123456789") {
			return ""
		}
		return closedUp(s)
	case numberField:
		return cleanNumber(s)
	case programmeField:
		if s = ticked(s); strings.ContainsAny(s, "。；") {
			return ""
		}
	case titleField, institutionField:
		if strings.ContainsAny(s, "。；") || bracketed().MatchString(s) {
			return ""
		}
	}
	return s
}

// Marks of forms where one of several is chosen.
const (
	emptyBoxes  = "□☐○"
	tickedBoxes = "☑☒√✓✔■"
)

// ticked gives the choice that is ticked in a list with boxes before or behind
// each; a text without boxes as it is, and "" where not exactly one is ticked.
func ticked(s string) string {
	boxes := emptyBoxes + tickedBoxes
	if !strings.ContainsAny(s, boxes) {
		return s
	}
	before := strings.ContainsRune(boxes, char.First(s))
	var chosen []string
	for s != "" {
		at := strings.IndexAny(s, boxes)
		if at < 0 {
			break
		}
		mark, size := utf8.DecodeRuneInString(s[at:])
		name, rest := s[:at], s[at+size:]
		if before {
			end := strings.IndexAny(rest, boxes)
			if end < 0 {
				end = len(rest)
			}
			name = rest[:end]
		}
		if name = strings.TrimSpace(name); strings.ContainsRune(tickedBoxes, mark) && name != "" {
			chosen = append(chosen, name)
		}
		s = rest
	}
	if len(chosen) != 1 {
		return ""
	}
	return chosen[0]
}

func hasWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 || yearPattern().MatchString(s)
}

func applyFound(m *extract.Metadata, found [fields]string, places [fields]extract.Found) {
	set := func(to *string, f field) {
		if found[f] != "" {
			*to = found[f]
			noteFound(m, f, places[f])
		}
	}
	set(&m.Title, titleField)
	set(&m.Applicant, applicantField)
	set(&m.Institution, institutionField)
	set(&m.Programme, programmeField)
	if found[yearField] != "" {
		m.Year, _ = strconv.Atoi(found[yearField])
		noteFound(m, yearField, places[yearField])
	}
	set(&m.Number, numberField)
	set(&m.Date, dateField)
	if names := listOfInstitutions(found[cooperatingField]); len(names) > 0 {
		m.Cooperating = names
		noteFound(m, cooperatingField, places[cooperatingField])
	}
	if k := splitKeywords(found[keywordField]); len(k) > 0 {
		m.Keywords = k
		noteFound(m, keywordField, places[keywordField])
	}
}

// coverYear reads "2025 年度" from the first lines, and tells from which.
func coverYear(texts []string) (year, line int) {
	for i, s := range texts[:min(len(texts), 12)] {
		if utf8.RuneCountInString(s) > 40 {
			continue
		}
		if y := yearCover().FindStringSubmatch(s); y != nil {
			n, _ := strconv.Atoi(y[1])
			return n, i
		}
	}
	return 0, 0
}

const (
	maxKeywords = 15
	maxKeyword  = 40
)

func splitKeywords(s string) []string {
	var out []string
	for _, k := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(";；,，、|\t\n", r) }) {
		k = strings.Trim(char.OneLine(k), " .。")
		if k != "" && utf8.RuneCountInString(k) <= maxKeyword && !placeholder().MatchString(k) && !instruction().MatchString(k) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out[:min(len(out), maxKeywords)]
}

var (
	toolTitle = char.Pattern(`(?i)^(?:microsoft|powerpoint|untitled|document\s?\d*$|doc\d*$|文档\s?\d*$|无标题|未命名|新建|幻灯片|slide|template|title$|wps|print|scan|\d+$)|\.(?:docx?|pdf|wps|tex|rtf|odt|html?|dvi|indd)\W*$|(?:申请书|申报书|任务书|合同书|计划书|模板|正文|提纲|template|form)[-—_\s\dvV.（）()年版稿终最]*$`)
	toolName  = char.Pattern(`(?i)^(?:admin|administrator|user|users|owner|author|windows|microsoft|微软|office|wps|lenovo|dell|hp|asus|acer|thinkpad|apple|mac|pc|root|guest|test|system|china|用户|作者|未知|unknown|python-docx|openpyxl|pandoc|latex|tex)|用户$|[\d@._\\/]`)
	formTitle = char.Pattern(`(?:申请书|申报书|任务书|合同书|计划书|说明书|指导书|报告|规范|手册|条例|办法|通知|登记表|审批表|申请表|评审表|审核表|检查表|封面|声明书?|格式|论文|毕业设计|大学|学院|研究院|研究所)(?:[（(].*[）)])?$|[:：]$`)
	hanName   = char.Pattern(`^\p{Han}{2,4}$|^\p{Han}{1,6}·\p{Han}{1,8}$`)
	latinName = char.Pattern(`^\p{Lu}[\pL.'’-]*(?: \p{Lu}[\pL.'’-]*){1,4}$`)
)

// Properties makes Metadata of a file's own statements, leaving out what
// programs write by themselves.
func Properties(title, author, keywords string) extract.Metadata {
	var m extract.Metadata
	title, author = char.OneLine(char.Clean(title)), char.OneLine(char.Clean(author))
	if n := utf8.RuneCountInString(title); n >= 4 && n <= maxValue[titleField] && hasWord(title) && !formTitle().MatchString(squeezed(title)) &&
		!toolTitle().MatchString(title) && !placeholder().MatchString(title) && char.Plausible(title) > 0.9 {
		m.Title = title
	}
	if (hanName().MatchString(author) || strings.Contains(author, " ") && latinName().MatchString(author)) && !toolName().MatchString(author) {
		m.Applicant = author
	}
	if char.Plausible(keywords) > 0.9 {
		m.Keywords = splitKeywords(char.Clean(keywords))
	}
	return m
}

// CoreProperties reads docProps/core.xml; a broken one says nothing.
func CoreProperties(raw string) extract.Metadata {
	var title, author, keywords string
	_ = markup.Each(raw, []string{"title", "creator", "keywords"}, func(e markup.Element) {
		switch e.Name() {
		case "title":
			title = e.Text()
		case "creator":
			author = e.Text()
		case "keywords":
			keywords = e.Text()
		}
	})
	return Properties(title, author, keywords)
}

// InfoProperties reads the document information of a PDF.
func InfoProperties(meta func(tag string) string) extract.Metadata {
	return Properties(meta("Title"), meta("Author"), meta("Keywords"))
}
