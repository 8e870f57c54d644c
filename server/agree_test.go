package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/internal/staged"
)

// none stands for a figure that is not told, as of a file that is partly unread.
const none = "—"

// figures are the four of a check, as they are said in one place: with one decimal and without the sign of percent.
type figures [4]string

// TestFiguresAgree holds every place that says the figures of a check to what its evidence has: the list, the report,
// the printed report, XLSX, CSV and the API, for each application of a call of sixty.
func TestFiguresAgree(t *testing.T) {
	testrun.NeedWhole(t)
	dir, ctx := t.TempDir(), context.Background()
	engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		t.Fatal(err)
	}
	store, err := library.Open(ctx, library.Config{DataDir: dir, IndexKey: engine.IndexKey()})
	if err != nil {
		t.Fatal(err)
	}
	call, err := staged.Call(ctx, store, engine)
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	r := asked{t, serveFolder(t, dir)}

	said := map[string]map[string]figures{} // place, title of the application
	say := func(place, title string, f figures) {
		if said[place] == nil {
			said[place] = map[string]figures{}
		}
		said[place][title] = f
	}
	of := url.Values{"call": {strconv.FormatInt(call, 10)}}
	for _, column := range []string{"overall", "withoutOwn", "withoutQuoted", "largest"} {
		of.Add("col", column)
	}
	for page := 1; len(said["list"]) < staged.Rows && page <= staged.Rows; page++ {
		rows := r.page("/checks?" + of.Encode() + "&page=" + strconv.Itoa(page))
		for _, row := range cascadia.QueryAll(rows, cascadia.MustCompile("#checks tr.row")) {
			title := strings.TrimSpace(textOf(query(row, ".row-title")))
			var f figures
			for i, cell := range cascadia.QueryAll(row, cascadia.MustCompile("td.num")) {
				if i < len(f) {
					f[i] = figure(textOf(cell))
				}
			}
			say("list", title, f)
		}
	}
	for title, id := range r.checks(call) {
		check := "/checks/" + strconv.FormatInt(id, 10)
		var e evidence.Evidence
		if err := xml.Unmarshal(r.get(check+"/evidence.xml"), &e); err != nil {
			t.Fatal(err)
		}
		var f figures
		for i, n := range []int{e.Scores.Covered, e.Scores.WithoutOwn, e.Scores.WithoutQuoted, e.Scores.LargestFull} {
			f[i] = percentOf(n, e.Scores.Countable)
		}
		say("evidence", title, f)
		say("report", title, figuresOn(r.page(check), ".totals .overall > summary strong", ".totals .figures b"))
		say("printed report", title, figuresOn(r.page(check+"/report.html"), ".figures-table td.figure b"))
		var api struct {
			Scores map[string]json.RawMessage `json:"scores"`
		}
		if err := json.Unmarshal(r.get("/api/v1"+check), &api); err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"overall", "without_own", "without_quoted", "largest"} {
			var one struct {
				Characters int      `json:"characters"`
				Share      *float64 `json:"share"` // to four places
			}
			if err := json.Unmarshal(api.Scores[name], &one); err != nil {
				t.Fatal(err)
			}
			if f[i] = none; one.Share != nil {
				f[i] = percentOf(one.Characters, e.Scores.Countable)
				if exact := float64(one.Characters) / float64(e.Scores.Countable); math.Abs(exact-*one.Share) > 5.1e-5 {
					t.Errorf("API: %d of %d characters are a share of %v", one.Characters, e.Scores.Countable, *one.Share)
				}
			}
		}
		say("API", title, f)
	}
	selection := "?of=" + url.QueryEscape(url.Values{"call": of["call"]}.Encode())
	table, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(r.get("/list.csv"+selection), []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	r.table("CSV", table, say)
	book, err := excelize.OpenReader(bytes.NewReader(r.get("/list.xlsx" + selection)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	r.table("XLSX", rows, say)

	if len(said["evidence"]) != staged.Rows {
		t.Fatalf("%d applications", len(said["evidence"]))
	}
	dashes := 0
	for title, want := range said["evidence"] {
		told := said["report"][title]
		for i, f := range told {
			if f == none { // what is not told, is told nowhere but in the evidence, which has the doubt beside it
				want[i] = none
				dashes++
			}
		}
		for place, all := range said {
			if got, ok := all[title]; place != "evidence" && (!ok || got != want) {
				t.Errorf("%s of %s: %v, the evidence has %v", place, title, got, want)
			}
		}
	}
	if dashes == 0 {
		t.Error("no figure is untold")
	}
}

// asked asks a server for pages.
type asked struct {
	t    *testing.T
	base string
}

func (r asked) get(path string) []byte {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodGet, r.base+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Accept-Language", "zh-CN")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: %d, %v", path, answer.StatusCode, err)
	}
	return body
}

func (r asked) page(path string) *html.Node {
	r.t.Helper()
	root, err := html.Parse(bytes.NewReader(r.get(path)))
	if err != nil {
		r.t.Fatal(err)
	}
	return root
}

// checks returns the checks of a call by the titles of their applications.
func (r asked) checks(call int64) map[string]int64 {
	out := map[string]int64{}
	for next := fmt.Sprintf("/api/v1/checks?latest=true&call=%d&limit=100", call); next != ""; {
		var list struct {
			Items []struct {
				ID    int64  `json:"id"`
				Title string `json:"title"`
			} `json:"items"`
			Next *string `json:"next"`
		}
		if err := json.Unmarshal(r.get(next), &list); err != nil {
			r.t.Fatal(err)
		}
		for _, c := range list.Items {
			out[c.Title] = c.ID
		}
		if next = ""; list.Next != nil {
			next = strings.TrimPrefix(*list.Next, r.base)
		}
	}
	return out
}

// table reads the figures of a table whose first row names its columns.
func (r asked) table(place string, rows [][]string, say func(place, title string, f figures)) {
	r.t.Helper()
	column := func(name string) int {
		at := slices.IndexFunc(rows[0], func(head string) bool { return strings.HasPrefix(head, name) })
		if at < 0 {
			r.t.Fatalf("%s has no column %s among %q", place, name, rows[0])
		}
		return at
	}
	title := column("项目名称")
	for _, row := range rows[1:] {
		var f figures
		for i, name := range []string{"总相似比", "去除本人已有申请后相似比", "去除引用后相似比", "单篇最大相似比"} {
			if at := column(name); at < len(row) {
				f[i] = figure(row[at])
			} else {
				f[i] = none
			}
		}
		say(place, row[title], f)
	}
}

// figuresOn returns the figures of a page, in the order of the selectors.
func figuresOn(page *html.Node, selectors ...string) (f figures) {
	at := 0
	for _, s := range selectors {
		for _, n := range cascadia.QueryAll(page, cascadia.MustCompile(s)) {
			if at < len(f) {
				f[at] = figure(textOf(n))
				at++
			}
		}
	}
	return f
}

var number = regexp.MustCompile(`\d+(\.\d+)?`)

// figure returns the number that a text says; none where it says none.
func figure(text string) string {
	if found := number.FindString(text); found != "" {
		return found
	}
	return none
}

func percentOf(part, whole int) string {
	if whole == 0 {
		return none
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64)
}

func query(n *html.Node, selector string) *html.Node {
	return cascadia.Query(n, cascadia.MustCompile(selector))
}

func textOf(n *html.Node) string {
	if n == nil {
		return ""
	}
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(textOf(c))
	}
	return b.String()
}
