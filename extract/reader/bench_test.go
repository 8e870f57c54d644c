package reader

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/markup"
)

// benchmark says beside the time how much processor all threads took, the collector's too.
func benchmark(b *testing.B, data []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	before := processorSpent()
	defer func() {
		b.ReportMetric(float64((processorSpent()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	}()
	for b.Loop() {
		if _, err := Parse(context.Background(), "bench", data, extract.Options{CacheDir: testCache}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkText(b *testing.B) { benchmark(b, []byte(strings.Repeat(chinese, 2000))) }

// wordBody is 500 paragraphs with the markup that Word gives them: thirty bytes
// for each character of the text, as half of real files have.
var wordBody = func() string {
	const run = `<w:r w:rsidRPr="0034086B"><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:hint="eastAsia"/><w:bCs/>` +
		`<w:color w:val="000000"/><w:sz w:val="24"/></w:rPr><w:t xml:space="preserve">近年来研究取得进展。</w:t></w:r>`
	return strings.Repeat(`<w:p w:rsidR="0034086B" w:rsidRDefault="0034086B" w:rsidP="0034086B"><w:pPr><w:pStyle w:val="own"/><w:spacing w:line="360" w:lineRule="auto"/>`+
		`<w:rPr><w:rFonts w:hint="eastAsia"/><w:sz w:val="24"/></w:rPr></w:pPr>`+strings.Repeat(run, 3)+`</w:p>`, 500)
}()

func BenchmarkWord(b *testing.B) {
	benchmark(b, wordFile(b, wordBody, part{"word/styles.xml", testStyles}))
}

// BenchmarkXML takes the same text apart and does nothing with it.
func BenchmarkXML(b *testing.B) {
	text := "<w:body " + wordNamespaces + ">" + wordBody + "</w:body>"
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		x := markup.NewReader(text)
		for {
			if _, err := x.Next(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkOldApplication reads what BenchmarkWord does as a .doc: an ordinary application of
// 15,000 characters in 500 paragraphs of three runs.
func BenchmarkOldApplication(b *testing.B) {
	list := make([]oldPara, 500)
	for i := range list {
		const sentence = "近年来研究取得进展。"
		list[i] = oldPara{runs: []oldRun{{sentence, sprm(sprmBold, 0)}, {sentence, sprm(sprmBold, 1)}, {sentence + "\r", sprm(sprmBold, 0)}}}
	}
	benchmark(b, oldText(list...).write(b))
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
		for y := 740; y >= 560; y -= 60 {
			pages[i] += setLines("F1", y, 0, lorem...)
		}
	}
	benchmark(b, pdfFile("", pages...))
}

// BenchmarkRunner has a Runner read files for two callers: what the processes cost beside reading.
func BenchmarkRunner(b *testing.B) {
	pages := make([]string, 10)
	for i := range pages {
		for y := 740; y >= 560; y -= 60 {
			pages[i] += setLines("F1", y, 0, lorem...)
		}
	}
	for _, file := range []struct {
		name string
		data []byte
	}{
		{"short.docx", wordFile(b, wordPara("正文。"))},
		{"application.docx", wordFile(b, wordBody, part{"word/styles.xml", testStyles})},
		{"ten-pages.pdf", pdfFile("", pages...)},
	} {
		b.Run(file.name, func(b *testing.B) { benchmarkRunner(b, file.data) })
	}
}

func benchmarkRunner(b *testing.B, data []byte) {
	r := newRunner(b, extract.Options{})
	if _, err := r.Extract(context.Background(), "warm", data); err != nil {
		b.Fatal(err)
	}
	before := processorSpent()
	var next atomic.Int64
	var done sync.WaitGroup
	b.ResetTimer()
	for range 2 {
		done.Go(func() {
			for next.Add(1) <= int64(b.N) {
				if _, err := r.Extract(context.Background(), "bench", data); err != nil {
					b.Error(err)
				}
			}
		})
	}
	done.Wait()
	b.StopTimer()
	if c, ok := any(r).(interface{ Close() }); ok {
		c.Close() // what the children took is known when they have ended
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "files/s")
	b.ReportMetric(float64((processorSpent()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}
