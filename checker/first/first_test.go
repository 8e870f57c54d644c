package first_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/first"
	"zhiwen/extract"
)

func side(published string, share float64) first.Side {
	s := first.Side{Share: share}
	s.SetPublished(published)
	return s
}

func verified(s first.Side) first.Side {
	s.Verified = true
	return s
}

func viewed(s first.Side, n int64) first.Side {
	s.Views = &n
	return s
}

func TestDecide(t *testing.T) {
	const second, later = "2024-03-05T12:30:45+08:00", "2024-03-05T12:31:45+08:00"
	for _, test := range []struct {
		name  string
		a, b  first.Side
		order []first.Criterion
		first first.Which
		by    first.Criterion
	}{
		{"nothing is known", side("", 1), side("", 1), nil, first.Neither, ""},
		{"rights before all else", side("2020-01-01", 0.3), verified(side("2024-01-01", 0.9)), nil, first.B, first.Rights},
		{"rights of both are a tie", verified(side("2020-01-01", 0.9)), verified(side("2024-01-01", 0.9)), nil, first.A, first.Time},
		{"an excerpt came after the whole", side("", 0.4), side("", 1), nil, first.A, first.Similarity},
		{"an excerpt before its whole, by time first", side("2024-02-01", 0.4), side("2024-01-01", 1), []first.Criterion{first.Time, first.Similarity}, first.B, first.Time},
		{"a head and a foot around a copy tell nothing", side("", 1), side("", 0.75), nil, first.Neither, ""},
		{"parts of both tell nothing", side("", 0.2), side("", 0.6), nil, first.Neither, ""},
		{"exactly a third apart", side("", 0.8-1.0/3), side("", 0.8), nil, first.A, first.Similarity},
		{"seconds", side(later, 1), side(second, 1), nil, first.B, first.Time},
		{"the same minute, a second is known of one", side(second, 1), side("2024-03-05T12:30+08:00", 1), nil, first.Neither, ""},
		{"the same moment in two zones", side(second, 1), side("2024-03-05T04:30:45+00:00", 1), nil, first.Neither, ""},
		{"the same day, a second is known of one", side(second, 1), side("2024-03-05", 1), nil, first.Neither, ""},
		{"a day in the zone in which it was stated", side("2024-03-05T01:00:00+08:00", 1), side("2024-03-05", 1), nil, first.Neither, ""},
		{"another day", side(second, 1), side("2024-03-04", 1), nil, first.B, first.Time},
		{"the same month", side(second, 1), side("2024-03", 1), nil, first.Neither, ""},
		{"another month", side("2024-02-29", 1), side("2024-03", 1), nil, first.A, first.Time},
		{"one time is unknown", viewed(side(second, 1), 5), viewed(side("", 1), 4), nil, first.A, first.Views},
		{"as many views", viewed(side("", 1), 4), viewed(side("", 1), 4), nil, first.Neither, ""},
		{"views of one are unknown", viewed(side("", 1), 4), side("", 1), nil, first.Neither, ""},
		{"a criterion that is left out", side("2020-01-01", 1), side("2024-01-01", 1), []first.Criterion{first.Rights}, first.Neither, ""},
		{"no time", side("2024-13-05", 1), side("2024-01-01", 1), nil, first.Neither, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			order := test.order
			if order == nil {
				order = first.DefaultOrder()
			}
			got := first.Decide(test.a, test.b, order)
			if got.First != test.first || got.By != test.by {
				t.Errorf("%v by %q, want %v by %q", got.First, got.By, test.first, test.by)
			}
			// Who is asked first does not matter.
			swapped := map[first.Which]first.Which{first.A: first.B, first.B: first.A}
			if turned := first.Decide(test.b, test.a, order); turned.First != swapped[got.First] || turned.By != got.By {
				t.Errorf("turned round: %v by %q", turned.First, turned.By)
			}
			// Every criterion is asked, in order.
			for i, r := range got.Reasons {
				if r.Criterion != order[i] {
					t.Errorf("reason %d is %s", i, r.Criterion)
				}
			}
			if len(got.Reasons) != len(order) {
				t.Errorf("%d reasons of %d", len(got.Reasons), len(order))
			}
		})
	}
}

func TestReasons(t *testing.T) {
	a, b := viewed(side("2024-03-05T12:30+08:00", 0.9), 7), side("2024-03-04", 0.95)
	want := []first.Reason{
		{Criterion: first.Rights, Known: true}, {Criterion: first.Similarity, Known: true},
		{Criterion: first.Time, For: first.B, Known: true, Precision: extract.ToDay}, {Criterion: first.Views},
	}
	if diff := cmp.Diff(want, first.Decide(a, b, first.DefaultOrder()).Reasons); diff != "" {
		t.Error(diff)
	}
}

func TestCheckOrder(t *testing.T) {
	for _, test := range []struct {
		order []first.Criterion
		holds bool
	}{
		{first.DefaultOrder(), true}, {[]first.Criterion{first.Time}, true}, {nil, false},
		{[]first.Criterion{"age"}, false}, {[]first.Criterion{first.Time, first.Views, first.Time}, false},
	} {
		if err := first.CheckOrder(test.order); (err == nil) != test.holds {
			t.Errorf("%v: %v", test.order, err)
		}
	}
}
