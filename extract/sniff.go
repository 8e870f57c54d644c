package extract

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Format is a kind of file this package reads.
type Format string

// The formats.
const (
	TXT  Format = "txt"
	DOCX Format = "docx" // also as one XML file, and the XML of Word 2003
	DOC  Format = "doc"  // Word 2 to 2003
	PDF  Format = "pdf"
	RTF  Format = "rtf"
	HTML Format = "html"
	MHT  Format = "mht" // a web page as a mail
	ODT  Format = "odt" // OpenDocument text, also as one XML file
)

// pdfHeaderWindow is how far from the start readers look for "%PDF-".
const pdfHeaderWindow = 1024

// mailWindow is how much of a file is looked at for the head of a mail: some
// servers on its way write kilobytes.
const mailWindow = 16 << 10

// Sniff tells the format from the content alone; the name of a file never
// counts. Its errors wrap ErrEmpty, ErrUnsupported (a KindError where more is
// known), ErrEncrypted (an Office
// file under a password) or ErrDamaged (a zip without a directory). It is
// cheap enough to run in a request: of a zip, at most 256 bytes are inflated.
func Sniff(data []byte) (Format, error) {
	head := data[:min(len(data), pdfHeaderWindow)]
	switch {
	case len(data) == 0:
		return "", fmt.Errorf("%w", ErrEmpty)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return sniffZip(data)
	case bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		if hasStream(data, "EncryptedPackage") {
			return "", fmt.Errorf("%w: an Office file that opens with a password", ErrEncrypted)
		}
		if hasStream(data, "WordDocument") {
			return DOC, nil
		}
		if kind := compoundKind(data); kind != "" {
			return "", &KindError{kind}
		}
		if !hasStream(data, "Root Entry") {
			return "", fmt.Errorf("%w: an Office file of before 2007 that is cut off", ErrDamaged)
		}
		return "", fmt.Errorf("%w: an Office file of before 2007 that is not a Word document", ErrUnsupported)
	case isWord2(data) && len(data) > oldSpansMore:
		return DOC, nil
	case looksPDF(data, head):
		return PDF, nil
	}
	if kind := kindOf(data); kind != "" {
		return "", &KindError{kind}
	}
	switch mail, archive := mailHead(data[:min(len(data), mailWindow)]); {
	case archive:
		return MHT, nil
	case mail:
		return "", &KindError{KindMail}
	}
	switch kind := markup(head); kind {
	case "":
	case "RTF":
		return RTF, nil
	case "HTML":
		return HTML, nil
	case "a web archive":
		return MHT, nil
	default:
		if format := sniffXML(data); format != "" {
			return format, nil
		}
		return "", fmt.Errorf("%w: %s", ErrUnsupported, kind)
	}
	if decoding(data) == nil {
		return "", fmt.Errorf("%w: neither Word, PDF nor plain text", ErrUnsupported)
	}
	return TXT, nil
}

// looksPDF wants the header near the start, at the very start or with PDF
// structure behind it: a text may well speak of "%PDF-".
func looksPDF(data, head []byte) bool {
	i := bytes.Index(head, []byte("%PDF-"))
	switch {
	case i < 0:
		return false
	case i == 0:
		return true
	}
	return bytes.Contains(data, []byte("endobj")) || bytes.Contains(data, []byte("startxref"))
}

// sniffZip tells Word files from other zip files by their entries.
func sniffZip(data []byte) (Format, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", fmt.Errorf("%w: a zip file that is cut off or broken", ErrDamaged)
	}
	var types, word, other bool
	var mime, content bool
	var names []string
	var kind string
	for _, f := range r.File {
		name := zipName(f.Name)
		names = append(names, name)
		switch {
		case name == "[content_types].xml":
			types = true
		case strings.HasPrefix(name, "word/"):
			word = true
		case strings.HasPrefix(name, "xl/"), strings.HasPrefix(name, "ppt/"):
			other = true
		case name == "mimetype":
			kind = mimeType(f)
			mime = strings.HasPrefix(kind, odtMimeType)
			other = true
		case name == "content.xml":
			content = true
		}
	}
	if types && (word || !other) {
		return DOCX, nil
	}
	if mime && content {
		return ODT, nil
	}
	return "", &KindError{zipKind(names, kind)}
}

// odtMimeType is how the kind of an OpenDocument text begins; those of
// templates and master documents go on.
const odtMimeType = "application/vnd.oasis.opendocument.text"

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

// zipName folds an entry's name as Word compares part names.
func zipName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// markup names the text format that is not plain text, or gives "".
func markup(head []byte) string {
	s := bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	for _, mark := range []string{"\xFF\xFE", "\xFE\xFF"} {
		if rest, ok := bytes.CutPrefix(s, []byte(mark)); ok {
			s = rest
		}
	}
	s = bytes.ReplaceAll(s, []byte{0}, nil) // of UTF-16
	s = bytes.ToLower(bytes.TrimLeft(s, " \t\r\n"))
	if i := bytes.Index(s, []byte("<html")); i > 0 && (bytes.HasPrefix(s, []byte("<?xml")) || bytes.HasPrefix(s, []byte("<!--"))) {
		s = s[i:]
	}
	for _, m := range []struct{ prefix, kind string }{
		{`{\rtf`, "RTF"},
		{"<!doctype html", "HTML"},
		{"<html", "HTML"},
		{"<?xml", "XML"},
		{"<pkg:package", "XML"},
		{"<w:worddocument", "XML"},
		{"<office:document", "XML"},
		{"mime-version:", "a web archive"},
		{"%!ps", "PostScript"},
	} {
		if bytes.HasPrefix(s, []byte(m.prefix)) {
			return m.kind
		}
	}
	return ""
}

// hasStream looks for the name of a stream of a compound file, which some
// programs write in capitals or in small letters.
func hasStream(data []byte, name string) bool {
	return bytes.Contains(data, utf16LE(name)) || bytes.Contains(data, utf16LE(strings.ToUpper(name))) || bytes.Contains(data, utf16LE(strings.ToLower(name)))
}

func utf16LE(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, r := range s {
		out = append(out, byte(r), byte(r>>8))
	}
	return out
}
