package reader

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"zhiwen/extract"
)

func TestHTML(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       []string
		flags      []extract.Flag
	}{
		{"blocks and white space", "<html><body>loose\n text<p>one\n  two <b>three</b><br>four<p>five<div>six</div></body></html>",
			[]string{"body loose text", "body one two three\nfour", "body five", "body six"}, nil},
		{"what is not text", "<html><head><title>T</title><style>a{}</style></head><script>if (a<b) x()</script><p>text<o:p></o:p></p><noscript>no</noscript><!-- no --><template>no</template>",
			[]string{"body text"}, nil},
		{"headings", `<html><h2>Two</h2><p style='mso-outline-level:1'>One</p><h1><span>A</span> b</h1><p>c</p>`, []string{"h2 Two", "h1 One", "h1 A b", "body c"}, nil},
		{"a table", "<html><table><tr><td>a<td>b<tr><th>c</table><p>d", []string{"cell a", "cell b", "cell c", "body d"}, nil},
		{"lists", "<html><ul><li>a<li>b<ul><li>c</ul></ul>d", []string{"body • a", "body • b", "body ◦ c", "body d"}, nil},
		{"preformatted", "<html><pre>a\n  b</pre>", []string{"body a\n  b"}, nil},
		{"readings over characters", "<html><ruby>拼<rt>pin</rt></ruby>音", []string{"body 拼音"}, nil},
		{"hidden, white, tiny and deleted", `<html><p>a<span style="display: none">hid</span>b<font color=white>white</font>c<span style="background:navy"><font color="#FFFFFF">seen</font></span>d<span style="font-size:1pt">tiny</span>e<del datetime=2024>gone</del>f<i hidden>no</i></p>`,
			[]string{"body ab cseendef"}, []extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "hid"}, {Span: extract.Span{Start: 2, End: 2}, Kind: extract.HiddenText, Text: "white"}, {Span: extract.Span{Start: 9, End: 9}, Kind: extract.HiddenText, Text: "tiny"}, {Span: extract.Span{Start: 10, End: 10}, Kind: extract.DeletedText, Text: "gone"}, {Span: extract.Span{Start: 11, End: 11}, Kind: extract.HiddenText, Text: "no"}}},
		{"the page's encoding", "<html><meta charset=gb2312><p>" + gbk(t, "中文页面") + "</p>", []string{"body 中文页面"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(c.page))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
	t.Run("metadata", func(t *testing.T) {
		d := mustParse(t, []byte(`<html><head><title>图神经网络研究</title><meta name="Author" content="张三"><meta name=keywords content="图, 网络"></head><p>图神经网络研究<p>张三`))
		if want := (extract.Metadata{Title: "图神经网络研究", Applicant: "张三", Keywords: []string{"图", "网络"}}); !cmp.Equal(want, d.Metadata, apartFromPlaces) {
			t.Errorf("got %+v, want %+v", d.Metadata, want)
		}
	})
}

