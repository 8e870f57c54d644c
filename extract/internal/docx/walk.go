package docx

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// walk reads the main part in one pass over its tokens.
type walk struct {
	flow.Walk
	file *wordPackage // nil if the file has no parts
	// same as file in the main part, whose relationships it has; nil in other parts
	parts          *wordPackage
	styles         map[string]*namedStyle
	resolvedStyles map[string]namedStyle // combined with what they are based on, for styles in use
	usual          map[string]string     // kind of style → default style
	defaults       style.Look
	colours        palette // see theme
	page           style.Sheet
	floats         style.Set // see floating
	anchors        int       // paragraphs so far that boxes may be anchored to
	fitted         fitting
	lastRun        markup.Memo[runProperties]
	lastParagraph  markup.Memo[markup.Element]
	boundTo        string      // see bind
	fields         flow.Fields // that the latest paragraph left open
	stores         []dataStore
	formula        style.Look  // look around the current equation
	behind         style.Paint // ground behind it
	embedded       embeddedReader
	headers        headers
	comments       map[string][]flow.Paragraph // by id
	commented      []flow.Paragraph            // comments that the text refers to, in order
}

// document walks the main part and emits its paragraphs.
func (w *walk) document(raw string) error {
	w.Open(raw)
	page := style.NoPaint
	for {
		found, err := w.XML.Find("background", "body")
		if !found || err != nil {
			return err
		}
		if w.XML.Tag.Name == "body" { // some programs show each of several
			if err := w.blocks(flow.Place{Kind: extract.Body, Ground: page}, w.Emit); err != nil {
				return err
			}
			continue
		}
		e, err := w.XML.Element()
		if err != nil {
			return err
		}
		if page = w.textColour(e, "color", "themeColor", "themeTint", "themeShade"); len(e) > 1 {
			page = style.AnyPaint // a picture
		}
	}
}

// blocks reads paragraphs and tables up to the end of the current element:
// a body, a cell, a note, a text box.
func (w *walk) blocks(at flow.Place, emit func(*flow.Paragraph) error) error {
	return w.XML.Each(func(s markup.Tag) error { return w.block(s, at, emit) })
}

func (w *walk) block(s markup.Tag, at flow.Place, emit func(*flow.Paragraph) error) error {
	switch s.Name {
	case "p":
		p, err := w.paragraph(at, nil)
		for err == nil && p.Joined && w.paragraphFollows() {
			p, err = w.paragraph(at, p)
		}
		if err != nil {
			return err
		}
		return emit(p)
	case "tbl":
		return w.table(at, emit)
	case "sectPr":
		e, err := w.XML.Element()
		w.headers.section(e)
		return err
	case "sdtPr":
		return w.bind()
	case "sdtContent":
		if value := w.takeBound(); value != "" {
			return w.showBound(value, at, emit)
		}
	case "sdtEndPr", "tblPr", "tblGrid", "del", "moveFrom":
		return w.XML.Skip()
	case "annotation":
		switch s.Attr("type") {
		case deletion2003:
			return w.XML.Skip()
		case comment2003:
			return w.comment2003()
		}
	case "subDoc":
		w.Draft.Notices.AddCount(extract.ObjectUnread, 1)
		return w.XML.Skip()
	case "altChunk":
		if err := w.chunk(s.Attr("id"), at, emit); err != nil {
			return err
		}
		return w.XML.Skip()
	}
	return nil // sdt, sdtContent, customXml, ins …: their content counts
}

func (w *walk) table(at flow.Place, emit func(*flow.Paragraph) error) error {
	g := &flow.Grid{}
	format := tableFormat{row: -1}
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "tblPr":
			e, err := w.XML.Element()
			if err != nil {
				return err
			}
			format = w.tableFormatOf(e)
			at.Ground = w.shading(e).Or(at.Ground)
			if missesTable(w.page, e) {
				at.Room = style.Shut
			}
		case "tblGrid":
			e, err := w.XML.Element()
			for c := range e.Children() {
				if c.Name() == "gridCol" {
					format.columns = append(format.columns, twips(c.Attr("w")))
				}
			}
			return err
		case "tr":
			format.begin(w.XML)
			return w.row(at, &format, g, emit)
		}
		return nil // content controls around rows: their content counts
	})
}

func (w *walk) row(at flow.Place, format *tableFormat, g *flow.Grid, emit func(*flow.Paragraph) error) error {
	column, high := 0, 0 // cells begun, and the exact height of the row in twips
	value := ""          // displayed by the next cell instead of its content
	err := w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "trPr":
			e, err := w.XML.Element()
			if err != nil {
				return err
			}
			at.Deleted = at.Deleted || e.Child("del") != nil
			if e.Toggle("hidden") == style.Yes {
				at.Room = style.Shut
			}
			if h := e.Child("trHeight"); h.Attr("hRule") == "exact" {
				high = max(twips(h.Attr("val")), 1)
			}
			before, _ := strconv.Atoi(e.Child("gridBefore").Attr("val"))
			g.Skip(before)
			format.column = before
		case "sdtPr":
			return w.bind()
		case "sdtContent":
			value = w.takeBound()
		case "tc":
			in := format.place(flow.Place{Kind: extract.Cell, Ground: at.Ground, Room: at.Room, Deleted: at.Deleted}, column)
			column++
			shown := value
			value = ""
			return w.cell(in, high, shown, format, g)
		case "tblPrEx":
			return w.XML.Skip()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.EndRow(nil, emit)
}

