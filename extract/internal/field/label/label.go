// Package label knows the labels of the fields of forms and finds them in lines.
//
// Its input is a text. Its output is the labels in it, each with its field of Metadata and the text
// after it. The labels are in labels.toml. It knows no documents, and not what values look like.
package label

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/internal/each"
)

// Field is an entry of Metadata that forms have labels for.
type Field int

// The fields.
const (
	Other Field = iota // a label whose value is not used; it ends other values
	// OtherPerson is a label of somebody who does not apply: the rest of its row is about that
	// person.
	OtherPerson
	Title
	Applicant
	Institution
	Year
	Programme
	Keywords
	Number
	Participants
	Cooperating
	Period // start and end of the project
	Start
	End
	Abstract
	Surname // parts of the applicant's name
	Forename
	Date   // from the label of a year
	Fields // number of fields
)

// Names are the names of the fields in labels.toml and, for entries of Metadata, in Metadata.Found.
var Names = [Fields]string{
	Other: "other", OtherPerson: "person", Title: "title", Applicant: "applicant", Institution: "institution", Year: "year",
	Programme: "programme", Keywords: "keywords", Number: "number", Participants: "participants", Cooperating: "cooperating",
	Period: "period", Start: "start", End: "end", Abstract: "abstract", Surname: "surname", Forename: "forename", Date: "date",
}

// Named returns the field with a name of labels.toml, which is also used when somebody marks a
// label. Date has no name: it is read from the label of a year.
func Named(name string) (Field, bool) {
	for f, n := range Names {
		if n == name && Field(f) != Date {
			return Field(f), true
		}
	}
	return 0, false
}

// Label is the meaning of a label.
type Label struct {
	Field  Field
	Score  int  // 1 to 3 from labels.toml; TaughtScore if somebody marked it
	Owned  bool // about whoever was named before
	School bool // its value is a part of the university named on the cover
}

// TaughtScore is the score of a label that somebody marked.
const TaughtScore = 9 // above all general knowledge about forms

//go:embed labels.toml
var labelTable []byte

// Set is a set of labels.
type Set struct {
	words    map[string]Label
	prefixed map[string][]composed // by last word
	lengths  []int                 // of these words in bytes, longest first
	taught   map[string]Label      // marked on one form; these come first
	endings  map[string]Label      // labels that may have other words before them
	ends     map[rune]bool         // last characters of all labels
	calls    []string              // programmes known by name
	simple   map[rune]rune         // simplified characters by traditional ones
	persons  map[rune]bool         // first characters of labels of other people
	asked    map[string]answer     // answers for one document, in which the same texts come again; may be nil
}

// composed is a label that may have words before it.
type composed struct {
	Label
	before map[string]bool
}

// BuiltIn returns the labels of labels.toml.
var BuiltIn = sync.OnceValue(func() *Set {
	l, err := parseLabels(labelTable)
	if err != nil {
		panic(err) // a test covers this
	}
	return l
})

// parseLabels reads a table of labels.
func parseLabels(data []byte) (*Set, error) {
	var file struct {
		Label []struct {
			Field         string
			Score         int
			Before, Words []string
			Ends          []string
			Owned, School bool
		}
		Programmes  []string
		Traditional string
	}
	if err := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, err
	}
	l := &Set{words: map[string]Label{}, prefixed: map[string][]composed{}, endings: map[string]Label{}, ends: map[rune]bool{},
		persons: map[rune]bool{}, simple: map[rune]rune{}}
	l.calls = file.Programmes
	pairs := []rune(file.Traditional)
	for i := 0; i+1 < len(pairs); i += 2 {
		l.simple[pairs[i]] = pairs[i+1]
	}
	for _, e := range file.Label {
		f, ok := Named(e.Field)
		if !ok || e.Score < 1 || e.Score > 3 || len(e.Words)+len(e.Ends) == 0 {
			return nil, fmt.Errorf("label of %q with score %d and %d words", e.Field, e.Score, len(e.Words))
		}
		known := Label{Field: f, Score: e.Score, Owned: e.Owned, School: e.School}
		for _, w := range e.Ends {
			l.endings[w] = known
		}
		before := each.Set(e.Before)
		for _, w := range e.Words {
			w = Key(w)
			if was, twice := l.words[w]; twice {
				return nil, fmt.Errorf("%q is a label of %q and of %q", w, Names[was.Field], e.Field)
			}
			l.words[w] = known
			l.ends[char.Last(w)] = true
			if f == OtherPerson {
				l.persons[char.First(w)] = true
			}
			if len(before) > 0 {
				l.prefixed[w] = append(l.prefixed[w], composed{known, before})
			}
		}
	}
	for w := range l.prefixed {
		if !slices.Contains(l.lengths, len(w)) {
			l.lengths = append(l.lengths, len(w))
		}
	}
	slices.SortFunc(l.lengths, func(a, b int) int { return b - a })
	return l, nil
}

