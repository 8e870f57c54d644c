package reader

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/ocr"
	"zhiwen/internal/testrun"
)

// The text of an application, a line of the page each.
var proposal = []string{
	"本项目面向复杂场景下的图神经网络，研究其预测结果的可解释性问题。",
	"近年来，随着国家重大战略需求的提出，相关研究取得了显著的进展，",
	"但是现有方法大多依赖于大量的标注数据，难以推广到新的应用领域。",
	"针对上述问题，本项目拟从理论分析和算法设计两个方面开展工作：",
	"首先建立节点特征与邻域结构之间的因果模型，给出解释的唯一性条件；",
	"其次提出一种基于信息瓶颈的采样算法，降低计算过程的时间和空间开销；",
	"最后在公开数据集以及医院提供的影像资料上验证方法的有效性和稳定性。",
	"项目组长期从事机器学习与数据挖掘的研究，具备良好的实验条件和基础。",
	"申请人主持完成国家自然科学基金青年项目一项，发表论文二十余篇，",
	"获得省部级科技进步奖一项，研究成果已经在多家企业得到推广应用。",
}

var englishProposal = []string{
	"The proposal studies how graph neural networks can be explained to people",
	"who are not experts. It builds on the earlier work of the group and adds a",
	"method that scores each edge of the graph in a single pass over the data.",
	"Existing approaches need many labelled examples and do not transfer well to",
	"other domains. We first establish a causal model between the features of a",
	"node and the structure of its neighbourhood, and give conditions under which",
	"an explanation is unique. We then propose a sampling algorithm that follows",
	"the information bottleneck and lowers the cost of computation. Finally we",
	"evaluate the method on public data sets and on images from two hospitals,",
	"together with the physicians who will use the results in their daily work.",
}

// lie is what the tables of a page's fonts say its characters are.
type lie struct {
	name  string
	means func(r rune) rune
}

// among spreads the characters of a script over count codes from first, as the order of
// a font's glyphs does.
func among(script *unicode.RangeTable, first, count rune) func(rune) rune {
	return func(r rune) rune {
		if unicode.Is(script, r) {
			return first + (r*7919)%count
		}
		return r
	}
}

// shifted moves the characters of a script by a constant.
func shifted(script *unicode.RangeTable, by rune) func(rune) rune {
	return func(r rune) rune {
		if unicode.Is(script, r) {
			return r + by
		}
		return r
	}
}

var chineseLies = []lie{
	{"Latin Extended", among(unicode.Han, 0x100, 0x150)},
	{"Greek", among(unicode.Han, 0x391, 0x3E)},
	{"Cyrillic", among(unicode.Han, 0x400, 0x100)},
	{"Arabic", among(unicode.Han, 0x620, 0x60)},
	{"Korean", among(unicode.Han, 0xAC00, 11172)},
	{"Extension A", among(unicode.Han, 0x3400, 0x19B0)},
	{"private use", among(unicode.Han, 0xE000, 0x1000)},
	{"numbers of glyphs", among(unicode.Han, 0x80, 0x800)},
	{"Han shifted by 1", shifted(unicode.Han, 1)},
	{"Han shifted by 100", shifted(unicode.Han, 100)},
	{"Han shifted by -1000", shifted(unicode.Han, -1000)},
}

var latinLies = []lie{
	{"numbers of glyphs", func(r rune) rune { return r - 29 }}, // TrueType's: the blank is the third
	{"shifted by 3", func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+3)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+3)%26
		}
		return r
	}},
	{"Latin Extended", func(r rune) rune { return 0x100 + (r*31)%0x80 }},
	{"Greek", func(r rune) rune { return 0x391 + (r*31)%0x3A }},
	{"Cyrillic", func(r rune) rune { return 0x410 + (r*31)%0x40 }},
	{"private use", func(r rune) rune { return 0xF000 + r }},
}

// lyingPDF makes a page for each content, of which the font /F1 (Helvetica) and /F3 (Chinese)
// say the truth, and /L1 and /L3 draw the same and mean what the lie says.
func lyingPDF(l lie, contents ...string) []byte {
	table := func(wide bool, codes []rune) string {
		var s strings.Builder
		space, digits := "<00> <FF>", 2
		if wide {
			space, digits = "<0000> <FFFF>", 4
		}
		s.WriteString("/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange " + space + " endcodespacerange ")
		for part := range slices.Chunk(codes, 100) { // more no reader need take
			fmt.Fprintf(&s, "%d beginbfchar ", len(part))
			for _, r := range part {
				fmt.Fprintf(&s, "<%0*X> <", digits, r)
				for _, unit := range utf16.Encode([]rune{l.means(r)}) {
					fmt.Fprintf(&s, "%04X", unit)
				}
				s.WriteString("> ")
			}
			s.WriteString("endbfchar ")
		}
		return s.String() + "endcmap end"
	}
	han := map[rune]bool{}
	for _, line := range proposal {
		for _, r := range line {
			han[r] = true
		}
	}
	var latin []rune
	for r := rune('!'); r <= '~'; r++ {
		latin = append(latin, r)
	}
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range contents {
		fmt.Fprintf(&kids, "%d 0 R ", 10+2*i)
	}
	b.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(contents)))
	const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding %s >>"
	// The second reader does not know this encoding, and believes the table as pdfium does.
	const song = "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H %s /DescendantFonts [9 0 R] >>"
	b.object(fmt.Sprintf(helvetica, ""))
	b.object(fmt.Sprintf(helvetica, "/ToUnicode 7 0 R"))
	b.object(fmt.Sprintf(song, ""))
	b.object(fmt.Sprintf(song, "/ToUnicode 8 0 R"))
	stream := func(s string) { b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)) }
	stream(table(false, latin))
	stream(table(true, slices.Sorted(maps.Keys(han))))
	b.object("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 " +
		"/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>")
	for i, content := range contents {
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R /L1 4 0 R /F3 5 0 R /L3 6 0 R >> >> >>", 11+2*i))
		stream(content)
	}
	return b.finish("/Root 1 0 R")
}

