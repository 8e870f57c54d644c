package reader_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/extract/reader/pagetest"
)

// A page is read in a child, with its limits.
func TestReadWeb(t *testing.T) {
	r, err := reader.NewRunner(extract.Options{Deadline: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	a := pagetest.Article{Title: "题目", Author: "张三", Site: "站", Published: "2024-03-05 12:30:45", Paragraphs: pagetest.Text(1, 5), Links: []string{"/b"}}
	q := extract.WebRequest{Address: "https://blog.example.org/a", Zone: "+08:00"}
	page, err := r.ReadWeb(context.Background(), q, []byte(pagetest.Shapes()[0].Page(a)))
	if err != nil {
		t.Fatal(err)
	}
	if page.Article == nil || !strings.Contains(page.Article.Text, a.Paragraphs[0]) || page.Published != "2024-03-05T12:30:45+08:00" {
		t.Errorf("read %+v", page)
	}
	if page, err = r.ReadWeb(context.Background(), q, []byte("<html><body><a href='/b'></a></body></html>")); err != nil || page.Article != nil || len(page.Links) != 1 {
		t.Errorf("a page without text: %+v, %v", page, err)
	}
	for name, test := range map[string]struct {
		data string
		want error
	}{
		"nothing":      {"", extract.ErrEmpty},
		"nested":       {"<html><body>" + strings.Repeat("<div><b>", 400_000) + "x", extract.ErrLimits},
		"a torn feed":  {"<rss><channel>", nil},
		"a torn index": {"<sitemapindex <<<", extract.ErrDamaged},
	} {
		_, err := r.ReadWeb(context.Background(), q, []byte(test.data))
		if test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
		if err != nil && extract.ErrorName(err) == "" {
			t.Errorf("%s: no error of package extract: %v", name, err)
		}
	}
}
