package extract

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// odtMimeType is how the kind of an OpenDocument text begins; those of
// templates and master documents go on.
const odtMimeType = "application/vnd.oasis.opendocument.text"

// flatODTNamespace is that of the root of an OpenDocument text in one XML file.
const flatODTNamespace = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"

// isODTPackage says whether a zip is an OpenDocument text, by the folded names of
// its entries and what it says it is.
func isODTPackage(names []string, mime string) bool {
	return strings.HasPrefix(mime, odtMimeType) && slices.Contains(names, "content.xml")
}

// isFlatODT says whether an XML file is an OpenDocument text.
func isFlatODT(data []byte) bool {
	root, space := rootOf(data)
	return space == flatODTNamespace && root.name == "document" && strings.HasPrefix(root.attr("mimetype"), odtMimeType)
}

// readODT reads an OpenDocument text.
func readODT(ctx context.Context, b *builder, data []byte) error {
	b.method = "odt"
	content := string(data)
	styles, meta := content, content // of a flat one
	var files *parts
	if isZip(data) {
		var err error
		if files, content, styles, meta, err = odtParts(b, data); err != nil {
			return err
		}
	}
	w := &odtWalk{
		xmlWalk: xmlWalk{ctx: ctx, wordWriter: wordWriter{b: b}, files: files, numbers: newNumbering()},
		looks:   map[string]odtStyle{}, changes: map[string]string{}, listUses: map[string]string{}, lastUses: map[string]string{},
	}
	if err := w.loadStyles(styles); err != nil {
		return err
	}
	if isZip(data) { // which has the styles of the text itself in another part
		if err := w.loadStyles(content); err != nil {
			return err
		}
	}
	w.x = newXML(content)
	if err := w.content(); err != nil {
		return err
	}
	b.metadata = odtMetadata(meta)
	return nil
}

// odtParts gives the parts of an OpenDocument package; all but the content may
// be missing.
func odtParts(b *builder, data []byte) (p *parts, content, styles, meta string, err error) {
	p, findings, err := openZip(data, holdsScripts, func(string) bool { return false })
	if err != nil {
		return nil, "", "", "", err
	}
	b.flagAll(findings)
	var texts [4]string
	for i, name := range []string{"meta-inf/manifest.xml", "content.xml", "styles.xml", "meta.xml"} {
		if texts[i], err = p.part(name); err != nil {
			return nil, "", "", "", err
		}
	}
	if strings.Contains(texts[0], "encryption-data") {
		return nil, "", "", "", fmt.Errorf("%w: an OpenDocument file that opens with a password", ErrEncrypted)
	}
	if !p.has("content.xml") {
		return nil, "", "", "", fmt.Errorf("%w: no content in the OpenDocument file", ErrDamaged)
	}
	return p, texts[1], texts[2], texts[3], nil
}

// holdsScripts knows the entries that hold an OpenDocument file's macros.
func holdsScripts(name string) bool {
	return strings.HasSuffix(name, "vbaproject.bin") || name == "basic/script-lc.xml" || strings.HasPrefix(name, "scripts/")
}

// loadStyles reads the styles that a part holds.
func (w *odtWalk) loadStyles(raw string) error {
	return eachElement(raw, []string{"style", "list-style", "outline-style"}, w.style)
}

// odtStyle is an entry of the styles, which may go on from another one.
type odtStyle struct {
	parent string
	look   look
	level  int
}

type odtWalk struct {
	xmlWalk
	looks   map[string]odtStyle
	changes map[string]string // deleted text by the name of its change
	frame   [2]float32        // width and height of the last one, in points

	openList *odtList          // the innermost one; nil for none
	listUses map[string]string // countings by the name of a list
	lastUses map[string]string // and the newest one of each style
}

