package backlog

import (
	"cmp"
	"math"
	"slices"
)

// A law says how long something of a size takes, by the jobs that were done last: a line through those that
// are nearest in size, laid by least squares where the nearer count more (W. Cleveland, Robust locally weighted
// regression and smoothing scatterplots, 1979, without what is robust in it: what waits has its outliers too, and
// the sum is to be right). One line through all does not do: what a check takes grows with small documents and hardly with
// large ones, since no more than so many candidates are looked at. The law is scaled by the pace of the last jobs, how much longer
// than it says they took: the machine does other things, or the call has grown. The pace of a job is by those that were done about
// when it was, and the law by what jobs would have taken at one pace: each is found by the other, in turns (J. Friedman and
// W. Stuetzle, Projection pursuit regression, 1981, call it backfitting). Of files sorted by size the large ones may all
// have been done at today's pace, and the small ones, of which the rest is, at last month's.
type law struct {
	jobs []observed // the smallest first, as if all had been done at one pace
	fits []float64  // what the law says of each of them, before it is scaled
	// scale is how much longer the last jobs took, and scaleError how far it may be off (a standard deviation).
	scale, scaleError float64
}

type observed struct {
	size, log     float64 // log is that of the size
	took, seconds float64 // what it took, and would have at one pace
	recent        float64 // how much it counts for the scale
	age           int     // how many jobs were done after it
}

const (
	// nearest is the share of the jobs that a line is laid through, and leastNearest how many these are at least: the usual
	// span of such a regression, and so many that chance is a fourth of what single jobs differ by.
	nearest      = 0.4
	leastNearest = 20
	// halfLife is after how many further jobs one counts half for the scale: some 60 count, whose mean
	// is within a tenth where single jobs differ by as much as they take.
	halfLife = 40
	// turns is how often the law and the pace are found by one another: more change little.
	turns = 3
	// reach is how many times the largest, or the smallest, that was done the law is asked for. What is further away is
	// guessed. Where what is larger takes no longer, as with checks, a line is off by as much as it reaches: a fifth.
	reach = 1.2
)

// lawOf finds the law of jobs, the newest first. known is false where there are too few.
func lawOf(jobs []job, size func(job) float64) (l law, known bool) {
	if len(jobs) < fewJobs {
		return law{}, false
	}
	for age, j := range jobs {
		s, took := max(1, size(j)), j.share
		l.jobs = append(l.jobs, observed{size: s, log: math.Log(s), took: took, seconds: took, recent: math.Exp2(-float64(age) / halfLife), age: age})
	}
	slices.SortFunc(l.jobs, func(a, b observed) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.age, b.age))
	})
	l.fit()
	for range turns {
		l.evenOut()
		l.fit()
	}
	took, said := 0.0, 0.0
	for i, o := range l.jobs {
		took, said = took+o.recent*o.took, said+o.recent*l.fits[i]
	}
	l.scale = 1
	if said > 0 {
		l.scale = took / said
		for i, o := range l.jobs {
			off := o.recent * (o.took - l.scale*l.fits[i])
			l.scaleError += off * off
		}
		l.scaleError = math.Sqrt(l.scaleError) / said
	}
	return l, true
}

// evenOut finds the pace of each job, by those that were done about when it was, the nearer the more, and what it would have taken
// at one pace.
func (l *law) evenOut() {
	took, said := make([]float64, len(l.jobs)), make([]float64, len(l.jobs))
	for i, o := range l.jobs {
		took[o.age], said[o.age] = o.took, l.fits[i]
	}
	for _, of := range [][]float64{took, said} {
		around(of)
	}
	for i, o := range l.jobs {
		if t, s := took[o.age], said[o.age]; t > 0 && s > 0 {
			l.jobs[i].seconds = o.took * s / t
		}
	}
}

// around replaces values that follow one another by sums of those around them, of which one counts half for each halfLife that
// it is away.
func around(values []float64) {
	keeps := math.Exp2(-1.0 / halfLife)
	after, sum := make([]float64, len(values)), 0.0
	for i := len(values) - 1; i >= 0; i-- {
		after[i] = keeps * sum
		sum = values[i] + keeps*sum
	}
	sum = 0
	for i, v := range values {
		sum = v + keeps*sum
		values[i] = sum + after[i]
	}
}

