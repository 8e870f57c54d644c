package markup

import (
	"fmt"
	"strings"
	"testing"
)

// TestMemo reads elements that repeat, begin like the one before, hold others of their name, are empty or have another
// prefix: each gets what is made of itself.
func TestMemo(t *testing.T) {
	parts := []string{
		`<w:p><w:b/></w:p>`, `<w:p><w:b/></w:p>`, `<w:p><w:b/><w:i/></w:p>`, `<w:p><w:b/></w:p>`, `<w:p/>`, `<w:p></w:p>`,
		`<w:p><w:p><w:b/></w:p></w:p>`, `<w:p><w:b/></w:p >`, `<w:p><w:b/></w:p >`, `<v:p><w:b/></v:p>`, `<w:p><w:p><w:b/></w:p></w:p>`,
	}
	x, got := NewReader(`<r xmlns:w="w" xmlns:v="v">`+strings.Join(parts, "")+`</r>`), []string{}
	var m Memo[string]
	if found, err := x.Find("r"); !found || err != nil {
		t.Fatal(found, err)
	}
	err := x.Each(func(Tag) error {
		s, err := m.Read(x, func(e Element) string {
			names := []string{}
			for _, n := range e {
				names = append(names, n.Name)
			}
			return strings.Join(names, "")
		})
		got = append(got, s)
		return err
	})
	if want := "[pb pb pbi pb p p ppb pb pb pb ppb]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v (%v), want %s", got, err, want)
	}
	if _, err := m.Read(startOf(t, `<w:p><w:b/></v:p>`), func(Element) string { return "" }); err == nil {
		t.Error("an end tag of another name is accepted")
	}
}

// startOf returns a reader behind the first start tag.
func startOf(t *testing.T, raw string) *Reader {
	t.Helper()
	x := NewReader(raw)
	if found, err := x.Find(); !found || err != nil {
		t.Fatal(found, err)
	}
	return x
}
