package web

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// shareFigures returns the checked document of the rich store a figure that stands in a
// source and in a document that shares nothing else.
func shareFigures(t testing.TB, s *fakeStore) {
	t.Helper()
	const hash = 0x0123456789abcdef
	blocks := strings.Repeat("KWRG", 24)
	own := extract.Figure{Offset: 60, Page: 1, Ref: 3, Width: 200, Height: 150, Hash: hash, Blocks: blocks}
	theirs := own
	theirs.Page, theirs.Ref, theirs.Hash = 0, 9, hash^1
	s.texts[1].Figures, s.texts[1].Imprints = []extract.Figure{{Hash: 5, Blocks: blocks}, own}, imprint.Version
	s.texts[2].Figures, s.texts[2].Imprints = []extract.Figure{theirs}, imprint.Version
	s.texts[12] = evidencetest.Document("另一份文档", 0)
	s.texts[12].Figures = []extract.Figure{theirs}
	alone := evidence.Identity{SHA256: strings.Repeat("0f", 32), Filename: "alone.docx", Title: "只有一张图相同的申请", Applicant: "钱七", Institution: "某研究所", Year: 2020}
	s.documents[12] = record.Document{ID: 12, Identity: alone, InLibrary: true, State: record.DocumentReady, Size: 9, Characters: 5, CreatedAt: testTime}
	e, err := evidence.Decode(bytes.NewReader(s.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	looks := evidence.LooksOf(s.texts[1], 1)
	same := func(source int64) evidence.SameFigure {
		return evidence.SameFigure{Source: source, Distance: 1, Looks: evidence.LooksOf(s.texts[source], 0)}
	}
	e.Figures = &evidence.Figures{
		Version: imprint.Version, Count: 2, Standard: 1, Unread: 4,
		Figures: []evidence.Figure{{Looks: looks, Same: []evidence.SameFigure{same(2), same(12)}}},
		Sources: []evidence.FigureSource{{ID: 12, Characters: 5, TextSHA256: evidence.TextSHA256(s.texts[12].Text), Relation: evidence.Other, Identity: alone}},
	}
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		t.Fatal(err)
	}
	if err := evidence.Validate(xml.Bytes()); err != nil {
		t.Fatal(err)
	}
	s.evidence[1] = xml.Bytes()
}

// A shared figure stands beside each place where it stands too, with pictures of both.
func TestSharedFigures(t *testing.T) {
	pages, store, h := originalSite(t)
	shareFigures(t, store)
	a := get(t, h, "/checks/1", "Accept-Language", "en")
	checkPage(t, a)
	twins := all(a.page, ".twins")
	if len(twins) != 2 {
		t.Fatalf("%d pairs of pictures", len(twins))
	}
	var addresses []string
	for _, twin := range twins {
		for _, img := range all(twin, "img") {
			addresses = append(addresses, attr(img, "src"))
			if attr(img, "alt") == "" {
				t.Error("a picture without words")
			}
		}
	}
	want := []string{"/checks/1/figures/2/picture", "/checks/1/sources/2/figures/2/picture", "/checks/1/figures/2/picture", "/checks/1/sources/12/figures/2/picture"}
	if !slices.Equal(addresses, want) {
		t.Errorf("pictures %q", addresses)
	}
	words := text(one(t, a.page, "section.pictures"))
	for _, says := range []string{"1 picture also appears in other documents", "This document: picture 2", "Page 1", "可信图神经网络解释方法", "只有一张图相同的申请", "2020"} {
		if !strings.Contains(words, says) {
			t.Errorf("it does not say %q: %q", says, words)
		}
	}
	if whole := text(a.page); !strings.Contains(whole, "The pictures of 4 library documents had not been read") || !strings.Contains(whole, "1 picture is not listed") {
		t.Error("what was not looked at is not said")
	}
	for _, address := range want {
		if a := get(t, h, address); a.Code != http.StatusOK || a.Header().Get("Content-Type") != "image/png" || a.Header().Get("ETag") == "" {
			t.Errorf("%s: %d, %v", address, a.Code, a.Header())
		}
	}
	if want := []string{"1/figure 3", "2/figure 9", "1/figure 3", "12/figure 9"}; !slices.Equal(pages.asked, want) {
		t.Errorf("drawn %q, want %q", pages.asked, want)
	}
	// What the evidence does not name is nobody's to see.
	for _, address := range []string{"/checks/1/figures/1/picture", "/checks/1/figures/9/picture", "/checks/1/figures/x/picture", "/checks/1/sources/3/figures/2/picture", "/checks/1/sources/2/figures/1/picture", "/checks/99/figures/2/picture"} {
		if a := get(t, h, address); a.Code != http.StatusNotFound && a.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", address, a.Code)
		}
	}
	// Nor what stands in the place now, where the file was read anew.
	store.texts[2].Figures[0].Hash = 77
	if a := get(t, h, "/checks/1/sources/2/figures/2/picture"); a.Code != http.StatusNotFound {
		t.Errorf("another figure: %d", a.Code)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(get(t, h, "/checks/1/pictures.csv", "Accept-Language", "en").Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows of pictures: %v", len(rows), err)
	}
	if got, want := strings.Join(rows[2], "|"), "2|1|"+rows[2][2]+"||只有一张图相同的申请|钱七|某研究所|2020|other applicant|1||"+rows[2][11]+"|1|looks identical|alone.docx|"+strings.Repeat("0f", 32); got != want || rows[1][3] == "" {
		t.Errorf("row %q, want %q", got, want)
	}
	paper := get(t, h, "/checks/1/report.html", "Accept-Language", "en")
	if !strings.Contains(paper.Body.String(), "只有一张图相同的申请") || strings.Contains(paper.Body.String(), "/figures/2/picture") {
		t.Error("the paper does not list the figure, or leads to pictures that it does not have")
	}
}

// Evidence of before says that pictures were not compared.
func TestFiguresNotCompared(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	a := get(t, s.handler(), "/checks/1", "Accept-Language", "en")
	if !strings.Contains(text(a.page), "Pictures were not compared in this check") || len(all(a.page, ".twins")) > 0 {
		t.Error("it is not said that pictures were not compared")
	}
}

// A reviewer sees the figure of the application and where it stands in sources, not the
// sources' pictures; where sources are masked, not whose they are either.
func TestFiguresOfMaskedSources(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.MaskSources = true })
	shareFigures(t, p.rows)
	h := p.handler()
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true
	for _, target := range []string{"/checks/1", "/checks/1/report.html", "/checks/1/pictures.csv"} {
		a := get(t, h, target, reviewer...)
		body := a.Body.String()
		if a.Code != http.StatusOK || strings.Contains(body, "只有一张图相同的申请") || strings.Contains(body, "钱七") || strings.Contains(body, "可信图神经网络解释方法") {
			t.Errorf("%s: %d, or it tells whose a source is", target, a.Code)
		}
		if strings.Contains(body, "/sources/2/figures/") || strings.Contains(body, "/sources/12/figures/") {
			t.Errorf("%s leads to pictures of sources", target)
		}
	}
	if got := len(all(get(t, h, "/checks/1", reviewer...).page, ".unseen")); got != 2 {
		t.Errorf("%d pictures are said not to be shown", got)
	}
	if a := get(t, h, "/checks/1/sources/2/figures/2/picture", reviewer...); a.Code != http.StatusForbidden {
		t.Errorf("a picture of a source: %d", a.Code)
	}
}
