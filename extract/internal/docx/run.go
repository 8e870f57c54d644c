package docx

import (
	"cmp"
	"strconv"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// runProperties are those of a w:r.
type runProperties struct {
	look  style.Look
	style string // id of a character style
	font  string // of Latin letters
	right bool   // written from right to left
	fit   string // id of the runs that are fitted to a width together
}

func (w *walk) runProperties(rPr markup.Element) runProperties {
	return runProperties{
		look: w.runLook(rPr), style: rPr.Child("rStyle").Attr("val"), font: rPr.Child("rFonts").Attr("ascii"),
		right: rPr.Toggle("rtl") == style.Yes, fit: rPr.Child("fitText").Attr("id"),
	}
}

// run reads one w:r.
func (w *walk) run(p *flow.Paragraph, at flow.Place, base style.Look, deleted bool) error {
	shown, font, right := w.resolved(w.usual["character"]).look.Styled(base), "", false
	at.Deleted = at.Deleted || deleted
	var drawing docxDrawing
	put := func(s string) {
		defer w.fitted.take(&shown, s)
		if !at.Deleted && p.Instructing() { // even inside another field's result
			p.Instruct(s, shown)
			return
		}
		if right {
			p.Mark(char.EmbedRight)
		}
		p.Put(s, &shown, &at)
		if right {
			p.Mark(char.Pop)
		}
	}
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "rPr":
			pr, err := w.lastRun.Read(w.XML, w.runProperties)
			if err != nil {
				return err
			}
			if pr.style != "" {
				shown = w.resolved(pr.style).look.Styled(base)
			}
			shown, font, right = pr.look.Over(shown), pr.font, pr.right
			w.fitted.begin(&shown, pr.fit)
		case "t":
			text, err := w.characters()
			put(char.Symbols(font, text))
			return err
		case "delText":
			text, err := w.characters()
			p.Keep(extract.DeletedText, text)
			return err
		case "tab", "ptab":
			put("\t")
		case "br", "cr":
			put("\n")
		case "lastRenderedPageBreak":
			p.BreakPage()
		case "noBreakHyphen":
			put("-")
		case "sym", "symEx":
			put(symbol(s))
		case "fldChar":
			e, err := w.XML.Element()
			if err != nil {
				return err
			}
			switch s.Attr("fldCharType") {
			case "begin":
				p.BeginField(formField(e.Child("ffData")))
			case "separate":
				p.SeparateField()
			case "end":
				if result := p.EndField(); result != "" {
					put(result)
				}
			}
		case "instrText":
			text, err := w.characters()
			p.Instruct(text, shown)
			return err
		case "ruby":
			return w.ruby(p, at, shown, deleted)
		case "delInstrText", "annotationRef":
			return w.XML.Skip()
		case "footnoteReference":
			w.Refer(p, "f"+s.Attr("id"), shown, at)
		case "endnoteReference":
			w.Refer(p, "e"+s.Attr("id"), shown, at)
		case "commentReference":
			w.commented = append(w.commented, w.comments[s.Attr("id")]...)
			delete(w.comments, s.Attr("id"))
		case "txbxContent":
			err := w.blocks(drawing.place(w, at), func(inner *flow.Paragraph) error {
				p.Hanging = append(p.Hanging, *inner)
				return nil
			})
			w.fields = flow.Fields{}
			return err
		case "relIds":
			return w.diagram(p, s.Attr("dm"), at.Deleted)
		case "chart":
			return w.chart(p, s.Attr("id"), at.Deleted)
		case "extent", "wgp", "ext", "shape", "rect", "roundrect", "oval", "group",
			"srcRect", "anchor", "inline", "docPr", "cNvPr", "wsp", "textbox":
			drawing.note(s, w.page)
		case "noFill", "solidFill", "gradFill", "pattFill", "blipFill", "fillRef", "positionH", "positionV", "ln":
			return drawing.property(w, s)
		case "svgBlip": // what is shown in place of the pixels
			if drawing.last != nil {
				drawing.last.Vector = w.Files.Opener(w.parts.byID[s.Attr("embed")])
			}
		case "blip", "imagedata", "fill":
			drawing.note(s, w.page)
			if id := cmp.Or(s.Attr("embed"), s.Attr("id")); w.parts != nil && !at.Deleted && shown.Hidden != style.Yes {
				drawing.last = w.Picture(p, w.parts.byID[id], drawing.width, drawing.height)
				// the picture is in another file
				if drawing.last == nil && s.Attr("link")+s.Attr("href") != "" {
					w.Draft.Notices.AddCount(extract.PictureFailed, 1)
				}
			}
		case "txBody": // of a drawing made in another program
			e, err := w.XML.Element()
			hang(p, drawnTexts(e), at.Deleted)
			return err
		case "textpath": // WordArt
			hang(p, []string{s.Attr("string")}, at.Deleted)
		case "OLEObject":
			return w.object(p, s)
		case "footnote", "endnote": // of Word 2003, at the reference
			return w.blocks(flow.Place{Kind: extract.Footnote, Deleted: at.Deleted}, func(inner *flow.Paragraph) error {
				p.Hanging = append(p.Hanging, *inner)
				return nil
			})
		case "annotation":
			if s.Attr("type") == comment2003 {
				return w.comment2003()
			}
		}
		return nil
	})
}

// ruby reads a w:ruby: the text above (w:rt) and the text below.
func (w *walk) ruby(p *flow.Paragraph, at flow.Place, base style.Look, deleted bool) error {
	above, below := &flow.Paragraph{}, &flow.Paragraph{}
	look := func() style.Look { return base }
	err := w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "rubyPr":
			return w.XML.Skip()
		case "rt":
			return w.inline(above, &at, nothing, look, deleted)
		}
		return w.inline(below, &at, nothing, look, deleted)
	})
	p.PutRuby(above, below)
	return err
}

// fitting is the remaining width into which successive runs are fitted together (w:fitText with one
// id).
type fitting struct {
	id   string
	left int // twips
}

// begin sets the remaining width for a run.
func (f *fitting) begin(l *style.Look, id string) {
	if id == "" || id != f.id {
		*f = fitting{id, l.Fit}
	}
	l.Fit = f.left
}

// take subtracts the least width at which a text of the run is readable.
func (f *fitting) take(l *style.Look, s string) {
	if f.left > 0 {
		f.left = max(f.left-int(l.LeastFit(s)), 1)
		l.Fit = f.left
	}
}

// symbol returns the character of w:sym and w16se:symEx.
func symbol(s markup.Tag) string {
	code, err := strconv.ParseUint(s.Attr("char"), 16, 32)
	if err != nil {
		return ""
	}
	return char.Symbol(s.Attr("font"), char.SymbolCode(s.Attr("font"), rune(code)))
}
