package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/site"
)

// fakePages draws pages whose characters stand in rows of fifty.
type fakePages struct {
	store *fakeStore
	asked []string
	err   error
	blank bool // what is drawn has none of the text
}

func (f *fakePages) Figure(_ context.Context, d record.Document, figure extract.Figure) (*extract.Drawing, error) {
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	f.asked = append(f.asked, fmt.Sprintf("%d/figure %d", d.ID, figure.Ref))
	return &extract.Drawing{PNG: []byte("a figure"), Width: 500, Height: 400}, f.err
}

func (f *fakePages) Page(_ context.Context, d record.Document, n int, recognised bool) (*extract.Drawing, error) {
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	f.asked = append(f.asked, fmt.Sprintf("%d/%d/%t", d.ID, n, recognised))
	if f.err != nil {
		return nil, f.err
	}
	drawn := &extract.Drawing{PNG: []byte("a picture"), Width: 500, Height: 700}
	text := f.store.texts[d.ID]
	for _, p := range text.Pages {
		if p.Number != n || f.blank {
			continue
		}
		for i, r := range []rune(text.Text)[p.Start:p.End] {
			if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
				drawn.Characters += string(r)
				drawn.Boxes = append(drawn.Boxes, [4]int{10 * (i % 50), 20 * (i / 50), 10*(i%50) + 10, 20*(i/50) + 15})
			}
		}
	}
	return drawn, nil
}

// originalSite returns the rich store with the checked document and its first source as PDFs, of
// which the source has one page.
func originalSite(t *testing.T) (*fakePages, *fakeStore, http.Handler) {
	t.Helper()
	store := richStore(t)
	store.texts[1].Method, store.texts[2].Method = "pdf/pdfium", "pdf/pdfium"
	store.texts[2].Pages = []extract.Page{{Number: 1, Span: extract.Span{End: len([]rune(store.texts[2].Text))}}}
	s, _ := testSite(t, store)
	pages := &fakePages{store: store}
	s.Pages = pages
	return pages, store, s.handler()
}

// A page of the original shows its picture with what counts marked on it, and leads to
// the pages beside it.
func TestOriginal(t *testing.T) {
	_, store, h := originalSite(t)
	last := store.texts[1].Pages[len(store.texts[1].Pages)-1].Number
	a := get(t, h, "/checks/1/pages?page=1", "Accept-Language", "en")
	if a.Code != http.StatusOK {
		t.Fatal(a.Code)
	}
	picture := one(t, one(t, a.page, ".original-page"), "img")
	if attr(picture, "src") != "/checks/1/pages/1/picture" || !strings.HasSuffix(attr(picture, "alt"), ", page 1") {
		t.Errorf("the picture is %q, %q", attr(picture, "src"), attr(picture, "alt"))
	}
	if n := len(all(a.page, "rect")); n < 2 {
		t.Errorf("%d areas are marked", n)
	}
	turn := one(t, a.page, ".turn")
	for _, link := range all(turn, "a") {
		switch href := attr(link, "href"); attr(link, "rel") {
		case "prev":
			if href != "" {
				t.Errorf("before the first page: %q", href)
			}
		case "next":
			if href != "/checks/1/pages?page=2" {
				t.Errorf("the next page: %q", href)
			}
		}
	}
	a = get(t, h, fmt.Sprintf("/checks/1/pages?page=%d", last))
	for _, link := range all(one(t, a.page, ".turn"), "a") {
		if attr(link, "rel") == "next" && attr(link, "href") != "" {
			t.Error("there is a page behind the last one")
		}
	}
	// A page that the file does not have leads to the last one, with all else that was asked for.
	a = get(t, h, "/checks/1/pages?page=99&source=2")
	if want := fmt.Sprintf("/checks/1/pages?page=%d&source=2", last); a.Code != http.StatusSeeOther || a.Header().Get("Location") != want {
		t.Errorf("beyond the last page: status %d to %q, want %q", a.Code, a.Header().Get("Location"), want)
	}
	a = get(t, h, "/checks/1/sources/2/pages?page=99&theirs=5&match=2")
	to := a.Header().Get("Location")
	if a.Code != http.StatusSeeOther || !strings.Contains(to, fmt.Sprintf("page=%d", last)) || !strings.Contains(to, "match=2") || get(t, h, to).Code != http.StatusOK {
		t.Errorf("beyond the last pages of a pair: status %d to %q", a.Code, to)
	}
	// A match opens its own page and is marked whole.
	a = get(t, h, "/checks/1/pages?match=1", "Accept-Language", "en")
	chosen := all(one(t, a.page, ".original-page"), "a.selected")
	if len(chosen) != 1 || attr(chosen[0], "aria-current") != "true" || len(all(chosen[0], "rect")) == 0 {
		t.Errorf("%d chosen marks", len(chosen))
	}
	if says := text(one(t, a.page, ".original-says")); !strings.Contains(says, "The match is marked on the page") {
		t.Errorf("it says %q", says)
	}
}

