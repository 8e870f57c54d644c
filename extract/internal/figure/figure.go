// Package figure reads the text in pictures of documents without pages: scans of whole applications
// or signed pages, and passages pasted as pictures.
//
// Its input is a draft with its pictures. Its output is the draft with the paragraphs that were recognised, or that vector pictures draw,
// after those that contain the pictures.
package figure

import (
	"context"
	"errors"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/picture"
	"zhiwen/internal/each"
)

const (
	maxPictures = 1_000 // of a file that are examined; illustrated reports have some dozens
	// bytes read in total to learn their sizes; in JPEGs some thousand precede the size
	maxPictureHeads = 64 << 20
)

// Recognise reads the text in pictures of a document without pages and adds it where they are.
func Recognise(ctx context.Context, b *draft.Draft, o extract.Options) error {
	if err := readVectors(b); err != nil {
		return err
	}
	list, skipped := largePictures(b.Placed)
	b.Notices.AddCount(extract.PictureLeft, skipped)
	if len(list) == 0 {
		return nil
	}
	b.LargePictures = len(list)
	// As on a page of a PDF, so few characters beside a picture are not a text.
	look := pictureReader{memory: o.MemoryLimit / 2, scan: b.VisibleRunes() < ocr.FewCharacters*len(list),
		again: func(n int) { b.Recognising(max(n-1, 1), min(len(list), o.MaxRecognised)) }}
	var ok bool
	if look.recogniser, ok = ocr.New(ctx, o); !ok {
		// searching each for text would take longer than reading the rest
		b.Notices.AddCount(extract.PictureUnread, len(list))
		return nil
	}
	texts, numbers := make([]ocr.Text, len(list)), make([]int, len(list))
	for i := range numbers {
		numbers[i] = i + 1
	}
	w := &ocr.Batch{Most: o.MaxRecognised, Until: time.Now().Add(o.RecogniseTime), Report: b.Recognising,
		Recognise: func(ctx context.Context, n int) (err error) {
			texts[n-1], err = look.read(ctx, list[n-1].Picture, n)
			return err
		}, Cost: func(n int) int64 { return ocr.Pixels(list[n-1].Picture.Width, list[n-1].Picture.Height) }}
	w.Read(ctx, numbers, 0)
	w.Finish()
	if err := ctx.Err(); err != nil {
		return err
	}
	b.Notices.AddCount(extract.PictureLeft, len(w.Left))
	b.Notices.AddCount(extract.PictureLarge, len(w.Large))
	b.Notices.AddCount(extract.PictureFailed, len(w.Failed))
	return fillIn(b, list, texts, look.scan)
}

// largePictures returns the pictures that are large enough for text, each once, strips of one as one, and how many were not examined.
func largePictures(placed []draft.Placed) (list []draft.Placed, skipped int) {
	seen := map[string]bool{}
	left := int64(maxPictureHeads)
	var strips []draft.Placed
	end := func() {
		if len(strips) > 1 {
			parts := each.Of(strips, func(s draft.Placed) *picture.Picture { return s.Picture })
			strips[0].Picture = picture.Stack(parts)
		}
		if len(strips) > 0 && strips[0].Picture.Large() {
			list = append(list, strips[0])
		}
		strips = nil
	}
	for i, shown := range placed {
		p := shown.Picture
		if seen[p.Name] && p.Name != "" {
			continue
		}
		if len(seen) >= maxPictures || left <= 0 {
			skipped = len(placed) - i
			break
		}
		seen[p.Name] = true
		sharp, read := p.Sharp(left)
		if left -= read; !sharp {
			continue
		}
		if n := len(strips); n > 0 {
			above := strips[n-1]
			if above.Before != shown.Before || !beside(above.Block, shown.Block) || !above.Picture.Stacks(p) {
				end()
			}
		}
		strips = append(strips, shown)
	}
	end()
	return list, skipped
}

// pictureReader reads the pictures of one document.
type pictureReader struct {
	recogniser ocr.Recogniser
	memory     int64       // bytes that decoding may use
	scan       bool        // the document consists of pictures
	again      func(n int) // called before picture n is recognised again, which takes as long
}

// shows reports whether a picture may show text worth reading.
func (r pictureReader) shows(p *picture.Picture) (bool, error) {
	if r.scan {
		return true, nil
	}
	drawn, err := p.Draw(ocr.Resolution(picture.LinesDPI, p.Width, p.Height), r.memory)
	if err != nil {
		return false, err
	}
	shows, _ := picture.TiltedLines(drawn)
	return shows, nil
}

// errUnread is returned for a picture of lines of text that could not be recognised.
var errUnread = errors.New("its lines cannot be recognised")