// written sets lines from a height on, in Chinese or Latin, and lying or not.
func written(lying bool, y int, lines []string) string {
	var s strings.Builder
	for i, line := range lines {
		switch han := strings.ContainsFunc(line, func(r rune) bool { return r > 0x7F }); {
		case han && lying:
			s.WriteString(strings.Replace(showHan(13, 72, y-20*i, line), "/F3", "/L3", 1))
		case han:
			s.WriteString(showHan(13, 72, y-20*i, line))
		case lying:
			s.WriteString(show("L1", 12, 72, y-20*i, line))
		default:
			s.WriteString(show("F1", 12, 72, y-20*i, line))
		}
	}
	return s.String()
}

// garbledShare returns the share of a text's characters in garbled flags.
func garbledShare(d *extract.Document, start, end int) float64 {
	runes := []rune(d.Text)
	in, all := 0, 0
	for i := start; i < end; i++ {
		if !char.Visible(runes[i]) {
			continue
		}
		all++
		if slices.ContainsFunc(d.Flags, func(f extract.Flag) bool { return f.Kind == extract.Garbled && f.Start <= i && i < f.End }) {
			in++
		}
	}
	return float64(in) / float64(max(all, 1))
}

// Of a file with a page that is right, one that is garbled and one that is so by half,
// what is garbled is flagged, and no more.
func TestLyingFonts(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	needFont(t)
	for _, c := range []struct {
		language string
		lines    []string
		lies     []lie
	}{{"Chinese", proposal, chineseLies}, {"English", englishProposal, latinLies}} {
		for _, l := range c.lies {
			t.Run(c.language+" as "+l.name, func(t *testing.T) {
				t.Parallel()
				half := len(c.lines) / 2
				data := lyingPDF(l, written(false, 760, c.lines), written(true, 760, c.lines), written(false, 760, c.lines[:half])+written(true, 700-20*half, c.lines[half:]))
				d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(t.Context(), "lying.pdf", data)
				if err != nil {
					t.Fatal(err)
				}
				checkDocument(t, d)
				if got := garbledShare(d, d.Pages[0].Start, d.Pages[0].End); got > 0 {
					t.Errorf("%.2f of the right page is flagged", got)
				}
				if strings.Contains(d.Method, "ledongthuc") && len(d.Flags) == 0 {
					if got := ocr.Agreement(strings.Repeat(strings.Join(c.lines, ""), 3), d.Text); got < 0.99 {
						t.Errorf("the second reader does not know better, and nothing is flagged:\n%s", d.Text)
					}
					return
				}
				if got := garbledShare(d, d.Pages[1].Start, d.Pages[1].End); got < 0.95 {
					t.Errorf("only %.2f of the garbled page is flagged:\n%s", got, string([]rune(d.Text)[d.Pages[1].Start:d.Pages[1].End]))
				}
				last := d.Pages[2]
				text := string([]rune(d.Text)[last.Start:last.End])
				at := strings.Index(text, c.lines[half-1])
				if at < 0 {
					t.Fatalf("the half that is right is not there:\n%s", text)
				}
				border := last.Start + utf8.RuneCountInString(text[:at+len(c.lines[half-1])])
				if got := garbledShare(d, last.Start, border); got > 0.05 {
					t.Errorf("%.2f of the half that is right is flagged: %+v", got, d.Flags)
				}
				if got := garbledShare(d, border, last.End); got < 0.8 {
					t.Errorf("only %.2f of the garbled half is flagged:\n%s", got, text)
				}
			})
		}
	}
}

// Where tesseract is there, what is garbled is read from the page.
func TestLyingFontsRecognised(t *testing.T) {
	lengthy(t)
	t.Parallel()
	needFont(t)
	needTesseract(t)
	for _, c := range []struct {
		name  string
		lie   lie
		lines []string
	}{
		{"Chinese as numbers of glyphs", chineseLies[7], proposal},
		{"Chinese shifted", chineseLies[8], proposal},
		{"English as numbers of glyphs", latinLies[0], englishProposal},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			half := len(c.lines) / 2
			d := mustExtract(t, lyingPDF(c.lie, written(false, 760, c.lines[:half])+written(true, 700-20*half, c.lines[half:])))
			if !d.Pages[0].Recognised {
				t.Fatalf("the page was not recognised: %+v", d.Flags)
			}
			if got := ocr.Agreement(strings.Join(c.lines, ""), d.Text); got < 0.9 {
				t.Errorf("%.2f of the words are there:\n%s", got, d.Text)
			}
			checkNotices(t, d, "recognised 1")
		})
	}
}
