// Package docx reads Word files since 2007: the parts of a zip, all parts in one XML file (Flat
// OPC), and the XML of Word 2003, from which the format was derived.
//
// Its input is the bytes of a file and a function that reads documents embedded in it. Its output
// is paragraphs in a draft. nguyenthenguyen/docx reads the main part; if the part is large or has
// another name than usual, it is read from the zip. One pass over its XML reads the text.
package docx

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/nguyenthenguyen/docx"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
)

const (
	mainPartName = "word/document.xml"
	linkPartName = "word/_rels/document.xml.rels"

	// Larger main parts, of books rather than applications, come from the zip: the docx library
	// inflates into growing memory and copies it.
	maxLibraryPart = 2 << 20
)

// embeddedReader reads an embedded document of any format. name is that of its part, which may
// reveal the format if the content does not.
type embeddedReader func(ctx context.Context, b *draft.Draft, name string, data []byte) error

// Is reports whether a zip with these folded entry names is a Word file.
func Is(names []string) bool {
	types, word, other := false, false, false
	for _, name := range names {
		switch {
		case name == "[content_types].xml":
			types = true
		case strings.HasPrefix(name, "word/"):
			word = true
		case strings.HasPrefix(name, "xl/"), strings.HasPrefix(name, "ppt/"), name == "mimetype":
			other = true
		}
	}
	return types && (word || !other)
}

// Read reads a Word file of 2007 and later and its relatives: Flat OPC and the XML of Word 2003.
// embedded reads the documents in it.
func Read(ctx context.Context, b *draft.Draft, data []byte, embedded embeddedReader) error {
	b.Method = "docx"
	if !container.IsZip(data) {
		if _, space := markup.Root(data); space == word2003Namespace {
			return readWord2003(ctx, b, data)
		}
	}
	p, err := openPackage(b, data)
	if err != nil {
		return err
	}
	body, err := p.mainPart(data)
	if err != nil {
		return err
	}
	w := &walk{Walk: flow.Walk{Ctx: ctx, Writer: flow.Writer{Draft: b}}, file: p, embedded: embedded}
	if err := w.loadStyles(p.Part(p.related("styles"))); err != nil {
		return err
	}
	if err := w.loadNumbering(p.Part(p.related("numbering"))); err != nil {
		return err
	}
	w.page = sheetOf(body)
	if w.Footnotes, err = w.loadNotes("footnotes", extract.Footnote); err != nil {
		return err
	}
	if w.Endnotes, err = w.loadNotes("endnotes", extract.Footnote); err != nil {
		return err
	}
	if w.comments, err = w.loadNotes("comments", extract.Running); err != nil {
		return err
	}
	w.Files, w.parts = p.Parts, p
	if err := w.document(body); err != nil {
		return err
	}
	if err := w.running(); err != nil {
		return err
	}
	core, err := p.Part(p.coreProperties())
	if err != nil {
		return err
	}
	b.Metadata = field.CoreProperties(core)
	extended, err := p.Part("docprops/app.xml")
	if err != nil {
		return err
	}
	b.StatedPages = field.StatedPages(extended)
	return nil
}

// wordPackage is the parts of a Word file with their relationships.
type wordPackage struct {
	*container.Parts
	main  string            // folded name of the main part
	links map[string]string // last word of the relationship type → part name, for the main part
	byID  map[string]string // id of the relationship → part name, for the main part
	core  string
}

func newPackage(p *container.Parts) *wordPackage {
	return &wordPackage{Parts: p, links: map[string]string{}, byID: map[string]string{}}
}

// inflated reports whether the docx library inflates an entry in any case: it matches "header" and
// "footer" anywhere in a name.
func inflated(name string, size uint64) bool {
	return name == mainPartName && size <= maxLibraryPart || name == linkPartName || strings.Contains(name, "header") ||
		strings.Contains(name, "footer")
}

// openPackage opens a Word file and finds its parts.
func openPackage(b *draft.Draft, data []byte) (*wordPackage, error) {
	if !container.IsZip(data) {
		return openFlat(data)
	}
	zipped, findings, err := container.Open(data, holdsMacros, inflated)
	if err != nil {
		return nil, err
	}
	b.FlagAll(findings)
	p := newPackage(zipped)
	if err := p.findMain(); err != nil {
		return nil, err
	}
	return p, nil
}

// relationship is an entry of a .rels part.
type relationship struct{ id, kind, target, mode string }

func (p *wordPackage) relationships(name string) ([]relationship, error) {
	raw, err := p.Part(name)
	if err != nil {
		return nil, err
	}
	var list []relationship
	// A file without readable relationships still has the usual part names.
	_ = markup.Each(raw, []string{"Relationship"}, func(e markup.Element) {
		list = append(list, relationship{id: e.Attr("Id"), kind: e.Attr("Type"), target: e.Attr("Target"), mode: e.Attr("TargetMode")})
	})
	return list, nil
}

// holdsMacros reports whether a part of a Word file contains its macros.
func holdsMacros(name string) bool { return strings.HasSuffix(name, "vbaproject.bin") }

// findMain follows the relationships to the main part, whatever its name, and from there to its
// companions.
func (p *wordPackage) findMain() error {
	top, err := p.relationships("_rels/.rels")
	if err != nil {
		return err
	}
	for _, r := range top {
		switch {
		case strings.HasSuffix(r.kind, "/officeDocument"):
			p.main = container.PartName(path.Clean("/" + r.target))
		case strings.HasSuffix(r.kind, "/core-properties"):
			p.core = container.PartName(path.Clean("/" + r.target))
		}
	}
	if !p.Has(p.main) {
		p.main = mainPartName
	}
	if !p.Has(p.main) {
		return fmt.Errorf("%w: no main part in the Word file", extract.ErrDamaged)
	}
	dir, base := path.Split(p.main)
	links, err := p.relationships(dir + "_rels/" + base + ".rels")
	if err != nil {
		return err
	}
	for _, r := range links {
		if r.mode == "External" {
			continue
		}
		target := r.target
		if !strings.HasPrefix(target, "/") {
			target = "/" + dir + target
		}
		kind := r.kind[strings.LastIndexByte(r.kind, '/')+1:]
		if p.links[kind] == "" {
			p.links[kind] = container.PartName(path.Clean(target))
		}
		p.byID[r.id] = container.PartName(path.Clean(target))
	}
	return nil
}

// related returns the name of the main part's companion of the given kind.
func (p *wordPackage) related(kind string) string {
	if name := p.links[kind]; p.Has(name) {
		return name
	}
	return path.Dir(p.main) + "/" + kind + ".xml"
}

func (p *wordPackage) coreProperties() string {
	if p.Has(p.core) {
		return p.core
	}
	return "docprops/core.xml"
}

// mainPart returns the XML of the document itself: through the docx library if it is small and the
// parts have the usual names, else from the zip.
func (p *wordPackage) mainPart(data []byte) (string, error) {
	if p.Size(p.main) > maxLibraryPart || p.main != mainPartName || p.StoredName(mainPartName) != mainPartName ||
		p.StoredName(linkPartName) != linkPartName {
		return p.Part(p.main)
	}
	r, err := docx.ReadDocxFromMemory(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		if errors.Is(err, zip.ErrAlgorithm) {
			return "", fmt.Errorf("%w: packed in an unknown way", extract.ErrUnsupported)
		}
		return "", fmt.Errorf("%w: the main part cannot be inflated", extract.ErrDamaged)
	}
	defer func() { _ = r.Close() }() // it was only read
	return r.Editable().GetContent(), nil
}
