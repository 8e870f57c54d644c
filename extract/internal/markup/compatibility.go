package markup

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Markup compatibility (ECMA-376, part 3): a file may state something in several ways, and a
// program shows the first one that it understands. The choice is made here, below all other
// readers, since it may occur anywhere: between paragraphs, around the rows of a table, in the
// properties of a run.

const compatibilityNamespace = "http://schemas.openxmlformats.org/markup-compatibility/2006"

// understood are the namespaces beyond the standard's own that Word understands. Word shows the
// first Choice that requires only these, or else the Fallback.
var understood = func() map[string]bool {
	set := map[string]bool{}
	for _, list := range []struct{ before, names string }{
		{"urn:schemas-microsoft-com:", `vml office:office office:word`},
		{"http://schemas.microsoft.com/office/", "2019/extlst"},
		{"http://schemas.microsoft.com/office/word/", `
			2006/wordml 2010/wordml 2010/wordprocessingCanvas 2010/wordprocessingDrawing 2010/wordprocessingGroup
			2010/wordprocessingInk 2010/wordprocessingShape 2012/wordml 2012/wordprocessingDrawing 2015/wordml/symex
			2016/wordml/cid 2018/wordml 2018/wordml/cex 2020/wordml/sdtdatahash 2020/oembed 2023/wordml/word16du
			2024/wordml/sdtformatlock`},
		{"http://schemas.microsoft.com/office/drawing/", `
			2007/8/2/chart 2008/diagram 2010/chartDrawing 2010/compatibility 2010/diagram 2010/main 2010/picture
			2010/slicer 2012/chart 2012/chartStyle 2012/main 2012/timeslicer 2013/main/command 2014/chart 2014/chart/ac
			2014/chartex 2014/main 2015/06/chart 2015/9/8/chartex 2015/10/21/chartex 2016/5/9/chartex 2016/5/10/chartex
			2016/5/11/chartex 2016/5/12/chartex 2016/5/13/chartex 2016/5/14/chartex 2016/11/diagram 2016/11/main
			2016/12/diagram 2016/ink 2016/SVG/main 2017/03/chart 2017/decorative 2017/model3d 2018/animation
			2018/hyperlinkcolor 2018/sketchyshapes 2020/classificationShape 2021/oembed 2021/scriptlink`},
		{"http://schemas.openxmlformats.org/", `
			wordprocessingml/2006/main officeDocument/2006/relationships officeDocument/2006/math drawingml/2006/main
			drawingml/2006/chart drawingml/2006/chartDrawing drawingml/2006/diagram drawingml/2006/lockedCanvas
			drawingml/2006/picture drawingml/2006/wordprocessingDrawing`},
		{"http://purl.oclc.org/ooxml/", `
			wordprocessingml/main officeDocument/relationships officeDocument/math drawingml/main drawingml/chart
			drawingml/chartDrawing drawingml/diagram drawingml/lockedCanvas drawingml/picture
			drawingml/wordprocessingDrawing`},
	} {
		for name := range strings.FieldsSeq(list.names) {
			set[list.before+name] = true
		}
	}
	return set
}()

// compatibility is the state of the choices in a file.
type compatibility struct {
	wrappers []int           // depths of open elements that only enclose a choice, which are not tokens
	choices  []choice        // open choices
	ignored  map[string]bool // unknown namespaces whose elements are left out with their content
	// entered holds "namespace name" of elements whose content counts all the same; "*" for any
	// name.
	entered map[string]bool
}

// choice is an open AlternateContent.
type choice struct {
	depth int
	taken bool // one of its alternatives was taken
}

// Next reads a token, or returns io.EOF after the last element. Every start has an end, even for
// empty elements. Of alternatives in a file it returns the first one that Word understands, and it
// leaves out what a file declares ignorable.
func (x *Reader) Next() (Kind, error) {
	for {
		kind, err := x.token()
		if err != nil || len(x.wrappers) == 0 && (kind != Start || !x.mayBeCompatibility()) {
			return kind, err
		}
		switch n := len(x.wrappers); kind {
		case Start:
			shown, err := x.compatible()
			if shown || err != nil {
				return kind, err
			}
		case End:
			if n == 0 || x.wrappers[n-1] != len(x.open)+1 {
				return kind, nil
			}
			x.wrappers = x.wrappers[:n-1]
			if c := len(x.choices); c > 0 && x.choices[c-1].depth == len(x.open)+1 {
				x.choices = x.choices[:c-1]
			}
		case Text:
			if c := len(x.choices); c == 0 || x.choices[c-1].depth != len(x.open) {
				return kind, nil
			}
		}
	}
}

