package markup

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
)

// xmlEvent is a token in the form in which two readers are compared.
type xmlEvent struct {
	Kind        Kind
	Space, Name string // of a start
	Attrs       [][2]string
	Text        string
}

// xmlEvents reads with the reader of this package; whole says that it came to
// the end.
func xmlEvents(data []byte) (list []xmlEvent, whole bool, err error) {
	x := NewReader(string(data))
	for {
		kind, err := x.Next()
		if errors.Is(err, io.EOF) {
			return list, true, nil
		}
		if err != nil {
			return list, false, err
		}
		e := xmlEvent{Kind: kind}
		switch kind {
		case Text:
			e.Text = x.Text
		case Start:
			e.Space, e.Name = x.Space(), x.Tag.Name
			for name, value := range x.Tag.attrs.All() {
				e.Attrs = append(e.Attrs, [2]string{name, value})
			}
		}
		list = append(list, e)
	}
}

// slowXMLEvents reads with encoding/xml.
func slowXMLEvents(data []byte) (list []xmlEvent, whole bool) {
	d := xml.NewDecoder(strings.NewReader(UTF8(string(data))))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		t, err := d.Token()
		if err != nil {
			return list, errors.Is(err, io.EOF)
		}
		switch t := t.(type) {
		case xml.StartElement:
			e := xmlEvent{Kind: Start, Space: t.Name.Space, Name: t.Name.Local}
			for _, a := range t.Attr {
				e.Attrs = append(e.Attrs, [2]string{a.Name.Local, a.Value})
			}
			list = append(list, e)
		case xml.EndElement:
			list = append(list, xmlEvent{Kind: End})
		case xml.CharData:
			list = append(list, xmlEvent{Kind: Text, Text: string(t)})
		}
	}
}

// checkXML holds the reader to encoding/xml: the same tokens, up to the same
// damage, but for what Reader says of itself.
func checkXML(t *testing.T, data []byte) {
	t.Helper()
	got, whole, err := xmlEvents(data)
	want, wantWhole := slowXMLEvents(data)
	if err != nil && !errors.Is(err, extract.ErrDamaged) && !errors.Is(err, extract.ErrLimits) {
		t.Fatalf("untyped error: %v", err)
	}
	text := UTF8(string(data))
	lenient := strings.Contains(text, "version") || strings.Contains(text, "&#") || strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
	goesOn, limited := !wantWhole && lenient, errors.Is(err, extract.ErrLimits)
	if goesOn { // where the other may give up
		got = got[:min(len(got), len(want))]
	}
	if limited {
		want = want[:min(len(got), len(want))]
	}
	if !goesOn && !limited && whole != wantWhole {
		t.Fatalf("read to the end: %t, by encoding/xml: %t", whole, wantWhole)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("tokens (-encoding/xml +got):\n%s", diff)
	}
}

var xmlSamples = []string{
	`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:a xmlns:w="x" xmlns="y"><b w:c='"&lt;&#x4e00;&amp;'/>t&gt;&#20013;<w:a xmlns:w="z"/><w:a>]]</w:a></w:a>`,
	"<!DOCTYPE a [<!ENTITY b \"<!-- > \"> <!-- ' -->]><a>\r\n<![CDATA[<&\r]]>\r<!-- - --></a>\n",
	`<a xmlns=""><xml:b xml:c=""d=''/><:c:></:c:></a ><?x ?>?><b.-1 :=":"/>`,
	`<a b=c/>`, `<a b/>`, `<a b="<"/>`, `<a>]]></a>`, `<a>&b;</a>`, `<a>&#0;&#xD800;&#x110000;</a>`, `<a>&#xd800;</a>`, `<a>&#;</a>`, `<a>&amp </a>`, `<a></b>`, `<a:b></b>`, `</a>`, `<a>`, `<1/>`,
	`<a:b:c/>`, `<!-- -- -->`, `<!-x>`, `<![x]]>`, `<!x<'>'>`, `<!>>`, `<!'>`, `< a/>`, `<a/ >`, `<a`, `<a b`, `<a b=`, `<a b="`, `<`, `<!`, `<?`, `</`, `<!-`, `<!--`, `<![CDATA[`, `a]]>`, `<?xml version="1.1"?><a/>`,
	"<\u4e00 \u4e8c='1'/>", "\ufeff<a/>", "\xff\xfe<\x00a\x00/\x00>\x00", "<a>\x00\xff</a>", "<a b='\x01\r\n&#13;\t'/>",
	strings.Repeat("<a>", maxXMLDepth+1), strings.Repeat("<a>", maxXMLDepth-1) + "<\uFFFDa><a><a>",
	strings.Repeat("<a>", maxXMLDepth/2) + "\uFFFD" + strings.Repeat("<a>", maxXMLDepth),
}

