package repeat

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/first"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
	"zhiwen/web/workbook"
)

// column is a column of an export.
type column struct {
	key   string // of its head
	width float64
	of    func(pair) any // string, int, workbook.Share or workbook.Link
}

// Widths of columns, in characters.
const (
	narrow, medium, broad = 10, 18, 44
)

// columns returns those of what is given out: both texts with what they state, who was first and
// why.
func (p *pages) columns(c *gin.Context) []column {
	l := p.Language(c)
	side := func(where, title, address, published, views, share string, of func(pair) record.RepeatSide) []column {
		return []column{
			{where, medium, func(x pair) any { return siteName(l, of(x)) }},
			{title, broad, func(x pair) any { return of(x).Name() }},
			{address, broad, func(x pair) any { return of(x).Address }},
			{published, medium, func(x pair) any { return of(x).When() }},
			{views, narrow, func(x pair) any { return site.CountCell(of(x).Views) }},
			{share, narrow, func(x pair) any { return workbook.Share(float64(of(x).Share) / 10_000) }},
		}
	}
	out := []column{
		{"repeats.day", narrow + 2, func(x pair) any { return x.Day }},
		{"repeats.outcome", broad, func(x pair) any { return x.Said }},
		{"repeats.by", medium, func(x pair) any {
			if x.Outcome.First == first.Neither {
				return ""
			}
			return l.Text("first.criterion." + string(x.Outcome.By))
		}},
	}
	out = append(out, side("repeats.aSite", "repeats.aTitle", "repeats.aAddress", "repeats.aPublished", "repeats.aViews", "repeats.aShare",
		func(x pair) record.RepeatSide { return x.A })...)
	out = append(out, side("repeats.bSite", "repeats.bTitle", "repeats.bAddress", "repeats.bPublished", "repeats.bViews", "repeats.bShare",
		func(x pair) record.RepeatSide { return x.B })...)
	return append(out,
		column{"repeats.characters", narrow, func(x pair) any { return x.Characters }},
		column{"repeats.reasons", broad, func(x pair) any { return strings.Join(x.Reasons, "\n") }},
		column{"repeats.compare", medium, func(x pair) any {
			if x.Link == "" {
				return nil
			}
			return workbook.Link{Text: l.Text("repeats.compare"), Address: p.Address(c, x.Link)}
		}})
}

// readAtOnce is how many pairs are in memory while all are given out.
const readAtOnce = 2000

// each returns the pairs that an address chooses one after the other, until do wants no more.
func (p *pages) each(c *gin.Context, do func(pair) (more bool, err error)) error {
	x, err := p.choose(c)
	if err != nil {
		return err
	}
	f := x.RepeatFilter
	f.Limit = readAtOnce
	for {
		pairs, err := p.read(c, f)
		if err != nil {
			return err
		}
		for _, x := range pairs {
			if more, err := do(x); err != nil || !more {
				return err
			}
		}
		if len(pairs) < readAtOnce {
			return nil
		}
		f.After = pairs[len(pairs)-1].Key
	}
}

func (p *pages) table(c *gin.Context) error {
	if _, err := p.choose(c); err != nil { // before the answer begins
		return err
	}
	columns, l := p.columns(c), p.Language(c)
	heads := each.Of(columns, func(x column) string { return l.Text(x.key) })
	return site.GiveTable(c, l.Text("repeats.title")+".csv", "repeats.csv", heads, func(t *site.Table) error {
		return p.each(c, func(x pair) (bool, error) {
			cells := each.Of(columns, func(col column) string { return cell(col.of(x)) })
			t.Row(cells...)
			return true, nil
		})
	})
}

// cell formats a value for CSV.
func cell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case workbook.Share:
		return strconv.FormatFloat(float64(v), 'f', 4, 64)
	case workbook.Link:
		return v.Address
	}
	return ""
}

// ends reports whether the last row of a sheet has to say what is missing: there is room for one row
// only, and more than one pair is left.
func ends(room, left int) bool { return room <= 1 && left > room }

func (p *pages) workbook(c *gin.Context) (err error) {
	x, err := p.choose(c)
	if err != nil {
		return err
	}
	days, err := p.Store.RepeatDays(c.Request.Context(), x.RepeatFilter)
	if err != nil {
		return err
	}
	left := each.Sum(days, func(d record.RepeatDay) int { return d.Pairs })
	columns, l := p.columns(c), p.Language(c)
	book, err := workbook.New(p.Temporary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	heads := each.Of(columns, func(x column) workbook.Column { return workbook.Column{Head: l.Text(x.key), Width: x.width} })
	sheet, err := book.Sheet(l.Text("repeats.title"), heads)
	if err != nil {
		return err
	}
	err = p.each(c, func(x pair) (bool, error) {
		if ends(sheet.Left(), left) {
			return false, sheet.Row(l.Text("repeats.sheetEnds", "Left", left))
		}
		left--
		cells := each.Of(columns, func(col column) any { return col.of(x) })
		return true, sheet.Row(cells...)
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := book.WriteTo(&b); err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(l.Text("repeats.title")+".xlsx", "repeats.xlsx"))
	c.Data(http.StatusOK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.Bytes())
	return nil
}
