package checker

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"zhiwen/checker/exclude"
)

const (
	// neighbourCount is how many applications are looked at to learn what a form
	// prints, and how many of the institution to learn its standard text: of 40
	// drawn from any number, a text that half of them have stands in 13 or more,
	// the third that is asked for, but for one chance in 80.
	neighbourCount = 40
	// digestsKept and lessonsKept bound what is remembered from check to check:
	// 200 KB a digest of a long application; one lesson a programme, year and
	// institution.
	digestsKept = 400
	lessonsKept = 100
)

// neighbourhood learns from the neighbours of documents and remembers what it
// learned. The zero value is good. It is safe for concurrent use.
type neighbourhood struct {
	lock    sync.Mutex
	digests memory[string, *exclude.Digest]
	lessons memory[string, *exclude.Learned]
}

// learned returns what the library's neighbours of a document have in common. It
// takes a query of the library where it has learned the same before; else
// neighbours that it has not seen are read and folded.
func (n *neighbourhood) learned(ctx context.Context, lib Library, in Input, read digester) (*exclude.Learned, error) {
	neighbours, err := lib.Neighbours(ctx, in.Identity, in.ID, neighbourCount)
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	var lesson strings.Builder
	fmt.Fprintf(&lesson, "%s %q %d %q", read.roles, in.Identity.Programme, in.Identity.Year, in.Identity.Institution)
	for _, o := range neighbours {
		if o.Identity.Applicant == in.Identity.Applicant {
			fmt.Fprintf(&lesson, " %q", in.Identity.Applicant) // it is left out
		}
		fmt.Fprintf(&lesson, " %s %q %q %q %d", read.key(o), o.Identity.Applicant, o.Identity.Institution, o.Identity.Programme,
			o.Identity.Year)
	}
	n.lock.Lock()
	defer n.lock.Unlock() // checks that begin together wait for the first, which reads for all
	if l, ok := n.lessons.get(lesson.String()); ok {
		return l, nil
	}
	var unread []int64
	for _, o := range neighbours {
		if _, ok := n.digests.get(read.key(o)); !ok {
			unread = append(unread, o.ID)
		}
	}
	fresh, err := digests(ctx, lib, unread, read)
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	var known []exclude.Neighbour
	for _, o := range neighbours {
		d, ok := n.digests.get(read.key(o))
		if !ok {
			d = fresh[read.key(o)]
		}
		if d != nil { // else it was deleted between the queries
			known = append(known, exclude.Neighbour{ID: o.ID, Identity: o.Identity, Digest: d})
		}
	}
	for key, d := range fresh {
		n.digests.put(key, d, digestsKept)
	}
	l := exclude.Learn(in.Identity, known)
	n.lessons.put(lesson.String(), l, lessonsKept)
	return l, nil
}

// digests makes the digests of documents, by digester.key: some are read while others are folded.
func digests(ctx context.Context, lib Library, ids []int64, read digester) (map[string]*exclude.Digest, error) {
	var lock sync.Mutex
	made := map[string]*exclude.Digest{}
	batches := slices.Collect(slices.Chunk(ids, batchOf(len(ids), leastCompared, mostCompared)))
	err := atOnce(ctx, len(batches), func(i int) error {
		sources, err := lib.Texts(ctx, batches[i])
		if err != nil {
			return err
		}
		for _, s := range sources {
			// One that panics teaches nothing. A check that compares with it says so.
			_ = recovered(func() {
				d := read.digest(s)
				lock.Lock()
				defer lock.Unlock()
				made[read.key(Neighbour{s.ID, s.Identity})] = d
			})
		}
		return nil
	})
	return made, err
}

// digester makes digests by a table of roles.
type digester struct {
	roles  string // the table's key
	digest func(*Source) *exclude.Digest
}

// key names the digest of a document: ids of two libraries may be equal.
func (r digester) key(n Neighbour) string {
	return strconv.FormatInt(n.ID, 10) + " " + n.Identity.SHA256 + " " + r.roles
}

// digester returns what reads neighbours by a table of roles.
func (e *Engine) digester(roles *exclude.Table) digester {
	return digester{roles.Key(), func(s *Source) *exclude.Digest {
		f := e.folded(s, roles)
		return f.read.Digest(f.whole())
	}}
}
