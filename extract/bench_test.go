package extract

import (
	"context"
	"strings"
	"testing"
)

func benchmark(b *testing.B, data []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse(context.Background(), "bench", data, Options{CacheDir: testCache}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkText(b *testing.B) { benchmark(b, []byte(strings.Repeat(chinese, 2000))) }

func BenchmarkWord(b *testing.B) {
	benchmark(b, wordFile(b, strings.Repeat(wordPara("一、立项依据")+wordPara(strings.Repeat("近年来研究取得进展。", 30)), 100), part{"word/styles.xml", testStyles}))
}

// BenchmarkOldWord reads 300 paragraphs of 300 characters, each a run of its own.
func BenchmarkOldWord(b *testing.B) {
	list := make([]oldPara, 300)
	for i := range list {
		list[i] = old(strings.Repeat("近年来研究取得进展。", 30))
	}
	benchmark(b, oldText(list...).write(b))
}

func BenchmarkRTF(b *testing.B) {
	benchmark(b, []byte(rtfHead+strings.Repeat(`\pard `+strings.Repeat(`\u36817?\u24180?{\b\u26469?} `, 100)+`\par`, 300)+"}"))
}

func BenchmarkHTML(b *testing.B) {
	benchmark(b, []byte("<html><body>"+strings.Repeat("<p class=a>"+strings.Repeat("近年来<b>研究</b>取得进展。", 30)+"</p>\n", 300)))
}

// BenchmarkPDF reads 20 pages of about 900 characters; the start of pdfium is
// in the figure.
func BenchmarkPDF(b *testing.B) {
	pages := make([]string, 20)
	for i := range pages {
		pages[i] = setLines("F1", 740, 0, lorem...) + setLines("F1", 680, 0, lorem...) + setLines("F1", 620, 0, lorem...) + setLines("F1", 560, 0, lorem...)
	}
	benchmark(b, pdfFile("", pages...))
}

// BenchmarkRunner reads a short Word file: what a child process costs.
func BenchmarkRunner(b *testing.B) {
	r := newRunner(b, Options{})
	data := wordFile(b, wordPara("正文。"))
	for b.Loop() {
		if _, err := r.Extract(context.Background(), "bench", data); err != nil {
			b.Fatal(err)
		}
	}
}