func (w *odtWalk) style(e element) {
	if e.name() != "style" {
		w.listStyle(e)
		return
	}
	s := odtStyle{parent: e.attr("parent-style-name")}
	s.level, _ = strconv.Atoi(e.attr("default-outline-level"))
	for _, name := range []string{"text-properties", "paragraph-properties", "table-cell-properties"} {
		c := e.child(name)
		if c == nil {
			continue
		}
		for _, a := range c[0].attrs {
			switch a.name {
			case "display":
				s.look.hidden = setIf(a.value == "none")
			case "color":
				s.look.ink = hexPaint(a.value)
			case "background-color":
				s.look.ground = groundPaint(a.value)
			case "font-weight":
				s.look.bold = setIf(a.value == "bold")
			case "font-relief", "text-outline", "text-shadow":
				s.look.edged = setIf(a.value != "none" && a.value != "false")
			case "font-size":
				if points, err := strconv.ParseFloat(strings.TrimSuffix(a.value, "pt"), 64); err == nil {
					s.look.size = max(int(2*points), 1)
				}
			}
		}
	}
	w.looks[e.attr("name")] = s
}

func (w *odtWalk) styled(name string) odtStyle {
	var out odtStyle
	for range maxStyleChain {
		s, ok := w.looks[name]
		if !ok {
			break
		}
		out.look = out.look.over(s.look)
		if out.level == 0 {
			out.level = s.level
		}
		name = s.parent
	}
	return out
}

// content finds the text in content.xml.
func (w *odtWalk) content() error {
	for {
		kind, err := w.token()
		if err != nil {
			return fmt.Errorf("%w: no text in the OpenDocument file", ErrDamaged)
		}
		if kind == xmlStart && w.x.tag.name == "text" && strings.HasSuffix(w.x.space(), "office:1.0") {
			return w.flow(place{kind: Body}, w.emit)
		}
	}
}

// flow reads paragraphs and tables up to the end of the current element.
func (w *odtWalk) flow(at place, emit func(*wordParagraph) error) error {
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "p", "h":
			p, err := w.block(s, at)
			if err != nil {
				return err
			}
			return emit(p)
		case "list":
			return w.list(s, at, emit)
		case "table":
			return w.odtTable(at, emit)
		case "tracked-changes":
			return w.deletions()
		case "annotation", "forms", "sequence-decls", "variable-decls", "user-field-decls", "covered-table-cell":
			return w.skip()
		}
		return nil // sections: what is inside counts
	})
}

func (w *odtWalk) odtTable(at place, emit func(*wordParagraph) error) error {
	g := &grid{}
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "table-row":
			err := w.each(func(s xmlTag) error {
				switch s.name {
				case "table-cell":
					return w.odtCell(s, at, g)
				case "covered-table-cell": // the cell that covers it says so too
					return w.skip()
				}
				return nil
			})
			if err != nil {
				return err
			}
			return g.endRow(nil, emit)
		case "title", "desc", "shapes":
			return w.skip()
		}
		return nil // heads and groups of rows
	})
}

func (w *odtWalk) odtCell(s xmlTag, at place, g *grid) error {
	at.ground = w.styled(s.attr("style-name")).look.ground.or(at.ground)
	if at.kind == Body {
		at.kind = Cell
	}
	var list []*wordParagraph
	err := w.flow(at, func(p *wordParagraph) error {
		list = append(list, p)
		return nil
	})
	columns, _ := strconv.Atoi(s.attr("number-columns-spanned"))
	rows, _ := strconv.Atoi(s.attr("number-rows-spanned"))
	repeated, _ := strconv.Atoi(s.attr("number-columns-repeated"))
	g.add(list, columns, rows, false)
	g.skip(clamp(repeated-1, 0, maxColumns))
	return err
}

// deletions reads the texts that tracked changes took out.
func (w *odtWalk) deletions() error {
	id := ""
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "changed-region":
			id = s.attr("id")
		case "deletion":
			return w.flow(place{kind: Footnote}, func(p *wordParagraph) error { // whose lists do not count
				if len(w.changes[id]) < 4*maxFlagText {
					w.changes[id] += p.text.String()
				}
				return nil
			})
		case "creator", "date":
			return w.skip()
		}
		return nil
	})
}

