package web

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"zhiwen/checker/record"
)

// repeating are three pairs: one of two sites, one with an application, and one of which nothing
// tells who was first.
func repeating() []record.Repeat {
	day := time.Now().Format(time.DateOnly)
	page := func(id int64, site, published string, share int) record.RepeatSide {
		return record.RepeatSide{Document: id, Title: "<b>文章</b>" + site, Address: "https://" + site + ".example.org/a/1", Site: site, SiteID: id, Published: published, Share: share, Current: true}
	}
	return []record.Repeat{
		{Page: page(12, "乙网", "2024-03-02T08:00:00+08:00", 9000), Other: page(11, "甲网", "2024-03-01", 9500), Characters: 600, Check: 5, Day: day},
		{Page: page(13, "丙网", "", 7500), Other: record.RepeatSide{Document: 4, Filename: "申请.txt", Application: true, Current: true, Share: 5000}, Characters: 400, Check: 6, Day: day},
		{Page: page(15, "=丁网", "2024-03-05T10:00+08:00", 9900), Other: page(14, "甲网", "2024-03-05", 9900), Characters: 500, Check: 7, OfOther: true, Day: "2024-03-06"},
	}
}

func TestRepeatedPages(t *testing.T) {
	store := newFakeStore()
	store.repeated.pairs, store.repeated.pending = repeating(), record.Pending{Waiting: 2, Failed: 1}
	store.followed.sites = []record.Site{{ID: 11, SiteRules: record.SiteRules{Name: "甲网"}}}
	s, _ := testSite(t, store)
	h := s.handler()
	for language, texts := range map[string][]string{
		"zh-CN": {"甲在先，依据：发布更早", "无法判断何者在先", "只能精确到日，不能区分", "甲网在先，亦见于乙网", "2 个网页等待对照", "1 个网页未能对照", "在先不表示另一篇照搬自它", "申请书"},
		"en":    {"A came first: published earlier", "Cannot be determined", "known only to the day", "甲网 first, also on 乙网", "2 pages are waiting", "1 page could not be compared", "does not mean that the other text was copied from it"},
	} {
		a := ask(t, h, http.MethodGet, "/sites/repeats?from=", nil, "Accept-Language", language)
		body := strings.NewReplacer("\u2068", "", "\u2069", "").Replace(a.Body.String())
		if a.Code != http.StatusOK {
			t.Fatalf("%d: %s", a.Code, body)
		}
		for _, text := range append(texts, `href="/checks/5/sources/11"`, `href="/checks/6/sources/4"`, `href="/checks/7/sources/15"`, "&lt;b&gt;文章&lt;/b&gt;甲网", "申请.txt", `action="/sites/repeats/again"`, "<rect class=\"value\"") {
			if !strings.Contains(body, text) {
				t.Errorf("%s: %q is missing", language, text)
			}
		}
		if strings.Index(body, "/documents/11") > strings.Index(body, "/documents/12") {
			t.Errorf("%s: what was first does not come first", language)
		}
	}
	for query, want := range map[string]int{"?from=x": 400, "?least=7": 400, "?site=x": 400, "?page=9": 404, "?from=2024-01-01&to=2024-01-31&site=11&least=50&within=1&applications=1": 200} {
		if a := ask(t, h, http.MethodGet, "/sites/repeats"+query, nil); a.Code != want {
			t.Errorf("%s: %d, want %d", query, a.Code, want)
		}
	}
	ask(t, h, http.MethodGet, "/sites/repeats?from=2024-01-01&to=2024-01-31&site=11&least=50&within=1&applications=1", nil)
	want := record.RepeatFilter{From: "2024-01-01", To: "2024-01-31", Site: 11, Least: 5000, Within: true, Applications: true, Limit: 10_000}
	if diff := cmp.Diff(want, store.repeated.asked); diff != "" {
		t.Error(diff)
	}
	ask(t, h, http.MethodGet, "/sites/repeats", nil)
	if f := store.repeated.asked; f.From != time.Now().AddDate(0, 0, -29).Format(time.DateOnly) || f.To != "" || f.Least != record.LeastRepeat || f.Within {
		t.Errorf("usually %+v", f)
	}
	if code, to, _ := postForm(t, h, "/sites/repeats/again", url.Values{}); code != http.StatusSeeOther || to != "/sites/repeats" || store.repeated.again != 1 {
		t.Errorf("again: %d to %q", code, to)
	}

	// An order that is set holds at once.
	if code, _, body := postForm(t, h, "/settings/first", url.Values{"first-0": {"rights"}, "seen": {"0"}}); code != http.StatusSeeOther {
		t.Fatalf("%d: %s", code, body)
	}
	if body := ask(t, h, http.MethodGet, "/sites/repeats", nil, "Accept-Language", "zh-CN").Body.String(); strings.Contains(body, "甲在先") || strings.Count(body, "无法判断何者在先") != 3 {
		t.Error("another order says the same")
	}

	store.repeated = fakeRepeats{}
	if body := ask(t, h, http.MethodGet, "/sites/repeats", nil, "Accept-Language", "zh-CN").Body.String(); !strings.Contains(body, "没有重复的网页") || strings.Contains(body, "repeats.xlsx") {
		t.Error("nothing is repeated")
	}
}

