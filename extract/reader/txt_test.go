package reader

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
)

func mustParse(t testing.TB, data []byte) *extract.Document {
	t.Helper()
	d, err := Parse(context.Background(), "test", data, extract.Options{CacheDir: testCache})
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	checkDocument(t, d)
	return d
}

func gbk(t testing.TB, s string) string {
	t.Helper()
	out, err := simplifiedchinese.GB18030.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func big5(t testing.TB, s string) string {
	t.Helper()
	out, err := traditionalchinese.Big5.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const traditional = "本計畫研究深度圖神經網路的可解釋性。\n近年來，隨著國家重大戰略需求的提出，相關研究取得進展，但是其內在機制仍不清楚。\n我們將建立統一的理論框架，並以實驗加以驗證。\n"

const chinese = "本项目研究深度图神经网络的可解释性。\n近年来，随着国家重大战略需求的提出，相关研究取得进展。\n"

func TestTextDecoding(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"UTF-8", chinese, chinese},
		{"UTF-8 keeps a byte order mark", "\xEF\xBB\xBF" + chinese, "\uFEFF" + chinese},
		{"UTF-8 keeps carriage returns and tabs", "甲\r\n乙\t丙\r丁", "甲\r\n乙\t丙\r丁"},
		{"GBK", gbk(t, chinese), chinese},
		{"GB18030 four bytes", gbk(t, chinese) + "\x81\x39\xEF\x30", chinese + fourByte(t)},
		{"Big5", big5(t, traditional), traditional},
		{"UTF-16 little endian", "\xFF\xFE" + utf16Bytes(chinese, false), chinese},
		{"UTF-16 big endian", "\xFE\xFF" + utf16Bytes(chinese, true), chinese},
		{"UTF-16 without a mark", utf16Bytes(chinese, false), chinese},
		{"UTF-16 big endian without a mark", utf16Bytes("Aims\n"+chinese, true), "Aims\n" + chinese},
		{"UTF-16 of Latin letters without a mark", utf16Bytes("The aims of the project.\n", false), "The aims of the project.\n"},
		{"NUL and other controls", "a\x00b\x01c" + strings.Repeat(" 正文", 50), "a b c" + strings.Repeat(" 正文", 50)},
		{"noncharacters", "a\uFFFEb\uFFFFc", "a b c"},
		{"invalid bytes, one for one", chinese + "a\xFF\xFFb", chinese + "a\uFFFD\uFFFDb"},
		{"Latin-1", "The na\xEFve approach fails in most of the cases we have looked at so far.", "The na\uFFFDve approach fails in most of the cases we have looked at so far."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(c.data))
			if d.Text != c.want {
				t.Errorf("got %q\nwant %q", d.Text, c.want)
			}
			if d.Method != "txt" {
				t.Errorf("method %q", d.Method)
			}
		})
	}
}

// fourByte returns the character behind the four bytes of the GB18030 case, as the library of
// x/text has it.
func fourByte(t *testing.T) string {
	t.Helper()
	s, err := simplifiedchinese.GB18030.NewDecoder().String("\x81\x39\xEF\x30")
	if err != nil || utf8.RuneCountInString(s) != 1 || s == "\uFFFD" {
		t.Fatalf("bad test character %q: %v", s, err)
	}
	return s
}

func utf16Bytes(s string, big bool) string {
	out := string(container.UTF16LE(s))
	if !big {
		return out
	}
	b := []byte(out)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

func TestTextParagraphs(t *testing.T) {
	wrapped := "The proposal studies how graph neural networks can be explained to\n" +
		"reviewers who are not experts. It builds on earlier work of the group\n" +
		"and adds a method that scores every edge of the graph in one pass.\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"one line a paragraph", "第一段的内容，写得比较长一些，以便成为一个段落。\n第二段。\n\n　　第三段的内容。\n",
			[]string{"body 第一段的内容，写得比较长一些，以便成为一个段落。", "body 第二段。", "body 第三段的内容。"}},
		{"lines filled to 70 columns", wrapped + "\n" + wrapped + "\n# Methods\n\n" + wrapped,
			[]string{"body " + strings.TrimSpace(wrapped), "body " + strings.TrimSpace(wrapped), "h1 # Methods", "body " + strings.TrimSpace(wrapped)}},
		{"filled lines, paragraphs indented", "    " + wrapped + "    " + wrapped,
			[]string{"body " + strings.TrimSpace(wrapped), "body " + strings.TrimSpace(wrapped)}},
		{"numbered headings", "一、立项依据\n正文正文正文。\n（一）研究背景\n正文正文正文。\n1.1 研究目标\n正文正文正文。\n第二章 研究方案\n正文。",
			[]string{"h2 一、立项依据", "body 正文正文正文。", "h3 （一）研究背景", "body 正文正文正文。", "h4 1.1 研究目标", "body 正文正文正文。", "h1 第二章 研究方案", "body 正文。"}},
		{"items of a list are no headings", "引言内容在此。\n1. 第一点\n2. 第二点\n3. 第三点\n结尾。",
			[]string{"body 引言内容在此。", "body 1. 第一点", "body 2. 第二点", "body 3. 第三点", "body 结尾。"}},
		{"sentences and measures are no headings", "一、本项目将研究图神经网络；\n3.5 亿元的投入\n12 个月完成\n正文。",
			[]string{"body 一、本项目将研究图神经网络；", "body 3.5 亿元的投入", "body 12 个月完成", "body 正文。"}},
		{"comments of a program", "# read\na = 1\n# write\nb = 2\n\n# add\n# both\nc = 3\n# print\nprint(c)\n",
			[]string{"body # read", "body a = 1", "body # write", "body b = 2", "body # add", "body # both", "body c = 3", "body # print", "body print(c)"}},
		{"markdown levels", "# Title\n\ntext\n\n## Part\n\nmore text\n", []string{"h1 # Title", "body text", "h2 ## Part", "body more text"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, paragraphTexts(mustParse(t, []byte(c.text)))); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTextLengthLimit(t *testing.T) {
	_, err := Parse(context.Background(), "long.txt", []byte(strings.Repeat("字", 101)), extract.Options{MaxCharacters: 100})
	if !errors.Is(err, extract.ErrLimits) {
		t.Errorf("got %v, want ErrLimits", err)
	}
}

func TestSections(t *testing.T) {
	d := mustParse(t, []byte("前言不属于任何节。\n第一章 绪论\n甲。\n1.1 背景\n乙。\n1.2 意义\n丙。\n第二章 方法\n丁。\n"))
	runes := []rune(d.Text)
	var got []string
	for _, s := range d.Sections {
		got = append(got, strings.ReplaceAll(string(runes[s.Start:s.End]), "\n", "|"))
	}
	want := []string{"第一章 绪论|甲。|1.1 背景|乙。|1.2 意义|丙。", "1.1 背景|乙。", "1.2 意义|丙。", "第二章 方法|丁。"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}
