package rtf

import (
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// rtfCharacters are control words that stand for a character.
var rtfCharacters = map[string]string{
	"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "zwj": "\u200D", "zwnj": "\u200C", "zwbo": "\u200B", "zwnbo": "\u2060",
}

// rtfSkipped are destinations that are not the text of the document.
var rtfSkipped = map[string]bool{
	"listtable": true, "listoverridetable": true, "revtbl": true, "rsidtbl": true, "generator": true, "xmlnstbl": true, "themedata": true,
	"colorschememapping": true, "datastore": true, "latentstyles": true, "objdata": true, "objclass": true, "atnid": true,
	"atnauthor": true, "bkmkstart": true, "bkmkend": true, "ftnsep": true, "ftnsepc": true, "aftnsep": true, "aftnsepc": true,
	"ftncn": true, "aftncn": true, "nonshppict": true, "info": true, "filetbl": true, "pgptbl": true, "sp": true, "shprslt": true,
	"template": true, "operator": true, "private": true, "userprops": true, "falt": true, "panose": true, "pntxta": true, "pntxtb": true,
	"nonesttables": true, "subject": true, "company": true, "manager": true, "category": true, "doccomm": true, "comment": true,
	"creatim": true, "revtim": true, "printim": true, "mathPr": true, "tc": true, "tcn": true, "xe": true, "rxe": true, "txe": true,
	"wgrffmtfilter": true, "fontemb": true, "fontfile": true, "background": true, "pnseclvl": true,
}

// rtfKnown are destinations after \* that are read.
var rtfKnown = map[string]bool{"shpinst": true, "do": true, "annotation": true, "shppict": true, "shptxt": true, "footnote": true,
	"nesttableprops": true, "fldinst": true, "fldrslt": true, "stylesheet": true, "cs": true, "ts": true, "ds": true}

// keyword applies a control word.
func (r *rtfReader) keyword(name string, value int, has bool) error {
	if r.state.destination == "skip" && rtfKnown[name] && r.starred() {
		r.state.destination = ""
		if name == "cs" || name == "ts" || name == "ds" { // not a paragraph style
			r.state.destination = "stylesheet"
			r.number = -1
		}
	}
	// the Unicode form of the text before it
	if name == "ud" && r.state.destination == "upr" && len(r.stack) > 1 {
		r.state.destination = r.stack[len(r.stack)-2].destination
		return nil
	}
	if s, ok := rtfCharacters[name]; ok {
		r.put(s)
		return nil
	}
	if rtfSkipped[name] && r.state.destination == "" && len(r.stack) > 0 {
		r.state.destination = "skip"
	}
	on := !has || value != 0
	switch r.state.destination {
	case "skip":
		switch name {
		case "title", "author", "keywords", "sv": // in the skipped \info and \sp
			r.state.destination = name
		case "sn":
			r.state.destination = name
			r.property, r.value = "", ""
		}
		return nil
	case "sn", "upr":
		return nil
	case "sv":
		if name == "pict" {
			r.state.destination = name
			r.picture = rtfPicture{}
		}
		return nil
	case "fldinst":
		r.instruct(name, value, on)
		return nil
	case "pict":
		r.picture.note(name, value, r.offset)
		return nil
	case "fonttbl":
		r.font(name, value)
		return nil
	case "stylesheet":
		r.style(name, value, on)
		return nil
	case "colortbl":
		switch shift := map[string]int{"red": 16, "green": 8, "blue": 0}; name {
		case "red", "green", "blue":
			r.colour |= style.Tinted | style.Paint(flow.Clamp(value, 0, 255))<<shift[name]
		}
		return nil
	}
	switch name {
	case "par", "sect", "page", "column":
		if name == "par" && r.state.deleted { // the next paragraph continues it
			return nil
		}
		return r.end()
	case "cell", "nestcell", "row", "nestrow":
		return r.endInTable(name)
	case "trowd", "trleft", "trrh", "trautofit", "clvmrg", "clmrg", "clshdng", "clcfpat", "clcbpat", "cellx":
		r.defineRow(name, value)
	case "shpleft", "shptop", "shpright", "shpbottom":
		r.state.shape.edge(name, value)
	case "shp", "shpinst", "do":
		r.state.shape = &rtfShape{hung: len(r.p.Hanging)}
	case "pard":
		if r.state.quiet {
			return nil
		}
		r.depth, r.state.paragraph = 0, &rtfParagraph{}
		r.p.Block.Level, r.p.Block.MayHead = 0, r.p.Block.Kind == extract.Body
	case "listtext", "pntext": // the number of a list paragraph, as displayed
		r.state.quiet = true
	case "intbl":
		if r.state.note == nil {
			r.depth = max(r.depth, 1)
		}
	case "itap":
		if r.state.note == nil {
			r.depth = max(value, 0)
		}
	case "nesttableprops":
		r.state.inner = 1
	case "outlinelevel":
		if value >= 0 && value < 9 && r.p.Block.Kind == extract.Body {
			r.p.Block.Level = value + 1
		}
	case "s":
		s, ok := r.styles[value]
		if r.p.Block.Kind == extract.Body {
			r.p.Block.Level = s.level
		}
		if ok {
			r.state.look, r.state.paragraph = s.look.Over(r.state.look), s.paragraph
		}
	case "cs":
		r.state.look = r.characterStyles[value].look.Over(r.state.look)
	case "upr":
		r.state.destination = name
	case "fldinst":
		r.state.destination = name
		r.instruction.Reset()
		r.form = rtfForm{}
	case "pict":
		r.state.destination = name
		r.picture = rtfPicture{}
	case "footnote":
		r.note(extract.Footnote, &r.p.Hanging)
	case "shptxt", "dptxbxtext":
		r.note(extract.Box, &r.p.Hanging)
	case "annotation":
		r.note(extract.Running, &r.commented)
	case "header", "headerr", "footer", "footerr":
		r.note(extract.Running, &r.running)
	case "headerl", "footerl":
		r.note(extract.Running, &r.leftRunning)
	case "headerf", "footerf":
		r.note(extract.Running, &r.firstRunning)
	case "facingp":
		r.facing = true
	case "titlepg":
		r.titled = true
	case "fonttbl", "stylesheet", "colortbl":
		r.state.destination = name
		r.number = 0
	default:
		r.character(name, value, on)
	}
	return nil
}

// starred reports whether the group has just begun with \*.
func (r *rtfReader) starred() bool {
	n := len(r.stack)
	return n > 0 && (r.stack[n-1].destination == "" || r.stack[n-1].destination == "stylesheet")
}

// note begins a footnote, a text box or a header within a paragraph; into collects its paragraphs.
func (r *rtfReader) note(kind extract.ParagraphKind, into *[]flow.Paragraph) {
	r.state.note = &rtfNote{kind: kind, outer: r.p, depth: r.depth, into: into}
	r.state.unseen = r.state.unseen || r.state.deleted || r.state.look.Hidden == style.Yes
	r.state.look, r.state.deleted = style.Look{}, false
	r.p, r.depth = nil, 0
	r.begin()
}

// defineRow applies a word of a row's definition, which may precede or follow its cells.
func (r *rtfReader) defineRow(name string, value int) {
	row := &r.rows[r.state.inner]
	switch name {
	case "trowd":
		*row, r.next, r.left = nil, flow.CellShape{}, 0
		r.shades[r.state.inner], r.high[r.state.inner], r.grows[r.state.inner] = nil, 0, false
		r.shade = rtfShade{}
	case "trrh":
		r.high[r.state.inner] = max(-value, 0) // a negative height is exact
	case "trleft":
		r.left = float32(value) / 20
	case "trautofit":
		r.grows[r.state.inner] = value != 0
	case "clshdng", "clcfpat", "clcbpat":
		r.shade.set(r, name[2:], value)
	case "clvmrg":
		r.next.Down = true
	case "clmrg":
		r.next.Aside = true
	case "cellx":
		if len(*row) >= flow.MaxColumns {
			return
		}
		r.shades[r.state.inner] = append(r.shades[r.state.inner], r.shade.paint())
		r.shade = rtfShade{}
		r.next.Left, r.next.Right = r.left, float32(value)/20
		r.left = r.next.Right
		*row = append(*row, r.next)
		r.next = flow.CellShape{}
	}
}

// colourOf returns a colour of the file's table. The first one is automatic.
func (r *rtfReader) colourOf(number int) style.Paint {
	if number > 0 && number < len(r.colours) && r.colours[number] != style.NoPaint {
		return r.colours[number]
	}
	return style.AnyPaint
}

// endInTable ends a cell or a row. Within a note there are no tables.
func (r *rtfReader) endInTable(name string) error {
	if r.state.note != nil {
		return r.end()
	}
	depth, inner := 1, 0
	if strings.HasPrefix(name, "nest") {
		depth, inner = max(r.depth, 2), 1
	}
	r.depth = depth
	if err := r.end(); err != nil {
		return err
	}
	if strings.HasSuffix(name, "cell") {
		r.cells[inner]++
		return r.tables.EndCell(depth, 1, 1)
	}
	r.cells[inner] = 0
	return r.tables.EndRow(depth, r.rows[inner])
}

// character applies a property of the following characters.
func (r *rtfReader) character(name string, value int, on bool) {
	l := &r.state.look
	switch name {
	case "plain":
		*l, r.state.shade, r.state.deleted = style.Look{}, rtfShade{}, false
		r.state.font, r.state.symbols, r.state.page = noFont, false, r.filePage
	case "v":
		l.Hidden = style.SetIf(on)
	case "b":
		l.Bold = style.SetIf(on)
	case "strike", "striked":
		l.Struck = style.SetIf(on)
	case "i", "ul", "ulnone", "super", "sub", "nosupersub", "scaps", "caps", "outl":
		l.SetHand(char.Sum(name), uint32(value))
	case "shad", "embo", "impr": // an outline has the colour of the letters
		l.SetEdge(on)
	case "deleted", "mvf": // mvf marks the origin of moved text
		r.state.deleted = on
	case "up", "dn":
		if l.Raise = value; name == "dn" {
			l.Raise = -value
		}
	case "charscalex":
		l.Width = max(value, 0)
	case "expndtw":
		l.Gap = value
	case "fs":
		l.Size = max(value, 0)
	case "afs": // size of letters in the script named last
		if r.state.asian {
			l.Size = max(value, 0)
		}
	case "dbch", "loch", "hich", "rtlch", "ltrch":
		r.state.asian = name == "dbch"
	case "cf":
		l.Ink = r.colourOf(value)
	case "chshdng", "chcfpat", "chcbpat":
		r.state.shade.set(r, name[2:], value)
		l.Ground = r.state.shade.paint()
	case "highlight", "cb":
		l.Ground = r.colourOf(value)
		if value == 0 {
			l.Ground = style.Bare
		}
	case "uc":
		r.state.skipAfter = min(max(value, 0), 16)
	case "ansicpg":
		if char.CodePages[value] != nil || value == 65001 {
			r.state.page, r.filePage = value, value
			for i := range r.stack {
				r.stack[i].page = value
			}
		}
	case "mac":
		r.state.page, r.filePage = 10000, 10000
	case "pc":
		r.state.page, r.filePage = 437, 437
	case "deff":
		r.defaultFont = value
	case "f":
		r.state.font, r.state.symbols = value, r.fonts[value].page == char.SymbolPage
		l.SetHand(char.Sum(name), uint32(value))
		if f := r.fonts[value]; f.page > 0 {
			r.state.page = f.page
		}
	default:
		if paragraphWords[name] {
			changed := *r.state.paragraph // groups share it
			changed.set(r, name, value)
			r.state.paragraph = &changed
		}
	}
}

// font reads an entry of the font table.
func (r *rtfReader) font(name string, value int) {
	switch name {
	case "f":
		r.number = value
		r.fonts[value] = rtfFont{}
	case "fcharset":
		f := r.fonts[r.number]
		f.page = char.CharsetPages[value]
		r.fonts[r.number] = f
		if f.page > char.SymbolPage { // it applies to the font's name too
			r.state.page = f.page
		}
	case "cpg": // takes precedence
		f := r.fonts[r.number]
		f.page = value
		r.fonts[r.number] = f
	case "falt", "panose", "fname":
		r.state.destination = "skip"
	}
}

// style reads an entry of the style sheet.
func (r *rtfReader) style(name string, value int, on bool) {
	switch name {
	case "s":
		r.number = value
	case "cs":
		r.number, r.ofLetters = value, true
	case "ts", "ds":
		r.number = -1
	case "f", "uc":
	case "outlinelevel":
		if value >= 0 && value < 9 {
			r.level = value + 1
		}
	default:
		r.character(name, value, on)
	}
}
