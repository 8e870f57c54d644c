package catalogue

import "testing"

func TestIsolated(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "",
		"申请书 application.docx": "申请书 application.docx",
		"\u202excod.exe":       "\u2068\u202excod.exe\u2069",
		"שלום":                 "\u2068שלום\u2069",
		"\u2066a":              "\u2068\u2066a\u2069",
		"a\u2069\u202eb":       "\u2068a\u202eb\u2069",
	} {
		if got := Isolated(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	// Values of messages are kept apart from the words around them.
	if got := open(t).Choose(Chinese, "").Text("report.only", "Name", "\u202eb"); got != "只显示来源“\u2068\u202eb\u2069”" {
		t.Errorf("a message: %q", got)
	}
}
