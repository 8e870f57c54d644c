package lookup

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"zhiwen/checker/hint"
	"zhiwen/checker/library/database"
	"zhiwen/internal/wrap"
)

// SaveWords keeps the words of a document.
func SaveWords(ctx context.Context, c database.Conn, id int64, x *hint.Index) error {
	_, err := c.Exec(ctx, `INSERT INTO words (doc_id, version, words) VALUES ($1, $2, $3)
		ON CONFLICT (doc_id) DO UPDATE SET version = excluded.version, words = excluded.words`, id, hint.Version, x.Encode())
	return wrap.Error(err, "store words of document %d", id)
}

// segmentIDs is how many ids a segment is of: the documents of ids n × segmentIDs to (n+1) × segmentIDs - 1. A segment is made anew
// when one of its documents comes or goes, in some 50 ms, and is looked into by itself for each word.
const segmentIDs = 1024

// mostKept bounds how many segments are kept: those of 200,000 documents, or of a smaller library as several calls see it. A larger
// library keeps all that one check asks for: to make them anew at each check would take minutes. Of documents of
// 5,000 characters each takes 4 MB.
const mostKept = 200

// mostViews bounds how many segments are kept of the same stretch of ids: as several calls see it that are checked at a time. Of a
// stretch to which documents come, each check before the last has seen another one, which nobody will ask for.
const mostViews = 3

// WordCache keeps segments. The zero value is good. It is safe for concurrent use.
type WordCache struct {
	lock  sync.Mutex
	turn  int
	kept  []*kept
	bytes int64
	tell  func(bytes int64)
	group sync.Mutex // one is made at a time: it takes all processors' time as it is
}

type kept struct {
	ids     []int64
	segment *hint.Segment
	used    int
}

// Tell has tell called with how many bytes of memory the segments take that are kept: at once, and whenever that has changed. It must not
// look into the cache.
func (c *WordCache) Tell(tell func(bytes int64)) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.tell = tell
	tell(c.bytes)
}

func (c *WordCache) get(ids []int64) *hint.Segment {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.turn++
	for _, k := range c.kept {
		if slices.Equal(k.ids, ids) {
			k.used = c.turn
			return k.segment
		}
	}
	return nil
}

// put keeps a segment, one of as many as a check asks for.
func (c *WordCache) put(ids []int64, s *hint.Segment, asked int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.turn++
	stretch := func(k *kept) bool { return k.ids[0]/segmentIDs == ids[0]/segmentIDs }
	c.leave(mostViews-1, stretch)
	c.leave(max(mostKept, asked)-1, func(*kept) bool { return true })
	c.kept = append(c.kept, &kept{ids, s, c.turn})
	c.bytes += s.Bytes()
	if c.tell != nil {
		c.tell(c.bytes)
	}
}

// WordSegments returns the words of documents, whose ids are in order and have words: from the cache, which may be nil, or
// read. One that was deleted meanwhile is left out.
func WordSegments(ctx context.Context, c database.Conn, cache *WordCache, ids []int64) ([]*hint.Segment, error) {
	if cache == nil {
		cache = &WordCache{}
	}
	var stretches [][]int64
	for len(ids) > 0 {
		n := 1
		for n < len(ids) && ids[n]/segmentIDs == ids[0]/segmentIDs {
			n++
		}
		stretches, ids = append(stretches, ids[:n]), ids[n:]
	}
	out := make([]*hint.Segment, len(stretches))
	for i, s := range stretches {
		var err error
		if out[i], err = cache.segment(ctx, c, s, len(stretches)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// leave drops those that were used longest ago of some until no more than so many of them are kept.
func (c *WordCache) leave(most int, of func(*kept) bool) {
	for {
		oldest, n := -1, 0
		for i, k := range c.kept {
			if !of(k) {
				continue
			}
			n++
			if oldest < 0 || k.used < c.kept[oldest].used {
				oldest = i
			}
		}
		if n <= most {
			return
		}
		c.bytes -= c.kept[oldest].segment.Bytes()
		c.kept = slices.Delete(c.kept, oldest, oldest+1)
	}
}

func (c *WordCache) segment(ctx context.Context, conn database.Conn, ids []int64, asked int) (*hint.Segment, error) {
	if s := c.get(ids); s != nil {
		return s, nil
	}
	c.group.Lock()
	defer c.group.Unlock()
	if s := c.get(ids); s != nil { // made meanwhile
		return s, nil
	}
	var list []hint.Indexed
	var id int64
	var data []byte
	if err := conn.Each(ctx, []any{&id, &data}, func() error {
		if _, wanted := slices.BinarySearch(ids, id); !wanted {
			return nil
		}
		x, err := hint.Decode(data)
		list = append(list, hint.Indexed{ID: id, Index: x})
		return wrap.Error(err, "document %d", id)
	}, `SELECT doc_id, words FROM words WHERE version = $1 AND doc_id BETWEEN $2 AND $3 ORDER BY doc_id`,
		hint.Version, ids[0], ids[len(ids)-1]); err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	s := hint.NewSegment(list)
	if len(list) == len(ids) { // else some were deleted: the next check has others
		c.put(slices.Clone(ids), s, asked)
	}
	return s, nil
}
