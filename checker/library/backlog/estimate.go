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
// Of reading and of checking apart, the last jobs that were done say how long one takes: a line, time over size, laid
// through them by least squares (bytes of the file for reading, of each format for itself; characters for a
// check). It is laid so that the sum over these jobs is right, so it holds for what waits where that is of the same
// sizes, and where it is not the line says how much longer or shorter. How many jobs are done at a time is
// measured too, over the stretches in which any were: so pauses of the queue, the number of servers, and what else their processors
// do are in it. What is to be done, divided by that, is the time.

const (
	// mostJobs is how many jobs of a kind are looked at: so many that they are of many sizes where files come sorted
	// by size (a line through 150 of nearly the same said nothing of larger ones), few enough to follow checks that take longer
	// in a library that grows.
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

// batch is what waits of files of one kind.
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

// line is how long something of a size takes.
type line struct{ constant, slope float64 }

// lineThrough lays a line through jobs. known is false where there are too few.
func lineThrough(jobs []job, size func(job) float64) (l line, known bool) {
	if len(jobs) < fewJobs {
		return l, false
	}
	n := float64(len(jobs))
	var x, y, xx, xy float64
	for _, j := range jobs {
		s, d := size(j), max(0, j.to-j.from)
		x, y, xx, xy = x+s, y+d, xx+s*s, xy+s*d
	}
	spread := xx - x*x/n
	if spread > 0 {
		l.slope = (xy - x*y/n) / spread
	}
	l.constant = (y - l.slope*x) / n
	switch { // neither can be less than nothing
	case l.slope < 0:
		l = line{constant: y / n}
	case l.constant < 0 && x > 0:
		l = line{slope: y / x}
	}
	return l, true
}

// seconds is how long so many of a total size take.
func (l line) seconds(count, size float64) float64 { return l.constant*count + l.slope*size }

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
	reading, known := readingSeconds(w, usual)
	o.ReadingKnown = known
	all := slices.Concat(usual, h.checked)
	o.Reading = duration(reading / atATime(usual, all))
	if o.Reading = max(o.Reading, duration(scanSeconds(w, long))); !w.checking {
		o.CheckingKnown = true
		return o
	}
	checking, known := checkingSeconds(w, usual, h.checked)
	o.CheckingKnown = known
	o.Checking = duration(checking / atATime(h.checked, all))
	return o
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// readingSeconds is how long a worker would read.
func readingSeconds(w work, usual []job) (seconds float64, known bool) {
	known = true
	every, any := lineThrough(usual, bytesOf)
	for _, b := range w.reading {
		of := slices.DeleteFunc(slices.Clone(usual), func(j job) bool { return j.kind != b.kind })
		l, enough := lineThrough(of, bytesOf)
		if !enough {
			l, known = every, known && any
		}
		seconds += l.seconds(float64(b.count), float64(b.bytes))
	}
	if w.unstored > 0 {
		n, bytes := 0.0, 0.0
		for _, b := range w.reading {
			n, bytes = n+float64(b.count), bytes+float64(b.bytes)
		}
		for _, j := range usual {
			n, bytes = n+1, bytes+bytesOf(j)
		}
		known = known && any
		seconds += every.seconds(float64(w.unstored), float64(w.unstored)*bytes/max(n, 1))
	}
	return seconds, known
}

// checkingSeconds is how long a worker would check.
func checkingSeconds(w work, read, checked []job) (seconds float64, known bool) {
	l, known := lineThrough(checked, charactersOf)
	count, characters := 0.0, 0.0
	for _, b := range w.checks {
		n, size := float64(b.count), float64(b.characters)
		if b.kind != "" { // not read yet
			size = float64(b.bytes) * density(read, b.kind)
		}
		count, characters = count+n, characters+size
		seconds -= l.seconds(float64(b.begun)/100, size/max(n, 1)*float64(b.begun)/100)
	}
	more := float64(w.unstoredChecks)
	each := 0.0
	if count > 0 {
		each = characters / count
	} else {
		for _, j := range checked {
			each += charactersOf(j) / float64(len(checked))
		}
	}
	return max(0, seconds+l.seconds(count+more, characters+more*each)), known
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
