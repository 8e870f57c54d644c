package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/evidence"
)

var (
	errPanic      = errors.New("panic")                   // what a panic becomes
	errUnreadable = errors.New("its text cannot be read") // of a source without a Document
	errUnmade     = errors.New("its units were not made")
)

// recovered runs do and returns a panic of it as an error with its stack.
func recovered(do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, r, debug.Stack())
		}
	}()
	do()
	return nil
}

// faults collects the documents of a library that a check leaves out because comparing with
// them panicked. It is safe for concurrent use.
type faults struct {
	lock sync.Mutex
	by   map[faulty]evidence.Uncompared
	tell func(document int64, err error) // nil for nobody
}

// faulty names a document or a form: their numbers may be equal.
type faulty struct {
	id   int64
	form bool
}

// guard runs do for one source and reports whether it ended without a panic. A source of which
// anything panics is left out and noted; the check goes on without it.
func (f *faults) guard(s *Source, do func()) bool { return f.guarded(s, false, do) }

// guardForm is guard for a form.
func (f *faults) guardForm(s *Source, do func()) bool { return f.guarded(s, true, do) }

func (f *faults) guarded(s *Source, form bool, do func()) bool {
	err := errUnreadable
	if s.Document != nil {
		err = recovered(do)
	}
	if err != nil {
		f.leave(s, form, err)
	}
	return err == nil
}

// leave notes that a source is left out.
func (f *faults) leave(s *Source, form bool, err error) {
	key := faulty{s.ID, form}
	f.lock.Lock()
	_, known := f.by[key]
	if f.by == nil {
		f.by = map[faulty]evidence.Uncompared{}
	}
	f.by[key] = evidence.Uncompared{ID: s.ID, Form: form, SHA256: s.Identity.SHA256, Title: cmp.Or(s.Identity.Title, s.Identity.Filename)}
	f.lock.Unlock()
	if !known && f.tell != nil {
		f.tell(s.ID, fmt.Errorf("compare with document %d: %w", s.ID, err))
	}
}

// without reports whether a document was left out.
func (f *faults) without(id int64) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	_, out := f.by[faulty{id, false}]
	return out
}

// documents returns the sources left out, by number.
func (f *faults) documents() []evidence.Uncompared {
	f.lock.Lock()
	defer f.lock.Unlock()
	var out []evidence.Uncompared
	for _, u := range f.by {
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b evidence.Uncompared) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.SHA256, b.SHA256))
	})
	return out
}

// compareAll compares with each source, several at a time. Those that panic are left out.
func (f *faults) compareAll(ctx context.Context, sources []*Source, compare func(*Source) comparison) ([]comparison, error) {
	out := make([]comparison, len(sources))
	err := atOnce(ctx, len(sources), func(i int) error {
		f.guard(sources[i], func() { out[i] = compare(sources[i]) })
		return nil
	})
	return f.sound(out), err
}

// inTurn is compareAll, one source after the other.
func (f *faults) inTurn(ctx context.Context, sources []*Source, compare func(*Source) comparison) ([]comparison, error) {
	out := make([]comparison, len(sources))
	for i, s := range sources {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.guard(s, func() { out[i] = compare(s) })
	}
	return f.sound(out), nil
}

// sound returns the comparisons that did not end with a panic.
func (f *faults) sound(compared []comparison) []comparison {
	return slices.DeleteFunc(compared, func(c comparison) bool { return c.source == nil || f.without(c.source.ID) })
}

// atOnce calls do for every number below n, several at a time. The error is the
// context's, or the first of do; a panic of do is one too.
func atOnce(ctx context.Context, n int, do func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if fault := recovered(func() { err = do(i) }); fault != nil {
				return fault
			}
			return err
		})
	}
	return group.Wait()
}
