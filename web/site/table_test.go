package site

import "testing"

func TestPlainCell(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "面向湿地": "面向湿地", "a=b": "a=b", "'x": "'x",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x",
	} {
		if got := PlainCell(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
