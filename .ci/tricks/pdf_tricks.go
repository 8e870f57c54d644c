package main

import (
	"fmt"
	"slices"
	"strings"
)

// tagged returns the document whose copied paragraphs carry a tag that the setter knows.
func tagged(c content) []para {
	var middle []para
	for _, t := range c.copied {
		middle = append(middle, styled(t, look{tag: "copied"}))
	}
	return c.paras(middle...)
}

// pdfDraw returns a writer of the document in which draw draws the copied pieces, and change changes the file.
func pdfDraw(draw func(p pdfPiece) string, change func(f *pdfFile)) map[format]func(content) ([]byte, error) {
	return map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
		return pdfWith(func(p pdfPiece) string {
			if p.look.tag == "" || draw == nil {
				return p.ops()
			}
			return draw(p)
		}, change)(tagged(c))
	}}
}

// pdfMeans returns a writer of the document in whose file the characters of the copied paragraphs mean what means says.
func pdfMeans(means func(c content) func(i int, r rune) string) map[format]func(content) ([]byte, error) {
	return map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
		f, err := newPDF()
		if err != nil {
			return nil, err
		}
		s := &setter{file: f, means: func(tag string) func(int, rune) string {
			if tag == "" {
				return nil
			}
			return means(c)
		}}
		if err := s.set(tagged(c)); err != nil {
			return nil, err
		}
		return f.bytes(), nil
	}}
}

// other hands out the characters of the filler one by one.
func other(c content) func() rune {
	text := []rune(strings.Join(c.filler, ""))
	i := -1
	return func() rune { i++; return text[i%len(text)] }
}

// glyphOps draws the glyphs of a piece one by one in an order.
func (p pdfPiece) glyphOps(order func(n int) []int) string {
	x := make([]float64, len(p.glyphs))
	at := p.x
	for i, g := range p.glyphs {
		x[i] = at
		at += g.width * p.size()
	}
	var b strings.Builder
	for _, i := range order(len(p.glyphs)) {
		fmt.Fprintf(&b, "BT 0 Tr /F%d %g Tf 1 0 0 1 %.2f %.2f Tm <%04X> Tj ET\n", p.glyphs[i].font, p.size(), x[i], p.y, p.glyphs[i].code)
	}
	return b.String()
}

// order returns 0 to n-1, changed.
func order(change func(a []int)) func(n int) []int {
	return func(n int) []int {
		a := make([]int, n)
		for i := range a {
			a[i] = i
		}
		if change != nil {
			change(a)
		}
		return a
	}
}

