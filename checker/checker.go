// Package checker is the engine: it compares one document with a library of
// others and records what they have in common as evidence.
//
// In go an extracted document and a Library, out comes evidence.Evidence. The
// package knows no HTTP and no SQL; a Library can be a database or, for the
// command line, a Memory.
package checker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"zhiwen/checker/align"
	"zhiwen/checker/citation"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Version of the engine, in evidence and in the key of indexes. It changes
// whenever equal input could give other fingerprints.
const Version = "6"

// Parameters are the settings of an engine.
type Parameters struct {
	Profile    string // DefaultProfile, PaperProfile or ShortPaperProfile
	MinLength  int    // matches with fewer countable characters do not count
	MinShare   int    // sources that cover less of the document's countable characters, in thousandths, do not count
	Exhaustive bool   // compare with every document of the library, without asking the index

	// Hints is what possible rewritings, summaries and translations are looked for with; nil: they are not. HintLevel
	// is how many false ones a clean document may give: evidence.DefaultFalseAlarms where it is 0.
	Hints     *hint.Means
	HintLevel evidence.Decimal

	// Exclude are the reasons for which text does not count.
	Exclude []evidence.Reason
	Roles   *exclude.Table // what sections are, and text that takes no part; nil is the built-in one. Library.Roles adds to it

	// Imprints is the version of the fingerprints of pictures that are compared (imprint.Layout.Version); 0 is that of
	// libraries. Documents that were read for others are taken for unread.
	Imprints int

	// Of the published method: how many of the groups must agree, and how many bits may differ.
	MinGroups   int
	MaxDistance int
}

// The profiles.
const (
	DefaultProfile    = evidence.DefaultProfile
	PaperProfile      = evidence.PaperProfile
	ShortPaperProfile = evidence.ShortPaperProfile
)

// DefaultParameters of a profile.
func DefaultParameters(profile string) Parameters {
	return Parameters{
		Profile: profile, MinLength: score.DefaultLeastLength, MinGroups: 2, MaxDistance: 2, Exclude: score.DefaultExclude(),
	}
}

// Engine checks documents. It is safe for concurrent use.
type Engine struct {
	parameters Parameters
	profile    profile
	neighbours neighbourhood
	forms      formMaker
	revealed   revealed
}

// New makes an engine. It gives an error for parameters out of range. The
// paper's profile needs the word cutter; the default one may pass nil.
func New(p Parameters, words *word.Cutter) (*Engine, error) {
	p.Imprints = cmp.Or(p.Imprints, imprint.Version)
	e := &Engine{parameters: p}
	switch {
	case p.Profile == DefaultProfile:
		e.profile = soundProfile()
	case e.paper() && words != nil:
		e.profile = wordProfile(words, p.Profile == ShortPaperProfile)
	case e.paper():
		return nil, fmt.Errorf("checker: profile %q needs a word cutter", p.Profile)
	default:
		return nil, fmt.Errorf("checker: there is no profile %q, only %q, %q and %q",
			p.Profile, DefaultProfile, PaperProfile, ShortPaperProfile)
	}
	if groups := len(e.profile.scheme.Widths()); p.MinGroups < 1 || p.MinGroups > groups {
		return nil, fmt.Errorf("checker: the number of agreeing groups must be 1 to %d, not %d", groups, p.MinGroups)
	}
	if size := e.profile.scheme.Bits(); p.MaxDistance < 0 || p.MaxDistance > size {
		return nil, fmt.Errorf("checker: the Hamming distance must be 0 to %d, not %d", size, p.MaxDistance)
	}
	if p.MinLength < 0 {
		return nil, fmt.Errorf("checker: the least length of a match must not be negative")
	}
	if p.MinShare < 0 || p.MinShare > score.Thousand {
		return nil, fmt.Errorf("checker: the least share of a source must be 0 to %d thousandths, not %d", score.Thousand, p.MinShare)
	}
	if p.HintLevel < 0 || p.HintLevel > evidence.MostFalseAlarms {
		return nil, fmt.Errorf("checker: the false hints that a clean document may give must be 0 to %v, not %v", evidence.MostFalseAlarms,
			p.HintLevel)
	}
	if p.HintLevel == 0 {
		e.parameters.HintLevel = evidence.DefaultFalseAlarms
	}
	return e, nil
}