// A document without fixed pages begins with its first match: there is no page to.
func TestOriginalWithoutPages(t *testing.T) {
	_, store, h := originalSite(t)
	store.texts[1].Pages, store.texts[1].Method = nil, "docx"
	sheet := one(t, get(t, h, "/checks/1/pages", "Accept-Language", "en").page, ".original")
	if !strings.Contains(text(sheet), "no fixed pages") || len(all(sheet, ".hl")) == 0 {
		t.Errorf("it shows %.300q", text(sheet))
	}
}

// A check that is not done has no pages: its own page says why.
func TestOriginalOfUnfinished(t *testing.T) {
	_, store, h := originalSite(t)
	c := store.checks[1]
	c.State = record.CheckFailed
	store.checks[1] = c
	if a := get(t, h, "/checks/1/pages"); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/checks/1" {
		t.Errorf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
}

// A pair shows a page of each side; one without fixed pages is read.
func TestPairOriginals(t *testing.T) {
	pages, store, h := originalSite(t)
	a := get(t, h, "/checks/1/sources/2/pages?match=1", "Accept-Language", "en")
	sheets := all(a.page, ".original")
	if len(sheets) != 2 || len(all(a.page, "img")) < 2 {
		t.Fatalf("%d pages", len(sheets))
	}
	for i, want := range []string{"/checks/1/pages/1/picture", "/checks/1/sources/2/pages/1/picture"} {
		if got := attr(one(t, one(t, sheets[i], ".original-page"), "img"), "src"); got != want {
			t.Errorf("picture %q, want %q", got, want)
		}
		if len(all(sheets[i], "a.selected")) != 1 {
			t.Errorf("side %d does not mark the match", i)
		}
	}
	if got := len(pages.asked); got != 2 {
		t.Errorf("%d pages were asked for", got)
	}

	store.texts[2].Pages, store.texts[2].Method = nil, "docx"
	a = get(t, h, "/checks/1/sources/2/pages?match=1", "Accept-Language", "en")
	right := all(a.page, ".original")[1]
	if !strings.Contains(text(right), "no fixed pages") || len(all(right, ".hl")) == 0 || len(all(right, ".turn")) != 0 {
		t.Errorf("of a source without pages: %.300q", text(right))
	}

	delete(store.documents, 2)
	delete(store.texts, 2)
	a = get(t, h, "/checks/1/sources/2/pages?match=1", "Accept-Language", "en")
	if right := all(a.page, ".original")[1]; a.Code != http.StatusOK || len(all(right, ".hl")) == 0 || !strings.Contains(text(right), "deleted") {
		t.Errorf("of a deleted source: %d %.300q", a.Code, text(right))
	}
	if a := get(t, h, "/checks/1/sources/2/pages/1/picture"); a.Code != http.StatusNotFound {
		t.Errorf("the picture of a deleted source: %d", a.Code)
	}
}

