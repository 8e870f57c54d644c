package exclude

import (
	"cmp"
	"slices"
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// Digest is what is kept of a library document to learn from it: its sentences.
// It is not changed after it was made and may be read concurrently; 12 bytes a
// symbol less than the folded text.
type Digest struct {
	chars   []uint32
	weights []uint8
	first   []int32 // of the sentences, and the end
	keys    []uint64
}

// NewDigest makes the digest of a folded text.
func NewDigest(t *text.Text) *Digest {
	d := &Digest{chars: slices.Clone(t.Char), weights: slices.Clone(t.Weight)}
	for _, s := range t.Sentences {
		d.first = append(d.first, int32(s.First))
		d.keys = append(d.keys, keyOf(t.Char[s.First:s.Last]))
	}
	d.first = append(d.first, int32(len(t.Char)))
	return d
}

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
	form     *Forms // in a large part of the applications
	standard *Forms // of several applicants of the institution
	many     *Forms // of so many that it is theirs in sections of research too
	usage    func() *text.Usage
}

// Usage gives which symbols many of the neighbours say behind which, nil where it is
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
	// A sentence is the form's if applications of leastApplicants have it, from
	// leastInstitutions (where as many are known), and formShare hundredths of
	// those of the same programme and year, of the same year, or of all that are
	// known.
	leastApplicants   = 5
	leastInstitutions = 3
	formShare         = 33
	// A sentence is standard text if so many other applicants of the institution
	// have it. Where the research is told, two colleagues of whom one copied from the
	// other are likelier than a formula: it needs more there.
	leastColleagues = 2
	manyColleagues  = 3
	// Other institutions have an institution's text now and then: people move. More
	// than one of them in so many of its own applicants, and it is not its text.
	colleaguesPerStranger = 3
	// leastLearned is the weight from which a sentence is standard text by itself; a
	// shorter one is beside one that is.
	leastLearned = 12
)

// person names an applicant.
func person(id evidence.Identity) string {
	return text.Squash(id.Applicant) + "\x00" + text.Squash(id.Institution)
}

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
	usage := sync.OnceValue(func() *text.Usage { return learnUsage(others) })
	go func() {
		defer func() { _ = recover() }() // whoever asks for it panics, which fails the check with its reason
		usage()
	}()
	return &Learned{
		form:     learnForm(who, others, several),
		standard: learnStandard(who, others, several, leastColleagues),
		many:     learnStandard(who, others, several, manyColleagues),
		usage:    usage,
	}
}

// Empty says whether nothing was learned.
func (l *Learned) Empty() bool {
	return l == nil || l.form.Empty() && l.standard.Empty()
}

// holders are those who have a sentence.
type holders struct {
	people       crowd
	institutions map[string]bool
}

// holdersOf finds who has which sentence. Sentences that are not among several are
// left out: nearly all are one document's.
func holdersOf(neighbours []Neighbour, several map[uint64]int32) (by map[uint64]*holders, all holders) {
	by, all = map[uint64]*holders{}, holders{institutions: map[string]bool{}}
	for _, n := range neighbours {
		i := text.Squash(n.Identity.Institution)
		all.people.add(n.Identity, n.ID)
		all.institutions[i] = true
		for _, key := range n.Digest.keys {
			if several[key] < leastColleagues {
				continue
			}
			h := by[key]
			if h == nil {
				h = &holders{institutions: map[string]bool{}}
				by[key] = h
			}
			h.people.add(n.Identity, n.ID)
			h.institutions[i] = true
		}
	}
	return by, all
}