// Simple returns the simplified characters of labels by the traditional ones.
func (l *Set) Simple() map[rune]rune { return l.simple }

// KnownProgramme returns the programme named in a line of a cover, or "".
func (l *Set) KnownProgramme(line string) string {
	if char.Wide(char.First(line)) || utf8.RuneCountInString(line) > longestNaming {
		return ""
	}
	for _, name := range l.calls {
		if at := strings.Index(line, name); at >= 0 && !letterAt(line[:at], char.Last) && !letterAt(line[at+len(name):], char.First) {
			return name
		}
	}
	return ""
}

const longestNaming = 120 // code points of a line that may name a programme

// letterAt reports whether a text ends, or begins, with a letter.
func letterAt(s string, of func(string) rune) bool { return s != "" && unicode.IsLetter(of(s)) }

// answer is the result of a look-up.
type answer struct {
	Label
	ok bool
}

// Remembering returns a copy of the labels that caches look-ups for one document.
func (l *Set) Remembering() *Set {
	with := *l
	with.asked = map[string]answer{}
	return &with
}

// Teach returns a copy of the labels in which the labels of one form come first.
func (l *Set) Teach(known []extract.Known) *Set {
	with := *l
	with.taught = map[string]Label{}
	for _, m := range known {
		if f, ok := Named(m.Field); ok && m.Label != "" && m.Nth == 0 {
			with.taught[Key(m.Label)] = Label{Field: f, Score: TaughtScore}
		}
	}
	return &with
}

// labelMark reports whether r is a mark before a label or a place to write on.
func labelMark(r rune) bool {
	switch r {
	case '*', '＊', '_', '＿', '□', '☐', '﹡', '•', '·', '◆', '●':
		return true
	}
	return false
}

// Key returns a label in the form in which labels are compared: in lower case, without blanks,
// marks and the number before it.
func Key(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x4E00 && r < 0xA000: // most characters of Chinese forms
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
	maxLabel = 60 // code points: Name of the organization to which the award should be made
	// Widest is the length of a label with blanks between its words or characters.
	Widest = 2 * maxLabel
)

// Find returns the label that s is, in the spelling of forms: with blanks, numbers or brackets.
func (l *Set) Find(s string) (Label, bool) {
	if !l.mayBe(s) || utf8.RuneCountInString(s) > Widest {
		return Label{}, false
	}
	if l.asked == nil {
		return l.look(s)
	}
	found, known := l.asked[s]
	if !known {
		found.Label, found.ok = l.look(s)
		l.asked[s] = found
	}
	return found.Label, found.ok
}

func (l *Set) look(s string) (Label, bool) {
	s = Key(s)
	if s == "" || utf8.RuneCountInString(s) > maxLabel {
		return Label{}, false
	}
	if found, ok := l.taught[s]; ok {
		return found, true
	}
	if found, ok := l.Whole(s); ok {
		return found, true
	}
	bare := s[len(labelNumber().FindString(s)):]
	if n := len(bare); n > 0 && bare[n-1] >= '1' && bare[n-1] <= '9' { // 指导教师2
		bare = bare[:n-1]
	}
	if bare == "" {
		return Label{}, false
	}
	if bare != s {
		if found, ok := l.Whole(bare); ok {
			return found, true
		}
	}
	if open := strings.IndexAny(bare, "（("); open >= 0 {
		without, opened := Unbracketed(bare)
		for _, variant := range []string{without, opened} {
			if found, ok := l.Whole(variant); ok && variant != "" {
				return found, true
			}
		}
		bare = without
	}
	if chinese, english := scripts(bare); chinese != "" {
		if found, ok := l.Whole(chinese); ok {
			if _, ok = l.Whole(english); ok {
				return found, true // 项目名称 Project Title
			}
		}
	}
	// 学院/专业, 所在学院、年级、专业: the first part counts if all are labels.
	parts := strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune("、/／及与和&", r) })
	if len(parts) < 2 {
		return Label{}, false
	}
	var first Label
	for i, part := range parts {
		found, ok := l.Whole(part)
		if !ok {
			return Label{}, false
		}
		if i == 0 {
			first = found
		}
	}
	return first, true
}

