package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// Text that is stored backwards and shown forwards is read as it is shown, in every
// format, and flagged; what is stored as it is read stays.
func TestStoredBackwards(t *testing.T) {
	const stored, shown = "。果结的证验验实和型模的测预于用了出给文本", "本文给出了用于预测的模型和实验验证的结果。"
	html := func(body string) []byte {
		return []byte(`<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>` + body + `</body></html>`)
	}
	run := func(properties, s string) string { return `<w:p>` + looks(properties, s) + `</w:p>` }
	each := func(before, behind string) string {
		var out strings.Builder
		for _, r := range stored {
			out.WriteString(before + string(r) + behind)
		}
		return out.String()
	}
	for _, c := range []struct {
		name   string
		data   []byte
		turned bool
	}{
		{"text", []byte("\u202E" + stored + "\u202C\n"), true},
		{"text without an end", []byte("\u202E" + stored + "\r\n"), true},
		{"text, as it is read", []byte("\u202D" + shown + "\u202C\n"), false},
		{"Word", wordFile(t, `<w:p><w:bdo w:val="rtl"><w:r><w:t>`+stored+`</w:t></w:r></w:bdo></w:p>`), true},
		{"Word, a run a letter in one override", wordFile(t, `<w:p><w:bdo w:val="rtl">`+each(`<w:r><w:t>`, `</w:t></w:r>`)+`</w:bdo></w:p>`), true},
		{"Word, characters", wordFile(t, wordPara("\u202E"+stored)), true},
		{"Word, a run that says so", wordFile(t, run(`<w:rtl/>`, shown)), false},
		{"Word, a paragraph that says so", wordFile(t, `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>`+shown+`</w:t></w:r></w:p>`), false},
		{"Word, the other direction", wordFile(t, `<w:p><w:dir w:val="rtl"><w:bdo w:val="ltr"><w:r><w:t>`+shown+`</w:t></w:r></w:bdo></w:dir></w:p>`), false},
		{"a web page", html(`<p><bdo dir="rtl">` + stored + `</bdo></p>`), true},
		{"a web page, around its paragraphs", html(`<bdo dir=rtl><p>` + stored + `</p></bdo>`), true},
		{"a web page, by its style", html(`<p style="direction:rtl;unicode-bidi:bidi-override">` + stored + `</p>`), true},
		{"a web page, by the style of a span", html(`<p><span style="unicode-bidi: bidi-override; direction: rtl">` + stored + `</span></p>`), true},
		{"a web page, letters apart", html(`<p dir="rtl">` + each(`<bdi>`, `</bdi>`) + `</p>`), true},
		{"a web page, whose paragraph runs from the right", html(`<p dir="rtl">` + shown + `</p>`), false},
		{"a web page, a part of another direction", html(`<p><span dir="rtl">` + shown + `</span></p>`), false},
		{"RTF", []byte(`{\rtf1\ansi {` + rtfUnicode("\u202E"+stored) + `}\par}`), true},
	} {
		d := mustParse(t, c.data)
		if got := strings.Trim(d.Text, "\r\n\u202C\u202D"); got != shown {
			t.Errorf("%s: got %q", c.name, got)
		}
		var got, want []extract.FlagKind
		for _, f := range d.Flags {
			if f.Kind == extract.Backwards {
				got = append(got, f.Kind)
				if !strings.HasPrefix(strings.TrimPrefix(f.Text, "⟨U+202E⟩"), "。果结") {
					t.Errorf("%s: the flag quotes %q", c.name, f.Text)
				}
			}
		}
		if c.turned {
			want = []extract.FlagKind{extract.Backwards}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: flags (-want +got):\n%s", c.name, diff)
		}
	}
}

// Hebrew and Arabic are stored as they are read, with whatever marks.
func TestRightToLeftStays(t *testing.T) {
	const text = "המחקר עוסק ב-Deep Learning ובשיטות חדשות, 2026."
	for name, data := range map[string][]byte{
		"Word": wordFile(t, `<w:p><w:pPr><w:bidi/></w:pPr>`+looks(`<w:rtl/>`, "המחקר עוסק ב-")+looks("", "Deep Learning")+looks(`<w:rtl/>`, " ובשיטות חדשות, 2026.")+`</w:p>`),
		"page": []byte(`<!DOCTYPE html><html><head><meta charset="utf-8"></head><body dir="rtl"><p>המחקר עוסק ב-<span dir="ltr">Deep Learning</span> ובשיטות חדשות, 2026.</p></body></html>`),
		"text": []byte(text),
	} {
		if d := mustParse(t, data); d.Text != text || len(d.Flags) > 0 {
			t.Errorf("%s: %q, %v", name, d.Text, d.Flags)
		}
	}
}

// rtfUnicode writes characters as RTF has them.
func rtfUnicode(s string) string {
	var out strings.Builder
	for _, r := range s {
		fmt.Fprintf(&out, `\u%d?`, int16(r))
	}
	return out.String()
}
