package article

import (
	"bytes"
	"context"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The main text of a page
//
// Readability (Mozilla's, in Go) finds the part of a page that is its article. The surroundings
// that it leaves are removed by the properties of text blocks: those of an article are long and
// contain sentences and few links; menus, recommendations and notices are short, or consist of
// links (Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text Features, WSDM
// 2010). The article is the smallest element with nearly all of the long blocks; text before the
// first and after the last of them is dropped. If readability finds no article, the same is done
// with the whole page.

const (
	// longBlock is the least number of characters of a long block: a Chinese sentence. A block that
	// ends like a sentence needs only half of that.
	longBlock = 30
	// mostLinked is the largest share of links in a long block, in hundredths.
	mostLinked = 30
	// nearlyAll is the share, in hundredths, of the long text that the article's element must have.
	// A lower share would lose the shorter of two parts; with a higher one any notice beside the
	// article would be included.
	nearlyAll = 90
	// linkList is the share of links, in hundredths, from which a part of an article is not its text.
	linkList = 50
)

// silent are elements whose text is never the article's.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Nav: true, atom.Aside: true, atom.Footer: true,
	atom.Form:   true,
	atom.Button: true, atom.Select: true, atom.Textarea: true, atom.Iframe: true, atom.Svg: true, atom.Object: true, atom.Head: true,
}

// besideName matches the names of parts beside an article; nothing within them is the article.
var besideName = regexp.MustCompile(`(?i)(^|[\s_-])(comments?|reply|replies|discuss|footer|foot|bottom|copyright|sidebar|side|aside|` +
	`related|recommend\w*|hot|rank\w*|widget\w*|navbar|nav|menu|breadcrumbs?|share|toolbar|qr_?code\w*|advert\w*|ads?|login|popup|modal|` +
	`pagination|pager|catlinks)([\s_-]|$)|comment-|comment_`)

// blocks are block elements.
var blocks = map[atom.Atom]bool{
	atom.Body: true, atom.Div: true, atom.P: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Header: true,
	atom.Blockquote: true, atom.Pre: true, atom.Ul: true, atom.Ol: true, atom.Li: true, atom.Dl: true, atom.Dt: true, atom.Dd: true,
	atom.Table: true, atom.Tbody: true, atom.Thead: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Center: true, atom.H1: true,
	atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true,
	atom.Details: true, atom.Fieldset: true,
}

// heading reports whether an element is a heading within an article, other than its title.
func heading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// measure counts the characters of a part of a page without white space: all of them, those in
// links, and those in long blocks.
type measure struct{ text, linked, long int }

// finder holds the measures of the parts of a page.
type finder map[*html.Node]measure

const (
	// enough is the least number of characters of an article that readability accepts with
	// certainty; enoughHan is that for Chinese, which needs a third of the characters for the same
	// content.
	enough, enoughHan = 500, 150
	// mostElements is the most elements of a page that is passed to readability, which goes through
	// them many times.
	mostElements = 50_000
	// leastKept is the least share, in hundredths, of the long text found by readability that must
	// be left after the surroundings are removed; otherwise nothing is removed.
	leastKept = 60
)

// mainText returns the source of the element with the main text of a page, without what does not
// belong to it, or nil. It changes the page, and parses the source again if it needs the original.
func mainText(ctx context.Context, root *html.Node, source []byte) ([]byte, error) {
	if found := readable(root); found != nil {
		all, whole := measured(found), new(bytes.Buffer)
		if err := html.Render(whole, found); err != nil {
			return nil, err
		}
		if part := narrow(found); part != nil && measured(part).long*100 >= all.long*leastKept {
			whole.Reset()
			err := html.Render(whole, part)
			return whole.Bytes(), err
		}
		if all.long > 0 {
			return whole.Bytes(), nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(source))
	if err != nil {
		return nil, err
	}
	part := narrow(root)
	if part == nil {
		return nil, nil
	}
	var out bytes.Buffer
	err = html.Render(&out, part)
	return out.Bytes(), err
}

// readable returns the article that readability finds in a page, or nil. It changes the page.
func readable(root *html.Node) *html.Node {
	p := readability.NewParser()
	p.CharThresholds, p.DisableJSONLD, p.MaxElemsToParse = enough, true, mostElements
	if mostlyHan(root) {
		p.CharThresholds = enoughHan
	}
	a, err := p.ParseAndMutate(root, &url.URL{})
	if err != nil || a.Node == nil { // the error means too many elements
		return nil
	}
	return a.Node
}

// mostlyHan reports whether at least half of the letters of a page are Chinese characters.
func mostlyHan(root *html.Node) bool {
	han, letters := 0, 0
	for n := range root.Descendants() {
		if n.Type != html.TextNode || n.Parent != nil && silent[n.Parent.DataAtom] {
			continue
		}
		for _, r := range n.Data {
			if unicode.IsLetter(r) {
				letters++
				if unicode.Is(unicode.Han, r) {
					han++
				}
			}
		}
	}
	return han*2 >= letters
}

// narrow returns the smallest element with nearly all of the long text in a part of a page, without
// what does not belong to it, or nil. It changes the part.
func narrow(root *html.Node) *html.Node {
	dropBeside(root)
	f := finder{}
	f.measure(root)
	at := root
	for {
		next := at
		for c := at.FirstChild; c != nil; c = c.NextSibling {
			if m := f[c]; m.long > 0 && m.long*100 >= f[at].long*nearlyAll {
				next = c
				break
			}
		}
		if next == at {
			break
		}
		at = next
	}
	if f[at].long == 0 || at.Type != html.ElementNode {
		return nil
	}
	f.trim(at)
	return at
}

// dropBeside removes parts beside the article, recognised by their name or kind.
func dropBeside(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode, c.Type == html.ElementNode && (silent[c.DataAtom] || hidden(c) || called(c)):
			n.RemoveChild(c)
		default:
			dropBeside(c)
		}
		c = next
	}
}

