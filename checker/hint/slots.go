package hint

import "math/bits"

// slots numbers keys from 0 on in the order in which they are added: a map of a few hundred keys that is asked for thousands, most of
// which it does not have. The keys are hashes or small numbers. It is for one goroutine while keys are added.
type slots struct {
	table []slot // a power of two of them, at most half are taken
	shift int
	count int32
}

type slot struct {
	key uint64
	at  int32 // the number of the key and 1; 0 is none
}

// newSlots makes slots with room for n keys.
func newSlots(n int) *slots {
	size := bits.Len(uint(max(n, 8)*2 - 1))
	return &slots{table: make([]slot, 1<<size), shift: 64 - size}
}

// find returns where a key is in the table, or would be.
func (s *slots) find(key uint64) *slot {
	for i := int(key * 0x9e3779b97f4a7c15 >> s.shift); ; i++ {
		e := &s.table[i&(len(s.table)-1)]
		if e.at == 0 || e.key == key {
			return e
		}
	}
}

// of returns the number of a key, or -1.
func (s *slots) of(key uint64) int32 { return s.find(key).at - 1 }

// add returns the number of a key, the next one where it has none yet.
func (s *slots) add(key uint64) int32 {
	e := s.find(key)
	if e.at == 0 {
		if int(s.count) >= len(s.table)/2 {
			s.grow()
			e = s.find(key)
		}
		s.count++
		*e = slot{key, s.count}
	}
	return e.at - 1
}

// grow doubles the table.
func (s *slots) grow() {
	old := s.table
	s.table, s.shift = make([]slot, 2*len(old)), s.shift-1
	for _, e := range old {
		if e.at > 0 {
			*s.find(e.key) = e
		}
	}
}
