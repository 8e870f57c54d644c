// Package odt reads OpenDocument texts, as packages and as one XML file.
//
// Its input is the bytes of a file. Its output is paragraphs in a draft.
package odt

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// odtMimeType is the start of the type of an OpenDocument text; the types of templates and master
// documents are longer.
const odtMimeType = "application/vnd.oasis.opendocument.text"

// flatODTNamespace is the namespace of the root of an OpenDocument text in one XML file.
const flatODTNamespace = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"

// Is reports whether a zip with these folded entry names and this stated type is an OpenDocument
// text.
func Is(names []string, mime string) bool {
	return strings.HasPrefix(mime, odtMimeType) && slices.Contains(names, "content.xml")
}

// IsXML reports whether an XML file is an OpenDocument text.
func IsXML(data []byte) bool {
	root, space := markup.Root(data)
	return space == flatODTNamespace && root.Name == "document" && strings.HasPrefix(root.Attr("mimetype"), odtMimeType)
}

// Read reads an OpenDocument text.
func Read(ctx context.Context, b *draft.Draft, data []byte) error {
	b.Method = "odt"
	content := string(data)
	styles, meta := content, content // for a flat file
	var files *container.Parts
	if container.IsZip(data) {
		var err error
		if files, content, styles, meta, err = odtParts(b, data); err != nil {
			return err
		}
	}
	w := &odtWalk{
		Walk:  flow.Walk{Ctx: ctx, Writer: flow.Writer{Draft: b}, Files: files, Numbers: flow.NewNumbering()},
		looks: map[string]odtStyle{}, masters: map[string]bool{"Standard": true},
		changes: map[string]string{}, controls: map[string]string{}, sheet: style.A4,
		listUses: map[string]string{}, lastUses: map[string]string{},
	}
	if err := w.loadStyles(styles); err != nil {
		return err
	}
	if container.IsZip(data) { // a package has the styles of the text itself in another part
		if err := w.loadStyles(content); err != nil {
			return err
		}
	}
	w.Open(content)
	if err := w.content(); err != nil {
		return err
	}
	if err := w.running(styles); err != nil {
		return err
	}
	b.Metadata = odtMetadata(meta)
	return nil
}

// odtParts returns the parts of an OpenDocument package. All but the content may be missing.
func odtParts(b *draft.Draft, data []byte) (p *container.Parts, content, styles, meta string, err error) {
	p, findings, err := container.Open(data, holdsScripts, nil)
	if err != nil {
		return nil, "", "", "", err
	}
	b.FlagAll(findings)
	var texts [4]string
	for i, name := range []string{"meta-inf/manifest.xml", "content.xml", "styles.xml", "meta.xml"} {
		if texts[i], err = p.Part(name); err != nil {
			return nil, "", "", "", err
		}
	}
	if strings.Contains(texts[0], "encryption-data") {
		return nil, "", "", "", fmt.Errorf("%w: an OpenDocument file that opens with a password", extract.ErrEncrypted)
	}
	if !p.Has("content.xml") {
		return nil, "", "", "", fmt.Errorf("%w: no content in the OpenDocument file", extract.ErrDamaged)
	}
	return p, texts[1], texts[2], texts[3], nil
}

// holdsScripts reports whether an entry holds an OpenDocument file's macros.
func holdsScripts(name string) bool {
	return strings.HasSuffix(name, "vbaproject.bin") || name == "basic/script-lc.xml" || strings.HasPrefix(name, "scripts/")
}

// loadStyles reads the styles in a part.
func (w *odtWalk) loadStyles(raw string) error {
	return markup.Each(raw, []string{"style", "default-style", "list-style", "outline-style", "page-layout"}, w.style)
}

// odtStyle is a style, which may be based on another one.
type odtStyle struct {
	parent  string
	look    style.Look
	level   int
	high    float32 // exact height of a row in points; 0 unset
	wide    float32 // width of a column
	indents style.Indents
	filled  bool        // the frame has a filling
	fill    style.Paint // its colour
}

// defaultStyle is the style that all paragraphs are based on.
const defaultStyle = "\x00paragraph"

