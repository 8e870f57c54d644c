package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/internal/testrun"
)

// Each number of the statistics leads to a list that has as many rows.
func TestStatistics(t *testing.T) {
	testrun.NeedWhole(t)
	store := deskStore(t)
	store.found = map[int64][]finding.Finding{}
	for id := int64(300); id < 340; id++ {
		d := store.documents[id]
		d.Identity.Institution, d.Identity.Programme, d.Identity.Year = fmt.Sprintf("大学 %d", id%3), "面上", 2024+int(id%2)
		if id == 300 {
			d.Identity.Institution, d.Identity.Year = "小所", 0
		}
		store.documents[id] = d
		if id%5 == 0 {
			store.found[id] = []finding.Finding{{Kind: finding.Others, Source: 2}}
		}
	}
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/statistics?call=9")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, "41 applications; 40 have a result") {
		t.Errorf("the page says %q", said)
	}
	followed := 0
	for _, cell := range all(a.page, "td.num") {
		for _, link := range all(cell, "a") {
			want, err := strconv.Atoi(text(link))
			if err != nil {
				t.Fatal(err)
			}
			list := get(t, h, attr(link, "href"))
			if rows := len(all(list.page, "tr.row")); list.Code != http.StatusOK || rows != min(want, 25) {
				t.Errorf("%s: status %d, %d rows, want %d", attr(link, "href"), list.Code, rows, want)
			}
			followed++
		}
	}
	if followed < 20 {
		t.Errorf("%d numbers lead on", followed)
	}
	// The same of each figure; the list of one that has no threshold is not offered.
	values := setting.Usual()
	for _, figure := range record.FigureNames() {
		page := get(t, h, "/statistics?call=9&figure="+string(figure))
		checkPage(t, page)
		if current := one(t, one(t, page.page, "nav.figures"), "[aria-current]"); !strings.Contains(attr(current, "href"), "figure="+string(figure)) {
			t.Errorf("%s: %s is marked", figure, attr(current, "href"))
		}
		over := 0
		for _, cell := range all(page.page, "td.num") {
			for _, link := range all(cell, "a") {
				want, err := strconv.Atoi(text(link))
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(attr(link, "href"), string(figure)+"-from=") && !strings.Contains(attr(link, "href"), string(figure)+"-from=0") {
					over += want
				}
				if rows := len(all(get(t, h, attr(link, "href")).page, "tr.row")); rows != min(want, 25) {
					t.Errorf("%s: %s has %d rows, want %d", figure, attr(link, "href"), rows, want)
				}
			}
		}
		least := values.ThresholdsOf(store.calls[9].Settings)[figure].Notable
		want := 0
		for id := int64(300); id < 340; id++ {
			if left := store.checks[id].Left; left.Figure(figure) >= least {
				want += 3 // in each of the three tables
			}
		}
		if over != want || want == 0 {
			t.Errorf("%s: %d in the tables reach the threshold, want %d", figure, over, want)
		}
		table := get(t, h, "/statistics.csv?call=9&table=year&figure="+string(figure)).Body.String()
		if !strings.Contains(table, "Median") || strings.Count(table, "\r\n") != 4 {
			t.Errorf("%s: the table says %q", figure, table)
		}
	}
	csv := get(t, h, "/statistics.csv?call=9&table=institution").Body.String()
	if strings.Count(csv, "\r\n") != 6 || !strings.Contains(csv, "小所,1,1,,,,0\r\n") {
		t.Errorf("the table says %q", csv)
	}
	for target, want := range map[string]int{"/statistics?call=77": 404, "/statistics.csv?call=9": 400, "/statistics.csv?table=finding": 200, "/statistics?finding=x": 400, "/statistics?figure=x": 400, "/statistics.csv?table=year&figure=x": 400} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
}
