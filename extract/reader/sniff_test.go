package reader

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
)

func TestSniff(t *testing.T) {
	const ole = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
	for _, c := range []struct {
		name, data string
		want       extract.Format
		err        error
	}{
		{"empty", "", "", extract.ErrEmpty},
		{"text", "正文", extract.TXT, nil},
		{"GBK text", gbk(t, chinese), extract.TXT, nil},
		{"text that ends within a character", strings.Repeat("正文", 60_000) + "\xE6\xAD", extract.TXT, nil},
		{"text about PDF", "The header of a PDF is %PDF-1.7.", extract.TXT, nil},
		{"PDF", string(pdfFile("", "")), extract.PDF, nil},
		{"PDF behind junk", "junk\n" + string(pdfFile("", "")), extract.PDF, nil},
		{"PDF behind zeros", strings.Repeat("\x00", 5000) + string(pdfFile("", "")), extract.PDF, nil},
		{"Word", string(wordFile(t, wordPara("正文"))), extract.DOCX, nil},
		{"Excel", string(zipOf(t, part{"[Content_Types].xml", contentTypes}, part{"xl/workbook.xml", ""})), "", extract.ErrUnsupported},
		{"OpenDocument text", string(odtFile(t, "", "")), extract.ODT, nil},
		{"OpenDocument text whose kind stands last", string(zipOf(t, part{"content.xml", ""}, part{"mimetype", "application/vnd.oasis.opendocument.text"})), extract.ODT, nil},
		{"OpenDocument table", string(zipOf(t, part{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, part{"content.xml", ""})), "", extract.ErrUnsupported},
		{"any zip", string(zipOf(t, part{"a.txt", "a"})), "", extract.ErrUnsupported},
		{"cut zip", "PK\x03\x04 and nothing more", "", extract.ErrDamaged},
		{"old Word", string(oldText(old("正文")).write(t)), extract.DOC, nil},
		{"old Word, cut off", string(compoundFile(t, part{"WordDocument", strings.Repeat("x", 9000)})[:5000]), "", extract.ErrDamaged},
		{"old Word with an object in it, cut off", string(compoundFile(t, part{"WordDocument", string(container.UTF16LE("Root Entry")) + strings.Repeat("x", 9000)})[:5000]), "", extract.ErrDamaged},
		{"another program's compound file", string(compoundFile(t, part{"Contents", strings.Repeat("x", 9000)})), "", extract.ErrUnsupported},
		{"old Excel", string(compoundFile(t, part{"Workbook", "x"})), "", extract.ErrUnsupported},
		{"Word under a password", ole + strings.Repeat("\x00", 1000) + string(container.UTF16LE("EncryptedPackage")), "", extract.ErrEncrypted},
		{"RTF", `{\rtf1\ansi text}`, extract.RTF, nil},
		{"HTML", "  <!DOCTYPE html><p>text", extract.HTML, nil},
		{"XHTML", "<?xml version=\"1.0\"?>\n<!DOCTYPE html><html><p>text</p></html>", extract.HTML, nil},
		{"HTML in UTF-16", "\xFE\xFF" + utf16Bytes("<html><p>正文</p>", true), extract.HTML, nil},
		{"XML", "\xEF\xBB\xBF<?xml version=\"1.0\"?><a/>", "", extract.ErrUnsupported},
		{"picture", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01\x02\xFE", 100), "", extract.ErrUnsupported},
		{"noise", noise(5000), "", extract.ErrUnsupported},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Sniff([]byte(c.data))
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

// A name decides nothing: every format is read as what it is under the name of
// every other.
func TestNamesDecideNothing(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{
		"txt": []byte(gbk(t, chinese)), "docx": wordFile(t, wordPara("正文。")), "doc": oldText(old("正文。")).write(t), "odt": odtFile(t, "", "<text:p>正文。</text:p>"),
		"rtf": []byte(`{\rtf1\ansi \u27491?\u25991?\u12290?}`), "html": []byte("<html><body>正文。</body></html>"), "pdf/pdfium": pdfFile("", show("F1", 12, 72, 700, "text")),
	}
	for method, data := range files {
		for _, name := range []string{"a.pdf", "a.docx", "a.doc", "a.txt", "a.odt", "a.rtf", "a.html", "a", "a.exe", ""} {
			d, err := Parse(context.Background(), name, data, extract.Options{CacheDir: testCache})
			if err != nil || d.Method != method {
				t.Fatalf("%s named %q: read as %+v, %v", method, name, d, err)
			}
		}
	}
}

// noise is data like that of compressed files, the same each time.
func noise(n int) string {
	out := make([]byte, n)
	x := uint32(1)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = byte(x >> 24)
	}
	return string(out)
}

func FuzzText(f *testing.F) {
	f.Add([]byte(chinese))
	f.Add([]byte("# T\n\none two\r\nthree\r\rfour\u2028five\x00"))
	f.Add([]byte("\xFF\xFEa\x00\n\x00"))
	f.Add([]byte("a\x00\n\x00b\x00\n\x00"))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("一、甲\n（一）乙\n1.1 丙\n"))
	o, err := withDefaults(extract.Options{CacheDir: testCache})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		format, err := Sniff(data)
		if err != nil {
			if extract.ErrorName(err) == "" {
				t.Errorf("untyped error: %v", err)
			}
			return
		}
		if format != extract.TXT {
			return
		}
		d, err := parse(context.Background(), data, o, nil, nil)
		if err != nil {
			if !errors.Is(err, extract.ErrNoText) {
				t.Error(err)
			}
			return
		}
		checkDocument(t, d)
		if utf8.Valid(data) && !bytes.Contains(data, []byte{0}) && utf8.RuneCountInString(d.Text) != utf8.RuneCount(data) {
			t.Error("code points of the text are not those of the file")
		}
	})
}
