package html

import (
	"encoding/base64"
	"net/url"
	"path"
	"strings"
)

// bundle holds the files that come with a page, by the address that the page uses.
type bundle map[string]bundled

type bundled struct {
	kind string // its content type
	data func() []byte
}

// at returns the data and content type at an address that contains its data or belongs to a file
// that comes with the page.
func (b bundle) at(address string) (data []byte, kind string, ok bool) {
	if data, kind, ok = dataOf(address); ok {
		return data, kind, ok
	}
	f, ok := b[address]
	if !ok {
		f, ok = b[path.Base(strings.ReplaceAll(address, `\`, "/"))]
	}
	if !ok {
		return nil, "", false
	}
	return f.data(), f.kind, true
}

// dataOf returns the data and content type that an address contains.
func dataOf(address string) (data []byte, kind string, ok bool) {
	address = strings.TrimSpace(address)
	const scheme = "data:"
	if len(address) < len(scheme) || !strings.EqualFold(address[:len(scheme)], scheme) {
		return nil, "", false
	}
	kind, body, ok := strings.Cut(address[len(scheme):], ",")
	if plain, err := url.PathUnescape(body); err == nil {
		body = plain
	}
	if k, packed := strings.CutSuffix(strings.TrimSpace(kind), ";base64"); packed {
		body = strings.Map(func(r rune) rune {
			if r <= ' ' || r == '=' {
				return -1
			}
			return r
		}, body)
		data, err := base64.RawStdEncoding.DecodeString(body)
		return data, k, err == nil || len(data) > 0
	}
	return []byte(body), kind, ok
}
