// Package article reads fetched web pages: the main text without menus, recommendations and
// comments, what the page states about itself, and its links. It also reads the lists in which
// sites publish their pages: feeds and sitemaps.
//
// Its input is the bytes of a response and its address. Its output is an extract.WebPage, with the
// main text in a draft. Nothing is loaded, and no script runs. It should run in a child process: a
// hostile page may cost time and memory.
package article

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	web "zhiwen/extract/internal/html"
)

const (
	// mostLinks is the most links of a page that are kept, mostAddress the most bytes of each.
	mostLinks, mostAddress = 20_000, 2000
	// mostFiles is the most files that a page can name as its full text.
	mostFiles = 20
)

// fullText are the names of meta elements in which pages about a document state where its file is:
// Highwire's, which Google Scholar reads, with its copies by bepress and EPrints.
var fullText = map[string]bool{"citation_pdf_url": true, "bepress_citation_pdf_url": true, "eprints.document_url": true}

// fileKinds are the content types of files that a link element can refer to (rel=alternate, or
// rel=item as in Signposting).
var fileKinds = map[string]bool{
	"application/pdf": true, "application/msword": true, "application/rtf": true, "application/ofd": true,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": true, "application/vnd.oasis.opendocument.text": true,
}

// Read reads a page. If there is main text, it goes into the draft, and main is true. Times later
// than now are ignored. The error wraps one of package extract's.
func Read(
	ctx context.Context, b *draft.Draft, q extract.WebRequest, data []byte, now time.Time,
) (page *extract.WebPage, main bool, err error) {
	at, err := url.Parse(q.Address)
	if err != nil || at.Host == "" {
		return nil, false, fmt.Errorf("%w: no address of a page", extract.ErrUnsupported)
	}
	zone := time.UTC
	if z, ok := offset(q.Zone); ok {
		zone = z
	}
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		if data, err = unpacked(data); err != nil {
			return nil, false, err
		}
	}
	if isList(data) {
		page, err = readList(data, at)
		return page, false, err
	}
	source, err := decoded(data, q.Kind)
	if err != nil {
		return nil, false, err
	}
	root, err := html.Parse(bytes.NewReader(source))
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", extract.ErrLimits, err)
	}
	page = &extract.WebPage{}
	links(page, root, at)
	s := look(root)
	if c, ok := absolute(at, s.canonical); ok {
		page.Canonical = c
	}
	page.Published, page.Views = s.published(zone, now), s.views()
	page.Author = first(s.linked["author"], s.items["name"], s.meta["author"], s.meta["article:author"], s.meta["og:article:author"])
	page.Site = first(s.meta["og:site_name"], s.linked["publisher"], s.meta["contentsource"], s.meta["application-name"])
	page.Title = first(s.linked["headline"], s.meta["og:title"], s.meta["articletitle"], s.items["headline"], s.heading, s.title)
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	main, err = text(ctx, b, root, source)
	if err != nil {
		return nil, false, err
	}
	return page, main, taught(page, q, string(source), zone, now)
}

// decoded returns a page in UTF-8. A page without a stated encoding that is entirely valid UTF-8
// counts as that: its beginning alone, perhaps without a Chinese character, would not decide.
func decoded(data []byte, kind string) ([]byte, error) {
	const looked = 1024 // bytes, as browsers do
	encoding, _, certain := charset.DetermineEncoding(data[:min(len(data), looked)], kind)
	if !certain && utf8.Valid(data) {
		return data, nil
	}
	source, err := encoding.NewDecoder().Bytes(data)
	if err != nil {
		return nil, fmt.Errorf("%w: it cannot be decoded", extract.ErrDamaged)
	}
	return source, nil
}

// text adds the main text of a page to the draft. It changes the page.
func text(ctx context.Context, b *draft.Draft, root *html.Node, source []byte) (bool, error) {
	found, err := mainText(ctx, root, source)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", extract.ErrLimits, err)
	}
	if err != nil || found == nil {
		return false, err
	}
	return true, web.Read(ctx, b, found, "text/html; charset=utf-8")
}

// taught applies the expressions of the site to the source of a page. Their results take precedence
// over what is found without them.
func taught(page *extract.WebPage, q extract.WebRequest, source string, zone *time.Location, now time.Time) error {
	for _, field := range extract.TaughtFields() {
		if q.Taught[field] == "" {
			continue
		}
		e, err := regexp.Compile(q.Taught[field])
		if err != nil || e.NumSubexp() < 1 {
			return fmt.Errorf("%w: the expression of %s", extract.ErrUnsupported, field)
		}
		m := e.FindStringSubmatch(source)
		if m == nil {
			continue
		}
		value := strings.TrimSpace(html.UnescapeString(m[1]))
		switch field {
		case extract.WebTitle:
			page.Title = first(value, page.Title)
		case extract.WebAuthor:
			page.Author = first(value, page.Author)
		case extract.WebPublished:
			if t := published(value, zone, now); t != "" {
				page.Published = t
			}
		case extract.WebViews:
			if n := count("阅读 " + value); n > 0 {
				page.Views = n
			}
		}
	}
	return nil
}

// links collects the links of a page and the feeds and files that it names.
func links(page *extract.WebPage, root *html.Node, at *url.URL) {
	seen := map[string]bool{}
	base := at
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || len(seen) >= mostLinks {
			continue
		}
		switch n.DataAtom {
		case atom.Base:
			if to, err := at.Parse(attribute(n, "href")); err == nil && base == at {
				base = to
			}
		case atom.A, atom.Area:
			if strings.Contains(attribute(n, "rel"), "nofollow") {
				continue
			}
			if to, ok := absolute(base, attribute(n, "href")); ok && !seen[to] {
				seen[to] = true
				page.Links = append(page.Links, to)
			}
		case atom.Meta:
			if fullText[strings.ToLower(attribute(n, "name"))] {
				if to, ok := absolute(base, attribute(n, "content")); ok && !slices.Contains(page.Files, to) &&
					len(page.Files) < mostFiles {
					page.Files = append(page.Files, to)
				}
			}
		case atom.Link:
			kind := attribute(n, "type")
			if rel := strings.ToLower(attribute(n, "rel")); (rel == "alternate" || rel == "item") &&
				fileKinds[strings.ToLower(strings.TrimSpace(kind))] {
				if to, ok := absolute(base, attribute(n, "href")); ok && !slices.Contains(page.Files, to) && len(page.Files) < mostFiles {
					page.Files = append(page.Files, to)
				}
			}
			if strings.Contains(kind, "rss") || strings.Contains(kind, "atom") || attribute(n, "rel") == "sitemap" {
				if to, ok := absolute(base, attribute(n, "href")); ok && !seen[to] {
					seen[to] = true
					page.Feeds = append(page.Feeds, to)
				}
			}
		}
	}
}

// absolute returns the absolute address of a link without its fragment; ok is false if it does not
// lead to a web page.
func absolute(base *url.URL, link string) (address string, ok bool) {
	link = strings.TrimSpace(link)
	if link == "" || len(link) > mostAddress {
		return "", false
	}
	to, err := base.Parse(link)
	if err != nil || to.Host == "" || to.User != nil || to.Scheme != "http" && to.Scheme != "https" {
		return "", false
	}
	to.Fragment, to.RawFragment = "", ""
	address = to.String()
	return address, len(address) <= mostAddress
}
