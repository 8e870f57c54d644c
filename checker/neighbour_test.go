package checker

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// A neighbour is read once, however many documents are checked, and what was
// learned is that of the library as it is now.
func TestNeighbourhoodRemembers(t *testing.T) {
	const prompt = "请申请人逐一列举前期试验的样本来源与处理流程，附必要的图表。"
	ctx := context.Background()
	e := newEngine(t, DefaultProfile)
	lib := library(e)
	add := func(n int) {
		for i := range n {
			id := int64(len(lib.sources) + 1)
			lib.sources = append(lib.sources, &Source{ID: id, Document: texttest.Document(fmt.Sprintf("第%d份申请的正文。\n%s", id, prompt)), Identity: evidence.Identity{
				SHA256: strings.Repeat("0", 64), Applicant: fmt.Sprint("某", id), Institution: fmt.Sprint("大学", i), Year: 2025,
			}})
		}
	}
	var foldings atomic.Int64
	fold := digester{"", func(s *Source) *exclude.Digest {
		foldings.Add(1)
		return exclude.New(s.Document, s.Identity, nil).Digest(text.New(s.Document))
	}}
	var n neighbourhood
	in := Input{Identity: evidence.Identity{Applicant: "赵甲", Year: 2025}, Document: texttest.Document(prompt)}
	learned := func() bool {
		t.Helper()
		l, err := n.learned(ctx, lib, in, fold)
		if err != nil {
			t.Fatal(err)
		}
		return len(exclude.New(in.Document, in.Identity, nil).Find(text.New(in.Document), exclude.Known{Learned: l})) > 0
	}
	add(4)
	if yes, folded := learned(), foldings.Load(); yes || folded != 4 {
		t.Fatalf("learned from four, or %d of 4 folded", folded)
	}
	if learned(); foldings.Load() != 4 {
		t.Errorf("%d folded again", foldings.Load()-4)
	}
	add(4)
	if yes, folded := learned(), foldings.Load(); !yes || folded != 8 {
		t.Errorf("not learned from eight, or %d of 8 folded", folded)
	}
	in.Identity.Applicant = "某1" // whose own application does not count
	learned()
	if foldings.Load() != 8 {
		t.Errorf("%d folded again for another applicant", foldings.Load()-8)
	}
}
