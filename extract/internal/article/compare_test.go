package article_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/article"
	"zhiwen/extract/internal/draft"
	web "zhiwen/extract/internal/html"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
)

// textOf is the text of the source of a main text, "" for none.
func textOf(t *testing.T, source []byte, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if len(source) == 0 {
		return ""
	}
	b := draft.New(extract.DefaultMaxCharacters)
	if err := web.Read(context.Background(), b, source, "text/html; charset=utf-8"); err != nil {
		t.Fatal(err)
	}
	d, err := b.Document()
	if errors.Is(err, extract.ErrNoText) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Text
}

// The way that pages are read by is as good as each other way at every shape that there is, with names and
// without. -v prints the table of docs/web.md.
func TestWays(t *testing.T) {
	type figure struct{ precision, recall float64 }
	for _, nameless := range []bool{false, true} {
		for _, paragraphs := range []int{2, 4, 12} {
			least := make([]figure, len(article.Ways))
			for i, way := range article.Ways {
				least[i] = figure{1, 1}
				for _, shape := range pagetest.Shapes() {
					a := pagetest.Article{Title: "冻土碳释放的量化研究", Author: "张三丰", Site: "科学网络", Published: "2024-03-05 12:30:45", Views: 1234, Paragraphs: pagetest.Text(uint64(paragraphs), paragraphs), Links: []string{"/a/2", "/a/3", "/a/4"}}
					page := shape.Page(a)
					if nameless {
						page = named.ReplaceAllString(page, "")
					}
					source, err := way.Main([]byte(page))
					precision, recall := compare(textOf(t, source, err), strings.Join(a.Paragraphs, "\n"))
					least[i] = figure{min(least[i].precision, precision), min(least[i].recall, recall)}
				}
				t.Logf("nameless %v, %2d paragraphs, %-30s precision at least %.2f, recall %.2f", nameless, paragraphs, way.Name, least[i].precision, least[i].recall)
			}
			const noise = 0.001
			ours := least[len(least)-1]
			for i, other := range least {
				if ours.precision < other.precision-noise || ours.recall < other.recall-noise {
					t.Errorf("nameless %v, %d paragraphs: %+v, but %s has %+v", nameless, paragraphs, ours, article.Ways[i].Name, other)
				}
			}
		}
	}
}

// Pages of real platforms are in the tests of readability itself, with what its authors take for the article: no
// truth of their own, but what no page that was made here could show. -v prints the table of docs/web.md.
func TestRealPages(t *testing.T) {
	testrun.NeedWhole(t) // 134 pages four times
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "codeberg.org/readeck/go-readability/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "test-pages", "*", "source.html"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for i, way := range article.Ways {
		var precisions, recalls float64
		var lost []string
		for _, page := range pages {
			source, err := os.ReadFile(page) // of a module
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(filepath.Dir(page), "expected.html"))
			if err != nil {
				t.Fatal(err)
			}
			main, e := way.Main(source)
			precision, recall := compare(textOf(t, main, e), textOf(t, want, nil))
			precisions, recalls = precisions+precision, recalls+recall
			if recall < 0.5 {
				lost = append(lost, fmt.Sprintf("%s %.2f", filepath.Base(filepath.Dir(page)), recall))
			}
		}
		n := float64(len(pages))
		t.Logf("%d pages, %-30s precision %.3f, recall %.3f in the mean; recall under a half: %d %q", len(pages), way.Name, precisions/n, recalls/n, len(lost), lost)
		if i == len(article.Ways)-1 && (precisions/n < 0.97 || recalls/n < 0.93 || len(lost) > 3) {
			t.Errorf("of real pages less is read than was")
		}
	}
}

// What has too many elements for readability, or is deep, is read all the same.
func TestHeavyPages(t *testing.T) {
	text := strings.Join(pagetest.Text(7, 2), "")
	for name, page := range map[string]string{
		"many elements": "<body><ul>" + strings.Repeat("<li><a href=/a>链接</a>", 30_000) + "</ul><div><p>" + text + "</p></div>",
		"deep":          "<body>" + strings.Repeat("<div>", 400) + strings.Repeat("<p>"+text+"</p>", 50),
		"breaks":        "<body><div>" + strings.Repeat(text+"<br><br>", 500) + "</div>",
	} {
		t.Run(name, func(t *testing.T) {
			_, d := read(t, page, nil)
			if d == nil || !strings.Contains(d.Text, text) || strings.Contains(d.Text, "链接") {
				t.Errorf("of %d bytes another main text was read, or none", len(page))
			}
		})
	}
}
