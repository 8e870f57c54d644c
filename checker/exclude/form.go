package exclude

import (
	"slices"
	"sort"

	"zhiwen/checker/text"
)

// Forms are texts into which applications are written: blank forms, standard paragraphs, or text
// learned to be such. It is not changed after it is made and may be read concurrently.
type Forms struct {
	chars     []uint32 // of all sentences in sequence
	weights   []uint8
	sentences []int32          // first symbols, ascending, and the end
	holders   []Holders        // of the sentences, if they were learned
	whole     map[uint64]int   // sentences by key, from 1
	grams     map[uint64]int32 // last place of each run of gramSymbols
	before    []int32          // for each place the previous one with the same run, or -1
}

const (
	// gramSymbols is the number of symbols in the shortest run that is searched.
	gramSymbols = 4
	// mostPlaces is how many places of a run are tried: texts of several years each have the prompt.
	mostPlaces = 24
	// leastForm is the weight from which a run found in a form belongs to the form: a prompt of
	// some words, not an expression of three.
	leastForm = 12
	// leastPrompt is the weight of a form's sentence that begins a line and is followed by a mark:
	// a label to write after.
	leastPrompt = 6
	// longForm is the weight from which a run belongs to the form, whatever its share of the form's
	// sentence.
	longForm = 40
	// In an edited prompt, mostEdited symbols of the document may be between two of its runs, and
	// mostDropped symbols of the form may be missing, such as hints on length or examples in
	// brackets. Text that an applicant writes into a prompt is longer and is kept.
	mostEdited  = 6
	mostDropped = 30
)

// NewForms makes Forms of folded texts.
func NewForms(texts ...*text.Text) *Forms {
	f := newForms()
	for _, t := range texts {
		for _, s := range t.Sentences {
			f.addSentence(t.Char[s.First:s.Last], t.Weight[s.First:s.Last], Holders{})
		}
	}
	f.close()
	return f
}

func newForms() *Forms { return &Forms{whole: map[uint64]int{}, grams: map[uint64]int32{}} }

// addSentence adds a sentence, once.
func (f *Forms) addSentence(chars []uint32, weights []uint8, h Holders) {
	key := keyOf(chars)
	if f.whole[key] > 0 || len(chars) == 0 {
		return
	}
	f.sentences = append(f.sentences, int32(len(f.chars)))
	f.holders = append(f.holders, h)
	f.whole[key] = len(f.sentences)
	f.chars = append(f.chars, chars...)
	f.weights = append(f.weights, weights...)
}

func (f *Forms) close() {
	f.sentences = append(f.sentences, int32(len(f.chars)))
	for i := 0; i+gramSymbols <= len(f.chars); i++ {
		g := keyOf(f.chars[i : i+gramSymbols])
		last, ok := f.grams[g]
		if !ok {
			last = -1
		}
		f.before = append(f.before, last)
		f.grams[g] = int32(i)
	}
}

// Empty reports whether there is nothing to find.
func (f *Forms) Empty() bool { return f == nil || len(f.chars) == 0 }

