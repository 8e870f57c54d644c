package flow

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/style"
)

// The file holds the results of most fields. Those read here have none: Word computes them from the
// instruction whenever it displays the page.

// The marks of fields in the text of .doc files.
const (
	FieldBegin  = 0x13
	FieldMiddle = 0x14 // between a field's instruction and its result
	FieldEnd    = 0x15
)

// MaxInstruction bounds the instruction of a field that is read: names of fonts and a formula of
// one line. Word accepts no more than some hundred characters.
const MaxInstruction = 1000

// FieldText returns what a field without a result displays. Nested fields in its instruction are
// enclosed in the marks of .doc files.
func FieldText(instruction string) string {
	instruction = strings.TrimLeft(instruction, " ")
	rest := strings.TrimLeftFunc(instruction, latin)
	name := instruction[:len(instruction)-len(rest)]
	switch strings.ToUpper(name) {
	case "EQ":
		e := eqReader{rest: withResults(rest)}
		return e.sequence("")
	case "MACROBUTTON", "GOTOBUTTON": // a clickable text, often the prompt of a form
		_, label, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		return strings.Trim(formatSwitch().ReplaceAllString(withResults(label), ""), " ")
	case "SYMBOL":
		words := strings.Fields(rest)
		if len(words) == 0 {
			return ""
		}
		code, err := strconv.ParseUint(words[0], 0, 16)
		font := symbolFont().FindStringSubmatch(rest)
		if err != nil || font == nil {
			return ""
		}
		name := strings.Trim(font[1], `"`)
		return char.Symbol(name, char.SymbolCode(name, rune(code)))
	}
	return ""
}

func latin(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

var (
	formatSwitch = char.Pattern(`\\\*\s*\w+`) // \* MERGEFORMAT
	symbolFont   = char.Pattern(`\\f\s+("[^"]*"|\S+)`)
)

// withResults replaces fields by what they display, and removes placeholders of pictures.
func withResults(instruction string) string {
	var out strings.Builder
	var outer []string // for each open field, the text before it
	inResult := []bool{}
	flush := func() string {
		s := out.String()
		out.Reset()
		return s
	}
	for _, r := range instruction {
		n := len(outer)
		switch {
		case r == FieldBegin:
			outer, inResult = append(outer, flush()), append(inResult, false)
		case r == FieldMiddle && n > 0:
			out.Reset() // drops the instruction
			inResult[n-1] = true
		case r == FieldEnd && n > 0:
			s := flush()
			if !inResult[n-1] {
				s = FieldText(s)
			}
			out.WriteString(outer[n-1] + s)
			outer, inResult = outer[:n-1], inResult[:n-1]
		case r >= ' ':
			out.WriteRune(r)
		}
	}
	return strings.Join(outer, "") + out.String()
}

// The kinds of form fields with a choice, as .doc and RTF number them, and the value that stands
// for the default choice.
const (
	FormTick = 1
	FormList = 2
	AsPreset = 25
)

// FormBox returns a box of a form, ticked or empty.
func FormBox(ticked bool) string {
	if ticked {
		return "☑"
	}
	return "□"
}

// openField is a field being read.
type openField struct {
	result bool   // past the separator
	from   int    // code points of the paragraph before its result
	at     int    // bytes before it
	before string // the beginning of its result, in earlier paragraphs
	form   string // what a form field displays
	code   string // its instruction, once complete
}

// Instructing reports whether an instruction is being read.
func (p *Paragraph) Instructing() bool {
	return slices.ContainsFunc(p.fields, func(f openField) bool { return !f.result })
}

// Instruct adds a part of an instruction. Hidden parts have no effect.
func (p *Paragraph) Instruct(s string, shown style.Look) {
	if shown.Hidden != style.Yes && p.code.Len() < utf8.UTFMax*MaxInstruction {
		p.code.WriteString(s)
	}
}

// BeginField begins a field. form is what it displays if it is a form field.
func (p *Paragraph) BeginField(form string) {
	if p.Instructing() {
		p.code.WriteRune(FieldBegin)
	}
	p.fields = append(p.fields, openField{from: p.Runes, at: p.Text.Len(), form: form})
}

// SeparateField ends the instruction of the innermost field: its result follows.
func (p *Paragraph) SeparateField() {
	n := len(p.fields)
	if n == 0 || p.fields[n-1].result {
		return
	}
	p.fields[n-1].result = true
	if p.Instructing() {
		p.code.WriteRune(FieldMiddle)
		return
	}
	p.fields[n-1].code = p.takeCode()
}

func (p *Paragraph) takeCode() string {
	s := p.code.String()
	p.code.Reset()
	return s
}

// EndField ends the innermost field and returns what it displays if it has no result.
func (p *Paragraph) EndField() string {
	n := len(p.fields)
	if n == 0 {
		return ""
	}
	f := p.fields[n-1]
	p.fields = p.fields[:n-1]
	switch {
	case p.Instructing():
		p.code.WriteRune(FieldEnd)
		return f.form
	case !f.result:
		f.code = p.takeCode()
	}
	if p.Runes > f.from || f.before != "" {
		p.KeepUnshown(f.code, f.before+p.Text.String()[f.at:])
		return ""
	}
	if f.form != "" {
		return f.form
	}
	shown := FieldText(f.code)
	if shown == "" {
		p.KeepUnshown(f.code, "")
	}
	return shown
}

// Fields are the fields that a paragraph leaves open.
type Fields struct {
	open []openField
	code string
}

// LeaveOpen takes the open fields out of a paragraph, for the next one.
func (p *Paragraph) LeaveOpen() Fields {
	f := Fields{p.fields, p.takeCode()}
	for i := range f.open {
		if o := &f.open[i]; o.result && len(o.before) < 4*mostLiteral {
			o.before += p.Text.String()[o.at:]
		}
		f.open[i].from, f.open[i].at = 0, 0
	}
	p.fields = nil
	return f
}

// Resume continues fields in a paragraph without text.
func (p *Paragraph) Resume(f Fields) {
	p.fields = f.open
	p.code.WriteString(f.code)
}

const (
	leastLiteral = 10    // Chinese characters of an instruction that make it text rather than a name
	mostLiteral  = 4_000 // bytes of an instruction that are examined
)

// KeepUnshown keeps out text in the instruction of a field that its result does not contain: a word
// processor displays it after updating the field. ADDIN is skipped, in which other programs keep
// data, and HYPERLINK, which holds the words of a tooltip.
func (p *Paragraph) KeepUnshown(instruction, result string) {
	instruction = strings.TrimLeft(instruction[:min(len(instruction), mostLiteral)], " ")
	rest := strings.TrimLeftFunc(instruction, latin)
	name := strings.ToUpper(instruction[:len(instruction)-len(rest)])
	if name == "ADDIN" || name == "HYPERLINK" {
		return
	}
	shown := char.Squeezed(result)
	for literal := range strings.FieldsFuncSeq(withResults(rest), func(r rune) bool { return strings.ContainsRune("\"“”", r) }) {
		if (draft.HasSentence(literal) || hanOf(literal) >= leastLiteral) && !strings.Contains(shown, char.Squeezed(literal)) {
			p.Keep(extract.HiddenText, literal)
		}
	}
	if externals[name] && !char.HasVisible(result) {
		p.unread++
	}
}

// externals are fields whose text is in another file or in another part of the file.
var externals = map[string]bool{"INCLUDETEXT": true, "INCLUDE": true, "DATABASE": true, "DOCPROPERTY": true, "DOCVARIABLE": true,
	"COMMENTS": true}

func hanOf(s string) (n int) {
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}
