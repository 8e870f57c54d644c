package backlog

import "math"

// A duration model says how long something of a size takes: the mean of the jobs of its class that were done last, times the pace
// of the last jobs, which is how much longer than these means they took. What a check takes grows with small documents
// and hardly with large ones, since no more than so many candidates are looked at, so no line goes through all.
type durationModel struct {
	classes           map[int]mean
	smallest, largest float64
	pace              float64
	paceOff           float64 // how far the pace may be off, as a share of it (a standard deviation)
}

// mean is how long the jobs of a class took.
type mean struct {
	jobs, seconds, size float64 // of all together
	off                 float64 // sum of the squares by which single jobs differ from the mean
}

const (
	// halfLife is after how many further jobs one counts half for the pace: some 60 count, whose mean is within a tenth
	// where single jobs differ by as much as they take.
	halfLife = 40
	// reach is how many times the largest, or the smallest, that was done the duration model is asked for. What is further away is
	// guessed.
	reach = 1.2
)

// classOf returns the class of a size: a doubling each, since what differs less in size differs more by chance.
func classOf(size float64) int { return int(math.Log2(max(1, size))) }

// durationModelOf fits the duration model to jobs, newest first. known is false if there are too few.
func durationModelOf(jobs []job, size func(job) float64) (l durationModel, known bool) {
	if len(jobs) < fewJobs {
		return durationModel{}, false
	}
	l = durationModel{classes: map[int]mean{}, smallest: math.Inf(1)}
	for _, j := range jobs {
		s := max(1, size(j))
		l.smallest, l.largest = min(l.smallest, s), max(l.largest, s)
		m := l.classes[classOf(s)]
		m.jobs, m.seconds, m.size = m.jobs+1, m.seconds+j.share, m.size+s
		l.classes[classOf(s)] = m
	}
	for _, j := range jobs {
		class := classOf(size(j))
		m := l.classes[class]
		m.off += (j.share - m.seconds/m.jobs) * (j.share - m.seconds/m.jobs)
		l.classes[class] = m
	}
	took, said, off := 0.0, 0.0, 0.0
	for age, j := range jobs {
		recent := math.Exp2(-float64(age) / halfLife)
		took, said = took+recent*j.share, said+recent*l.seconds(size(j))
	}
	l.pace = 1
	if said > 0 {
		l.pace = took / said
		for age, j := range jobs {
			d := math.Exp2(-float64(age)/halfLife) * (j.share - l.pace*l.seconds(size(j)))
			off += d * d
		}
		l.paceOff = math.Sqrt(off) / took
	}
	return l, true
}

// at returns the mean of the class of a size or, if it is empty, of the nearest class.
func (l durationModel) at(size float64) mean {
	class := classOf(size)
	for away := 0; ; away++ {
		for _, c := range []int{class - away, class + away} {
			if m, ok := l.classes[c]; ok {
				return m
			}
		}
	}
}

// seconds returns the mean time of a size, between the means of the classes on either side of it.
func (l durationModel) seconds(size float64) float64 {
	m := l.at(size)
	own, here := m.size/m.jobs, m.seconds/m.jobs
	next := classOf(own) + 1
	if size < own {
		next -= 2
	}
	o, ok := l.classes[next]
	if !ok {
		return here
	}
	other, there := o.size/o.jobs, o.seconds/o.jobs
	if other == own {
		return here
	}
	part := min(1, max(0, (size-own)/(other-own)))
	return here + part*(there-here)
}

// portion is a number of things of one size.
type portion struct{ count, size float64 }

// reckoning is how long things take: seconds of work, how far that may be off (a standard
// deviation), and how much of it is guessed, of sizes that nothing like was done of.
type reckoning struct{ seconds, deviation, guessed float64 }

// sum returns how long things take together.
func (l durationModel) sum(portions []portion) (r reckoning) {
	if len(l.classes) == 0 {
		return r
	}
	counts := map[int]float64{}
	for _, p := range portions {
		size := max(1, p.size)
		within := min(max(size, l.smallest/reach), l.largest*reach)
		// What is larger takes in proportion longer at the most, and what is smaller no longer.
		count := p.count * max(1, size/within)
		seconds := l.pace * count * l.seconds(within)
		r.seconds += seconds
		if within != size {
			r.guessed += seconds
		}
		m := l.at(within)
		counts[classOf(m.size/m.jobs)] += count
	}
	for class, count := range counts {
		m := l.classes[class]
		off := count / m.jobs
		r.deviation += off * off * m.off
	}
	r.deviation = math.Hypot(l.pace*math.Sqrt(r.deviation), r.seconds*l.paceOff)
	return r
}

// mostDoubt is how far off a time may be, as a share of it, to be said: as a standard deviation, so that 19
// of 20 are within two of it, a fifth; and how much of it may be guessed.
const mostDoubt = 0.1

// sure reports whether a time is to be said.
func (r reckoning) sure() bool {
	return r.deviation <= mostDoubt*r.seconds && r.guessed <= mostDoubt*r.seconds
}

// and combines two estimates whose errors are independent.
func (r reckoning) and(o reckoning) reckoning {
	return reckoning{r.seconds + o.seconds, math.Hypot(r.deviation, o.deviation), r.guessed + o.guessed}
}
