package word

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"zhiwen/internal/each"
)

// A folder of dictionaries may have a file with them as this program keeps them (Ready), made when the
// program is built: to read it takes a fraction of the time of reading words one by one. It says of which files it was made. Where these
// are
// others by now, or it is damaged, it is left aside.

// ReadyName is the name of the file.
const ReadyName = "words.ready"

// readyFormat begins the file. It changes with what is in it, and with how that is made of the dictionaries.
const readyFormat = "zhiwen words 1\n"

// ready is what the file has.
type ready struct {
	segmenter *segmenter
	lexicon   *Lexicon
}

var errNotReady = errors.New("not made of these dictionaries by this version")

// Ready returns the file of the dictionaries in a folder. Errors are those of Open, or of the file system.
func Ready(dir string) ([]byte, error) {
	if err := verify(dir); err != nil {
		return nil, err
	}
	from := paths(dir)
	s, err := readSegmenter(from)
	if err != nil {
		return nil, err
	}
	l, err := readLexicon(from)
	if err != nil {
		return nil, err
	}
	sums, err := sumsOf(from)
	if err != nil {
		return nil, err
	}
	return packed(sums, s, l), nil
}

// sumsOf tells dictionaries from others.
func sumsOf(paths [dictionaries]string) ([]uint64, error) {
	var sums []uint64
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("read word dictionary: %w", err)
		}
		h := crc32.New(castagnoli)
		n, err := io.Copy(h, f)
		_ = f.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("read word dictionary: %w", err)
		}
		sums = append(sums, uint64(n)<<32|uint64(h.Sum32()))
	}
	return sums, nil
}

// castagnoli is the polynomial for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func packed(sums []uint64, s *segmenter, l *Lexicon) []byte {
	t := s.words
	out := put([]byte(readyFormat), sums)
	out = put(out, t.initial[:])
	out = put(out, t.maybe[:])
	out = put(out, t.often.entries)
	out = put(out, t.seldom.entries)
	out = put(out, []uint64{uint64(t.often.used), uint64(t.seldom.used), uint64(l.used)})
	var beyond []uint32
	for _, step := range slices.SortedFunc(maps.Keys(t.beyond),
		func(a, b passage) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.over, b.over)) }) {
		beyond = append(beyond, step.node, uint32(step.over), t.beyond[step])
	}
	out = put(out, beyond)
	out = put(out, t.weights)
	single := each.Of(slices.Sorted(maps.Keys(s.single)), func(r rune) uint32 { return uint32(r) })
	out = put(out, single)
	out = put(out, []float64{s.least, float64(l.usual)})
	numbers, characters := s.model.pack()
	out = put(put(out, numbers), characters)
	slots := make([]uint64, 0, 2*len(l.slots))
	for _, slot := range l.slots {
		slots = append(slots, slot.hash, slot.bits())
	}
	out = put(out, slots)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// put appends how many values there are, and them.
func put[T uint32 | uint64 | float64](out []byte, values []T) []byte {
	out = binary.LittleEndian.AppendUint64(out, uint64(len(values)))
	out, _ = binary.Append(out, binary.LittleEndian, values) // these have a size
	return out
}

// openReady reads the file beside the dictionaries, or returns nil if there is none made from them.
func openReady(paths [dictionaries]string) *ready {
	f, err := os.Open(filepath.Join(filepath.Dir(paths[0]), ReadyName))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	sums, err := sumsOf(paths)
	if err != nil {
		return nil
	}
	r, err := unpack(f, info.Size(), sums)
	if err != nil {
		return nil
	}
	return r
}

// unpacker reads a packed file, until the first error.
type unpacker struct {
	from io.Reader
	left int64 // bytes, so that no more room is made than there are values
	sum  hash.Hash32
	part [64 << 10]byte
	err  error
}

// read returns the next bytes, no more than part has.
func (u *unpacker) read(n int) []byte {
	if u.left -= int64(n); u.err == nil && u.left < 0 {
		u.err = io.ErrUnexpectedEOF
	}
	if u.err == nil {
		_, u.err = io.ReadFull(u.from, u.part[:n])
	}
	if u.err != nil {
		clear(u.part[:n])
	}
	_, _ = u.sum.Write(u.part[:n])
	return u.part[:n]
}

// take reads values that put has written.
func take[T uint32 | uint64 | float64](u *unpacker) []T {
	n, size := binary.LittleEndian.Uint64(u.read(8)), binary.Size(T(0))
	if n > uint64(max(u.left, 0))/uint64(size) {
		u.err = cmp.Or(u.err, io.ErrUnexpectedEOF)
		return nil
	}
	values := make([]T, n)
	for rest := values; len(rest) > 0; {
		now := rest[:min(len(rest), len(u.part)/size)]
		_, _ = binary.Decode(u.read(len(now)*size), binary.LittleEndian, now) // as many as there are
		rest = rest[len(now):]
	}
	return values
}

func unpack(from io.Reader, size int64, sums []uint64) (*ready, error) {
	u := &unpacker{from: from, left: size, sum: crc32.New(castagnoli)}
	if string(u.read(len(readyFormat))) != readyFormat || !slices.Equal(take[uint64](u), sums) {
		return nil, errNotReady
	}
	t := &trie{beyond: map[passage]uint32{}}
	initial, maybe := take[uint32](u), take[uint64](u)
	often, seldom := take[uint64](u), take[uint64](u)
	used, beyond := take[uint64](u), take[uint32](u)
	t.weights = take[float64](u)
	single, rest := take[uint32](u), take[float64](u)
	numbers, characters := take[float64](u), take[uint32](u)
	slots := take[uint64](u)
	sum := u.sum.Sum32()
	if got := binary.LittleEndian.Uint32(u.read(4)); u.err != nil || got != sum {
		return nil, cmp.Or(u.err, errNotReady)
	}
	// From here on all is as it was packed.
	copy(t.initial[:], initial)
	copy(t.maybe[:], maybe)
	table := func(entries []uint64, used uint64) steps {
		return steps{entries: entries, shift: uint(64 - bits.TrailingZeros(uint(len(entries)))), used: int(used)}
	}
	t.often, t.seldom = table(often, used[0]), table(seldom, used[1])
	for step := range slices.Chunk(beyond, 3) {
		t.beyond[passage{step[0], rune(step[1])}] = step[2]
	}
	s := &segmenter{words: t, least: rest[0], single: map[rune]bool{}, known: written[known](len(t.weights))}
	for _, r := range single {
		s.single[rune(r)] = true
	}
	s.model.unpack(numbers, characters)
	l := &Lexicon{slots: make([]lexiconSlot, len(slots)/2), used: int(used[2]), usual: float32(rest[1])}
	for i := range l.slots {
		l.slots[i] = lexiconSlot{slots[2*i], entryOf(slots[2*i+1])}
	}
	return &ready{s, l}, nil
}
