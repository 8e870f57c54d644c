package backlog

import (
	"cmp"
	"math"
	"slices"
	"time"

	"zhiwen/checker/record"
)

// How an outlook is reckoned
//
// Of reading and of checking apart, the last jobs that were done say how long one takes, by its size (law.go): by the
// bytes of the file for reading, of each format for itself; by characters for a check. What waits is known by classes
// of size, so it does not matter in which order sizes come. How many jobs are done at a time is
// measured too, over the stretches in which any were: so pauses of the queue, the number of servers, and what else their processors
// do are in it. What is to be done, divided by that, is the time. It is said when it is likely to be right (mostDoubt): not by a
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

// work is what is to be done until a subject is.
type work struct {
	reading, checks          []batch
	checking                 bool // some of the subject is to be checked
	unstored, unstoredChecks int  // items of imports that have no documents yet, and how many of them will be checked
}

func (w work) open() bool { return len(w.reading)+len(w.checks)+w.unstored > 0 }

// job is one that was done. Times are seconds since 1970.
type job struct {
	from, to          float64
	queue, kind       string
	bytes, characters int64
	pages             int
}

// history is what was done last, the newest first.
type history struct{ read, checked []job }

func bytesOf(j job) float64      { return float64(j.bytes) }
func charactersOf(j job) float64 { return float64(j.characters) }

// long says that a job was one of long scans.
func (j job) long() bool { return j.queue == "scans" || j.queue == "batch-scans" }

// estimate says how long work takes, by history.
func estimate(w work, h history) record.Outlook {
	o := record.Outlook{Open: w.open(), Checks: w.checking}
	if !o.Open {
		return o
	}
	long := slices.DeleteFunc(slices.Clone(h.read), func(j job) bool { return !j.long() })
	usual := slices.DeleteFunc(slices.Clone(h.read), job.long)
	all := slices.Concat(usual, h.checked)
	reading, known := readingTime(w, usual)
	reading = reading.over(atATime(usual, all))
	o.ReadingKnown = known && reading.sure()
	o.Reading = max(duration(reading.seconds), duration(scanSeconds(w, long)))
	if !w.checking {
		o.CheckingKnown = true
		return o
	}
	checking, checkingKnown := checkingTime(w, usual, h.checked)
	checking = checking.over(atATime(h.checked, all))
	o.Checking = duration(checking.seconds)
	// It is the whole that is to be right: reading varies much from file to file and takes a small part of it.
	if known && checkingKnown && reading.and(checking).sure() {
		o.ReadingKnown, o.CheckingKnown = true, true
	}
	return o
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// readingTime is how long a worker would read.
func readingTime(w work, usual []job) (r reckoning, known bool) {
	known = true
	every, any := lawOf(usual, bytesOf)
	var waiting []portion
	for i := 0; i < len(w.reading); {
		kind := w.reading[i].kind
		var portions []portion
		for ; i < len(w.reading) && w.reading[i].kind == kind; i++ {
			portions = append(portions, portionOf(w.reading[i].count, float64(w.reading[i].bytes)))
		}
		waiting = append(waiting, portions...)
		l, enough := lawOf(slices.DeleteFunc(slices.Clone(usual), func(j job) bool { return j.kind != kind }), bytesOf)
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

// checkingTime is how long a worker would check.
func checkingTime(w work, read, checked []job) (r reckoning, known bool) {
	l, known := lawOf(checked, charactersOf)
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

// portionOf is so many things of a size together.
func portionOf(count int, size float64) portion {
	return portion{float64(count), size / float64(max(1, count))}
}

// like is so many things of the sizes of others.
func like(others []portion, count float64) (out []portion) {
	all := 0.0
	for _, o := range others {
		all += o.count
	}
	for _, o := range others {
		out = append(out, portion{o.count * count / max(1, all), o.size})
	}
	return out
}

// density is how many characters a byte of files of a kind has.
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

// scanSeconds is how long the long scans take that are being recognised. They have workers of their
// own; one that nobody has looked into yet is not known for a scan.
func scanSeconds(w work, long []job) float64 {
	page := float64(pageSeconds)
	pages, seconds := 0.0, 0.0
	for _, j := range long {
		pages, seconds = pages+float64(j.pages), seconds+j.to-j.from
	}
	if pages > 0 {
		page = seconds / pages
	}
	left := 0.0
	for _, b := range w.reading {
		left += float64(b.scans)
	}
	return left * page / atATime(long, long)
}

// atATime is how many jobs were worked on at a time while those of a kind were: of all
// jobs what falls into the stretches in which some of the kind were done.
func atATime(kind, all []job) float64 {
	stretches := stretchesOf(kind)
	busy, length := 0.0, 0.0
	for _, s := range stretches {
		length += s.to - s.from
		for _, j := range all {
			busy += max(0, min(j.to, s.to)-max(j.from, s.from))
		}
	}
	if length <= 0 || busy <= 0 {
		return 1
	}
	return busy / length
}

// stretchesOf joins the times of jobs between which there was no long pause.
func stretchesOf(jobs []job) (out []job) {
	jobs = slices.SortedFunc(slices.Values(jobs), func(a, b job) int { return cmp.Compare(a.from, b.from) })
	for _, j := range jobs {
		if last := len(out) - 1; last >= 0 && j.from-out[last].to <= pause {
			out[last].to = math.Max(out[last].to, j.to)
			continue
		}
		out = append(out, job{from: j.from, to: j.to})
	}
	return out
}
