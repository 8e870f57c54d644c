package workbook_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"zhiwen/internal/testrun"
	"zhiwen/web/workbook"
)

// What is text stays text, numbers are numbers, and the head stays and filters.
func TestCells(t *testing.T) {
	b, err := workbook.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.Close() }()
	formulas := []string{"=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"http://evil.example\",\"x\")", "＝1", "\t=1"}
	first, err := b.Sheet("申请书 [1]", []workbook.Column{{Head: "题目", Width: 40}, {Head: "重复率", Width: 10}, {Head: "时间", Width: 18}, {Head: "件", Width: 8}, {Head: "链接", Width: 12}})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("", 8*3600))
	for _, f := range formulas {
		if err := first.Row(f, workbook.Share(0.1234), at, 7, workbook.Link{Text: f, Address: "http://127.0.0.1/checks/1"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Row("a\x00b\x0bc\uffff"+strings.Repeat("长", 40_000), nil, time.Time{}); err != nil {
		t.Fatal(err)
	}
	second, err := b.Sheet("提示", []workbook.Column{{Head: "x", Width: 5}})
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Row("y", "z"); err == nil {
		t.Error("a row wider than its sheet is taken")
	}
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if err := first.Row("late"); err == nil {
		t.Error("a row of a file that is written is taken")
	}
	got, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	sheets := got.GetSheetList()
	if len(sheets) != 2 || strings.ContainsAny(sheets[0], "[]") {
		t.Fatalf("sheets %q", sheets)
	}
	for i, f := range formulas {
		cell := fmt.Sprintf("A%d", i+2)
		if value, _ := got.GetCellValue(sheets[0], cell); value != f {
			t.Errorf("%s is %q, want %q", cell, value, f)
		}
		if formula, _ := got.GetCellFormula(sheets[0], cell); formula != "" {
			t.Errorf("%s is the formula %q", cell, formula)
		}
		if kind, _ := got.GetCellType(sheets[0], cell); kind != excelize.CellTypeInlineString && kind != excelize.CellTypeSharedString {
			t.Errorf("%s is of type %d", cell, kind)
		}
	}
	for cell, want := range map[string]string{"B2": "12.3%", "C2": "2026-03-04 05:06", "D2": "7"} {
		if value, _ := got.GetCellValue(sheets[0], cell); value != want {
			t.Errorf("%s is shown as %q, want %q", cell, value, want)
		}
	}
	if value, _ := got.GetCellValue(sheets[0], "B2", excelize.Options{RawCellValue: true}); value != "0.1234" {
		t.Errorf("a share is %q", value)
	}
	if linked, address, err := got.GetCellHyperLink(sheets[0], "E2"); !linked || address != "http://127.0.0.1/checks/1" || err != nil {
		t.Errorf("the link leads to %q: %v", address, err)
	}
	long, _ := got.GetCellValue(sheets[0], "A9")
	if !strings.HasPrefix(long, "abc长") || len([]rune(long)) > 32_767 {
		t.Errorf("%d characters, %.10q", len([]rune(long)), long)
	}
	panes, err := got.GetPanes(sheets[0])
	if err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("panes %+v: %v", panes, err)
	}
	for _, part := range []string{"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"} {
		if xml := string(member(t, file.Bytes(), part)); !strings.Contains(xml, "<autoFilter ref=") || strings.Contains(xml, "<f>") {
			t.Errorf("%s has no filter, or a formula: %.600s", part, xml)
		}
	}
}

// 8,000 rows take little memory while they are written, and leave nothing in the folder.
func TestManyRows(t *testing.T) {
	testrun.NeedWhole(t)
	folder := t.TempDir()
	b, err := workbook.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	columns := make([]workbook.Column, 24)
	for i := range columns {
		columns[i] = workbook.Column{Head: fmt.Sprint(i), Width: 12}
	}
	s, err := b.Sheet("all", columns)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for n := range 8000 {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = "面向复杂环境的关键技术与示范应用研究"
		}
		cells[0], cells[1] = n, workbook.Link{Text: "open", Address: fmt.Sprintf("http://127.0.0.1:8080/checks/%d", n)}
		if err := s.Row(cells...); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	const most = 48 << 20
	if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); used > most {
		t.Errorf("8,000 rows keep %d MB in memory", used>>20)
	}
	if _, err := b.WriteTo(io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left: %v", len(left), err)
	}
}

// member returns a part of the file.
func member(t *testing.T, file []byte, name string) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
