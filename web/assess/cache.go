package assess

import (
	"slices"
	"sync"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// cacheSize is how many checks are kept decoded: those that a few reviewers
// filter at the same time. A large one takes some MB.
const cacheSize = 8

// cache keeps the evidence and the text of the checks that were looked at last.
// Neither ever changes, and no id is given twice, so neither grows old. It
// is safe for concurrent use.
type cache struct {
	mu      sync.Mutex
	entries []decoded // the last used first
}

// keepVersions is for how long it is kept which sources of a check are versions of one
// application: as long as somebody tries filters. The library may lose one meanwhile.
const keepVersions = time.Minute

// versions returns which sources of a check are versions of one application, if that is kept.
func (c *cache) versions(check int64, now time.Time) ([][]int64, bool) {
	d, ok := c.get(check)
	return d.groups, ok && now.Before(d.grouped.Add(keepVersions))
}

// putVersions keeps which sources of a check are versions of one application, as long as
// the check is kept.
func (c *cache) putVersions(check int64, groups [][]int64, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.entries {
		if c.entries[i].check == check {
			c.entries[i].groups, c.entries[i].grouped = groups, now
		}
	}
}

// decoded is a check's evidence as it was stored, and its document's text. Both
// are shared and must not be changed.
type decoded struct {
	check    int64
	evidence *evidence.Evidence
	document *extract.Document
	groups   [][]int64 // sources that are versions of one application
	grouped  time.Time // when the groups were made; zero is never
}

// get finds the entry of a check.
func (c *cache) get(check int64) (decoded, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.entries, func(e decoded) bool { return e.check == check })
	if i < 0 {
		return decoded{}, false
	}
	found := c.entries[i]
	copy(c.entries[1:i+1], c.entries[:i])
	c.entries[0] = found
	return found, true
}

// put adds an entry; the one that was not used for longest goes.
func (c *cache) put(e decoded) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = slices.DeleteFunc(c.entries, func(x decoded) bool { return x.check == e.check })
	c.entries = slices.Insert(c.entries, 0, e)
	c.entries = c.entries[:min(len(c.entries), cacheSize)]
}
