// Package workbook writes XLSX files for people who work on in a spreadsheet: sheets whose
// head stays in sight, with a filter, and cells that are what they say: numbers, shares in
// percent, dates, links, and text that is never taken for a formula.
//
// In go rows, one after the other; out comes the file. Rows are not kept in memory: what
// has grown beyond some MB lies in a folder until the file is written. The package knows
// no application, no HTTP and no language.
package workbook

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"zhiwen/internal/wrap"
)

// Limits of the format and of what spreadsheet programs open well.
const (
	// mostText is the most characters of a cell: spreadsheets take 32,767.
	mostText = 32_000
	// mostLinks is on how many cells of a sheet one can click; of those behind them the
	// address is their text. The format allows 65,530, and each costs a look at all before it.
	mostLinks = 10_000
	// mostRows is how many rows a sheet has, with its head.
	mostRows = 1 << 20
	// mostName is the most characters of a sheet's name.
	mostName = 31
)

// Share is a number from 0 to 1 that is shown in percent.
type Share float64

// MarkedShare is a Share that is shown with an asterisk behind it.
type MarkedShare float64

// Link is a text with an address that this program made.
type Link struct{ Text, Address string }

// Column is the head of a column and its width, in characters.
type Column struct {
	Head  string
	Width float64
}

// Book is a file that is being written. It is not safe for concurrent use.
type Book struct {
	file                     *excelize.File
	head, text, share, stamp int // styles
	marked, link             int
	sheets                   []*Sheet
	ended                    bool
}

// New begins a file; folder is where what has grown large lies meanwhile, "" the
// system's for temporary files. Close must be called.
func New(folder string) (*Book, error) {
	b := &Book{file: excelize.NewFile(excelize.Options{TmpDir: folder})}
	percent, asterisk, date := "0.0%", `0.0%"*"`, "yyyy-mm-dd hh:mm"
	top := &excelize.Alignment{Vertical: "top", WrapText: true}
	for _, x := range []struct {
		into  *int
		style excelize.Style
	}{
		{&b.head, excelize.Style{
			Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E7ECF2"}},
			Alignment: &excelize.Alignment{Vertical: "center", WrapText: true},
			Border:    []excelize.Border{{Type: "bottom", Color: "8A97A6", Style: 1}},
		}},
		{&b.text, excelize.Style{Alignment: top}},
		{&b.share, excelize.Style{CustomNumFmt: &percent, Alignment: &excelize.Alignment{Vertical: "top"}}},
		{&b.marked, excelize.Style{CustomNumFmt: &asterisk, Alignment: &excelize.Alignment{Vertical: "top"}}},
		{&b.stamp, excelize.Style{CustomNumFmt: &date, Alignment: &excelize.Alignment{Vertical: "top"}}},
		{&b.link, excelize.Style{Font: &excelize.Font{Color: "0B5CAD", Underline: "single"}, Alignment: top}},
	} {
		style, err := b.file.NewStyle(&x.style)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("workbook: %w", err), b.file.Close())
		}
		*x.into = style
	}
	return b, nil
}

// Sheet is a sheet that is being written.
type Sheet struct {
	book    *Book
	name    string
	stream  *excelize.StreamWriter
	columns int
	rows    int // with the head
	links   int
}

// Sheet begins a sheet. Rows can be added to all sheets until the file is written.
func (b *Book) Sheet(name string, columns []Column) (*Sheet, error) {
	s, err := b.begin(sheetName(name), columns)
	return s, wrap.Error(err, "workbook: sheet %q", name)
}

