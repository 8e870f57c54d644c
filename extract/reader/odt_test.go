package reader

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

const odtNamespaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ` +
	`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"`

// odtFile makes an OpenDocument text with the given automatic styles and body.
func odtFile(t testing.TB, styles, body string, more ...part) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(p part, method uint16) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(p.content)); err != nil {
			t.Fatal(err)
		}
	}
	add(part{"mimetype", "application/vnd.oasis.opendocument.text"}, zip.Store)
	add(part{"content.xml", `<?xml version="1.0"?><office:document-content ` + odtNamespaces + `><office:automatic-styles>` + styles + `</office:automatic-styles><office:body><office:text>` + body + `</office:text></office:body></office:document-content>`}, zip.Deflate)
	for _, p := range more {
		add(p, zip.Deflate)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const odtStyles = `<style:style style:name="hid"><style:text-properties text:display="none"/></style:style><style:style style:name="white"><style:text-properties fo:color="#FFFFFF"/></style:style>` +
	`<style:style style:name="shown" style:parent-style-name="white"><style:text-properties fo:background-color="#000000"/></style:style><style:style style:name="tiny"><style:text-properties fo:font-size="1pt"/></style:style>` +
	`<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/><text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2"/></text:list-style>` +
	`<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>` +
	`<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-prefix="第" style:num-format="1" style:num-suffix="章"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>` +
	`<style:style style:name="dark"><style:table-cell-properties fo:background-color="#000080"/></style:style>`

func TestOpenDocument(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
		flags      []extract.Flag
	}{
		{"paragraphs and white space", `<text:p>one
			two<text:s text:c="2"/>three<text:tab/>four<text:line-break/>five <text:span>six</text:span></text:p><text:p/>`, []string{"body one two  three\tfour\nfive six"}, nil},
		{"headings", `<text:h text:outline-level="2">Two</text:h><text:p>一、立项依据</text:p><text:p>正文。</text:p>`, []string{"h2 1.1 Two", "h1 一、立项依据", "body 正文。"}, nil},
		{"tables and lists", `<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows></table:table>` +
			`<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list><text:section><text:p>c</text:p></text:section>`, []string{"cell a", "body b", "body c"}, nil},
		{"numbers of lists", `<text:h text:outline-level="1">甲</text:h><text:list text:style-name="L"><text:list-header><text:p>头</text:p></text:list-header><text:list-item><text:p>子</text:p><text:p>续</text:p>` +
			`<text:list><text:list-item><text:p>丑</text:p></text:list-item></text:list></text:list-item><text:list-item text:start-value="5"><text:p>寅</text:p></text:list-item></text:list>` +
			`<text:list text:style-name="L" text:continue-numbering="true"><text:list-item><text:p>卯</text:p></text:list-item></text:list><text:list text:style-name="L"><text:list-item><text:p>辰</text:p></text:list-item></text:list>` +
			`<text:h text:outline-level="2">乙</text:h><text:h text:outline-level="1" text:is-list-header="true">丙</text:h><text:list text:style-name="B"><text:list-item><text:p>点</text:p></text:list-item></text:list>`,
			[]string{"h1 第1章 甲", "body 头", "body 1) 子", "body 续", "body 1.a 丑", "body 5) 寅", "body 6) 卯", "body 1) 辰", "h2 1.1 乙", "h1 丙", "body • 点"}, nil},
		{"notes and boxes", `<text:p>text<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>the note</text:p></text:note-body></text:note> on` +
			`<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame></text:p><text:p>next</text:p>`, []string{"body text on", "footnote the note", "box box", "body next"}, nil},
		{"what is shown of the rest", `<text:p><text:a>link</text:a> <text:page-number>3</text:page-number><office:annotation><text:p>comment</text:p></office:annotation><text:ruby><text:ruby-base>拼</text:ruby-base><text:ruby-text>pin</text:ruby-text></text:ruby></text:p>`,
			[]string{"body link 3拼"}, nil},
		{"form fields", `<office:forms><form:form><form:textarea form:id="a" form:current-value="正文" form:value="旧文"/><form:fixed-text form:id="b" form:label="标签"/><form:password form:id="c" form:value="密"/>` +
			`<form:listbox form:id="d"><form:option form:label="甲"/><form:option form:current-selected="true" form:label="乙"/></form:listbox></form:form></office:forms><draw:control draw:control="b"/>` +
			`<text:p>上<draw:control draw:control="a"/><draw:control draw:control="c"/><draw:control draw:control="d"/></text:p>`, []string{"box 标签", "body 上", "box 正文", "box 乙"}, nil},
		{"words in a formula", `<text:p>设<draw:frame><draw:object><math><mi>x</mi><mtext>为含水率</mtext></math></draw:object></draw:frame></text:p>`, []string{"body 设为含水率"}, nil},
		{"hidden, white, tiny and deleted", `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>` +
			`<text:p>a<text:span text:style-name="hid">hid</text:span>b<text:span text:style-name="white">white</text:span>c<text:span text:style-name="shown">seen</text:span>d<text:span text:style-name="tiny">tiny</text:span>e<text:change text:change-id="c1"/>f</text:p>` +
			`<table:table><table:table-row><table:table-cell table:style-name="dark"><text:p><text:span text:style-name="white">on blue</text:span></text:p></table:table-cell></table:table-row></table:table>`,
			[]string{"body ab cseendef", "cell on blue"},
			[]extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "hid"}, {Span: extract.Span{Start: 2, End: 2}, Kind: extract.HiddenText, Text: "white"}, {Span: extract.Span{Start: 9, End: 9}, Kind: extract.HiddenText, Text: "tiny"}, {Span: extract.Span{Start: 10, End: 10}, Kind: extract.DeletedText, Text: "gone"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, odtFile(t, odtStyles, c.body))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
	t.Run("metadata and macros", func(t *testing.T) {
		d := mustParse(t, odtFile(t, "", "<text:p>图神经网络研究</text:p><text:p>张三</text:p>", part{"meta.xml", `<office:document-meta ` + odtNamespaces + `><office:meta><dc:title>图神经网络研究</dc:title><dc:creator>李四</dc:creator><meta:initial-creator>张三</meta:initial-creator><meta:keyword>图</meta:keyword><meta:keyword>网络</meta:keyword></office:meta></office:document-meta>`},
			part{"Basic/script-lc.xml", "x"}))
		if want := (extract.Metadata{Title: "图神经网络研究", Applicant: "张三", Keywords: []string{"图", "网络"}}); !cmp.Equal(want, d.Metadata, apartFromPlaces) {
			t.Errorf("got %+v, want %+v", d.Metadata, want)
		}
		if len(d.Flags) != 1 || d.Flags[0].Kind != extract.Macros {
			t.Errorf("flags: %+v", d.Flags)
		}
	})
	t.Run("a formula of its own", func(t *testing.T) {
		d := mustParse(t, odtFile(t, "", `<text:p>设<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>`,
			part{"Object 1/content.xml", `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>为含水率</mtext></math>`}))
		if got := paragraphTexts(d); !slices.Equal(got, []string{"body 设为含水率"}) {
			t.Errorf("%q", got)
		}
	})
	for body, want := range map[string]bool{"": true, "<text:p>续</text:p>": false} { // a part from another file, and its last text
		section := `<text:section><text:section-source xlink:href="b.odt"/>` + body + `</text:section>`
		d := mustParse(t, odtFile(t, "", `<text:p>上</text:p>`+section))
		if got := notes(d, extract.ObjectUnread); got != want {
			t.Errorf("%q: notices %v", body, d.Notices)
		}
	}
	for _, c := range []struct {
		name, body string
		want       error
	}{
		{"nested without end", strings.Repeat("<text:section>", 1000), extract.ErrLimits},
		{"broken", "<text:p>a</text:h>", extract.ErrDamaged},
		{"nothing", "<text:p> </text:p>", extract.ErrNoText},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Parse(context.Background(), "f", odtFile(t, "", c.body), extract.Options{}); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func FuzzOpenDocument(f *testing.F) {
	f.Add(`<text:p>a<text:span text:style-name="hid">b</text:span><text:s text:c="9"/></text:p>`)
	f.Add(`<table:table><table:table-cell><text:h/><draw:text-box><text:p>x</text:p></draw:text-box></table:table-cell></table:table>`)
	f.Fuzz(func(t *testing.T, body string) { checkFuzzed(t, odtFile(t, odtStyles, body)) })
}

func TestODTEncrypted(t *testing.T) {
	data := zipOf(t, part{"mimetype", "application/vnd.oasis.opendocument.text"}, part{"content.xml", "\x8F\x01"},
		part{"META-INF/manifest.xml", `<manifest:manifest><manifest:encryption-data/></manifest:manifest>`})
	if _, err := Parse(context.Background(), "f.odt", data, extract.Options{}); !errors.Is(err, extract.ErrEncrypted) {
		t.Errorf("got %v, want ErrEncrypted", err)
	}
}
