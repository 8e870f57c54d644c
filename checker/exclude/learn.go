package exclude

import (
	"cmp"
	"slices"
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/internal/each"
)

// Neighbour is a document of the library similar to the checked one: of its programme, its year or
// its institution.
type Neighbour struct {
	ID       int64
	Identity evidence.Identity
	Digest   *Digest
}

// Learned is what the neighbours of a document have in common. It is not changed after it is made
// and may be read concurrently.
type Learned struct {
	form     *Forms // prompts and formulas of most applications
	standard *Forms // shared by several applicants of the institution and nobody elsewhere
	usage    func() *text.Usage
}

// Holders holds how many applicants have a learned text, and how many must have it.
type Holders struct {
	Had      int // applicants with the text in its usual place
	Of       int // applicants who could have it: with the heading above it, or of the institution
	Required int // how many of these must have it
}

// Usage returns the frequent sequences of symbols among the neighbours, or nil if unknown. It waits
// until they are counted.
func (l *Learned) Usage() *text.Usage {
	if l == nil {
		return nil
	}
	return l.usage()
}

// How many others make a text part of the form or of the institution's text. One document can be
// anybody's, and two can be a copy and its original: treating their text as nobody's would hide the
// copy.
const (
	// A prompt belongs to the form if leastApplicants have it, from leastInstitutions (if as many
	// are known), and more than half of those with the heading above it, or of all: most applicants
	// leave the text of the form unchanged. Text of fewer may have been bought.
	leastApplicants   = 5
	leastInstitutions = 3
	// A first paragraph that is long for a prompt needs this share, in hundredths: hardly anybody
	// removes what a form prints first under a heading, but research bought by most may stand there
	// too.
	leadShare = 75
	// Its heading must also be in this share of the applications, in hundredths: under a heading
	// that came with the paragraph, everybody who took both has it.
	headingShare = 25
	// A paragraph is standard text if this many other applicants of the institution have it, and
	// nobody elsewhere.
	leastColleagues = 2
	// leastLearned is the weight from which a sentence is standard text by itself; a shorter one
	// must be beside such a sentence.
	leastLearned = 12
)

// Learn finds what the neighbours of a document have in common, without the applicant's own
// documents. The order of the neighbours does not matter. Their usage, which takes longest and is
// needed last, is counted concurrently.
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
	several := map[uint64]int32{} // how often each sentence occurs in them
	for _, n := range others {
		for _, key := range n.Digest.keys {
			several[key]++
		}
	}
	usage := sync.OnceValue(func() *text.Usage { return learnUsage(saidOnce(others)) })
	go func() {
		// whoever asks for the usage panics too, which fails the check with the reason
		defer func() { _ = recover() }()
		usage()
	}()
	return &Learned{form: learnForm(who, others, several), standard: learnStandard(who, others, several), usage: usage}
}

// Empty reports whether nothing was learned.
func (l *Learned) Empty() bool {
	return l == nil || l.form.Empty() && l.standard.Empty()
}

// holders are the people and institutions that have something.
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

// tally maps something to those who have it.
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

// learnForm finds the prompts and formulas that most applications have in the same place: those of
// the programme and year, of the year, or all examined ones.
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

// learnPrompts adds form text that most of some applications have, unless it is already learned.
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

// mayPrompt reports whether a sentence is where a form may print text. In a section about research
// that is the beginning of the section; under a heading that does not tell, any short paragraph;
// elsewhere anything, since nobody copies research there.
func (p place) mayPrompt() bool {
	switch {
	case p.title, p.ground == unknownGround:
		return p.prompt != noPrompt
	case p.ground == researchGround:
		return p.prompt == lead || p.prompt == longLead
	}
	return true
}

// learnStandard finds the sentences outside of research sections that several applicants of the
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

// sentencesOf makes Forms of the sentences with these keys that weigh at least least or are beside
// one that does.
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

// learned returns the text learned to be of a form or standard text of the institution, beyond the
// text already found as such.
func (d *Document) learned(t *text.Text, l *Learned, found found) []Range {
	if l == nil || l.Empty() {
		return nil
	}
	standards, forms := l.standard.stretches(t), l.form.stretches(t)
	if len(standards) == 0 && len(forms) == 0 {
		return nil
	}
	places, _ := d.places(t)
	standard := each.Where(standards, func(s stretch) bool { return places[s.sentence].ground != researchGround })
	out := without(standard, evidence.ReasonStandard, Merge(found[evidence.ReasonStandard]))
	prompts := prompting(forms, t, places)
	return append(out, without(prompts, evidence.ReasonLearned, Merge(found[evidence.ReasonForm]))...)
}

// prompting keeps the learned stretches that can be prompts in their place: in a section of
// research the first paragraphs, as long as each and all together have no more learned text than a
// prompt.
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
		} else if weights[p.section] += weight; weights[p.section] <= leadWeight &&
			stretches[last-1].sentence-stretches[first].sentence < mostPrompt {
			out = append(out, stretches[first:last]...)
		}
		first = last
	}
	return out
}

// paragraph returns the index of the first sentence of the stretch's paragraph.
func (s stretch) paragraph(t *text.Text) int {
	i := s.sentence
	for i > 0 && !t.Sentences[i].Paragraph {
		i--
	}
	return i
}

// weight returns the total weight of the stretch's symbols.
func (s stretch) weight(t *text.Text) (sum int) {
	for i := t.Sentences[s.sentence].First; i < t.Sentences[s.sentence].Last; i++ {
		if s.Start <= int(t.Start[i]) && int(t.Start[i]) < s.End {
			sum += int(t.Weight[i])
		}
	}
	return sum
}

// without returns learned stretches, joined where they touch, without the given spans.
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
