package checker

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// Quotation marks that one side alone has are no part of a match, whichever side it
// is and whatever stands before them; those of both are.
func TestQuotationMarksAreEven(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	for seed := range uint64(testrun.Rounds(10, 2)) {
		r := rand.New(rand.NewPCG(80, seed))
		copied := strings.ReplaceAll(texttest.Chinese(r, 4), "\n", "")
		before, after := texttest.Chinese(r, 5), texttest.Chinese(r, 5)
		for name, texts := range map[string]struct{ query, source, want string }{
			"the document's":                {before + "\n“" + copied + "”\n" + after, after + "\n" + copied + "\n" + before[:len(before)/3/2*3], copied},
			"the document's, in a sentence": {before + "\n有文献指出：“" + copied + "”\n" + after, copied, copied},
			"the source's":                  {"\n" + copied + "\n", "「" + copied + "」", copied},
			"both's":                        {"“" + copied + "”", "“" + copied + "”", "“" + copied + "”"},
		} {
			found := false
			for _, s := range check(t, e, input(texts.query), library(e, texts.source)).Sources {
				for _, m := range s.Matches {
					if strings.Contains(m.This.Text, copied) {
						found = true
						if m.This.Text != texts.want || m.Source.Text != texts.want {
							t.Errorf("seed %d, %s: %q and %q, want %q", seed, name, m.This.Text, m.Source.Text, texts.want)
						}
						last := m.Runs[len(m.Runs)-1]
						if last.Offset+last.Length != m.This.Offset+m.This.Length || m.Runs[0].Offset != m.This.Offset {
							t.Errorf("seed %d, %s: runs %+v do not fill %+v", seed, name, m.Runs, m.This)
						}
					}
				}
			}
			if !found {
				t.Errorf("seed %d, %s: not found", seed, name)
			}
		}
	}
}
