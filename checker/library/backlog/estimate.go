package backlog

import (
	"cmp"
	"slices"
	"time"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// How an outlook is reckoned
//
// Of reading and of checking apart, the last jobs that were done say how long one takes, by its size (duration.go): by the
// bytes of the file for reading, of each format for itself; by characters for a check. What waits is known by classes
// of size, so it does not matter in which order sizes come. What a job takes is its share of the time by the clock (shared): so the
// number of servers, what else their processors do, and what passes between two jobs are in it, which is most of the time where jobs
// are small. The sum over what is to be done is the time. It is said when it is likely to be right (mostDoubt): not by a
// few jobs, nor by small ones for large ones.

const (
	// mostJobs is how many jobs of a kind are looked at: so many that they are of many sizes where files come sorted
	// by size, few enough to be read each time that somebody looks.
	mostJobs = 600
	// fewJobs is how many there must be to say something of their kind.
	fewJobs = 5
	// pause is the longest time between two jobs, in seconds, in which the queue was not empty: it looks for
	// jobs five times a second and takes up to a second on a machine with much to do.
	pause = 2
	// pageSeconds is how long a scanned page takes where none was recognised lately (docs/extraction.md).
	pageSeconds = 3
	// charactersAByte is how many characters a byte of a file has where none of its format was read lately: between
	// those of plain texts (0.35) and of Word and PDF files with pictures (0.02).
	charactersAByte = 0.1
)

// batch is what waits of files of one kind and about one size.
type batch struct {
	kind       string
	count      int
	bytes      int64
	characters int64
	scans      int64 // pages that are to be recognised, of long scans
	begun      int64 // of checks that run: the sum of their progress in percent
}

// work is the work left until a subject is finished.
type work struct {
	reading, checks          []batch
	checking                 bool // some of the subject is to be checked
	unstored, unstoredChecks int  // items of imports that have no documents yet, and how many of them will be checked
}

func (w work) open() bool { return len(w.reading)+len(w.checks)+w.unstored > 0 }

// job is one that was done. Times are seconds since 1970.
type job struct {
	from, to          float64
	share             float64 // of the time by the clock, in seconds (shared)
	queue, kind       string
	bytes, characters int64
	pages             int
}

// history lists the latest finished jobs, newest first.
type history struct{ read, checked []job }

func bytesOf(j job) float64      { return float64(j.bytes) }
func charactersOf(j job) float64 { return float64(j.characters) }

// long reports whether a job was one of long scans.
func (j job) long() bool { return j.queue == "scans" || j.queue == "batch-scans" }

// estimate returns how long work takes, by history.
func estimate(w work, h history) record.Outlook {
	o := record.Outlook{Open: w.open(), Checks: w.checking}
	if !o.Open {
		return o
	}
	long := shared(slices.DeleteFunc(slices.Clone(h.read), func(j job) bool { return !j.long() }))
	usual := slices.DeleteFunc(slices.Clone(h.read), job.long)
	all := shared(slices.Concat(usual, h.checked))
	usual, checked := all[:len(usual)], all[len(usual):]
	reading, known := readingTime(w, usual)
	o.ReadingKnown = known && reading.sure()
	o.Reading = max(duration(reading.seconds), duration(scanSeconds(w, long)))
	if !w.checking {
		o.CheckingKnown = true
		return o
	}
	checking, checkingKnown := checkingTime(w, usual, checked)
	o.Checking = duration(checking.seconds)
	// It is the whole that is to be right: reading varies much from file to file and takes a small part of it.
	if known && checkingKnown && reading.and(checking).sure() {
		o.ReadingKnown, o.CheckingKnown = true, true
	}
	return o
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// readingTime returns how long reading will take.
func readingTime(w work, usual []job) (r reckoning, known bool) {
	known = true
	every, any := durationModelOf(usual, bytesOf)
	var waiting []portion
	for i := 0; i < len(w.reading); {
		kind := w.reading[i].kind
		var portions []portion
		for ; i < len(w.reading) && w.reading[i].kind == kind; i++ {
			portions = append(portions, portionOf(w.reading[i].count, float64(w.reading[i].bytes)))
		}
		waiting = append(waiting, portions...)
		l, enough := durationModelOf(slices.DeleteFunc(slices.Clone(usual), func(j job) bool { return j.kind != kind }), bytesOf)
		if !enough {
			l, known = every, known && any
		}
		r = r.and(l.sum(portions))
	}
	if w.unstored > 0 {
		known = known && any
		for _, j := range usual {
			waiting = append(waiting, portion{1, bytesOf(j)})
		}
		r = r.and(every.sum(like(waiting, float64(w.unstored))))
	}
	return r, known
}

// checkingTime returns how long checking will take.
func checkingTime(w work, read, checked []job) (r reckoning, known bool) {
	l, known := durationModelOf(checked, charactersOf)
	var portions []portion
	for _, b := range w.checks {
		p := portionOf(b.count, float64(b.characters))
		if b.kind != "" { // not read yet
			p = portionOf(b.count, float64(b.bytes)*density(read, b.kind))
		}
		portions = append(portions, p)
	}
	if w.unstoredChecks > 0 {
		others := portions
		if len(others) == 0 {
			for _, j := range checked {
				others = append(others, portion{1, charactersOf(j)})
			}
		}
		portions = slices.Concat(portions, like(others, float64(w.unstoredChecks)))
	}
	for i, b := range w.checks { // what was done of those that run
		portions[i].count = max(0, portions[i].count-float64(b.begun)/100)
	}
	return l.sum(portions), known
}

// portionOf returns count things with a total size.
func portionOf(count int, size float64) portion {
	return portion{float64(count), size / float64(max(1, count))}
}

// like returns count things with the sizes of others.
func like(others []portion, count float64) (out []portion) {
	all := 0.0
	for _, o := range others {
		all += o.count
	}
	return each.Of(others, func(o portion) portion { return portion{o.count * count / max(1, all), o.size} })
}

// density returns how many characters a byte of files of a kind has.
func density(read []job, kind string) float64 {
	bytes, characters := 0.0, 0.0
	for _, j := range read {
		if j.kind == kind {
			bytes, characters = bytes+bytesOf(j), characters+charactersOf(j)
		}
	}
	if bytes == 0 {
		return charactersAByte
	}
	return characters / bytes
}

// scanSeconds returns how long the long scans take that are being recognised. They have workers of
// their own; one that nobody has looked into yet is not known for a scan.
func scanSeconds(w work, long []job) float64 {
	page := float64(pageSeconds)
	pages, seconds := 0.0, 0.0
	for _, j := range long {
		pages, seconds = pages+float64(j.pages), seconds+j.share
	}
	if pages > 0 {
		page = seconds / pages
	}
	left := 0.0
	for _, b := range w.reading {
		left += float64(b.scans)
	}
	return left * page
}

// shared returns jobs, in their order, with what each took of the time by the clock: of each moment, its part among the jobs
// that were worked on then, and to the job that came next the time in which none was, but for pauses of the queue.
func shared(jobs []job) []job {
	jobs = slices.Clone(jobs)
	byStart := make([]*job, len(jobs))
	for i := range jobs {
		jobs[i].share = 0
		byStart[i] = &jobs[i]
	}
	slices.SortStableFunc(byStart, func(a, b *job) int { return cmp.Compare(a.from, b.from) })
	var running []*job
	now := 0.0
	// pass lets time go by, at whose end one of the jobs ends at the latest.
	pass := func(until float64) {
		for _, j := range running {
			j.share += (until - now) / float64(len(running))
		}
		now = until
		running = slices.DeleteFunc(running, func(j *job) bool { return j.to <= until })
	}
	for i, j := range byStart {
		for len(running) > 0 {
			first := slices.MinFunc(running, func(a, b *job) int { return cmp.Compare(a.to, b.to) })
			if first.to > j.from {
				break
			}
			pass(first.to)
		}
		if len(running) > 0 {
			pass(j.from)
		} else {
			if idle := j.from - now; i > 0 && idle <= pause {
				j.share = idle
			}
			now = j.from
		}
		if j.to > now {
			running = append(running, j)
		}
	}
	for len(running) > 0 {
		pass(slices.MinFunc(running, func(a, b *job) int { return cmp.Compare(a.to, b.to) }).to)
	}
	return jobs
}
