package word

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Entry is what the dictionaries say of a word.
type Entry struct {
	Rarity float32 // inverse document frequency: the logarithm of how many texts there are to one that has it
	Stop   bool    // of those that tell nothing of what a text is about
	Name   bool    // of a person, a place, an organisation, or another proper one
}

// Lexicon says of words how rare they are. It is not changed after it was made and may
// be read concurrently.
type Lexicon struct {
	slots []lexiconSlot // open to the next one: three of four at most are full
	used  int
	usual float32 // rarity of a word that is not in it: the mean, as cppjieba has it
}

type lexiconSlot struct {
	hash uint64 // Hash, 0 where the slot is free
	Entry
}

// Lexicon reads the dictionaries for what they say of single words: 8 MB at
// the first call, later ones give the same. It does not load what cuts, unless both are in
// one file (Ready). The error is one of the file system.
func (c *Cutter) Lexicon() (*Lexicon, error) {
	c.know.Do(func() {
		if r := c.readReady(); r != nil {
			c.lexicon = r.lexicon
		} else {
			c.lexicon, c.unknown = readLexicon(c.paths)
		}
	})
	return c.lexicon, c.unknown
}

func readLexicon(paths [dictionaries]string) (*Lexicon, error) {
	var texts [3]string
	for i, path := range []string{paths[rarities], paths[0], paths[4]} {
		var err error
		if texts[i], err = readText(path); err != nil {
			return nil, err
		}
	}
	rarity, main, stop := texts[0], texts[1], texts[2]
	l := &Lexicon{slots: written[lexiconSlot](1 << 19)} // room for the words of gojieba's dictionaries
	sum, n := 0.0, 0
	for line := range lines(rarity) {
		word, number, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		idf, err := strconv.ParseFloat(number, 32)
		if err != nil {
			continue
		}
		l.entry(Hash(word)).Rarity = float32(idf)
		sum, n = sum+idf, n+1
	}
	l.usual = float32(sum / float64(max(1, n)))
	word := func(word string) *Entry {
		used := l.used
		e := l.entry(Hash(word))
		if l.used > used {
			e.Rarity = l.usual
		}
		return e
	}
	for line := range lines(main) {
		at := strings.LastIndexByte(line, ' ')
		if tag := line[at+1:]; at >= 0 && len(tag) > 1 && tag[0] == 'n' && strings.IndexByte("rstz", tag[1]) >= 0 {
			name, _, _ := strings.Cut(line, " ")
			word(name).Name = true
		}
	}
	for line := range lines(stop) {
		if fields := strings.Fields(line); len(fields) == 1 {
			word(strings.ToLower(fields[0])).Stop = true
		}
	}
	return l, nil
}

// at returns the place of a word, or where it would be put.
func (l *Lexicon) at(hash uint64) int {
	mask := len(l.slots) - 1
	i := int(hash) & mask // the low bits are as good as all
	for l.slots[i].hash != 0 && l.slots[i].hash != hash {
		i = (i + 1) & mask
	}
	return i
}

// entry returns the entry of a word, a new one where there is none, to be changed before the
// next call.
func (l *Lexicon) entry(hash uint64) *Entry {
	i := l.at(hash)
	if l.slots[i].hash == 0 {
		if l.used++; 4*l.used > 3*len(l.slots) {
			full := l.slots
			l.slots = make([]lexiconSlot, 2*len(full))
			for _, s := range full {
				if s.hash != 0 {
					l.slots[l.at(s.hash)] = s
				}
			}
			i = l.at(hash)
		}
		l.slots[i].hash = hash
	}
	return &l.slots[i].Entry
}

// Of returns what is said of a word, by its Hash: of one that is not in the dictionaries
// that it is as rare as words are on average.
func (l *Lexicon) Of(hash uint64) Entry {
	if s := l.slots[l.at(hash)]; s.hash != 0 {
		return s.Entry
	}
	return Entry{Rarity: l.usual}
}

// Hash names a word by 64 bits, the same in every process: FNV-1a with its bits mixed
// once more, so that each of them is as good as another.
func Hash[T string | []byte](word T) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 0x100000001b3
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Spoken reports whether a word of Cut is one: it begins with a letter, a digit or a
// character, and is no white space or punctuation.
func Spoken(word string) bool {
	if len(word) > 0 && word[0] < utf8.RuneSelf {
		c := word[0]
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z'
	}
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
