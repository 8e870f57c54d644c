package web

import "context"

// Search is full-text search over the library. It must be safe for concurrent use.
type Search interface {
	Search(ctx context.Context, q Query) (Result, error)
	Delete(ctx context.Context, id int64) error
}

type Query struct {
	Text          string
	Year          int
	Limit, Offset int
}
type Result struct {
	Total int
	Hits  []Hit
	Years []YearCount
}
type Hit struct {
	ID        int64
	Score     float64
	Fragments []Fragment
}
type Fragment struct {
	Field    string
	Segments []FragmentSegment
}
type FragmentSegment struct {
	Text   string
	Marked bool
}
type YearCount struct{ Year, Count int }
