package extract

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// docxWalk reads the main part in one pass over its tokens.
type docxWalk struct {
	xmlWalk
	parts    *docxPackage // whose relations the ids in the main part are of; nil in other parts
	styles   map[string]*style
	whole    map[string]style // with what they are based on, of those in use
	normal   string           // the default paragraph style
	defaults look
	embedded embeddedReader
}

// document walks the main part and hands its paragraphs to the builder.
func (w *docxWalk) document(raw string) error {
	w.x = newXML(raw)
	page := noPaint
	for {
		kind, err := w.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch s := w.x.tag; {
		case kind == xmlStart && s.name == "background":
			page = hexPaint(s.attr("color"))
		case kind == xmlStart && s.name == "body":
			return w.blocks(place{kind: Body, ground: page}, w.emit)
		}
	}
}

// loadNotes reads footnotes.xml or endnotes.xml: note id to its paragraphs.
func (w *docxWalk) loadNotes(raw string, err error) (map[string][]wordParagraph, error) {
	notes := map[string][]wordParagraph{}
	if err != nil {
		return nil, err
	}
	w.x = newXML(raw)
	for {
		kind, err := w.token()
		if errors.Is(err, io.EOF) {
			return notes, nil
		}
		if err != nil {
			return nil, err
		}
		s := w.x.tag
		if kind != xmlStart || s.name != "footnote" && s.name != "endnote" {
			continue
		}
		id := s.attr("id")
		var list []wordParagraph
		err = w.blocks(place{kind: Footnote}, func(p *wordParagraph) error {
			list = append(list, *p)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if kind := s.attr("type"); kind == "" || kind == "normal" { // others are the separator lines
			notes[id] = list
		}
	}
}

// blocks reads paragraphs and tables up to the end of the current element:
// a body, a cell, a note, a text box.
func (w *docxWalk) blocks(at place, emit func(*wordParagraph) error) error {
	return w.each(func(s xmlTag) error { return w.block(s, at, emit) })
}

func (w *docxWalk) block(s xmlTag, at place, emit func(*wordParagraph) error) error {
	switch s.name {
	case "p":
		p, err := w.paragraph(at)
		if err != nil {
			return err
		}
		return emit(p)
	case "tbl":
		return w.table(at, emit)
	case "AlternateContent":
		return w.alternate(func() error { return w.blocks(at, emit) })
	case "sectPr", "sdtPr", "sdtEndPr", "tblPr", "tblGrid", "del", "moveFrom":
		return w.skip()
	case "annotation":
		if kind := s.attr("type"); kind == deletion2003 || kind == comment2003 {
			return w.skip()
		}
	case "altChunk":
		if err := w.chunk(s.attr("id"), at, emit); err != nil {
			return err
		}
		return w.skip()
	}
	return nil // sdt, sdtContent, customXml, ins …: what is inside counts
}

func (w *docxWalk) table(at place, emit func(*wordParagraph) error) error {
	g := &grid{}
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "tblPr":
			e, err := w.x.element()
			if err != nil {
				return err
			}
			// A table style may colour rows; which ones is beyond this reader.
			if e.child("tblStyle") != nil && w.styles[e.child("tblStyle").attr("val")] != nil {
				at.ground = anyPaint
			}
			at.ground = shading(e).or(at.ground)
		case "tr":
			return w.row(at, g, emit)
		case "AlternateContent":
			return w.skip()
		}
		return nil // content controls around rows: what is inside counts
	})
}

