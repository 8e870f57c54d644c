package html

import (
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Text that a page shows outside of its text nodes is read here: what styles put before and after
// elements, form fields, frames and pictures contained in their addresses, and the words in place
// of missing pictures.

// shownBy returns the text that styles put before or after the text of an element. Signs without
// letters, such as bullets and quotation marks, are left out.
func (w *htmlWalk) shownBy(e htmlElement, place string) string {
	rules := w.sheet.of(e.node, place)
	if len(rules) == 0 {
		return ""
	}
	p := properties{}
	for _, important := range []bool{false, true} {
		for _, r := range rules {
			p.add(r.declarations, important, &e.vars)
		}
	}
	p.resolve(e.vars)
	content := p["content"]
	delete(p, "content")
	e.undisplayed = false
	e.apply(p)
	e.gone = e.gone || e.undisplayed
	if e.see(); e.shown.Unseen("x", 0) {
		return ""
	}
	var out strings.Builder
	for content != "" {
		content = strings.TrimLeft(content, " \t\n")
		switch {
		case content == "":
		case content[0] == '"' || content[0] == '\'':
			end := strings.IndexByte(content[1:], content[0])
			for end > 0 && content[end] == '\\' {
				next := strings.IndexByte(content[end+2:], content[0])
				if next < 0 {
					end = -1
					break
				}
				end += next + 1
			}
			if end < 0 {
				end = len(content) - 2
			}
			out.WriteString(unescaped(content[1 : max(end, 0)+1]))
			content = content[min(max(end, 0)+2, len(content)):]
		case strings.HasPrefix(content, "attr("):
			var name string
			name, content = cutAt(content[len("attr("):], ")")
			name, _ = cutAt(name, ",")
			out.WriteString(attribute(html.Token{Attr: e.node.Attr}, strings.ToLower(strings.TrimSpace(name))))
		default:
			_, content = cutAt(content, " ")
		}
	}
	if s := out.String(); strings.IndexFunc(s, unicode.IsLetter) >= 0 {
		return s
	}
	return ""
}

// htmlChoice is a list in a form, which shows all of its options or the chosen one.
type htmlChoice struct {
	all    bool
	shown  strings.Builder
	taking bool // the current option is shown
	any    bool
}

func choiceOf(t html.Token) *htmlChoice {
	lines, _ := strconv.Atoi(attribute(t, "size"))
	return &htmlChoice{all: lines > 1 || has(t, "multiple")}
}

// begin begins an option. The last chosen option is shown, or else the first one.
func (c *htmlChoice) begin(chosen bool) {
	c.taking = c.all || chosen || !c.any
	if c.taking && !c.all {
		c.shown.Reset()
	} else if c.taking && c.any {
		c.shown.WriteByte('\n')
	}
	c.any = true
}

func (c *htmlChoice) add(s string) {
	if c.taking {
		c.shown.WriteString(strings.Join(strings.Fields(s), " "))
	}
}

// leave handles what depends on the end of the i-th open element.
func (w *htmlWalk) leave(e *htmlElement, i int) {
	switch e.name {
	case atom.Select:
		if e.choice != nil {
			w.put(e, " "+e.choice.shown.String()+" ")
		}
	case atom.Rt:
		w.read(i)
	case atom.Template:
		if !e.silent && w.slots == e.hosted && i > 0 { // nothing else of its host is shown
			host := &w.open[i-1]
			host.gone = true
			host.see()
		}
	}
	if e.behind != "" {
		w.put(e, e.behind)
	}
	if n := w.runes - e.order.from; e.order.astray && n <= mostPiece {
		w.astray += n
	}
}

// read adds the current ruby to the text, unless it is the reading of the text below it.
func (w *htmlWalk) read(i int) {
	for k := i - 1; k >= 0; k-- {
		if r := &w.open[k]; r.name == atom.Ruby {
			text := w.p.Text.String()
			w.p.PutAbove(&w.reading, text[min(r.reads, len(text)):])
			r.reads = w.p.Text.Len()
			break
		}
	}
}

const (
	maxFrames    = 4   // depth of nested pages that are read
	maxAllFrames = 500 // number of pages within one page that are read
)

// replaced reads an element that shows something else in its place.
func (w *htmlWalk) replaced(e *htmlElement, t html.Token) error {
	var source string
	switch t.DataAtom {
	case atom.Input:
		w.field(e, t)
		return nil
	case atom.Object:
		source = attribute(t, "data")
	case atom.Iframe:
		if has(t, "srcdoc") {
			return w.frame(e, []byte(attribute(t, "srcdoc")), "text/html;charset=utf-8")
		}
		source = attribute(t, "src")
	default:
		source = attribute(t, "src")
	}
	data, kind, ok := w.files.at(source)
	media, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(kind)), ";")
	switch {
	case !ok:
		if t.DataAtom == atom.Img && missing(source) {
			w.put(e, attribute(t, "alt"))
		}
	case media == "text/html", media == "application/xhtml+xml", media == "image/svg+xml", media == "text/xml", media == "application/xml":
		return w.frame(e, data, kind)
	case media == "text/plain" || media == "":
		var page bytes.Buffer
		page.WriteString("<pre>")
		page.WriteString(html.EscapeString(decoded(data, "")))
		return w.frame(e, page.Bytes(), "text/html;charset=utf-8")
	case strings.HasPrefix(media, "image/"):
		if w.p.Put("", &e.shown, &flow.Place{}); !e.gone && !e.invisible && !e.deleted && e.veil < 1 {
			w.picture(t, data)
		}
	default:
		w.Draft.Notices.AddCount(extract.ObjectUnread, 1)
	}
	return nil
}

