package word

import (
	"iter"
	"math"
	"sync/atomic"
)

// Known is a word of a text with what the dictionaries say of it; of what is not Spoken they are not asked.
type Known struct {
	Word
	Entry

	Hash   uint64
	Spoken bool // it is one: Spoken
}

// Known returns the words of Cut one after the other, with what the dictionaries say of each. Of a
// word of the dictionary that is looked up once in a process, and found by its place in the
// dictionary then. The error is that of Lexicon, or says that a dictionary is gone or damaged since Open.
func (c *Cutter) Known(s string) (iter.Seq[Known], error) {
	l, err := c.Lexicon()
	if err != nil {
		return nil, err
	}
	s = clean(s)
	if c.Prepare(); c.fault != nil {
		return nil, c.fault
	}
	return func(yield func(Known) bool) {
		b := buffers.Get().(*buffer) //nolint:forcetypeassert // no other is put there
		defer buffers.Put(b)
		for at := 0; at < len(s); {
			end := at + chunk(s[at:])
			b.words = c.segmenter.fill(b.words[:0], b, s[at:end], at)
			at = end
			for _, p := range b.words {
				if !yield(c.segmenter.known[p.node].ask(l, p, s)) {
					return
				}
			}
		}
	}, nil
}

func (l *Lexicon) known(w Word, s string) Known {
	word := s[w.Start:w.End]
	if !Spoken(word) {
		return Known{Word: w}
	}
	hash := Hash(word)
	return Known{Word: w, Entry: l.Of(hash), Hash: hash, Spoken: true}
}

// known caches a word of the dictionary that is Spoken. All writers write the same values, and write the
// hash, which marks the entry as present, last.
type known struct {
	hash  atomic.Uint64 // 0 where it was not asked for yet
	entry atomic.Uint64 // its bits
}

// ask returns what is known of a word, by the lexicon the first time; of one without a node that is every time.
func (k *known) ask(l *Lexicon, p piece, s string) Known {
	if hash := k.hash.Load(); hash != 0 {
		return k.of(p.Word, hash)
	}
	w := l.known(p.Word, s)
	if w.Spoken && p.node != 0 {
		k.keep(w)
	}
	return w
}

func (k *known) keep(w Known) {
	k.entry.Store(w.bits())
	k.hash.Store(w.Hash)
}

func (k *known) of(w Word, hash uint64) Known {
	return Known{Word: w, Entry: entryOf(k.entry.Load()), Hash: hash, Spoken: true}
}

// The bits of an entry are those of Rarity, and these.
const (
	stopBit = 1 << (32 + iota)
	nameBit
)

func (e Entry) bits() uint64 {
	bits := uint64(math.Float32bits(e.Rarity))
	if e.Stop {
		bits |= stopBit
	}
	if e.Name {
		bits |= nameBit
	}
	return bits
}

func entryOf(bits uint64) Entry {
	return Entry{Rarity: math.Float32frombits(uint32(bits)), Stop: bits&stopBit != 0, Name: bits&nameBit != 0}
}
