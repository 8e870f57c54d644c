package html

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"path"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// maxMailParts is how many parts of a web archive are searched for its page, which is the first in
// all current archives.
const maxMailParts = 1_000

// IsArchive reports whether a text is a web archive, by its beginning in lower case.
func IsArchive(head []byte) bool { return bytes.HasPrefix(head, []byte("mime-version:")) }

// ReadArchive reads a web archive: a page with its pictures in one mail. Many systems hand out
// documents in this form under the name .doc.
func ReadArchive(ctx context.Context, b *draft.Draft, data []byte) error {
	page, kind, files, err := archivedPage(data)
	if err != nil {
		return err
	}
	return read(ctx, b, page, kind, files)
}

// archivedPage returns the page of a web archive, its content type and the files with it.
func archivedPage(data []byte) (page []byte, kind string, files bundle, err error) {
	broken := fmt.Errorf("%w: a web archive that is cut off or broken", extract.ErrDamaged)
	m, err := mail.ReadMessage(bytes.NewReader(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), " \t\r\n")))
	if err != nil {
		return nil, "", nil, broken
	}
	kind = m.Header.Get("Content-Type")
	media, parameters, err := mime.ParseMediaType(kind)
	switch {
	case err != nil:
		return nil, "", nil, broken
	case media == "text/html":
		page, err = mailBody(textproto.MIMEHeader(m.Header), m.Body)
		return page, kind, nil, err
	case !strings.HasPrefix(media, "multipart/") || parameters["boundary"] == "":
		return nil, "", nil, fmt.Errorf("%w: a mail", extract.ErrUnsupported)
	}
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	files = bundle{}
	for range maxMailParts {
		p, err := parts.NextRawPart()
		switch {
		case err != nil && page != nil: // the files after it are cut off
			return page, kind, files, nil
		case errors.Is(err, io.EOF):
			return nil, "", nil, fmt.Errorf("%w: a web archive without a page", extract.ErrUnsupported)
		case err != nil:
			return nil, "", nil, broken
		}
		of := strings.ToLower(p.Header.Get("Content-Type"))
		switch {
		case page == nil && strings.HasPrefix(of, "text/html"):
			kind = p.Header.Get("Content-Type")
			if page, err = mailBody(p.Header, p); err != nil {
				return nil, "", nil, err
			}
		case strings.HasPrefix(of, "image/"), strings.HasPrefix(of, "text/css"), strings.HasPrefix(of, "text/html"):
			files.add(p.Header, of, p)
		}
	}
	if page == nil {
		return nil, "", nil, fmt.Errorf("%w: a web archive without a page", extract.ErrUnsupported)
	}
	return page, kind, files, nil
}

// add adds a part of a web archive, which is decoded on demand.
func (b bundle) add(h textproto.MIMEHeader, kind string, r io.Reader) {
	raw, _ := io.ReadAll(r) // the readable part of a broken one
	f := bundled{kind: kind, data: func() []byte {
		data, _ := mailBody(h, bytes.NewReader(raw))
		return data
	}}
	if place := h.Get("Content-Location"); place != "" {
		b[place] = f
		b[path.Base(strings.ReplaceAll(place, `\`, "/"))] = f
	}
	if id := h.Get("Content-Id"); id != "" {
		b["cid:"+strings.Trim(id, "<>")] = f
	}
}

// mailBody decodes a body, which never makes it longer. It returns the readable part of a broken one.
func mailBody(h textproto.MIMEHeader, r io.Reader) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	page, err := io.ReadAll(r)
	if err != nil && len(page) == 0 {
		return nil, fmt.Errorf("%w: a web archive whose page cannot be unpacked", extract.ErrDamaged)
	}
	return page, nil
}
