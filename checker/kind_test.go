package checker

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// What is said to be edited has two characters unchanged for one that is not; with
// less it is rewritten, though more than half of it stands as it was.
func TestEditedMeansThatMostIsUnchanged(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	for _, test := range []struct {
		name      string
		kept, new int // so many characters as they were, then so many others
		want      evidence.Kind
	}{
		{"a tenth is other", 18, 2, evidence.Near},
		{"a fourth is other", 9, 3, evidence.Near},
		{"44 % is other", 10, 8, evidence.Rewritten},
	} {
		for seed := range uint64(testrun.Rounds(20, 2)) {
			r := rand.New(rand.NewPCG(70, seed))
			source := strings.NewReplacer("\n", "", "，", "").Replace(texttest.Chinese(r, 8))
			runes := []rune(source)
			for i := range runes {
				if runes[i] != '。' && i%(test.kept+test.new) >= test.kept {
					runes[i] = rune(0x5b50 + r.IntN(2000))
				}
			}
			found := map[evidence.Kind]int{}
			for _, s := range check(t, e, input(texttest.Chinese(r, 8)+"\n"+string(runes)), library(e, source)).Sources {
				for _, m := range s.Matches {
					found[m.Kind] += m.Counted
				}
			}
			all := 0
			for _, n := range found {
				all += n
			}
			if all == 0 || found[test.want] < all*8/10 {
				t.Errorf("%s, seed %d: %v, want %s", test.name, seed, found, test.want)
			}
		}
	}
}
