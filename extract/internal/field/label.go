package field

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// field is an entry of Metadata that forms have labels for.
type field int

const (
	otherLabel  field = iota // a label whose value is of no use here; it ends other values
	otherPerson              // a label of somebody who does not apply: what follows in its row is that person's
	titleField
	applicantField
	institutionField
	yearField
	programmeField
	keywordField
	numberField
	participantField
	cooperatingField
	periodField // from when to when the project runs
	startField
	endField
	abstractField
	surnameField // parts of the applicant's name
	forenameField
	dateField // of the label of a year
	fields
)

// fieldNames are the fields by their names in labels.toml and, those that are
// entries of Metadata, in Metadata.Found.
var fieldNames = [fields]string{
	otherLabel: "other", otherPerson: "person", titleField: "title", applicantField: "applicant", institutionField: "institution", yearField: "year", programmeField: "programme", keywordField: "keywords",
	numberField: "number", participantField: "participants", cooperatingField: "cooperating", periodField: "period", startField: "start", endField: "end", abstractField: "abstract", surnameField: "surname", forenameField: "forename", dateField: "date",
}

func fieldNamed(name string) (field, bool) {
	for f, n := range fieldNames {
		if n == name && field(f) != dateField {
			return field(f), true
		}
	}
	return 0, false
}

// label is what a form calls a field.
type label struct {
	field  field
	score  int  // 1 to 3, as labels.toml says; taughtScore of one that an officer showed
	owned  bool // it is about whoever was named before
	school bool // its value is a part of the university that the cover names
}

const taughtScore = 9 // above all that is known of forms in general

//go:embed labels.toml
var labelTable []byte

// labelSet knows labels.
type labelSet struct {
	words    map[string]label
	prefixed map[string][]composed // by the last word
	taught   map[string]label      // of one form, by officers; before all others
	endings  map[string]label      // of labels that have other words before
	ends     map[rune]bool         // the last characters of all labels
	calls    []string              // programmes that are known by their names
	persons  map[rune]bool         // the first characters of those of other people
	asked    map[string]answer     // what was looked for in one document, where the same texts come again; nil for none
}

// composed is a label that words may stand before.
type composed struct {
	label
	before map[string]bool
}

// builtIn are the labels of labels.toml.
var builtIn = sync.OnceValue(func() *labelSet {
	l, err := parseLabels(labelTable)
	if err != nil {
		panic(err) // a test reads it
	}
	return l
})

// parseLabels reads a table of labels.
func parseLabels(data []byte) (*labelSet, error) {
	var file struct {
		Label []struct {
			Field         string
			Score         int
			Before, Words []string
			Ends          []string
			Owned, School bool
		}
		Programmes []string
	}
	if err := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, err
	}
	l := &labelSet{words: map[string]label{}, prefixed: map[string][]composed{}, endings: map[string]label{}, ends: map[rune]bool{}, persons: map[rune]bool{}}
	l.calls = file.Programmes
	for _, e := range file.Label {
		f, ok := fieldNamed(e.Field)
		if !ok || e.Score < 1 || e.Score > 3 || len(e.Words)+len(e.Ends) == 0 {
			return nil, fmt.Errorf("label of %q with score %d and %d words", e.Field, e.Score, len(e.Words))
		}
		known := label{field: f, score: e.Score, owned: e.Owned, school: e.School}
		for _, w := range e.Ends {
			l.endings[w] = known
		}
		before := map[string]bool{}
		for _, b := range e.Before {
			before[b] = true
		}
		for _, w := range e.Words {
			w = labelKey(w)
			if was, twice := l.words[w]; twice {
				return nil, fmt.Errorf("%q is a label of %q and of %q", w, fieldNames[was.field], e.Field)
			}
			l.words[w] = known
			l.ends[char.Last(w)] = true
			if f == otherPerson {
				l.persons[char.First(w)] = true
			}
			if len(before) > 0 {
				l.prefixed[w] = append(l.prefixed[w], composed{known, before})
			}
		}
	}
	return l, nil
}

// knownProgramme gives the programme that a line of a cover names among other words; ""
// for none.
func (l *labelSet) knownProgramme(line string) string {
	if char.Wide(char.First(line)) || utf8.RuneCountInString(line) > 2*longestCover {
		return ""
	}
	for _, name := range l.calls {
		if at := strings.Index(line, name); at >= 0 && !letterAt(line[:at], char.Last) && !letterAt(line[at+len(name):], char.First) {
			return name
		}
	}
	return ""
}