// missing reports whether the picture at an address does not come with the page.
func missing(source string) bool {
	scheme, _, ok := strings.Cut(source, ":")
	return !ok || len(scheme) == 1 || strings.EqualFold(scheme, "file")
}

// picture attaches a picture to the paragraph.
func (w *htmlWalk) picture(t html.Token, data []byte) {
	points := func(name string) float32 {
		v, _ := length(attribute(t, name)+"px", defaultSize)
		return float32(v)
	}
	w.p.Hanging = append(w.p.Hanging, flow.Paragraph{Picture: &picture.Picture{Width: points("width"), Height: points("height"),
		Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		}}})
}

// frame attaches the paragraphs of a page within the page to the paragraph.
func (w *htmlWalk) frame(e *htmlElement, data []byte, kind string) error {
	if *w.frames++; w.nested >= maxFrames || *w.frames > maxAllFrames {
		w.Draft.Notices.AddCount(extract.ObjectUnread, 1)
		return nil
	}
	inner := &htmlWalk{Writer: w.Writer, nested: w.nested + 1, files: w.files, frames: w.frames}
	inner.tables.Emit = func(p *flow.Paragraph) error {
		p.Block = draft.Block{Kind: extract.Box}
		if e.shown.Unseen("x", 0) || e.deleted {
			p.Hide()
		}
		w.p.Hanging = append(w.p.Hanging, *p)
		return nil
	}
	err := inner.walk(w.ctx, decoded(data, kind))
	w.scripted = w.scripted || inner.scripted
	return err
}

// field adds the displayed text of a form field.
func (w *htmlWalk) field(e *htmlElement, t html.Token) {
	switch strings.ToLower(attribute(t, "type")) {
	case "hidden", "password", "checkbox", "radio", "file", "color", "range", "image":
		return
	}
	w.put(e, " "+cmp.Or(attribute(t, "value"), attribute(t, "placeholder"))+" ") // its value or its prompt
}

// svgStyles are the properties of SVG that may be attributes.
var svgStyles = map[string]bool{"fill": true, "fill-opacity": true, "opacity": true, "font-size": true, "display": true, "visibility": true,
	"transform": true, "clip-path": true}

// draw applies an element of an SVG picture and returns the styles in its attributes.
func (w *htmlWalk) draw(e *htmlElement, t html.Token) (own []declaration) {
	switch t.Data {
	case "svg":
		if !e.drawn {
			e.look.Ink, e.fill, e.drawn = style.RGB(0, 0, 0), style.NoPaint, true
		}
	case "defs", "symbol", "clippath", "mask", "pattern", "marker", "title", "desc", "metadata", "lineargradient", "radialgradient",
		"filter":
		e.silent = true
	case "rect", "path", "circle", "ellipse", "polygon", "image", "use": // following text may stand on these
		for i := range w.open {
			if w.open[i].drawn {
				w.open[i].look.Ground = style.AnyPaint
				w.open[i].see()
			}
		}
	case "text":
		w.breakLine(e)
		for _, name := range []string{"x", "y"} {
			if v, ok := share(strings.TrimSuffix(attribute(t, name), "px")); ok && (v < -farOff || v > beyondSight) {
				e.gone = true
			}
		}
	}
	for _, a := range t.Attr {
		if svgStyles[a.Key] {
			own = append(own, declaration{name: a.Key, value: strings.ToLower(a.Val)})
		}
	}
	return own
}
