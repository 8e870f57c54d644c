// Package html reads web pages, including those saved by Word, and web archives (.mht).
//
// Its input is the bytes of a file. Its output is paragraphs in a draft. Pages are read as tokens
// of golang.org/x/net/html; nothing is loaded and no script runs.
package html

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

const (
	maxHTMLDepth = 1_000    // open elements that are tracked; editors leave hundreds of <font> open
	maxHTMLToken = 16 << 20 // bytes of one tag or text, including pictures in the address of an <img>
)

// Is reports whether a text is a web page, by its beginning in lower case.
func Is(head []byte) bool {
	if i := bytes.Index(head, []byte("<html")); i > 0 && (bytes.HasPrefix(head, []byte("<?xml")) || bytes.HasPrefix(head, []byte("<!--"))) {
		return true
	}
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}

// IsFragment reports whether a text is the inside of a web page: it begins with a tag, by its
// beginning in lower case, and ends with one or closes the first one there.
func IsFragment(head, data []byte) bool {
	m := fragment().FindSubmatch(head)
	if m == nil {
		return false
	}
	return bytes.HasSuffix(bytes.TrimRight(data[max(len(data)-mostBlanks, 0):], " \t\r\n"), []byte(">")) ||
		bytes.Contains(head, slices.Concat([]byte("</"), m[1], []byte(">")))
}

// mostBlanks is how many bytes at the end of a text are searched for its last visible one.
const mostBlanks = 256

var fragment = char.Pattern(`^(?:<!--(?s:.*?)-->\s*)?<(head|body|title|meta|style|p|div|span|table|h[1-6]|ul|ol|section|article|main|` +
	`center|font)[ \t\r\n>]`)

// Read reads a web page. Word and many web systems save documents in this form, often under the
// name .doc. Nothing is loaded and no script runs. kind is the content type, which may state the
// encoding.
func Read(ctx context.Context, b *draft.Draft, data []byte, kind string) error {
	return read(ctx, b, data, kind, nil)
}

// read is Read for a page that comes with files.
func read(ctx context.Context, b *draft.Draft, data []byte, kind string, files bundle) error {
	b.Method = "html"
	w := &htmlWalk{Writer: flow.Writer{Draft: b}, files: files, frames: new(int)}
	w.tables.Emit = w.Emit
	page, flags := decoded(data, kind), len(b.Flags)
	if err := w.walk(ctx, page); err != nil {
		return err
	}
	if b.Length == 0 && w.shut { // a script would show the page
		b.Flags = b.Flags[:flags]
		w = &htmlWalk{Writer: w.Writer, files: files, frames: new(int), opened: true}
		w.tables.Emit = w.Emit
		if err := w.walk(ctx, page); err != nil {
			return err
		}
	}
	if w.scripted {
		b.Notices.Add(extract.Notice{Kind: extract.Scripted})
	}
	b.Metadata = field.Properties(w.title, w.author, w.keywords)
	return nil
}

// walk reads a page.
func (w *htmlWalk) walk(ctx context.Context, page string) error {
	z := html.NewTokenizer(strings.NewReader(page))
	z.SetMaxBuf(maxHTMLToken)
	w.ctx, w.z, w.sheet = ctx, z, sheetOf(page, w.files)
	w.begin()
	for n := 0; ; n++ {
		if n%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if err := w.token(kind); err != nil {
			return err
		}
	}
	if errors.Is(z.Err(), html.ErrBufferExceeded) {
		return fmt.Errorf("%w: a tag of more than %d bytes", extract.ErrLimits, maxHTMLToken)
	}
	if !errors.Is(z.Err(), io.EOF) {
		return fmt.Errorf("%w: it cannot be decoded", extract.ErrDamaged)
	}
	w.close(0)
	if w.astray >= leastAstray {
		w.Draft.Notices.AddCount(extract.BrokenWords, 1)
	}
	if err := w.end(); err != nil {
		return err
	}
	return w.tables.Reach(0)
}

// htmlElement is an open element and its effect on the text in it.
type htmlElement struct {
	name    atom.Atom
	tag     string
	look    style.Look
	shown   style.Look // look as it appears, with the element's appearance applied
	deleted bool
	silent  bool // its content is not text of the page
	pre     bool // white space is kept
	kind    extract.ParagraphKind
	level   int
	tables  int // number of open tables around it
	cells   int // number of those in which it is inside a cell
	columns int // of a cell
	rows    int
	list    *htmlList
	marker  string // a text that its styles show before an item; inherited
	runs    direction
	choice  *htmlChoice // the form list that contains it

	drawn bool // within an SVG picture

	appearance
	undisplayed bool // by its styles; the last one counts

	node     *html.Node  // in the tree of elements, if there are sheets
	children int         // number of elements in it, if there are sheets
	behind   string      // text that its styles show after it
	order    order       // in which its styles show it and what is in it
	spot     *draft.Spot // where that puts its paragraphs; inherited
	hosted   int         // slots of the page when a shadow tree began here
	reads    int         // bytes of the paragraph before its ruby
}

