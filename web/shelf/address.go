package shelf

import (
	"net/url"
	"slices"
	"strconv"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// The fields of the address of the library, beside those of record.ShelfField.
const (
	fieldSearch     = "q"
	fieldCollection = "collection"
	fieldState      = "state"
	fieldSort       = "sort"
	fieldOrder      = "order"
	fieldPage       = "page"
)

const (
	home      = "/library"
	ascending = "up"
	// notKnown stands in an address for a value that is not known.
	notKnown = "-"
	// maxQuery is the most bytes of a search text, maxValue of a value; longer ones are cut.
	maxQuery, maxValue = 300, 1000
)

// list is a list of the library as described by an address.
type list struct {
	record.ShelfQuery
	Search string
	Number int        // of the page, from 1
	values url.Values // what lasts from page to page
}

// readList reads the address of the library. The error is site.ErrBadInput.
func readList(q url.Values) (l list, err error) {
	l = list{Number: 1, values: url.Values{}}
	l.Values = map[record.ShelfField]string{}
	keep := func(field string) string {
		value := site.CleanLine(q.Get(field), maxValue)
		if value != "" {
			l.values.Set(field, value)
		}
		return value
	}
	l.Search = site.CutText(keep(fieldSearch), maxQuery)
	for _, field := range record.ShelfFields() {
		value := keep(string(field))
		if value == "" {
			continue
		}
		if value == notKnown {
			value = ""
		} else if field == record.ShelfYear {
			if n, e := strconv.Atoi(value); e != nil || n < 1 || n > report.MaxYear {
				err = site.ErrBadInput
			}
		}
		l.Values[field] = value
	}
	if text := keep(fieldCollection); text != "" {
		var e error
		if l.Collection, e = strconv.ParseInt(text, 10, 64); e != nil || l.Collection < 1 {
			err = site.ErrBadInput
		}
	}
	switch l.State = record.DocumentState(keep(fieldState)); l.State {
	case "", record.DocumentReady, record.DocumentFailed, record.DocumentWaiting:
	default:
		err = site.ErrBadInput
	}
	l.Sort = record.ShelfSort(keep(fieldSort))
	if l.Sort == "" {
		l.Sort = record.ShelfByArrival
		if l.Search != "" {
			l.Sort = record.ShelfByMatch
		}
	}
	if !slices.Contains(record.ShelfSorts(), l.Sort) {
		err = site.ErrBadInput
	}
	l.Descending = keep(fieldOrder) != ascending
	if text := q.Get(fieldPage); text != "" {
		n, e := strconv.Atoi(text)
		if e != nil || n < 1 || n > site.MaxPageNumber {
			return l, site.ErrBadInput
		}
		l.Number = n
	}
	l.Limit, l.Offset = site.PageSize, (l.Number-1)*site.PageSize
	return l, err
}

// with returns the address of the list with other values, from its first page.
func (l list) with(change func(url.Values)) string {
	return site.Changed(home, l.values, change)
}

// address is that of the list, from its first page.
func (l list) address() string { return l.with(func(url.Values) {}) }

// at returns the address of a page of the list.
func (l list) at(page int) string {
	return l.with(func(q url.Values) {
		if page > 1 {
			q.Set(fieldPage, strconv.Itoa(page))
		}
	})
}

// filtered reports whether not all documents are listed.
func (l list) filtered() bool {
	for field := range l.values {
		if field != fieldSort && field != fieldOrder {
			return true
		}
	}
	return false
}

// query returns the list as full-text search has it; ids are those of the collection, nil without
// one.
func (l list) query(ids []int64) search.Query {
	return search.Query{
		Text: l.Search, Values: l.Values, IDs: ids, Sort: l.Sort, Descending: l.Descending, Limit: l.Limit, Offset: l.Offset,
	}
}

// choosing returns the address with a value of a field, or without it if it is already chosen.
func (l list) choosing(field record.ShelfField, value string) (address string, chosen bool) {
	now, set := l.Values[field]
	chosen = set && now == value
	if value == "" {
		value = notKnown
	}
	return l.with(func(q url.Values) {
		if chosen {
			q.Del(string(field))
			return
		}
		q.Set(string(field), value)
	}), chosen
}
