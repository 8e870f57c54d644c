package highlight

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"zhiwen/extract"
)

func paragraphOf(start int, text string, place extract.Place) Paragraph {
	return Paragraph{
		ID: "at-" + strconv.Itoa(start), Kind: extract.Body, Start: start, End: start + len([]rune(text)), Place: place,
		Runs: []Run{{Pieces: []Piece{{Text: text}}}},
	}
}

// Leaves hold every paragraph once and in order, and cut no table.
func TestLeaves(t *testing.T) {
	var v Text
	at := 0
	add := func(n int, place extract.Place) {
		v.Paragraphs = append(v.Paragraphs, paragraphOf(at, strings.Repeat("文", n), place))
		at += n + 1
	}
	for i := range 40 {
		add(30+i*7%90, extract.Place{})
	}
	for row := 1; row <= 60; row++ { // longer than a leaf
		add(50, extract.Place{Table: 1, Row: row, Column: 1, Rows: 1, Columns: 1})
		add(8, extract.Place{Table: 1, Row: row, Column: 2, Rows: 1, Columns: 1})
	}
	add(20, extract.Place{Table: 2, Row: 1, Column: 1, Rows: 1, Columns: 1})
	add(700, extract.Place{})

	leaves, tables := v.Leaves(), 0
	var got []string
	for i, leaf := range leaves {
		if i < len(leaves)-1 && leaf.End-leaf.Start < leafLength {
			t.Errorf("leaf %d is only %d long", i, leaf.End-leaf.Start)
		}
		if i > 0 && leaf.Start != leaves[i-1].End+1 {
			t.Errorf("leaf %d begins at %d, the one before it ends at %d", i, leaf.Start, leaves[i-1].End)
		}
		if lines, err := strconv.ParseFloat(leaf.Lines, 64); err != nil || lines < float64(leaf.End-leaf.Start)/sheetColumns {
			t.Errorf("leaf %d of %d characters is taken for %s lines", i, leaf.End-leaf.Start, leaf.Lines)
		}
		for _, block := range leaf.Blocks {
			if block.Rows == nil {
				got = append(got, block.Paragraph.ID)
				continue
			}
			tables++
			for _, row := range block.Rows {
				for _, cell := range row {
					for _, p := range cell.Paragraphs {
						got = append(got, p.ID)
					}
				}
			}
		}
	}
	if tables != 2 {
		t.Errorf("%d tables, want 2", tables)
	}
	for i, p := range v.Paragraphs {
		if i >= len(got) || got[i] != p.ID {
			t.Fatalf("paragraph %d is not at its place", i)
		}
	}
	if len((Text{}).Leaves()) != 0 {
		t.Error("an empty text has leaves")
	}
}

// Whatever cells there are, every place of a table is covered once.
func TestTableCoversItsPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	made := 0
	for range 500 {
		columns, rows := 1+r.IntN(5), 1+r.IntN(6)
		taken := make([][]bool, rows)
		for i := range taken {
			taken[i] = make([]bool, columns)
		}
		var paragraphs []Paragraph
		for row := range rows {
			for column := range columns {
				if taken[row][column] {
					continue
				}
				place := extract.Place{Table: 1, Row: row + 1, Column: column + 1, Rows: 1 + r.IntN(rows-row), Columns: 1}
				for column+place.Columns < columns && !taken[row][column+place.Columns] && r.IntN(3) == 0 {
					place.Columns++
				}
				for i := range place.Rows {
					for j := range place.Columns {
						taken[row+i][column+j] = true
					}
				}
				for range r.IntN(3) { // none: a cell without text
					paragraphs = append(paragraphs, paragraphOf(len(paragraphs), "字", place))
				}
			}
		}
		got, lines := tableOf(paragraphs)
		if len(paragraphs) == 0 {
			continue
		}
		if got == nil || lines < float64(len(got)) {
			t.Fatalf("no table of %+v", paragraphs)
		}
		made++
		wide := 0
		for _, p := range paragraphs {
			wide = max(wide, p.Place.Column+p.Place.Columns-1)
		}
		covered := make([]int, wide)
		for i, row := range got {
			at := 0
			for _, cell := range row {
				for at < wide && covered[at] > i {
					at++
				}
				for range cell.Columns {
					if at >= wide || covered[at] > i {
						t.Fatalf("row %d is too wide: %+v", i, got)
					}
					covered[at] = i + cell.Rows
					at++
				}
			}
			for at, until := range covered {
				if until <= i || until > len(got) {
					t.Fatalf("row %d, column %d is covered until row %d of %d: %+v", i, at, until, len(got), got)
				}
			}
		}
	}
	if made < 400 {
		t.Errorf("only %d tables", made)
	}
}

// What makes no table is shown paragraph by paragraph.
func TestNoTable(t *testing.T) {
	one := extract.Place{Table: 1, Row: 1, Column: 1, Rows: 1, Columns: 1}
	for name, second := range map[string]extract.Place{
		"no row":      {Table: 1, Column: 2, Rows: 1, Columns: 1},
		"no Span":     {Table: 1, Row: 1, Column: 2},
		"far away":    {Table: 1, Row: 1, Column: 1 << 40, Rows: 1, Columns: 1},
		"very wide":   {Table: 1, Row: 2, Column: 2, Rows: 1, Columns: 1 << 40},
		"overlapping": {Table: 1, Row: 1, Column: 2, Rows: 1, Columns: 1},
	} {
		first := one
		if name == "overlapping" {
			first.Columns = 3
		}
		v := Text{Paragraphs: []Paragraph{paragraphOf(0, "一", first), paragraphOf(2, "二", second)}}
		if leaves := v.Leaves(); len(leaves) != 1 || len(leaves[0].Blocks) != 2 || leaves[0].Blocks[0].Rows != nil {
			t.Errorf("%s: %+v", name, leaves)
		}
	}
}
