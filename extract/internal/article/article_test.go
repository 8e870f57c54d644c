package article_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/extract"
	"zhiwen/extract/internal/article"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/reader/pagetest"
)

var now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

const place = "https://blog.example.org/a/1?from=list"

// read reads a page as a site in China has it.
func read(t *testing.T, page string, taught map[string]string) (*extract.WebPage, *extract.Document) {
	t.Helper()
	b := draft.New(extract.DefaultMaxCharacters)
	w, main, err := article.Read(context.Background(), b, extract.WebRequest{Address: place, Kind: "text/html", Zone: "+08:00", Taught: taught}, []byte(page), now)
	if err != nil {
		t.Fatal(err)
	}
	if !main {
		return w, nil
	}
	d, err := b.Document()
	if err != nil {
		t.Fatal(err)
	}
	return w, d
}

// grams counts the runs of five characters of a text, blanks aside.
func grams(s string) map[string]int {
	runes := []rune(strings.Join(strings.Fields(s), ""))
	out := map[string]int{}
	for i := 0; i+5 <= len(runes); i++ {
		out[string(runes[i:i+5])]++
	}
	return out
}

// compare returns which share of what was read belongs to the article, and which share of
// the article was read.
func compare(got, want string) (precision, recall float64) {
	g, w := grams(got), grams(want)
	hit, read, all := 0, 0, 0
	for k, n := range g {
		read += n
		hit += min(n, w[k])
	}
	for _, n := range w {
		all += n
	}
	return float64(hit) / float64(max(read, 1)), float64(hit) / float64(all)
}

func TestShapes(t *testing.T) {
	for _, shape := range pagetest.Shapes() {
		for _, paragraphs := range []int{2, 4, 12} {
			t.Run(shape.Name, func(t *testing.T) {
				a := pagetest.Article{
					Title: "冻土碳释放的量化研究", Author: "张三丰", Site: "科学网络", Published: "2024-03-05 12:30:45", Views: 1234,
					Paragraphs: pagetest.Text(uint64(paragraphs), paragraphs), Links: []string{"/a/2", "/a/3", "https://other.example.net/x", "/a/4"},
				}
				if shape.Name != "bare" {
					a.Canonical = "/a/1"
				}
				page, d := read(t, shape.Page(a), nil)
				if d == nil {
					t.Fatal("no main text")
				}
				precision, recall := compare(d.Text, strings.Join(a.Paragraphs, "\n"))
				t.Logf("%d paragraphs: precision %.3f, recall %.3f", paragraphs, precision, recall)
				if recall < 0.98 || precision < 0.95 {
					t.Errorf("precision %.3f, recall %.3f of %d paragraphs:\n%s", precision, recall, paragraphs, d.Text)
				}
				if page.Title != a.Title {
					t.Errorf("title %q", page.Title)
				}
				if got := extract.PrecisionOf(page.Published); string(got) != shape.Precision {
					t.Errorf("published %q, to the %s, want %s", page.Published, got, shape.Precision)
				}
				if !strings.HasPrefix("2024-03-05T12:30:45+08:00", strings.TrimSuffix(page.Published, "+08:00")) {
					t.Errorf("published %q", page.Published)
				}
				if want := map[bool]int{true: a.Views}[shape.Views]; page.Views != want {
					t.Errorf("views %d, want %d", page.Views, want)
				}
				if a.Canonical != "" && page.Canonical != "https://blog.example.org/a/1" {
					t.Errorf("canonical %q", page.Canonical)
				}
				for _, link := range []string{"https://blog.example.org/a/2", "https://other.example.net/x"} {
					if !strings.Contains(strings.Join(page.Links, "\n")+"\n", link+"\n") {
						t.Errorf("no link %s among %q", link, page.Links)
					}
				}
			})
		}
	}
}