// fit finds what the law says of the jobs themselves: of some of them, and between these it is even.
func (l *law) fit() {
	const knots = 40
	l.fits = l.fits[:0]
	step := max(1, len(l.jobs)/knots)
	last, value := 0, 0.0
	for i := 0; ; i = min(i+step, len(l.jobs)-1) {
		next := l.near(l.jobs[i].size).value()
		for j := last; j < i; j++ {
			part := float64(j-last) / float64(i-last)
			l.fits = append(l.fits, value+part*(next-value))
		}
		if last, value = i, next; i == len(l.jobs)-1 {
			l.fits = append(l.fits, next)
			return
		}
	}
}

// neighbours are jobs next to one another in size, and how much the seconds of each count for what the law says.
type neighbours struct {
	first   int
	jobs    []observed
	weights []float64
}

// value is what the law says, at least nothing.
func (n neighbours) value() float64 {
	sum := 0.0
	for i, w := range n.weights {
		sum += w * n.jobs[i].seconds
	}
	return max(0, sum)
}

// near finds the jobs that the law of a size is by.
func (l law) near(size float64) neighbours {
	count := min(len(l.jobs), max(leastNearest, int(math.Ceil(nearest*float64(len(l.jobs))))))
	log := math.Log(size)
	distance := func(i int) float64 { return math.Abs(l.jobs[i].log - log) }
	first, _ := slices.BinarySearchFunc(l.jobs, size, func(o observed, s float64) int { return cmp.Compare(o.size, s) })
	last := first
	for last-first < count {
		if last == len(l.jobs) || first > 0 && distance(first-1) <= distance(last) {
			first--
		} else {
			last++
		}
	}
	// The farthest counts a little: jobs may all be of one size.
	width := 1.01 * max(distance(first), distance(last-1))
	n := neighbours{first: first, jobs: l.jobs[first:last], weights: make([]float64, count)}
	all, x := 0.0, 0.0
	for i, o := range n.jobs {
		n.weights[i] = 1
		if width > 0 {
			d := distance(first+i) / width
			d = 1 - d*d*d
			n.weights[i] = d * d * d
		}
		all, x = all+n.weights[i], x+n.weights[i]*o.size
	}
	x /= all
	spread, together := 0.0, 0.0
	for i, o := range n.jobs {
		spread += n.weights[i] * (o.size - x) * (o.size - x)
		together += n.weights[i] * (o.size - x) * o.seconds
	}
	slope := 0.0 // nothing takes shorter for being larger
	if spread > 0 && together > 0 {
		slope = (size - x) / spread
	}
	for i, o := range n.jobs {
		n.weights[i] *= 1/all + slope*(o.size-x)
	}
	return n
}

// portion is so many things of a size.
type portion struct{ count, size float64 }

// reckoning is how long things take: seconds of work, how far that may be off (a standard
// deviation), and how much of it is guessed, of sizes that nothing like was done of.
type reckoning struct{ seconds, deviation, guessed float64 }

// sum says how long things take together.
func (l law) sum(portions []portion) (r reckoning) {
	if len(l.jobs) == 0 {
		return r
	}
	smallest, largest := l.jobs[0].size/reach, l.jobs[len(l.jobs)-1].size*reach
	counts := make([]float64, len(l.jobs)) // how much the seconds of each job count for the sum
	for _, p := range portions {
		size := max(1, p.size)
		within := min(max(size, smallest), largest)
		// What is larger takes in proportion longer at the most, and what is smaller no longer.
		count := p.count * max(1, size/within)
		n := l.near(within)
		seconds := l.scale * count * n.value()
		r.seconds += seconds
		if within != size {
			r.guessed += seconds
		}
		for i, w := range n.weights {
			counts[n.first+i] += count * w
		}
	}
	for i, c := range counts {
		off := c * (l.jobs[i].seconds - l.fits[i])
		r.deviation += off * off
	}
	r.deviation = math.Hypot(l.scale*math.Sqrt(r.deviation), r.seconds*l.scaleError/l.scale)
	return r
}

// mostDoubt is how far off a time may be, as a share of it, to be said: as a standard deviation, so that 19
// of 20 are within two of it, a fifth; and how much of it may be guessed.
const mostDoubt = 0.1

// sure reports whether a time is to be said.
func (r reckoning) sure() bool {
	return r.deviation <= mostDoubt*r.seconds && r.guessed <= mostDoubt*r.seconds
}

// and is two reckonings together, which err apart.
func (r reckoning) and(o reckoning) reckoning {
	return reckoning{r.seconds + o.seconds, math.Hypot(r.deviation, o.deviation), r.guessed + o.guessed}
}
