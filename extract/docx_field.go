package extract

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// openField is a field that is being read.
type openField struct {
	result bool   // past the separator
	from   int    // code points of the paragraph before its result
	form   string // what a field of a form shows
	code   string // its instruction, once that has ended
}

// instructing says whether an instruction is being read.
func (p *wordParagraph) instructing() bool {
	return slices.ContainsFunc(p.fields, func(f openField) bool { return !f.result })
}

// instruct takes a part of an instruction. What is hidden shows nothing there
// either.
func (p *wordParagraph) instruct(s string, shown look) {
	if shown.hidden != yes && p.code.Len() < utf8.UTFMax*maxInstruction {
		p.code.WriteString(s)
	}
}

func (p *wordParagraph) beginField(form string) {
	if p.instructing() {
		p.code.WriteRune(fieldBegin)
	}
	p.fields = append(p.fields, openField{from: p.runes, form: form})
}

func (p *wordParagraph) separateField() {
	n := len(p.fields)
	if n == 0 || p.fields[n-1].result {
		return
	}
	p.fields[n-1].result = true
	if p.instructing() {
		p.code.WriteRune(fieldMiddle)
		return
	}
	p.fields[n-1].code = p.takeCode()
}

func (p *wordParagraph) takeCode() string {
	s := p.code.String()
	p.code.Reset()
	return s
}

// endField ends the innermost field and gives what it shows without having it
// as a result.
func (p *wordParagraph) endField() string {
	n := len(p.fields)
	if n == 0 {
		return ""
	}
	f := p.fields[n-1]
	p.fields = p.fields[:n-1]
	switch {
	case p.instructing():
		p.code.WriteRune(fieldEnd)
		return f.form
	case !f.result:
		f.code = p.takeCode()
	}
	if p.runes > f.from {
		return ""
	}
	if f.form != "" {
		return f.form
	}
	return shownByField(f.code)
}

// formField gives what a field of a form shows: the mark in a box, the entry
// chosen from a list. What is typed into one is its result.
func formField(data element) string {
	if box := data.child("checkBox"); box != nil {
		ticked := box.toggle("checked")
		if ticked == unset {
			ticked = box.toggle("default")
		}
		return formBox(ticked == yes)
	}
	list := data.child("ddList")
	chosen, err := strconv.Atoi(list.child("result").attr("val"))
	if err != nil {
		chosen, _ = strconv.Atoi(list.child("default").attr("val"))
	}
	for e := range list.children() {
		if e.name() != "listEntry" {
			continue
		}
		if chosen == 0 {
			return e.attr("val")
		}
		chosen--
	}
	return ""
}
