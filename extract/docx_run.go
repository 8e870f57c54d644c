package extract

import (
	"cmp"
	"strconv"
)

// run reads one w:r.
func (w *docxWalk) run(p *wordParagraph, at place, base look, deleted bool) error {
	shown, font := base, ""
	var drawing docxDrawing
	put := func(s string) {
		if !deleted && p.instructing() { // be it the result of another field
			p.instruct(s, shown)
			return
		}
		p.put(s, shown, deleted, at.ground)
	}
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "rPr":
			e, err := w.x.element()
			if err != nil {
				return err
			}
			l := runLook(e)
			if id := e.child("rStyle").attr("val"); id != "" {
				l = l.over(w.resolved(id).look)
			}
			shown, font = l.over(base), e.child("rFonts").attr("ascii")
		case "t":
			text, err := w.characters()
			put(symbols(font, text))
			return err
		case "delText":
			text, err := w.characters()
			p.keep(DeletedText, text)
			return err
		case "tab", "ptab":
			put("\t")
		case "br", "cr":
			put("\n")
		case "noBreakHyphen":
			put("-")
		case "sym":
			put(symbol(s))
		case "fldChar":
			e, err := w.x.element()
			if err != nil {
				return err
			}
			switch s.attr("fldCharType") {
			case "begin":
				p.beginField(formField(e.child("ffData")))
			case "separate":
				p.separateField()
			case "end":
				if result := p.endField(); result != "" {
					put(result)
				}
			}
		case "instrText":
			text, err := w.characters()
			p.instruct(text, shown)
			return err
		case "delInstrText", "rt", "annotationRef":
			return w.skip()
		case "footnoteReference":
			p.notes = append(p.notes, "f"+s.attr("id"))
		case "endnoteReference":
			p.notes = append(p.notes, "e"+s.attr("id"))
		case "txbxContent":
			return w.blocks(place{kind: Box, ground: anyPaint, deleted: at.deleted || deleted}, func(inner *wordParagraph) error {
				p.after = append(p.after, *inner)
				return nil
			})
		case "relIds":
			return w.diagram(p, s.attr("dm"), at.deleted || deleted)
		case "chart":
			return w.chart(p, s.attr("id"), at.deleted || deleted)
		case "extent", "wgp", "ext", "shape", "srcRect":
			drawing.note(s)
		case "blip", "imagedata":
			if id := cmp.Or(s.attr("embed"), s.attr("id")); w.parts != nil && !deleted && !at.deleted && shown.hidden != yes {
				drawing.last = w.picture(p, w.parts.byID[id], drawing.width, drawing.height)
			}
		case "txBody": // of a drawing that was not made in Word
			e, err := w.x.element()
			hang(p, drawnTexts(e), at.deleted || deleted)
			return err
		case "textpath": // WordArt
			hang(p, []string{s.attr("string")}, at.deleted || deleted)
		case "OLEObject":
			return w.object(p, s)
		case "footnote", "endnote": // of Word 2003, where it is referred to
			return w.blocks(place{kind: Footnote, deleted: at.deleted || deleted}, func(inner *wordParagraph) error {
				p.after = append(p.after, *inner)
				return nil
			})
		case "annotation":
			if s.attr("type") == comment2003 {
				return w.skip()
			}
		case "AlternateContent":
			// The choice may be the run's own children or a drawing.
			return w.alternate(func() error { return w.run(p, at, shown, deleted) })
		case "r": // in ruby
			return w.run(p, at, shown, deleted)
		}
		return nil
	})
}

// symbol gives the character of w:sym.
func symbol(s xmlTag) string {
	code, err := strconv.ParseUint(s.attr("char"), 16, 32)
	if err != nil {
		return ""
	}
	return symbolOf(s.attr("font"), symbolCode(s.attr("font"), rune(code)))
}