// IndexKey names how units are made; a library whose units were made under
// another key cannot be used with this engine.
func (e *Engine) IndexKey() string { return e.parameters.Profile + "/" + Version }

// Index returns what a library stores of a document: its units, and its words as Words gives them. It takes less time than
// Units and Words. Errors are those of Words.
func (e *Engine) Index(d *extract.Document) (units []fingerprint.Unit, words *hint.Index, err error) {
	var t *text.Text
	fault := recovered(func() {
		t = e.reveals(d)
		units = e.profile.units(t)
	})
	switch {
	case fault != nil:
		return nil, nil, fmt.Errorf("units of a document: %w", fault)
	case e.paper():
		words, err = e.Words(d)
	default:
		words, err = e.words(d, func() *text.Text { return t })
	}
	return units, words, err
}

// Units returns what a library stores of a document to be found for matches.
func (e *Engine) Units(d *extract.Document) []fingerprint.Unit { return e.profile.units(e.reveals(d)) }

// reveals folds a document without the text that it reveals by itself as excluded.
func (e *Engine) reveals(d *extract.Document) *text.Text { return e.profile.fold(d, e.alone(d)...) }

// alone returns the text that a document reveals by itself as excluded.
func (e *Engine) alone(d *extract.Document) []extract.Span {
	return exclude.Of(exclude.New(d, evidence.Identity{}, e.parameters.Roles).Alone(), e.parameters.Exclude)
}

// DefaultUnits returns the groups of the units of a folded text as the default profile makes
// them.
func DefaultUnits(t *text.Text) []fingerprint.Groups {
	return each.Of(soundProfile().units(t), func(u fingerprint.Unit) fingerprint.Groups { return u.Groups })
}

// Input is the document to check.
type Input struct {
	ID        int64 // of the library; 0 if it has none. It is never its own source
	InLibrary bool  // others are checked against it
	Identity  evidence.Identity
	Document  *extract.Document

	// WithoutHints says that hints are not looked for, though the engine could: nobody wants them of this document.
	WithoutHints bool

	// Unmade are documents of the library whose units could not be made: they are left out.
	Unmade []*Source

	// Fault, if not nil, is told of each document of the library that was left out because comparing with it panicked;
	// evidence.Snapshot.Uncompared names them. It is called by several goroutines at a time.
	Fault func(document int64, err error)
}

// sourceBatch is how many candidate documents are held in memory at once.
const sourceBatch = 32

// Check compares a document with a library. progress, if not nil, is told
// from time to time how many of the candidate documents are done, never twice at once. The error
// is the context's, the library's, or says that the document itself made the engine panic. A
// document of the library that does so is left out and named in the evidence.
func (e *Engine) Check(ctx context.Context, in Input, lib Library, progress func(done, total int)) (out *evidence.Evidence, err error) {
	if fault := recovered(func() { out, err = e.check(ctx, in, lib, progress) }); fault != nil {
		return nil, fmt.Errorf("check: %w", fault)
	}
	return out, wrap.Error(err, "check")
}

