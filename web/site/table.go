package site

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
const byteOrderMark = "\ufeff"

// PlainCell keeps a spreadsheet from taking text for a formula.
func PlainCell(text string) string {
	if record.IsFormula(text) {
		return "'" + text
	}
	return text
}

// Table writes a CSV file as spreadsheets take it: UTF-8 that says so, lines that end as
// RFC 4180 has it, and no cell that they would take for a formula.
type Table struct{ csv *csv.Writer }

// NewTable begins a table with its heads. What goes wrong is told by Close.
func NewTable(w io.Writer, heads ...string) *Table {
	_, _ = io.WriteString(w, byteOrderMark) // what is wrong with w is met again by the first row
	t := &Table{csv.NewWriter(w)}
	t.csv.UseCRLF = true
	t.Row(heads...)
	return t
}

// Row adds a row.
func (t *Table) Row(cells ...string) {
	row := each.Of(cells, PlainCell)
	_ = t.csv.Write(row) // kept, and told by Close
}

// Close writes the rest and returns the first error of any row.
func (t *Table) Close() error {
	t.csv.Flush()
	return t.csv.Error()
}

// GiveTable answers with a table: its heads, and the rows that fill adds. The file is
// called name or, where a header can only have ASCII, plain. It is made whole before the
// first byte goes, so that what fails is answered as such.
func GiveTable(c *gin.Context, name, plain string, heads []string, fill func(*Table) error) error {
	var b bytes.Buffer
	t := NewTable(&b, heads...)
	if err := errors.Join(fill(t), t.Close()); err != nil {
		return err
	}
	c.Header("Content-Disposition", Attachment(name, plain))
	c.Data(http.StatusOK, "text/csv; charset=utf-8", b.Bytes())
	return nil
}

// CountCell returns a number, or nothing where it is 0: not known.
func CountCell(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// ShareCell returns a share as a number from 0 to 1, or nothing where it says nothing.
func ShareCell(s record.Share) string {
	if !s.Told() {
		return ""
	}
	return strconv.FormatFloat(s.Of(), 'f', 4, 64)
}
