// Package static embeds what browsers load beside the pages: the stylesheet,
// one script a behaviour, and the logo. Package web serves them under addresses
// that carry a checksum. It embeds the browser extension too, which is served as an archive.
package static

import (
	"archive/zip"
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"time"
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
	"theme", "base", "frame", "list", "work", "statistics", "shelf", "upload", "text", "report", "pair", "hint", "original", "filter",
	"decide", "roles", "people", "record", "network", "paper", "document", "setting", "repeat", "narrow", "print",
}

// Style returns the stylesheet of all pages, its parts in one.
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

//go:embed all:extension
var extension embed.FS

// Extension holds the files of the browser extension, manifest.json at its root.
func Extension() (fs.FS, error) { return fs.Sub(extension, "extension") }

// ExtensionArchive returns the browser extension as a zip archive. Equal files give equal bytes: they
// stand in the order of their names, all of one time.
func ExtensionArchive() ([]byte, error) {
	files, err := Extension()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: archiveTime}
		header.SetMode(archiveMode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		_, err = w.Write(content)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("pack the extension: %w", err)
	}
	if err := archive.Close(); err != nil {
		return nil, fmt.Errorf("pack the extension: %w", err)
	}
	return b.Bytes(), nil
}

// archiveMode is the mode of files of the archive.
const archiveMode = 0o644

// archiveTime is the first time that archives of this kind can name.
var archiveTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
