package highlight

import (
	"cmp"
	"container/heap"
	"slices"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/internal/each"
)

// NoRange stands where an index would be.
const NoRange = -1

// RankedMatch is a range of the text that belongs to a source.
type RankedMatch struct {
	extract.Span
	Rank   int // where matches overlap the lowest Rank is the best; ties go to the earlier in Input.Matches
	Source int // any number that tells sources apart
}

// Ranges is what Cut works on. Spans count code points of Text; they may
// overlap, come in any order and lie partly outside Text. Empty ones are
// ignored but for Flags, which may be points.
type Ranges struct {
	Text       string
	Paragraphs []extract.Paragraph // in order and disjoint
	Matches    []RankedMatch
	Excluded   []extract.Span
	Edits      []extract.Span
	Flags      []extract.Span
	Pages      []extract.Page
}

// Segment is a piece of one paragraph.
type Segment struct {
	extract.Span
	Text     string
	Match    int   // index of the best match, or NoRange
	Sources  int   // how many sources have a match here
	Begins   []int // indexes of the matches whose first segment this is
	Ends     []int // indexes of the matches whose last segment this is
	Excluded int   // index of the excluded range, or NoRange
	Edit     int   // index of the edit, or NoRange
	Flag     int   // index of the flag that covers the segment, or NoRange
	Points   []int // indexes of the flags that begin here
	Page     int   // number of the page that begins here, or 0
}

// CutParagraph is a paragraph with its segments, at least one unless it is empty.
type CutParagraph struct {
	extract.Paragraph
	Segments []Segment
}

// Cut cuts the paragraphs of in.
func Cut(in Ranges) []CutParagraph {
	length := utf8.RuneCountInString(in.Text)
	c := cutter{
		in:      in,
		sources: map[int]int{},
		matches: spansOf(in.Matches, length),
	}
	c.excluded = newLayer(in.Excluded, length)
	c.edits = newLayer(in.Edits, length)
	c.flags = newLayer(in.Flags, length)
	c.ends = sorted(c.matches, func(s extract.Span) int { return s.End })
	c.starts = sorted(c.matches, func(s extract.Span) int { return s.Start })
	c.points = sorted(clampAll(in.Flags, length), func(s extract.Span) int { return s.Start })
	c.live.rank = func(i int) int { return in.Matches[i].Rank }

	cuts := c.boundaries(length)
	out := make([]CutParagraph, 0, len(in.Paragraphs))
	next := 0  // index into cuts
	bytes := 0 // offset in bytes of the code point at
	at := 0
	for _, p := range in.Paragraphs {
		p.Span = clamp(p.Span, length)
		paragraph := CutParagraph{Paragraph: p}
		for next < len(cuts) && cuts[next] < p.Start {
			c.advance(cuts[next])
			next++
		}
		for next < len(cuts) && cuts[next] < p.End {
			start := cuts[next]
			c.advance(start)
			next++
			end := p.End
			if next < len(cuts) {
				end = min(end, cuts[next])
			}
			bytes = skip(in.Text, bytes, start-at)
			stop := skip(in.Text, bytes, end-start)
			paragraph.Segments = append(paragraph.Segments, c.segment(extract.Span{Start: start, End: end}, in.Text[bytes:stop]))
			bytes, at = stop, end
			c.last = &paragraph.Segments[len(paragraph.Segments)-1]
		}
		c.close(&paragraph)
		out = append(out, paragraph)
	}
	c.advance(length + 1)
	return out
}

// cutter is the state of a sweep over the text.
type cutter struct {
	in       Ranges
	matches  []extract.Span
	starts   []int // indexes of matches by start
	ends     []int // indexes of matches by end
	points   []int // indexes of flags by start
	live     ranking
	sources  map[int]int // live matches by source
	begun    []int       // matches that started since the last segment
	seen     []bool      // by match: has a segment
	last     *Segment
	pages    int
	excluded *layer
	edits    *layer
	flags    *layer
	pending  []int // flags that started since the last segment
}

