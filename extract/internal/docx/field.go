package docx

import (
	"strconv"
	"strings"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// formField returns what a form field displays: the mark in a box or the entry chosen from a list.
// Text typed into a field is its result.
func formField(data markup.Element) string {
	if box := data.Child("checkBox"); box != nil {
		ticked := box.Toggle("checked")
		if ticked == style.Unset {
			ticked = box.Toggle("default")
		}
		return flow.FormBox(ticked == style.Yes)
	}
	list := data.Child("ddList")
	chosen, err := strconv.Atoi(list.Child("result").Attr("val"))
	if err != nil {
		chosen, _ = strconv.Atoi(list.Child("default").Attr("val"))
	}
	for e := range list.Children() {
		if e.Name() != "listEntry" {
			continue
		}
		if chosen == 0 {
			return e.Attr("val")
		}
		chosen--
	}
	return ""
}

// instructionWindow is how many bytes of XML are searched for the end of an instruction that goes on
// in other paragraphs.
const instructionWindow = 64 << 10

// carry hands the fields that a paragraph leaves open to the next one. An instruction that never
// ends, as in damaged files, ends with its paragraph.
func (w *walk) carry(p *flow.Paragraph) {
	if !p.Instructing() || w.instructionEnds() {
		w.fields = p.LeaveOpen()
	}
}

// instructionEnds reports whether the instruction that is open here ends further on.
func (w *walk) instructionEnds() bool {
	rest := w.XML.Raw[w.XML.Offset:]
	depth := 1
	for mark := range strings.SplitSeq(rest[:min(len(rest), instructionWindow)], `fldCharType="`) {
		switch {
		case strings.HasPrefix(mark, "begin"):
			depth++
		case depth == 1 && strings.HasPrefix(mark, "separate"):
			return true
		case strings.HasPrefix(mark, "end"):
			if depth--; depth == 0 {
				return true
			}
		}
	}
	return false
}
