package script

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

func TestSimplified(t *testing.T) {
	for in, want := range map[rune]rune{
		'國': '国', '髮': '发', '發': '发', '後': '后', '乾': '干', '龜': '龟',
		'国': '国', '后': '后', '一': '一', // as they are
		'検': '检', '爲': '为', '為': '为', '発': '发', '芸': '芸', '余': '余', '弁': '弁', '戱': '戏', // other forms, and characters of China's own
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

// The table is what OpenCC 0.3.11's conversion t2s makes of each code point by
// itself, and of the traditional characters of other forms. Another one gives other fingerprints (checker.Version).
func TestTable(t *testing.T) {
	const (
		wantPairs = 3972
		wantHash  = "afa7150dcb7992c80e1c2158458892d39da706b89d474a860fca3a2a24007eef"
	)
	hash, n := sha256.New(), 0
	for r := rune(0); r <= 0x10ffff; r++ {
		if s := Simplified(r); s != r {
			fmt.Fprintf(hash, "%x %x\n", r, s)
			n++
		}
	}
	if got := fmt.Sprintf("%x", hash.Sum(nil)); n != wantPairs || got != wantHash {
		t.Errorf("%d pairs, hash %s; want %d, %s", n, got, wantPairs, wantHash)
	}
}
