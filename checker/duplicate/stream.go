package duplicate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"zhiwen/internal/each"
)

// Stream assigns permanent ids to texts that come one after another. A text that is alike to an earlier one gets its id, and
// any other text a new one. A store (MemoryIDs, or the table text_keys of a library) keeps the values by which texts are
// found again; a Stream determines which values to look up, which of the texts found is the same, and which values to keep.
// It is safe for concurrent use.
//
// A store that only ever adds what Kept returns answers for a text what it answered at first: the text itself is one of
// the values.
type Stream struct {
	method    streamed
	threshold float64
	centres   bool
	key       string
}

// streamed is a method whose fingerprints can be looked up by values, one of which any two that are alike share.
type streamed interface {
	Method
	// keys returns these values; the count of shared ones decides where the method has no distance.
	keys(p Print, threshold float64) Print
	// distance returns how unlike two fingerprints are; false where shared keys are counted.
	distance(a, b uint64) (int, bool)
}

func (nshash) keys(p Print, _ float64) Print          { return p }
func (nshash) distance(_, _ uint64) (int, bool)       { return 0, false }
func (semantic) keys(p Print, _ float64) Print        { return p }
func (semantic) distance(_, _ uint64) (int, bool)     { return 0, false }
func (simhash) distance(a, b uint64) (n int, ok bool) { return bits.OnesCount64(a ^ b), true }

// keys returns the blocks of the bits, one more than may differ (as in eachNear).
func (simhash) keys(p Print, threshold float64) (out Print) {
	blocks := uint64(threshold) + 1
	for _, v := range p {
		for b := range blocks {
			from, to := 64*b/blocks, 64*(b+1)/blocks
			out = append(out, mixed(b<<56^v<<(64-to)>>(64-to+from)))
		}
	}
	return out
}

// DefaultStream is the name of the default method for permanent ids.
const DefaultStream = "nshash"

// StreamMethods returns the names of the methods that a Stream takes.
func StreamMethods() []string {
	var out []string
	for _, m := range Methods() {
		if _, ok := m.(streamed); ok {
			out = append(out, m.Name())
		}
	}
	return out
}

// StreamOptions are what a Stream's ids depend on beside its method.
type StreamOptions struct {
	Set       map[string]string // the parameters that the method was set by
	Synonyms  string            // the table that WithSynonyms took; "" is none
	Threshold float64           // within Limit
	// Centres makes each id a cluster of the single pass (SinglePass) around the text that got it first. Without, texts
	// are also known again by what only a later text of the id has; simhash knows centres alone.
	Centres bool
}

// NewStream returns a stream; false where the method is none of StreamMethods.
func NewStream(m Method, o StreamOptions) (*Stream, bool) {
	method, ok := m.(streamed)
	if !ok {
		return nil, false
	}
	_, far := method.distance(0, 0)
	s := &Stream{method: method, threshold: o.Threshold, centres: o.Centres || far}
	parts := []string{m.Name()}
	for _, p := range Parameters(m) {
		value := cmp.Or(o.Set[p.Name], p.Default)
		if p.Choices == nil {
			number, _ := p.takes(value)
			value = strconv.Itoa(number)
		}
		parts = append(parts, p.Name+"="+value)
	}
	parts = append(parts, "threshold="+strconv.FormatFloat(o.Threshold, 'g', -1, 64))
	if s.centres {
		parts = append(parts, "centres")
	}
	if o.Synonyms != "" {
		sum := sha256.Sum256([]byte(o.Synonyms))
		parts = append(parts, "synonyms="+hex.EncodeToString(sum[:8]))
	}
	s.key = strings.Join(parts, " ")
	return s, true
}

// Key names the method with all that its ids depend on. Ids of different keys say nothing of each other.
func (s *Stream) Key() string { return s.key }

// Asked is what a store is asked for of a text.
type Asked struct {
	whole uint64 // hash of the whole text but for its spaces
	print uint64 // of methods with a distance
	keys  Print
}

// Values returns the values to look up.
func (a Asked) Values() Print { return append(Print{a.whole}, a.keys...) }

// Ask returns what a store is to be asked for; false where the text has nothing to compare.
func (s *Stream) Ask(t *Text) (a Asked, ok bool, err error) {
	print, err := s.method.Print(t)
	if err != nil || len(print) == 0 {
		return a, false, err
	}
	// Line ends and spaces are those of how a text came.
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(t.document.Text), " ")))
	a = Asked{whole: binary.BigEndian.Uint64(sum[:]), keys: s.method.keys(print, s.threshold)}
	if _, far := s.method.distance(0, 0); far {
		a.print = print[0]
	}
	return a, true, nil
}

// Kept is a value that a store keeps: the texts of the id are known again by it.
type Kept struct {
	Value uint64
	ID    int64
	Print uint64 // of the text that got the id first, of methods with a distance
}

// Choose returns the id of a text among the stored values with those of Asked.Values, or 0. Of several ids it
// chooses the one with the most values or, where the nearest counts, the nearest; of equal ones the smallest.
func (s *Stream) Choose(a Asked, found []Kept) int64 {
	likeness := map[int64]int{}
	for _, k := range found {
		if k.Value == a.whole {
			return k.ID
		}
		if distance, far := s.method.distance(k.Print, a.print); !far {
			likeness[k.ID]++
		} else if distance <= int(s.threshold) {
			likeness[k.ID] = 64 - distance
		}
	}
	best := int64(0)
	for _, id := range slices.Sorted(maps.Keys(likeness)) {
		if best == 0 || likeness[id] > likeness[best] {
			best = id
		}
	}
	if _, far := s.method.distance(0, 0); !far && likeness[best] < min(int(s.threshold), len(a.keys)) {
		return 0
	}
	return best
}

// Keep returns what a store is to keep of a text beside what it had of it, now that the text has its id: one that
// Choose returned, or a new one.
func (s *Stream) Keep(a Asked, found []Kept, id int64, isNew bool) []Kept {
	have := each.Map(found, func(k Kept) (uint64, bool) { return k.Value, true })
	var out []Kept
	if !have[a.whole] {
		out = append(out, Kept{a.whole, id, a.print})
	}
	for _, v := range a.keys {
		if isNew || !s.centres && !have[v] {
			out = append(out, Kept{v, id, a.print})
		}
	}
	return out
}

// MemoryIDs is a store of permanent ids in memory. The zero value is empty. It is not safe for concurrent use.
type MemoryIDs struct {
	kept map[uint64][]Kept
	last int64
}

// ID returns the id of a text, and whether it is new. The store must be asked by one stream alone.
func (m *MemoryIDs) ID(s *Stream, a Asked) (id int64, isNew bool) {
	var found []Kept
	for _, v := range a.Values() {
		found = append(found, m.kept[v]...)
	}
	if id = s.Choose(a, found); id == 0 {
		m.last++
		id, isNew = m.last, true
	}
	if m.kept == nil {
		m.kept = map[uint64][]Kept{}
	}
	for _, k := range s.Keep(a, found, id, isNew) {
		m.kept[k.Value] = append(m.kept[k.Value], k)
	}
	return id, isNew
}