type odtWalk struct {
	flow.Walk
	looks   map[string]odtStyle
	masters map[string]bool   // page styles that paragraphs request
	papers  []style.Paint     // backgrounds of pages
	sheet   style.Sheet       // the largest page
	changes map[string]string // deleted text by the name of its change
	frame   [2]float32        // width and height of the current frame, in points
	shown   *picture.Picture  // the picture of that frame, or nil
	spot    *draft.Spot       // its position; nil if unstated
	anchors int               // paragraphs so far that frames may be anchored to
	outside bool              // the frame is off the page or has no size
	fill    style.Paint       // its filling

	commented []flow.Paragraph // the comments

	conceals bool // a field hides the current paragraph

	controls map[string]string // what form fields show, by their ids
	linked   bool              // the text of the current section is in another file

	openList *odtList          // the innermost one, or nil
	listUses map[string]string // countings by list name
	lastUses map[string]string // the latest counting of each style
}

// odtProperties are the elements of a style that affect how its text looks.
var odtProperties = []string{"text-properties", "paragraph-properties", "table-properties", "table-column-properties",
	"table-cell-properties", "table-row-properties", "graphic-properties"}

func (w *odtWalk) style(e markup.Element) {
	switch e.Name() {
	case "style":
	case "page-layout":
		if c := e.Child("page-layout-properties"); c != nil {
			w.papers = append(w.papers, style.GroundPaint(c[0].Attrs.Of("background-color")).Or(style.White))
			w.sheet.Wide = max(w.sheet.Wide, float64(picture.Points(c[0].Attrs.Of("page-width"))))
			w.sheet.High = max(w.sheet.High, float64(picture.Points(c[0].Attrs.Of("page-height"))))
		}
		return
	case "default-style":
		if e.Attr("family") != "paragraph" {
			return
		}
	default:
		w.listStyle(e)
		return
	}
	if master := e.Attr("master-page-name"); master != "" {
		w.masters[master] = true
	}
	s := odtStyle{parent: e.Attr("parent-style-name")}
	s.level, _ = strconv.Atoi(e.Attr("default-outline-level"))
	for _, name := range odtProperties {
		c := e.Child(name)
		if c == nil {
			continue
		}
		for attribute, value := range c[0].Attrs.All() {
			switch attribute {
			case "display":
				s.look.Hidden = style.SetIf(value == "none")
			case "color":
				s.look.Ink = style.HexPaint(value)
			case "background-color":
				s.look.Ground = style.GroundPaint(value)
			case "text-position":
				s.look.Raise, s.look.Scale = position(value)
			case "font-weight":
				s.look.Bold = style.SetIf(value == "bold")
			case "text-line-through-style", "text-line-through-type":
				s.look.Struck = style.SetIf(value != "none")
			case "font-style", "font-name", "font-name-asian", "text-underline-style", "font-variant", "text-outline", "text-emphasize":
				s.look.SetHand(char.Sum(attribute), char.Sum(value))
			case "font-relief", "text-shadow": // an outline has the colour of the letters
				s.look.SetEdge(value != "none" && value != "false")
			case "font-size":
				if part, ok := percent(value); ok { // of the parent's size, which is about the default
					s.look.Size = max(int(2*style.DefaultPoints*part), 1)
				} else if p := float64(picture.Points(value)); p > 0 {
					s.look.Size = max(int(2*p), 1)
				}
			case "text-scale":
				if part, ok := percent(value); ok {
					s.look.Width = max(int(100*part), 1)
				}
			case "letter-spacing":
				s.look.Gap = int(20 * picture.Length(value))
			case "line-height":
				if part, ok := percent(value); ok {
					s.look.Line = min(-int(240*part), -1)
				} else if value != "normal" {
					s.look.Line = max(int(20*picture.Points(value)), 1)
				}
			case "row-height":
				s.high = stated(value)
			case "column-width":
				s.wide = stated(value)
			case "margin":
				s.indents.Left, s.indents.Right = measure(value), measure(value)
			case "margin-left":
				s.indents.Left = measure(value)
			case "margin-right":
				s.indents.Right = measure(value)
			case "text-indent":
				s.indents.First = measure(value)
			case "fill":
				s.filled = value != "none"
			case "fill-color":
				s.fill = style.HexPaint(value)
			}
		}
		if name == "text-properties" {
			s.look.Ink = ink(c[0].Attrs, s.look.Ink)
		}
	}
	if e.Name() == "default-style" {
		if !style.Tiny(float64(s.look.Size) / 2) { // a default size says nothing about a paragraph
			s.look.Size = 0
		}
		w.looks[defaultStyle] = s
		return
	}
	w.looks[e.Attr("name")] = s
}