// htmlList is an open list and its count so far.
type htmlList struct {
	format string // of its numbers, in Word's names
	level  int    // from 0
	last   int
}

// below returns the level of a list within l, which may be nil.
func (l *htmlList) below() int {
	if l == nil {
		return 0
	}
	return l.level + 1
}

// next returns what a browser shows before an item. value is the number that the item states, or "".
func (l *htmlList) next(value string) string {
	if l == nil || l.format == "none" {
		return ""
	}
	if l.format == "bullet" {
		return flow.Bullets[l.level%len(flow.Bullets)] + " "
	}
	l.last++
	if n, err := strconv.Atoi(value); err == nil {
		l.last = n
	}
	return flow.FormatNumber(l.last, l.format) + ". "
}

// listFormats maps the types of <ol> and their names in styles to Word's names.
var listFormats = map[string]string{
	"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "none": "none", "lower-alpha": "lowerLetter",
	"upper-alpha": "upperLetter", "lower-roman": "lowerRoman", "upper-roman": "upperRoman", "cjk-ideographic": "chineseCounting",
	"simp-chinese-informal": "chineseCounting", "trad-chinese-informal": "chineseCounting",
}

type htmlWalk struct {
	flow.Writer
	ctx   context.Context
	z     *html.Tokenizer
	open  []htmlElement
	p     *flow.Paragraph
	depth int  // of the paragraph, in tables
	blank bool // the last character was white space

	marker string // of a list item, until its first paragraph begins

	sheet            *sheet
	page, root, body *html.Node // of the elements so far, if there are sheets

	children int            // of the body, if it has no tag
	frames   *int           // pages within the page that were read
	slots    int            // slots for the content of a shadow tree's host
	reading  flow.Paragraph // the current ruby
	nested   int            // depth of pages around this one
	files    bundle         // files that come with the page

	runes  int // put so far
	astray int // of those, in short pieces that styles show before others that are earlier in the file

	scripted bool // a script writes text
	shut     bool // the page's own styles hide it as a whole
	opened   bool // these styles are ignored

	tables flow.Nesting
	closed []htmlElement // cells, rows and tables that end with the paragraph

	title, author, keywords string
}

// top returns the innermost open element. The pointer is valid until another element is opened.
func (w *htmlWalk) top() *htmlElement {
	if n := len(w.open); n > 0 {
		return &w.open[n-1]
	}
	return &htmlElement{kind: extract.Body}
}

// begin starts a paragraph at the current position; end ends it.
func (w *htmlWalk) begin() {
	e := w.top()
	w.p = &flow.Paragraph{Block: draft.Block{Kind: e.kind, Level: e.level, MayHead: e.kind == extract.Body, Spot: e.spot}}
	w.blank, w.depth = true, e.cells
	w.p.Turned.Right = e.runs.right
	for i := range w.open {
		if before, _ := w.open[i].runs.mark(); before != 0 {
			w.p.Mark(before)
		}
	}
}

func (w *htmlWalk) end() error {
	p, depth := w.p, w.depth
	w.begin()
	if p.Runes > 0 || len(p.Kept) > 0 || len(p.Hanging) > 0 {
		if err := w.tables.Paragraph(p, depth); err != nil {
			return err
		}
	}
	for _, e := range w.closed {
		var err error
		switch e.name {
		case atom.Table:
			err = w.tables.Reach(e.tables - 1)
		case atom.Tr:
			err = w.tables.EndRow(e.tables, nil)
		default:
			err = w.tables.EndCell(e.cells, e.columns, e.rows)
		}
		if err != nil {
			return err
		}
	}
	w.closed = w.closed[:0]
	return nil
}

// close closes the open elements from index i on.
func (w *htmlWalk) close(i int) {
	for k := len(w.open) - 1; k >= i; k-- {
		w.leave(&w.open[k], k)
		if _, behind := w.open[k].runs.mark(); behind != 0 {
			w.p.Mark(behind)
		}
		switch w.open[k].name {
		case atom.Table, atom.Tr, atom.Td, atom.Th:
			w.closed = append(w.closed, w.open[k])
		}
	}
	w.open = w.open[:i]
}

