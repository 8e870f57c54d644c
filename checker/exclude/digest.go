package exclude

import (
	"slices"
	"unicode"

	"zhiwen/checker/text"
)

// Digest is what is kept of a library document to learn from it: its sentences and where
// they stand. It is not changed after it was made and may be read concurrently; 12 bytes a
// symbol less than the folded text.
type Digest struct {
	chars   []uint32
	weights []uint8
	first   []int32  // of the sentences, and the end
	keys    []uint64 // of the sentences, without the number or mark before them
	places  []place  // of the sentences

	headings []uint64 // all there are, some of which may have nothing under them
}

// Digest makes the digest of a document; t is the whole document folded, nothing left out.
func (d *Document) Digest(t *text.Text) *Digest {
	out := &Digest{chars: slices.Clone(t.Char), weights: slices.Clone(t.Weight)}
	out.places, out.headings = d.places(t)
	runes := []rune(d.d.Text)
	for _, s := range t.Sentences {
		out.first = append(out.first, int32(s.First))
		first := s.First
		for first < s.Last-1 && t.End[first]-t.Start[first] == 1 && !unicode.Is(unicode.Han, runes[t.Start[first]]) {
			first++ // a number, or the mark in a box: who ticks it off has the same line
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
	heading uint64 // the heading before it, 0 for none; of a heading the one before
	section int    // the number of that heading in the document, from 1
	ground  ground
	title   bool // it is part of a heading
	prompt  prompt
}

// prompt reports whether a paragraph can be what a form prints where research may be told.
type prompt uint8

const (
	noPrompt  prompt = iota
	shortLine        // it is short enough wherever it stands
	lead             // it ends within the first promptWeight of its section
	longLead         // it is the first paragraph of its section
)

// ground is what a section is for, as far as its heading tells.
type ground uint8

const (
	unknownGround  ground = iota // the heading does not say, or there is none
	researchGround               // the research itself is told
	otherGround                  // something else: working conditions, budget, lists of publications
)

// What a form prints is short: a prompt or formula of a sentence or two. A sentence can be drawn out by commas, so
// that weights bound them: two sentences of forms seldom weigh more than promptWeight, and the first paragraph under a
// heading is a long prompt up to the length of a unit, in which research tells something.
const (
	mostPrompt   = 2
	promptWeight = 60
	leadWeight   = 150
)

// groundOf tells what sections of a role are for. An abstract tells the research, and so may the parts on what was done
// before and what is hoped for, where institutions' paragraphs stand too.
func groundOf(role string) ground {
	switch role {
	case RoleRationale, RoleContent, RoleMethod, RoleInnovation, "abstract", "conclusion":
		return researchGround
	case RoleConditions, "budget", "publications", RoleContents, RoleReferences, "acknowledgement", "declaration", "instruction":
		return otherGround
	}
	return unknownGround
}

// MayTellResearch reports whether the research may be told in sections of a role: "" is of headings that the table of
// roles does not know.
func MayTellResearch(role string) bool { return groundOf(role) != otherGround }

// research reports whether the research itself is told in sections of a role.
func research(role string) bool {
	switch role {
	case RoleRationale, RoleContent, RoleMethod, RoleInnovation:
		return true
	}
	return false
}

// places tells where the sentences of a document stand, and which headings it has, 0 for its beginning. t is the
// whole document folded.
func (d *Document) places(t *text.Text) ([]place, []uint64) {
	outlined, roles := d.Outlined()
	headings := []uint64{0}
	heads := make([]int, len(outlined.Sections)) // where the paragraphs of the headings end
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

// measure says of the sentences of a section, without its heading, which can be prompts.
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

// titleKey names a heading, whatever its number.
func titleKey(title string) uint64 {
	var letters []uint32
	for _, r := range text.Letters(title) {
		letters = append(letters, uint32(r))
	}
	return keyOf(letters)
}