func (e *Engine) check(ctx context.Context, in Input, lib Library, progress func(done, total int)) (*evidence.Evidence, error) {
	snapshot, err := lib.Snapshot(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	roles, err := e.roles(ctx, lib)
	if err != nil {
		return nil, err
	}
	forms, err := lib.Forms(ctx)
	if err != nil {
		return nil, err
	}
	left := &faults{tell: in.Fault}
	for _, s := range in.Unmade {
		left.leave(s, false, errUnmade)
	}
	known, err := e.known(ctx, in, lib, roles, forms, left)
	if err != nil {
		return nil, err
	}
	q := e.query(in, roles, known)
	q.faults = left
	ids, hits, err := e.candidates(ctx, q, lib, snapshot)
	if err != nil {
		return nil, err
	}
	retrieval := byFingerprints
	if e.parameters.Exhaustive {
		retrieval = exhaustive
	}
	found, err := e.compareCandidates(ctx, q, lib, candidates{ids, hits}, &snapshot, progress)
	if err != nil {
		return nil, err
	}
	if found, err = e.withOwn(ctx, q, lib, found); err != nil {
		return nil, err
	}
	out := e.record(q, snapshot, retrieval, e.mostTelling(q, found))
	if out.Figures, err = e.figures(ctx, q, lib, forms, out.Sources); err != nil {
		return nil, err
	}
	if out.Hints, err = e.hints(ctx, q, lib, out); err != nil {
		return nil, err
	}
	out.Library.Uncompared = left.documents()
	if out.Hints != nil || len(out.Library.Uncompared) > 0 {
		score.Update(out, in.Document)
	}
	return out, nil
}

// Compare compares a document with listed others, without an index: it is
// aligned with each. Errors are as of Check.
func (e *Engine) Compare(ctx context.Context, in Input, sources ...*Source) (out *evidence.Evidence, err error) {
	if fault := recovered(func() { out, err = e.compareListed(ctx, in, sources) }); fault != nil {
		return nil, fmt.Errorf("compare: %w", fault)
	}
	return out, wrap.Error(err, "compare")
}

func (e *Engine) compareListed(ctx context.Context, in Input, sources []*Source) (*evidence.Evidence, error) {
	q := e.query(in, e.parameters.Roles, exclude.Known{})
	q.faults = &faults{tell: in.Fault}
	found, err := q.faults.compareAll(ctx, sources, func(s *Source) comparison { return e.align(q, s) })
	if err != nil {
		return nil, err
	}
	snapshot := evidence.Snapshot{Documents: len(sources), Candidates: len(sources), Aligned: len(found)}
	for _, s := range sources {
		snapshot.Units += len(s.Units)
		snapshot.NewestID = max(snapshot.NewestID, s.ID)
	}
	found = slices.DeleteFunc(found, func(c comparison) bool { return !e.listed(q, c) })
	out := e.record(q, snapshot, listed, e.mostTelling(q, found))
	if out.Figures, err = e.figures(ctx, q, e.listedSources(sources), nil, out.Sources); err != nil {
		return nil, err
	}
	out.Library.Uncompared = q.faults.documents()
	return out, nil
}

// query is the checked document made ready.
type query struct {
	input    Input
	runes    []rune
	roles    *exclude.Table
	read     *exclude.Document
	known    exclude.Known
	ranges   []exclude.Range     // what takes no part, or need not
	excluded []evidence.Excluded // the same
	cited    *citation.Text
	text     *text.Text // without what is kept out
	align    *align.Query
	apart    []apart                           // what is kept out
	groups   []fingerprint.Groups              // what the library is asked for
	places   [][fingerprint.GroupCount][]int32 // the symbols of each of them
	units    []fingerprint.Unit                // of the paper's profile, instead of places
	repeated *evidence.Repetition
	all      bool    // the library is so small that all of it is looked at
	faults   *faults // documents that are left out
}

func (e *Engine) query(in Input, roles *exclude.Table, known exclude.Known) *query {
	q := &query{input: in, runes: []rune(in.Document.Text), roles: roles, read: exclude.New(in.Document, in.Identity, roles), known: known}
	whole := e.profile.fold(in.Document)
	e.keepOut(q, q.read.Find(whole, known))
	if e.paper() {
		q.units = e.profile.units(q.text)
		for _, u := range q.units {
			q.groups = append(q.groups, u.Groups)
		}
	} else {
		q.repeated = align.Repetition(whole, q.runes)
		q.groups, q.places = pack(e.profile.keys(q.text))
	}
	return q
}

// paper reports whether the engine compares by the published method, in either form.
func (e *Engine) paper() bool { return evidence.Published(e.parameters.Profile) }

// compare finds the matches of a candidate document.
func (e *Engine) compare(q *query, source *Source, hits []hit) comparison {
	if e.paper() {
		return comparison{source: source, matches: e.nearUnits(q, source, hits)}
	}
	if !e.parameters.Exhaustive && !e.plausible(q, source, hits) && !(q.all && e.sharesLongRun(q, source)) {
		return comparison{source: source}
	}
	return e.align(q, source)
}

// align finds the passages of the document that stand in source.
func (e *Engine) align(q *query, source *Source) comparison {
	return comparison{
		source: source, aligned: true,
		matches: append(e.passages(q, q.text, q.align, source, e.takesPart(q, source), true), e.alignApart(q, source)...),
	}
}

// passages finds those of a part of the document that stand in a part of a
// source; parted says that they are parted where their citation changes.
func (e *Engine) passages(q *query, mine *text.Text, prepared *align.Query, source *Source, theirs *text.Text, parted bool) []match {
	scratch := scratches.Get().(*align.Scratch)
	here, there := side{q.runes, mine}, side{source.runes(), theirs}
	matches := prepared.Align(theirs, scratch)
	if parted {
		matches = e.partCited(q, source, here, there, matches)
	}
	var out []match
	for _, m := range matches {
		evenQuotes(q.runes, there.runes, &m)
		d := describe(here, there, m)
		out = append(out, match{query: m.Query, source: m.Source, kind: d.kind, similarity: d.similarity, traces: d.traces, runs: m.Runs,
			passage: m.Passage})
	}
	scratches.Put(scratch) // not after a panic: nobody knows what is in it
	return out
}

var scratches = sync.Pool{New: func() any { return &align.Scratch{} }}

// nearUnits returns the paper's test: pairs of units whose fingerprints differ in MaxDistance bits
// at most. The pairs are the hits, or all where the index was not asked.
func (e *Engine) nearUnits(q *query, source *Source, hits []hit) []match {
	var out []match
	near := func(this fingerprint.Unit, u fingerprint.Unit) {
		if distance := this.Groups.Distance(u.Groups); distance <= e.parameters.MaxDistance {
			out = append(out, match{
				query:  align.Span{Start: this.Start, End: this.End},
				source: align.Span{Start: u.Start, End: u.End},
				kind:   evidence.Near, similarity: 1 - float64(distance)/float64(e.profile.scheme.Bits()),
				passage: align.Passage{Query: align.Span{Start: this.Start, End: this.End}, Source: align.Span{Start: u.Start, End: u.End}},
			})
		}
	}
	if e.parameters.Exhaustive {
		for _, this := range q.units {
			for _, u := range source.Units {
				near(this, u)
			}
		}
		return out
	}
	for _, h := range hits {
		if h.ordinal < len(source.Units) { // else they are others since the library was asked
			near(q.units[h.place], source.Units[h.ordinal])
		}
	}
	return out
}

// comparison is what one source has in common with the document.
type comparison struct {
	source  *Source
	aligned bool // its text was aligned; of the paper's profile none is
	matches []match
}

// match is a pair of passages before it becomes evidence.
type match struct {
	query, source align.Span // code points
	kind          evidence.Kind
	similarity    float64
	traces        []evidence.Trace
	runs          []align.Run     // none of the paper's profile
	passage       align.Passage   // what it is part of
	reason        evidence.Reason // why its text takes no part; "" of the rest
}

// The ways in which the documents to compare with were chosen, as evidence
// names them.
const (
	byFingerprints = "fingerprints" // those that share groups with the document
	exhaustive     = "exhaustive"   // all of the library
	listed         = "listed"       // those that were named
)

// settings returns the parameters as evidence keeps them.
func (e *Engine) settings(retrieval string, roles *exclude.Table) []evidence.Parameter {
	p := e.parameters
	out := []evidence.Parameter{
		{Name: "retrieval", Value: retrieval},
		{Name: "unit-length", Value: strconv.Itoa(unitLength)},
		{Name: "bits-per-hash", Value: strconv.Itoa(e.profile.scheme.B)},
		{Name: "shingle-weight", Value: strconv.Itoa(e.profile.scheme.Shingle)},
		{Name: score.LeastLength, Value: strconv.Itoa(p.MinLength)},
		{Name: score.LeastShare, Value: strconv.Itoa(p.MinShare)},
	}
	for _, reason := range p.Exclude {
		out = append(out, evidence.Parameter{Name: score.Excludes, Value: string(reason)})
	}
	if key := roles.Key(); key != "" {
		out = append(out, evidence.Parameter{Name: exclude.RolesSetting, Value: key})
	}
	if e.paper() {
		out = append(out,
			evidence.Parameter{Name: "bits", Value: strconv.Itoa(e.profile.scheme.Bits())},
			evidence.Parameter{Name: "groups", Value: strconv.Itoa(len(e.profile.scheme.Widths()))},
			evidence.Parameter{Name: "least-groups", Value: strconv.Itoa(p.MinGroups)},
			evidence.Parameter{Name: "most-distance", Value: strconv.Itoa(p.MaxDistance)})
	}
	return out
}
