package exclude

import (
	"slices"
	"unicode"

	"zhiwen/checker/text"
)

// Digest holds the part of a library document to learn from: its sentences and their places. It is
// not changed after it is made and may be read concurrently. It takes 12 bytes per symbol less than
// the folded text.
type Digest struct {
	chars   []uint32
	weights []uint8
	first   []int32  // first symbols of the sentences, and the end
	keys    []uint64 // of the sentences, without a number or mark before them
	places  []place  // of the sentences

	headings []uint64 // all headings; some may have no text under them
}

// Digest makes the digest of a document; t is the whole document folded, with nothing left out.
func (d *Document) Digest(t *text.Text) *Digest {
	out := &Digest{chars: slices.Clone(t.Char), weights: slices.Clone(t.Weight)}
	out.places, out.headings = d.places(t)
	runes := []rune(d.d.Text)
	for _, s := range t.Sentences {
		out.first = append(out.first, int32(s.First))
		first := s.First
		for first < s.Last-1 && t.End[first]-t.Start[first] == 1 && !unicode.Is(unicode.Han, runes[t.Start[first]]) {
			first++ // a number, or the mark in a box: ticking it does not make the line another one
		}
		out.keys = append(out.keys, keyOf(t.Char[first:s.Last]))
	}
	out.first = append(out.first, int32(len(t.Char)))
	return out
}

// sentence returns the symbols of a sentence and their weights.
func (d *Digest) sentence(i int) (chars []uint32, weights []uint8) {
	return d.chars[d.first[i]:d.first[i+1]], d.weights[d.first[i]:d.first[i+1]]
}

func (d *Digest) weight(sentence int) (sum int) {
	_, weights := d.sentence(sentence)
	for _, w := range weights {
		sum += int(w)
	}
	return sum
}

// place is where a sentence stands.
type place struct {
	heading uint64 // the heading before it, 0 for none; for a heading the one before it
	section int    // number of that heading in the document, from 1
	ground  ground
	title   bool // it is part of a heading
	prompt  prompt
}

// prompt tells whether a paragraph can be printed text of a form in a section about research.
type prompt uint8

const (
	noPrompt  prompt = iota
	shortLine        // short enough wherever it stands
	lead             // ends within the first promptWeight of its section
	longLead         // the first paragraph of its section
)

// ground is the purpose of a section according to its heading.
type ground uint8

const (
	unknownGround  ground = iota // the heading does not tell, or there is none
	researchGround               // describes the research itself
	// describes something else: working conditions, budget, lists of publications
	otherGround
)

// Text printed on a form is short: a prompt or formula of a sentence or two. Commas can make a
// sentence long, so it is bounded by weight: two sentences of forms seldom weigh more than
// promptWeight. The first paragraph under a heading may be a long prompt, up to the length in which
// research begins to say something.
const (
	mostPrompt   = 2
	promptWeight = 60
	leadWeight   = 150
)

// groundOf returns the purpose of sections with a role. An abstract describes the research, and so
// may the parts on earlier work and expected results, which also contain paragraphs of the
// institution.
func groundOf(role string) ground {
	switch role {
	case RoleRationale, RoleContent, RoleMethod, RoleInnovation, "abstract", "conclusion":
		return researchGround
	case RoleConditions, "budget", "publications", RoleContents, RoleReferences, "acknowledgement", "declaration", "instruction":
		return otherGround
	}
	return unknownGround
}

// MayTellResearch reports whether sections with a role may describe the research; "" is for
// headings that the table of roles does not know.
func MayTellResearch(role string) bool { return groundOf(role) != otherGround }

// research reports whether sections with a role describe the research itself.
func research(role string) bool {
	switch role {
	case RoleRationale, RoleContent, RoleMethod, RoleInnovation:
		return true
	}
	return false
}

// places returns where the sentences of a document stand, and its headings, with 0 for its
// beginning. t is the whole document folded.
func (d *Document) places(t *text.Text) ([]place, []uint64) {
	outlined, roles := d.Outlined()
	headings := []uint64{0}
	heads := make([]int, len(outlined.Sections)) // ends of the paragraphs with the headings
	paragraph := 0
	for i, s := range outlined.Sections {
		for paragraph < len(outlined.Paragraphs) && outlined.Paragraphs[paragraph].End <= s.Start {
			paragraph++
		}
		if paragraph < len(outlined.Paragraphs) {
			heads[i] = outlined.Paragraphs[paragraph].End
		}
		headings = append(headings, titleKey(s.Title))
	}
	out := make([]place, len(t.Sentences))
	here, next := place{}, 0
	for i, s := range t.Sentences {
		title := false
		for next < len(heads) && s.Start >= outlined.Sections[next].Start {
			if title = s.Start < heads[next]; title {
				break
			}
			here = place{heading: headings[next+1], section: next + 1, ground: groundOf(roles[next])}
			next++
		}
		out[i] = here
		out[i].title = title
	}
	for first := 0; first < len(out); {
		last := first + 1
		for last < len(out) && out[last].section == out[first].section && out[last].title == out[first].title {
			last++
		}
		measure(t.Sentences[first:last], out[first:last])
		first = last
	}
	return out, headings
}

// measure sets which sentences of a section, given without its heading, can be prompts.
func measure(sentences []text.Sentence, places []place) {
	before := 0
	for first := 0; first < len(sentences); {
		last, weight := first, 0
		for last < len(sentences) && (last == first || !sentences[last].Paragraph) {
			weight += sentences[last].Weight
			last++
		}
		p := noPrompt
		switch {
		case last-first > mostPrompt:
		case before+weight <= promptWeight:
			p = lead
		case before == 0 && weight <= leadWeight:
			p = longLead
		case weight <= promptWeight:
			p = shortLine
		}
		for i := first; i < last; i++ {
			places[i].prompt = p
		}
		before += weight
		first = last
	}
}

// titleKey returns a key for a heading, whatever its number.
func titleKey(title string) uint64 {
	var letters []uint32
	for _, r := range text.Letters(title) {
		letters = append(letters, uint32(r))
	}
	return keyOf(letters)
}
