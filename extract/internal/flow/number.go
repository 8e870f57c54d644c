package flow

import (
	"maps"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/style"
)

// Level is one level of a list definition of numbering.xml.
type Level struct {
	Format string
	Text   string // "%1.%2", with placeholders for the levels' numbers
	Start  int
	Suffix string // tab, space, nothing
	Legal  bool   // w:isLgl: all numbers in decimal
	Style  string // style whose paragraphs are of this level
	Keeps  int    // number of nearest higher levels that do not restart this one

	Look    style.Look // of its numbers
	Indents style.Indents
}

// Numbering holds list definitions and their current numbers.
type Numbering struct {
	Abstract map[string]map[int]Level   // abstractNumId → level
	Linked   map[string]string          // abstractNumId → style that holds the real definition
	ByStyle  map[string]string          // style → abstractNumId that defines it
	Num      map[string]string          // numId → abstractNumId
	Override map[string]map[int]int     // numId → level → start
	Own      map[string]map[int]Level   // numId → levels that replace the list's
	counters map[string]*[MaxLevels]int // abstractNumId → last number of each level
	started  map[string]bool            // numId → counting has begun
}

// NewNumbering returns a numbering without lists.
func NewNumbering() *Numbering {
	return &Numbering{
		Abstract: map[string]map[int]Level{}, Linked: map[string]string{}, ByStyle: map[string]string{}, Num: map[string]string{},
		Override: map[string]map[int]int{}, Own: map[string]map[int]Level{}, counters: map[string]*[MaxLevels]int{},
		started: map[string]bool{},
	}
}

// list returns the definition that numID stands for, including its own levels, or "".
func (n *Numbering) list(numID string) (id string, levels map[int]Level) {
	id, ok := n.Num[numID]
	if !ok {
		return "", nil
	}
	if s := n.Linked[id]; s != "" && n.ByStyle[s] != "" {
		id = n.ByStyle[s]
	}
	levels = n.Abstract[id]
	if own := n.Own[numID]; len(own) > 0 {
		levels = maps.Clone(levels)
		maps.Copy(levels, own)
	}
	return id, levels
}

// LevelOf returns the list level of a style's paragraphs, which the list defines if the style
// states none.
func (n *Numbering) LevelOf(numID, style string, stated int) int {
	if stated >= 0 {
		return stated
	}
	_, levels := n.list(numID)
	for k := range MaxLevels {
		if l, ok := levels[k]; ok && l.Style != "" && l.Style == style {
			return k
		}
	}
	return 0
}

// Level returns a level of a list, or the zero value.
func (n *Numbering) Level(numID string, level int) Level {
	_, levels := n.list(numID)
	return levels[level]
}

// Restart makes start the next number of a level.
func (n *Numbering) Restart(numID string, level, start int) {
	id, _ := n.list(numID)
	n.counter(id)[level] = start - 1
}

// counter returns the current numbers of a list.
func (n *Numbering) counter(id string) *[MaxLevels]int {
	c := n.counters[id]
	if c == nil {
		c = new([MaxLevels]int)
		for i := range c {
			c[i] = uncounted
		}
		n.counters[id] = c
	}
	return c
}

// first returns the first number of a level.
func (n *Numbering) first(numID string, levels map[int]Level, level int) int {
	if start, ok := n.Override[numID][level]; ok {
		return start
	}
	return levels[level].Start
}

const (
	// MaxLevels is the number of levels of a list.
	MaxLevels = 9
	// uncounted is the state of a level before its first number, which may be 0.
	uncounted = -(1 << 31)
)

// Next counts a paragraph of a list and returns the text before it, including the separating blank.
func (n *Numbering) Next(numID string, level int) string {
	id, levels := n.list(numID)
	if level < 0 || level >= MaxLevels {
		return ""
	}
	l, ok := levels[level]
	if !ok {
		return ""
	}
	c := n.counter(id)
	if !n.started[numID] {
		n.started[numID] = true
		for k := range n.Override[numID] {
			c[k] = uncounted
		}
	}
	if c[level] == uncounted {
		c[level] = n.first(numID, levels, level)
	} else {
		c[level]++
	}
	for k := range level {
		if c[k] == uncounted { // a skipped level counts as begun: 1.1, then 2
			c[k] = n.first(numID, levels, k)
		}
	}
	for k := level + 1; k < MaxLevels; k++ {
		if level < k-levels[k].Keeps {
			c[k] = uncounted
		}
	}
	if l.Format == "bullet" {
		return l.bullet(level)
	}
	if l.Format == "none" && !strings.Contains(l.Text, "%") && strings.TrimSpace(l.Text) == "" {
		return ""
	}
	return l.render(levels, c)
}

// Bullets are the signs before paragraphs of unnumbered lists, by level. The signs in files depend
// on their fonts, often symbol fonts, but a list should read alike in all formats.
var Bullets = [...]string{"•", "◦", "▪"}