func TestPublished(t *testing.T) {
	for _, test := range []struct{ name, head, body, want string }{
		{"of a meta element, with a zone", `<meta property="article:published_time" content="2024-03-05T12:30:45Z">`, "", "2024-03-05T12:30:45+00:00"},
		{"without a zone", `<meta name="pubdate" content="2024-03-05 12:30:45">`, "", "2024-03-05T12:30:45+08:00"},
		{"a month", `<meta name="pubdate" content="2024年3月">`, "", "2024-03"},
		{"a day in figures", "", `<p>发布日期：2024.3.5 来源</p>`, "2024-03-05"},
		{"of later than now", `<meta name="pubdate" content="2031-03-05">`, "", ""},
		{"of later than now, and a right one", `<meta name="pubdate" content="2031-03-05">`, `<span class="date">2024-03-05</span>`, "2024-03-05"},
		{"no such day", `<meta name="pubdate" content="2024-02-31">`, "", ""},
		{"of an answer only", "", `<div class="comment"><span class="date">2024-03-05</span></div>`, ""},
		{"in words", `<meta name="date" content="March 5, 2024">`, "", "2024-03-05"},
		{"of a graph", `<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":"NewsArticle","datePublished":"2024-03-05T12:30:45.123+08:00"}]}</script>`, "", "2024-03-05T12:30:45+08:00"},
		{"of JSON that is none", `<script type="application/ld+json">{"datePublished":</script>`, `<time datetime="2024-03-05">x</time>`, "2024-03-05"},
		{"a number that is none", "", `<p>国家自然科学基金 2024-0012 号</p>`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			page, _ := read(t, "<html><head>"+test.head+"</head><body>"+test.body+"<p>"+strings.Join(pagetest.Text(3, 4), "</p><p>")+"</p></body></html>", nil)
			if page.Published != test.want {
				t.Errorf("published %q, want %q", page.Published, test.want)
			}
		})
	}
}

// What a site was taught counts before what stands in the page without it.
func TestTaught(t *testing.T) {
	page := `<html><head><title>x</title><script>var ct = "1709613045"; var nick = "李&amp;四"; var readNum = 3.2万;</script></head><body><h1>别的</h1><p>` + strings.Join(pagetest.Text(3, 4), "</p><p>") + `</p></body></html>`
	got, _ := read(t, page, map[string]string{
		extract.WebPublished: `var ct = "(\d+)"`, extract.WebAuthor: `var nick = "([^"]+)"`, extract.WebViews: `readNum = ([^;]+);`, extract.WebTitle: `<title>(.*?)</title>`,
	})
	want := extract.WebPage{Title: "x", Author: "李&四", Published: "2024-03-05T12:30:45+08:00", Views: 32000}
	got.Article, got.Links = nil, nil
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Error(diff)
	}
}

// A page whose first Chinese character comes late, and that says nothing of its encoding, is read as what it is.
func TestEncoding(t *testing.T) {
	want := strings.Join(pagetest.Text(3, 4), "")
	page := "<html><head><script>" + strings.Repeat("a", 2000) + "</script></head><body><p>" + want + "</p></body></html>"
	if _, d := read(t, page, nil); d == nil || strings.TrimSpace(d.Text) != want {
		t.Error("a page in UTF-8 that does not say so was read as another encoding")
	}
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("<html><head><meta charset=gb2312></head><body><p>" + want + "</p></body></html>")
	if err != nil {
		t.Fatal(err)
	}
	if _, d := read(t, gbk, nil); d == nil || strings.TrimSpace(d.Text) != want {
		t.Error("a page in GBK")
	}
}