// mayBeCompatibility reports whether the latest start tag needs a closer look; almost none does.
func (x *Reader) mayBeCompatibility() bool {
	return x.Tag.Name == "AlternateContent" || x.ignored != nil && x.ignored[x.Space()]
}

// compatible reports whether Word sees the latest start tag. If not, its element has been skipped,
// or only its content counts.
func (x *Reader) compatible() (shown bool, err error) {
	depth, space := len(x.open), x.Space()
	within := len(x.choices) > 0 && x.choices[len(x.choices)-1].depth == depth-1
	switch {
	case within && space == compatibilityNamespace && (x.Tag.Name == "Choice" || x.Tag.Name == "Fallback"):
		c := &x.choices[len(x.choices)-1]
		if c.taken || x.Tag.Name == "Choice" && (!x.understands(x.Tag.Attr("Requires")) || x.leavesSign()) {
			return false, x.skipElement()
		}
		c.taken = true
	case within:
		return false, x.skipElement()
	case space == compatibilityNamespace && x.Tag.Name == "AlternateContent":
		x.choices = append(x.choices, choice{depth: depth})
	case x.ignored[space] && (x.entered[space+" "+x.Tag.Name] || x.entered[space+" *"]):
	case x.ignored[space]:
		return false, x.skipElement()
	default:
		return true, nil
	}
	x.wrappers = append(x.wrappers, depth)
	return false, nil
}

// understands reports whether the namespaces of all prefixes in a list are understood.
func (x *Reader) understands(prefixes string) bool {
	some := false
	for prefix := range strings.FieldsSeq(prefixes) {
		if some = understood[x.spaces[prefix]]; !some {
			return false
		}
	}
	return some
}

// leavesSign reports whether the latest tag is an empty alternative beside a single sign, as of
// programs that know signs (w16se) only in run properties. All of them show the sign, Word too if it
// is older than these alternatives.
func (x *Reader) leavesSign() bool {
	raw := x.Raw[x.Offset:]
	if !x.closing && !strings.HasPrefix(raw, "</") {
		return false
	}
	raw, _, _ = strings.Cut(raw[:min(len(raw), signWindow)], ":AlternateContent>")
	signs := 0
	for piece := range strings.SplitSeq(raw, "<") {
		_, text, _ := strings.Cut(piece, ">")
		text, _ = unescaped(text)
		signs += utf8.RuneCountInString(strings.TrimSpace(text))
	}
	return signs == 1 || signs == 2 && strings.Contains(raw, "\uFE0F")
}

// signWindow is how many bytes are searched for a single sign with its properties.
const signWindow = 1024

// skipElement reads to the end of the element begun last.
func (x *Reader) skipElement() error {
	outside := len(x.open) - 1
	for len(x.open) > outside {
		switch _, err := x.token(); {
		case errors.Is(err, io.EOF):
			return damagedXML()
		case err != nil:
			return err
		}
	}
	return nil
}

// noteIgnorable records the namespaces that the latest start tag declares ignorable.
func (x *Reader) noteIgnorable() {
	for prefix := range strings.FieldsSeq(x.Tag.Attr("Ignorable")) {
		if uri := x.spaces[prefix]; uri != "" && !understood[uri] {
			if x.ignored == nil {
				x.ignored, x.entered = map[string]bool{}, map[string]bool{}
			}
			x.ignored[uri] = true
		}
	}
	for name := range strings.FieldsSeq(x.Tag.Attr("ProcessContent")) {
		prefix, local, _ := strings.Cut(name, ":")
		if x.entered != nil {
			x.entered[x.spaces[prefix]+" "+local] = true
		}
	}
}
