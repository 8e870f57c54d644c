package reader

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/plain"
)

// signatures are what files of a kind begin with.
var signatures = []struct {
	kind extract.Kind
	at   int
	sign string
}{
	{extract.KindPicture, 0, "\xFF\xD8\xFF"}, {extract.KindPicture, 0, "\x89PNG\r\n"}, {extract.KindPicture, 0, "GIF87a"},
	{extract.KindPicture, 0, "GIF89a"},
	{extract.KindPicture, 0, "II*\x00"}, {extract.KindPicture, 0, "MM\x00*"}, {extract.KindPicture, 8, "WEBPVP8"},
	{extract.KindPicture, 4, "ftyphei"}, {extract.KindPicture, 4, "ftyphev"}, {extract.KindPicture, 4, "ftypmif1"},
	{extract.KindPicture, 4, "ftypavif"},
	{extract.KindCAJ, 0, "CAJ\x00"}, {extract.KindCAJ, 0, "HN\x00\x00"}, {extract.KindCAJ, 0, "KDH "}, {extract.KindCAJ, 0, "TEB\x00"},
	{extract.KindCAJ, 0, "\xC8\x00\x00\x00"},
	{extract.KindArchive, 0, "Rar!\x1A\x07"}, {extract.KindArchive, 0, "7z\xBC\xAF\x27\x1C"}, {extract.KindArchive, 0, "\x1F\x8B\x08"},
	{extract.KindArchive, 0, "\xFD7zXZ\x00"}, {extract.KindArchive, 0, "BZh"}, {extract.KindArchive, 257, "ustar"},
}

// kindOf knows the kind of a file that is not a zip by how it begins; "" for
// others.
func kindOf(data []byte) extract.Kind {
	for _, s := range signatures {
		if len(data) < s.at+len(s.sign) || string(data[s.at:s.at+len(s.sign)]) != s.sign {
			continue
		}
		if s.sign == "BZh" && plain.Is(data) {
			continue // a text
		}
		return s.kind
	}
	const bitmapHead = "\x00\x00\x00\x00" // behind the name and the size of a BMP
	if len(data) > 10 && bytes.HasPrefix(data, []byte("BM")) && string(data[6:10]) == bitmapHead {
		return extract.KindPicture
	}
	return ""
}

// neverText are the endings of names that no program gives to plain text. Word opens a
// text named .doc, and web sites save such.
var neverText = []string{".docx", ".docm", ".odt", ".ofd", ".pdf", ".xlsx", ".pptx", ".zip", ".png", ".jpg", ".jpeg", ".gif", ".tif",
	".tiff", ".caj", ".epub"}

// Misnamed returns a KindError if a file is plain text under the name of another format: it is
// probably not the file that its owner means. The name never decides how a file is read.
func Misnamed(name string, data []byte) error {
	if !slices.Contains(neverText, strings.ToLower(path.Ext(name))) {
		return nil
	}
	if format, _ := Sniff(data); format == extract.TXT {
		return &extract.KindError{Kind: extract.KindMisnamed}
	}
	return nil
}

// compoundKind is kindOf for the compound files that are not of Word.
func compoundKind(data []byte) extract.Kind {
	switch {
	case container.HasStream(data, "Workbook"), bytes.Contains(data, append(container.UTF16LE("Book"), 0, 0)):
		return extract.KindExcel
	case container.HasStream(data, "PowerPoint Document"):
		return extract.KindPowerPoint
	case container.HasStream(data, "__properties_version1.0"):
		return extract.KindMail
	}
	return ""
}

// zipKind is kindOf for zip files, by the names of their entries and what they
// say they are.
func zipKind(names []string, mime string) extract.Kind {
	has := func(prefix string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, prefix) })
	}
	const openDocument = "application/vnd.oasis.opendocument."
	switch {
	case has("xl/"), strings.HasPrefix(mime, openDocument+"spreadsheet"):
		return extract.KindExcel
	case has("ppt/"), strings.HasPrefix(mime, openDocument+"presentation"):
		return extract.KindPowerPoint
	case strings.HasPrefix(mime, "application/epub"), has("meta-inf/container.xml"):
		return extract.KindEPUB
	case has("index/document.iwa"), slices.Contains(names, "index.zip"), slices.Contains(names, "index.xml.gz"):
		return extract.KindPages
	}
	return extract.KindArchive
}

// mailHead reports whether a text begins as a mail does, and whether it is one
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
	mail = seen["from"] && (seen["subject"] || seen["message-id"] || seen["date"]) &&
		(seen["mime-version"] || seen["message-id"] || seen["received"])
	return mail, mail && archive && seen["mime-version"]
}
