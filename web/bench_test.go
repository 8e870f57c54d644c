package web

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/web/site"
)

// largeStore holds one check of 300 pages with 2,000 matches of 300 sources.
func largeStore(b *testing.B) *fakeStore {
	b.Helper()
	const pages, perPage, length, sources, matches = 300, 4, 200, 300, 2000
	d := &extract.Document{Method: "txt"}
	var text strings.Builder
	for at := 0; at < pages*perPage*(length+1); at += length + 1 {
		if at%(perPage*(length+1)) == 0 {
			d.Pages = append(d.Pages, extract.Page{Span: extract.Span{Start: at, End: at + perPage*(length+1)}, Number: len(d.Pages) + 1})
		}
		text.WriteString(string([]rune(strings.Repeat(fmt.Sprintf("第%d处，本项目研究异构观测数据的联合建模与不确定性评估方法。", at), 8))[:length]) + "\n")
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + length}, Kind: extract.Body})
	}
	d.Text = text.String()
	runes := []rune(d.Text)
	e := &evidence.Evidence{Document: evidence.Document{ID: 1, Characters: len(runes), Pages: pages, Identity: evidence.Identity{Title: "一份很长的申请书", Filename: "large.txt"}}}
	for i := range sources {
		e.Sources = append(e.Sources, evidence.Source{ID: int64(i + 2), Relation: evidence.Other, Identity: evidence.Identity{Title: fmt.Sprintf("来源申请书 %d", i+1), Applicant: "某人", Year: 2010 + i%16}})
	}
	kinds := []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone}
	for i := range matches {
		start := i * (len(runes) - length) / matches
		p := evidence.Passage{Offset: start, Length: 60 + i%7*10}
		p.Text = string(runes[start : start+p.Length])
		s := &e.Sources[i*7%sources]
		s.Matches = append(s.Matches, evidence.Match{ID: i + 1, Kind: kinds[i%len(kinds)], Similarity: evidence.Decimal(1 - float64(i%40)/100), This: p, Source: p})
	}
	score.Update(e, d)
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		b.Fatal(err)
	}
	s := newFakeStore()
	document := record.Document{ID: 1, Identity: e.Document.Identity, State: record.DocumentReady}
	s.documents[1], s.texts[1], s.evidence[1] = document, d, xml.Bytes()
	s.checks[1] = record.Check{ID: 1, Document: document, State: record.CheckDone, FinishedAt: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	return s
}

// BenchmarkReport answers with a report as large as they come: whole, and the
// two parts of it that a filter asks for.
func BenchmarkReport(b *testing.B) {
	s, _ := testSite(b, largeStore(b))
	h := s.handler()
	for _, bm := range []struct {
		name, target string
		header       map[string]string
	}{
		{"whole", "/checks/1", nil},
		{"near", "/checks/1?kind=verbatim,reordered,homophone", map[string]string{site.PartHeader: "near 0-3000 20"}},
		{"far", "/checks/1?kind=verbatim,reordered,homophone", map[string]string{site.PartHeader: "far 0-3000 20", site.HaveHeader: "/checks/1"}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:8080"+bm.target, nil)
				for name, value := range bm.header {
					r.Header.Set(name, value)
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
				b.SetBytes(int64(w.Body.Len()))
			}
		})
	}
}

// BenchmarkNetwork answers with as large a network as is shown: 2,000 edges between the
// applications of a call and 1,800 library documents.
func BenchmarkNetwork(b *testing.B) {
	store := newFakeStore()
	const edges, applications, past = 2000, 1800, 1800
	const call = 1
	store.calls[call] = record.Call{ID: call, Name: "面上", State: record.CallOpen}
	for id := range int64(applications + past) {
		d := record.Document{ID: id + 1, Identity: evidence.Identity{Title: fmt.Sprintf("面向复杂环境的关键技术与示范应用研究第%d号", id), Applicant: fmt.Sprintf("申请人%d", id)}, State: record.DocumentReady}
		if id < applications {
			d.Call = call
		}
		store.documents[d.ID] = d
	}
	for i := range int64(edges) {
		store.edges = append(store.edges, record.Edge{
			Document: 1 + i*7919%applications, Source: applications + 1 + i*7907%past, Relation: evidence.Other, Year: 2018 + int(i%9), Here: int(3000 - i%2000), There: int(i * 13 % 3000),
		})
	}
	s, _ := testSite(b, store)
	h := s.handler()
	for b.Loop() {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://127.0.0.1:8080/calls/%d/network", call), nil))
		if w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
		b.SetBytes(int64(w.Body.Len()))
	}
}
