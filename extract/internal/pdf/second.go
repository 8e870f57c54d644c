package pdf

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/ledongthuc/pdf"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// SecondOpinion reads pages of a PDF, or all if pages is nil, with another reader and returns the
// text by page number. The reader may hang, panic or exhaust memory on malicious files; an
// implementation guards against what it can.
type SecondOpinion func(ctx context.Context, data []byte, o extract.Options, pages []int) (map[int]string, error)

const (
	// SecondTime bounds the second opinion, in processor time if a separate process reads it, so
	// that a busy machine does not change the result. A readable file takes milliseconds per page.
	SecondTime = 3 * time.Second
	// SecondDeadline bounds it in real time, for a reader that hangs idly.
	SecondDeadline = 12 * time.Second
)

// SecondInProcess reads in a goroutine that is abandoned if it hangs. It cannot guard against
// exhausted memory; a Runner uses another process.
func SecondInProcess(ctx context.Context, data []byte, o extract.Options, pages []int) (map[int]string, error) {
	ctx, cancel := context.WithTimeout(ctx, SecondTime)
	defer cancel()
	type answer struct {
		texts map[int]string
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		texts, err := SecondTexts(ctx, data, o, pages)
		done <- answer{texts, err}
	}()
	select {
	case a := <-done:
		return a.texts, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: the second reader hangs", extract.ErrLimits)
	}
}

// SecondTexts reads page by page: the library confuses fonts of the same name when it reads a whole
// file.
func SecondTexts(ctx context.Context, data []byte, o extract.Options, pages []int) (texts map[int]string, err error) {
	defer func() {
		if p := recover(); p != nil {
			texts, err = nil, fmt.Errorf("%w: the second reader failed on it", extract.ErrDamaged)
		}
	}()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: the second reader cannot open it", extract.ErrDamaged)
	}
	if pages == nil {
		for n := 1; n <= min(r.NumPage(), o.MaxPages); n++ {
			pages = append(pages, n)
		}
	}
	texts = map[int]string{}
	length := 0
	for _, n := range pages {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := pageText(r, n)
		if length += len(s); length > 4*o.MaxCharacters {
			return nil, fmt.Errorf("%w: too much text", extract.ErrLimits)
		}
		if char.HasVisible(s) {
			texts[n] = s
		}
	}
	return texts, nil
}

// pageText reads one page. A page that the library fails on has no text.
func pageText(r *pdf.Reader, n int) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = ""
		}
	}()
	p := r.Page(n)
	if p.V.IsNull() {
		return ""
	}
	text, err := p.GetPlainText(nil)
	if err != nil {
		return ""
	}
	return text
}
