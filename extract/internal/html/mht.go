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
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// maxMailParts is how many parts of a web archive are looked at for its page,
// which is the first in all that is written today.
const maxMailParts = 1_000

// IsArchive says whether a text is a web archive, by its beginning in small letters.
func IsArchive(head []byte) bool { return bytes.HasPrefix(head, []byte("mime-version:")) }

// ReadArchive reads a web archive: a page with its pictures as one mail, as which
// many systems hand out documents under the name .doc.
func ReadArchive(ctx context.Context, b *draft.Draft, data []byte) error {
	page, kind, err := archivedPage(data)
	if err != nil {
		return err
	}
	return Read(ctx, b, page, kind)
}

// archivedPage gives the page of a web archive and its content type.
func archivedPage(data []byte) (page []byte, kind string, err error) {
	broken := fmt.Errorf("%w: a web archive that is cut off or broken", extract.ErrDamaged)
	m, err := mail.ReadMessage(bytes.NewReader(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), " \t\r\n")))
	if err != nil {
		return nil, "", broken
	}
	kind = m.Header.Get("Content-Type")
	media, parameters, err := mime.ParseMediaType(kind)
	switch {
	case err != nil:
		return nil, "", broken
	case media == "text/html":
		page, err = mailBody(textproto.MIMEHeader(m.Header), m.Body)
		return page, kind, err
	case !strings.HasPrefix(media, "multipart/") || parameters["boundary"] == "":
		return nil, "", fmt.Errorf("%w: a mail", extract.ErrUnsupported)
	}
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	for range maxMailParts {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, "", broken
		}
		kind = p.Header.Get("Content-Type")
		if media, _, _ := mime.ParseMediaType(kind); media == "text/html" || strings.HasPrefix(strings.ToLower(kind), "text/html") {
			page, err = mailBody(p.Header, p)
			return page, kind, err
		}
	}
	return nil, "", fmt.Errorf("%w: a web archive without a page", extract.ErrUnsupported)
}

// mailBody undoes the packing of a body, which never makes it longer. What
// can be read of a broken one is given.
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