// cell reads a w:tc. high is the exact height of its row in twips, or 0. value replaces its content
// if a control around it is bound.
func (w *walk) cell(at flow.Place, high int, value string, format *tableFormat, g *flow.Grid) error {
	var list []*flow.Paragraph
	collect := func(p *flow.Paragraph) error {
		list = append(list, p)
		return nil
	}
	columns, down := 1, false
	if high > 0 && at.Room != style.Shut {
		at.Room = style.NewRoom(0, points(high))
	}
	err := w.XML.Each(func(s markup.Tag) error {
		if s.Name != "tcPr" {
			return w.block(s, at, collect)
		}
		e, err := w.XML.Element()
		if err != nil {
			return err
		}
		at.Ground = w.shading(e).Or(at.Ground)
		columns, _ = strconv.Atoi(e.Child("gridSpan").Attr("val"))
		merge := e.Child("vMerge")
		if merge == nil {
			merge = e.Child("vmerge") // as Word 2003 spells it
		}
		down = merge != nil && merge.Attr("val") != "restart"
		aside := e.Child("hMerge")
		wide := 0
		if width := e.Child("tcW"); width.Attr("type") == "dxa" {
			wide = twips(width.Attr("w"))
		}
		if wide == 0 && format.fixed {
			wide = format.wide(columns)
		}
		if e.Toggle("tcFitText") == style.Yes {
			at.Look.Fit = wide
		}
		switch {
		case at.Room == style.Shut:
		case aside != nil && aside.Attr("val") != "restart":
			at.Room = style.Shut // a cell that continues the one before does not show its content
		case high > 0:
			at.Room = style.NewRoom(points(wide), points(high))
		case format.fixed && wide > 0:
			at.Room = style.NewRoom(points(wide), math.MaxInt32)
		}
		return nil
	})
	if value != "" {
		list = bound(list, value, at)
	}
	g.Add(list, columns, 1, down)
	format.column += max(columns, 1)
	return err
}

func newParagraph(kind extract.ParagraphKind) *flow.Paragraph {
	return &flow.Paragraph{Block: draft.Block{Kind: kind, MayHead: kind != extract.Footnote}}
}

// paragraphFollows reports whether the next element is a paragraph, and then begins it. Marks
// between paragraphs are skipped.
func (w *walk) paragraphFollows() bool {
	for {
		switch w.XML.Ahead() {
		case "p":
			found, _ := w.XML.Find() // the XML is read again up to its damage
			return found
		case "bookmarkStart", "bookmarkEnd", "proofErr", "permStart", "permEnd", "commentRangeStart", "commentRangeEnd",
			"moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd":
			if found, err := w.XML.Find(); !found || err != nil || w.XML.Skip() != nil {
				return false
			}
		default:
			return false
		}
	}
}

// paragraph reads one w:p, to which the text of one before it belongs whose mark was deleted, or nil.
func (w *walk) paragraph(at flow.Place, before *flow.Paragraph) (*flow.Paragraph, error) {
	p := newParagraph(at.Kind)
	p.Resume(w.fields)
	w.fields = flow.Fields{}
	if at.Kind != extract.Box {
		w.anchors++
	}
	base := w.resolved(w.usual["paragraph"])
	p.Turned.Right = base.right == style.Yes
	var own style.Indents
	begun := false
	start := func() { // once the properties are read or known to be missing
		if !begun {
			begun = true
			at.Room = w.page.Room(base.frame, own.Over(base.indents), at.Room)
			p.SetSpot(at.Spot, base.frame)
			base.look = base.look.Styled(at.Look).Over(w.defaults)
		}
	}
	join := func() { // once the number is written
		if start(); before != nil {
			p.Append(before)
			before = nil
		}
	}
	err := w.inline(p, &at, func(s markup.Tag) (bool, error) {
		if s.Name != "pPr" || begun {
			return false, nil
		}
		e, err := w.lastParagraph.Read(w.XML, slices.Clone)
		if err != nil {
			return true, err
		}
		if s := e.Child("sectPr"); s != nil {
			w.headers.section(s)
		}
		if id := e.Child("pStyle").Attr("val"); id != "" && w.styles[id] != nil {
			base = w.resolved(id)
		}
		if right := e.Toggle("bidi"); right != style.Unset {
			base.right = right
		}
		p.Turned.Right = base.right == style.Yes
		mark := e.Child("rPr")
		p.Joined = at.Deleted || mark.Child("del") != nil || mark.Child("moveFrom") != nil
		number, level := "", flow.Level{}
		if !p.Joined && (at.Kind == extract.Body || at.Kind == extract.Cell) {
			number, level = w.paragraphProperties(p, e, &base)
		}
		if f := e.Child("framePr"); f != nil {
			base.frame = frameOf(f)
		}
		own = indentsOf(e).Over(level.Indents)
		if g := w.shading(e); g != style.NoPaint {
			base.look.Ground = g
		}
		if l := lineHeight(e); l != 0 {
			base.look.Line = l
		}
		start()
		if number != "" {
			// the paragraph mark; the number looks like it even if it is hidden
			mark := w.runLook(e.Child("rPr"))
			mark.Hidden = style.Unset
			look := level.Look.Over(mark).Over(base.look)
			p.Put(number, &look, &at)
			p.BoldRunes = p.Runes
		}
		join()
		return true, nil
	}, func() style.Look { join(); return base.look }, false)
	join()
	w.carry(p)
	return p, err
}

