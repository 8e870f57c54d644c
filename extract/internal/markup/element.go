package markup

import (
	"iter"
	"strings"

	"zhiwen/extract/internal/style"
)

// Element is an element that was read as a whole, with its descendants in file order. An Element
// without nodes is missing. Only small elements are read like this: properties, styles, definitions
// of lists.
type Element []Node

// Node is an element in a tree that is stored as a list.
type Node struct {
	Name  string
	Attrs Attributes
	Text  string // its own text, without that of its descendants
	size  int    // number of nodes of the element
	outer int    // index of the parent while reading
}

// Element reads the element of the latest tag to its end. The result is valid until the next call.
func (x *Reader) Element() (Element, error) {
	x.nodes = append(x.nodes[:0], Node{Name: x.Tag.Name, Attrs: x.Tag.attrs})
	at := 0
	for {
		kind, err := x.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case Start:
			x.nodes = append(x.nodes, Node{Name: x.Tag.Name, Attrs: x.Tag.attrs, outer: at})
			at = len(x.nodes) - 1
		case Text:
			x.nodes[at].Text += x.Text
		case End:
			x.nodes[at].size = len(x.nodes) - at
			if at == 0 {
				return x.nodes, nil
			}
			at = x.nodes[at].outer
		}
	}
}

// Memo keeps what was made of an element, for the next one that is written in the same way: runs of
// text repeat their properties.
type Memo[T any] struct {
	written string // content and end tag
	made    T
}

// Read reads the element of the latest tag to its end and returns what make returns for it, which
// may depend on nothing but the element.
func (m *Memo[T]) Read(x *Reader, make func(Element) T) (T, error) {
	if x.again(m.written) {
		return m.made, nil
	}
	from, open := x.Offset, x.open[len(x.open)-1]
	e, err := x.Element()
	if err != nil {
		return m.made, err
	}
	m.made, m.written = make(e), ""
	if raw := x.Raw[from:x.Offset]; strings.HasSuffix(raw, "</"+open+">") {
		m.written = raw
	}
	return m.made, nil
}

// again skips the element of the latest start tag if its content and its end tag are as written,
// and reports whether it did.
func (x *Reader) again(written string) bool {
	if written == "" || x.closing || !strings.HasPrefix(x.Raw[x.Offset:], written) {
		return false
	}
	if open := x.open[len(x.open)-1]; !strings.HasSuffix(written, "</"+open+">") {
		return false
	}
	x.Offset += len(written)
	x.close()
	return true
}

// Children returns the direct children of e.
func (e Element) Children() iter.Seq[Element] {
	return func(yield func(Element) bool) {
		for i := 1; i < len(e); i += e[i].size {
			if !yield(e[i : i+e[i].size]) {
				return
			}
		}
	}
}

// Child returns the first child with a name, or a missing element.
func (e Element) Child(name string) Element {
	for i := 1; i < len(e); i += e[i].size {
		if e[i].Name == name {
			return e[i : i+e[i].size]
		}
	}
	return nil
}

// Name returns the local name.
func (e Element) Name() string { return e[0].Name }

// Attr returns the value of an attribute, or "".
func (e Element) Attr(name string) string {
	if len(e) == 0 {
		return ""
	}
	return e[0].Attrs.Of(name)
}

// Text returns the element's own text.
func (e Element) Text() string {
	if len(e) == 0 {
		return ""
	}
	return e[0].Text
}

// Toggle reads an on/off element such as w:b.
func (e Element) Toggle(name string) style.Set {
	if c := e.Child(name); c != nil {
		return c.On()
	}
	return style.Unset
}

// On reads an on/off element itself.
func (e Element) On() style.Set {
	switch strings.ToLower(e.Attr("val")) {
	case "0", "false", "off", "none":
		return style.No
	}
	return style.Yes
}

// Each calls visit for every element with one of the names that is not inside another of them.
func Each(raw string, names []string, visit func(Element)) error {
	x := NewReader(raw)
	for {
		found, err := x.Find(names...)
		if !found || err != nil {
			return err
		}
		e, err := x.Element()
		if err != nil {
			return err
		}
		visit(e)
	}
}

// rootWindow is how far from the start the start tag of the root element may end: LibreOffice
// declares 3 KB of namespaces in it.
const rootWindow = 16 << 10

// Root returns the start tag of an XML file's root element and its namespace, or an empty tag.
func Root(data []byte) (root Tag, space string) {
	x := NewReader(string(data[:min(len(data), rootWindow)]))
	if found, _ := x.Find(); !found {
		return Tag{}, ""
	}
	return x.Tag, x.Space()
}