// block reads one paragraph or heading.
func (w *odtWalk) block(s xmlTag, at place) (*wordParagraph, error) {
	p := &wordParagraph{block: block{kind: at.kind, prone: at.kind == Body || at.kind == Cell}}
	style := w.styled(s.attr("style-name"))
	if s.name == "h" && at.kind == Body {
		p.block.level = style.level
		if n, err := strconv.Atoi(s.attr("outline-level")); err == nil && n >= 1 && n <= 10 {
			p.block.level = n
		}
	}
	if at.kind == Body || at.kind == Cell {
		p.write(w.number(s, p.block.level))
		p.boldRunes = p.runes
	}
	return p, w.spans(p, at, style.look, true)
}

// spans reads what stands in a paragraph. first says that white space at its
// start does not count.
func (w *odtWalk) spans(p *wordParagraph, at place, base look, first bool) error {
	outside := w.x.depth() - 1
	gap := first
	put := func(s string) { p.put(s, base, at.deleted, at.ground) }
	for {
		kind, err := w.token()
		if err != nil {
			return err
		}
		switch {
		case kind == xmlText:
			put(foldWhite(w.x.chars, &gap))
		case kind == xmlEnd && w.x.depth() == outside:
			return nil
		case kind == xmlStart:
			t := w.x.tag
			if t.name == "s" || t.name == "tab" || t.name == "line-break" {
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

// foldWhite makes one blank of each stretch of white space; gap says whether
// one stands before, and afterwards whether one stands at the end.
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

// maxBlanks is how many blanks one element may stand for; tables of contents
// have some dozens.
const maxBlanks = 1000

func odtBlank(s xmlTag) string {
	switch s.name {
	case "tab":
		return "\t"
	case "line-break":
		return "\n"
	}
	n, err := strconv.Atoi(s.attr("c"))
	if err != nil {
		n = 1
	}
	return strings.Repeat(" ", min(max(n, 0), maxBlanks))
}

func (w *odtWalk) inlineElement(p *wordParagraph, at place, base look, t xmlTag) error {
	collect := func(inner *wordParagraph) error {
		p.after = append(p.after, *inner)
		return nil
	}
	switch t.name {
	case "span", "a":
		return w.spans(p, at, w.styled(t.attr("style-name")).look.over(base), false)
	case "change": // where deleted text stood
		p.keep(DeletedText, w.changes[t.attr("change-id")])
	case "hidden-text", "hidden-paragraph":
		base.hidden = yes
		return w.spans(p, at, base, false)
	case "note-body":
		return w.flow(place{kind: Footnote}, collect)
	case "text-box":
		return w.flow(place{kind: Box, ground: anyPaint}, collect)
	case "note-citation", "ruby-text", "annotation", "annotation-end", "title", "desc", "script", "object", "bookmark", "change-start", "change-end":
		return w.skip()
	case "frame":
		w.frame = [2]float32{pointsOf(t.attr("width")), pointsOf(t.attr("height"))}
		return w.each(func(s xmlTag) error { return w.inlineElement(p, at, base, s) })
	case "image":
		if base.hidden != yes {
			w.picture(p, partName(t.attr("href")), w.frame[0], w.frame[1])
		}
		return w.skip()
	case "note", "ruby", "g", "custom-shape":
		return w.each(func(s xmlTag) error { return w.inlineElement(p, at, base, s) })
	case "p", "h": // of a drawn shape
		inner, err := w.block(t, place{kind: Box, ground: anyPaint})
		if err != nil {
			return err
		}
		return collect(inner)
	}
	return w.spans(p, at, base, false) // fields and the like: what is shown
}

// odtMetadata reads meta.xml; a broken one says nothing.
func odtMetadata(raw string) Metadata {
	var title, author, creator string
	var keywords []string
	_ = eachElement(raw, []string{"meta"}, func(meta element) {
		for e := range meta.children() {
			switch e.name() {
			case "title":
				title = e.text()
			case "initial-creator":
				author = e.text()
			case "creator":
				creator = e.text()
			case "keyword":
				keywords = append(keywords, e.text())
			}
		}
	})
	if author == "" {
		author = creator
	}
	return properties(title, author, strings.Join(keywords, ";"))
}
