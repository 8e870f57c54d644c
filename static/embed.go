// Package static embeds what browsers load beside the pages: the stylesheet,
// one script a behaviour, and the logo. Package web serves them under addresses
// that carry a checksum.
package static

import "embed"

// Files holds the files.
//
//go:embed *.css *.js *.svg
var Files embed.FS
