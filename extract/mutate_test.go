package extract

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// mutate changes a few bytes, drops or repeats a stretch.
func mutate(r *rand.Rand, data []byte) []byte {
	out := slices.Clone(data)
	for range 1 + r.IntN(6) {
		i := r.IntN(len(out))
		n := min(1+r.IntN(40), len(out)-i)
		switch r.IntN(4) {
		case 0:
			out[i] = byte(r.IntN(256))
		case 1:
			out[i] ^= 1 << r.IntN(8)
		case 2:
			if len(out) > 2*n {
				out = slices.Delete(out, i, i+n)
			}
		case 3:
			out = slices.Insert(out, i, slices.Clone(out[i:i+n])...)
		}
	}
	return out
}

// Damaged files are read or refused with a typed error, whatever the damage.
func TestMutated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(d *Document, err error) {
		t.Helper()
		if err == nil {
			checkDocument(t, d)
		} else if sentinelOf(err) < 0 {
			t.Errorf("untyped error: %v", err)
		}
	}
	body := []byte(styled("1", "一、立项依据") + numbered(1, 0, "甲") + `<w:tbl><w:tr><w:tc>` + wordPara("姓名") + `</w:tc></w:tr></w:tbl>` +
		`<w:p><w:ins><w:r><w:t>插入</w:t></w:r></w:ins><w:del><w:r><w:delText>删除</w:delText></w:r></w:del></w:p>`)
	more := []part{{"word/styles.xml", testStyles}, {"word/numbering.xml", testNumbering}}
	for range 150 {
		check(Parse(context.Background(), "f.docx", wordFile(t, string(mutate(r, body)), more...), Options{}))
	}
	whole := wordFile(t, string(body), more...)
	for range 150 {
		check(Parse(context.Background(), "f.docx", mutate(r, whole), Options{}))
	}
	runner := newRunner(t, Options{})
	pdf := pdfFile("/Title (A title)", show("F2", 16, 72, 740, "1 Introduction")+setLines("F1", 700, 0, lorem...), setColumn("F1", 50)+showHan(12, 310, 700, "图神经网络"))
	for range 20 {
		check(runner.Extract(context.Background(), "f.pdf", mutate(r, pdf)))
	}
}
