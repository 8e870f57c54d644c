package extract

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// look is what decides whether a run is seen, each part unset until some
// style or the run itself sets it.
type look struct {
	hidden set // w:vanish
	ink    paint
	ground paint
	size   int // half-points, 0 unset
	bold   set // w:b
}

// set is a property that may be unset.
type set int8

const (
	unset set = iota
	no
	yes
)

// over lays l over base.
func (l look) over(base look) look {
	if l.hidden == unset {
		l.hidden = base.hidden
	}
	if l.ink == noPaint {
		l.ink = base.ink
	}
	if l.ground == noPaint {
		l.ground = base.ground
	}
	if l.size == 0 {
		l.size = base.size
	}
	if l.bold == unset {
		l.bold = base.bold
	}
	return l
}

// tinyHalfPoints and below is a size nobody can read: 2.5 points.
const tinyHalfPoints = 5

// style is an entry of styles.xml.
type style struct {
	basedOn string
	name    string
	kind    string
	level   int // outline level from 1, 0 unset, -1 stated to be body text
	numID   string
	ilvl    int // -1 where the list says which of its levels the style is
	look    look

	numStyle string // that sets numID, of a resolved style
}

// element reads an element's properties as a tree; only small ones go through
// it (styles, run and paragraph properties).
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr
	Text     string
	Children []element
}

// readElement reads the element that s began, depth levels down, to its end.
// It is xml.Decoder.DecodeElement without reflection, half of whose time that
// would take.
func readElement(d *xml.Decoder, s xml.StartElement, depth int) (*element, error) {
	if depth > maxXMLDepth {
		return nil, tooDeep()
	}
	e := &element{XMLName: s.Name, Attrs: s.Attr}
	for {
		t, err := d.Token()
		if err != nil {
			return nil, damagedXML(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			c, err := readElement(d, t, depth+1)
			if err != nil {
				return nil, err
			}
			e.Children = append(e.Children, *c)
		case xml.EndElement:
			return e, nil
		case xml.CharData:
			e.Text += string(t)
		}
	}
}

func (e *element) child(name string) *element {
	if e == nil {
		return nil
	}
	for i := range e.Children {
		if e.Children[i].XMLName.Local == name {
			return &e.Children[i]
		}
	}
	return nil
}

func (e *element) attr(name string) string {
	if e == nil {
		return ""
	}
	return attr(e.Attrs, name)
}

// text gives the text of a child.
func (e *element) text(name string) string {
	if c := e.child(name); c != nil {
		return c.Text
	}
	return ""
}

func attr(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// toggle reads an on/off element such as w:b.
func (e *element) toggle(name string) set {
	c := e.child(name)
	if c == nil {
		return unset
	}
	switch strings.ToLower(c.attr("val")) {
	case "0", "false", "off", "none":
		return no
	}
	return yes
}

// runLook reads w:rPr.
func runLook(rPr *element) look {
	var l look
	if rPr == nil {
		return l
	}
	l.hidden = rPr.toggle("vanish")
	l.bold = rPr.toggle("b")
	if c := rPr.child("color"); c != nil {
		l.ink = hexPaint(c.attr("val"))
	}
	if f := rPr.child("textFill"); f != nil {
		l.ink = filledWith(f, l.ink)
	}
	if g := shading(rPr); g != noPaint {
		l.ground = g
	}
	if h := rPr.child("highlight"); h != nil {
		l.ground = highlights[h.attr("val")]
	}
	if s := rPr.child("sz"); s != nil {
		l.size, _ = strconv.Atoi(s.attr("val"))
	}
	return l
}

// highlights are the colours of markers.
var highlights = map[string]paint{
	"black": rgb(0, 0, 0), "blue": rgb(0, 0, 255), "cyan": rgb(0, 255, 255), "green": rgb(0, 255, 0), "magenta": rgb(255, 0, 255), "red": rgb(255, 0, 0),
	"yellow": rgb(255, 255, 0), "white": white, "darkBlue": rgb(0, 0, 128), "darkCyan": rgb(0, 128, 128), "darkGreen": rgb(0, 128, 0), "darkMagenta": rgb(128, 0, 128),
	"darkRed": rgb(128, 0, 0), "darkYellow": rgb(128, 128, 0), "darkGray": rgb(128, 128, 128), "lightGray": rgb(192, 192, 192), "none": bare,
}

// filledWith reads w14:textFill, which Word draws instead of the colour ink.
func filledWith(f *element, ink paint) paint {
	if f.child("noFill") != nil {
		return glass
	}
	colour := f.child("solidFill").child("srgbClr")
	if colour == nil {
		return ink
	}
	const percent = 1000 // of the transparency that w14:alpha states
	if t, err := strconv.Atoi(colour.child("alpha").attr("val")); err == nil && t >= 95*percent {
		return glass
	}
	return hexPaint(colour.attr("val"))
}

// shading reads w:shd of run, paragraph, cell or table properties.
func shading(properties *element) paint {
	s := properties.child("shd")
	if s == nil {
		return noPaint
	}
	switch s.attr("val") {
	case "clear", "", "nil":
		return groundPaint(s.attr("fill"))
	case "solid":
		return hexPaint(s.attr("color"))
	}
	return anyPaint // a pattern
}

func (w *docxWalk) loadStyles(raw []byte, err error) error {
	w.styles = map[string]*style{}
	if err != nil || raw == nil {
		return err
	}
	return eachElement(raw, []string{"docDefaults", "style"}, func(e *element) {
		switch e.XMLName.Local {
		case "docDefaults":
			w.defaults = runLook(e.child("rPrDefault").child("rPr"))
		case "style":
			s := &style{basedOn: e.child("basedOn").attr("val"), name: e.child("name").attr("val"), kind: e.attr("type"), look: runLook(e.child("rPr")), ilvl: -1}
			pPr := e.child("pPr")
			s.level = outlineLevel(pPr)
			if n := pPr.child("numPr"); n != nil {
				s.numID = n.child("numId").attr("val")
				if l, err := strconv.Atoi(n.child("ilvl").attr("val")); err == nil {
					s.ilvl = l
				}
			}
			if s.look.ground == noPaint {
				s.look.ground = shading(pPr)
			}
			if id := e.attr("styleId"); id != "" { // others cannot be referred to
				w.styles[id] = s
			}
			if d := e.attr("default"); (d == "1" || d == "on" || d == "true") && s.kind == "paragraph" {
				w.normal = e.attr("styleId")
			}
		}
	})
}

// outlineLevel reads w:outlineLvl of paragraph properties; Word counts from 0
// and 9 means body text.
func outlineLevel(pPr *element) int {
	o := pPr.child("outlineLvl")
	if o == nil {
		return 0
	}
	n, err := strconv.Atoi(o.attr("val"))
	switch {
	case err != nil || n < 0:
		return 0
	case n > 8:
		return -1
	}
	return n + 1
}

// maxStyleChain ends circles of basedOn.
const maxStyleChain = 20

// resolved gives what a style and those it is based on set together.
func (w *docxWalk) resolved(id string) style {
	out := style{ilvl: -1}
	for range maxStyleChain {
		s := w.styles[id]
		if s == nil {
			break
		}
		if out.level == 0 {
			out.level = s.level
			if out.level == 0 {
				out.level = namedLevel(s.name)
			}
		}
		if out.ilvl < 0 {
			out.ilvl = s.ilvl
		}
		if out.numID == "" && s.numID != "" {
			out.numID, out.numStyle = s.numID, id
		}
		if out.name == "" {
			out.name = s.name
		}
		out.look = out.look.over(s.look)
		id = s.basedOn
	}
	return out
}

// namedLevel knows the built-in names of heading styles, which Word keeps in
// English in every language; WPS and converters also write Chinese ones.
func namedLevel(name string) int {
	name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
	for _, prefix := range []string{"heading", "标题"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
			return int(rest[0] - '0')
		}
	}
	return 0
}

// eachElement calls visit for every element of one of the names that does not
// stand within another of them.
func eachElement(raw []byte, names []string, visit func(*element)) error {
	d := newDecoder(raw)
	depth := 0
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damagedXML(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if slices.Contains(names, t.Name.Local) {
				e, err := readElement(d, t, depth)
				if err != nil {
					return err
				}
				visit(e)
			} else if depth++; depth > maxXMLDepth {
				return tooDeep()
			}
		case xml.EndElement:
			depth--
		}
	}
}

