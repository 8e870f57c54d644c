package backlog

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"zhiwen/internal/testrun"
)

// made is a document of a made queue.
type made struct {
	bytes, characters int64
	reads, checks     float64 // seconds
}

// queueOf makes n documents of 400 to 80,000 characters, as many of each order of magnitude. A check takes longer for more
// characters and hardly so from some size on, as where no more than 500 candidates are looked at; single
// checks differ by two fifths.
func queueOf(r *rand.Rand, n int, slower float64) (out []made) {
	differ := func(by float64) float64 { return math.Exp(by*r.NormFloat64() - by*by/2) }
	for i := range n {
		d := made{characters: int64(400 * math.Pow(200, (float64(i)+r.Float64())/float64(n)))}
		d.bytes = int64(float64(d.characters) * 2.8 * differ(0.05))
		d.reads = (0.01 + float64(d.bytes)/4e6) * differ(0.8)
		d.checks = slower * (0.05 + 0.6*(1-math.Exp(-float64(d.characters)/10_000))) * differ(0.4)
		out = append(out, d)
	}
	return out
}

// handOver is how long a worker waits for its next job, in seconds: most of the time where jobs are small.
const handOver = 0.05

// replay works off documents in their order, two at a time, all read first, and calls said with what an
// outlook says then and what was left, by the part of the time that was over. It gives the history after it.
func replay(h history, queue []made, said func(over, left float64, known bool, says float64)) history {
	start := 0.0
	for _, j := range slices.Concat(h.read, h.checked) {
		start = max(start, j.to)
	}
	free := [2]float64{start, start}
	run := func(of []made, seconds func(made) float64) (out []job) {
		for _, d := range of {
			worker := 0
			if free[1] < free[0] {
				worker = 1
			}
			begun := free[worker] + handOver
			j := job{from: begun, to: begun + seconds(d), queue: "batch", kind: ".txt", bytes: d.bytes, characters: d.characters}
			free[worker] = j.to
			out = append(out, j)
		}
		return out
	}
	read := run(queue, func(d made) float64 { return d.reads })
	checked := run(queue, func(d made) float64 { return d.checks })
	end := max(free[0], free[1])
	past := func(before, jobs []job, now float64) (out []job) {
		for _, j := range jobs {
			if j.to <= now {
				out = append(out, j)
			}
		}
		slices.SortStableFunc(out, func(a, b job) int { return cmp.Compare(b.to, a.to) })
		out = append(out, before...)
		return out[:min(len(out), mostJobs)]
	}
	const readings = 100
	for i := range readings {
		now := start + (end-start)*(float64(i)+0.5)/readings
		w := work{checking: true}
		classes := map[string]*batch{}
		add := func(kind string, size int64, j job, begun float64) {
			digits := strconv.FormatInt(size, 10)
			key := fmt.Sprint(kind, len(digits), digits[:1])
			b := classes[key]
			if b == nil {
				b = &batch{kind: kind}
				classes[key] = b
			}
			b.count, b.bytes, b.characters, b.begun = b.count+1, b.bytes+j.bytes, b.characters+j.characters, b.begun+int64(100*begun)
		}
		take := func() (out []batch) {
			for _, b := range classes {
				out = append(out, *b)
			}
			clear(classes)
			slices.SortFunc(out, func(a, b batch) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.bytes, b.bytes)) })
			return out
		}
		unread := map[int]bool{}
		for i, j := range read {
			if j.to > now {
				unread[i] = true
				add(j.kind, j.bytes, j, 0)
			}
		}
		w.reading = take()
		for i, j := range checked {
			switch begun := max(0, (now-j.from)/(j.to-j.from)); {
			case j.to <= now:
			case unread[i]:
				add(j.kind, j.bytes, job{bytes: j.bytes}, 0)
			default:
				add("", j.characters, j, begun)
			}
		}
		w.checks = take()
		o := estimate(w, history{read: past(h.read, read, now), checked: past(h.checked, checked, now)})
		said((now-start)/(end-start), end-now, o.Known(), o.Left().Seconds())
	}
	return history{read: past(h.read, read, end), checked: past(h.checked, checked, end)}
}

// In whatever order sizes come, what is said between a fifth and four fifths of a run is right within a fifth, but for the fiftieth
// that chance has, or nothing is said; and where the like was done before, something is said.
func TestEstimateInAnyOrder(t *testing.T) {
	const most = 0.2
	for _, order := range []string{"ascending", "descending", "shuffled"} {
		said, again, readings, wrong, worst := 0, 0, 0, 0, 0.0
		for seed := range uint64(testrun.Rounds(4, 1)) {
			r := rand.New(rand.NewPCG(seed, 1))
			var h history
			for run, slower := range []float64{1, 1.15} { // the call has grown
				queue := queueOf(r, 200*(run+1), slower)
				switch order {
				case "descending":
					slices.Reverse(queue)
				case "shuffled":
					r.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
				}
				h = replay(h, queue, func(over, left float64, known bool, says float64) {
					if over < 0.2 || over > 0.8 {
						return
					}
					readings += run
					if !known {
						return
					}
					said, again = said+1, again+run
					if off := math.Abs(says/left - 1); off > most {
						wrong, worst = wrong+1, max(worst, off)
					}
				})
			}
		}
		if wrong*50 > said || worst > 1.5*most {
			t.Errorf("%s: %d of %d times that are said are wrong, the worst by %.0f %%", order, wrong, said, 100*worst)
		}
		if again*10 < 9*readings {
			t.Errorf("%s: %d of %d readings say a time though the like was done before", order, again, readings)
		}
	}
}
