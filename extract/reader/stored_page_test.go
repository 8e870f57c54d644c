package reader

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Word file has the pages that it had when Word last laid it out, where it says so
// twice and both agree.
func TestStoredPages(t *testing.T) {
	const turn = `<w:lastRenderedPageBreak/>`
	run := func(inner string) string { return `<w:r>` + inner + `</w:r>` }
	words := func(s string) string { return `<w:t xml:space="preserve">` + s + `</w:t>` }
	cell := func(inner string) string { return `<w:tc><w:p>` + inner + `</w:p></w:tc>` }
	for _, c := range []struct {
		name, body string
		stated     int
		want       []string
	}{
		{
			"at and within paragraphs",
			wordPara("One") + `<w:p>` + run(turn+words("Two begins")) + `</w:p><w:p>` + run(words("and ends. ")+turn+words("Three")) + `</w:p>` + wordPara("goes on"), 3,
			[]string{"One\n", "Two begins\nand ends. ", "Three\ngoes on"},
		},
		{
			"behind a break that somebody has put in",
			`<w:p>` + run(words("One")) + run(`<w:br w:type="page"/>`) + `</w:p><w:p>` + run(turn+words("Two")) + `</w:p>`, 2,
			[]string{"One\n", "Two"},
		},
		{
			"with an empty paragraph at the top", wordPara("One") + `<w:p>` + run(turn) + `</w:p>` + wordPara("Two"), 2,
			[]string{"One\n", "Two"},
		},
		{"that are others by now", wordPara("One") + `<w:p>` + run(turn+words("Two")) + `</w:p>`, 3, nil},
		{"of which nothing is said", wordPara("One") + `<w:p>` + run(turn+words("Two")) + `</w:p>`, 0, nil},
		{"that are not stored", wordPara("One") + wordPara("Two"), 2, nil},
		{
			"in both cells of a row", wordPara("One") + `<w:tbl><w:tr>` + cell(run(words("a")+turn+words("b"))) + cell(run(words("c")+turn+words("d"))) + `</w:tr></w:tbl>`, 2,
			nil,
		},
		{
			"in the second cell of a row", wordPara("One") + `<w:tbl><w:tr>` + cell(run(words("a"))) + cell(run(words("c ")+turn+words("d"))) + `</w:tr></w:tbl>` + wordPara("end"), 2,
			[]string{"One\na\nc ", "d\nend"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var more []part
			if c.stated > 0 {
				more = append(more, part{"docProps/app.xml", `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>` + strconv.Itoa(c.stated) + `</Pages></Properties>`})
			}
			d := mustExtract(t, wordFile(t, c.body, more...))
			checkDocument(t, d)
			var got []string
			for _, p := range d.Pages {
				got = append(got, string([]rune(d.Text)[p.Start:p.End]))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("pages of %q (-want +got):\n%s", strings.ReplaceAll(d.Text, "\n", "|"), diff)
			}
		})
	}
}
