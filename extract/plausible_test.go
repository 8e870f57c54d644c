package extract

import "testing"

func TestUsualHan(t *testing.T) {
	n := 0
	for r := range rune(0x30000) {
		if usualHan(r) {
			n++
		}
	}
	if want := 6747; n != want { // 3,755 and 5,401 without the shared ones
		t.Errorf("%d usual characters, want %d", n, want)
	}
	for r, want := range map[rune]bool{'的': true, '國': true, '国': true, '龘': false, '㐀': false, 'a': false, '𠀀': false} {
		if got := usualHan(r); got != want {
			t.Errorf("%c: got %t, want %t", r, got, want)
		}
	}
}
