package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// A text may contain a passage many times. When a passage is aligned, its later copies are left out
// and inherit the result of the first one (copied). When symbols are counted to see how usual they
// are, the copies count once (news.count). So a repeated passage is neither more work nor less
// informative than another.
//
// Text that occurs earlier in its document is a copy if it has the weight of a match (least).
// Anything lighter is a phrase, which a text on one subject repeats without copying; such phrases
// count as usual.

// Repeats records which symbols of a text belong to later copies of passages.
type Repeats struct {
	Again []bool  // symbols of later copies; nil if there are none
	first []int32 // for each of these, the corresponding symbol of the first copy
}

// holds reports whether all symbols of a seed belong to a later copy.
func (r Repeats) holds(first int, length uint8) bool {
	return r.Again != nil && !slices.Contains(r.Again[first:first+int(length)], false)
}

// mostly reports whether more than half of the symbols of a sentence belong to a later copy.
func (r Repeats) mostly(first, last int) bool {
	if r.Again == nil {
		return false
	}
	n := 0
	for _, again := range r.Again[first:last] {
		if again {
			n++
		}
	}
	return 2*n > last-first
}

// FindRepeats finds the later copies in a text in time linear in its length. A copy is a stretch
// whose seeds occur earlier in the text, in any place, except for short edits.
func FindRepeats(t *text.Text) Repeats {
	length, hash := seeds(t, seedWeight, nil, nil)
	return new(Scratch).findRepeats(t, length, hash)
}

// findRepeats is FindRepeats for a text with known seeds.
func (s *Scratch) findRepeats(t *text.Text, length []uint8, hash []uint32) Repeats {
	n := len(t.Sound)
	size := 16
	for size < 2*n {
		size *= 2
	}
	from := zeros(&s.from, n)                              // earlier place of each symbol + 1
	firsts, mask := zeros(&s.firsts, size), uint32(size-1) // hash table of the first place + 1 of equal seeds
	equal := func(i, j int) bool {
		k := int(length[i])
		return hash[i] == hash[j] && int(length[j]) == k && slices.Equal(t.Sound[i:i+k], t.Sound[j:j+k])
	}
	found := false
	for i := range n {
		if length[i] == 0 {
			continue
		}
		slot := hash[i] & mask
		for firsts[slot] != 0 && !equal(int(firsts[slot]-1), i) {
			slot = (slot + 1) & mask
		}
		earlier := firsts[slot] - 1
		if earlier < 0 {
			firsts[slot] = int32(i + 1)
			continue
		}
		if i > 0 && from[i-1] > 0 && equal(int(from[i-1]), i) {
			earlier = from[i-1] // it continues the earlier copy
		}
		for k := range int32(length[i]) {
			if at := int32(i) + k; from[at] == 0 {
				from[at] = earlier + k + 1
			}
		}
		found = true
	}
	if !found {
		return Repeats{}
	}
	return repeatsOf(from, t.Weight)
}

// zeros returns n zeros in the memory of list, which grows if necessary.
func zeros(list *[]int32, n int) []int32 {
	if cap(*list) < n {
		*list = make([]int32, n)
		return *list
	}
	clear((*list)[:n])
	return (*list)[:n]
}

// filterShare is how many bits the filter of mayRepeat has per symbol: it mistakes one in a hundred
// new seeds for a repeated one.
const filterShare = 128

// repeatsOf returns the later copies in the text of a source, cached for successive queries. Most
// texts have none, which a quick filter shows.
func (s *Scratch) repeatsOf(t *text.Text) Repeats {
	if s.repeated.text == t {
		return s.repeated.Repeats
	}
	s.repeated.text, s.repeated.Repeats = t, Repeats{}
	length, hash := s.seedsOf(t, seedWeight)
	if s.mayRepeat(length, hash, t.Weight) {
		s.work += len(hash)
		s.repeated.Repeats = s.findRepeats(t, length, hash)
	}
	return s.repeated.Repeats
}

// mayRepeat reports whether a text may have a long enough stretch of seeds that occur earlier. It
// may be wrong only if it returns true.
func (s *Scratch) mayRepeat(length []uint8, hash []uint32, weights []uint8) bool {
	bits := 64
	for bits < filterShare*len(hash) {
		bits *= 2
	}
	if cap(s.seen) < bits/64 {
		s.seen = make([]uint64, bits/64)
	}
	seen := s.seen[:bits/64]
	clear(seen)
	s.work += len(hash)
	end, weight := 0, 0
	for i, h := range hash {
		if length[i] == 0 {
			continue
		}
		h *= 0x9e3779b1 // uses other bits of the hash than the index does
		word, bit := &seen[int(h)&(bits-1)/64], uint64(1)<<(h>>26)
		if *word&bit == 0 {
			*word |= bit
			continue
		}
		if i-end > shortEdit {
			weight = 0
		}
		for end = max(end, i); end < i+int(length[i]); end++ {
			weight += int(weights[end])
		}
		if weight >= least {
			return true
		}
	}
	return false
}

