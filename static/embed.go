// Package static embeds what browsers load beside the pages: the stylesheet,
// one script a behaviour, and the logo. Package web serves them under addresses
// that carry a checksum.
package static

import (
	"bytes"
	"embed"
)

// Files holds the scripts and the logo.
//
//go:embed *.js *.svg
var Files embed.FS

//go:embed style/*.css
var styles embed.FS

// sheets are the parts of the stylesheet, one a subject, in their order: of
// rules that weigh the same the later one holds.
var sheets = []string{
	"theme", "base", "frame", "list", "work", "statistics", "shelf", "upload", "text", "report", "pair", "original", "filter", "decide", "roles", "people", "record", "network", "paper", "document", "setting", "narrow", "print",
}

// Style gives the stylesheet of all pages, its parts in one.
func Style() ([]byte, error) {
	var b bytes.Buffer
	for _, name := range sheets {
		part, err := styles.ReadFile("style/" + name + ".css")
		if err != nil {
			return nil, err
		}
		b.Write(part)
	}
	return b.Bytes(), nil
}
