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
// Readability (Mozilla's, in Go) finds the part of a page that is its article. What it leaves around
// it is taken off by what blocks of text are like: those of an article are long and hold sentences and few
// links; menus, recommendations and notices are short, or links (Kohlschütter, Fankhauser, Nejdl: Boilerplate
// Detection using Shallow Text Features, WSDM 2010). The article is the smallest element that has nearly all of
// the long ones; what stands before the first and after the last of them is left out. Where readability finds no
// article, the same is done to the page as a whole.

const (
	// longBlock is from how many characters a block is long: a sentence of Chinese. One that
	// ends as a sentence does may have half of that.
	longBlock = 30
	// mostLinked is the largest share of a long block, in hundredths, that may be in links.
	mostLinked = 30
	// nearlyAll is the share, in hundredths, of the long text that the article's element has. A lower one would
	// lose the shorter of two parts; a higher one would be kept up by any notice beside the article.
	nearlyAll = 90
	// linkList is from which share in links a part of an article is no text of it.
	linkList = 50
)

// silent are elements whose text is not the article's, whatever they are called.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Nav: true, atom.Aside: true, atom.Footer: true, atom.Form: true,
	atom.Button: true, atom.Select: true, atom.Textarea: true, atom.Iframe: true, atom.Svg: true, atom.Object: true, atom.Head: true,
}

// besideName is what parts beside an article are called, and within those nothing is the article.
var besideName = regexp.MustCompile(`(?i)(^|[\s_-])(comments?|reply|replies|discuss|footer|foot|bottom|copyright|sidebar|side|aside|related|recommend\w*|hot|rank\w*|widget\w*|navbar|nav|menu|breadcrumbs?|share|toolbar|qr_?code\w*|advert\w*|ads?|login|popup|modal|pagination|pager|catlinks)([\s_-]|$)|comment-|comment_`)

// blocks are elements that stand by themselves.
var blocks = map[atom.Atom]bool{
	atom.Body: true, atom.Div: true, atom.P: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Header: true, atom.Blockquote: true, atom.Pre: true, atom.Ul: true, atom.Ol: true,
	atom.Li: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Table: true, atom.Tbody: true, atom.Thead: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Center: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true, atom.Details: true, atom.Fieldset: true,
}

// heading reports whether an element is a heading within an article; its title is not.
func heading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// measure is what a part of a page has: characters without white space, those of them in
// links, and how many stand in long blocks.
type measure struct{ text, linked, long int }

// finder measures the parts of a page.
type finder map[*html.Node]measure

const (
	// enough is how many characters an article has that readability is sure of; of Chinese, which says
	// as much in a third of the characters, enoughHan.
	enough, enoughHan = 500, 150
	// mostElements is the most elements of a page that readability is asked about: it goes through them many times.
	mostElements = 50_000
	// leastKept is the least share, in hundredths, of the long text of what readability found that is left when
	// what is around the article was taken off; where it is less, nothing is.
	leastKept = 60
)

// mainText returns the source of the element that holds the main text of a page, without what does not belong to
// it; nil where there is none. It changes the page, and parses its source again where it is needed once more.
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

// readable returns the article that readability finds in a page, nil for none. It changes the page.
func readable(root *html.Node) *html.Node {
	p := readability.NewParser()
	p.CharThresholds, p.DisableJSONLD, p.MaxElemsToParse = enough, true, mostElements
	if mostlyHan(root) {
		p.CharThresholds = enoughHan
	}
	a, err := p.ParseAndMutate(root, &url.URL{})
	if err != nil || a.Node == nil { // the error is that of a page of too many elements
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

// narrow returns the smallest element with nearly all of the long text in a part of a page, without what does not
// belong to it; nil where there is none. It changes the part.
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

// dropBeside removes what is beside the article by its name or its kind.
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

// called reports whether an element is called as parts beside an article are.
func called(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Article, atom.Main, atom.Td:
		return false
	}
	return besideName.MatchString(attribute(n, "class")) || besideName.MatchString(attribute(n, "id"))
}

// hidden reports whether a browser would not show an element. (What scripts show later is often
// only made invisible, and counts.)
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

// measure measures an element and all in it. Text that stands between blocks is a block too.
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

// holdsBlock reports whether there is a block in an element that is none.
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

// inline measures what is no block, with its last character.
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

// trim removes from the article lists of links, and what stands before its first long block and
// after its last but headings.
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
				// Of text between blocks the run is measured with its element; as a part of an article it stays.
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

// innerBlock reports whether a block has no other in it.
func innerBlock(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && blocks[d.DataAtom] {
			return false
		}
	}
	return true
}
