package extract

import (
	"context"
	"strings"
	"time"
	"unicode"
)

// What is taken for running text in a picture beside text; in a scan all that
// is recognised is text, as on the pages of PDFs.
const (
	runningWidth = 0.5 // of the picture's that a line of running text takes
	runningSigns = 30  // that it has, a Chinese character counting for two: labels have fewer

	codeSigns = "{}[]()<>=_;*/\\|&#$@^~+"
	mostCode  = 0.08 // of the visible characters that are such signs: texts with citations and formulas have half as many, programs more
)

// recognisePictures reads what is text of the pictures of a document without
// pages and puts it where they stand.
func recognisePictures(ctx context.Context, b *builder, o Options) error {
	list, skipped := largePictures(b.placed)
	b.notices.AddCount(PictureLeft, skipped)
	if len(list) == 0 {
		return nil
	}
	b.large = len(list)
	// As on a page of a PDF, so few characters beside a picture are no text.
	look := pictureReader{memory: o.MemoryLimit / 2, scan: b.visibleRunes() < fewCharacters*len(list)}
	var ok bool
	if look.recogniser, ok = newRecogniser(ctx, o); !ok {
		b.notices.AddCount(PictureUnread, len(list)) // looking for text in each would take longer than reading the rest
		return nil
	}
	texts, numbers := make([]recognised, len(list)), make([]int, len(list))
	for i := range numbers {
		numbers[i] = i + 1
	}
	w := &reading{most: o.MaxRecognised, until: time.Now().Add(o.RecogniseTime), report: b.recognising, recognise: func(ctx context.Context, n int) (err error) {
		texts[n-1], err = look.read(ctx, list[n-1].picture, n)
		return err
	}}
	w.read(ctx, numbers, 0)
	w.finish()
	if err := ctx.Err(); err != nil {
		return err
	}
	b.notices.AddCount(PictureLeft, len(w.left))
	b.notices.AddCount(PictureFailed, len(w.failed))
	return fillIn(b, list, texts, look.scan)
}

// largePictures gives the pictures that are large enough for text, each once
// however often it is shown, and how many were not looked at.
func largePictures(placed []placedPicture) (list []placedPicture, skipped int) {
	seen := map[string]bool{}
	left := int64(maxPictureHeads)
	for i, shown := range placed {
		p := shown.picture
		if seen[p.name] && p.name != "" {
			continue
		}
		if len(seen) >= maxPictures || left <= 0 {
			return list, len(placed) - i
		}
		seen[p.name] = true
		large, read := p.measure(left)
		left -= read
		if large {
			list = append(list, shown)
		}
	}
	return list, 0
}

// pictureReader reads the pictures of one document.
type pictureReader struct {
	recogniser
	memory int64 // bytes that decoding may take
	scan   bool  // the document is nothing but pictures
}

// shows says whether a picture may show text that is to be read.
func (r pictureReader) shows(p *wordPicture) (bool, error) {
	if r.scan {
		return true, nil
	}
	drawn, err := p.draw(drawnAt(linesDPI, p.width, p.height), r.memory)
	return err == nil && showsLines(drawn), err
}

// read recognises the text of a picture; of one that shows none it gives
// nothing. n is the picture's number.
func (r pictureReader) read(ctx context.Context, p *wordPicture, n int) (recognised, error) {
	shows, err := r.shows(p)
	if err != nil || !shows {
		return recognised{}, err
	}
	dpi := drawnAt(recogniseDPI, p.width, p.height)
	drawn, err := p.draw(dpi, r.memory)
	if err != nil {
		return recognised{}, err
	}
	text, err := r.recogniser.read(ctx, drawn, dpi, n)
	if err != nil || r.scan || runningText(text, p.width) {
		return text, err
	}
	return recognised{}, nil
}

// code says whether a text is a piece of a program, which Word files show as
// screenshots by the dozen.
func code(s string) bool {
	signs, all := 0, 0
	for _, c := range s {
		if visible(c) {
			all++
		}
		if strings.ContainsRune(codeSigns, c) {
			signs++
		}
	}
	return float64(signs) > mostCode*float64(all)
}

// runningText says whether what was recognised in a picture so wide is running
// text: several long lines that make sense.
func runningText(r recognised, width float32) bool {
	if r.confidence < turnTrust || plausible(r.text()) < poorQuality || code(r.text()) {
		return false
	}
	long := 0
	for _, l := range r.lines {
		signs := 0
		for _, c := range l.text {
			switch {
			case unicode.Is(unicode.Han, c):
				signs += 2
			case visible(c):
				signs++
			}
		}
		if signs >= runningSigns && l.x1-l.x0 >= runningWidth*width {
			long++
		}
	}
	return long >= leastLines
}

// fillIn puts what was recognised of pictures, given in the order of the
// document, behind the paragraphs they stand in. Only in a scan they have
// headings of the document.
func fillIn(b *builder, list []placedPicture, texts []recognised, scan bool) error {
	next := 0
	err := b.interleave(func(before int) error {
		for next < len(list) && list[next].before == before {
			// Pictures in a row are pages of one scan.
			to := next + 1
			for to < len(list) && list[to].before == before && list[to].block == list[next].block {
				to++
			}
			added, err := addPictures(b, list[next:to], texts[next:to], scan)
			if err != nil {
				return err
			}
			for _, p := range added {
				p.Number += next
				b.pictures = append(b.pictures, p)
			}
			next = to
		}
		return nil
	})
	if len(b.pictures) > 0 {
		b.method += "+tesseract"
	}
	return err
}

// addPictures adds what was recognised of pictures that stand behind one
// another, and says where the text of each is, numbered from 1.
func addPictures(b *builder, list []placedPicture, texts []recognised, scan bool) ([]Picture, error) {
	pages, byPage := make([]*pdfPage, len(list)), map[int]recognised{}
	for i, p := range list {
		pages[i], byPage[i+1] = &pdfPage{number: i + 1, width: p.picture.width, height: p.picture.height}, texts[i]
	}
	own := newBuilder(b.room())
	if err := layPages(own, pages, nil, byPage); err != nil || len(own.blocks) == 0 {
		return nil, err
	}
	around := list[0].block
	if around.kind == Cell && (len(own.blocks) > maxCellParagraphs || own.length > maxCellRunes) {
		around.kind = Body // as settleCell has it
	}
	shift := 0
	for i, s := range own.texts() {
		m := own.blocks[i]
		if around.cell != nil {
			m.cell = around.cell
		}
		if around.kind != Body {
			m.kind = around.kind
		}
		m.prone = m.prone && scan
		if _, err := b.add(s, m); err != nil {
			return nil, err
		}
		if i == 0 {
			shift = b.blocks[len(b.blocks)-1].Start
		}
	}
	var out []Picture
	for i, p := range own.pages {
		if p.End > p.Start && len(texts[i].lines) > 0 {
			out = append(out, Picture{Span: Span{Start: p.Start + shift, End: p.End + shift}, Number: p.Number, Confidence: texts[i].confidence})
		}
	}
	return out, nil
}
