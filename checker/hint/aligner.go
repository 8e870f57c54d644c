package hint

import "slices"

// aligner aligns a window with regions of sources. What it looks for is found out once for the window: of most words of a
// region nothing is asked. It is for one goroutine.
type aligner struct {
	window []Word
	weight []float64 // of the window's words
	total  float64   // of those, each term once
	of     Language  // of the window
	cross  bool      // regions are of the other language
	words  []soughtWord

	// What is looked for, by its slot.
	terms      map[uint32]int32
	meanings   map[uint64]int32 // by stemKey
	sought     [64]uint64       // a bit for some of the keys' bits: most keys of a region are none that is looked for
	characters map[rune]int32
	slots      int32

	// Of the region at hand.
	region []Word
	at     [][]int32 // by slot: which words of it have what is looked for
	filled []int32   // slots that are not empty
	linkOf []links   // of each word of the window that is the first of its term
	stamps []int32   // of words of the region: which word of the window is linked with them
	sums   []float64
	seen   []int32
	used   []bool
}

// soughtWord is what a word of the window may correspond to.
type soughtWord struct {
	first      int   // the first word of the window with its term: the rest is of that one
	term       int32 // slot, or -1
	meanings   []soughtMeaning
	characters []int32 // slots
}

type soughtMeaning struct {
	slot  int32
	gloss string
}

// links are the words of a region that a word of the window may correspond to, the best kind of them.
type links struct {
	kind int
	list []link
}

// slotOf returns the slot of a key, a new one if it has none.
func slotOf[K comparable](slots map[K]int32, key K, next *int32) int32 {
	s, ok := slots[key]
	if !ok {
		s = *next
		slots[key] = s
		*next++
	}
	return s
}

// newAligner makes a window of a language ready. cross tells that regions are of the other one.
func newAligner(window []Word, weight []float64, of Language, cross bool) *aligner {
	x := &aligner{
		window: window, weight: weight, of: of, cross: cross, words: make([]soughtWord, len(window)),
		terms: map[uint32]int32{}, meanings: map[uint64]int32{}, characters: map[rune]int32{},
		linkOf: make([]links, len(window)),
	}
	firsts := map[uint32]int{}
	for i, w := range window {
		s := &x.words[i]
		s.term = -1
		first, again := firsts[w.Term]
		if again {
			s.first = first
			continue
		}
		s.first = i
		firsts[w.Term] = i
		x.total += x.weight[i]
		x.seek(s, w)
	}
	x.at = make([][]int32, x.slots)
	return x
}

// seek finds out what a word may correspond to.
func (x *aligner) seek(s *soughtWord, w Word) {
	slotOfKey := func(key uint64) int32 {
		x.sought[key>>6&63] |= 1 << (key & 63)
		return slotOf(x.meanings, key, &x.slots)
	}
	meaning := func(key uint64, gloss string) { s.meanings = append(s.meanings, soughtMeaning{slotOfKey(key), gloss}) }
	if !x.cross {
		s.term = slotOf(x.terms, w.Term, &x.slots)
	}
	switch {
	case w.Number:
	case x.cross && w.Language == English:
		meaning(w.stem, "") // align looks for the gloss
	case x.cross:
		for _, part := range w.inParts() {
			for _, m := range part.meanings {
				for _, key := range m.keys {
					meaning(key, m.Gloss)
				}
			}
		}
	case w.Language == Chinese:
		for _, m := range w.meant() {
			meaning(m.key, m.Gloss)
		}
		for _, r := range w.Text {
			s.characters = append(s.characters, slotOf(x.characters, r, &x.slots))
		}
	case x.of == English:
		for _, m := range w.meant() {
			meaning(m.key, m.Gloss)
		}
		if w.root != 0 {
			s.characters = append(s.characters, slotOfKey(w.root))
		}
	}
}

// read finds in a region what is looked for.
func (x *aligner) read(region []Word) {
	x.region = region
	for _, slot := range x.filled {
		x.at[slot] = x.at[slot][:0]
	}
	x.filled = x.filled[:0]
	for i := range region {
		w, at := region[i], int32(i)
		if !x.cross {
			if slot, ok := x.terms[w.Term]; ok {
				x.fill(slot, at)
			}
		}
		switch {
		case w.Number:
		case w.Language == English && x.of == English:
			for _, m := range w.meant() {
				x.mean(m.key, at)
			}
			x.mean(w.root, at)
		case w.Language == English:
			x.mean(w.stem, at)
		case x.of == English:
			for _, part := range w.inParts() {
				for _, m := range part.meanings {
					for _, key := range m.keys {
						x.mean(key, at)
					}
				}
			}
		default:
			for _, m := range w.meant() {
				x.mean(m.key, at)
			}
			for _, c := range w.Text {
				if slot, ok := x.characters[c]; ok {
					x.fill(slot, at)
				}
			}
		}
	}
	x.stamps = grown(x.stamps, len(region))
	clear(x.stamps)
	for i := range x.words {
		if x.words[i].first == i {
			x.link(i)
		}
	}
}

func (x *aligner) mean(key uint64, at int32) {
	if x.sought[key>>6&63]>>(key&63)&1 == 0 {
		return
	}
	if slot, ok := x.meanings[key]; ok {
		x.fill(slot, at)
	}
}

func (x *aligner) fill(slot, at int32) {
	if len(x.at[slot]) == 0 {
		x.filled = append(x.filled, slot)
	}
	x.at[slot] = append(x.at[slot], at)
}

// linked returns how a word of the window corresponds to words of the region best, and to which.
func (x *aligner) linked(i int) (kind int, list []link) {
	l := &x.linkOf[x.words[i].first]
	return l.kind, l.list
}

// link finds the words of the region that correspond to one of the window best.
func (x *aligner) link(i int) {
	s, l := &x.words[i], &x.linkOf[i]
	l.kind, l.list = joinNone, l.list[:0]
	add := func(at int32, gloss string) {
		if x.stamps[at] != int32(i+1) {
			x.stamps[at] = int32(i + 1)
			l.list = append(l.list, link{at, gloss})
		}
	}
	if s.term >= 0 {
		for _, at := range x.at[s.term] {
			add(at, "")
		}
		if len(l.list) > 0 {
			l.kind = joinSame
			return
		}
	}
	for _, m := range s.meanings {
		for _, at := range x.at[m.slot] {
			add(at, m.gloss)
		}
	}
	if len(l.list) > 0 {
		l.kind = joinGloss
		return
	}
	for _, slot := range s.characters {
		for _, at := range x.at[slot] {
			if dice(x.window[i].Text, x.region[at].Text) >= alikeCharacters {
				add(at, "")
			}
		}
	}
	if len(l.list) > 0 {
		l.kind = joinAlike
	}
}

// translates returns the meaning by which a Chinese word of some parts translates an English stem, or "".
func translates(parts []part, stem uint64) string {
	for _, p := range parts {
		for _, m := range p.meanings {
			if slices.Contains(m.keys, stem) {
				return m.Gloss
			}
		}
	}
	return ""
}

// grown returns a slice of n values, the same where it has room for them.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