// letterAt says whether a text ends, or begins, with a letter.
func letterAt(s string, of func(string) rune) bool { return s != "" && unicode.IsLetter(of(s)) }

// answer is what a text was found to be.
type answer struct {
	label
	ok bool
}

// remembering gives the labels for one document, with what was looked for in it.
func (l *labelSet) remembering() *labelSet {
	with := *l
	with.asked = map[string]answer{}
	return &with
}

// teach gives the labels with those of one form before them.
func (l *labelSet) teach(known []extract.Known) *labelSet {
	with := *l
	with.taught = map[string]label{}
	for _, m := range known {
		if f, ok := fieldNamed(m.Field); ok && m.Label != "" && m.Nth == 0 {
			with.taught[labelKey(m.Label)] = label{field: f, score: taughtScore}
		}
	}
	return &with
}

// labelMark says whether r is a mark that stands before a label, or is to be written over.
func labelMark(r rune) bool {
	switch r {
	case '*', '＊', '_', '＿', '□', '☐', '﹡', '•', '·', '◆', '●':
		return true
	}
	return false
}

// labelKey is a label as it is compared: without blanks, marks and the number
// before it, in lower case.
func labelKey(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x4E00 && r < 0xA000: // most of what forms in Chinese have
			return r
		case unicode.IsSpace(r) || labelMark(r):
			return -1
		case r == '’':
			return '\''
		}
		return unicode.ToLower(r)
	}, s)
	return strings.TrimRight(strings.TrimLeft(s, ":：.、,"), ":：.、,")
}

const (
	maxLabel    = 60           // code points of a label: Name of the organization to which the award should be made
	widestLabel = 2 * maxLabel // with blanks between its words or characters
)

// find knows a label, written with blanks, numbers or brackets as forms do.
func (l *labelSet) find(s string) (label, bool) {
	if !l.mayBe(s) || utf8.RuneCountInString(s) > widestLabel {
		return label{}, false
	}
	if l.asked == nil {
		return l.look(s)
	}
	found, known := l.asked[s]
	if !known {
		found.label, found.ok = l.look(s)
		l.asked[s] = found
	}
	return found.label, found.ok
}

func (l *labelSet) look(s string) (label, bool) {
	s = labelKey(s)
	if s == "" || utf8.RuneCountInString(s) > maxLabel {
		return label{}, false
	}
	if found, ok := l.taught[s]; ok {
		return found, true
	}
	if found, ok := l.whole(s); ok {
		return found, true
	}
	bare := s[len(labelNumber().FindString(s)):]
	if n := len(bare); n > 0 && bare[n-1] >= '1' && bare[n-1] <= '9' { // 指导教师2
		bare = bare[:n-1]
	}
	if bare == "" {
		return label{}, false
	}
	if bare != s {
		if found, ok := l.whole(bare); ok {
			return found, true
		}
	}
	if open := strings.IndexAny(bare, "（("); open >= 0 {
		without, opened := unbracketed(bare)
		for _, variant := range []string{without, opened} {
			if found, ok := l.whole(variant); ok && variant != "" {
				return found, true
			}
		}
		bare = without
	}
	if chinese, english := scripts(bare); chinese != "" {
		if found, ok := l.whole(chinese); ok {
			if _, ok = l.whole(english); ok {
				return found, true // 项目名称 Project Title
			}
		}
	}
	// 学院/专业, 所在学院、年级、专业: the first of them, if all are labels.
	parts := strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune("、/／及与和&", r) })
	if len(parts) < 2 {
		return label{}, false
	}
	var first label
	for i, part := range parts {
		found, ok := l.whole(part)
		if !ok {
			return label{}, false
		}
		if i == 0 {
			first = found
		}
	}
	return first, true
}

// scripts parts a label that is given in Chinese and in English where the script changes,
// once; two empty strings where it is not so.
func scripts(s string) (chinese, english string) {
	wide := char.Wide(char.First(s))
	if at := strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) && char.Wide(r) != wide }); at > 0 {
		chinese, english = s[:at], s[at:]
	}
	if !wide {
		chinese, english = english, chinese
	}
	if strings.ContainsFunc(english, func(r rune) bool { return unicode.Is(unicode.Han, r) }) || strings.ContainsFunc(chinese, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }) {
		return "", ""
	}
	return strings.Trim(chinese, "/／|-–:："), strings.Trim(english, "/／|-–:：.")
}

