package checker

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/figure"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/each"
)

// Memory is a Library that lives in memory: what the command line checks a
// folder with. Make it with NewMemory; it is not changed afterwards.
type Memory struct {
	sources []*Source // by ID
	forms   []*Source
	units   []unitPlace
	imprint int                // version of the imprints of figures
	scheme  fingerprint.Scheme // whose groups the columns are
	columns []column

	shelving sync.Mutex
	segment  *hint.Segment // nil before the first call
	unread   int           // documents that are not on it, since cutting their words panicked
}

type unitPlace struct {
	source  int32
	ordinal int32
}

// column finds units by the value of one group: the units with value v are
// order[first[v]:first[v+1]].
type column struct {
	first []int32
	order []int32
}

// NewMemory makes a library of these sources and forms, which finds units by the five groups that libraries store. The
// ids of sources must differ and be above 0, their units be made; forms need neither.
func NewMemory(sources, forms []*Source) *Memory {
	return newMemory(sources, forms, fingerprint.Scheme{})
}

// NewMemory is as the function of the name, but the library finds units by the groups of the engine's profile, and figures by
// its imprints.
func (e *Engine) NewMemory(sources, forms []*Source) *Memory {
	m := newMemory(sources, forms, e.profile.scheme)
	m.imprint = e.parameters.Imprints
	return m
}

func newMemory(sources, forms []*Source, scheme fingerprint.Scheme) *Memory {
	m := &Memory{sources: slices.Clone(sources), forms: forms, imprint: imprint.Version, scheme: scheme}
	slices.SortFunc(m.sources, func(a, b *Source) int { return cmp.Compare(a.ID, b.ID) })
	for i, s := range m.sources {
		for j := range s.Units {
			m.units = append(m.units, unitPlace{int32(i), int32(j)})
		}
	}
	for g, width := range scheme.Widths() {
		first := make([]int32, 1<<width+1)
		var groups []uint32
		value := func(p unitPlace) uint32 {
			groups = scheme.Split(groups[:0], m.sources[p.source].Units[p.ordinal].Groups)
			return groups[g]
		}
		for _, p := range m.units {
			first[value(p)+1]++
		}
		for v := range first[1:] {
			first[v+1] += first[v]
		}
		order, fill := make([]int32, len(m.units)), slices.Clone(first)
		for u, p := range m.units {
			v := value(p)
			order[fill[v]] = int32(u)
			fill[v]++
		}
		m.columns = append(m.columns, column{first, order})
	}
	return m
}

// listedSources returns a Memory that is asked for its documents and figures only: the index of
// units takes 40 MB.
func (e *Engine) listedSources(sources []*Source) *Memory {
	m := &Memory{sources: slices.Clone(sources), imprint: e.parameters.Imprints}
	slices.SortFunc(m.sources, func(a, b *Source) int { return cmp.Compare(a.ID, b.ID) })
	return m
}

// Snapshot implements Library.
func (m *Memory) Snapshot(_ context.Context, exclude int64) (s evidence.Snapshot, err error) {
	for _, source := range m.sources {
		if source.ID != exclude {
			s.Documents++
			s.Units += len(source.Units)
			s.NewestID = source.ID
		}
	}
	return s, nil
}

// Candidates implements Library.
func (m *Memory) Candidates(ctx context.Context, queries []fingerprint.Groups, minGroups, most int, exclude int64) ([]Candidate, error) {
	var out []Candidate
	var hits []unitHit
	var values []uint32
	for q, groups := range queries {
		if q%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		hits = hits[:0]
		values = m.scheme.Split(values[:0], groups)
		for g, v := range values {
			if v >= fingerprint.NoGroup {
				continue
			}
			c, before := &m.columns[g], len(hits)
			for _, u := range c.order[c.first[v]:c.first[v+1]] {
				if m.sources[m.units[u].source].ID == exclude {
					continue
				}
				if hits = append(hits, unitHit{u, 1 << g}); most > 0 && len(hits)-before > most {
					hits = hits[:before]
					break
				}
			}
		}
		slices.SortFunc(hits, func(a, b unitHit) int { return cmp.Compare(a.unit, b.unit) })
		for i := 0; i < len(hits); {
			n, groups := i, uint8(0)
			for ; n < len(hits) && hits[n].unit == hits[i].unit; n++ {
				groups |= hits[n].group
			}
			p := m.units[hits[i].unit]
			if n-i >= minGroups {
				out = append(out, Candidate{Query: q, Document: m.sources[p.source].ID, Ordinal: int(p.ordinal), Groups: groups})
			}
			i = n
		}
	}
	return out, nil
}

// unitHit is a unit that agrees in one group, which is a bit.
type unitHit struct {
	unit  int32
	group uint8
}

// DocumentIDs implements Library.
func (m *Memory) DocumentIDs(context.Context) ([]int64, error) {
	out := each.Of(m.sources, func(s *Source) int64 { return s.ID })
	return out, nil
}

