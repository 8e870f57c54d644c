package extract

import (
	"strconv"
	"strings"
)

// Most fields keep their result in the file. Those read here do not: Word makes
// it of the instruction whenever it shows the page.

// The marks of fields: those that .doc files have in their text.
const (
	fieldBegin  = 0x13
	fieldMiddle = 0x14 // between a field's instruction and its result
	fieldEnd    = 0x15
)

// maxInstruction bounds the instruction of a field that is looked at: names of
// fonts and a formula of one line. Word takes no more than some hundred.
const maxInstruction = 1000

// shownByField gives what a field shows that has no result. Fields within its
// instruction stand between the marks that .doc files have.
func shownByField(instruction string) string {
	instruction = strings.TrimLeft(instruction, " ")
	rest := strings.TrimLeftFunc(instruction, latin)
	name := instruction[:len(instruction)-len(rest)]
	switch strings.ToUpper(name) {
	case "EQ":
		e := eqReader{rest: withResults(rest)}
		return e.sequence("")
	case "MACROBUTTON", "GOTOBUTTON": // a text that can be clicked on, often the prompt of a form
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
		return symbolOf(name, symbolCode(name, rune(code)))
	}
	return ""
}

func latin(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

var (
	formatSwitch = pattern(`\\\*\s*\w+`) // \* MERGEFORMAT
	symbolFont   = pattern(`\\f\s+("[^"]*"|\S+)`)
)

// withResults puts what fields show in their places, and leaves out signs that
// stand for pictures.
func withResults(instruction string) string {
	var out strings.Builder
	var outer []string // of each open field, what came before it
	inResult := []bool{}
	flush := func() string {
		s := out.String()
		out.Reset()
		return s
	}
	for _, r := range instruction {
		n := len(outer)
		switch {
		case r == fieldBegin:
			outer, inResult = append(outer, flush()), append(inResult, false)
		case r == fieldMiddle && n > 0:
			out.Reset() // of the instruction
			inResult[n-1] = true
		case r == fieldEnd && n > 0:
			s := flush()
			if !inResult[n-1] {
				s = shownByField(s)
			}
			out.WriteString(outer[n-1] + s)
			outer, inResult = outer[:n-1], inResult[:n-1]
		case r >= ' ':
			out.WriteRune(r)
		}
	}
	return strings.Join(outer, "") + out.String()
}

// The kinds of fields of a form that have something to choose, as .doc and RTF
// number them, and what is chosen there where nothing was.
const (
	formTick = 1
	formList = 2
	asPreset = 25
)

// formBox is a box of a form to tick.
func formBox(ticked bool) string {
	if ticked {
		return "☑"
	}
	return "□"
}