func TestWebArchive(t *testing.T) {
	const head = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n"
	picture := "--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
	page := func(encoding, body string) string {
		return "--b\r\nContent-Type: text/html; charset=\"gb2312\"\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + body + "\r\n--b--\r\n"
	}
	text := gbk(t, "<html><h1>标题</h1><p style=\"x\">正文。</p></html>")
	var quoted strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&quoted, "=%02X", c)
		if quoted.Len()%60 == 0 {
			quoted.WriteString("=\r\n")
		}
	}
	want := []string{"h1 标题", "body 正文。"}
	for name, data := range map[string]string{
		"quoted": head + picture + page("quoted-printable", quoted.String()),
		"base64": head + page("base64", base64.StdEncoding.EncodeToString([]byte(text))),
		"plain":  head + page("8bit", text),
		"alone":  "MIME-Version: 1.0\nContent-Type: text/html; charset=gbk\n\n" + text,
		"cut":    "\r\n" + head + strings.TrimSuffix(page("8bit", text), "\r\n--b--\r\n"),
	} {
		d := mustParse(t, []byte(data))
		if diff := cmp.Diff(want, paragraphTexts(d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for name, c := range map[string]struct {
		data string
		want error
	}{
		"no page":    {head + picture + "--b--\r\n", extract.ErrUnsupported},
		"a mail":     {"MIME-Version: 1.0\nContent-Type: text/plain\n\nhello", extract.ErrUnsupported},
		"no head":    {"MIME-Version: 1.0", extract.ErrDamaged},
		"no content": {"MIME-Version: 1.0\n\nhello", extract.ErrDamaged},
	} {
		if _, err := Parse(context.Background(), "f", []byte(c.data), extract.Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("<p>a<table><td style='color:#fff;font-size:0'>b<h1>c</p></h1><title>d")
	f.Add("<ul><li><ol><li hidden>x</ul></ol><pre> y")
	f.Fuzz(func(t *testing.T, page string) { checkFuzzed(t, []byte("<html>"+page)) })
}

// A page is read in the encoding that its bytes are in, whatever it says.
func TestPageEncodings(t *testing.T) {
	const text = "课题组在红壤丘陵区采集土壤样品，分析水土流失与养分变化的关系，并建立预测模型。"
	const old = "課題組在紅壤丘陵區采集土壤樣品，分析水土流失與養分變化的關係，並建立預測模型。"
	inPage := func(head string) func(string) string {
		return func(s string) string { return "<html><head>" + head + "</head><body><p>" + s + "</p></body></html>" }
	}
	in := func(e encoding.Encoding) func(string) string {
		return func(s string) string {
			out, err := e.NewEncoder().String(s)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
	}
	same := func(s string) string { return s }
	gbk, big5 := in(simplifiedchinese.GB18030), in(traditionalchinese.Big5)
	utf16 := in(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM))
	for _, c := range []struct {
		name   string
		page   func(string) string
		encode func(string) string
		text   string
	}{
		{"GBK, unsaid", inPage(""), gbk, text},
		{"Big5, unsaid", inPage(""), big5, old},
		{"UTF-16 without a mark", inPage(""), utf16, text},
		{"UTF-16 without a mark, saying UTF-8", inPage(`<meta charset="utf-8">`), utf16, text},
		{"UTF-8 that says UTF-16", inPage(`<meta charset="utf-16">`), same, text},
		{"GBK that says UTF-8", inPage(`<meta charset="utf-8">`), gbk, text},
		{"UTF-8 that says GBK", inPage(`<meta charset="gbk">`), same, text},
		{"UTF-8 that says windows-1252", inPage(`<meta charset="windows-1252">`), same, text},
		{"GBK that says windows-1252", inPage(`<meta charset="iso-8859-1">`), gbk, text},
		{"French", inPage(`<meta charset="iso-8859-1">`), in(charmap.Windows1252), "L'été, la réalité géographique était déjà très étudiée à Orléans"},
		{"Big5 that says GBK", inPage(`<meta charset="gb2312">`), big5, old},
		{"GBK said late", inPage("<!--" + strings.Repeat("x", 3000) + `--><meta charset="gbk">`), gbk, text},
		{"GBK said as XML does", func(s string) string { return `<?xml version="1.0" encoding="gb2312"?><html><p>` + s + "</p></html>" }, gbk, text},
		{"a mark of UTF-8", func(s string) string { return "\uFEFF" + inPage(`<meta charset="gbk">`)(s) }, same, text},
		{"few letters of GBK, which are UTF-8 too", inPage(`<meta charset="gbk">`), gbk, "联通"},
		{"half UTF-8, half GBK", func(s string) string { return `<html><meta charset="utf-8"><p>` + strings.Replace(s, "\n", "<p>", 1) }, func(s string) string {
			half := strings.LastIndex(s, "<p>")
			return s[:half] + gbk(s[half:])
		}, text + "\n" + text},
		{"Western", inPage(""), in(charmap.Windows1252), "Der Bär ißt süße Früchte"},
		{"Russian", inPage(`<meta charset="windows-1251">`), in(charmap.Windows1251), "Исследование почв в горных районах"},
		{"Japanese", inPage(`<meta charset="shift_jis">`), in(japanese.ShiftJIS), "土壌の流失と養分の変化についての研究を行う。"},
		{"a fragment that goes on", func(s string) string { return "<!-- export -->\n<h1>" + strings.Replace(s, "\n", "</h1>", 1) }, gbk, text + "\n" + text},
		{"a fragment", func(s string) string { return `<p>` + s + `</p><p style="display:none">x</p>` + "\n" }, gbk, text},
	} {
		if d := mustParse(t, []byte(c.encode(c.page(c.text)))); strings.TrimSpace(d.Text) != c.text {
			t.Errorf("%s: %q", c.name, d.Text)
		}
	}
}
