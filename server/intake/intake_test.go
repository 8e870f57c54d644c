package intake

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func gbk(s string) string { return must(simplifiedchinese.GBK.NewEncoder().String(s)) }

// archive packs entries; names are written as they are.
func archive(t *testing.T, entries ...*zip.FileHeader) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, h := range entries {
		h.NonUTF8 = true
		h.Method = zip.Deflate
		content := must(w.CreateHeader(h))
		if !strings.HasSuffix(h.Name, "/") {
			_ = must(io.WriteString(content, strings.Repeat("文", 1000)))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func entry(name string) *zip.FileHeader { return &zip.FileHeader{Name: name} }

func TestArchive(t *testing.T) {
	link := entry("link.docx")
	link.SetMode(os.ModeSymlink | 0o777)
	secret := entry("secret.docx")
	secret.Flags = 1
	data := archive(t, entry(gbk("申请书/")), entry(gbk("申请书/甲 面上.docx")), entry("申请书/乙.pdf"), entry(`丙\丁.docx`), entry("__MACOSX/申请书/._甲.docx"),
		entry("Thumbs.db"), entry("~$甲.docx"), entry("../outside.docx"), entry("/etc/passwd"), link, secret, entry("more.ZIP"))
	files, err := Archive(bytes.NewReader(data), int64(len(data)), Limits{File: 1 << 20, Files: 100})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, strings.TrimSuffix(f.Name+" "+string(f.Fault), " "))
	}
	want := []string{"申请书/甲 面上.docx", "申请书/乙.pdf", "丙/丁.docx", "../outside.docx unsafe-name", "/etc/passwd unsafe-name",
		"link.docx unsafe-name", "secret.docx encrypted", "more.ZIP nested"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	r := must(files[0].Open())
	if text := must(io.ReadAll(r)); len(text) != 3000 {
		t.Errorf("%d bytes", len(text))
	}
}

// An archive may say less of its files than they have.
func TestArchiveBomb(t *testing.T) {
	data := archive(t, entry("a.txt"), entry("b.txt"), entry("c.txt"))
	for _, tc := range []struct {
		limits Limits
		want   []record.Refusal
	}{
		{Limits{File: 3000, Files: 3}, []record.Refusal{"", "", ""}},
		{Limits{File: 2999, Files: 3}, []record.Refusal{record.RefusalTooLarge, record.RefusalTooLarge, record.RefusalTooLarge}},
		{Limits{File: 3000, Total: 6500, Files: 3}, []record.Refusal{"", "", record.RefusalTotal}},
	} {
		files := must(Archive(bytes.NewReader(data), int64(len(data)), tc.limits))
		for i, f := range files {
			if f.Fault != tc.want[i] {
				t.Errorf("%+v: file %d has the fault %q", tc.limits, i, f.Fault)
			}
		}
	}
	if _, err := Archive(bytes.NewReader(data), int64(len(data)), Limits{File: 3000, Files: 2}); !errors.Is(err, record.ErrArchive) {
		t.Errorf("more files than may be: %v", err)
	}
	if _, err := Archive(strings.NewReader("no zip"), 6, Limits{File: 10, Files: 2}); !errors.Is(err, record.ErrArchive) {
		t.Errorf("no archive: %v", err)
	}
	r := bounded{io.NopCloser(strings.NewReader("12345")), 4}
	if _, err := io.ReadAll(&r); FaultOf(err) != record.RefusalTooLarge {
		t.Errorf("a file of more than it says: %v", err)
	}
}

func TestFolder(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"b.docx", "a/c.docx", ".git/config", "a/~$c.docx", "large.docx", "more.Zip"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), bytes.Repeat([]byte("x"), 5+5*strings.Count(name, "l")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b.docx", filepath.Join(root, "link.docx")); err != nil {
		t.Skip(err)
	}
	var got []string
	for _, f := range must(Folder(root, Limits{File: 6})) {
		got = append(got, strings.TrimSuffix(fmt.Sprintf("%s %s", f.Name, f.Fault), " "))
	}
	if diff := cmp.Diff([]string{"a/c.docx", "b.docx", "large.docx too-large", "link.docx unsafe-name", "more.Zip nested"}, got); diff != "" {
		t.Error(diff)
	}
}

const csvText = "文件名,申请编号,项目名称（中文）,申请人*,依托单位,年度,项目类别,参与者,资助状态\r\n" +
	"甲.docx,Z001,图神经网络,王某,某大学,2024,面上项目,李某（某所）；张某,已资助\r\n" +
	",,,,,,,,\r\n" +
	"乙.pdf,Z002,题,赵某,某所,二〇二四,青年,,未资助\r\n" +
	",,没有文件,,,,,,\r\n"