// boundaries returns every place at which a segment may begin, in order.
func (c *cutter) boundaries(length int) []int {
	cuts := []int{0}
	add := func(spans ...extract.Span) {
		for _, s := range spans {
			cuts = append(cuts, s.Start, s.End)
		}
	}
	add(c.matches...)
	add(c.excluded.spans...)
	add(c.edits.spans...)
	add(clampAll(c.in.Flags, length)...)
	for _, p := range c.in.Paragraphs {
		add(clamp(p.Span, length))
	}
	for _, p := range c.in.Pages {
		cuts = append(cuts, min(max(p.Start, 0), length))
	}
	c.seen = make([]bool, len(c.matches))
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// advance brings the state to position pos: what ended at or before it goes,
// what started at or before it comes.
func (c *cutter) advance(pos int) {
	for len(c.ends) > 0 && c.matches[c.ends[0]].End <= pos {
		i := c.ends[0]
		c.ends = c.ends[1:]
		if c.matches[i].Start < c.matches[i].End {
			c.finish(i)
		}
	}
	for len(c.starts) > 0 && c.matches[c.starts[0]].Start <= pos {
		i := c.starts[0]
		c.starts = c.starts[1:]
		if c.matches[i].End <= pos {
			continue
		}
		heap.Push(&c.live, i)
		c.sources[c.in.Matches[i].Source]++
		c.begun = append(c.begun, i)
	}
	for c.live.Len() > 0 && c.matches[c.live.items[0]].End <= pos {
		heap.Pop(&c.live)
	}
	for len(c.points) > 0 && c.in.Flags[c.points[0]].Start <= pos {
		c.pending = append(c.pending, c.points[0])
		c.points = c.points[1:]
	}
	c.excluded.advance(pos)
	c.edits.advance(pos)
	c.flags.advance(pos)
}

// finish takes match i out of the state.
func (c *cutter) finish(i int) {
	source := c.in.Matches[i].Source
	if c.sources[source]--; c.sources[source] <= 0 {
		delete(c.sources, source)
	}
	if c.seen[i] { // else only separators lay in it
		c.last.Ends = append(c.last.Ends, i)
	}
}

func (c *cutter) segment(span extract.Span, text string) Segment {
	s := Segment{
		Span: span, Text: text,
		Match: NoRange, Sources: len(c.sources),
		Excluded: c.excluded.current, Edit: c.edits.current, Flag: c.flags.current,
		Points: c.pending,
	}
	if c.live.Len() > 0 {
		s.Match = c.live.items[0]
	}
	for _, i := range c.begun {
		if c.matches[i].End > span.Start {
			c.seen[i] = true
			s.Begins = append(s.Begins, i)
		}
	}
	c.begun, c.pending = nil, nil
	for c.pages < len(c.in.Pages) && c.in.Pages[c.pages].Start <= span.Start {
		s.Page = c.in.Pages[c.pages].Number
		c.pages++
	}
	return s
}

// close adds an empty segment for flags at the very end of a paragraph, so that they stay in their
// paragraph.
func (c *cutter) close(p *CutParagraph) {
	var here []int
	for len(c.points) > 0 && c.in.Flags[c.points[0]].Start <= p.End && c.in.Flags[c.points[0]].End <= p.End {
		here = append(here, c.points[0])
		c.points = c.points[1:]
	}
	if len(here) == 0 {
		return
	}
	here = append(c.pending, here...)
	c.pending = nil
	p.Segments = append(p.Segments, Segment{
		Span: extract.Span{Start: p.End, End: p.End}, Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange, Points: here,
	})
	if len(p.Segments) > 1 {
		c.last = &p.Segments[len(p.Segments)-2]
	}
}

// skip returns the byte offset n code points after from.
func skip(text string, from, n int) int {
	for ; n > 0 && from < len(text); n-- {
		if text[from] < utf8.RuneSelf {
			from++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	return from
}

func clamp(s extract.Span, length int) extract.Span {
	s.Start = min(max(s.Start, 0), length)
	s.End = min(max(s.End, s.Start), length)
	return s
}

func clampAll(spans []extract.Span, length int) []extract.Span {
	return each.Of(spans, func(s extract.Span) extract.Span { return clamp(s, length) })
}

func spansOf(matches []RankedMatch, length int) []extract.Span {
	return each.Of(matches, func(m RankedMatch) extract.Span { return clamp(m.Span, length) })
}

// sorted returns the indexes of spans in the order of key, ties by index.
func sorted(spans []extract.Span, key func(extract.Span) int) []int {
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(key(spans[a]), key(spans[b])) })
	return order
}

// layer follows one kind of range along the text. Where several cover a place,
// the one that reaches furthest among those begun so far stands for them.
type layer struct {
	spans   []extract.Span
	starts  []int
	current int
}

func newLayer(spans []extract.Span, length int) *layer {
	l := &layer{spans: clampAll(spans, length), current: NoRange}
	l.starts = sorted(l.spans, func(s extract.Span) int { return s.Start })
	return l
}

func (l *layer) advance(pos int) {
	for len(l.starts) > 0 && l.spans[l.starts[0]].Start <= pos {
		i := l.starts[0]
		l.starts = l.starts[1:]
		if l.spans[i].End > pos && (l.current == NoRange || l.spans[i].End > l.spans[l.current].End) {
			l.current = i
		}
	}
	if l.current != NoRange && l.spans[l.current].End <= pos {
		l.current = NoRange
	}
}

// ranking is a heap of matches, best first. Matches that ended stay in it until
// they come to the top.
type ranking struct {
	items []int
	rank  func(int) int
}

func (r *ranking) Len() int { return len(r.items) }
func (r *ranking) Less(a, b int) bool {
	x, y := r.items[a], r.items[b]
	return cmp.Or(cmp.Compare(r.rank(x), r.rank(y)), cmp.Compare(x, y)) < 0
}
func (r *ranking) Swap(a, b int) { r.items[a], r.items[b] = r.items[b], r.items[a] }
func (r *ranking) Push(x any)    { r.items = append(r.items, x.(int)) }
func (r *ranking) Pop() any {
	x := r.items[len(r.items)-1]
	r.items = r.items[:len(r.items)-1]
	return x
}