// Forms implements Library.
func (m *Memory) Forms(context.Context) ([]*Source, error) { return m.forms, nil }

// Roles implements Library: a check of a folder adds entries by Parameters.Roles.
func (m *Memory) Roles(context.Context) ([]exclude.Entry, error) { return nil, nil }

// Glances implements Library: the documents themselves are at hand.
func (m *Memory) Glances(ctx context.Context, asked []Asked) ([]*Glance, error) {
	ids := each.Of(asked, func(a Asked) int64 { return a.ID })
	sources, err := m.Sources(ctx, ids)
	out := each.Of(sources, func(s *Source) *Glance { return &Glance{ID: s.ID, Source: s} })
	return out, err
}

// Texts implements Library: there is nothing to be left out.
func (m *Memory) Texts(ctx context.Context, ids []int64) ([]*Source, error) {
	return m.Sources(ctx, ids)
}

// Sources implements Library.
func (m *Memory) Sources(_ context.Context, ids []int64) ([]*Source, error) {
	out := make([]*Source, 0, len(ids))
	for _, id := range ids {
		i, found := slices.BinarySearchFunc(m.sources, id, func(s *Source, id int64) int { return cmp.Compare(s.ID, id) })
		if found {
			out = append(out, m.sources[i])
		}
	}
	return out, nil
}

// Figures implements Library.
func (m *Memory) Figures(_ context.Context, hashes []uint64, exclude int64) (near [][]int64, unread int, err error) {
	segment := figure.NewSegment()
	for _, s := range m.sources {
		switch {
		case s.ID == exclude:
		case s.Document.Imprints != m.imprint:
			unread++
		default:
			segment.Put(s.ID, figure.Hashes(s.Document))
		}
	}
	near = segment.Near(hashes)
	for i, n := range near {
		near[i] = n[:min(len(n), figure.MostDocuments+1)]
	}
	return near, unread, nil
}

// Segments implements Library. The words are made at the first call, several documents at a time; later ones give the same.
func (m *Memory) Segments(ctx context.Context, words func(*extract.Document) (*hint.Index, error)) ([]*hint.Segment, int, error) {
	m.shelving.Lock()
	defer m.shelving.Unlock()
	if m.segment != nil {
		return []*hint.Segment{m.segment}, m.unread, nil
	}
	indexed := make([]hint.Indexed, len(m.sources))
	err := atOnce(ctx, len(m.sources), func(i int) error {
		index, err := words(m.sources[i].Document)
		if errors.Is(err, errPanic) {
			return nil
		}
		indexed[i] = hint.Indexed{ID: m.sources[i].ID, Index: index}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	indexed = slices.DeleteFunc(indexed, func(s hint.Indexed) bool { return s.Index == nil })
	m.unread = len(m.sources) - len(indexed)
	m.segment = hint.NewSegment(indexed)
	return []*hint.Segment{m.segment}, m.unread, nil
}

// Applications implements Library.
func (m *Memory) Applications(_ context.Context, applicant, number string, exclude int64) ([]Neighbour, error) {
	var out []Neighbour
	name, number := score.NameKey(applicant), score.NameKey(number)
	for _, s := range m.sources {
		named := name != "" && score.NameKey(s.Identity.Applicant) == name || number != "" && score.NameKey(s.Identity.Number) == number
		if named && s.ID != exclude && len(out) < MostApplications {
			out = append(out, Neighbour{s.ID, s.Identity})
		}
	}
	return out, nil
}

// Neighbours implements Library.
func (m *Memory) Neighbours(_ context.Context, like evidence.Identity, exclude int64, most int) ([]Neighbour, error) {
	taken := map[int64]bool{}
	var out []Neighbour
	// take adds the newest documents that are chosen, until there are enough.
	take := func(enough int, chosen func(evidence.Identity) bool) {
		for _, s := range slices.Backward(m.sources) {
			if len(out) >= enough {
				return
			}
			if s.ID != exclude && !taken[s.ID] && chosen(s.Identity) {
				taken[s.ID] = true
				out = append(out, Neighbour{s.ID, s.Identity})
			}
		}
	}
	take(most, func(id evidence.Identity) bool { return id.Year == like.Year && id.Programme == like.Programme })
	take(most, func(id evidence.Identity) bool { return id.Year == like.Year })
	take(most, func(evidence.Identity) bool { return true })
	if like.Institution != "" {
		// Those of the institution that are there already are among its newest or
		// as good: what is added makes them most.
		same := each.Count(out, func(n Neighbour) bool { return n.Identity.Institution == like.Institution })
		take(len(out)+max(0, most-same), func(id evidence.Identity) bool { return id.Institution == like.Institution })
	}
	slices.SortFunc(out, func(a, b Neighbour) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}