func TestXML(t *testing.T) {
	for _, s := range xmlSamples {
		t.Run(s[:min(len(s), 40)], func(t *testing.T) { checkXML(t, []byte(s)) })
	}
}

// What XML forbids is a blank, as the character or as a reference to it.
func TestXMLForbidden(t *testing.T) {
	for s, want := range map[string]string{
		"\x01": " ", "\uFFFE\xFF": " \uFFFD", "&#0;&#x1f;&#X0B;&#0065535;": "    ", "&#9;&#10;&#xd;": "\t\n\r", "&#xD83D;": "\uFFFD", "&#X41;&#65;": "AA",
	} {
		got, whole, err := xmlEvents([]byte("<a b='" + s + "'>" + s + "</a>"))
		if err != nil || !whole {
			t.Fatalf("%q: %v", s, err)
		}
		if got[0].Attrs[0][1] != want || got[1].Text != want {
			t.Errorf("%q: got %q and %q, want %q", s, got[0].Attrs[0][1], got[1].Text, want)
		}
	}
}

// What an element took stays as it is when reading goes on.
func TestXMLKeepsTags(t *testing.T) {
	var s strings.Builder
	for i := range 1000 {
		s.WriteString("<a" + strings.Repeat(` b="x"`, i%40) + "/>")
	}
	x := NewReader(s.String())
	var tags []Tag
	for {
		kind, err := x.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if kind == Start {
			tags = append(tags, x.Tag)
		}
	}
	for i, tag := range tags {
		count := 0
		for range tag.attrs.All() {
			count++
		}
		if count != i%40 || i%40 > 0 && tag.Attr("b") != "x" {
			t.Fatalf("tag %d has %d attributes", i, count)
		}
	}
	if len(tags) != 1000 {
		t.Errorf("%d tags", len(tags))
	}
}

func TestElement(t *testing.T) {
	x := NewReader(`<a>1<b k="v">2<c>3</c></b><b>4</b><d/>5</a>`)
	if _, err := x.Next(); err != nil {
		t.Fatal(err)
	}
	a, err := x.Element()
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for c := range a.Children() {
		names += c.Name()
	}
	got := []string{a.Text(), names, a.Child("b").Attr("k"), a.Child("b").Child("c").Text(), a.Child("d").Text(), a.Child("c").Text(), a.Child("x").Child("y").Attr("z")}
	if diff := cmp.Diff([]string{"15", "bbd", "v", "3", "", "", ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzXML(f *testing.F) {
	for _, s := range xmlSamples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkXML(t, data) })
}

// Attributes are taken apart only when they are asked for.
func TestAttributes(t *testing.T) {
	x := NewReader("<a\n w:val = 'x=\"1\" /&gt;' b=\"\"  xmlns:w='u' val='second' c='a&#x4E2D;\r\n' />")
	if kind, err := x.Next(); kind != Start || err != nil {
		t.Fatal(kind, err)
	}
	var got [][2]string
	for name, value := range x.Tag.attrs.All() {
		got = append(got, [2]string{name, value})
	}
	want := [][2]string{{"val", `x="1" />`}, {"b", ""}, {"w", "u"}, {"val", "second"}, {"c", "a中\n"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"val": `x="1" />`, "b": "", "c": "a中\n", "none": ""} {
		if got := x.Tag.Attr(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
