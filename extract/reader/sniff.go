package reader

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/doc"
	"zhiwen/extract/internal/docx"
	"zhiwen/extract/internal/html"
	"zhiwen/extract/internal/odt"
	"zhiwen/extract/internal/ofd"
	"zhiwen/extract/internal/pdf"
	"zhiwen/extract/internal/plain"
	"zhiwen/extract/internal/rtf"
)

// headWindow is how much of a file is looked at for how a text format begins.
const headWindow = 1024

// mailWindow is how much of a file is looked at for the head of a mail: some
// servers on its way write kilobytes.
const mailWindow = 16 << 10

// Sniff tells the format from the content alone; the name of a file never
// counts. Its errors wrap ErrEmpty, ErrUnsupported (a KindError where more is
// known), ErrEncrypted (an Office
// file under a password) or ErrDamaged (a zip without a directory). It is
// cheap enough to run in a request: of a zip, at most 256 bytes are inflated.
func Sniff(data []byte) (extract.Format, error) {
	switch {
	case len(data) == 0:
		return "", fmt.Errorf("%w", extract.ErrEmpty)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return sniffZip(data)
	case container.IsCompound(data):
		return sniffCompound(data)
	case doc.Is(data):
		return extract.DOC, nil
	case pdf.Is(data):
		return extract.PDF, nil
	}
	if kind := kindOf(data); kind != "" {
		return "", &extract.KindError{Kind: kind}
	}
	switch mail, archive := mailHead(data[:min(len(data), mailWindow)]); {
	case archive:
		return extract.MHT, nil
	case mail:
		return "", &extract.KindError{Kind: extract.KindMail}
	}
	switch head := foldedHead(data[:min(len(data), headWindow)]); {
	case rtf.Is(head):
		return extract.RTF, nil
	case html.Is(head):
		return extract.HTML, nil
	case html.IsArchive(head):
		return extract.MHT, nil
	case bytes.HasPrefix(head, []byte("%!ps")):
		return "", fmt.Errorf("%w: PostScript", extract.ErrUnsupported)
	case isXML(head):
		switch {
		case docx.IsXML(data):
			return extract.DOCX, nil
		case odt.IsXML(data):
			return extract.ODT, nil
		}
		return "", fmt.Errorf("%w: XML", extract.ErrUnsupported)
	case html.IsFragment(head, data):
		return extract.HTML, nil
	case plain.Is(data):
		return extract.TXT, nil
	}
	return "", fmt.Errorf("%w: neither Word, PDF nor plain text", extract.ErrUnsupported)
}

// sniffCompound tells Word files from other compound files.
func sniffCompound(data []byte) (extract.Format, error) {
	if container.HasStream(data, "EncryptedPackage") {
		return "", fmt.Errorf("%w: an Office file that opens with a password", extract.ErrEncrypted)
	}
	if doc.Is(data) {
		return extract.DOC, nil
	}
	if kind := compoundKind(data); kind != "" {
		return "", &extract.KindError{Kind: kind}
	}
	if container.IsCutOff(data) || !container.HasStream(data, "Root Entry") {
		return "", fmt.Errorf("%w: an Office file of before 2007 that is cut off", extract.ErrDamaged)
	}
	return "", fmt.Errorf("%w: an Office file of before 2007 that is not a Word document", extract.ErrUnsupported)
}

// sniffZip tells Word files from other zip files by their entries.
func sniffZip(data []byte) (extract.Format, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", fmt.Errorf("%w: a zip file that is cut off or broken", extract.ErrDamaged)
	}
	var names []string
	var mime string
	for _, f := range r.File {
		name := container.PartName(f.Name)
		names = append(names, name)
		if name == "mimetype" {
			mime = mimeType(f)
		}
	}
	switch {
	case docx.Is(names):
		return extract.DOCX, nil
	case odt.Is(names, mime):
		return extract.ODT, nil
	case ofd.Is(names):
		return extract.OFD, nil
	}
	return "", &extract.KindError{Kind: zipKind(names, mime)}
}

// maxMimeType bounds the entry in which an OpenDocument file names its kind:
// the longest kind has some 70 bytes.
const maxMimeType = 256

// mimeType reads that entry, which some programs store elsewhere than first.
func mimeType(f *zip.File) string {
	if f.UncompressedSize64 > maxMimeType {
		return ""
	}
	r, err := f.Open()
	if err != nil {
		return ""
	}
	defer r.Close()
	raw, _ := io.ReadAll(r) // a broken one is none
	return string(raw)
}

// foldedHead returns the beginning of a text in whatever encoding as ASCII in small
// letters, from its first mark on.
func foldedHead(head []byte) []byte {
	s := bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	for _, mark := range []string{"\xFF\xFE", "\xFE\xFF"} {
		if rest, ok := bytes.CutPrefix(s, []byte(mark)); ok {
			s = rest
		}
	}
	s = bytes.TrimLeft(bytes.ReplaceAll(s, []byte{0}, nil), " \t\r\n") // 0 is of UTF-16
	for i, c := range s {                                              // of a copy; bytes.ToLower looks up each character of Chinese
		if c >= 'A' && c <= 'Z' {
			s[i] = c + 'a' - 'A'
		}
	}
	return s
}

// isXML reports whether a folded head begins XML.
func isXML(head []byte) bool {
	for _, prefix := range []string{"<?xml", "<pkg:package", "<w:worddocument", "<office:document"} {
		if bytes.HasPrefix(head, []byte(prefix)) {
			return true
		}
	}
	return false
}
