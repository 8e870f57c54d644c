// Package reader reads files: it tells the format from the content (Sniff), and
// turns bytes into an extract.Document, in this process (Parse) or in a child
// process with a deadline, a memory limit, no network and no other files (Runner).
//
// In go bytes and a name for messages, out comes a document or an error of package
// extract. Here alone the formats are put together; each is a package of its own
// below extract/internal, and none of them knows this one.
package reader

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"syscall"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/internal/doc"
	"zhiwen/extract/internal/docx"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/figure"
	"zhiwen/extract/internal/html"
	"zhiwen/extract/internal/odt"
	"zhiwen/extract/internal/ofd"
	"zhiwen/extract/internal/pdf"
	"zhiwen/extract/internal/plain"
	"zhiwen/extract/internal/rtf"
	"zhiwen/internal/wrap"
)

// Parse reads one file in this process. name is used in messages only.
//
// It looks at ctx between pages and parts, so a file made to hang or to
// explode can hold it up: files of strangers go through a Runner. Errors wrap
// one of extract.Errors or the context's error. Safe for concurrent
// use.
func Parse(ctx context.Context, name string, data []byte, o extract.Options) (*extract.Document, error) {
	o, err := withDefaults(o)
	if err != nil {
		return nil, err
	}
	d, err := parse(ctx, data, o, pdf.SecondInProcess, nil)
	return d, wrap.Error(err, "%s", name)
}

// parse is Parse without the name. second is how a second opinion on pages of
// a PDF is asked for.
func parse(
	ctx context.Context, data []byte, o extract.Options, second pdf.SecondOpinion, report func(draft.Progress),
) (d *extract.Document, err error) {
	defer func() {
		// The libraries below panic on some damaged files.
		if p := recover(); p != nil {
			d, err = nil, panicked(p)
		}
	}()
	if int64(len(data)) > o.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", extract.ErrTooLarge, len(data), o.MaxBytes)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	format, err := Sniff(data)
	if err != nil {
		return nil, err
	}
	return parseAs(ctx, format, data, o, second, report)
}

// panicked returns the error of a file on which a library panicked: the file is damaged,
// unless the library had asked the system for memory and got none.
func panicked(value any) error {
	if err, ok := value.(error); ok && errors.Is(err, syscall.ENOMEM) {
		return fmt.Errorf("%w: out of memory", extract.ErrLimits)
	}
	return fmt.Errorf("%w: the reader failed on it", extract.ErrDamaged)
}

// parseAs is parse where the format and that the file is not too large are known.
func parseAs(
	ctx context.Context, format extract.Format, data []byte, o extract.Options, second pdf.SecondOpinion, report func(draft.Progress),
) (d *extract.Document, err error) {
	defer func() {
		if p := recover(); p != nil { // as above
			d, err = nil, panicked(p)
		}
	}()
	b := draft.New(o.MaxCharacters)
	b.Report, b.OfForm = report, label.IsLabel
	b.Imprints, _ = imprint.LayoutOf(o.Imprints) // withDefaults has asked
	if err := readInto(ctx, b, format, data, o, second); err != nil {
		return nil, err
	}
	if err := readAttached(ctx, b, o); err != nil {
		return nil, err
	}
	if d, err = b.Document(); err != nil {
		return nil, err
	}
	if !o.NoFields {
		field.Fill(d)
	}
	return d, nil
}

// readInto reads a file of any format.
func readInto(ctx context.Context, b *draft.Draft, format extract.Format, data []byte, o extract.Options, second pdf.SecondOpinion) error {
	switch format {
	case extract.PDF:
		return pdf.Read(ctx, b, data, o, second)
	case extract.OFD:
		return ofd.Read(ctx, b, data, o)
	}
	if err := read(ctx, b, format, data); err != nil {
		return err
	}
	if err := figure.Imprint(ctx, b, o); err != nil {
		return err
	}
	return figure.Recognise(ctx, b, o)
}

// read reads a file of any format without pages.
func read(ctx context.Context, b *draft.Draft, format extract.Format, data []byte) error {
	switch format {
	case extract.TXT:
		return plain.Read(b, data)
	case extract.DOCX:
		return docx.Read(ctx, b, data, readEmbedded)
	case extract.DOC:
		return doc.Read(ctx, b, data)
	case extract.ODT:
		return odt.Read(ctx, b, data)
	case extract.RTF:
		return rtf.Read(ctx, b, data)
	case extract.HTML:
		return html.Read(ctx, b, data, "text/html")
	case extract.MHT:
		return html.ReadArchive(ctx, b, data)
	}
	return fmt.Errorf("%w: %s", extract.ErrUnsupported, format)
}

// readEmbedded reads a document within another one; name is that of its part.
func readEmbedded(ctx context.Context, b *draft.Draft, name string, data []byte) error {
	format, err := Sniff(data)
	if err != nil {
		return err
	}
	if format == extract.TXT && strings.Contains(path.Ext(name), "htm") { // without a beginning
		format = extract.HTML
	}
	return read(ctx, b, format, data)
}

// picturesOf returns the PictureError in err; nil for none.
func picturesOf(err error) *extract.PictureError {
	var p *extract.PictureError
	if errors.As(err, &p) {
		return p
	}
	return nil
}