func (w *odtWalk) styled(name string) odtStyle {
	var out odtStyle
	for range flow.MaxStyleChain {
		s, ok := w.looks[name]
		if !ok {
			break
		}
		out.look = out.look.Over(s.look)
		if out.level == 0 {
			out.level = s.level
		}
		style.Inherit(&out.high, s.high)
		style.Inherit(&out.wide, s.wide)
		out.indents = out.indents.Over(s.indents)
		style.Inherit(&out.fill, s.fill)
		out.filled = out.filled || s.filled
		name = s.parent
	}
	return out
}

// content finds the text in content.xml.
func (w *odtWalk) content() error {
	for {
		found, err := w.XML.Find("text")
		if !found || err != nil {
			return fmt.Errorf("%w: no text in the OpenDocument file", extract.ErrDamaged)
		}
		if strings.HasSuffix(w.XML.Space(), "office:1.0") {
			return w.flow(flow.Place{Kind: extract.Body, Ground: w.paper()}, w.Emit)
		}
	}
}

// flow reads paragraphs and tables up to the end of the current element.
func (w *odtWalk) flow(at flow.Place, emit func(*flow.Paragraph) error) error {
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "p", "h":
			p, err := w.block(s, at)
			if err != nil {
				return err
			}
			return emit(p)
		case "list":
			return w.list(s, at, emit)
		case "table":
			return w.odtTable(s, at, emit)
		case "tracked-changes":
			return w.deletions()
		case "annotation":
			return w.comment()
		case "forms":
			return w.forms()
		case "control": // anchored to the page
			if s := w.controls[s.Attr("control")]; s != "" {
				return emit(box(s, at))
			}
		case "section-source":
			w.linked = true
		case "sequence-decls", "variable-decls", "user-field-decls":
			return w.XML.Skip()
		case "section":
			return w.section(s, at, emit)
		}
		return nil // other elements: their content counts
	})
}

func (w *odtWalk) odtTable(table markup.Tag, at flow.Place, emit func(*flow.Paragraph) error) error {
	g := &flow.Grid{}
	var columns []float32 // widths in points; 0 if unstated
	at.Ground = w.styled(table.Attr("style-name")).look.Ground.Or(at.Ground)
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "table-column":
			wide := w.styled(s.Attr("style-name")).wide
			if collapsed(s) {
				wide = noWidth
			}
			for range flow.Clamp(number(s, "number-columns-repeated"), 1, flow.MaxColumns-len(columns)) {
				columns = append(columns, wide)
			}
			return w.XML.Skip()
		case "table-row":
			at := at
			if collapsed(s) {
				at.Room = style.Shut
			}
			row := w.styled(s.Attr("style-name"))
			at.Ground = row.look.Ground.Or(at.Ground)
			column := 0
			err := w.XML.Each(func(s markup.Tag) error {
				begins := column
				column += max(number(s, "number-columns-repeated"), 1)
				switch s.Name {
				case "table-cell":
					at := at
					if room := cellRoom(columns, begins, number(s, "number-columns-spanned"), row.high); room != nil &&
						at.Room != style.Shut {
						at.Room = room
					}
					return w.odtCell(s, at, g)
				case "covered-table-cell": // its content is not shown; the covering cell states its span
					return w.kept(at, emit)
				}
				return nil
			})
			if err != nil {
				return err
			}
			return g.EndRow(nil, emit)
		case "title", "desc", "shapes":
			return w.XML.Skip()
		}
		return nil // headers and groups of rows
	})
}