func TestLists(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(`<?xml version="1.0"?><urlset><url><loc>https://blog.example.org/a/7</loc></url></urlset>`))
	_ = z.Close()
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(`<?xml version="1.0" encoding="GBK"?><rss version="2.0"><channel><title>科学</title><item><title>一</title><link>/a/3</link></item></channel></rss>`)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, source string
		want         extract.WebPage
	}{
		{"RSS", gbk, extract.WebPage{Title: "科学", Links: []string{"https://blog.example.org/a/3"}}},
		{"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><link href="https://blog.example.org/a/4"/></entry><entry><link href="javascript:x"/></entry></feed>`,
			extract.WebPage{Title: "x", Links: []string{"https://blog.example.org/a/4"}}},
		{"a sitemap", `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://blog.example.org/a/5</loc></url><url><loc>https://blog.example.org/a/6?x=1&amp;y=2</loc></url><url><loc>`,
			extract.WebPage{Links: []string{"https://blog.example.org/a/5", "https://blog.example.org/a/6?x=1&y=2"}}},
		{"of sitemaps", `<sitemapindex><sitemap><loc>/s1.xml</loc></sitemap></sitemapindex>`, extract.WebPage{Feeds: []string{"https://blog.example.org/s1.xml"}}},
		{"packed", packed.String(), extract.WebPage{Links: []string{"https://blog.example.org/a/7"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, d := read(t, test.source, nil)
			if d != nil {
				t.Error("it has a main text")
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// BenchmarkRead reads a page of a platform of engineers with twelve paragraphs, a way at a time.
func BenchmarkRead(b *testing.B) {
	page := []byte(pagetest.Shapes()[0].Page(pagetest.Article{Title: "题", Published: "2024-03-05 12:30:45", Paragraphs: pagetest.Text(1, 12), Links: []string{"/a"}}))
	for _, way := range article.Ways {
		b.Run(way.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if main, err := way.Main(page); err != nil || len(main) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, shape := range pagetest.Shapes() {
		f.Add([]byte(shape.Page(pagetest.Article{Title: "题", Published: "2024-03-05 12:30:45", Paragraphs: pagetest.Text(1, 2), Links: []string{"/a"}})))
	}
	f.Add([]byte(`<rss><channel><item><link>/a</link></item></channel></rss>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b := draft.New(100_000)
		page, _, err := article.Read(context.Background(), b, extract.WebRequest{Address: place}, data, now)
		if err != nil {
			if extract.ErrorName(err) == "" {
				t.Fatalf("no error of package extract: %v", err)
			}
			return
		}
		for _, link := range append(page.Links, page.Feeds...) {
			if !strings.HasPrefix(link, "http://") && !strings.HasPrefix(link, "https://") {
				t.Fatalf("a link %q", link)
			}
		}
		if page.Published != "" && extract.PrecisionOf(page.Published) == extract.Unknown {
			t.Fatalf("published %q", page.Published)
		}
	})
}

// named are the attributes by which platforms name what stands around their articles.
var named = regexp.MustCompile(` (?:class|id|itemprop|role)="[^"]*"`)

// Where nothing has a name, the article is found by its text all the same.
func TestNamelessShapes(t *testing.T) {
	for _, shape := range pagetest.Shapes() {
		for _, paragraphs := range []int{2, 4, 12} {
			t.Run(shape.Name, func(t *testing.T) {
				a := pagetest.Article{Title: "冻土碳释放的量化研究", Author: "张三丰", Site: "科学网络", Published: "2024-03-05 12:30:45", Paragraphs: pagetest.Text(uint64(50+paragraphs), paragraphs), Links: []string{"/a/2", "/a/3"}}
				_, d := read(t, named.ReplaceAllString(shape.Page(a), ""), nil)
				if d == nil {
					t.Fatal("no main text")
				}
				precision, recall := compare(d.Text, strings.Join(a.Paragraphs, "\n"))
				t.Logf("%d paragraphs: precision %.3f, recall %.3f", paragraphs, precision, recall)
				if recall < 0.98 || precision < 0.95 {
					t.Errorf("precision %.3f, recall %.3f of %d paragraphs:\n%s", precision, recall, paragraphs, d.Text)
				}
			})
		}
	}
}