func (w *docxWalk) row(at place, g *grid, emit func(*wordParagraph) error) error {
	err := w.each(func(s xmlTag) error {
		switch s.name {
		case "trPr":
			e, err := w.x.element()
			if err != nil {
				return err
			}
			at.deleted = at.deleted || e.child("del") != nil
			before, _ := strconv.Atoi(e.child("gridBefore").attr("val"))
			g.skip(before)
		case "tc":
			return w.cell(place{kind: Cell, ground: at.ground, deleted: at.deleted}, g)
		case "tblPrEx", "AlternateContent":
			return w.skip()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.endRow(nil, emit)
}

func (w *docxWalk) cell(at place, g *grid) error {
	var list []*wordParagraph
	collect := func(p *wordParagraph) error {
		list = append(list, p)
		return nil
	}
	columns, down := 1, false
	err := w.each(func(s xmlTag) error {
		if s.name != "tcPr" {
			return w.block(s, at, collect)
		}
		e, err := w.x.element()
		if err != nil {
			return err
		}
		at.ground = shading(e).or(at.ground)
		columns, _ = strconv.Atoi(e.child("gridSpan").attr("val"))
		merge := e.child("vMerge")
		if merge == nil {
			merge = e.child("vmerge") // as Word 2003 spells it
		}
		down = merge != nil && merge.attr("val") != "restart"
		return nil
	})
	g.add(list, columns, 1, down)
	return err
}

// alternate reads mc:AlternateContent: the first choice, the fallback only
// where there is no choice, since both show the same.
func (w *docxWalk) alternate(read func() error) error {
	done := false
	return w.each(func(s xmlTag) error {
		if done || s.name != "Choice" && s.name != "Fallback" {
			return w.skip()
		}
		done = true
		return read()
	})
}

// paragraph reads one w:p.
func (w *docxWalk) paragraph(at place) (*wordParagraph, error) {
	p := &wordParagraph{block: block{kind: at.kind, prone: at.kind != Footnote}}
	base := w.resolved(w.normal)
	begun := false
	start := func() { // once the properties are known or known to be missing
		if !begun {
			begun = true
			base.look = base.look.over(w.defaults)
		}
	}
	err := w.inline(p, at, func(s xmlTag) (bool, error) {
		if s.name != "pPr" || begun {
			return false, nil
		}
		e, err := w.x.element()
		if err != nil {
			return true, err
		}
		if id := e.child("pStyle").attr("val"); id != "" && w.styles[id] != nil {
			base = w.resolved(id)
		}
		if at.kind == Body || at.kind == Cell {
			w.paragraphProperties(p, e, &base)
		}
		if g := shading(e); g != noPaint {
			base.look.ground = g
		}
		start()
		return true, nil
	}, func() look { start(); return base.look }, false)
	return p, err
}

// paragraphProperties sets heading level and number.
func (w *docxWalk) paragraphProperties(p *wordParagraph, e element, base *style) {
	level := outlineLevel(e)
	if level == 0 {
		level = base.level
	}
	if level > 0 {
		p.block.level = level
	}
	name := strings.ToLower(strings.ReplaceAll(base.name, " ", ""))
	if strings.HasPrefix(name, "toc") || strings.HasPrefix(name, "目录") || level < 0 {
		p.block.prone = false
	}
	p.write(number2003(e))
	numID, ilvl := base.numID, w.numbers.levelOf(base.numID, base.numStyle, base.ilvl)
	if n := e.child("numPr"); n != nil {
		if id := n.child("numId").attr("val"); id != "" {
			numID = id
			ilvl = max(ilvl, 0)
		}
		if l := n.child("ilvl"); l != nil {
			ilvl, _ = strconv.Atoi(l.attr("val"))
		}
	}
	if numID != "" && numID != "0" {
		p.write(w.numbers.next(numID, ilvl))
	}
	p.boldRunes = p.runes
}

// inline reads what stands in a paragraph or in one of the wrappers of runs:
// hyperlinks, insertions, fields, content controls. intercept may take an
// element for itself.
func (w *docxWalk) inline(p *wordParagraph, at place, intercept func(xmlTag) (bool, error), base func() look, deleted bool) error {
	return w.each(func(s xmlTag) error {
		if taken, err := intercept(s); taken || err != nil {
			return err
		}
		switch s.name {
		case "r":
			if inMath(w.x) {
				return nil
			}
			return w.run(p, at, base(), deleted || at.deleted)
		case "del", "moveFrom":
			return w.inline(p, at, nothing, base, true)
		case "annotation":
			switch s.attr("type") {
			case deletion2003:
				return w.inline(p, at, nothing, base, true)
			case comment2003:
				return w.skip()
			}
		case "AlternateContent":
			return w.alternate(func() error { return w.inline(p, at, nothing, base, deleted) })
		case "oMath":
			return w.equation(p, base(), at, deleted)
		case "rPr", "pPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "rt":
			return w.skip()
		}
		return nil
	})
}

func nothing(xmlTag) (bool, error) { return false, nil }

// characters reads the text of the current element.
func (w *docxWalk) characters() (string, error) {
	pieces := make([]string, 0, 1)
	outside := w.x.depth() - 1
	for {
		kind, err := w.token()
		if err != nil {
			return "", err
		}
		switch {
		case kind == xmlText:
			pieces = append(pieces, w.x.chars)
		case kind == xmlEnd && w.x.depth() == outside:
			return strings.Join(pieces, ""), nil
		}
	}
}
