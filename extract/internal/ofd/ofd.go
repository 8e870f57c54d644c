// Package ofd reads OFD, the Chinese standard for fixed-page documents (GB/T 33190): a zip of XML
// in which every text states the positions of its characters.
//
// Its input is the bytes of a file. Its output is paragraphs and pages in a draft. Packages page
// and layout turn the characters into lines and paragraphs, as for PDFs.
package ofd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
)

// entryName is the folded name of the part that every OFD file begins with.
const entryName = "ofd.xml"

// Is reports whether a zip with these folded entry names is an OFD file.
func Is(names []string) bool { return slices.Contains(names, entryName) }

// file is an OFD file being read.
type file struct {
	draft    *draft.Draft
	parts    *container.Parts
	options  extract.Options
	left     int // characters that may still be read
	again    int // bytes of XML that may still be read repeatedly
	outlines []outline
	texts    map[string]string // templates, which many pages share
}

// document is one of the documents of a file, nearly always the only one.
type document struct {
	root      string // name of its part
	res       *resources
	area      string // of pages that state none
	pages     []pageEntry
	templates map[string]string // part names by number
	notes     map[string]string // parts with annotations by page number
}

// pageEntry is a page in a document's list of pages.
type pageEntry struct {
	id, part string
	document *document
}

// Read reads an OFD file.
func Read(ctx context.Context, b *draft.Draft, data []byte, o extract.Options) error {
	b.Method = "ofd"
	parts, findings, err := container.Open(data, func(string) bool { return false }, nil)
	if err != nil {
		return err
	}
	b.FlagAll(findings)
	if parts.Has("encryptions.xml") || parts.Has("decryptseed.dat") {
		return fmt.Errorf("%w: an OFD file that opens with a password or a certificate", extract.ErrEncrypted)
	}
	f := &file{draft: b, parts: parts, options: o, left: o.MaxCharacters, again: maxAgain, texts: map[string]string{}}
	entries, err := f.entries()
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return fmt.Errorf("%w: it has no pages", extract.ErrDamaged)
	}
	if len(entries) > o.MaxPages {
		return fmt.Errorf("%w: %d pages, at most %d are read", extract.ErrLimits, len(entries), o.MaxPages)
	}
	pages := make([]*page.Page, len(entries))
	var marks []string
	lost, full := 0, 0
	for i, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, own, err := f.page(i+1, e, nil)
		if errors.Is(err, extract.ErrLimits) {
			return err
		}
		if err != nil {
			b.Notices.AddPages(extract.PageUnread, i+1)
			if len(p.Glyphs) == 0 {
				lost++
			}
		}
		if f.left -= p.Read; p.Read >= draft.FullPage {
			full++
		}
		if b.Report != nil && full > 0 && (i+1)%draft.ReportEvery == 0 {
			b.Report(draft.Progress{Read: full})
		}
		pages[i] = p
		marks = append(marks, own...)
	}
	if lost == len(entries) {
		return fmt.Errorf("%w: none of its pages can be read", extract.ErrDamaged)
	}
	s := f.scans(ctx, entries, pages)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := layout.Write(b, pages, nil, s.texts); err != nil {
		return err
	}
	s.mark(b, pages)
	f.flagMarks(marks)
	f.headings(entries)
	return nil
}

// flagMarks flags the texts of annotations that mark pages, each text once.
func (f *file) flagMarks(marks []string) {
	seen := map[string]bool{}
	for _, s := range marks {
		if s = char.OneLine(char.Clean(s)); seen[s] || !draft.Evident(extract.Watermark, s) {
			continue
		}
		seen[s] = true
		f.draft.Flag(extract.Flag{Kind: extract.Watermark, Text: s})
	}
}

// limitsOnly drops errors of parts without which the rest can be read.
func limitsOnly(err error) error {
	if errors.Is(err, extract.ErrLimits) {
		return err
	}
	return nil
}

// entries reads the parts above the pages and lists the pages.
func (f *file) entries() ([]pageEntry, error) {
	raw, err := f.parts.Part(entryName)
	if err != nil {
		return nil, err
	}
	var list []pageEntry
	var fault error
	err = markup.Each(raw, []string{"DocBody"}, func(body markup.Element) {
		info := body.Child("DocInfo")
		if info != nil && f.draft.Metadata.Title == "" && f.draft.Metadata.Applicant == "" {
			f.draft.Metadata = metadata(info)
		}
		f.signatures(f.locate("", body.Child("Signatures").Text()), body.Child("Signatures") != nil)
		root := f.locate("", body.Child("DocRoot").Text())
		d, err := f.document(root)
		if err != nil {
			fault = errors.Join(fault, err)
			return
		}
		list = append(list, d.pages...)
	})
	switch {
	case errors.Is(fault, extract.ErrLimits):
		return nil, fault
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, fault
	}
	return list, nil
}