func (w *odtWalk) odtCell(s markup.Tag, at flow.Place, g *flow.Grid) error {
	at.Ground = w.styled(s.Attr("style-name")).look.Ground.Or(at.Ground)
	if at.Kind == extract.Body {
		at.Kind = extract.Cell
	}
	var list []*flow.Paragraph
	err := w.flow(at, func(p *flow.Paragraph) error {
		list = append(list, p)
		return nil
	})
	g.Add(list, number(s, "number-columns-spanned"), number(s, "number-rows-spanned"), false)
	g.Skip(flow.Clamp(number(s, "number-columns-repeated")-1, 0, flow.MaxColumns))
	return err
}

// deletions reads the texts deleted by tracked changes.
func (w *odtWalk) deletions() error {
	id := ""
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "changed-region":
			id = s.Attr("id")
		case "deletion":
			// so that its lists do not count
			return w.flow(flow.Place{Kind: extract.Footnote}, func(p *flow.Paragraph) error {
				if len(w.changes[id]) < 4*draft.MaxFlagText {
					w.changes[id] += p.Text.String()
				}
				return nil
			})
		case "creator", "date":
			return w.XML.Skip()
		}
		return nil
	})
}

// block reads one paragraph or heading.
func (w *odtWalk) block(s markup.Tag, at flow.Place) (*flow.Paragraph, error) {
	p := &flow.Paragraph{Block: draft.Block{Kind: at.Kind, MayHead: at.Kind == extract.Body || at.Kind == extract.Cell}}
	p.SetSpot(at.Spot, style.Frame{})
	if at.Kind != extract.Box {
		w.anchors++
	}
	own := w.styled(s.Attr("style-name"))
	own.look = own.look.Over(w.looks[defaultStyle].look)
	if w.sheet.Outside(own.indents) {
		at.Room = style.Shut
	}
	if s.Name == "h" && at.Kind == extract.Body {
		p.Block.Level = own.level
		if n, err := strconv.Atoi(s.Attr("outline-level")); err == nil && n >= 1 && n <= 10 {
			p.Block.Level = n
		}
	}
	if at.Kind == extract.Body || at.Kind == extract.Cell {
		if number := w.number(s, p.Block.Level); at.Room != style.Shut {
			p.Write(number)
		}
		p.BoldRunes = p.Runes
	}
	outer := w.conceals
	w.conceals = false
	err := w.spans(p, at, own.look, true)
	if w.conceals {
		p.Hide()
	}
	w.conceals = outer
	return p, err
}

// spans reads the content of a paragraph. first means that white space at its start is dropped.
func (w *odtWalk) spans(p *flow.Paragraph, at flow.Place, base style.Look, first bool) error {
	outside := w.XML.Depth() - 1
	gap := first
	put := func(s string) { p.Put(s, &base, &at) }
	for {
		kind, err := w.XML.Next()
		if err != nil {
			return err
		}
		switch {
		case kind == markup.Text:
			put(foldWhite(w.XML.Text, &gap))
		case kind == markup.End && w.XML.Depth() == outside:
			return nil
		case kind == markup.Start:
			t := w.XML.Tag
			if t.Name == "s" || t.Name == "tab" || t.Name == "line-break" {
				put(odtBlank(t))
				continue
			}
			gap = false
			if err := w.inlineElement(p, at, base, t); err != nil {
				return err
			}
		}
	}
}

// foldWhite replaces each run of white space by one blank. gap tells whether white space comes
// before s, and is updated for its end.
func foldWhite(s string, gap *bool) string {
	return strings.Map(func(r rune) rune {
		white := r == ' ' || r == '\n' || r == '\t' || r == '\r'
		drop := white && *gap
		*gap = white
		switch {
		case drop:
			return -1
		case white:
			return ' '
		}
		return r
	}, s)
}

// maxBlanks is the most blanks that one element may stand for; tables of contents use some dozens.
const maxBlanks = 1000

func odtBlank(s markup.Tag) string {
	switch s.Name {
	case "tab":
		return "\t"
	case "line-break":
		return "\n"
	}
	n, err := strconv.Atoi(s.Attr("c"))
	if err != nil {
		n = 1
	}
	return strings.Repeat(" ", min(max(n, 0), maxBlanks))
}