// What cannot be drawn is read, and the page says why; what is not found on the page is
// said to be so.
func TestOriginalNotDrawn(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*fakePages, *fakeStore)
		says   string
	}{
		{"damaged", func(p *fakePages, _ *fakeStore) { p.err = fmt.Errorf("page 1: %w", extract.ErrLimits) }, "This page cannot be displayed"},
		{"OFD", func(_ *fakePages, s *fakeStore) { s.texts[1].Method = "ofd" }, "Pages in this format cannot be displayed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pages, store, h := originalSite(t)
			c.change(pages, store)
			a := get(t, h, "/checks/1/pages?match=1", "Accept-Language", "en")
			sheet := one(t, a.page, ".original")
			if a.Code != http.StatusOK || !strings.Contains(text(sheet), c.says) || len(all(sheet, "a.selected")) == 0 || len(all(sheet, "img")) != 0 {
				t.Errorf("%d: %.400q", a.Code, text(sheet))
			}
			first := []rune(store.texts[1].Text)[:store.texts[1].Pages[0].End]
			if shown := text(one(t, sheet, ".text")); len([]rune(shown)) > len(first)+200 {
				t.Errorf("more than the page is shown: %d characters of %d", len([]rune(shown)), len(first))
			}
		})
	}
	t.Run("unmarked", func(t *testing.T) {
		pages, _, h := originalSite(t)
		pages.blank = true
		a := get(t, h, "/checks/1/pages?match=1", "Accept-Language", "en")
		if says := text(one(t, a.page, ".original-says")); !strings.Contains(says, "not found on the page") || len(all(a.page, "rect")) != 0 {
			t.Errorf("it says %q", says)
		}
	})
}

func TestOriginalFaults(t *testing.T) {
	for _, c := range []struct {
		name, path string
		err        error
		status     int
		later      string
	}{
		{"too many", "/checks/1/pages", fmt.Errorf("page: %w", record.ErrCrowded), http.StatusServiceUnavailable, site.RetryAfter},
		{"too many pictures", "/checks/1/pages/1/picture", fmt.Errorf("page: %w", record.ErrCrowded), http.StatusServiceUnavailable, site.RetryAfter},
		{"broken", "/checks/1/pages", errors.New("broken"), http.StatusInternalServerError, ""},
		{"cannot be drawn", "/checks/1/pages/1/picture", extract.ErrDamaged, http.StatusUnprocessableEntity, ""},
		{"no such page", "/checks/1/pages/99/picture", nil, http.StatusNotFound, ""},
		{"no number", "/checks/1/pages/x/picture", nil, http.StatusNotFound, ""},
		{"no such check", "/checks/99/pages", nil, http.StatusNotFound, ""},
		{"document of another check", "/checks/1/sources/7/pages/1/picture", nil, http.StatusNotFound, ""},
		{"source of another check", "/checks/1/sources/7/pages", nil, http.StatusNotFound, ""},
		{"not a page", "/checks/1/pages?page=x", nil, http.StatusBadRequest, ""},
		{"below the first", "/checks/1/pages?page=0", nil, http.StatusBadRequest, ""},
		{"beyond all pages", "/checks/1/pages?page=99999999999", nil, http.StatusBadRequest, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			pages, _, h := originalSite(t)
			pages.err = c.err
			a := get(t, h, c.path)
			if a.Code != c.status || a.Header().Get("Retry-After") != c.later || a.Header().Get("ETag") != "" || a.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%d, retry after %q, %q", a.Code, a.Header().Get("Retry-After"), a.Header().Get("Cache-Control"))
			}
		})
	}
}

// A browser may keep a picture and asks each time whether it still may show it; what it
// has is not drawn or sent again.
func TestOriginalPicture(t *testing.T) {
	pages, store, h := originalSite(t)
	store.texts[1].Pages[1].Recognised = true
	a := get(t, h, "/checks/1/pages/2/picture")
	tag := a.Header().Get("ETag")
	if a.Code != http.StatusOK || a.Body.String() != "a picture" || a.Header().Get("Content-Type") != "image/png" || a.Header().Get("Cache-Control") != "private, no-cache" || tag == "" {
		t.Fatalf("%d %v", a.Code, a.Header())
	}
	if len(pages.asked) != 1 || pages.asked[0] != "1/2/true" {
		t.Errorf("asked for %v", pages.asked)
	}
	if a := get(t, h, "/checks/1/pages/2/picture", "If-None-Match", `"other", `+tag); a.Code != http.StatusNotModified || a.Body.Len() != 0 {
		t.Errorf("%d with %d bytes", a.Code, a.Body.Len())
	}
	if len(pages.asked) != 1 {
		t.Errorf("what the browser has was drawn: %v", pages.asked)
	}
	if other := get(t, h, "/checks/1/pages/1/picture").Header().Get("ETag"); other == tag {
		t.Error("two pages have one tag")
	}
	delete(store.documents, 1)
	if a := get(t, h, "/checks/1/pages/2/picture", "If-None-Match", tag); a.Code != http.StatusNotFound {
		t.Errorf("of a deleted document: %d", a.Code)
	}
}