// called reports whether an element is named like parts beside an article.
func called(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Article, atom.Main, atom.Td:
		return false
	}
	return besideName.MatchString(attribute(n, "class")) || besideName.MatchString(attribute(n, "id"))
}

// hidden reports whether a browser would not show an element. Elements that scripts show later are
// often only made invisible, and count.
func hidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" || a.Key == "style" && strings.Contains(strings.ReplaceAll(strings.ToLower(a.Val), " ", ""), "display:none") {
			return true
		}
	}
	return false
}

// measured measures an element by itself.
func measured(n *html.Node) measure { return finder{}.measure(n) }

// measure measures an element and everything in it. Text between blocks counts as a block.
func (f finder) measure(n *html.Node) measure {
	var all, run measure
	var last rune
	end := func() {
		if long(run, last) {
			all.long += run.text - run.linked
		}
		all.text += run.text
		all.linked += run.linked
		run, last = measure{}, 0
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && holdsBlock(c) || c.Type == html.ElementNode && blocks[c.DataAtom] {
			end()
			m := f.measure(c)
			all.text, all.linked, all.long = all.text+m.text, all.linked+m.linked, all.long+m.long
			continue
		}
		m, l := inline(c, false)
		run.text, run.linked = run.text+m.text, run.linked+m.linked
		if l != 0 {
			last = l
		}
	}
	end()
	f[n] = all
	return all
}

// holdsBlock reports whether an element is or contains a block.
func holdsBlock(n *html.Node) bool {
	if blocks[n.DataAtom] {
		return true
	}
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && blocks[d.DataAtom] {
			return true
		}
	}
	return false
}

// inline measures inline content and returns its last character.
func inline(n *html.Node, linked bool) (m measure, last rune) {
	if n.Type == html.TextNode {
		for _, r := range n.Data {
			if !unicode.IsSpace(r) {
				m.text++
				last = r
			}
		}
		if linked {
			m.linked = m.text
		}
		return m, last
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		x, l := inline(c, linked || n.DataAtom == atom.A)
		m.text, m.linked = m.text+x.text, m.linked+x.linked
		if l != 0 {
			last = l
		}
	}
	return m, last
}

// long reports whether a block is long.
func long(m measure, last rune) bool {
	least := longBlock
	if strings.ContainsRune("。！？；…」』”.!?;", last) {
		least /= 2
	}
	return m.text >= least && m.linked*100 <= m.text*mostLinked
}

// trim removes lists of links from the article, and everything except headings before its first and
// after its last long block.
func (f finder) trim(root *html.Node) {
	var order []*html.Node // the innermost blocks and the pieces between blocks, in order
	first, last := -1, -1
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			m, measured := f[c]
			switch {
			case measured && m.long == 0 && m.linked*100 > m.text*linkList:
				n.RemoveChild(c)
			case measured && innerBlock(c):
				if order = append(order, c); m.long > 0 {
					if last = len(order) - 1; first < 0 {
						first = last
					}
				}
			case measured:
				walk(c)
			default:
				order = append(order, c)
				// Text between blocks is measured with its element, but as a part of an article it
				// stays.
				if x, _ := inline(c, false); x.text >= longBlock {
					if last = len(order) - 1; first < 0 {
						first = last
					}
				}
			}
			c = next
		}
	}
	walk(root)
	for i, n := range order {
		if (i < first && !heading(n) || i > last || n.DataAtom == atom.H1) && n.Parent != nil && first >= 0 {
			n.Parent.RemoveChild(n)
		}
	}
}

// innerBlock reports whether a block contains no other block.
func innerBlock(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && blocks[d.DataAtom] {
			return false
		}
	}
	return true
}