// bullet returns the sign before a paragraph, or "" if the list shows none.
func (l Level) bullet(level int) string {
	switch s := strings.TrimSpace(l.Text); {
	case s == "":
		return ""
	case strings.ContainsFunc(s, func(r rune) bool { return r < 0xE000 && unicode.IsLetter(r) }) && utf8.RuneCountInString(s) > 1:
		return s + " " // a word, such as "Note:"
	}
	return Bullets[level%len(Bullets)] + " "
}

func (l Level) render(levels map[int]Level, numbers *[MaxLevels]int) string {
	var out strings.Builder
	for i := 0; i < len(l.Text); i++ {
		if l.Text[i] != '%' || i+1 == len(l.Text) || l.Text[i+1] < '1' || l.Text[i+1] > '9' {
			out.WriteByte(l.Text[i])
			continue
		}
		k := int(l.Text[i+1] - '1')
		i++
		format := levels[k].Format
		if l.Legal && format != "decimalZero" {
			format = "decimal"
		}
		out.WriteString(FormatNumber(numbers[k], format))
	}
	s := out.String()
	if s == "" || l.Suffix == "nothing" || strings.HasSuffix(s, "、") || strings.HasSuffix(s, "）") {
		return s
	}
	return s + " "
}

const (
	legalDigits = "零壹贰叁肆伍陆柒捌玖"
	stems       = "甲乙丙丁戊己庚辛壬癸"
	branches    = "子丑寅卯辰巳午未申酉戌亥"
)

// FormatNumber writes a number in one of Word's formats, or in decimal if the format is unknown.
func FormatNumber(n int, format string) string {
	if n < 0 || n > 9999 {
		return strconv.Itoa(n)
	}
	switch format {
	case "none", "bullet": // a level without a number, within the number of a lower one
		return ""
	case "chineseCounting", "chineseCountingThousand", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting",
		"koreanCounting":
		return hanNumber(n, []rune(char.HanDigits), "十百千")
	case "chineseLegalSimplified", "ideographLegalTraditional", "japaneseLegal":
		return hanNumber(n, []rune(legalDigits), "拾佰仟")
	case "ideographDigital", "japaneseDigitalTenThousand", "taiwaneseDigital", "koreanDigital":
		out := ""
		for _, d := range strconv.Itoa(n) {
			out += string([]rune(char.HanDigits)[d-'0'])
		}
		return out
	case "ideographTraditional":
		return pick(n, stems)
	case "ideographZodiac":
		return pick(n, branches)
	case "ordinal":
		return ordinal(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "decimalFullWidth", "decimalFullWidth2":
		return strings.Map(func(r rune) rune { return r - '0' + '０' }, strconv.Itoa(n))
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "decimalEnclosedParen":
		if n >= 1 && n <= 20 {
			return string(rune('⑴' + n - 1))
		}
	case "decimalEnclosedFullstop":
		if n >= 1 && n <= 20 {
			return string(rune('⒈' + n - 1))
		}
	case "ideographEnclosedCircle":
		if n >= 1 && n <= 10 {
			return string(rune('㊀' + n - 1))
		}
	case "lowerLetter", "upperLetter":
		return letters(n, format == "upperLetter")
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	}
	return strconv.Itoa(n)
}

// ordinal writes 1st, 2nd, 11th.
func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

func pick(n int, from string) string {
	r := []rune(from)
	if n < 1 || n > len(r) {
		return strconv.Itoa(n)
	}
	return string(r[n-1])
}

// hanNumber writes 1 to 9999 in Chinese: 12 is 十二, 105 一百零五.
func hanNumber(n int, digits []rune, places string) string {
	if n == 0 {
		return string(digits[0])
	}
	unit := append([]rune{0}, []rune(places)...)
	out, gap := "", false
	for p := 3; p >= 0; p-- {
		pow := [...]int{1, 10, 100, 1000}[p]
		d := n / pow % 10
		if d == 0 {
			gap = out != ""
			continue
		}
		if gap {
			out += "零"
			gap = false
		}
		if p != 1 || d != 1 || n >= 20 { // 十二, not 一十二
			out += string(digits[d])
		}
		if p > 0 {
			out += string(unit[p])
		}
	}
	return out
}

// letters writes a … z, aa, bb … as Word does.
func letters(n int, upper bool) string {
	if n < 1 {
		return ""
	}
	base := 'a'
	if upper {
		base = 'A'
	}
	return strings.Repeat(string(base+rune((n-1)%26)), (n-1)/26+1)
}

func roman(n int) string {
	if n == 0 {
		return ""
	}
	var out strings.Builder
	for _, step := range []struct {
		value int
		text  string
	}{
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"},
		{4, "IV"}, {1, "I"},
	} {
		for n >= step.value {
			out.WriteString(step.text)
			n -= step.value
		}
	}
	return out.String()
}
