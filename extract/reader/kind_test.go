package reader

import (
	"errors"
	"strings"
	"testing"

	"zhiwen/extract"
)

func TestKinds(t *testing.T) {
	zipped := func(parts ...part) string { return string(zipOf(t, parts...)) }
	seen := map[extract.Kind]bool{}
	for _, c := range []struct {
		name, data string
		want       extract.Kind
	}{
		{"JPEG", "\xFF\xD8\xFF\xE0\x00\x10JFIF", extract.KindPicture},
		{"PNG", "\x89PNG\r\n\x1A\n", extract.KindPicture},
		{"BMP", "BM\x36\x00\x00\x00\x00\x00\x00\x00\x36\x00", extract.KindPicture},
		{"HEIC", "\x00\x00\x00\x18ftypheic", extract.KindPicture},
		{"TIFF", "II*\x00\x08\x00", extract.KindPicture},
		{"Excel", zipped(part{"[Content_Types].xml", contentTypes}, part{"xl/workbook.xml", ""}), extract.KindExcel},
		{"old Excel, WPS", string(compoundFile(t, part{"Workbook", "x"})), extract.KindExcel},
		{"OpenDocument table", zipped(part{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, part{"content.xml", ""}), extract.KindExcel},
		{"PowerPoint", zipped(part{"[Content_Types].xml", contentTypes}, part{"ppt/presentation.xml", ""}), extract.KindPowerPoint},
		{"old PowerPoint", string(compoundFile(t, part{"PowerPoint Document", "x"})), extract.KindPowerPoint},
		{"CAJ", "CAJ\x00\x01\x02", extract.KindCAJ},
		{"newer CAJ", "HN\x00\x00\x04\x00", extract.KindCAJ},
		{"EPUB", zipped(part{"mimetype", "application/epub+zip"}, part{"META-INF/container.xml", ""}), extract.KindEPUB},
		{"Pages", zipped(part{"Index/Document.iwa", ""}, part{"preview.jpg", ""}), extract.KindPages},
		{"zip", zipped(part{"申请书.docx", ""}), extract.KindArchive},
		{"RAR", "Rar!\x1A\x07\x01\x00", extract.KindArchive},
		{"7z", "7z\xBC\xAF\x27\x1C\x00", extract.KindArchive},
		{"mail", "Received: from a\r\n by b\r\nFrom: x@example.org\r\nSubject: y\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nz", extract.KindMail},
		{"Outlook", string(compoundFile(t, part{"__properties_version1.0", "x"})), extract.KindMail},
	} {
		seen[c.want] = true
		_, err := Sniff([]byte(c.data))
		var kind *extract.KindError
		if !errors.As(err, &kind) || kind.Kind != c.want || !errors.Is(err, extract.ErrUnsupported) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	for _, k := range extract.Kinds {
		if !seen[k] && k != extract.KindMisnamed { // TestMisnamed
			t.Errorf("no file is a %s", k)
		}
	}
	for name, c := range map[string]struct {
		data string
		want extract.Format
	}{
		"a page saved by a browser":   {"From: <Saved by Blink>\r\nSubject: x\r\nDate: y\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\"; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x", extract.MHT},
		"a text that speaks of mails": {"From: here to there\nSubject: nothing\n\nA text.", extract.TXT},
		"a text that begins with BZh": {"BZh is how it begins. " + strings.Repeat("Words. ", 20), extract.TXT},
	} {
		if got, err := Sniff([]byte(c.data)); err != nil || got != c.want {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}

// Plain text under the name of a format that is none is said to be so; what is something
// else, and what programs name so, is read as what it is.
func TestMisnamed(t *testing.T) {
	for _, c := range []struct {
		name, data string
		misnamed   bool
	}{
		{"申请书.docx", "正文。", true},
		{"申请书.DOCX", "version https://example.org/lfs\noid sha256:00\n", true},
		{"扫描.png", "正文。", true},
		{"a.pdf", "text", true},
		{"a.txt", "正文。", false},
		{"a.md", "正文。", false},
		{"a.doc", "正文。", false},
		{"a", "正文。", false},
		{"a.docx", `{\rtf1\ansi text}`, false},
		{"a.docx", "<html><body>x", false},
		{"a.docx", string(wordFile(t, wordPara("正文"))), false},
		{"a.docx", "", false}, // empty, and so refused as that
	} {
		err := Misnamed(c.name, []byte(c.data))
		var kind *extract.KindError
		if got := errors.As(err, &kind) && kind.Kind == extract.KindMisnamed; got != c.misnamed || !c.misnamed && err != nil {
			t.Errorf("%.20q named %s: %v", c.data, c.name, err)
		}
	}
}