var csvRows = []Row{
	{Line: 2, File: "甲.docx", Reference: "Z001", Status: record.StatusFunded, Identity: evidence.Identity{Title: "图神经网络", Applicant: "王某", Institution: "某大学",
		Year: 2024, Programme: "面上项目", Participants: []evidence.Person{{Name: "李某", Institution: "某所"}, {Name: "张某"}}}},
	{Line: 4, File: "乙.pdf", Reference: "Z002", Status: record.StatusRejected, Identity: evidence.Identity{Title: "题", Applicant: "赵某", Institution: "某所", Programme: "青年"}, Fault: record.RefusalYear, Value: "二〇二四"},
	{Line: 5, Identity: evidence.Identity{Title: "没有文件"}, Fault: record.RefusalNothing},
}

// A manifest is read alike in every encoding, with every mark, and from a sheet.
func TestManifest(t *testing.T) {
	book := excelize.NewFile()
	for i, line := range strings.Split(csvText, "\r\n") {
		for j, value := range strings.Split(line, ",") {
			if err := book.SetCellValue("Sheet1", must(excelize.CoordinatesToCellName(j+1, i+1)), value); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := book.SetCellValue("Sheet1", "F2", 2024); err != nil {
		t.Fatal(err)
	}
	if err := book.SetCellValue("Sheet1", "H2", "李某（某所）\n张某"); err != nil { // a person a line, as people write them
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"utf-8":                       []byte(csvText),
		"bom":                         []byte("\xEF\xBB\xBF" + csvText),
		"gbk":                         []byte(gbk(csvText[:strings.Index(csvText, "二")]) + gbk("二") + "\xa9\x96" + gbk(csvText[strings.Index(csvText, "〇")+3:])),
		"utf-16":                      must(xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().Bytes([]byte(csvText))),
		"unmarked":                    must(xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM).NewEncoder().Bytes([]byte(csvText))),
		"unmarked, higher byte first": must(xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM).NewEncoder().Bytes([]byte(csvText))),
		"tabs":                        []byte(strings.ReplaceAll(csvText, ",", "\t")),
		"semicolon":                   []byte(strings.ReplaceAll(csvText, ",", ";")),
		"xlsx":                        must(book.WriteToBuffer()).Bytes(),
	} {
		rows, err := Manifest(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(csvRows, rows); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Above the names of the columns there may be a title and a note.
func TestManifestBelowTitle(t *testing.T) {
	for name, text := range map[string]string{
		"a title":              "2024年申请书清单\n文件,题目\n甲.docx,甲题\n",
		"a title with cells":   "2024年申请书清单,,\n\n填报单位：某处,,\n文件,题目,\n甲.docx,甲题,\n",
		"one that names a row": "附件\n文件;题目\n甲.docx;甲题\n",
	} {
		rows, err := Manifest([]byte(text))
		if err != nil || len(rows) != 1 || rows[0].File != "甲.docx" || rows[0].Identity.Title != "甲题" ||
			rows[0].Line != strings.Count(text, "\n") {
			t.Errorf("%s: %+v %v", name, rows, err)
		}
	}
}

// A row in another encoding is told of by itself; the rest of the table is read.
func TestManifestRowInAnotherEncoding(t *testing.T) {
	rows, err := Manifest([]byte("文件,题目\n甲.docx,甲题\n乙.docx," + gbk("乙题") + "\n丙.docx,丙题\n"))
	if err != nil || len(rows) != 3 {
		t.Fatalf("%+v %v", rows, err)
	}
	for i, want := range []record.Refusal{"", record.RefusalEncoding, ""} {
		if rows[i].Fault != want {
			t.Errorf("row %d: %q, not %q", i, rows[i].Fault, want)
		}
	}
	if rows[2].Identity.Title != "丙题" {
		t.Errorf("title %q", rows[2].Identity.Title)
	}
}

// What has zero bytes and is no text is not taken for one.
func TestManifestNoText(t *testing.T) {
	for name, data := range map[string]string{
		"zeros": "\x00\x00\x00\x00", "odd": "a\x00,\x00b", "zeros in a text": "文件,题目\n甲.docx,\x00\n",
	} {
		if rows, err := Manifest([]byte(data)); !errors.Is(err, record.ErrManifest) {
			t.Errorf("%s: %+v, %v", name, rows, err)
		}
	}
}

func TestOwnManifest(t *testing.T) {
	named := func(names ...string) (files []File) {
		for _, name := range names {
			files = append(files, File{Name: name, Open: func() (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("文件\na.docx\n")), nil
			}})
		}
		return files
	}
	other := File{Name: "设备清单.csv", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("设备,数量\n")), nil }}
	for _, tc := range []struct {
		files []File
		want  int
	}{
		{[]File{other}, -1}, // a list of something else
		{named("a.docx", "manifest.csv"), 1},
		{named("x/Manifest.XLSX", "a.docx"), 0},
		{named("a.docx", "2026年面上申报清单.csv"), 1},
		{named("a.docx", "清单.docx", "设备清单.txt", "manifest"), -1},
		{named("manifest.csv", "清单.csv"), -1}, // which one is not known
		{named("a.docx"), -1},
	} {
		rows, at, err := OwnManifest(tc.files)
		if err != nil || at != tc.want || (at >= 0) != (len(rows) == 1) {
			t.Errorf("%v: at %d with %d rows, %v", tc.files, at, len(rows), err)
		}
	}
}

