package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Kind names a kind of file that people upload and this package does not read:
// each has a way out of its own.
type Kind string

// The kinds.
const (
	KindPicture    Kind = "picture"
	KindExcel      Kind = "excel" // and tables of OpenDocument and WPS
	KindPowerPoint Kind = "powerpoint"
	KindCAJ        Kind = "caj" // of CNKI
	KindOFD        Kind = "ofd" // the Chinese standard for fixed pages
	KindEPUB       Kind = "epub"
	KindPages      Kind = "pages" // of Apple
	KindArchive    Kind = "archive"
	KindMail       Kind = "mail"
)

// Kinds lists all kinds.
var Kinds = []Kind{KindPicture, KindExcel, KindPowerPoint, KindCAJ, KindOFD, KindEPUB, KindPages, KindArchive, KindMail}

// KindError is ErrUnsupported of a file whose kind is known.
type KindError struct{ Kind Kind }

func (e *KindError) Error() string { return fmt.Sprintf("%s: %s", ErrUnsupported, e.Kind) }

// Unwrap gives ErrUnsupported.
func (e *KindError) Unwrap() error { return ErrUnsupported }

// signatures are what files of a kind begin with.
var signatures = []struct {
	kind Kind
	at   int
	sign string
}{
	{KindPicture, 0, "\xFF\xD8\xFF"}, {KindPicture, 0, "\x89PNG\r\n"}, {KindPicture, 0, "GIF87a"}, {KindPicture, 0, "GIF89a"},
	{KindPicture, 0, "II*\x00"}, {KindPicture, 0, "MM\x00*"}, {KindPicture, 8, "WEBPVP8"},
	{KindPicture, 4, "ftyphei"}, {KindPicture, 4, "ftyphev"}, {KindPicture, 4, "ftypmif1"}, {KindPicture, 4, "ftypavif"},
	{KindCAJ, 0, "CAJ\x00"}, {KindCAJ, 0, "HN\x00\x00"}, {KindCAJ, 0, "KDH "}, {KindCAJ, 0, "TEB\x00"}, {KindCAJ, 0, "\xC8\x00\x00\x00"},
	{KindArchive, 0, "Rar!\x1A\x07"}, {KindArchive, 0, "7z\xBC\xAF\x27\x1C"}, {KindArchive, 0, "\x1F\x8B\x08"}, {KindArchive, 0, "\xFD7zXZ\x00"}, {KindArchive, 0, "BZh"}, {KindArchive, 257, "ustar"},
}

// kindOf knows the kind of a file that is not a zip by how it begins; "" for
// others.
func kindOf(data []byte) Kind {
	for _, s := range signatures {
		if len(data) < s.at+len(s.sign) || string(data[s.at:s.at+len(s.sign)]) != s.sign {
			continue
		}
		if s.sign == "BZh" && isText(data) {
			continue // a text
		}
		return s.kind
	}
	const bitmapHead = "\x00\x00\x00\x00" // behind the name and the size of a BMP
	if len(data) > 10 && bytes.HasPrefix(data, []byte("BM")) && string(data[6:10]) == bitmapHead {
		return KindPicture
	}
	return ""
}

// compoundKind is kindOf for the compound files that are not of Word.
func compoundKind(data []byte) Kind {
	switch {
	case hasStream(data, "Workbook"), bytes.Contains(data, append(utf16LE("Book"), 0, 0)):
		return KindExcel
	case hasStream(data, "PowerPoint Document"):
		return KindPowerPoint
	case hasStream(data, "__properties_version1.0"):
		return KindMail
	}
	return ""
}

// zipKind is kindOf for zip files, by the names of their entries and what they
// say they are.
func zipKind(names []string, mime string) Kind {
	has := func(prefix string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, prefix) })
	}
	const openDocument = "application/vnd.oasis.opendocument."
	switch {
	case has("xl/"), strings.HasPrefix(mime, openDocument+"spreadsheet"):
		return KindExcel
	case has("ppt/"), strings.HasPrefix(mime, openDocument+"presentation"):
		return KindPowerPoint
	case slices.Contains(names, "ofd.xml"):
		return KindOFD
	case strings.HasPrefix(mime, "application/epub"), has("meta-inf/container.xml"):
		return KindEPUB
	case has("index/document.iwa"), slices.Contains(names, "index.zip"), slices.Contains(names, "index.xml.gz"):
		return KindPages
	}
	return KindArchive
}

// mailHead says whether a text begins as a mail does, and whether it is one
// that holds a page with its pictures, as browsers save them.
func mailHead(head []byte) (mail, archive bool) {
	seen := map[string]bool{}
	for line := range strings.Lines(string(head)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			archive = archive || seen["content-type"] && strings.Contains(line, "multipart/related")
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(name, " \t") {
			return false, false
		}
		name = strings.ToLower(name)
		seen[name] = true
		archive = archive || name == "content-type" && strings.Contains(value, "multipart/related")
	}
	mail = seen["from"] && (seen["subject"] || seen["message-id"] || seen["date"]) && (seen["mime-version"] || seen["message-id"] || seen["received"])
	return mail, mail && archive && seen["mime-version"]
}
