package verify

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// The faults of a hint that Difference.Name names.
const (
	hintLevel  = "level"  // it is weaker than what is kept
	hintOrder  = "order"  // of hints, of pairs or of words
	hintNumber = "number" // that a match or another hint has
	hintSource = "source" // of no document that is named, or one that is named in vain
	hintPlace  = "place"  // a pair is not within the passages, or a word not within its sentences
)

// wrongHint adds a fault of a hint; number is 0 if it concerns all of them.
func (v *verifier) wrongHint(name string, number int, source int64, want, got string) {
	v.add(Difference{Problem: WrongHint, Name: name, Match: number, Source: source, Want: want, Got: got})
}

// hints checks that what the evidence states about hints is consistent. How strong a hint is cannot
// be determined without the library.
func (v *verifier) hints() {
	h := v.e.Hints
	if h == nil {
		return
	}
	characters, alone := map[int64]int{}, map[int64]bool{}
	for _, s := range v.e.AllSources() {
		characters[s.ID], alone[s.ID] = s.Characters, true
	}
	used, numbers := map[int64]bool{}, map[int]bool{}
	for i := range v.e.Sources {
		alone[v.e.Sources[i].ID] = false
		for _, m := range v.e.Sources[i].Matches {
			numbers[m.ID] = true
		}
	}
	quoted := map[int]rune{}
	v.eachPassage(func(_ *evidence.Source, _ *evidence.Match, side Side, p *evidence.Passage) {
		if side == ThisSide {
			for i, r := range []rune(p.Text) {
				quoted[p.Offset+i] = r
			}
		}
	})
	for i := range h.Hints {
		x := &h.Hints[i]
		if numbers[x.ID] {
			v.wrongHint(hintNumber, x.ID, x.Source, "", "")
		}
		numbers[x.ID], used[x.Source] = true, true
		if x.FalseAlarms > evidence.MostFalseAlarms {
			v.wrongHint(hintLevel, x.ID, x.Source, decimal(x.FalseAlarms), decimal(evidence.MostFalseAlarms))
		}
		if i > 0 {
			before := &h.Hints[i-1]
			if cmp.Or(cmp.Compare(before.This.Offset, x.This.Offset), cmp.Compare(x.This.Length, before.This.Length),
				cmp.Compare(before.ID, x.ID)) >= 0 {
				v.wrongHint(hintOrder, x.ID, x.Source, place(x.This.Offset, x.This.Length), place(before.This.Offset, before.This.Length))
			}
		}
		length, known := characters[x.Source]
		if !known {
			v.wrongHint(hintSource, x.ID, x.Source, "", "")
			length = x.From.Offset + x.From.Length
		}
		sound := v.hintPassage(x, ThisSide, &x.This, v.e.Document.Characters)
		if v.hintPassage(x, SourceSide, &x.From, length) && sound {
			v.hintPairs(x)
		}
		if sound {
			for at, r := range []rune(x.This.Text) {
				if before, ok := quoted[x.This.Offset+at]; ok && before != r {
					v.add(Difference{Problem: Contradiction, Match: x.ID, Side: ThisSide, Source: x.Source, Want: excerpt(x.This.Text, at),
						Got: string(before)})
					break
				}
				quoted[x.This.Offset+at] = r
			}
		}
	}
	v.along(characters, used)
	seen := map[int64]bool{}
	for _, s := range h.Sources {
		if !used[s.ID] || !alone[s.ID] || seen[s.ID] {
			v.wrongHint(hintSource, 0, s.ID, "", "")
		}
		seen[s.ID] = true
		if got := score.Relation(v.e.Document.Identity, s.Identity); got != s.Relation {
			v.add(Difference{Problem: WrongRelation, Source: s.ID, Want: string(s.Relation), Got: string(got)})
		}
	}
}

// hintPassage looks whether a passage of a hint is as long as it says and in its text.
func (v *verifier) hintPassage(x *evidence.Hint, side Side, p *evidence.Passage, characters int) bool {
	return v.quotedWithin(Difference{Match: x.ID, Side: side, Source: x.Source}, p, characters)
}

// hintPairs looks whether sentences lie within the passages, and words within the sentences,
// each list in order.
func (v *verifier) hintPairs(x *evidence.Hint) {
	within := func(offset, length, of, n int) bool { return inRange(offset-of, length, n) }
	type at struct{ offset, source int }
	order := func(a, b at) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.source, b.source))
	}
	var pairs []at
	for _, p := range x.Pairs {
		pairs = append(pairs, at{p.Offset, p.SourceOffset})
		if !within(p.Offset, p.Length, x.This.Offset, x.This.Length) ||
			!within(p.SourceOffset, p.SourceLength, x.From.Offset, x.From.Length) {
			v.wrongHint(hintPlace, x.ID, x.Source, place(p.Offset, p.Length), place(p.SourceOffset, p.SourceLength))
		}
		var words []at
		for _, w := range p.Words {
			words = append(words, at{w.Offset, w.SourceOffset})
			if !within(w.Offset, w.Length, p.Offset, p.Length) || !within(w.SourceOffset, w.SourceLength, p.SourceOffset, p.SourceLength) {
				v.wrongHint(hintPlace, x.ID, x.Source, place(w.Offset, w.Length), place(w.SourceOffset, w.SourceLength))
			}
		}
		if !slices.IsSortedFunc(words, order) {
			v.wrongHint(hintOrder, x.ID, x.Source, place(p.Offset, p.Length), "")
		}
	}
	if !slices.IsSortedFunc(pairs, order) {
		v.wrongHint(hintOrder, x.ID, x.Source, "", "")
	}
}

// hintsHere compares the passages of hints with the document's text.
func (v *verifier) hintsHere(d *extract.Document, runes []rune) {
	if v.e.Hints == nil {
		return
	}
	for i := range v.e.Hints.Hints {
		x := &v.e.Hints.Hints[i]
		v.quote(Difference{Match: x.ID, Side: ThisSide, Source: x.Source}, &x.This, d, runes)
	}
	v.alongHere(d, runes)
}

// hintsThere compares the passages of hints with the text of the source that they point to.
func (v *verifier) hintsThere(source int64, d *extract.Document, runes []rune) {
	if v.e.Hints == nil {
		return
	}
	for i := range v.e.Hints.Hints {
		if x := &v.e.Hints.Hints[i]; x.Source == source {
			v.quote(Difference{Match: x.ID, Side: SourceSide, Source: source}, &x.From, d, runes)
		}
	}
	v.alongThere(source, d, runes)
}

// compareHints compares the stored figures of hints with recounted ones.
func (v *verifier) compareHints(got *evidence.Evidence) {
	if v.e.Hints == nil {
		return
	}
	v.number(Difference{Problem: WrongCount, Name: "hints.characters"}, v.e.Hints.Characters, got.Hints.Characters)
	v.compareCounts("hints.kind ", v.e.Hints.ByKind, got.Hints.ByKind)
	counted := each.Map(got.Hints.Hints, func(x evidence.Hint) (int, int) { return x.ID, x.Counted })
	for _, x := range v.e.Hints.Hints {
		v.number(Difference{Problem: WrongCount, Name: "hint.counted", Source: x.Source, Match: x.ID}, x.Counted, counted[x.ID])
	}
}
