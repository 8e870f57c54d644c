package reader

import (
	"context"
	"path"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// maxAttachedPages is the most pages of all attached files, which are read within the deadline of the
// file that holds them.
const maxAttachedPages = 200

// textNames are the endings of names of attached plain text that is no data and no program.
var textNames = []string{".txt", ".md"}

// readAttached reads the files attached to a document behind its text, each below a heading with its
// name. Their pictures are not recognised and their own attachments not read.
func readAttached(ctx context.Context, b *draft.Draft, o extract.Options) error {
	o.Tesseract, o.MaxPages = extract.NoTesseract, maxAttachedPages
	for _, a := range b.Attached {
		file := draft.New(b.Room() - len(a.Name) - 2) // with two line ends
		file.Embedded = true
		err := readOne(ctx, file, a, o)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !char.HasVisible(file.Text()) {
			b.Notices.AddCount(extract.ObjectUnread, 1)
			continue
		}
		o.MaxPages -= len(file.Pages)
		file.Notices.AddCount(extract.ObjectUnread, len(file.Attached))
		if err := b.Append(a.Name, file); err != nil {
			return err
		}
	}
	return nil
}

// readOne reads an attached file.
func readOne(ctx context.Context, b *draft.Draft, a draft.Attached, o extract.Options) (err error) {
	defer func() {
		if p := recover(); p != nil { // as in parse
			err = panicked(p)
		}
	}()
	format, err := Sniff(a.Data)
	if err != nil {
		return err
	}
	if format == extract.TXT && !slices.Contains(textNames, strings.ToLower(path.Ext(a.Name))) {
		return extract.ErrUnsupported
	}
	return readInto(ctx, b, format, a.Data, o, nil)
}