// keyOf returns a hash of a sequence of symbols. The probability that different sequences of a
// library share one is below one in many millions.
func keyOf(chars []uint32) uint64 {
	h := uint64(len(chars)) + 0x9e3779b97f4a7c15
	for _, c := range chars {
		h = (h ^ uint64(c)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// run is a run of symbols that is in both the document and a form.
type run struct{ at, form, length int }

// stretch is the part of one sentence that is in forms, and its holders if it was learned.
type stretch struct {
	span
	Holders

	sentence int // index in the text
}

// find returns the parts of a text that are in the forms.
func (f *Forms) find(t *text.Text) []span {
	var out []span
	for _, s := range f.stretches(t) {
		out = append(out, s.span)
	}
	return Merge(out)
}

// stretches finds the parts of a text that are in the forms, in order: their sentences, however
// short, and longer runs within others, with small edits between them. A single number or character
// belongs to the form only if the text after it in its paragraph does or, if there is none, the
// text before and after it does: forms number their prompts, and applicants their own paragraphs.
func (f *Forms) stretches(t *text.Text) []stretch {
	if f.Empty() {
		return nil
	}
	found := make([][]stretch, len(t.Sentences))
	var single []int
	for i, s := range t.Sentences {
		switch whole := f.whole[keyOf(t.Char[s.First:s.Last])]; {
		case whole > 0 && s.Last-s.First == 1:
			single = append(single, i)
		case whole > 0:
			found[i] = []stretch{{span{Start: s.Start, End: s.End}, f.holders[whole-1], i}}
		default:
			found[i] = f.within(t, i)
		}
	}
	for _, i := range slices.Backward(single) {
		s, last := t.Sentences[i], i+1 == len(t.Sentences)
		follows := last || len(found[i+1]) > 0 && found[i+1][0].Start == t.Sentences[i+1].Start
		if alone := s.Paragraph && (last || t.Sentences[i+1].Paragraph); follows && (!alone || i == 0 || len(found[i-1]) > 0) {
			found[i] = []stretch{{span{Start: s.Start, End: s.End}, f.holders[f.whole[keyOf(t.Char[s.First:s.Last])]-1], i}}
		}
	}
	return slices.Concat(found...)
}

// within finds the runs in a sentence that is not a whole sentence of a form.
func (f *Forms) within(t *text.Text, sentence int) []stretch {
	s := t.Sentences[sentence]
	if s.Weight < leastForm {
		return nil
	}
	var out []stretch
	var chain []run
	flush := func() {
		if sp, ok := f.accept(t, s, chain); ok {
			out = append(out, stretch{sp, f.holders[f.sentenceAt(chain[0].form)], sentence})
		}
		chain = chain[:0]
	}
	for i := s.First; i+gramSymbols <= s.Last; {
		r, follows := f.longest(t, s, i, chain)
		if r.length == 0 {
			i++
			continue
		}
		if !follows {
			flush()
		}
		chain = append(chain, r)
		i += r.length
	}
	flush()
	return out
}

// longest returns the longest run that begins at symbol i; runs that continue the chain take
// precedence.
func (f *Forms) longest(t *text.Text, s text.Sentence, i int, chain []run) (best run, follows bool) {
	at, ok := f.grams[keyOf(t.Char[i:i+gramSymbols])]
	if !ok {
		return run{}, false
	}
	for tried := 0; at >= 0 && tried < mostPlaces; tried++ {
		place := int(at)
		at = f.before[at]
		n := 0
		for i+n < s.Last && place+n < len(f.chars) && t.Char[i+n] == f.chars[place+n] {
			n++
		}
		if n < gramSymbols {
			continue // another run with the same key
		}
		goesOn := false
		if k := len(chain); k > 0 {
			last := chain[k-1]
			here, there := i-last.at-last.length, place-last.form-last.length
			goesOn = here <= mostEdited && there >= 0 && there <= mostDropped
		}
		if goesOn && !follows || goesOn == follows && n > best.length {
			best, follows = run{i, place, n}, goesOn
		}
	}
	return best, follows
}

// accept reports whether a chain of runs belongs to a form, and returns its range.
func (f *Forms) accept(t *text.Text, s text.Sentence, chain []run) (span, bool) {
	if len(chain) == 0 {
		return span{}, false
	}
	weight := 0
	for _, r := range chain {
		for _, w := range t.Weight[r.at : r.at+r.length] {
			weight += int(w)
		}
	}
	first, last := chain[0], chain[len(chain)-1]
	end := last.at + last.length
	of := f.sentenceWeight(first.form, last.form+last.length)
	label := weight >= leastPrompt && weight == of && first.at == s.First && end < s.Last && t.Start[end] > t.End[end-1]
	if !label && (weight < leastForm || weight < longForm && 2*weight < of) {
		return span{}, false
	}
	// If a sentence belongs to the form except for a number or a word, the whole sentence does.
	if weight*5 >= s.Weight*4 {
		return span{Start: s.Start, End: s.End}, true
	}
	stop := s.End
	if end < s.Last {
		stop = int(t.Start[end])
	}
	return span{Start: int(t.Start[first.at]), End: stop}, true
}

// sentenceWeight returns the weight of the lightest sentence of the form that a range of its
// symbols touches: a prompt of two sentences is found by the one that was kept.
func (f *Forms) sentenceWeight(first, end int) int {
	i := f.sentenceAt(first)
	least := 0
	for ; i+1 < len(f.sentences) && int(f.sentences[i]) < end; i++ {
		w := 0
		for _, x := range f.weights[f.sentences[i]:f.sentences[i+1]] {
			w += int(x)
		}
		if least == 0 || w < least {
			least = w
		}
	}
	return least
}

// sentenceAt returns the index of the sentence of the form that contains a symbol.
func (f *Forms) sentenceAt(symbol int) int {
	return sort.Search(len(f.sentences), func(i int) bool { return int(f.sentences[i]) > symbol }) - 1
}