// metadata reads the properties of the file.
func metadata(info markup.Element) extract.Metadata {
	var words []string
	for e := range info.Child("Keywords").Children() {
		words = append(words, e.Text())
	}
	return field.Properties(info.Child("Title").Text(), info.Child("Author").Text(), strings.Join(words, ";"))
}

// signatures records the electronic signatures of a document, which are not verified.
func (f *file) signatures(name string, any bool) {
	if !any {
		return
	}
	raw, _ := f.parts.Part(name) // the part may be missing
	n := 0
	_ = markup.Each(raw, []string{"Signature"}, func(markup.Element) { n++ })
	f.draft.Notices.AddCount(extract.Signed, n)
}

// document reads the root part of a document.
func (f *file) document(root string) (*document, error) {
	raw, err := f.parts.Part(root)
	if err != nil {
		return nil, err
	}
	if raw == "" {
		return nil, fmt.Errorf("%w: no document in the OFD file", extract.ErrDamaged)
	}
	d := &document{root: root, res: newResources(), templates: map[string]string{}, notes: map[string]string{}}
	dir := path.Dir(root)
	var fault error
	note := func(err error) { fault = errors.Join(fault, err) }
	names := []string{"CommonData", "Pages", "Outlines", "Annotations", "Attachments"}
	err = markup.Each(raw, names, func(e markup.Element) {
		switch e.Name() {
		case "CommonData":
			for c := range e.Children() {
				switch c.Name() {
				case "PageArea":
					d.area = c.Child("PhysicalBox").Text()
				case "PublicRes", "DocumentRes":
					note(f.resource(d.res, f.locate(dir, c.Text())))
				case "TemplatePage":
					d.templates[c.Attr("ID")] = f.locate(dir, c.Attr("BaseLoc"))
				}
			}
		case "Pages":
			for p := range e.Children() {
				if p.Name() == "Page" {
					d.pages = append(d.pages, pageEntry{p.Attr("ID"), f.locate(dir, p.Attr("BaseLoc")), d})
				}
			}
		case "Outlines":
			f.outline(d, e, 1)
		case "Annotations":
			note(f.annotations(d, f.locate(dir, e.Text())))
		case "Attachments":
			note(f.attachments(f.locate(dir, e.Text())))
		}
	})
	if err != nil && (len(d.pages) == 0 || errors.Is(err, extract.ErrLimits)) {
		return nil, err
	}
	return d, fault
}

// annotations records which parts hold the annotations of each page.
func (f *file) annotations(d *document, name string) error {
	raw, err := f.parts.Part(name)
	if err != nil {
		return limitsOnly(err)
	}
	return limitsOnly(markup.Each(raw, []string{"Page"}, func(e markup.Element) {
		d.notes[e.Attr("PageID")] = f.existing(e.Child("FileLoc").Text(), path.Dir(name), path.Dir(d.root))
	}))
}

// attachments gets the attached files.
func (f *file) attachments(name string) error {
	raw, err := f.parts.Part(name)
	if err != nil {
		return limitsOnly(err)
	}
	return limitsOnly(markup.Each(raw, []string{"Attachment"}, func(e markup.Element) {
		stored := f.existing(e.Child("FileLoc").Text(), path.Dir(name))
		shown := cmp.Or(e.Attr("Name"), path.Base(stored))
		if path.Ext(shown) == "" {
			shown += path.Ext(stored)
		}
		f.draft.Attach(shown, func(most int) []byte {
			if f.parts.Size(stored) > uint64(most) {
				return nil
			}
			data, _ := f.parts.Part(stored) // a damaged one is noted
			return []byte(data)
		})
	}))
}

// defaultArea is the default size of pages, in millimetres: A4.
const defaultArea = "0 0 210 297"

