package exclude

import (
	"cmp"
	"slices"
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// Neighbour is a document of the library that is like the checked one: of its
// programme, its year or its institution.
type Neighbour struct {
	ID       int64
	Identity evidence.Identity
	Digest   *Digest
}

// Learned is what the neighbours of a document have in common. It is not changed
// after it was made and may be read concurrently.
type Learned struct {
	form     *Forms // prompts and formulas of most applications
	standard *Forms // of several applicants of the institution, and of nobody elsewhere
	usage    func() *text.Usage
}

// Holders says how many applicants have a learned text, and how many it takes.
type Holders struct {
	Had      int // applicants who have it where most have it
	Of       int // applicants who could: they have the heading that it stands under, or are of the institution
	Required int // of these
}

// Usage returns which symbols many of the neighbours say behind which, nil where it is
// not known. It waits until that was counted.
func (l *Learned) Usage() *text.Usage {
	if l == nil {
		return nil
	}
	return l.usage()
}

// How many others make a text the form's or the institution's. One document can be
// anybody's, and two can be a copy and its original: to take their text for
// nobody's would hide the copy.
const (
	// A prompt is the form's if leastApplicants have it, from leastInstitutions (where as
	// many are known), and more than half of those who have the heading that it stands under,
	// or of all: what one form prints, most of those who fill it in leave as it is. Fewer may
	// have bought it.
	leastApplicants   = 5
	leastInstitutions = 3
	// A first paragraph that is long for a prompt needs so many hundredths: what a form prints first under a heading
	// hardly anybody removes, and research that most have bought stands there too.
	leadShare = 75
	// It also needs to stand under a heading that headingShare hundredths of the applications have: under one that came
	// with it all have it who took both.
	headingShare = 25
	// A paragraph is standard text if so many other applicants of the institution
	// have it, and nobody elsewhere.
	leastColleagues = 2
	// leastLearned is the weight from which a sentence is standard text by itself; a
	// shorter one is beside one that is.
	leastLearned = 12
)

// Learn finds what the neighbours of a document have in common. The applicant's
// own documents are left out. The order of the neighbours does not matter. Their usage, which takes longest and is
// needed last, is counted beside whatever comes next.
func Learn(who evidence.Identity, neighbours []Neighbour) *Learned {
	neighbours = slices.Clone(neighbours)
	slices.SortFunc(neighbours, func(a, b Neighbour) int { return cmp.Compare(a.ID, b.ID) })
	self := person(who)
	others := neighbours[:0]
	for _, n := range neighbours {
		if who.Applicant == "" || text.Squash(n.Identity.Applicant) != text.Squash(who.Applicant) || person(n.Identity) != self {
			others = append(others, n)
		}
	}
	several := map[uint64]int32{} // how often each sentence stands in them
	for _, n := range others {
		for _, key := range n.Digest.keys {
			several[key]++
		}
	}
	usage := sync.OnceValue(func() *text.Usage { return learnUsage(saidOnce(others)) })
	go func() {
		defer func() { _ = recover() }() // whoever asks for it panics, which fails the check with its reason
		usage()
	}()
	return &Learned{form: learnForm(who, others, several), standard: learnStandard(who, others, several), usage: usage}
}

// Empty reports whether nothing was learned.
func (l *Learned) Empty() bool {
	return l == nil || l.form.Empty() && l.standard.Empty()
}

// holders are those who have something.
type holders struct {
	people, institutions crowd
}

func (h *holders) add(n Neighbour) {
	if h.people == nil {
		h.people, h.institutions = crowd{}, crowd{}
	}
	h.people.add(n.Identity, n.ID)
	h.institutions[text.Squash(n.Identity.Institution)] = true
}

// tally is holders by what they have.
type tally[K comparable] map[K]*holders

func (t tally[K]) add(key K, n Neighbour) {
	h := t[key]
	if h == nil {
		h = &holders{}
		t[key] = h
	}
	h.add(n)
}

// placed is a sentence under a heading.
type placed struct{ heading, sentence uint64 }

// learnForm finds the prompts and formulas that most of the applications of the programme and year
// have at the same place, or of the year, or of all that are looked at.
func learnForm(who evidence.Identity, neighbours []Neighbour, several map[uint64]int32) *Forms {
	learned := map[uint64]Holders{}
	for _, like := range []func(evidence.Identity) bool{
		func(id evidence.Identity) bool {
			return id.Year == who.Year && text.Squash(id.Programme) == text.Squash(who.Programme)
		},
		func(id evidence.Identity) bool { return id.Year == who.Year },
		func(evidence.Identity) bool { return true },
	} {
		learnPrompts(slices.DeleteFunc(slices.Clone(neighbours), func(n Neighbour) bool { return !like(n.Identity) }), several, learned)
	}
	return sentencesOf(neighbours, learned, 0)
}

// learnPrompts adds what most of some applications have of a form and was not learned before.
func learnPrompts(group []Neighbour, several map[uint64]int32, learned map[uint64]Holders) {
	var all holders
	headings, sentences, under := tally[uint64]{}, tally[uint64]{}, tally[placed]{}
	long := map[uint64]bool{}
	for _, n := range group {
		all.add(n)
		for _, h := range n.Digest.headings {
			headings.add(h, n)
		}
		for i, p := range n.Digest.places {
			if several[n.Digest.keys[i]] >= leastApplicants && p.mayPrompt() {
				sentences.add(n.Digest.keys[i], n)
				long[n.Digest.keys[i]] = long[n.Digest.keys[i]] || p.prompt == longLead && !p.title && p.ground != otherGround
				under.add(placed{p.heading, n.Digest.keys[i]}, n)
			}
		}
	}
	take := func(sentence uint64, who, of *holders) {
		h := Holders{Had: len(who.people), Of: len(of.people)}
		h.Required = max(leastApplicants, h.Of/2+1)
		if long[sentence] {
			h.Required = max(h.Required, (h.Of*leadShare+99)/100)
		}
		if before, ok := learned[sentence]; ok && before.Had >= h.Had || h.Had < h.Required {
			return
		}
		if len(who.institutions) >= min(leastInstitutions, len(all.institutions)) {
			learned[sentence] = h
		}
	}
	for sentence, who := range sentences {
		take(sentence, who, &all)
	}
	for at, who := range under {
		heading := headings[at.heading]
		if !long[at.sentence] || len(heading.people)*100 >= headingShare*len(all.people) {
			take(at.sentence, who, heading)
		}
	}
}

// mayPrompt reports whether a sentence stands where a form prints. Where the research is told that is the beginning of
// a section, where a heading says nothing any short paragraph; elsewhere a form may print what it likes: nobody
// copies research there.
func (p place) mayPrompt() bool {
	switch {
	case p.title, p.ground == unknownGround:
		return p.prompt != noPrompt
	case p.ground == researchGround:
		return p.prompt == lead || p.prompt == longLead
	}
	return true
}

// learnStandard finds the sentences outside sections of research that several applicants of the
// institution have, and nobody elsewhere.
func learnStandard(who evidence.Identity, neighbours []Neighbour, several map[uint64]int32) *Forms {
	institution := text.Squash(who.Institution)
	if institution == "" {
		return nil
	}
	var own []Neighbour
	all := crowd{}
	here, elsewhere := tally[uint64]{}, map[uint64]bool{}
	for _, n := range neighbours {
		switch {
		case text.Squash(n.Identity.Institution) != institution:
			for _, key := range n.Digest.keys {
				elsewhere[key] = true
			}
		case n.Identity.Applicant != "":
			own = append(own, n)
			all.add(n.Identity, n.ID)
			for i, key := range n.Digest.keys {
				if several[key] >= leastColleagues && n.Digest.places[i].ground != researchGround {
					here.add(key, n)
				}
			}
		}
	}
	learned := map[uint64]Holders{}
	for key, h := range here {
		if len(h.people) >= leastColleagues && !elsewhere[key] {
			learned[key] = Holders{Had: len(h.people), Of: len(all), Required: leastColleagues}
		}
	}
	return sentencesOf(own, learned, leastLearned)
}

// sentencesOf makes forms of the sentences with these keys that weigh least or
// more, or stand beside one that does.
func sentencesOf(neighbours []Neighbour, learned map[uint64]Holders, least int) *Forms {
	f := newForms()
	for _, n := range neighbours {
		d := n.Digest
		heavy := func(i int) bool {
			if i < 0 || i >= len(d.keys) {
				return false
			}
			_, ok := learned[d.keys[i]]
			return ok && d.weight(i) >= least
		}
		for i, key := range d.keys {
			if h, ok := learned[key]; ok && (heavy(i) || heavy(i-1) || heavy(i+1)) {
				chars, weights := d.sentence(i)
				f.addSentence(chars, weights, h)
			}
		}
	}
	f.close()
	return f
}

// learned returns what the neighbours have of a form or of the institution's standard text, beyond
// what was found of either.
func (d *Document) learned(t *text.Text, l *Learned, found found) []Range {
	if l == nil || l.Empty() {
		return nil
	}
	places, _ := d.places(t)
	var standard []stretch
	for _, s := range l.standard.stretches(t) {
		if places[s.sentence].ground != researchGround {
			standard = append(standard, s)
		}
	}
	out := without(standard, evidence.ReasonStandard, Merge(found[evidence.ReasonStandard]))
	prompts := prompting(l.form.stretches(t), t, places)
	return append(out, without(prompts, evidence.ReasonLearned, Merge(found[evidence.ReasonForm]))...)
}

// prompting leaves of learned stretches what can be prompts where it stands: in a section of research the first
// paragraphs that have no more of it than a prompt, and together no more either.
func prompting(stretches []stretch, t *text.Text, places []place) []stretch {
	weights := map[int]int{} // by section
	var out []stretch
	for first := 0; first < len(stretches); {
		last, weight := first, 0
		for last < len(stretches) && (last == first || stretches[last].paragraph(t) == stretches[first].paragraph(t)) {
			weight += stretches[last].weight(t)
			last++
		}
		p := places[stretches[first].sentence]
		if p.title || p.ground != researchGround {
			out = append(out, stretches[first:last]...)
		} else if weights[p.section] += weight; weights[p.section] <= leadWeight && stretches[last-1].sentence-stretches[first].sentence < mostPrompt {
			out = append(out, stretches[first:last]...)
		}
		first = last
	}
	return out
}

// paragraph returns the first sentence of the paragraph.
func (s stretch) paragraph(t *text.Text) int {
	i := s.sentence
	for i > 0 && !t.Sentences[i].Paragraph {
		i--
	}
	return i
}

// weight returns that of the symbols.
func (s stretch) weight(t *text.Text) (sum int) {
	for i := t.Sentences[s.sentence].First; i < t.Sentences[s.sentence].Last; i++ {
		if s.Start <= int(t.Start[i]) && int(t.Start[i]) < s.End {
			sum += int(t.Weight[i])
		}
	}
	return sum
}

// without returns learned stretches, joined where they touch, without those that are given.
func without(learned []stretch, reason evidence.Reason, given []span) []Range {
	var out []Range
	add := func(start, end int, h Holders) {
		if n := len(out); n > 0 && out[n-1].End == start {
			out[n-1].End = end
			if h.Had < out[n-1].Holders.Had {
				out[n-1].Holders = h
			}
			return
		}
		if start < end {
			out = append(out, Range{start, end, reason, h})
		}
	}
	for _, s := range learned {
		for _, g := range given {
			if g.End <= s.Start || g.Start >= s.End {
				continue
			}
			add(s.Start, max(s.Start, g.Start), s.Holders)
			s.Start = max(s.Start, g.End)
		}
		add(s.Start, max(s.Start, s.End), s.Holders)
	}
	return out
}
