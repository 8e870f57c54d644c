package article

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html/charset"

	"zhiwen/extract"
)

// isList reports whether a response is a feed or a sitemap, by its beginning.
func isList(source []byte) bool {
	head := source[:min(len(source), 2048)]
	head = bytes.ToLower(bytes.TrimLeft(head, "\ufeff \t\r\n"))
	if bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html")) || bytes.HasPrefix(head, []byte("{")) {
		return false
	}
	for _, root := range []string{"<rss", "<feed", "<rdf:rdf", "<urlset", "<sitemapindex"} {
		if bytes.Contains(head, []byte(root)) {
			return true
		}
	}
	return false
}

// readList returns the links of a feed or a sitemap; sitemaps named in a sitemap are returned as
// its feeds.
func readList(source []byte, at *url.URL) (*extract.WebPage, error) {
	page := &extract.WebPage{}
	seen := map[string]bool{}
	add := func(to *[]string, link string) {
		if address, ok := absolute(at, link); ok && !seen[address] && len(seen) < mostLinks {
			seen[address] = true
			*to = append(*to, address)
		}
	}
	head := bytes.ToLower(source[:min(len(source), 2048)])
	if bytes.Contains(head, []byte("<urlset")) || bytes.Contains(head, []byte("<sitemapindex")) {
		return page, readSitemap(source, func(link string) { add(&page.Links, link) }, func(link string) { add(&page.Feeds, link) })
	}
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("%w: a feed: %w", extract.ErrDamaged, err)
	}
	page.Title = first(feed.Title)
	for _, item := range feed.Items {
		if item.Link != "" {
			add(&page.Links, item.Link)
		} else {
			add(&page.Links, item.GUID)
		}
	}
	return page, nil
}

// readSitemap reads a sitemap element by element, so that a truncated one yields what it has.
func readSitemap(source []byte, page, sitemap func(link string)) error {
	d := xml.NewDecoder(bytes.NewReader(source))
	d.Strict = false
	d.CharsetReader = charset.NewReaderLabel
	found := 0
	for {
		token, err := d.Token()
		var syntax *xml.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &syntax) && found > 0:
			return nil
		case err != nil:
			return fmt.Errorf("%w: a sitemap: %w", extract.ErrDamaged, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "url" && start.Name.Local != "sitemap" {
			continue
		}
		var entry struct {
			Loc string `xml:"loc"`
		}
		if err := d.DecodeElement(&entry, &start); err != nil {
			continue // the next token shows whether it continues
		}
		found++
		if start.Name.Local == "sitemap" {
			sitemap(entry.Loc)
		} else {
			page(entry.Loc)
		}
	}
}

// mostUnpacked is the most bytes of an unpacked sitemap, the limit of the sitemap protocol.
const mostUnpacked = 50 << 20

// unpacked unpacks a gzipped sitemap.
func unpacked(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", extract.ErrDamaged, err)
	}
	out, err := io.ReadAll(io.LimitReader(z, mostUnpacked+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", extract.ErrDamaged, err)
	}
	if len(out) > mostUnpacked {
		return nil, fmt.Errorf("%w: unpacked it has more than %d bytes", extract.ErrTooLarge, mostUnpacked)
	}
	return out, nil
}
