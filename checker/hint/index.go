package hint

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"zhiwen/checker/text"
)

// Version is the version of the content of Index: it changes whenever equal text could yield
// another index.
const Version = 1

// Block is a few sentences of a document, the least that the library is asked for.
type Block struct {
	Start, End int32 // code points, half-open
	Language   Language
	Follows    bool // it goes on where the block before ends: nothing was left out between them
}

// Index is what a library stores of a document: its blocks, and which terms stand in which.
type Index struct {
	Blocks []Block
	Terms  []Term // by ID, then Block; one of each
}

// Term is a term in a block.
type Term struct {
	ID    uint32
	Block int32
}

// blockWeight is the weight at which a block is full: a hundred Chinese characters, or 60 words.
// Windows of a hundred characters rank the right document first; single sentences do not.
const blockWeight = 100

// NewIndex makes the index of a document of its words. It takes as long as cutting the text.
func NewIndex(words []Word, t *text.Text) *Index {
	x := &Index{}
	weight, first, next := 0, 0, 0 // first sentence of the block, next word
	close := func(last int) {
		if first == last {
			return
		}
		var han, latin int
		terms := len(x.Terms)
		for ; next < len(words) && int(words[next].Sentence) < last; next++ {
			w := &words[next]
			switch {
			case w.Language == Chinese:
				han++
			case !w.Number:
				latin++
			}
			x.Terms = append(x.Terms, Term{w.Term, int32(len(x.Blocks))})
		}
		if han+latin == 0 {
			x.Terms = x.Terms[:terms]
		} else {
			b := Block{Start: int32(t.Sentences[first].Start), End: int32(t.Sentences[last-1].End)}
			if latin > 2*han {
				b.Language = English
			}
			b.Follows = len(x.Blocks) > 0 && !t.Sentences[first].Cut
			x.Blocks = append(x.Blocks, b)
		}
		weight, first = 0, last
	}
	for i, s := range t.Sentences {
		if s.Cut || weight >= blockWeight || s.Section && weight > 0 {
			close(i)
		}
		weight += s.Weight
	}
	close(len(t.Sentences))
	slices.SortFunc(x.Terms, func(a, b Term) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Block, b.Block)) })
	x.Terms = slices.Compact(x.Terms)
	return x
}

// Encode writes an index: the blocks, then for each term the distance to the previous term and its
// blocks.
func (x *Index) Encode() []byte {
	b := binary.AppendUvarint(nil, Version)
	b = binary.AppendUvarint(b, uint64(len(x.Blocks)))
	last := int32(0)
	for _, k := range x.Blocks {
		flags := uint64(k.Language) << 1
		if k.Follows {
			flags |= 1
		}
		b = binary.AppendUvarint(b, flags)
		b = binary.AppendUvarint(b, uint64(k.Start-last))
		b = binary.AppendUvarint(b, uint64(k.End-k.Start))
		last = k.End
	}
	id := uint32(0)
	for i := 0; i < len(x.Terms); {
		n := i
		for n < len(x.Terms) && x.Terms[n].ID == x.Terms[i].ID {
			n++
		}
		b = binary.AppendUvarint(b, uint64(x.Terms[i].ID-id))
		id = x.Terms[i].ID
		block := int32(-1)
		for ; i < n; i++ {
			// The lowest bit says that it is the last of the term.
			v := uint64(x.Terms[i].Block-block) << 1
			if i == n-1 {
				v |= 1
			}
			b = binary.AppendUvarint(b, v)
			block = x.Terms[i].Block
		}
	}
	return b
}

// ErrDamaged reports bytes that Encode of this version did not write.
var ErrDamaged = errors.New("hint: damaged index of words")

// Decode reads what Encode wrote. The error is ErrDamaged.
func Decode(b []byte) (*Index, error) {
	failed := false
	read := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			failed, b = true, nil
			return 0
		}
		b = b[n:]
		return v
	}
	if read() != Version {
		return nil, ErrDamaged
	}
	n := read()
	if failed || n > uint64(len(b)) {
		return nil, ErrDamaged
	}
	x := &Index{Blocks: make([]Block, n), Terms: make([]Term, 0, len(b)/4)}
	last := uint64(0)
	for i := range x.Blocks {
		flags := read()
		start := last + read()
		end := start + read()
		if flags>>1 >= uint64(languages) || end < start || end > 1<<31-1 {
			return nil, ErrDamaged
		}
		x.Blocks[i] = Block{int32(start), int32(end), Language(flags >> 1), flags&1 != 0}
		last = end
	}
	id := uint64(0)
	for len(b) > 0 {
		id += read()
		block, more := int64(-1), true
		for more && !failed {
			v := read()
			block += int64(v >> 1)
			more = v&1 == 0
			if block < 0 || block >= int64(n) || id >= 1<<termBits {
				return nil, ErrDamaged
			}
			x.Terms = append(x.Terms, Term{uint32(id), int32(block)})
		}
	}
	if failed {
		return nil, ErrDamaged
	}
	return x, nil
}