// page reads a page, and draws it onto c unless c is nil. marks are the texts of annotations that
// mark the whole page. After an error the page holds everything before it.
func (f *file) page(n int, e pageEntry, c *canvas) (p *page.Page, marks []string, err error) {
	p = &page.Page{Number: n, Width: 595, Height: 842}
	raw, err := f.parts.Part(e.part)
	if err != nil {
		return p, nil, err
	}
	if raw == "" {
		return p, nil, fmt.Errorf("%w: page %d is missing", extract.ErrDamaged, n)
	}
	area, templates, err := f.head(e, raw)
	if err != nil {
		return p, nil, err
	}
	x, y, w, h, ok := rectangle(area)
	if !ok || w <= 0 || h <= 0 || w > longest || h > longest {
		x, y, w, h, _ = rectangle(defaultArea)
	}
	p.Width, p.Height = float32(w*pointsPerMillimetre), float32(h*pointsPerMillimetre)
	outer := matrix{A: pointsPerMillimetre, D: -pointsPerMillimetre, E: -x * pointsPerMillimetre, F: (h + y) * pointsPerMillimetre}
	r := &reader{file: f, res: e.document.res, page: p, left: f.left, canvas: c, ruling: page.Ruling{Width: p.Width, Height: p.Height}}
	c.begin(p)
	err = f.draw(r, e, raw, outer, templates, &marks)
	r.fontsOfLines()
	p.DropDoubles()
	p.JoinAccents()
	p.Rule(&r.ruling)
	return p, marks, err
}

// longest is the largest size of a page, in millimetres: five metres, as in PDFs.
const longest = 5_080

// draw reads the content of a page from back to front.
func (f *file) draw(r *reader, e pageEntry, raw string, outer matrix, templates []template, marks *[]string) error {
	for _, front := range []bool{false, true} {
		r.filled = false
		for _, t := range templates {
			if t.front != front {
				continue
			}
			text, err := f.template(e.document.templates[t.id])
			if err == nil {
				err = r.content(text, outer)
			}
			if err != nil {
				return err
			}
		}
		if front {
			break
		}
		// the template is a form, and this was written into it
		r.filled = len(r.page.Glyphs) >= ocr.FewCharacters
		if err := r.content(raw, outer); err != nil {
			return err
		}
	}
	name := e.document.notes[e.id]
	if name == "" {
		return nil
	}
	text, err := f.parts.Part(name)
	if err != nil {
		return err
	}
	*marks, err = r.annotations(text, outer)
	return err
}

// template is a page on which others are drawn.
type template struct {
	id    string
	front bool // in front of the page's own content
}

// template returns the XML of a template, inflated once.
func (f *file) template(name string) (string, error) {
	if text, ok := f.texts[name]; ok {
		return text, f.repeat(text)
	}
	text, err := f.parts.Part(name)
	if err == nil {
		f.texts[name] = text
	}
	return text, err
}

// maxAgain is the most bytes of templates and composite units that are read again for each page or
// object that shows them: reports of thousands of pages have templates of some kilobytes.
const maxAgain = 400 << 20

// repeat counts XML that is read again.
func (f *file) repeat(raw string) error {
	if f.again -= len(raw); f.again < 0 {
		return fmt.Errorf("%w: its templates and composite objects are shown too often", extract.ErrLimits)
	}
	return nil
}

// head reads the properties of a page before its content.
func (f *file) head(e pageEntry, raw string) (area string, templates []template, err error) {
	area = e.document.area
	tail := raw[max(strings.LastIndex(raw, "Content>"), 0):]
	behind := strings.Contains(tail, "Template") || strings.Contains(tail, "PhysicalBox") || strings.Contains(tail, "PageRes")
	var fault error
	x := markup.NewReader(raw)
	for {
		found, err := x.Find("Content", "Template", "PageRes", "PhysicalBox")
		if !found || err != nil { // content returns the error
			return area, templates, fault
		}
		switch x.Tag.Name {
		case "Content":
			if !behind || x.Skip() != nil {
				return area, templates, fault
			}
		case "Template":
			templates = append(templates, template{x.Tag.Attr("TemplateID"), x.Tag.Attr("ZOrder") == "Foreground"})
		case "PageRes":
			el, err := x.Element()
			if err == nil {
				fault = errors.Join(fault, f.resource(e.document.res, f.existing(el.Text(), path.Dir(e.part), path.Dir(e.document.root))))
			}
		case "PhysicalBox":
			if el, err := x.Element(); err == nil {
				area = el.Text()
			}
		}
	}
}
