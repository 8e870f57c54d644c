package report

import (
	"net/url"
	"strconv"
)

// Query parameters about the list from which a report was opened.
const (
	OfField = "of" // the query of the list
	InField = "in" // the call of whose list it is
)

// mostOrigin is the longest query of a list that is kept: longer ones are no list's.
const mostOrigin = 4000

// Origin is the list that a report was opened from, as addresses say it. The zero value is none.
type Origin struct {
	Given bool   // there is one
	Of    string // query of the list
	In    string // id of the call of whose list it is; "" is the list over all calls
}

func originOf(q url.Values) Origin {
	o := Origin{Of: q.Get(OfField), In: q.Get(InField), Given: q.Has(OfField) || q.Has(InField)}
	if len(o.Of) > mostOrigin || len(o.In) > mostOrigin {
		return Origin{}
	}
	return o
}

// OriginOf returns the list of a call, or over all calls for 0, with a query.
func OriginOf(query string, call int64) Origin {
	o := Origin{Of: query, Given: true}
	if call > 0 {
		o.In = strconv.FormatInt(call, 10)
	}
	return o
}

func (o Origin) addTo(q url.Values) {
	if !o.Given {
		return
	}
	q.Set(OfField, o.Of)
	if o.In != "" {
		q.Set(InField, o.In)
	}
}

// Path returns the address of a report that is opened from the list.
func (o Origin) Path(check int64) string {
	q := url.Values{}
	o.addTo(q)
	return Address{check: check, query: q}.Report(0, 0)
}

// unfiltered leads to the pages of the check as it was checked.
func (a *Assessment) unfiltered() Address {
	q := url.Values{}
	a.Choice.Origin.addTo(q)
	return Address{check: a.Check.ID, query: q}
}

// Queue is the position of a report in the list it was opened from, or in that of its call. The zero value is no
// position.
type Queue struct {
	List     string // address of the list, at the row
	Name     string // of the call; "" is the list over all calls
	Place    int    // from 1; 0 where the list does not have the application any more
	Count    int
	Previous string // addresses of reports; "" where there is none
	Next     string
	Onward   string // of the next that the reader has not decided about, the first behind the end
	Open     bool   // the list has what is to be looked at only
}
