package extract

import (
	"cmp"
	"strings"
)

// inMath says whether the latest tag is of an equation, whose elements share
// names with those of texts.
func inMath(x *xmlReader) bool { return strings.HasSuffix(x.space(), "/math") }

// equation puts an equation where the paragraph stands.
func (w *docxWalk) equation(p *wordParagraph, shown look, at place, deleted bool) error {
	var line wordParagraph
	if err := w.math(&line); err != nil {
		return err
	}
	if !p.instructing() { // else it is a picture's double, of which the result shows one
		p.put(line.text.String(), shown, deleted || at.deleted, at.ground)
	}
	return nil
}

// math writes an equation on one line, with the signs that its structure
// stands for: strokes of fractions, brackets, roots, sums.
func (w *docxWalk) math(p *wordParagraph) error {
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "t":
			text, err := w.characters()
			p.write(text)
			return err
		case "f":
			return w.mathParts(p, "", "num", "den", "/")
		case "rad":
			return w.mathParts(p, "", "deg", "e", "√")
		case "d":
			return w.brackets(p)
		case "nary":
			return w.sum(p)
		case "mr", "eqArr":
			return w.mathParts(p, " ", "", "", "")
		case "rPr", "ctrlPr", "del":
			return w.skip()
		}
		return nil
	})
}

// mathParts reads the parts of the current element: between before every part
// but the first, sign before the one named second.
func (w *docxWalk) mathParts(p *wordParagraph, between, first, second, sign string) error {
	begun := false
	return w.each(func(s xmlTag) error {
		switch name := s.name; {
		case strings.HasSuffix(name, "Pr"):
			return w.skip()
		case name == second:
			p.write(sign)
		case name != first && begun:
			p.write(between)
		}
		begun = true
		return w.math(p)
	})
}

// brackets reads m:d, whose properties name the signs.
func (w *docxWalk) brackets(p *wordParagraph) error {
	begin, between, end := "(", "|", ")"
	parts := 0
	err := w.each(func(s xmlTag) error {
		if s.name == "dPr" {
			e, err := w.x.element()
			for name, sign := range map[string]*string{"begChr": &begin, "sepChr": &between, "endChr": &end} {
				if c := e.child(name); c != nil {
					*sign = c.attr("val")
				}
			}
			return err
		}
		if parts++; parts == 1 {
			p.write(begin)
		} else {
			p.write(between)
		}
		return w.math(p)
	})
	p.write(end)
	return err
}

// sum reads m:nary: a sum, product or integral.
func (w *docxWalk) sum(p *wordParagraph) error {
	sign := "∫"
	return w.each(func(s xmlTag) error {
		if s.name == "naryPr" {
			e, err := w.x.element()
			sign = cmp.Or(e.child("chr").attr("val"), sign)
			return err
		}
		p.write(sign)
		sign = ""
		return w.math(p)
	})
}
