package docx

import (
	"cmp"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// inMath reports whether the latest tag belongs to an equation, whose elements share names with
// those of text.
func inMath(x *markup.Reader) bool { return strings.HasSuffix(x.Space(), "/math") }

// equation adds an equation to the paragraph.
func (w *walk) equation(p *flow.Paragraph, shown style.Look, at flow.Place, deleted bool) error {
	var line flow.Paragraph
	w.formula, w.behind = shown, at.Ground
	if err := w.math(&line); err != nil {
		return err
	}
	if !p.Instructing() { // otherwise it duplicates a picture, and the result shows one of them
		p.Put(line.Text.String(), &shown, at.With(deleted))
		for _, k := range line.Kept {
			p.Keep(k.Kind, k.Text)
		}
	}
	return nil
}

// math writes an equation on one line, with the signs that its structure implies: fraction strokes,
// brackets, roots, sums.
func (w *walk) math(p *flow.Paragraph) error {
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "r":
			return w.mathRun(p)
		case "t":
			text, err := w.characters()
			p.Write(text)
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
			return w.XML.Skip()
		}
		return nil
	})
}

// mathRun reads m:r, which may look different from the text around the equation.
func (w *walk) mathRun(p *flow.Paragraph) error {
	shown := w.formula
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "rPr":
			e, err := w.XML.Element()
			shown = w.runLook(e).Over(shown)
			return err
		case "t":
			text, err := w.characters()
			if shown.Unseen(text, w.behind) {
				p.Keep(extract.HiddenText, text)
			} else {
				p.Write(text)
			}
			return err
		case "del":
			return w.XML.Skip()
		}
		return nil
	})
}

// mathParts reads the parts of the current element. It writes between before every part but the
// first, and sign before the part named second.
func (w *walk) mathParts(p *flow.Paragraph, between, first, second, sign string) error {
	begun := false
	return w.XML.Each(func(s markup.Tag) error {
		switch name := s.Name; {
		case strings.HasSuffix(name, "Pr"):
			return w.XML.Skip()
		case name == second:
			p.Write(sign)
		case name != first && begun:
			p.Write(between)
		}
		begun = true
		return w.math(p)
	})
}

// brackets reads m:d, whose properties name the signs.
func (w *walk) brackets(p *flow.Paragraph) error {
	begin, between, end := "(", "|", ")"
	parts := 0
	err := w.XML.Each(func(s markup.Tag) error {
		if s.Name == "dPr" {
			e, err := w.XML.Element()
			for name, sign := range map[string]*string{"begChr": &begin, "sepChr": &between, "endChr": &end} {
				if c := e.Child(name); c != nil {
					*sign = c.Attr("val")
				}
			}
			return err
		}
		if parts++; parts == 1 {
			p.Write(begin)
		} else {
			p.Write(between)
		}
		return w.math(p)
	})
	p.Write(end)
	return err
}

// sum reads m:nary: a sum, product or integral.
func (w *walk) sum(p *flow.Paragraph) error {
	sign := "∫"
	return w.XML.Each(func(s markup.Tag) error {
		if s.Name == "naryPr" {
			e, err := w.XML.Element()
			sign = cmp.Or(e.Child("chr").Attr("val"), sign)
			return err
		}
		p.Write(sign)
		sign = ""
		return w.math(p)
	})
}
