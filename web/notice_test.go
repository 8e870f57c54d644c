package web

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
)

// noticed is richStore with a document that was not read wholly.
func noticed(t *testing.T) *fakeStore {
	t.Helper()
	store := richStore(t)
	d := store.texts[1]
	if len(d.Pages) < 3 {
		t.Fatalf("%d pages", len(d.Pages))
	}
	d.Pages[1].Recognised, d.Pages[1].Confidence = true, 0.91
	d.Pages[2].Recognised, d.Pages[2].Confidence = true, 0.64
	end := extract.Span{Start: d.Pages[len(d.Pages)-1].End, End: d.Pages[len(d.Pages)-1].End}
	for _, n := range []int{41, 42, 43, 50} {
		d.Pages = append(d.Pages, extract.Page{Span: end, Number: n})
	}
	d.Notices = []extract.Notice{{Kind: extract.Scanned, Pages: []int{41, 42, 43}}, {Kind: extract.ObjectUnread, Count: 2}}
	return store
}

// What was not compared, or is to be doubted, is said in one place of each page
// and in the exported report; what is missing also beside the score.
func TestNotices(t *testing.T) {
	s, _ := testSite(t, noticed(t))
	for _, tt := range []struct {
		language string
		titles   []string
	}{
		{"zh", []string{"第 41–43 页是图像，未检查", "2 个嵌入的文档未检查", "第 50 页没有文字", "第 2–3 页由图像识别"}},
		{"en", []string{"Pages 41–43 are pictures and were not compared", "2 embedded documents were not compared", "Page 50 has no text", "Pages 2–3 were recognised from pictures"}},
	} {
		for _, path := range []string{"/checks/1", "/documents/1", "/checks/1/report.html"} {
			t.Run(tt.language+path, func(t *testing.T) {
				a := get(t, s.handler(), path, "Accept-Language", tt.language)
				if !strings.HasSuffix(path, ".html") {
					checkPage(t, a)
				}
				card := one(t, a.page, "#notices")
				var titles []string
				for _, item := range all(card, "strong") {
					titles = append(titles, text(item))
				}
				if !slices.Equal(titles, tt.titles) {
					t.Errorf("notices %q, want %q", titles, tt.titles)
				}
				if n := len(all(card, "li.missing")); n != 2 {
					t.Errorf("%d are of missing text, want 2", n)
				}
				line := text(one(t, a.page, "p.missing"))
				if !strings.Contains(line, tt.titles[0]) || !strings.Contains(line, tt.titles[1]) || strings.Contains(line, tt.titles[2]) {
					t.Errorf("of missing text: %q", line)
				}
			})
		}
	}
}

func TestNoNotices(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	for _, path := range []string{"/checks/1", "/documents/1", "/checks/1/report.html"} {
		if a := get(t, s.handler(), path); len(all(a.page, "#notices"))+len(all(a.page, ".missing")) > 0 {
			t.Errorf("%s has notices", path)
		}
	}
}

// Pages that were read from pictures are marked where they begin, and listed
// with links to them.
func TestRecognisedPages(t *testing.T) {
	s, _ := testSite(t, noticed(t))
	for _, path := range []string{"/checks/1", "/documents/1"} {
		a := get(t, s.handler(), path, "Accept-Language", "en")
		marks := append(all(a.page, "span.recognised"), all(a.page, "a.recognised")...)
		if len(marks) != 2 || attr(marks[0], "data-page") != "Page 2 · recognised, 91%" && attr(marks[1], "data-page") != "Page 2 · recognised, 91%" {
			t.Errorf("%s: %d marks", path, len(marks))
		}
		links := all(one(t, a.page, "#notices"), "a")
		if len(links) != 2 || attr(links[0], "class") != "" || attr(links[1], "class") != "poor" {
			t.Errorf("%s: %d links", path, len(links))
		}
		for _, link := range links {
			one(t, a.page, attr(link, "href"))
		}
	}
}

// Pictures of a document without pages are counted, and those that were read
// listed with links to what was read.
func TestRecognisedPictures(t *testing.T) {
	store := richStore(t)
	d := store.texts[1]
	second, last := d.Paragraphs[1], d.Paragraphs[len(d.Paragraphs)-1]
	d.Pictures = []extract.Picture{{Span: second.Span, Number: 2, Confidence: 0.93}, {Span: last.Span, Number: 5, Confidence: 0.55}}
	d.Notices = []extract.Notice{{Kind: extract.PictureLeft, Count: 1}}
	s, _ := testSite(t, store)
	for _, path := range []string{"/checks/1", "/documents/1"} {
		a := get(t, s.handler(), path, "Accept-Language", "en")
		card := one(t, a.page, "#notices")
		if got, want := text(all(card, "strong")[0]), "1 large picture was not examined; any text in it was not compared"; got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
		marks := all(a.page, "span.recognised")
		if n := len(all(a.page, "p.pictured")); n != 2 || len(marks) != 2 || attr(marks[0], "data-page") != "Picture 2 · recognised, 93%" {
			t.Errorf("%s: %d paragraphs and %d marks", path, n, len(marks))
		}
		links := all(card, "a")
		if len(links) != 2 || text(links[0]) != "Picture 2 93%" || attr(links[1], "class") != "poor" {
			t.Fatalf("%s: %d links", path, len(links))
		}
		for i, p := range []extract.Paragraph{second, last} {
			if got, want := attr(links[i], "href"), report.PlaceOf(d, p.Start); got != want {
				t.Errorf("%s: got %q, want %q", path, got, want)
			}
			one(t, a.page, attr(links[i], "href"))
		}
	}
}

func TestFailureAdvice(t *testing.T) {
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		err    error
		zh, en string
	}{
		{extract.ErrNoText, "文件是空白的", "It is blank"},
		{&extract.PictureError{Pages: []int{1, 2, 7}}, "未能识别：1-2, 7。", "recognised: 1-2, 7."},
		{&extract.PictureError{Pictures: 3}, "只有图片（3 张）", "contains only pictures (3)"},
	} {
		for language, want := range map[string]string{"zh": test.zh, "en": test.en} {
			if got := phrase.FailureAdvice(c.Choose(language, ""), record.FailureOf(test.err)); !strings.Contains(got, want) {
				t.Errorf("%v: got %q, want %q in it", test.err, got, want)
			}
		}
	}
}
