package extract

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// run reads one w:r.
func (w *docxWalk) run(p *docxParagraph, at place, base look, deleted bool) error {
	shown := base
	put := func(s string) {
		switch {
		case s == "":
		case deleted:
			p.keep(DeletedText, s)
		case slices.Contains(p.fields, false):
			// within a field's instruction, be it the result of another field
		case shown.hidden == yes, shown.size > 0 && shown.size <= tinyHalfPoints, shown.white == yes && shown.shaded != yes && !at.shaded:
			p.keep(HiddenText, s)
		default:
			p.write(s)
			if shown.bold == yes {
				p.boldRunes += utf8.RuneCountInString(s)
			}
		}
	}
	return w.each(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "rPr":
			e, err := w.tree(s)
			if err != nil {
				return err
			}
			l := runLook(e)
			if id := e.child("rStyle").attr("val"); id != "" {
				l = l.over(w.resolved(id).look)
			}
			shown = l.over(base)
		case "t":
			text, err := w.characters()
			put(text)
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
			p.field(attr(s.Attr, "fldCharType"))
			return w.skip()
		case "instrText", "delInstrText", "rt", "annotationRef":
			return w.skip()
		case "footnoteReference":
			p.notes = append(p.notes, "f"+attr(s.Attr, "id"))
		case "endnoteReference":
			p.notes = append(p.notes, "e"+attr(s.Attr, "id"))
		case "txbxContent":
			return w.blocks(place{kind: Box, shaded: true, deleted: at.deleted || deleted}, func(inner *docxParagraph) error {
				p.after = append(p.after, *inner)
				return nil
			})
		case "AlternateContent":
			// The choice may be the run's own children or a drawing.
			return w.alternate(func() error { return w.run(p, at, shown, deleted) })
		case "r": // in ruby
			return w.run(p, at, shown, deleted)
		}
		return nil
	})
}

func (p *docxParagraph) field(kind string) {
	n := len(p.fields)
	switch kind {
	case "begin":
		p.fields = append(p.fields, false)
	case "separate":
		if n > 0 {
			p.fields[n-1] = true
		}
	case "end":
		if n > 0 {
			p.fields = p.fields[:n-1]
		}
	}
}

// symbol gives the character of w:sym. Symbol fonts use the private use area;
// what has no counterpart in Unicode here is left out.
func symbol(s xml.StartElement) string {
	code, err := strconv.ParseUint(attr(s.Attr, "char"), 16, 32)
	if err != nil {
		return ""
	}
	if code < 0xF000 || code > 0xF0FF {
		return string(rune(code))
	}
	return symbolFonts[strings.ToLower(attr(s.Attr, "font"))][byte(code)]
}

// symbolFonts knows the boxes and marks that forms use.
var symbolFonts = map[string]map[byte]string{
	"wingdings":   {0xFE: "☑", 0xFD: "☒", 0xA8: "□", 0x6F: "□", 0xFC: "✓", 0xFB: "✗", 0x6C: "●", 0x6E: "■", 0xD8: "➢", 0xE0: "→", 0xE8: "➔"},
	"wingdings 2": {0x52: "☑", 0x53: "☒", 0xA3: "□", 0x2A: "□", 0x50: "✓", 0x4F: "✗", 0x51: "☒"},
	"symbol":      {0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x65: "ε", 0x6C: "λ", 0x6D: "μ", 0x70: "π", 0x73: "σ", 0x77: "ω", 0xB1: "±", 0xB3: "≥", 0xA3: "≤", 0xB4: "×", 0xB7: "•", 0xAE: "→", 0xD7: "·", 0xA5: "∞", 0xB9: "≠", 0xBB: "≈", 0xB0: "°"},
}