// repeatsOf keeps the copies with enough weight among the symbols that occur earlier, given with
// their earlier place + 1. The gap between two stretches of one copy is at most a short edit, and
// no longer than the longer of the two.
func repeatsOf(from []int32, weights []uint8) Repeats {
	var stretches []Span
	for i, at := range from {
		if n := len(stretches); at == 0 {
			continue
		} else if n > 0 && stretches[n-1].End == i {
			stretches[n-1].End++
		} else {
			stretches = append(stretches, Span{i, i + 1})
		}
	}
	var out Repeats
	first, weight := 0, 0 // first stretch of a copy, and the copy's weight
	for k, s := range stretches {
		for _, w := range weights[s.Start:s.End] {
			weight += int(w)
		}
		if k+1 < len(stretches) {
			if next := stretches[k+1]; next.Start-s.End <= min(shortEdit, max(s.size(), next.size())) {
				continue
			}
		}
		if weight >= least {
			if out.Again == nil {
				out = Repeats{Again: make([]bool, len(from)), first: make([]int32, len(from))}
			}
			for _, s := range stretches[first : k+1] {
				for i := s.Start; i < s.End; i++ {
					if out.Again[i], out.first[i] = true, from[i]-1; out.Again[out.first[i]] {
						out.first[i] = out.first[out.first[i]]
					}
				}
			}
		}
		first, weight = k+1, 0
	}
	return out
}

// copied returns the runs of the copies that were not aligned: the counterpart of each symbol of a
// copy is that of the first copy's symbol in pieces. The copies are in no other run.
func (q *Query) copied(pieces []piece, runs []run, cuts []int) []run {
	n := len(q.text.Sound)
	counterpart := make([]int32, n) // + 1
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(b.placing, a.placing) })
	for _, p := range pieces {
		for _, r := range p.Runs {
			for k := range r.Length {
				if at := r.Query + k; counterpart[at] == 0 {
					counterpart[at] = int32(r.Source + k + 1)
				}
			}
		}
	}
	before := len(runs)
	for i := range n {
		if !q.left[i] {
			continue
		}
		s := counterpart[q.repeats.first[i]] - 1
		if s < 0 {
			continue
		}
		if last := len(runs) - 1; last >= before {
			if r := &runs[last]; int(r.q+r.length) == i && r.s+r.length == s && !isCut(q.text.Cuts, int32(i)) && !isCut(cuts, s) {
				r.length++
				continue
			}
		}
		runs = append(runs, run{q: int32(i), s: s, length: 1})
	}
	if len(runs) == before {
		return nil
	}
	return merged(runs, q.text, cuts)
}

// merged joins runs that overlap or touch on one diagonal, unless a cut separates them, and sets
// their weights.
func merged(runs []run, t *text.Text, cuts []int) []run {
	slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.q-a.s, b.q-b.s), cmp.Compare(a.q, b.q)) })
	out := runs[:0]
	for _, r := range runs {
		if n := len(out); n > 0 && out[n-1].q-out[n-1].s == r.q-r.s {
			last := &out[n-1]
			if end := last.q + last.length; end > r.q || end == r.q && !isCut(t.Cuts, r.q) && !isCut(cuts, r.s) {
				last.length = max(last.length, r.q+r.length-last.q)
				continue
			}
		}
		out = append(out, r)
	}
	for i := range out {
		out[i].weight = 0
		for _, w := range t.Weight[out[i].q : out[i].q+out[i].length] {
			out[i].weight += int32(w)
		}
	}
	return out
}

// First returns the symbol of the first copy that a symbol of a later copy repeats; again is false
// for other symbols.
func (r Repeats) First(symbol int) (first int, again bool) {
	if r.Again == nil || !r.Again[symbol] {
		return 0, false
	}
	return int(r.first[symbol]), true
}

// Copies returns the stretches of later copies, in order, each with the range of symbols that it
// repeats. Several successive repetitions of one place are one stretch.
func (r Repeats) Copies() (copies, firsts []Span) {
	for i, again := range r.Again {
		if !again {
			continue
		}
		at, n := int(r.first[i]), len(copies)
		if n > 0 && i-copies[n-1].End <= shortEdit && at >= firsts[n-1].Start-shortEdit && at <= firsts[n-1].End+shortEdit {
			copies[n-1].End, firsts[n-1] = i+1, firsts[n-1].union(Span{at, at + 1})
			continue
		}
		copies, firsts = append(copies, Span{i, i + 1}), append(firsts, Span{at, at + 1})
	}
	return copies, firsts
}
