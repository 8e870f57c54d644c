package rtf

import "zhiwen/extract/internal/flow"

// rtfForm is a form field with a box to tick or a list to choose from.
type rtfForm struct {
	kind    int // FormTick or FormList; 0 for none
	chosen  int
	preset  int
	entries []string
}

// rtfField is a field whose result follows: the depth of groups at which it ends, its instruction,
// and where its result begins.
type rtfField struct {
	depth int
	code  string
	p     *flow.Paragraph
	at    int
}

// instruct applies a control word within the instruction of a field.
func (r *rtfReader) instruct(name string, value int, on bool) {
	switch name {
	case "f", "v": // f sets the code page of the following bytes
		r.character(name, value, on)
	case "field":
		if !r.state.nested {
			r.state.nested = true
			r.instruction.WriteRune(flow.FieldBegin)
		}
	case "fldrslt":
		if r.state.nested {
			r.instruction.WriteRune(flow.FieldMiddle)
		}
	case "fftype":
		r.form.kind = value
	case "ffres":
		r.form.chosen = value
	case "ffdefres":
		r.form.preset = value
	case "ffl":
		r.state.destination = name
		r.form.entries = append(r.form.entries, "")
	}
}

// fieldText returns the mark in a box or the entry chosen from a list.
func (f rtfForm) fieldText() string {
	if f.chosen == flow.AsPreset {
		f.chosen = f.preset
	}
	switch {
	case f.kind == flow.FormTick:
		return flow.FormBox(f.chosen == 1)
	case f.kind == flow.FormList && f.chosen >= 0 && f.chosen < len(f.entries):
		return f.entries[f.chosen]
	}
	return ""
}
