package html

import (
	"bytes"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"zhiwen/extract/internal/char"
)

// statedWindow is how much of a page is searched for its stated encoding. Browsers read 1,024
// bytes, but editors also save pages with scripts at the start.
const statedWindow = 64 << 10

var statedEncoding = char.Pattern(`(?i)<(?:meta\s[^>]*?charset|\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w-]+)`)

// decoded returns the text of a page; kind is its content type.
func decoded(data []byte, kind string) string { return char.Stated(data, stated(data, kind)) }

// stated returns the encoding that a page or its content type states, or nil if it is unknown to
// browsers or no real statement.
func stated(data []byte, kind string) encoding.Encoding {
	head := data[:min(len(data), statedWindow)]
	e, name, certain := charset.DetermineEncoding(head, kind)
	if !certain {
		if lower := bytes.ToLower(head); !bytes.Contains(lower, []byte("charset")) && !bytes.Contains(lower, []byte("encoding")) {
			return nil // like a page without a head
		}
		m := statedEncoding().FindSubmatch(head)
		if m == nil {
			return nil
		}
		e, name = charset.Lookup(string(m[1]))
	}
	switch name {
	case "utf-16le", "utf-16be", "utf-8", "replacement", "windows-1252":
		return nil
	}
	return e
}
