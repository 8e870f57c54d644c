package metafile

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
)

func isSVG(raw []byte) bool {
	head := raw[:min(len(raw), HeadBytes)]
	return bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte("<")) && bytes.Contains(head, []byte("<svg"))
}

// svg reads the texts of an SVG. A text, and a part of one with a place of its own, begins a line.
func (p *pen) svg(raw []byte) {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict, d.AutoClose, d.Entity = false, nil, xml.HTMLEntity
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) { return charset.NewReaderLabel(label, r) }
	var line strings.Builder
	flush := func() {
		if s := strings.Join(strings.Fields(line.String()), " "); s != "" {
			p.put(s, 0, float64(len(p.Lines)+len(p.Faint)), 0)
		}
		line.Reset()
	}
	text, skip := 0, 0 // how deep within a text, and within what is not drawn
	for {
		token, err := d.Token()
		if err != nil {
			flush()
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if skip > 0 || undrawn(t) {
				skip++
				continue
			}
			if text > 0 || t.Name.Local == "text" || t.Name.Local == "foreignObject" {
				text++
				if placed(t) {
					flush()
				}
			}
		case xml.EndElement:
			switch {
			case skip > 0:
				skip--
			case text > 0:
				if text--; text == 0 {
					flush()
				}
			}
		case xml.CharData:
			if text > 0 && skip == 0 {
				line.Write(t)
			}
		}
	}
}

// undrawn reports whether an element is not drawn where it stands.
func undrawn(t xml.StartElement) bool {
	if slices.Contains([]string{"defs", "symbol", "style", "script", "title", "desc", "metadata", "clipPath", "mask"}, t.Name.Local) {
		return true
	}
	return slices.ContainsFunc(t.Attr, func(a xml.Attr) bool {
		value := strings.ReplaceAll(a.Value, " ", "")
		switch a.Name.Local {
		case "display", "fill":
			return value == "none"
		case "visibility":
			return value == "hidden"
		case "opacity", "fill-opacity":
			return value != "" && strings.Trim(value, "0.") == ""
		case "style":
			unseen := []string{"display:none", "visibility:hidden", "opacity:0;"}
			return slices.ContainsFunc(unseen, func(s string) bool { return strings.Contains(value, s) })
		}
		return false
	})
}

// placed reports whether an element has a place of its own, or is a block.
func placed(t xml.StartElement) bool {
	if slices.Contains([]string{"text", "foreignObject", "div", "p", "li", "br"}, t.Name.Local) {
		return true
	}
	return slices.ContainsFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == "y" || a.Name.Local == "dy" })
}