func (w *htmlWalk) token(kind html.TokenType) error {
	switch kind {
	case html.TextToken:
		w.text(string(w.z.Text()))
	case html.StartTagToken, html.SelfClosingTagToken:
		t := w.z.Token()
		return w.start(t, kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		t, apart := w.z.Token(), false
		for i := len(w.open) - 1; i >= 0; i-- {
			if w.open[i].tag != t.Data {
				continue
			}
			apart = w.open[i].order.apart
			w.close(i)
			break
		}
		if apart || blockTags[t.DataAtom] || len(w.closed) > 0 {
			return w.end()
		}
	}
	return nil
}

func (w *htmlWalk) text(s string) {
	e := w.top()
	if e.name == atom.Title {
		w.title += s
	}
	switch {
	case e.name == atom.Script:
		w.scripted = w.scripted || writesText(s)
		return
	case e.name == atom.Rt:
		w.reading.Put(s, &e.shown, &flow.Place{Deleted: e.deleted})
		return
	case e.silent:
		return
	case e.choice != nil:
		e.choice.add(s)
		return
	}
	w.put(e, s)
}

// put adds text within an element.
func (w *htmlWalk) put(e *htmlElement, s string) {
	if !e.pre {
		s = w.folded(s)
	}
	if w.marker != "" && w.p.Runes == 0 && char.HasVisible(s) {
		w.p.Put(w.marker, &e.shown, &flow.Place{Deleted: e.deleted})
		w.p.BoldRunes = w.p.Runes
		w.marker = ""
	}
	w.runes += utf8.RuneCountInString(s)
	w.p.Put(s, &e.shown, &flow.Place{Deleted: e.deleted})
}

// breakLine begins a new line of the paragraph.
func (w *htmlWalk) breakLine(e *htmlElement) {
	w.p.Put("\n", &e.shown, &flow.Place{})
	w.blank = true
}

// folded replaces each run of white space by one blank, as a browser does.
func (w *htmlWalk) folded(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r <= ' ' }) < 0 { // as in most Chinese text
		w.blank = w.blank && s == ""
		return s
	}
	var out strings.Builder
	for _, r := range s {
		white := r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f'
		if !white {
			out.WriteRune(r)
		} else if !w.blank {
			out.WriteByte(' ')
		}
		w.blank = white
	}
	return out.String()
}

