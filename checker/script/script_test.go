package script

import "testing"

func TestSimplified(t *testing.T) {
	for in, want := range map[rune]rune{
		'國': '国', '髮': '发', '發': '发', '後': '后', '乾': '干', '龜': '龟',
		'国': '国', '后': '后', '一': '一', // as they are
		'㑮': '𫝈', // beyond the first plane
		'⽅': '⽅', 'a': 'a', 'が': 'が', '𠀀': '𠀀', -1: -1,
	} {
		if got := Simplified(in); got != want {
			t.Errorf("%c: got %c, want %c", in, got, want)
		}
	}
}

// A simplified character is simplified, but for one that is also the traditional
// form of another.
func TestSimplifiedTwice(t *testing.T) {
	changed := 0
	for r := rune(first); r < end; r++ {
		s := Simplified(r)
		if s != r {
			changed++
		}
		if twice := Simplified(s); twice != s && s != '苧' {
			t.Errorf("%c becomes %c, which becomes %c", r, s, twice)
		}
	}
	if changed < 3000 {
		t.Errorf("%d characters have a simplified form: too few for the table", changed)
	}
}