// learnForm finds the sentences that a large part of the applications has.
func learnForm(who evidence.Identity, neighbours []Neighbour, several map[uint64]int32) *Forms {
	learned := map[uint64]bool{}
	for _, like := range []func(evidence.Identity) bool{
		func(id evidence.Identity) bool {
			return id.Year == who.Year && text.Squash(id.Programme) == text.Squash(who.Programme)
		},
		func(id evidence.Identity) bool { return id.Year == who.Year },
		func(evidence.Identity) bool { return true },
	} {
		var group []Neighbour
		for _, n := range neighbours {
			if like(n.Identity) {
				group = append(group, n)
			}
		}
		by, all := holdersOf(group, several)
		for key, h := range by {
			if people := h.people.size(); people >= leastApplicants && len(h.institutions) >= min(leastInstitutions, len(all.institutions)) &&
				people*100 >= formShare*all.people.size() {
				learned[key] = true
			}
		}
	}
	return sentencesOf(neighbours, learned, 0)
}

// learnStandard finds the sentences that several applicants of the institution
// have, and hardly anybody else.
func learnStandard(who evidence.Identity, neighbours []Neighbour, several map[uint64]int32, least int) *Forms {
	institution := text.Squash(who.Institution)
	if institution == "" {
		return nil
	}
	var own, strange []Neighbour
	for _, n := range neighbours {
		switch {
		case text.Squash(n.Identity.Institution) != institution:
			strange = append(strange, n)
		case n.Identity.Applicant != "":
			own = append(own, n)
		}
	}
	by, _ := holdersOf(own, several)
	elsewhere, _ := holdersOf(strange, several)
	learned := map[uint64]bool{}
	for key, h := range by {
		strangers := 0
		if s := elsewhere[key]; s != nil {
			strangers = s.people.size()
		}
		if people := h.people.size(); people >= least && strangers*colleaguesPerStranger <= people {
			learned[key] = true
		}
	}
	return sentencesOf(own, learned, leastLearned)
}

// sentencesOf makes forms of the sentences with these keys that weigh least or
// more, or stand beside one that does.
func sentencesOf(neighbours []Neighbour, keys map[uint64]bool, least int) *Forms {
	f := &Forms{whole: map[uint64]bool{}, grams: map[uint64]int32{}}
	for _, n := range neighbours {
		d := n.Digest
		heavy := func(i int) bool { return i >= 0 && i < len(d.keys) && keys[d.keys[i]] && d.weight(i) >= least }
		for i, key := range d.keys {
			if keys[key] && (heavy(i) || heavy(i-1) || heavy(i+1)) {
				f.addSentence(d.chars[d.first[i]:d.first[i+1]], d.weights[d.first[i]:d.first[i+1]])
			}
		}
	}
	f.close()
	return f
}

func (d *Digest) weight(sentence int) (sum int) {
	for _, w := range d.weights[d.first[sentence]:d.first[sentence+1]] {
		sum += int(w)
	}
	return sum
}

// learned adds the standard text that the neighbours have, and gives what they have
// of a form beyond what was found of it.
func (d *Document) learned(t *text.Text, l *Learned, found found) []Range {
	if l == nil {
		return nil
	}
	found.add(evidence.ReasonStandard, l.many.find(t)...)
	if !l.standard.Empty() {
		outlined, roles := d.Outlined() // forms print headings of research as running text too
		for _, s := range l.standard.find(t) {
			if i := evidence.SectionAt(outlined, s.Start); i < 0 || !research(roles[i]) {
				found.add(evidence.ReasonStandard, s)
			}
		}
	}
	return without(l.form.find(t), Merge(found[evidence.ReasonForm]))
}

// without gives learned ranges of forms without those that are given.
func without(learned, given []span) []Range {
	var out []Range
	for _, s := range learned {
		for _, g := range given {
			if g.End <= s.Start || g.Start >= s.End {
				continue
			}
			if s.Start < g.Start {
				out = append(out, Range{s.Start, g.Start, evidence.ReasonForm, true})
			}
			s.Start = max(s.Start, g.End)
		}
		if s.Start < s.End {
			out = append(out, Range{s.Start, s.End, evidence.ReasonForm, true})
		}
	}
	return out
}

// research says whether the research itself is told in sections of a role.
func research(role string) bool {
	switch role {
	case RoleRationale, RoleContent, RoleMethod, RoleInnovation:
		return true
	}
	return false
}
