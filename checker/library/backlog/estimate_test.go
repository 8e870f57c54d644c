package backlog

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// ran makes jobs of sizes drawn at random that take a duration model's time, two at a time.
func ran(r *rand.Rand, n int, kind string, from float64, seconds func(j job) float64) (out []job) {
	free := [2]float64{from, from}
	for range n {
		j := job{queue: "batch", kind: kind, bytes: 1000 + r.Int64N(100_000), characters: 500 + r.Int64N(40_000)}
		worker := 0
		if free[1] < free[0] {
			worker = 1
		}
		j.from = free[worker]
		j.to = j.from + seconds(j)
		free[worker] = j.to
		out = append(out, j)
	}
	return out
}

func near(t *testing.T, what string, got time.Duration, want float64) {
	t.Helper()
	if math.Abs(got.Seconds()-want) > 0.1*want {
		t.Errorf("%s: %.1f s, want %.1f", what, got.Seconds(), want)
	}
}

// What waits takes as long as the duration model of what was done says, though it is of other sizes and of two
// formats, and two jobs are done at a time.
func TestEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pdf := func(j job) float64 { return 0.3 + float64(j.bytes)/50_000 }
	text := func(j job) float64 { return 0.01 + float64(j.bytes)/1e6 }
	check := func(j job) float64 { return 0.2 + float64(j.characters)/20_000 }
	var h history
	h.read = append(ran(r, 60, ".pdf", 1000, pdf), ran(r, 60, ".txt", 2000, text)...)
	h.checked = ran(r, 100, "", 3000, check)
	w := work{
		checking: true,
		reading:  []batch{{kind: ".pdf", count: 100, bytes: 100 * 90_000}, {kind: ".txt", count: 1000, bytes: 1000 * 4000}},
		checks:   []batch{{count: 500, characters: 500 * 3000}},
	}
	o := estimate(w, h)
	if !o.Known() {
		t.Fatalf("%+v is not known", o)
	}
	near(t, "reading", o.Reading, (100*(0.3+1.8)+1000*(0.01+0.004))/2)
	near(t, "checking", o.Checking, 500*(0.2+0.15)/2)

	// Half of a running check is done.
	w.checks[0].begun = 500 * 50
	near(t, "half of the checking", estimate(w, h).Checking, 500*(0.2+0.15)/4)

	// What is not read has as many characters as others of its format.
	w.checks = []batch{{kind: ".pdf", count: 100, bytes: 100 * 50_500}}
	bytes, characters := 0.0, 0.0
	for _, j := range h.read[:60] {
		bytes, characters = bytes+bytesOf(j), characters+charactersOf(j)
	}
	near(t, "checking of what is not read", estimate(w, h).Checking, 100*(0.2+50_500*characters/bytes/20_000)/2)

	// Items of an import that are not stored yet are as those that are.
	w = work{reading: []batch{{kind: ".txt", count: 10, bytes: 10 * 50_000}}, unstored: 90}
	h.read = ran(r, 100, ".txt", 2000, text)
	near(t, "an import", estimate(w, h).Reading, 100*(0.01+0.05)/2)
}

func TestEstimateUnknown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	read := ran(r, 20, ".txt", 0, func(job) float64 { return 1 })
	w := work{reading: []batch{{kind: ".txt", count: 10, bytes: 500_000}}, checks: []batch{{kind: ".txt", count: 10, bytes: 500_000}}, checking: true}
	for name, tc := range map[string]struct {
		h                       history
		reading, checking, open bool
		w                       work
	}{
		"nothing waits":           {},
		"nothing was done":        {w: w, open: true},
		"nothing was checked":     {w: w, h: history{read: read}, reading: true, open: true},
		"too few were":            {w: w, h: history{read: read[:fewJobs-1], checked: read[:fewJobs-1]}, open: true},
		"another format was read": {w: w, h: history{read: ran(r, 20, ".pdf", 0, func(job) float64 { return 1 }), checked: read}, reading: true, checking: true, open: true},
		"nothing is to be checked": {
			w: work{reading: w.reading}, h: history{read: read}, reading: true, checking: true, open: true,
		},
	} {
		o := estimate(tc.w, tc.h)
		if o.Open != tc.open || o.ReadingKnown != tc.reading || o.CheckingKnown != tc.checking {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// Long scans have workers of their own: what takes longer is what one waits for.
func TestEstimateScans(t *testing.T) {
	w := work{reading: []batch{{kind: ".pdf", count: 1, bytes: 1000, scans: 200}}}
	near(t, "pages as usual", estimate(w, history{}).Reading, 200*pageSeconds)
	long := []job{{queue: "scans", kind: ".pdf", from: 0, to: 100, pages: 20}}
	near(t, "pages as lately", estimate(w, history{read: long}).Reading, 200*5)
}

// Of the time by the clock each job has its part: of two at a time a half, alone all, and the wait before it, but no pause of the queue.
func TestShared(t *testing.T) {
	got := shared([]job{
		{from: 110.5, to: 111}, // the newest first
		{from: 102, to: 104},
		{from: 101, to: 103},
		{from: 100, to: 100.5},
	})
	for i, want := range []float64{0.5, 1.5, 0.5 + 1 + 0.5, 0.5} {
		if math.Abs(got[i].share-want) > 1e-9 {
			t.Errorf("job %d has %v s, want %v", i, got[i].share, want)
		}
	}
	var jobs []job
	r := rand.New(rand.NewPCG(1, 2))
	for range 900 {
		from := 300 * r.Float64()
		jobs = append(jobs, job{from: from, to: from + 4*r.Float64()})
	}
	sum, first, last := 0.0, math.Inf(1), 0.0
	for _, j := range shared(jobs) {
		sum, first, last = sum+j.share, min(first, j.from), max(last, j.to)
	}
	if math.Abs(sum-(last-first)) > 1e-6 {
		t.Errorf("together %v s, want %v", sum, last-first)
	}
}