func (w *htmlWalk) start(t html.Token, closed bool) error {
	switch t.DataAtom {
	case atom.Br:
		w.breakLine(w.top())
		return nil
	case atom.Meta:
		w.meta(t)
		return nil
	case atom.Area, atom.Base, atom.Col, atom.Link, atom.Source, atom.Track, atom.Wbr:
		return nil
	}
	if blockTags[t.DataAtom] {
		w.imply(t.DataAtom)
		if err := w.end(); err != nil {
			return err
		}
	}
	e := *w.top()
	if closed && t.DataAtom == 0 && !e.drawn || t.DataAtom == atom.Hr || len(w.open) >= maxHTMLDepth {
		return nil // <o:p/> and similar elements change nothing
	}
	e.name, e.tag, e.behind, e.order = t.DataAtom, t.Data, "", order{from: w.runes}
	before := w.dress(&e, t)
	if w.top().order.next(&e.order); e.order.apart {
		if err := w.end(); err != nil {
			return err
		}
		e.spot = &draft.Spot{X: e.order.column, Y: e.order.row}
	}
	if closed && e.drawn {
		return nil
	}
	switch t.DataAtom {
	case atom.Embed, atom.Img, atom.Input, atom.Frame:
		shown := e
		return w.replaced(&shown, t)
	case atom.Iframe, atom.Object:
		shown := e
		if err := w.replaced(&shown, t); err != nil {
			return err
		}
	case atom.Template:
		e.hosted = w.slots
	case atom.Slot:
		w.slots++
	case atom.Ruby:
		e.reads = w.p.Text.Len()
	case atom.Rt:
		w.reading = flow.Paragraph{}
	}
	w.open = append(w.open, e)
	if blockTags[t.DataAtom] || e.order.apart {
		w.begin()
	} else if before, _ := e.runs.mark(); before != 0 {
		w.p.Mark(before)
	}
	switch {
	case t.DataAtom != atom.Li || e.silent:
	case strings.IndexFunc(e.marker, unicode.IsLetter) >= 0:
		w.text(e.marker + " ")
	default:
		w.marker = e.list.next(attribute(t, "value"))
	}
	if before != "" {
		w.text(before)
	}
	if t.DataAtom == atom.Textarea && attribute(t, "placeholder") != "" {
		w.put(w.top(), attribute(t, "placeholder"))
	}
	return nil
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (w *htmlWalk) meta(t html.Token) {
	var name, content string
	for _, a := range t.Attr {
		switch a.Key {
		case "name":
			name = strings.ToLower(a.Val)
		case "content":
			content = a.Val
		}
	}
	switch name {
	case "author":
		w.author = content
	case "keywords":
		w.keywords = content
	}
}

// imply closes the elements that the start of a block closes implicitly.
func (w *htmlWalk) imply(name atom.Atom) {
	var within, stop atom.Atom
	switch name {
	case atom.Td, atom.Th:
		within, stop = name, atom.Tr
	case atom.Tr:
		within, stop = atom.Tr, atom.Table
	case atom.Li:
		within, stop = atom.Li, atom.Ul
	default:
		within, stop = atom.P, atom.Td
	}
	for i := len(w.open) - 1; i >= 0; i-- {
		switch n := w.open[i].name; {
		case n == stop, n == atom.Table, n == atom.Ol, n == atom.Div && within == atom.P:
			return
		case n == within, within == atom.Th && n == atom.Td, within == atom.Td && n == atom.Th:
			w.close(i)
			return
		}
	}
}

// dress applies an element's name, attributes and styles, and returns the text that its styles show
// before its own.
func (w *htmlWalk) dress(e *htmlElement, t html.Token) (before string) {
	e.runs.begin(t, blockTags[t.DataAtom])
	if !blockTags[t.DataAtom] {
		e.look.SetHand(uint32(t.DataAtom), char.Sum(attribute(t, "class")))
	}
	e.undisplayed = false
	switch t.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Noscript, atom.Iframe, atom.Object, atom.Rt, atom.Rp, atom.Video, atom.Audio,
		atom.Canvas, atom.Datalist:
		e.silent = true
	case atom.Template:
		e.silent = e.silent || attribute(t, "shadowrootmode") == ""
	case atom.Dialog:
		e.undisplayed = !has(t, "open")
	case atom.Pre, atom.Textarea:
		e.pre = true
	case atom.B, atom.Strong, atom.Th:
		e.look.Bold = style.Yes
	case atom.Del:
		// word processors mark revisions like this
		e.deleted, e.look.Struck = e.deleted || has(t, "datetime"), style.Yes
	case atom.S, atom.Strike:
		e.look.Struck = style.Yes
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		e.level, e.look.Bold = int(t.Data[1]-'0'), style.Yes
	}
	switch t.DataAtom {
	case atom.Ul, atom.Menu, atom.Dir:
		e.list = &htmlList{format: "bullet", level: e.list.below()}
	case atom.Ol:
		e.list = &htmlList{format: cmp.Or(listFormats[attribute(t, "type")], "decimal"), level: e.list.below()}
		if n, err := strconv.Atoi(attribute(t, "start")); err == nil {
			e.list.last = n - 1
		}
	case atom.Table:
		e.tables++
	case atom.Td, atom.Th:
		e.kind, e.cells, e.columns, e.rows = extract.Cell, e.tables, 1, 1
	case atom.Select:
		e.choice = choiceOf(t)
	case atom.Option:
		if e.choice != nil {
			e.choice.begin(has(t, "selected"))
		}
	}
	var own []declaration
	for _, a := range t.Attr {
		switch a.Key {
		case "colspan":
			e.columns, _ = strconv.Atoi(a.Val)
		case "rowspan":
			e.rows, _ = strconv.Atoi(a.Val)
		case "hidden", "popover":
			e.undisplayed = true
		case "bgcolor", "background":
			ground := style.AnyPaint // a picture
			if a.Key == "bgcolor" {
				ground = style.CSSGround(a.Val)
			}
			e.look.Ground = ground.Or(e.look.Ground)
		case "color", "text":
			if t.DataAtom == atom.Font || t.DataAtom == atom.Basefont || t.DataAtom == atom.Body {
				e.look.Ink = style.CSSPaint(a.Val)
			}
		case "style":
			own = append(own, declarations(a.Val)...)
		}
	}
	if t.DataAtom == atom.Svg || e.drawn {
		own = append(w.draw(e, t), own...)
	}
	if len(w.sheet.rules) > 0 {
		e.node = w.grow(t)
		w.lay(e, w.sheet.of(e.node, ""), own)
	} else {
		w.lay(e, nil, own)
	}
	e.gone = e.gone || e.undisplayed
	if t.DataAtom == atom.Body || t.DataAtom == atom.Html {
		w.shut = w.shut || e.gone || e.invisible || e.veil > 0
		if w.opened {
			e.gone, e.invisible, e.veil = false, false, 0
		}
	}
	e.see()
	if e.node != nil && !e.gone {
		before, e.behind = w.shownBy(*e, "before"), w.shownBy(*e, "after")
	}
	return before
}

func has(t html.Token, name string) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == name })
}
