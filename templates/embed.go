// Package templates embeds the templates of the pages: layout.html around each
// of page/, with the pieces of partial/ they share. Package web parses them.
package templates

import "embed"

// Files holds the templates.
//
//go:embed layout.html page/*.html partial/*.html
var Files embed.FS
