package markup

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// tokens writes the names and characters that a reader gives of a text.
func tokens(t *testing.T, raw string) string {
	t.Helper()
	var out strings.Builder
	x := NewReader(raw)
	for {
		kind, err := x.Next()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case Start:
			out.WriteString("<" + x.Tag.Name + ">")
		case End:
			out.WriteString(">")
		case Text:
			out.WriteString(x.Text)
		}
	}
}

// What a file says in several ways is the first that Word understands, wherever it
// stands; elements that may be left out and are unknown are left out.
func TestCompatibility(t *testing.T) {
	const spaces = `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:zz="urn:zz" ` +
		`xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`
	const open, closing = `<mc:AlternateContent>`, `</mc:AlternateContent>`
	for _, c := range []struct{ name, in, want string }{
		{"a known choice", open + `<mc:Choice Requires="wps"><a>1</a></mc:Choice><mc:Fallback><b>2</b></mc:Fallback>` + closing, "<a>1>"},
		{"an unknown one", open + `<mc:Choice Requires="zz"><a>1</a></mc:Choice><mc:Fallback><b>2</b></mc:Fallback>` + closing, "<b>2>"},
		{"one of two unknown", open + `<mc:Choice Requires="wps zz"><a>1</a></mc:Choice><mc:Fallback><b>2</b></mc:Fallback>` + closing, "<b>2>"},
		{"both known", open + `<mc:Choice Requires="wps w14"><a>1</a></mc:Choice><mc:Fallback><b>2</b></mc:Fallback>` + closing, "<a>1>"},
		{"the second choice", open + `<mc:Choice Requires="zz"><a/></mc:Choice><mc:Choice Requires="w14"><c/></mc:Choice><mc:Choice Requires="w14"><d/></mc:Choice><mc:Fallback/>` + closing, "<c>>"},
		{"no prefix and one that is not declared", open + `<mc:Choice Requires=""><a/></mc:Choice><mc:Choice Requires="none"><c/></mc:Choice><mc:Fallback>f</mc:Fallback>` + closing, "f"},
		{"declared at the choice", open + `<mc:Choice xmlns:s="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" Requires="s">1</mc:Choice>` + closing, "1"},
		{"a known prefix for another namespace", open + `<mc:Choice xmlns:wps="urn:other" Requires="wps">1</mc:Choice><mc:Fallback>2</mc:Fallback>` + closing, "2"},
		{"none", open + `<mc:Choice Requires="zz"><a>1</a></mc:Choice>` + closing + "<e/>", "<e>>"},
		{"nested", open + `<mc:Choice Requires="wps"><a>` + open + `<mc:Choice Requires="zz"/><mc:Fallback>2</mc:Fallback>` + closing + `</a></mc:Choice><mc:Fallback><b/></mc:Fallback>` + closing, "<a>2>"},
		{"empty ones", open + `<mc:Choice Requires="wps"/><mc:Fallback/>` + closing + `<e/>`, "<e>>"},
		{"what may not stand there", open + ` x <zz:y>z</zz:y><mc:Fallback>2</mc:Fallback>` + closing, "2"},
		{"of another namespace", `<AlternateContent><Choice>1</Choice></AlternateContent>`, "<AlternateContent><Choice>1>>"},
		{"may be left out", `<o mc:Ignorable="zz w14"><zz:y>a<b>c</b></zz:y><w14:k>d</w14:k></o>`, "<o><k>d>>"},
		{"may be left out, but not what is in it", `<o mc:Ignorable="zz" mc:ProcessContent="zz:y"><zz:y>a<zz:n>b</zz:n></zz:y></o>`, "<o>a>"},
		{"unknown, and nothing said", `<zz:y>a</zz:y>`, "<y>a>"},
		{"an attribute of that name", `<o zz:Ignorable="zz"><zz:y>a</zz:y></o>`, "<o><y>a>>"},
	} {
		if got, want := tokens(t, `<r `+spaces+`>`+c.in+`</r>`), "<r>"+c.want+">"; got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
	x := NewReader(`<r ` + spaces + `><p>` + open + `<mc:Choice Requires="zz"><x/></mc:Choice><mc:Fallback><vanish/></mc:Fallback>` + closing + `</p></r>`)
	if found, err := x.Find("p"); !found || err != nil {
		t.Fatal(found, err)
	}
	if e, err := x.Element(); err != nil || e.Child("vanish") == nil {
		t.Errorf("properties: %v, %v", e, err)
	}
}
