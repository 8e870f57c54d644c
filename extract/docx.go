package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/nguyenthenguyen/docx"
)

const (
	maxEntries   = 10_000    // of a zip; real files with many pictures have some hundreds
	maxPart      = 100 << 20 // bytes of one XML part, inflated: a text of 5 million characters with markup
	maxRead      = 200 << 20 // bytes of all that is inflated of one file
	maxRatio     = 400       // inflated to packed, of parts beyond ratioFloor; Word's own XML reaches 30, tables of blanks 150
	ratioFloor   = 4 << 20
	mainPartName = "word/document.xml"
	linkPartName = "word/_rels/document.xml.rels"
)

// readDOCX reads a Word file of 2007 and later, and what is akin to it: Flat
// OPC and the XML of Word 2003.
func readDOCX(ctx context.Context, b *builder, data []byte) error {
	b.method = "docx"
	if !isZip(data) {
		if _, space := rootOf(data); space == word2003Namespace {
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
	w := &docxWalk{ctx: ctx, wordWriter: wordWriter{b: b}}
	if err := w.loadStyles(p.part(p.related("styles"))); err != nil {
		return err
	}
	if err := w.loadNumbering(p.part(p.related("numbering"))); err != nil {
		return err
	}
	if w.footnotes, err = w.loadNotes(p.part(p.related("footnotes"))); err != nil {
		return err
	}
	if w.endnotes, err = w.loadNotes(p.part(p.related("endnotes"))); err != nil {
		return err
	}
	w.parts = p
	if err := w.document(body); err != nil {
		return err
	}
	core, err := p.part(p.coreProperties())
	if err != nil {
		return err
	}
	b.metadata = coreMetadata(core)
	return nil
}

// docxPackage is the zip of a Word file after the checks that make it safe to
// inflate.
type docxPackage struct {
	entries map[string]*zip.File // by folded name; of duplicates the last, as the docx library takes it
	flat    map[string]string    // parts of a Flat OPC file, which has no entries
	main    string               // folded name of the main part
	links   map[string]string    // relation type's last word → part name, of the main part
	byID    map[string]string    // id of the relation → part name, of the main part
	core    string
	read    uint64 // bytes inflated so far
}

// openPackage opens a Word file and finds its parts.
func openPackage(b *builder, data []byte) (*docxPackage, error) {
	if !isZip(data) {
		return openFlat(data)
	}
	p, err := openZip(b, data)
	if err != nil {
		return nil, err
	}
	if err := p.findMain(); err != nil {
		return nil, err
	}
	return p, nil
}

// openZip looks at the directory of a zip before anything is inflated.
func openZip(b *builder, data []byte) (*docxPackage, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: a zip file that is cut off or broken", ErrDamaged)
	}
	if len(r.File) > maxEntries {
		return nil, fmt.Errorf("%w: %d entries in the zip", ErrLimits, len(r.File))
	}
	p := &docxPackage{entries: make(map[string]*zip.File, len(r.File)), links: map[string]string{}, byID: map[string]string{}}
	var inflated uint64
	for _, f := range r.File {
		name := zipName(f.Name)
		if strings.HasSuffix(name, "/") {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, fmt.Errorf("%w: a zip with encrypted entries", ErrEncrypted)
		}
		if p.entries[name] != nil {
			b.flag(Flag{Kind: Duplicate, Text: f.Name})
		}
		p.entries[name] = f
		if strings.HasSuffix(name, "vbaproject.bin") || b.method == "odt" && (name == "basic/script-lc.xml" || strings.HasPrefix(name, "scripts/")) {
			b.flag(Flag{Kind: Macros, Text: f.Name})
		}
		// The docx library inflates these, however large and whatever they
		// are; it matches "header" and "footer" anywhere in a name.
		if f.Name == mainPartName || f.Name == linkPartName || strings.Contains(f.Name, "header") || strings.Contains(f.Name, "footer") {
			if err := inflatable(f); err != nil {
				return nil, err
			}
			if inflated += f.UncompressedSize64; inflated > maxRead {
				return nil, fmt.Errorf("%w: the parts inflate to more than %d bytes", ErrLimits, uint64(maxRead))
			}
		}
	}
	p.read = inflated
	return p, nil
}

// inflatable refuses parts that explode. archive/zip holds a part to the size
// its directory entry states, so the entry can be trusted here.
func inflatable(f *zip.File) error {
	size, packed := f.UncompressedSize64, max(f.CompressedSize64, 1)
	if size > maxPart || size > ratioFloor && size/packed > maxRatio {
		return fmt.Errorf("%w: a part inflates from %d to %d bytes", ErrLimits, packed, size)
	}
	return nil
}

// relationship is an entry of a .rels part.
type relationship struct{ id, kind, target, mode string }

func (p *docxPackage) relationships(name string) ([]relationship, error) {
	raw, err := p.part(name)
	if err != nil {
		return nil, err
	}
	var list []relationship
	// A file without readable relations still has its usual part names.
	_ = eachElement(raw, []string{"Relationship"}, func(e element) {
		list = append(list, relationship{id: e.attr("Id"), kind: e.attr("Type"), target: e.attr("Target"), mode: e.attr("TargetMode")})
	})
	return list, nil
}

// findMain follows the relations to the main part, under whatever name, and
// from there to its companions.
func (p *docxPackage) findMain() error {
	top, err := p.relationships("_rels/.rels")
	if err != nil {
		return err
	}
	for _, r := range top {
		switch {
		case strings.HasSuffix(r.kind, "/officeDocument"):
			p.main = zipName(path.Clean("/" + r.target))
		case strings.HasSuffix(r.kind, "/core-properties"):
			p.core = zipName(path.Clean("/" + r.target))
		}
	}
	if !p.has(p.main) {
		p.main = mainPartName
	}
	if !p.has(p.main) {
		return fmt.Errorf("%w: no main part in the Word file", ErrDamaged)
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
			p.links[kind] = zipName(path.Clean(target))
		}
		p.byID[r.id] = zipName(path.Clean(target))
	}
	return nil
}

