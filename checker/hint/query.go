package hint

import "zhiwen/checker/text/word"

// Query returns the words of a window as segments of its own language are asked for them.
func (c *Cutter) Query(words []Word) []QueryTerm {
	seen := map[uint32]bool{}
	var out []QueryTerm
	for _, w := range words {
		if seen[w.Term] {
			continue
		}
		seen[w.Term] = true
		a := QueryTerm{Word: w.Term, Terms: []Choice{{w.Term, 1}}, Prior: w.rarity}
		out = append(out, a)
	}
	return out
}

// Of what is the same in both languages: Latin words within Chinese, and numbers. They help to find
// the place, and are no evidence of a translation.
const (
	latinShare  = 0.5
	numberShare = 0.3
)

// QueryOther returns the words of a window as segments of the other language are asked for them: with what they may be
// translated by.
func (c *Cutter) QueryOther(words []Word) []QueryTerm {
	seen := map[uint32]bool{}
	var out []QueryTerm
	for _, w := range words {
		if seen[w.Term] {
			continue
		}
		seen[w.Term] = true
		a := QueryTerm{Word: w.Term}
		switch {
		case w.Number:
			a.Terms = []Choice{{w.Term, numberShare}}
		case w.Language == Chinese:
			for n, part := range w.inParts() {
				a := QueryTerm{Word: w.Term, Part: uint32(n), Prior: float64(c.lexicon.Of(word.Hash(part.text)).Rarity)}
				for stem, share := range stemsOf(part.meanings) {
					a.Terms = append(a.Terms, Choice{termOf(stem), share})
				}
				if len(a.Terms) > 0 {
					out = append(out, a)
				}
			}
			continue
		default:
			a.Terms = []Choice{{w.Term, latinShare}}
			for _, t := range c.dictionary.translations(w.Text) {
				if t.share >= leastShare && len([]rune(t.word)) > 1 {
					a.Terms = append(a.Terms, Choice{termOf(t.word), t.share})
				}
			}
		}
		out = append(out, a)
	}
	return out
}

// leastShare is how much of a meaning a word must be: "rice" is a part of "rice cooker" that says something.
const leastShare = 0.5

// stemsOf returns the stems that a word of some meanings may be translated by, each with its share.
func stemsOf(meanings []Meant) map[string]float32 {
	out := map[string]float32{}
	for _, m := range meanings {
		for _, s := range m.Stems {
			out[s] = max(out[s], 1/float32(len(m.Stems)))
		}
	}
	return out
}

// parts returns a word that the dictionary has as it is, another one as the longest words of two characters and more
// that it has, from the left.
func (d *Dictionary) parts(w string) []string {
	if d == nil {
		return nil
	}
	if _, ok := d.entries[w]; ok {
		return []string{w}
	}
	var out []string
	runes := []rune(w)
	for i := 0; i < len(runes)-1; {
		n := len(runes) - i
		for ; n > 1; n-- {
			if _, ok := d.entries[string(runes[i:i+n])]; ok {
				out = append(out, string(runes[i:i+n]))
				break
			}
		}
		i += n
	}
	return out
}