func (w *odtWalk) inlineElement(p *flow.Paragraph, at flow.Place, base style.Look, t markup.Tag) error {
	collect := func(inner *flow.Paragraph) error {
		p.Hanging = append(p.Hanging, *inner)
		return nil
	}
	switch t.Name {
	case "span", "a":
		return w.spans(p, at, w.styled(t.Attr("style-name")).look.Over(base), false)
	case "change": // position of deleted text
		p.Keep(extract.DeletedText, w.changes[t.Attr("change-id")])
	case "hidden-paragraph":
		w.conceals = w.conceals || holds(t)
	case "hidden-text":
		base.Hidden = style.SetIf(base.Hidden == style.Yes || holds(t))
	case "note-body":
		return w.flow(flow.Place{Kind: extract.Footnote, Room: beside(at, base)}, collect)
	case "text-box":
		at.Room = beside(at, base)
		return w.flow(w.inFrame(at, t.Attr("min-height") == ""), collect)
	case "ruby":
		above, below := &flow.Paragraph{}, &flow.Paragraph{}
		err := w.XML.Each(func(s markup.Tag) error {
			into, look := below, base
			if s.Name == "ruby-text" {
				into, look = above, w.styled(s.Attr("style-name")).look.Over(base)
			}
			return w.spans(into, at, look, false)
		})
		p.PutRuby(above, below)
		return err
	case "annotation":
		return w.comment()
	case "note-citation", "annotation-end", "title", "desc", "script", "bookmark", "change-start", "change-end":
		return w.XML.Skip()
	case "control":
		if s := w.controls[t.Attr("control")]; s != "" {
			at.Room = beside(at, base)
			p.Hanging = append(p.Hanging, *box(s, at))
		}
		return w.XML.Skip()
	case "object":
		words, err := w.object(t)
		p.Put(words, &base, &at)
		return err
	case "frame":
		w.shape(t)
		w.shown = nil
		return w.XML.Each(func(s markup.Tag) error { return w.inlineElement(p, at, base, s) })
	case "image":
		if base.Hidden != style.Yes {
			w.image(p, container.PartName(t.Attr("href")))
		}
		return w.XML.Skip()
	case "custom-shape":
		w.shape(t)
		return w.XML.Each(func(s markup.Tag) error { return w.inlineElement(p, at, base, s) })
	case "note", "g":
		return w.XML.Each(func(s markup.Tag) error { return w.inlineElement(p, at, base, s) })
	case "p", "h": // of a drawn shape
		at.Room = beside(at, base)
		inner, err := w.block(t, w.inFrame(at, false))
		if err != nil {
			return err
		}
		return collect(inner)
	}
	if t.Attr("display") == "none" { // a field that sets a variable
		base.Hidden = style.Yes
	}
	return w.spans(p, at, base, false) // fields and similar: the displayed text
}

// comment reads a comment.
func (w *odtWalk) comment() error {
	return w.flow(flow.Place{Kind: extract.Running}, func(p *flow.Paragraph) error {
		w.commented = append(w.commented, *p)
		return nil
	})
}

// odtMetadata reads meta.xml. A broken one yields nothing.
func odtMetadata(raw string) extract.Metadata {
	var title, author, creator string
	var keywords []string
	_ = markup.Each(raw, []string{"meta"}, func(meta markup.Element) {
		for e := range meta.Children() {
			switch e.Name() {
			case "title":
				title = e.Text()
			case "initial-creator":
				author = e.Text()
			case "creator":
				creator = e.Text()
			case "keyword":
				keywords = append(keywords, e.Text())
			}
		}
	})
	if author == "" {
		author = creator
	}
	return field.Properties(title, author, strings.Join(keywords, ";"))
}

// image attaches a picture of a frame. Further ones are for programs that cannot draw the first, as a vector picture.
func (w *odtWalk) image(p *flow.Paragraph, name string) {
	first := w.shown
	shown := w.Picture(p, name, w.frame[0], w.frame[1])
	switch {
	case shown == nil:
	case first == nil:
		w.shown = shown
	default:
		p.Hanging = p.Hanging[:len(p.Hanging)-1]
		if first.Vector == nil {
			first.Vector, first.Open = first.Open, shown.Open
		}
	}
}