// newDecoder reads the XML of Office.
func newDecoder(raw []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(utf8XML(raw)))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}

// utf8XML gives XML that the decoder takes, of UTF-8 or, rarely, UTF-16.
func utf8XML(raw []byte) []byte {
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) {
		raw = []byte(decodeUTF16(raw[2:], false))
	} else if bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		raw = []byte(decodeUTF16(raw[2:], true))
	}
	return repairXML(raw)
}

// forbidden are references to characters that XML 1.0 does not allow.
var forbidden = regexp.MustCompile(`&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01]|6553[45])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]|[fF]{3}[eEfF]));`)

// repairXML puts blanks for characters that XML forbids, which some programs
// write all the same and for which the decoder would give up the file.
func repairXML(raw []byte) []byte {
	if !utf8.Valid(raw) || hasForbidden(raw) {
		raw = []byte(clean(string(raw)))
	}
	if bytes.Contains(raw, []byte("&#")) {
		raw = forbidden.ReplaceAll(raw, []byte(" "))
	}
	return raw
}

// hasForbidden says whether valid UTF-8 holds what clean would replace.
func hasForbidden(raw []byte) bool {
	for _, c := range raw {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return bytes.Contains(raw, []byte("\uFFFE")) || bytes.Contains(raw, []byte("\uFFFF"))
}

func tooDeep() error { return fmt.Errorf("%w: XML nested deeper than %d", ErrLimits, maxXMLDepth) }

// damagedXML keeps typed errors and makes ErrDamaged of the decoder's, whose
// words may quote the document.
func damagedXML(err error) error {
	if sentinelOf(err) >= 0 {
		return err
	}
	return fmt.Errorf("%w: its XML cannot be read", ErrDamaged)
}
