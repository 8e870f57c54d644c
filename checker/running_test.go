package checker

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
)

// What stands in headers, footers and comments is compared: what was copied there counts, and
// the rest of it makes no share smaller.
func TestRunningText(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 1))
	prose := func(n int) string { return strings.ReplaceAll(texttest.Chinese(r, n), "\n", "") }
	body, copied, own := prose(12), prose(8), prose(40)
	e := newEngine(t, DefaultProfile)
	lib := library(e, copied)
	share := func(running ...string) (covered, countable, excluded int) {
		in := input(strings.Join(append([]string{body}, running...), "\n"))
		for i := range in.Document.Paragraphs[1:] {
			in.Document.Paragraphs[i+1].Kind = extract.Running
		}
		ev := check(t, e, in, lib)
		for _, x := range ev.Excluded {
			if x.Reason == evidence.ReasonRunning && x.Applied {
				excluded += x.Length
			}
		}
		return ev.Scores.Covered, ev.Scores.Countable, excluded
	}
	n := func(s string) int { return len([]rune(s)) }
	covered, countable, excluded := share(own)
	if covered != 0 || countable != n(body) || excluded != n(own) {
		t.Errorf("own: %d of %d, %d excluded; want 0 of %d, %d", covered, countable, excluded, n(body), n(own))
	}
	covered, countable, excluded = share(copied, own)
	if covered != n(copied) || countable != n(body)+n(copied) || excluded != n(own) {
		t.Errorf("copied and own: %d of %d, %d excluded; want %d of %d, %d", covered, countable, excluded, n(copied), n(body)+n(copied), n(own))
	}
}
