package value

import "testing"

func TestParseDate(t *testing.T) {
	for s, want := range map[string]string{
		"2025年3月10日": "2025-03-10", "2025 年 3 月": "2025-03", "填表日期：2025年03月": "2025-03", "2025-3-1": "2025-03-01", "2025/12": "2025-12", "2025.3.31": "2025-03-31",
		"二〇二五年三月": "2025-03", "二○二五年十二月三十一日": "2025-12-31", "二零二五年十月十日": "2025-10-10", "二〇二五年二十月": "",
		"10 March 2025": "2025-03-10", "March 10th, 2025": "2025-03-10", "Sept. 2024": "2024-09", "1st of May 2025": "2025-05", "Marsh 2025": "",
		"2025年": "", "2025年度": "", "2025年2月30日": "", "2025年13月": "", "12345.6": "", "192.168.2025.3": "", "1999年12月31日": "1999-12-31", "": "",
		"2025年3月至2028年12月": "2025-03", "第2025-3号": "2025-03",
	} {
		if got := ParseDate(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2025年3月10日", "二〇二五年十二月", "March 10th, 2025"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := ParseDate(s); got != "" && ParseDate(got) != got {
			t.Errorf("%q is read as %q, and that as %q", s, got, ParseDate(got))
		}
	})
}