// related gives the name of the main part's companion of a kind.
func (p *docxPackage) related(kind string) string {
	if name := p.links[kind]; p.has(name) {
		return name
	}
	return path.Dir(p.main) + "/" + kind + ".xml"
}

func (p *docxPackage) coreProperties() string {
	if p.has(p.core) {
		return p.core
	}
	return "docprops/core.xml"
}

func (p *docxPackage) has(name string) bool {
	_, flat := p.flat[name]
	return flat || p.entries[name] != nil
}

// part inflates one part; "" when there is none.
func (p *docxPackage) part(name string) (string, error) {
	if p.flat != nil {
		return p.flat[name], nil
	}
	f := p.entries[name]
	if f == nil {
		return "", nil
	}
	if err := inflatable(f); err != nil {
		return "", err
	}
	if p.read += f.UncompressedSize64; p.read > maxRead {
		return "", fmt.Errorf("%w: the parts inflate to more than %d bytes", ErrLimits, uint64(maxRead))
	}
	r, err := f.Open()
	if err != nil {
		return "", fmt.Errorf("%w: a part of the zip cannot be opened", ErrDamaged)
	}
	defer r.Close()
	var text strings.Builder
	text.Grow(int(f.UncompressedSize64))
	if _, err := io.Copy(&text, r); err != nil {
		return "", fmt.Errorf("%w: a part of the zip is broken", ErrDamaged)
	}
	return text.String(), nil
}

// mainPart gives the XML of the document itself: through the docx library
// where the parts have the names it knows, else from the zip.
func (p *docxPackage) mainPart(data []byte) (string, error) {
	main, links := p.entries[mainPartName], p.entries[linkPartName]
	if p.flat != nil || p.main != mainPartName || main.Name != mainPartName || links == nil || links.Name != linkPartName {
		return p.part(p.main)
	}
	r, err := docx.ReadDocxFromMemory(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		if errors.Is(err, zip.ErrAlgorithm) {
			return "", fmt.Errorf("%w: packed in an unknown way", ErrUnsupported)
		}
		return "", fmt.Errorf("%w: the main part cannot be inflated", ErrDamaged)
	}
	defer func() { _ = r.Close() }() // it was only read
	return r.Editable().GetContent(), nil
}