// mayBe tells quickly from most texts that they are no labels: by how labels end, or
// begin where anything may follow. Numbers and brackets may be around a label.
func (l *labelSet) mayBe(s string) bool {
	if len(s) > utf8.UTFMax*widestLabel {
		return false
	}
	if l.taught != nil {
		return true
	}
	last := char.Last(strings.TrimRightFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("）)】]", r)
	}))
	if l.ends[unicode.ToLower(last)] || !unicode.IsLetter(last) {
		return true
	}
	first := char.First(strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || labelMark(r) }))
	return l.persons[unicode.ToLower(first)] || !unicode.IsLetter(first) || strings.ContainsRune("一二三四五六七八九十", first)
}

// labelNumber is the number before a label, but not the year of 2025年度.
var labelNumber = char.Pattern(`^(?:[（(](?:\d{1,2}|[一二三四五六七八九十]{1,3})[）)][.．、]*|(?:\d{1,2}(?:\.\d{1,2})*|[一二三四五六七八九十]{1,3}|[①-⑳])[.．、)）:：]+|\d{1,2}\b)`)

// unbracketed gives a text without what stands in brackets, and with it but
// without the brackets.
func unbracketed(s string) (without, opened string) {
	var out, all strings.Builder
	depth := 0
	for _, r := range s {
		switch r {
		case '（', '(', '【', '[':
			depth++
		case '）', ')', '】', ']':
			depth = max(depth-1, 0)
		default:
			all.WriteRune(r)
			if depth == 0 {
				out.WriteRune(r)
			}
		}
	}
	return strings.TrimRight(out.String(), ":："), all.String()
}

// whole knows a label by all its characters: a word, or one with others before it.
func (l *labelSet) whole(s string) (label, bool) {
	if found, ok := l.words[s]; ok {
		return found, true
	}
	for at := range s { // the longest word first
		if at == 0 {
			continue
		}
		for _, c := range l.prefixed[s[at:]] {
			if madeOf(s[:at], c.before) {
				return c.label, true
			}
		}
	}
	// 指导教师所在院系 is the mentor's.
	if l.persons[char.First(s)] {
		for at := range s {
			if found, ok := l.words[s[:at]]; ok && found.field == otherPerson && utf8.RuneCountInString(s[at:]) <= ofPerson {
				return found, true
			}
		}
	}
	return label{}, false
}

// ending knows a label by how it ends, with a few words before that are not known:
// 工作站设站单位. Words that say that it is about something else may not be among them.
func (l *labelSet) ending(s string) (label, bool) {
	if len(s) > utf8.UTFMax*longestEnding || !l.mayBe(s) {
		return label{}, false
	}
	s, _ = unbracketed(labelKey(s))
	for at := range s {
		found, ok := l.endings[s[at:]]
		if before := s[:at]; ok && utf8.RuneCountInString(before) <= mostBefore && !aboutElse().MatchString(before) && strings.IndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("/、", r) }) < 0 {
			return found, true
		}
	}
	return label{}, false
}

const (
	ofPerson      = 6  // code points of what is said of a person: 所在院系
	longestEnding = 40 // code points of such a label
	mostBefore    = 14 // code points of what is before
)

// aboutElse is what stands before labels of earlier projects, of other parts of one and
// of other people.
var aboutElse = char.Pattern(`合作|参与|参加|协作|子|分|原|推荐|审核|指导|导师|主管|已|曾|在研|其[他它]|相关|获|以往|近|前期|完成|结题|支撑|委托|发榜|出资|投资|管理|组织|评审|验收|联合|技术|财务|学院|部门|不|是否|外|英|第[二三四]|english|previous|other|job|mentor|advis|supervis`)

// madeOf says whether a text is one or several of the words.
func madeOf(s string, words map[string]bool) bool {
	if s == "" || words[s] {
		return true
	}
	for at := range s {
		if at > 0 && words[s[:at]] && madeOf(s[at:], words) {
			return true
		}
	}
	return false
}

// isLabel says whether a text is a label, with a value or without.
func (l *labelSet) isLabel(s string) bool {
	if _, ok := l.find(s); ok {
		return true
	}
	if name, _, ok := cutColon(s); ok {
		_, ok = l.find(name)
		return ok
	}
	return false
}

// IsLabel says whether a line is the label of a form, and no heading of a text.
func IsLabel(s string) bool {
	f, ok := builtIn().labelled(s)
	return ok && f != abstractField
}

// labelled knows the field of a label.
func (l *labelSet) labelled(s string) (field, bool) {
	found, ok := l.find(s)
	return found.field, ok
}
