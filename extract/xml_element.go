package extract

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
)

// element is an element that was read whole, with those in it: all of them one
// behind the other as they begin in the file. One without nodes is none. Only
// small ones are read so: properties, styles, definitions of lists.
type element []xmlNode

type xmlNode struct {
	name  string
	attrs []xmlAttr
	text  string // its own, without that of elements in it
	size  int    // of its element, in nodes
	outer int    // the node it stands in, while that is being read
}

// element reads the element of the latest tag to its end. It holds until the
// next one is read.
func (x *xmlReader) element() (element, error) {
	x.nodes = append(x.nodes[:0], xmlNode{name: x.tag.name, attrs: x.tag.attrs})
	at := 0
	for {
		kind, err := x.next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case xmlStart:
			x.nodes = append(x.nodes, xmlNode{name: x.tag.name, attrs: x.tag.attrs, outer: at})
			at = len(x.nodes) - 1
		case xmlText:
			x.nodes[at].text += x.chars
		case xmlEnd:
			x.nodes[at].size = len(x.nodes) - at
			if at == 0 {
				return x.nodes, nil
			}
			at = x.nodes[at].outer
		}
	}
}

// children gives the elements that stand directly in e.
func (e element) children() iter.Seq[element] {
	return func(yield func(element) bool) {
		for i := 1; i < len(e); i += e[i].size {
			if !yield(e[i : i+e[i].size]) {
				return
			}
		}
	}
}

// child gives the first of a name among them, or none.
func (e element) child(name string) element {
	for i := 1; i < len(e); i += e[i].size {
		if e[i].name == name {
			return e[i : i+e[i].size]
		}
	}
	return nil
}

func (e element) name() string { return e[0].name }

func (e element) attr(name string) string {
	if len(e) == 0 {
		return ""
	}
	return attrOf(e[0].attrs, name)
}

// text gives its own text.
func (e element) text() string {
	if len(e) == 0 {
		return ""
	}
	return e[0].text
}

// toggle reads an on/off element such as w:b.
func (e element) toggle(name string) set {
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

// eachElement calls visit for every element of one of the names that does not
// stand within another of them.
func eachElement(raw string, names []string, visit func(element)) error {
	x := newXML(raw)
	for {
		kind, err := x.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if kind == xmlStart && slices.Contains(names, x.tag.name) {
			e, err := x.element()
			if err != nil {
				return err
			}
			visit(e)
		}
	}
}

// rootWindow is how far from the start the root element of an XML file ends:
// LibreOffice declares 3 KB of name spaces in it.
const rootWindow = 16 << 10

// rootOf gives the start of an XML file's root element and its name space; an
// empty one where there is none.
func rootOf(data []byte) (root xmlTag, space string) {
	x := newXML(string(data[:min(len(data), rootWindow)]))
	for {
		switch kind, err := x.next(); {
		case err != nil:
			return xmlTag{}, ""
		case kind == xmlStart:
			return x.tag, x.space()
		}
	}
}