// paragraphProperties sets the level of a heading. It returns the number at the start of the
// paragraph and its list level.
func (w *walk) paragraphProperties(p *flow.Paragraph, e markup.Element, base *namedStyle) (number string, of flow.Level) {
	level := outlineLevel(e)
	if level == 0 {
		level = base.level
	}
	if level > 0 {
		p.Block.Level = level
	}
	name := strings.ToLower(strings.ReplaceAll(base.name, " ", ""))
	if strings.HasPrefix(name, "toc") || strings.HasPrefix(name, "目录") || level < 0 {
		p.Block.MayHead = false
	}
	number = number2003(e)
	numID, ilvl := base.numID, w.Numbers.LevelOf(base.numID, base.numStyle, base.ilvl)
	if n := e.Child("numPr"); n != nil {
		if id := n.Child("numId").Attr("val"); id != "" {
			numID = id
			ilvl = max(ilvl, 0)
		}
		if l := n.Child("ilvl"); l != nil {
			ilvl, _ = strconv.Atoi(l.Attr("val"))
		}
	}
	if numID != "" && numID != "0" {
		number += w.Numbers.Next(numID, ilvl)
		of = w.Numbers.Level(numID, ilvl)
	}
	return number, of
}

// inline reads the content of a paragraph or of a wrapper of runs: hyperlinks, insertions, fields,
// content controls. intercept may handle an element itself.
func (w *walk) inline(
	p *flow.Paragraph, at *flow.Place, intercept func(markup.Tag) (bool, error), base func() style.Look, deleted bool,
) error {
	return w.XML.Each(func(s markup.Tag) error {
		if taken, err := intercept(s); taken || err != nil {
			return err
		}
		switch s.Name {
		case "r":
			if inMath(w.XML) {
				return nil
			}
			return w.run(p, *at, base(), deleted)
		case "del", "moveFrom":
			return w.inline(p, at, nothing, base, true)
		case "annotation":
			switch s.Attr("type") {
			case deletion2003:
				return w.inline(p, at, nothing, base, true)
			case comment2003:
				return w.comment2003()
			}
		case "bdo", "dir":
			p.Mark(cmp.Or(directions[s.Name+" "+s.Attr("val")], char.OverrideRight))
			err := w.inline(p, at, nothing, base, deleted)
			p.Mark(char.Pop)
			return err
		case "subDoc": // of a master document
			w.Draft.Notices.AddCount(extract.ObjectUnread, 1)
			return w.XML.Skip()
		case "fldSimple":
			before := p.Text.Len()
			err := w.inline(p, at, nothing, base, deleted)
			p.KeepUnshown(s.Attr("instr"), p.Text.String()[before:])
			return err
		case "oMath":
			return w.equation(p, base(), *at, deleted)
		case "sdtPr":
			return w.bind()
		case "sdtContent":
			if value := w.takeBound(); value != "" {
				return w.showBoundRun(value, p, at, base, deleted)
			}
		case "rPr", "pPr", "sdtEndPr", "smartTagPr", "customXmlPr":
			return w.XML.Skip()
		}
		return nil
	})
}

// directions are the marks for elements around runs that state a direction.
var directions = map[string]rune{
	"bdo ltr": char.OverrideLeft, "bdo rtl": char.OverrideRight, "dir ltr": char.EmbedLeft, "dir rtl": char.EmbedRight,
}

func nothing(markup.Tag) (bool, error) { return false, nil }

// characters reads the text of the current element.
func (w *walk) characters() (string, error) {
	pieces := make([]string, 0, 1)
	outside := w.XML.Depth() - 1
	for {
		kind, err := w.XML.Next()
		if err != nil {
			return "", err
		}
		switch {
		case kind == markup.Text:
			pieces = append(pieces, w.XML.Text)
		case kind == markup.End && w.XML.Depth() == outside:
			return strings.Join(pieces, ""), nil
		}
	}
}
