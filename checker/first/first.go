// Package first says which of two texts that repeat each other was there first, and why.
//
// In go two sides, with what share of each stands in the other (as evidence says it, not a
// fingerprint), and an order of criteria; out comes the side that the first criterion to
// tell them apart speaks for, with what every criterion says. It knows no database, no page
// and no words: web/phrase says outcomes to readers.
package first

import (
	"fmt"
	"slices"
	"time"

	"zhiwen/extract"
)

// Criterion is what one of two sides can have over the other. The values are kept by
// databases.
type Criterion string

// The criteria.
const (
	Rights     Criterion = "rights"     // somebody's rights in the text were verified
	Similarity Criterion = "similarity" // it has the whole of which the other is a part
	Time       Criterion = "time"       // it was published earlier
	Views      Criterion = "views"      // it was read more often
)

// DefaultOrder returns the order in which criteria are asked unless somebody sets another.
func DefaultOrder() []Criterion { return []Criterion{Rights, Similarity, Time, Views} }

// CheckOrder fails where an order has nothing in it, an unknown criterion, or one twice.
func CheckOrder(order []Criterion) error {
	if len(order) == 0 {
		return fmt.Errorf("an order has no criterion")
	}
	for i, c := range order {
		if !slices.Contains(DefaultOrder(), c) {
			return fmt.Errorf("%q is no criterion", c)
		}
		if slices.Contains(order[:i], c) {
			return fmt.Errorf("criterion %q comes twice", c)
		}
	}
	return nil
}

// Which is one of two sides.
type Which int

// The sides.
const (
	Neither Which = iota
	A
	B
)

// Side is one of two texts that have something in common.
type Side struct {
	Verified  bool              // somebody's rights in it were verified
	Share     float64           // of its text that stands in the other, 0 to 1
	Published time.Time         // in the zone in which it was stated
	Precision extract.Precision // of Published; "" is extract.Unknown
	Views     *int64            // nil is unknown
}

// SetPublished parses a time of publication as pages state it (extract.PrecisionOf); any other text
// leaves it unknown.
func (s *Side) SetPublished(text string) {
	layouts := map[extract.Precision]string{
		extract.ToSecond: time.RFC3339, extract.ToMinute: "2006-01-02T15:04Z07:00", extract.ToDay: time.DateOnly,
		extract.ToMonth: "2006-01",
	}
	s.Published, s.Precision = time.Time{}, extract.Unknown
	precision := extract.PrecisionOf(text)
	if t, err := time.Parse(layouts[precision], text); err == nil && precision != extract.Unknown {
		s.Published, s.Precision = t, precision
	}
}

// Reason is what one criterion says of two sides.
type Reason struct {
	Criterion Criterion
	For       Which // Neither: it does not tell them apart
	Known     bool  // false: what it goes by is not known of one side, or of both
	// Precision is to what two times were compared; of Time alone.
	Precision extract.Precision
}

// Outcome is which side was first.
type Outcome struct {
	First   Which     // Neither is a tie: no criterion tells them apart
	By      Criterion // which criterion says so; "" of a tie
	Reasons []Reason  // what each criterion says, in the order in which they were asked, those after By too
}

// A text contains another as a whole if at least mostly of the other occurs in it and at least
// apart less of itself occurs in the other. What surrounds a copy, a head and a foot, is less than
// a third of it; an excerpt of half a text differs by a half.
const mostly, apart = 0.8, 1.0 / 3

// Decide returns which of two sides was first: the first criterion of the order that speaks for
// one of them decides. Two times are compared only as far as the coarser is known: a day
// that is the same is a tie. It changes nothing and is safe for concurrent use.
func Decide(a, b Side, order []Criterion) Outcome {
	var o Outcome
	for _, c := range order {
		r := Reason{Criterion: c}
		switch c {
		case Rights:
			r.Known = true
			r.For = greater(a.Verified && !b.Verified, b.Verified && !a.Verified)
		case Similarity:
			r.Known = true
			r.For = greater(isWhole(a, b), isWhole(b, a))
		case Time:
			r = compareTimes(a, b)
		case Views:
			if r.Known = a.Views != nil && b.Views != nil; r.Known {
				r.For = greater(*a.Views > *b.Views, *b.Views > *a.Views)
			}
		}
		if o.First == Neither {
			o.First = r.For
			if r.For != Neither {
				o.By = c
			}
		}
		o.Reasons = append(o.Reasons, r)
	}
	return o
}

func greater(a, b bool) Which {
	switch {
	case a:
		return A
	case b:
		return B
	}
	return Neither
}

// isWhole reports whether part is a part of whole.
func isWhole(whole, part Side) bool {
	const slack = 1e-9 // of arithmetic
	return part.Share+slack >= mostly && part.Share-whole.Share+slack >= apart
}

// precisions are those of times, best first.
var precisions = []extract.Precision{extract.ToSecond, extract.ToMinute, extract.ToDay, extract.ToMonth}

func compareTimes(a, b Side) Reason {
	r := Reason{Criterion: Time}
	rank := max(slices.Index(precisions, a.Precision), slices.Index(precisions, b.Precision))
	if !slices.Contains(precisions, a.Precision) || !slices.Contains(precisions, b.Precision) {
		return r
	}
	r.Known, r.Precision = true, precisions[rank]
	compared := cutTo(a.Published, r.Precision).Compare(cutTo(b.Published, r.Precision))
	r.For = greater(compared < 0, compared > 0)
	return r
}

// cutTo truncates a time to a precision. Days and months are those of the zone in which it was
// stated, since a day alone names no zone.
func cutTo(t time.Time, p extract.Precision) time.Time {
	switch p {
	case extract.ToMinute:
		return t.Truncate(time.Minute)
	case extract.ToDay:
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	case extract.ToMonth:
		return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
	}
	return t
}