// read recognises the text of picture number n, and returns an empty text if it shows none. A
// distorted picture is read in its original shape first, and as it is shown if that yields no text.
// read sets p to the shape that it read.
func (r pictureReader) read(ctx context.Context, p *picture.Picture, n int) (ocr.Text, error) {
	shapes := []picture.Picture{*p}
	if own, err := p.Undistorted(); err == nil && own != nil {
		shapes = []picture.Picture{*own, *p}
	}
	var best ocr.Text
	for i, shape := range shapes {
		if i > 0 {
			r.again(n)
		}
		text, err := r.readAs(ctx, &shape, n)
		if err != nil {
			return ocr.Text{}, err
		}
		if text.Confidence > best.Confidence {
			*p, best = shape, text
		}
		if r.fine(text, &shape) {
			break
		}
	}
	return r.settled(best, p)
}

// readAs recognises the text of a picture in the shape of p.
func (r pictureReader) readAs(ctx context.Context, p *picture.Picture, n int) (ocr.Text, error) {
	shows, err := r.shows(p)
	if err != nil || !shows {
		return ocr.Text{}, err
	}
	dpi := ocr.Resolution(ocr.DPI, p.Width, p.Height)
	drawn, err := p.Draw(dpi, r.memory)
	if err != nil {
		return ocr.Text{}, err
	}
	if picture.Blank(drawn) {
		return ocr.Text{}, nil
	}
	return r.recogniser.Read(ctx, drawn, dpi, n)
}

// fine reports whether a text was recognised well enough to be used.
func (r pictureReader) fine(text ocr.Text, p *picture.Picture) bool {
	if r.scan {
		return text.Confidence >= ocr.Trusted
	}
	running, read := ocr.Running(text, p.Width)
	return running && read
}

// settled returns the usable part of a text, or an error if it is running text that makes no sense.
func (r pictureReader) settled(text ocr.Text, p *picture.Picture) (ocr.Text, error) {
	switch {
	case r.scan, r.fine(text, p):
		return text, nil
	}
	if running, _ := ocr.Running(text, p.Width); running {
		return ocr.Text{}, errUnread
	}
	return ocr.Text{}, nil
}

// fillIn adds the texts recognised in pictures, in document order, after the paragraphs that
// contain them. Only those of a scan may be headings of the document.
func fillIn(b *draft.Draft, list []draft.Placed, texts []ocr.Text, scan bool) error {
	next := 0
	err := b.Interleave(func(before int) error {
		for next < len(list) && list[next].Before == before {
			// Successive pictures are pages of one scan.
			to := next + 1
			for to < len(list) && list[to].Before == before && beside(list[to].Block, list[next].Block) {
				to++
			}
			added, err := addPictures(b, list[next:to], texts[next:to], scan)
			if err != nil {
				return err
			}
			for _, p := range added {
				p.Number += next
				b.Pictures = append(b.Pictures, p)
			}
			next = to
		}
		return nil
	})
	if len(b.Pictures) > 0 {
		b.Method += "+tesseract"
	}
	return err
}

// beside reports whether two pictures are in one cell or both in the body.
func beside(a, b draft.Block) bool { return a.Kind == b.Kind && a.Cell == b.Cell }

// addPictures adds the texts recognised in successive pictures, and returns where the text of each
// is, numbered from 1.
func addPictures(b *draft.Draft, list []draft.Placed, texts []ocr.Text, scan bool) ([]extract.Picture, error) {
	pages, byPage := make([]*page.Page, len(list)), map[int]ocr.Text{}
	for i, p := range list {
		pages[i], byPage[i+1] = &page.Page{Number: i + 1, Width: p.Picture.Width, Height: p.Picture.Height}, texts[i]
	}
	own := draft.New(b.Room())
	if err := layout.Write(own, pages, nil, byPage); err != nil || len(own.Blocks) == 0 {
		return nil, err
	}
	around := list[0].Block
	if around.Kind == extract.Cell && (len(own.Blocks) > flow.MaxCellParagraphs || own.Length > flow.MaxCellRunes) {
		around.Kind = extract.Body // as in settleCell
	}
	shift := 0
	for i, s := range own.Texts() {
		m := own.Blocks[i]
		if around.Cell != nil {
			m.Cell = around.Cell
		}
		if around.Kind != extract.Body {
			m.Kind = around.Kind
		}
		m.MayHead = m.MayHead && scan
		if _, err := b.Add(s, m); err != nil {
			return nil, err
		}
		if i == 0 {
			shift = b.Blocks[len(b.Blocks)-1].Start
		}
	}
	var out []extract.Picture
	for i, p := range own.Pages {
		if p.End > p.Start && len(texts[i].Lines) > 0 {
			out = append(out, extract.Picture{Span: extract.Span{Start: p.Start + shift, End: p.End + shift}, Number: p.Number,
				Confidence: texts[i].Confidence})
		}
	}
	return out, nil
}
