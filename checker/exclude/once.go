package exclude

import "math"

// Two sentences of different documents count as copied and edited if onceShare hundredths of the
// runs of onceSymbols symbols of one are in the other. After an edit of every tenth symbol 70 are
// left; two sentences on one subject that share a stock phrase have 20.
const (
	onceSymbols = 3
	onceShare   = 40
	onceMinima  = 4 // hashes used to find such sentences; with 40 hundredths in common they miss one in eight
)

// saidOnce returns the neighbours without the sentences of longer paragraphs that an earlier
// neighbour also has, even edited: text that many took from one is not their usage. Prompts are
// kept.
func saidOnce(neighbours []Neighbour) []Neighbour {
	type place struct{ document, sentence int32 }
	first := [onceMinima]map[uint64]place{}
	for i := range first {
		first[i] = map[uint64]place{}
	}
	out := make([]Neighbour, len(neighbours))
	var grams []uint64
	known := map[uint64]bool{}
	repeats := func(at place, share int) bool {
		chars, _ := neighbours[at.document].Digest.sentence(int(at.sentence))
		clear(known)
		for i := 0; i+onceSymbols <= len(chars); i++ {
			known[keyOf(chars[i:i+onceSymbols])] = true
		}
		same := 0
		for _, g := range grams {
			if known[g] {
				same++
			}
		}
		return same*100 >= share*len(grams)
	}
	for n := range neighbours {
		d := neighbours[n].Digest
		var left []int
		for i, p := range d.places {
			chars, _ := d.sentence(i)
			grams = grams[:0]
			for j := 0; j+onceSymbols <= len(chars); j++ {
				grams = append(grams, keyOf(chars[j:j+onceSymbols]))
			}
			if p.prompt == shortLine || p.prompt == lead || p.title || len(chars) < leastLearned {
				left = append(left, i)
				continue
			}
			again := false
			for k := range first {
				least := uint64(math.MaxUint64)
				for _, g := range grams {
					least = min(least, hashed(g^uint64(k)<<56))
				}
				at, found := first[k][least]
				if !found {
					first[k][least] = place{int32(n), int32(i)}
				} else if int(at.document) != n && !again {
					again = repeats(at, onceShare)
				}
			}
			if !again {
				left = append(left, i)
			}
		}
		out[n] = neighbours[n]
		if len(left) < len(d.keys) {
			out[n].Digest = d.only(left)
		}
	}
	return out
}

// only returns the digest reduced to some of its sentences.
func (d *Digest) only(sentences []int) *Digest {
	out := &Digest{}
	for _, i := range sentences {
		chars, weights := d.sentence(i)
		out.first = append(out.first, int32(len(out.chars)))
		out.chars, out.weights = append(out.chars, chars...), append(out.weights, weights...)
		out.keys, out.places = append(out.keys, d.keys[i]), append(out.places, d.places[i])
	}
	out.first = append(out.first, int32(len(out.chars)))
	return out
}
