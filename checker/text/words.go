package text

// Words joins the symbols of each word into one symbol of weight 1. starts
// are the code points where words begin, ascending. Characters count as they
// are written, not as they sound.
func (t *Text) Words(starts []int) *Text {
	w := &Text{Length: t.Length, Sentences: make([]Sentence, 0, len(t.Sentences))}
	next := 0
	for _, s := range t.Sentences {
		first := len(w.Sound)
		for i := s.First; i < s.Last; i++ {
			begins := i == s.First
			for next < len(starts) && starts[next] <= int(t.Start[i]) {
				begins, next = true, next+1
			}
			if begins {
				w.Sound = append(w.Sound, 0)
				w.Weight = append(w.Weight, 1)
				w.Mark = append(w.Mark, 0)
				w.Start = append(w.Start, t.Start[i])
				w.End = append(w.End, t.End[i])
			}
			last := len(w.Sound) - 1
			h := (uint64(w.Sound[last]) + uint64(t.Char[i]) + 1) * hashPrime
			w.Sound[last] = uint32(h>>32) | WordBit
			w.Mark[last] |= t.Mark[i]
			w.End[last] = t.End[i]
		}
		s.First, s.Last, s.Weight = first, len(w.Sound), len(w.Sound)-first
		if s.Cut {
			w.Cuts = append(w.Cuts, first)
		}
		w.Sentences = append(w.Sentences, s)
	}
	w.Char = w.Sound
	return w
}