func TestManifestFaults(t *testing.T) {
	for _, tc := range []struct {
		text string
		want error
	}{{"", record.ErrManifest}, {"题目,年度\nx,2024\n", record.ErrHeading}, {"PK\x03\x04no", record.ErrManifest}, {"a\x00b", record.ErrManifest}} {
		if _, err := Manifest([]byte(tc.text)); !errors.Is(err, tc.want) {
			t.Errorf("%q: %v", tc.text, err)
		}
	}
	for line, want := range map[string]record.Refusal{
		"a.docx,1,x,,z":    record.RefusalColumns,
		"a.docx,1\xFF,x,y": record.RefusalEncoding,
		"a.docx,1,x,maybe": "",
		"a.docx,1," + strings.Repeat("长", maxCell+1) + ",": record.RefusalFieldSize,
	} {
		rows, err := Manifest([]byte("\xEF\xBB\xBFfile,number,title,status\n" + line + "\n"))
		if err != nil || len(rows) != 1 || rows[0].Fault != want {
			t.Errorf("%.40q: %+v %v", line, rows, err)
		}
	}
}

// A word for a status that nobody knows here does not lose the application.
func TestUnreadStatus(t *testing.T) {
	rows, err := Manifest([]byte("file,number,status\na.docx,1,maybe\nb.docx,2,funded\nc.docx,3,maybe\n"))
	if err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		Outcome               record.Outcome
		Reason, Value, Unread string
		Status                record.Status
	}
	var got []outcome
	for _, i := range Items(Join([]File{{Name: "a.docx"}, {Name: "b.docx"}, {Name: "c.docx", Fault: record.RefusalEncrypted}}, rows)) {
		got = append(got, outcome{i.Outcome, i.Reason, i.Value, i.UnreadStatus(), i.Status})
	}
	want := []outcome{
		{Outcome: record.OutcomeWaiting, Value: "maybe", Unread: "maybe"},
		{Outcome: record.OutcomeWaiting, Status: record.StatusFunded},
		{Outcome: record.OutcomeRefused, Reason: "encrypted"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestJoin(t *testing.T) {
	files := []File{{Name: "一/甲.docx"}, {Name: "二/甲.docx"}, {Name: "乙.PDF"}, {Name: "Z003.doc"}, {Name: "left.docx"}, {Name: "bad.docx", Fault: record.RefusalEncrypted}, {Name: "year.docx"}}
	rows := []Row{
		{Line: 2, File: "一\\甲.docx", Reference: "Z001"},
		{Line: 3, File: "甲.docx"},
		{Line: 4, File: "乙", Reference: "Z002"},
		{Line: 5, Reference: "z003"},
		{Line: 6, File: "乙.pdf"},
		{Line: 7, File: "missing.docx"},
		{Line: 8, File: "bad.docx"},
		{Line: 9, File: "left.docx", Reference: "Z001"},
		{Line: 10, File: "year.docx", Fault: record.RefusalYear, Value: "x"},
	}
	rows[0].File = "一/甲.docx"
	var got []string
	for _, item := range Join(files, rows) {
		line := 0
		if item.Row != nil {
			line = item.Row.Line
		}
		got = append(got, fmt.Sprintf("%s %d %s", item.Name(), line, item.Fault))
	}
	want := []string{"一/甲.docx 2 ", "二/甲.docx 0 no-row", "乙.PDF 4 ", "Z003.doc 5 ", "left.docx 9 number-twice", "bad.docx 8 encrypted", "year.docx 10 year",
		"甲.docx 3 unclear-file", "乙.pdf 6 file-twice", "missing.docx 7 no-file"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if items := Join(files, nil); items[0].Fault != "" || items[5].Fault != record.RefusalEncrypted {
		t.Errorf("without a manifest: %+v", items)
	}
}
