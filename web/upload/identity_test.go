package upload

import (
	"testing"
)

func TestReadDate(t *testing.T) {
	for s, want := range map[string]string{
		"2025": "2025", "2025-03": "2025-03", "2025-3-1": "2025-03-01", "2025年3月": "2025-03", "2025 年 12 月 31 日": "2025-12-31", "2025/3/1": "2025-03-01",
		"": "", "2025-13": "", "2025-02-30": "", "x": "", "25-3-1": "",
	} {
		if got := readDate(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