func TestRepeatedPagesGivenOut(t *testing.T) {
	store := newFakeStore()
	store.repeated.pairs = repeating()
	s, _ := testSite(t, store)
	h := s.handler()
	a := ask(t, h, http.MethodGet, "/sites/repeats.csv?from=", nil, "Accept-Language", "zh-CN")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	got := map[string]string{}
	for i, head := range rows[0] {
		got[head] = rows[1][i]
	}
	for head, want := range map[string]string{
		"先后": "甲在先，依据：发布更早", "依据": "发布更早", "甲：网站": "甲网", "甲：发布时间": "2024-03-01", "甲：重复比例": "0.9500", "乙：网站": "乙网", "乙：发布时间": "2024-03-02 08:00:00+08:00",
		"乙：网址": "https://乙网.example.org/a/1", "相同字数": "600",
	} {
		if got[head] != want {
			t.Errorf("%s is %q, want %q", head, got[head], want)
		}
	}
	if !strings.HasSuffix(got["并排对照"], "/checks/5/sources/11") || !strings.HasPrefix(got["并排对照"], "http") {
		t.Errorf("the pair is at %q", got["并排对照"])
	}
	if !strings.Contains(a.Body.String(), "'=丁网") {
		t.Error("a name is a formula")
	}
	a = ask(t, h, http.MethodGet, "/sites/repeats.xlsx?from=", nil, "Accept-Language", "zh-CN")
	book, err := excelize.OpenReader(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	sheet, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(sheet) != 4 || sheet[1][1] != "甲在先，依据：发布更早" {
		t.Errorf("the sheet: %v, %v", sheet, err)
	}
}

// Of many pairs each is given out once, whatever is read at a time, and a view reads those that it shows.
func TestManyRepeatedPages(t *testing.T) {
	store := newFakeStore()
	for i := range int64(4_500) {
		p := repeating()[0]
		p.Page.Document, p.Other.Document, p.Characters = 10_000+2*i, 10_001+2*i, int(i)
		store.repeated.pairs = append(store.repeated.pairs, p)
	}
	s, _ := testSite(t, store)
	h := s.handler()
	a := ask(t, h, http.MethodGet, "/sites/repeats.csv?from=", nil, "Accept-Language", "zh-CN")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 4_501 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		seen[row[slices.Index(rows[0], "相同字数")]] = true
	}
	if len(seen) != 4_500 {
		t.Errorf("%d pairs are given out", len(seen))
	}
	a = ask(t, h, http.MethodGet, "/sites/repeats?from=&page=180", nil, "Accept-Language", "zh-CN")
	if f := store.repeated.asked; a.Code != http.StatusOK || f.Limit > 100 || f.Offset != 179*f.Limit || !strings.Contains(a.Body.String(), "4,500") {
		t.Errorf("the last page: %d, asked for %+v", a.Code, f)
	}
	if a := ask(t, h, http.MethodGet, "/sites/repeats?from=&page=181", nil); a.Code != http.StatusNotFound {
		t.Errorf("behind the last page: %d", a.Code)
	}
}