// shuffled mixes numbers, the same way each time.
func shuffled(a []int) {
	seed := uint32(12345)
	for i := len(a) - 1; i > 0; i-- {
		seed = seed*1664525 + 1013904223
		j := int(seed>>8) % (i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

func interleaved(a []int) {
	n := len(a)
	for i := range a {
		if i < (n+1)/2 {
			a[i] = 2 * i
		} else {
			a[i] = 2*(i-(n+1)/2) + 1
		}
	}
}

// paths draws the letters of a piece as curves.
func (p pdfPiece) paths(f *pdfFile) string {
	var b strings.Builder
	x := p.x
	for _, g := range p.glyphs {
		font := f.fonts[g.font]
		fmt.Fprintf(&b, "%s\n", outlineOps(font.face, font.codes[g.code-1].glyph, x, p.y, p.size()/float64(font.face.units)))
		x += g.width * p.size()
	}
	return "0 g " + b.String()
}

// outlineOps fills the outline of a glyph.
func outlineOps(face *typeface, glyph int, x, y, scale float64) string {
	var b strings.Builder
	contours := face.contours(glyph)
	for _, contour := range contours {
		at := func(p point) (float64, float64) { return x + p.x*scale, y + p.y*scale }
		x0, y0 := at(contour[0].from)
		fmt.Fprintf(&b, "%.3f %.3f m ", x0, y0)
		for _, c := range contour {
			fx, fy := at(c.from)
			cx, cy := at(c.control)
			tx, ty := at(c.to)
			fmt.Fprintf(&b, "%.3f %.3f %.3f %.3f %.3f %.3f c ", fx+(cx-fx)*2/3, fy+(cy-fy)*2/3, tx+(cx-tx)*2/3, ty+(cy-ty)*2/3, tx, ty)
		}
	}
	if len(contours) > 0 {
		b.WriteString("f")
	}
	return b.String()
}

// actual draws a piece that says it is another text.
func actual(p pdfPiece, text string) string {
	return "/Span <</ActualText <FEFF" + utf16Hex(text) + ">>> BDC\n" + p.ops() + "EMC\n"
}

// pdfHide are the tricks of PDFs that hide what is copied.
func pdfHide() []*trick {
	var out []*trick
	add := func(id, name, needs string, make map[format]func(content) ([]byte, error)) {
		out = append(out, &trick{id: "p-" + id, name: name, kind: "Says other: PDFs", way: hide, needs: needs, make: make})
	}
	fake := []rune(strings.Join(ownProse, ""))
	nextFake := func(n int) string {
		fake = append(fake[n:], fake[:n]...)
		return string(fake[:n])
	}
	add("actual-lines", "ActualText over each line says another text", tool, pdfDraw(func(p pdfPiece) string {
		return actual(p, nextFake(len(p.glyphs)))
	}, nil))
	add("actual-short", "ActualText over each line says three letters", tool, pdfDraw(func(p pdfPiece) string {
		return actual(p, "abc")
	}, nil))
	add("actual-empty", "ActualText over each line says nothing", tool, pdfDraw(func(p pdfPiece) string { return actual(p, "") }, nil))
	add("actual-letters", "ActualText over each letter says another one", tool, pdfDraw(func(p pdfPiece) string {
		var b strings.Builder
		x := p.x
		for i, g := range p.glyphs {
			one := pdfPiece{x: x, y: p.y, glyphs: p.glyphs[i : i+1]}
			b.WriteString(actual(one, nextFake(1)))
			x += g.width * p.size()
		}
		return b.String()
	}, nil))
	add("actual-tail", "ActualText over each line adds a character after every three", tool, pdfDraw(func(p pdfPiece) string {
		return actual(p, between(3, "乎")(p.text))
	}, nil))
	add("actual-structure", "ActualText of the structure says another text", tool, pdfDraw(func(p pdfPiece) string {
		return "/P <</MCID 0>> BDC\n" + p.ops() + "EMC\n"
	}, func(f *pdfFile) {
		element := f.add("<</Type/StructElem/S/P/K 0/ActualText(" + strings.Repeat("other text ", 80) + ")>>")
		root := f.add(fmt.Sprintf("<</Type/StructTreeRoot/K %d 0 R>>", element))
		f.catalogue += fmt.Sprintf("/StructTreeRoot %d 0 R/MarkInfo<</Marked true>>", root)
	}))
	add("codes", "each drawn character has a code of its own, which the file says is one of another text", tool,
		pdfMeans(func(c content) func(int, rune) string {
			next := other(c)
			return func(int, rune) string { return string(next()) }
		}))
	add("codes-shift", "the file says of each character that it is another one, always the same", tool, pdfMeans(func(content) func(int,
		rune) string {
		return func(_ int, r rune) string {
			if r < 0x4E00 {
				return string(r)
			}
			return string(0x4E00 + (r-0x4E00+777)%0x4F00)
		}
	}))
	add("codes-third", "the file says of every third character that it is another one", tool, pdfMeans(func(c content) func(int,
		rune) string {
		next := other(c)
		return func(i int, r rune) string {
			if i%3 > 0 {
				return string(r)
			}
			return string(next())
		}
	}))
	add("codes-two", "the file says of each character that it is two", tool, pdfMeans(func(content) func(int, rune) string {
		return func(i int, r rune) string { return string(r) + junk(i) }
	}))
	add("codes-blank", "the file says of each character that it is a blank", tool, pdfMeans(func(content) func(int, rune) string {
		return func(int, rune) string { return " " }
	}))
	add("codes-private", "the file says of each character that it is a private one", tool, pdfMeans(func(content) func(int, rune) string {
		return func(_ int, r rune) string { return string(0xE000 + r%0x1000) }
	}))
	add("codes-latin", "the file says of each character that it is a letter", tool, pdfMeans(func(content) func(int, rune) string {
		return func(i int, _ rune) string { return string("the quick brown fox jumps "[i%26]) }
	}))
	add("codes-zero-width", "the file says of each character that a zero-width space follows", tool, pdfMeans(func(content) func(int,
		rune) string {
		return func(_ int, r rune) string { return string(r) + "\u200B" }
	}))
	add("codes-homophones", "the file says of every fifth character that it is a homophone", tool, pdfMeans(func(content) func(int,
		rune) string {
		return func(i int, r rune) string {
			if i%5 == 0 {
				r = homophone(r)
			}
			return string(r)
		}
	}))
	add("no-codes", "the file does not say what any code means", tool, pdfDraw(nil, func(f *pdfFile) {
		for _, font := range f.fonts {
			font.lost = true
		}
	}))
	add("backwards", "letters drawn from the last to the first, each at its place", tool, pdfDraw(func(p pdfPiece) string {
		return p.glyphOps(order(slices.Reverse[[]int]))
	}, nil))
	add("shuffled", "letters of each line drawn in any order, each at its place", tool, pdfDraw(func(p pdfPiece) string {
		return p.glyphOps(order(shuffled))
	}, nil))
	add("interleaved", "every other letter drawn after the rest of the line", tool, pdfDraw(func(p pdfPiece) string {
		return p.glyphOps(order(interleaved))
	}, nil))
	add("single", "letters drawn one by one", byHand, pdfDraw(func(p pdfPiece) string { return p.glyphOps(order(nil)) }, nil))
	add("curves", "letters as curves", byHand, map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
		f, err := newPDF()
		if err != nil {
			return nil, err
		}
		s := &setter{file: f, draw: func(p pdfPiece) string {
			if p.look.tag == "" {
				return p.ops()
			}
			return p.paths(f)
		}}
		err = s.set(tagged(c))
		return f.bytes(), err
	}})
	add("outlined", "letters only outlined", byHand, pdfDraw(func(p pdfPiece) string {
		return "0.4 w " + strings.Replace(p.ops(), "0 Tr", "1 Tr", 1)
	}, nil))
	add("clip-fill", "letters as a clip, through which black is filled", tool, pdfDraw(func(p pdfPiece) string {
		return "q " + strings.Replace(p.ops(), "0 Tr", "7 Tr", 1) + fmt.Sprintf("0 g %.1f %.1f %.1f 30 re f Q\n", p.x-5, p.y-10,
			p.width+10)
	}, nil))
	add("scaled", "letters of size 0.1 in a drawing a hundred times as large", tool, pdfDraw(func(p pdfPiece) string {
		small := p
		small.x, small.y = 0, 0
		small.look.size = 0.12
		return fmt.Sprintf("q 100 0 0 100 %.2f %.2f cm %s Q\n", p.x, p.y, small.ops())
	}, nil))
	add("rotated", "pages turned by 90 degrees", byHand, pdfDraw(nil, func(f *pdfFile) { f.page += "/Rotate 90" }))
	add("rotated-180", "pages turned by 180 degrees", byHand, pdfDraw(nil, func(f *pdfFile) { f.page += "/Rotate 180" }))
	add("user-unit", "pages in units of ten points", tool, pdfDraw(nil, func(f *pdfFile) { f.page += "/UserUnit 10" }))
	add("spaced", "letters spaced out by a letter's width", byHand, pdfDraw(func(p pdfPiece) string {
		half := len(p.glyphs) / 2
		p.look.size = 8
		a, b := p, p
		a.glyphs, b.glyphs = p.glyphs[:half], p.glyphs[half:]
		b.y -= lineStep / 2
		return "8 Tc " + a.ops() + b.ops() + "0 Tc\n"
	}, nil))
	add("gaps", "every four letters at a distance, as cells of a table without lines", byHand, pdfDraw(func(p pdfPiece) string {
		var b strings.Builder
		for i := 0; i < len(p.glyphs); i += 4 {
			one := pdfPiece{x: margin + float64(i)*17, y: p.y, glyphs: p.glyphs[i:min(i+4, len(p.glyphs))], look: look{size: 9}}
			b.WriteString(one.ops())
		}
		return b.String()
	}, nil))
	add("wave", "letters on a wave of six points", tool, pdfDraw(func(p pdfPiece) string {
		var b strings.Builder
		x := p.x
		for i, g := range p.glyphs {
			one := pdfPiece{x: x, y: p.y + []float64{0, 2, 4, 5, 5, 4, 2, 0, -1, -1}[i%10], glyphs: p.glyphs[i : i+1]}
			b.WriteString(one.ops())
			x += g.width * p.size()
		}
		return b.String()
	}, nil))
	add("tilted", "lines tilted by two degrees", tool, pdfDraw(func(p pdfPiece) string {
		return strings.ReplaceAll(p.ops(), "1 0 0 1 ", "0.9994 0.0349 -0.0349 0.9994 ")
	}, nil))
	add("on-layer", "on a layer that is switched on", byHand, pdfDraw(func(p pdfPiece) string {
		return "/OC /L1 BDC " + p.ops() + "EMC\n"
	}, layer("/ON")))
	add("attached", "in a PDF attached to the file", byHand, pdfElsewhere(false, func(f *pdfFile, c content) error {
		inner, err := pdfOf(plains(c.copied...))
		data := f.stream("/Type/EmbeddedFile/Subtype/application#2Fpdf", string(inner))
		spec := f.add(fmt.Sprintf("<</Type/Filespec/F(a.pdf)/UF(a.pdf)/EF<</F %d 0 R>>>>", data))
		f.catalogue += fmt.Sprintf("/Names<</EmbeddedFiles<</Names[(a.pdf)%d 0 R]>>>>", spec)
		return err
	}))
	add("portfolio", "in a PDF of a portfolio", byHand, pdfElsewhere(false, func(f *pdfFile, c content) error {
		inner, err := pdfOf(plains(c.copied...))
		data := f.stream("/Type/EmbeddedFile", string(inner))
		spec := f.add(fmt.Sprintf("<</Type/Filespec/F(a.pdf)/UF(a.pdf)/EF<</F %d 0 R>>>>", data))
		f.catalogue += fmt.Sprintf("/Names<</EmbeddedFiles<</Names[(a.pdf)%d 0 R]>>>>/Collection<</Type/Collection/View/T>>", spec)
		return err
	}))
	add("xfa", "in a dynamic form (XFA)", tool, pdfElsewhere(false, func(f *pdfFile, c content) error {
		data := f.stream("", `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">`+
			`<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f><t>`+esc(strings.Join(c.copied,
			"\n"))+`</t></f></xfa:data></xfa:datasets></xdp:xdp>`)
		f.catalogue += fmt.Sprintf("/AcroForm<</Fields[]/XFA %d 0 R>>/NeedsRendering true", data)
		return nil
	}))
	add("free-text", "in text annotations on the page", byHand, pdfElsewhere(true, func(f *pdfFile, c content) error {
		return f.annotate(c.copied, "/Subtype/FreeText", 4)
	}))
	add("stamp", "in a stamp on the page", byHand, pdfElsewhere(true, func(f *pdfFile, c content) error {
		return f.annotate(c.copied, "/Subtype/Stamp", 4)
	}))
	add("note", "in notes that open on a click", byHand, pdfElsewhere(false, func(f *pdfFile, c content) error {
		refs := ""
		for i, t := range c.copied {
			refs += fmt.Sprintf("%d 0 R ", f.add(fmt.Sprintf("<</Type/Annot/Subtype/Text/F 4/Rect[500 %d 520 %d]/Contents<FEFF%s>>>",
				500-30*i, 520-30*i, utf16Hex(t))))
		}
		f.first += "/Annots[" + refs + "]"
		return nil
	}))
	add("field", "as the values of form fields", byHand, pdfElsewhere(true, func(f *pdfFile, c content) error {
		refs := ""
		for i, t := range c.copied {
			refs += fmt.Sprintf("%d 0 R ", f.add(fmt.Sprintf("<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(t%d)/F 4/Rect[72 %d 520 "+
				"%d]/V<FEFF%s>/DA(/F0 10 Tf 0 g)>>", i, 500-100*i, 590-100*i, utf16Hex(t))))
		}
		f.first += "/Annots[" + refs + "]"
		f.catalogue += "/AcroForm<</NeedAppearances true/Fields[" + refs + "]>>"
		return nil
	}))
	add("xobject", "in forms within forms (XObjects)", tool, pdfElsewhere(true, func(f *pdfFile, c content) error {
		number, err := f.form(c.copied)
		inner := f.stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 600 900]/Resources<</XObject<</X %d 0 R>>>>", number), "/X Do")
		f.resources += fmt.Sprintf("/XObject<</X %d 0 R>>", inner)
		f.pages[0] += "q 1 0 0 1 0 -300 cm /X Do Q\n"
		return err
	}))
	add("pattern", "in a pattern that fills a box", tool, pdfElsewhere(true, func(f *pdfFile, c content) error {
		content, resources, err := f.loose(c.copied)
		number := f.stream("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 900]/XStep 600/YStep 900"+resources,
			content)
		f.resources += fmt.Sprintf("/Pattern<</P %d 0 R>>", number)
		f.pages[0] += "/Pattern cs /P scn 0 0 595 500 re f\n"
		return err
	}))
	add("picture", "as a picture of the text", byHand, pdfElsewhere(true, func(f *pdfFile, c content) error {
		return f.image(c.copied, "")
	}))
	add("picture-under", "as a picture over which invisible text says another", tool, pdfElsewhere(true, func(f *pdfFile,
		c content) error {
		return f.image(c.copied, strings.Join(ownProse, ""))
	}))
	return append(out, pdfWhole()...)
}
