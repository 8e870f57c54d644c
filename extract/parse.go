package extract

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Parse reads one file in this process. name is used in messages only.
//
// It looks at ctx between pages and parts, so a file made to hang or to
// explode can hold it up: files of strangers go through a Runner. Errors wrap
// one of the package's sentinels or the context's error. Safe for concurrent
// use.
func Parse(ctx context.Context, name string, data []byte, o Options) (*Document, error) {
	o, err := withDefaults(o)
	if err != nil {
		return nil, err
	}
	d, err := parse(ctx, data, o, secondInProcess, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// parse is Parse without the name. second is how a second opinion on pages of
// a PDF is asked for.
func parse(ctx context.Context, data []byte, o Options, second secondOpinion, report func(progressReport)) (d *Document, err error) {
	defer func() {
		// The libraries below panic on some damaged files.
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("%w: the reader failed on it", ErrDamaged)
		}
	}()
	if int64(len(data)) > o.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", ErrTooLarge, len(data), o.MaxBytes)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	format, err := Sniff(data)
	if err != nil {
		return nil, err
	}
	b := newBuilder(o.MaxCharacters)
	b.report = report
	if format == PDF {
		err = readPDF(ctx, b, data, o, second)
	} else {
		err = read(ctx, b, format, data)
		if err == nil {
			err = recognisePictures(ctx, b, o)
		}
	}
	if err != nil {
		return nil, err
	}
	return b.document()
}

// read reads a file of any format but PDF.
func read(ctx context.Context, b *builder, format Format, data []byte) error {
	switch format {
	case TXT:
		return readTXT(b, data)
	case DOCX:
		return readDOCX(ctx, b, data, readEmbedded)
	case DOC:
		return readDOC(ctx, b, data)
	case ODT:
		return readODT(ctx, b, data)
	case RTF:
		return readRTF(ctx, b, data)
	case HTML:
		return readHTML(ctx, b, data, "text/html")
	case MHT:
		return readMHT(ctx, b, data)
	}
	return fmt.Errorf("%w: %s", ErrUnsupported, format)
}

// readEmbedded reads a document within another one; name is that of its part.
func readEmbedded(ctx context.Context, b *builder, name string, data []byte) error {
	format, err := Sniff(data)
	if err != nil {
		return err
	}
	if format == TXT && strings.Contains(path.Ext(name), "htm") { // without a beginning
		format = HTML
	}
	return read(ctx, b, format, data)
}

// sentinels in a fixed order: their place is their code between processes.
var sentinels = []error{ErrUnsupported, ErrEmpty, ErrTooLarge, ErrDamaged, ErrEncrypted, ErrNoText, ErrLimits}

// sentinelOf gives the place in sentinels of the one err wraps, or -1.
func sentinelOf(err error) int {
	for i, s := range sentinels {
		if errors.Is(err, s) {
			return i
		}
	}
	return -1
}

// picturesOf gives the PictureError in err; nil for none.
func picturesOf(err error) *PictureError {
	var p *PictureError
	if errors.As(err, &p) {
		return p
	}
	return nil
}