// scripts splits a label given in Chinese and in English where the script changes. It returns empty
// strings unless there is exactly one change.
func scripts(s string) (chinese, english string) {
	wide := char.Wide(char.First(s))
	if at := strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) && char.Wide(r) != wide }); at > 0 {
		chinese, english = s[:at], s[at:]
	}
	if !wide {
		chinese, english = english, chinese
	}
	if strings.ContainsFunc(english, func(r rune) bool { return unicode.Is(unicode.Han, r) }) ||
		strings.ContainsFunc(chinese, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }) {
		return "", ""
	}
	return strings.Trim(chinese, "/／|-–:："), strings.Trim(english, "/／|-–:：.")
}

// mayBe quickly excludes most texts that are no labels, by the last character of labels, or the
// first where anything may follow. Numbers and brackets may surround a label.
func (l *Set) mayBe(s string) bool {
	if len(s) > utf8.UTFMax*Widest {
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

// EndsWith reports whether a label ends with a character.
func (l *Set) EndsWith(r rune) bool { return l.ends[r] }

// labelNumber matches the number before a label, but not the year in 2025年度.
var labelNumber = char.Pattern(`^(?:[（(](?:\d{1,2}|[一二三四五六七八九十]{1,3})[）)][.．、]*|(?:\d{1,2}(?:\.\d{1,2})*|[一二三四五六七八九十]{1,3}|` +
	`[①-⑳])[.．、)）:：]+|\d{1,2}\b)`)

// Unbracketed returns a text without its bracketed parts, and the text without just the brackets.
func Unbracketed(s string) (without, opened string) {
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

// Whole returns the label that all of s is: a known label, or one with known words before it.
func (l *Set) Whole(s string) (Label, bool) {
	if found, ok := l.words[s]; ok {
		return found, true
	}
	for _, n := range l.lengths {
		at := len(s) - n
		if at <= 0 || !utf8.RuneStart(s[at]) {
			continue
		}
		for _, c := range l.prefixed[s[at:]] {
			if madeOf(s[:at], c.before) {
				return c.Label, true
			}
		}
	}
	// 指导教师所在院系 is about the mentor.
	if l.persons[char.First(s)] {
		for at := range s {
			if found, ok := l.words[s[:at]]; ok && found.Field == OtherPerson && utf8.RuneCountInString(s[at:]) <= ofPerson {
				return found, true
			}
		}
	}
	return Label{}, false
}

// Ending returns the label that s ends with, after a few unknown words: 工作站设站单位. Words that show
// that it is about something else are excluded.
func (l *Set) Ending(s string) (Label, bool) {
	if len(s) > utf8.UTFMax*longestEnding || !l.mayBe(s) {
		return Label{}, false
	}
	s, _ = Unbracketed(Key(s))
	for at := range s {
		found, ok := l.endings[s[at:]]
		if before := s[:at]; ok && utf8.RuneCountInString(before) <= mostBefore && !aboutElse().MatchString(before) &&
			strings.IndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("/、", r) }) < 0 {
			return found, true
		}
	}
	return Label{}, false
}

const (
	ofPerson      = 6  // code points of a property of a person: 所在院系
	longestEnding = 40 // code points of a label with unknown words
	mostBefore    = 14 // code points of these words
)

// aboutElse matches words before labels that are about earlier projects, parts of a project or
// other people.
var aboutElse = char.Pattern(`合作|参与|参加|协作|子|分|原|推荐|审核|指导|导师|主管|已|曾|在研|其[他它]|相关|获|以往|近|前期|完成|结题|支撑|委托|发榜|出资|投资|管理|组织|评审|验收|联合|技术|财务|学院|部门|` +
	`不|是否|外|英|第[二三四]|english|previous|other|job|mentor|advis|supervis`)

// madeOf reports whether a text consists of one or more of the words.
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

// IsLabel reports whether a text is a label, with or without a value.
func (l *Set) IsLabel(s string) bool {
	if _, ok := l.Find(s); ok {
		return true
	}
	if name, _, ok := CutColon(s); ok {
		_, ok = l.Find(name)
		return ok
	}
	return false
}

// IsLabel reports whether a line is a built-in label of a form, not a heading of a text.
func IsLabel(s string) bool {
	f, ok := BuiltIn().Field(s)
	return ok && f != Abstract
}

// Field returns the field of a label.
func (l *Set) Field(s string) (Field, bool) {
	found, ok := l.Find(s)
	return found.Field, ok
}

// NoteFound records in the metadata where a field was found.
func NoteFound(m *extract.Metadata, f Field, place extract.Found) {
	if m.Found == nil {
		m.Found = map[string]extract.Found{}
	}
	m.Found[Names[f]] = place
}