func (b *Book) begin(name string, columns []Column) (*Sheet, error) {
	if len(b.sheets) == 0 {
		if err := b.file.SetSheetName(b.file.GetSheetName(0), name); err != nil {
			return nil, err
		}
	} else if _, err := b.file.NewSheet(name); err != nil {
		return nil, err
	}
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, err
	}
	s := &Sheet{book: b, name: name, stream: stream, columns: len(columns), rows: 1}
	heads := make([]any, len(columns))
	for i, c := range columns {
		heads[i] = excelize.Cell{StyleID: b.head, Value: plain(c.Head)}
		if err := stream.SetColWidth(i+1, i+1, c.Width); err != nil {
			return nil, err
		}
	}
	if err := stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	const headHeight = 32
	if err := stream.SetRow("A1", heads, excelize.RowOpts{Height: headHeight}); err != nil {
		return nil, err
	}
	b.sheets = append(b.sheets, s)
	return s, nil
}

// Left returns how many more rows the sheet can have.
func (s *Sheet) Left() int { return mostRows - s.rows }

// Row adds a row. Cells are string, int, Share, MarkedShare, time.Time (as its clock shows it; the zero
// time is empty), Link, or nil, which is empty.
func (s *Sheet) Row(cells ...any) error {
	if s.book.ended || len(cells) > s.columns {
		return fmt.Errorf("workbook: a row of %d cells for sheet %q", len(cells), s.name)
	}
	s.rows++
	row := make([]any, len(cells))
	for i, cell := range cells {
		place, err := excelize.CoordinatesToCellName(i+1, s.rows)
		if err != nil {
			return fmt.Errorf("workbook: %w", err)
		}
		if row[i], err = s.cell(place, cell); err != nil {
			return fmt.Errorf("workbook: cell %s of sheet %q: %w", place, s.name, err)
		}
	}
	place, err := excelize.CoordinatesToCellName(1, s.rows)
	if err == nil {
		err = s.stream.SetRow(place, row)
	}
	return wrap.Error(err, "workbook: row %d of sheet %q", s.rows, s.name)
}

func (s *Sheet) cell(place string, value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		return excelize.Cell{StyleID: s.book.text, Value: plain(v)}, nil
	case int:
		return excelize.Cell{StyleID: s.book.text, Value: v}, nil
	case Share:
		return excelize.Cell{StyleID: s.book.share, Value: float64(v)}, nil
	case MarkedShare:
		return excelize.Cell{StyleID: s.book.marked, Value: float64(v)}, nil
	case time.Time:
		if v.IsZero() {
			return nil, nil
		}
		// The format has no zones: the clock is what is shown.
		shown := time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)
		return excelize.Cell{StyleID: s.book.stamp, Value: shown}, nil
	case Link:
		s.links++
		if s.links > mostLinks {
			return excelize.Cell{StyleID: s.book.text, Value: plain(v.Address)}, nil
		}
		if err := s.book.file.SetCellHyperLink(s.name, place, v.Address, "External"); err != nil {
			return nil, err
		}
		return excelize.Cell{StyleID: s.book.link, Value: plain(v.Text)}, nil
	}
	return nil, fmt.Errorf("a value of type %T", value)
}

// end completes a sheet.
func (s *Sheet) end() error {
	last, err := excelize.CoordinatesToCellName(s.columns, s.rows)
	if err != nil {
		return err
	}
	if err := s.book.file.AutoFilter(s.name, "A1:"+last, nil); err != nil {
		return err
	}
	return s.stream.Flush()
}

// WriteTo writes the file, once.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	b.ended = true
	for _, s := range b.sheets {
		if err := s.end(); err != nil {
			return 0, fmt.Errorf("workbook: sheet %q: %w", s.name, err)
		}
	}
	n, err := b.file.WriteTo(w)
	return n, wrap.Error(err, "workbook")
}

// Close removes what lies in the folder.
func (b *Book) Close() error { return b.file.Close() }

// plain is text as a cell holds it: without what XML has no place for, and not too long.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || r == utf8.RuneError || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) > mostText {
		text = string([]rune(text)[:mostText]) + "…"
	}
	return text
}

// sheetName returns a name as the format allows it.
func sheetName(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name), " '")
	runes := []rune(name)
	return string(runes[:min(len(runes), mostName)])
}
