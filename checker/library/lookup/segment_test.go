package lookup

import (
	"testing"

	"zhiwen/checker/hint"
)

// segmentOf makes a segment of documents with one word each.
func segmentOf(ids []int64) *hint.Segment {
	var documents []hint.Indexed
	for _, id := range ids {
		documents = append(documents, hint.Indexed{ID: id, Index: &hint.Index{
			Blocks: []hint.Block{{Start: 0, End: 10}}, Terms: []hint.Term{{ID: uint32(id), Block: 0}},
		}})
	}
	return hint.NewSegment(documents)
}

// While documents come one by one, and each check sees more, what earlier checks saw is not kept; other stretches are. What is told is
// what is kept.
func TestCacheDropsWhatNobodyAsksFor(t *testing.T) {
	var c WordCache
	told := int64(-1)
	c.Tell(func(bytes int64) { told = bytes })
	if told != 0 {
		t.Errorf("of an empty cache %d bytes are told", told)
	}
	other := []int64{5 * segmentIDs}
	c.put(other, segmentOf(other), 1)
	var ids []int64
	for id := range int64(50) {
		ids = append(ids, id)
		c.put(append([]int64(nil), ids...), segmentOf(ids), 1)
	}
	sum := int64(0)
	for _, k := range c.kept {
		sum += k.segment.Bytes()
	}
	if len(c.kept) != 1+mostViews || c.get(other) == nil || c.get(ids) == nil {
		t.Errorf("%d shelves are kept, want the last %d of a stretch and the one of another", len(c.kept), mostViews)
	}
	if told != sum || sum == 0 {
		t.Errorf("%d bytes are told, and %d are kept", told, sum)
	}
}

// A library of more segments than are kept as a rule keeps those that a check asks for.
func TestCacheKeepsWhatACheckAsksFor(t *testing.T) {
	const asked = mostKept + 10
	var c WordCache
	for i := range int64(asked + 5) { // the first five are of another view
		ids := []int64{i * segmentIDs}
		c.put(ids, segmentOf(ids), asked)
	}
	for i := range int64(asked) {
		if id := (i + 5) * segmentIDs; c.get([]int64{id}) == nil {
			t.Fatalf("the segment of %d is gone, of %d that a check asks for", id, asked)
		}
	}
	if len(c.kept) != asked {
		t.Errorf("%d segments are kept, want %d", len(c.kept), asked)
	}
}
