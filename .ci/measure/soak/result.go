package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"text/tabwriter"
	"time"
)

// result is what a part has shown. It is safe for concurrent use until it is judged.
type result struct {
	mu        sync.Mutex
	uploads   map[string]*uploaded // by the name of the file, each sent once
	took      map[string][]time.Duration
	refused   int            // 429 and 503, with Retry-After
	full      int            // 507
	faults    map[string]int // other answers of 400 and more, by route and status
	missed    int            // requests that were not answered
	notes     []string
	done      map[act]int
	loaded    time.Duration
	settled   time.Duration // how long the work took that was left
	memory    int64
	crashes   int64
	lost      []string // acknowledged and not there, or failed
	doubled   []string
	stuck     int            // documents and checks that did not end
	orphans   map[string]int // rows without what they belong to, by kind
	leftovers []string       // files
	compared  int            // checks whose evidence was held against an undisturbed run
	differing []string
}

// uploaded is a file that was sent.
type uploaded struct{ library, acknowledged bool }

func newResult() *result {
	return &result{uploads: map[string]*uploaded{}, took: map[string][]time.Duration{}, faults: map[string]int{}, done: map[act]int{}, orphans: map[string]int{}}
}

func (r *result) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

func (r *result) sent(names []string, library bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range names {
		r.uploads[name] = &uploaded{library: library}
	}
}

func (r *result) acknowledge(names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range names {
		r.uploads[name].acknowledged = true
	}
}

// answer notes an answer; later is whether it says when to ask again.
func (r *result) answer(route string, status int, later bool, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case status < 400:
		r.took[route] = append(r.took[route], took)
	case status == 404, status == 409: // deleted, or a check that is not done has no evidence yet
	case status == 507: // nobody knows when there will be room again
		r.full++
	case (status == 429 || status == 503) && later:
		r.refused++
	default:
		r.faults[fmt.Sprintf("%s %d", route, status)]++
	}
}

func (r *result) unreachable() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.missed++
}

// left notes files that nobody needs any more, in the folder of a server that has ended.
func (r *result) left(folder string) {
	for _, place := range []string{"tmp", "data/incoming", "data/print"} {
		found, err := os.ReadDir(filepath.Join(folder, place))
		if err != nil {
			continue // it was never made
		}
		for _, f := range found {
			r.leftovers = append(r.leftovers, filepath.Join(place, f.Name()))
		}
	}
}

// good reports whether nothing was lost, doubled, stuck or left, and nothing differs.
func (r *result) good() bool {
	return len(r.lost)+len(r.doubled)+r.stuck+len(r.orphans)+len(r.leftovers)+len(r.differing)+len(r.faults)+len(r.notes) == 0
}

func (r *result) print(out io.Writer, name string) {
	acknowledged := 0
	for _, u := range r.uploads {
		if u.acknowledged {
			acknowledged++
		}
	}
	fmt.Fprintf(out, "\n## %s\n\n", name)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(what string, value any) { fmt.Fprintf(w, "%s\t%v\n", what, value) }
	line("load", r.loaded.Round(time.Second))
	for _, a := range []act{killed, stopped, halted, filled, onlyRead, clockBack} {
		line(string(a), r.done[a])
	}
	line("ended by itself", r.crashes)
	line("files sent", len(r.uploads))
	line("acknowledged", acknowledged)
	line("lost", len(r.lost))
	line("doubled", len(r.doubled))
	line("stuck", r.stuck)
	line("orphan rows", total(r.orphans))
	line("files left behind", len(r.leftovers))
	line("evidence compared", r.compared)
	line("evidence that differs", len(r.differing))
	line("asked to come later", r.refused)
	line("told that the disk is full", r.full)
	line("not answered (server away)", r.missed)
	line("other errors of the server", total(r.faults))
	line("time to finish after the load", r.settled.Round(time.Second))
	line("highest memory of a server, MB", r.memory>>20)
	_ = w.Flush()
	fmt.Fprintln(out)
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "route\tanswers\tp50 ms\tp99 ms\thighest ms\t")
	for _, route := range slices.Sorted(maps.Keys(r.took)) {
		times := r.took[route]
		slices.Sort(times)
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t\n", route, len(times), at(times, 50), at(times, 99), at(times, 100))
	}
	_ = w.Flush()
	for _, list := range []struct {
		what  string
		names []string
	}{{"lost", r.lost}, {"doubled", r.doubled}, {"differs", r.differing}, {"left behind", r.leftovers}, {"orphans", counts(r.orphans)}, {"error", counts(r.faults)}, {"note", r.notes}} {
		for i, name := range list.names {
			if i == 20 {
				fmt.Fprintf(out, "%s: and %d more\n", list.what, len(list.names)-i)
				break
			}
			fmt.Fprintf(out, "%s: %s\n", list.what, name)
		}
	}
}

// at is a percentile of sorted times, in milliseconds.
func at(times []time.Duration, percent int) int64 {
	return times[min(len(times)*percent/100, len(times)-1)].Milliseconds()
}

func total(of map[string]int) (n int) {
	for _, count := range of {
		n += count
	}
	return n
}

func counts(of map[string]int) (lines []string) {
	for _, name := range slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Compare(of[b], of[a]) }) {
		lines = append(lines, fmt.Sprintf("%s: %d", name, of[name]))
	}
	return lines
}
