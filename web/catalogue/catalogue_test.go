package catalogue

import (
	"maps"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

// plurals are the forms a language must have of a message that has forms.
var plurals = map[string][]string{Chinese: {"other"}, English: {"one", "other"}}

func messages(t *testing.T, code string) map[string]any {
	t.Helper()
	b, err := files.ReadFile(code + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]any{}
	if err := toml.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	if len(m) == 0 {
		t.Fatalf("%s.toml holds no messages", code)
	}
	return m
}

// names returns the values that a message shows.
func names(v any) []string {
	set := map[string]bool{}
	add := func(s string) {
		for _, m := range regexp.MustCompile(`{{\.(\w+)}}`).FindAllStringSubmatch(s, -1) {
			set[m[1]] = true
		}
	}
	switch v := v.(type) {
	case string:
		add(v)
	case map[string]any:
		for _, form := range v {
			add(form.(string))
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func TestLanguagesSayTheSame(t *testing.T) {
	zh, en := messages(t, Chinese), messages(t, English)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(zh)), slices.Sorted(maps.Keys(en))); diff != "" {
		t.Fatalf("keys: -zh +en\n%s", diff)
	}
	for key := range zh {
		if diff := cmp.Diff(names(zh[key]), names(en[key])); diff != "" {
			t.Errorf("%s shows other values: -zh +en\n%s", key, diff)
		}
		for code, v := range map[string]any{Chinese: zh[key], English: en[key]} {
			forms, ok := v.(map[string]any)
			if !ok {
				if v == "" {
					t.Errorf("%s: %s is empty", code, key)
				}
				continue
			}
			if diff := cmp.Diff(plurals[code], slices.Sorted(maps.Keys(forms))); diff != "" {
				t.Errorf("%s: forms of %s: -want +got\n%s", code, key, diff)
			}
		}
		_, zhForms := zh[key].(map[string]any)
		_, enForms := en[key].(map[string]any)
		if zhForms != enForms {
			t.Errorf("%s has plural forms in one language only", key)
		}
	}
}

func open(t *testing.T) *Catalogue {
	t.Helper()
	c, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestChoose(t *testing.T) {
	c := open(t)
	for _, tt := range []struct{ code, accept, want string }{
		{"", "", Chinese},
		{"", "en-GB,en;q=0.9", English},
		{"", "zh-CN,zh;q=0.9,en;q=0.8", Chinese},
		{"", "zh-TW", Chinese},
		{"", "fr-FR, de;q=0.7", English},
		{"", "fr, zh;q=0.4", Chinese},
		{"", "!!broken;;q=x", Chinese},
		{"en", "zh-CN", English},
		{"zh", "en", Chinese},
		{"xx", "en", English},
	} {
		if got := c.Choose(tt.code, tt.accept).Code; got != tt.want {
			t.Errorf("Choose(%q, %q) = %s, want %s", tt.code, tt.accept, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	c := open(t)
	zh, en := c.Choose(Chinese, ""), c.Choose(English, "")
	for _, tt := range []struct{ got, want string }{
		{en.Count("checks.sources", 0), "0 source documents"},
		{en.Count("checks.sources", 1), "1 source document"},
		{en.Count("checks.sources", 2), "2 source documents"},
		{en.Count("text.characters", 12408), "12,408 characters"},
		{zh.Count("checks.sources", 1), "1 个来源文档"},
		{zh.Count("text.characters", 12408), "12,408 字"},
		{en.Text("report.of", "Part", 2741, "Whole", 11615), "2,741 of 11,615 characters"},
		{zh.Text("report.of", "Part", 2741, "Whole", 11615), "2,741 / 11,615 字"},
		{zh.Text("report.only", "Name", "<b>{{.X}}"), "只显示来源“<b>{{.X}}”"},
		{en.Text("no.such.key"), "‹no.such.key›"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	en := open(t).Choose(English, "")
	for _, tt := range []struct {
		part, whole int
		want        string
	}{
		{0, 0, "—"}, {0, 10, "0.0%"}, {5, 0, "—"}, {236, 1000, "23.6%"}, {1, 3, "33.3%"},
		{1, 100000, "<0.1%"}, {99999, 100000, "99.9%"}, {7, 7, "100.0%"}, {1, 1000, "0.1%"},
	} {
		if got := en.Percent(tt.part, tt.whole); got != tt.want {
			t.Errorf("Percent(%d, %d) = %s, want %s", tt.part, tt.whole, got, tt.want)
		}
	}
}

func TestFormats(t *testing.T) {
	c := open(t)
	zh, en := c.Choose(Chinese, ""), c.Choose(English, "")
	at := time.Date(2026, 3, 9, 7, 5, 0, 0, time.Local)
	for _, tt := range []struct{ got, want string }{
		{zh.Time(at), "2026-03-09 07:05"},
		{en.Time(at), "9 Mar 2026, 07:05"},
		{en.Time(time.Time{}), ""},
		{zh.Date(at), "2026-03-09"},
		{en.Bytes(0), "0 B"},
		{en.Bytes(999), "999 B"},
		{en.Bytes(4300), "4.2 KB"},
		{en.Bytes(50 << 20), "50 MB"},
		{zh.Bytes(1 << 40), "1 TB"},
		{en.Ratio(0.864), "86%"},
		{en.Ratio(1), "100%"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
