package reader

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
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

// mutations returns how many damaged files of each format are read: ZHIWEN_MUTATIONS, else as many
// as the run of the tests may take.
func mutations(t *testing.T, usual int) int {
	t.Helper()
	s := os.Getenv("ZHIWEN_MUTATIONS")
	if s == "" {
		return testrun.Rounds(usual, usual/20)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("ZHIWEN_MUTATIONS is %q, not a number of files", s)
	}
	return n
}

// Damaged files are read or refused with a typed error, whatever the damage.
// Each goes through a child process where damage may hang or explode a library;
// the project's own readers must stand it in this one.
func TestMutated(t *testing.T) {
	t.Parallel()
	body := []byte(styled("1", "一、立项依据") + numbered(1, 0, "甲") + `<w:tbl><w:tr><w:tc>` + wordPara("姓名") + `</w:tc></w:tr></w:tbl>` +
		`<w:p><w:ins><w:r><w:t>插入</w:t></w:r></w:ins><w:del><w:r><w:delText>删除</w:delText></w:r></w:del></w:p>`)
	more := []part{{"word/styles.xml", testStyles}, {"word/numbering.xml", testNumbering}}
	word97 := oldText(old("一、正文\x02。"), oldCell("甲"), oldRow(), withRuns(oldRun{"\x13 A \x14乙\x15", sprm(sprmHidden, 1)}))
	word97.parts[footnotePart] = []oldPara{old("\x02 注")}
	word97.spans = map[int][]byte{fibFootnoteRefs: positions(2, 4, 11), fibFootnoteTexts: positions(0, 0, 4, 4)}
	pdf := pdfFile("/Title (A title)", show("F2", 16, 72, 740, "1 Introduction")+setLines("F1", 700, 0, lorem...), setColumn("F1", 50)+showHan(12, 310, 700, "图神经网络"))
	runner := newRunner(t, extract.Options{Tesseract: extract.NoTesseract})
	here := func(data []byte) (*extract.Document, error) {
		return Parse(context.Background(), "f", data, extract.Options{})
	}
	for _, c := range []struct {
		name  string
		usual int
		data  []byte
		build func([]byte) []byte // makes a file of what was damaged
		read  func([]byte) (*extract.Document, error)
	}{
		{"txt", 200, []byte(chinese), nil, here},
		{"docx parts", 150, body, func(b []byte) []byte { return wordFile(t, string(b), more...) }, here},
		{"docx", 150, wordFile(t, string(body), more...), nil, here},
		{"doc", 300, word97.write(t), nil, here},
		{"doc of Word 6", 300, word6{language: 0x804, paras: append(word6Text(gbk(t, "一、正文")), word6Para{text: "a\a", props: []byte{24, 1}})}.write(t), nil, here},
		{"doc of Word 2", 300, word2File(0x804, word2Line{text: gbk(t, "一、正文"), style: word2Heading1}, word2Line{text: "a"}), nil, here},
		{"rtf", 300, []byte(rtfHead + `\pard\s2 A\par{\footnote b\par}\trowd\intbl c\cell\row\u-3842?\'d6\'d0{\v x}\par}`), nil, here},
		{"html", 300, []byte("<html><meta charset=gbk><h1>一</h1><table><tr><td style='color:#fff'>b<td>c</table><p hidden>d<ul><li>e</ul>"), nil, here},
		{"mht", 300, []byte("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=gbk\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><p>=D6=D0=CE=C4<p>b\r\n--b--\r\n"), nil, here},
		{"odt text", 150, []byte(`<text:h text:outline-level="2">一</text:h><text:p>a<text:span text:style-name="hid">b</text:span><text:s text:c="9"/><draw:text-box><text:p>c</text:p></draw:text-box></text:p>`),
			func(b []byte) []byte { return odtFile(t, odtStyles, string(b)) }, here},
		{"odt", 150, odtFile(t, odtStyles, `<text:p>甲<text:span text:style-name="hid">b</text:span></text:p>`), nil, here},
		{"ofd content", 150, []byte(ofdLines(20, ofdProse) + `<ofd:CompositeObject ResourceID="6" Boundary="0 90 99 99"/><ofd:PathObject Boundary="0 0 9 9" Fill="true"><ofd:FillColor Value="0 0 0"/><ofd:AbbreviatedData>M 0 0 Q 1 1 2 2 B 1 1 2 2 3 3 C</ofd:AbbreviatedData></ofd:PathObject>`),
			func(b []byte) []byte { return ofdFile(t, []string{string(b)}) }, here},
		{"ofd", 150, ofdFile(t, []string{ofdLines(20, ofdProse)}), nil, here},
		{"flat package", 150, []byte(flatWord(string(body))), nil, here},
		{"flat Word 2003", 150, []byte(word2003(string(body))), nil, here},
		{"flat OpenDocument", 150, []byte(flatODT("<text:p>甲</text:p>")), nil, here},
		{"pdf", 20, pdf, nil, func(data []byte) (*extract.Document, error) { return runner.Extract(context.Background(), "f", data) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for i := range mutations(t, c.usual) {
				data := mutate(r, c.data)
				if c.build != nil {
					data = c.build(data)
				}
				d, err := c.read(data)
				if err == nil {
					checkDocument(t, d)
				} else if extract.ErrorName(err) == "" {
					t.Errorf("file %d: untyped error: %v", i, err)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}
