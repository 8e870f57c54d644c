package report

import (
	"zhiwen/checker/evidence"
)

// Passage is every source of one passage, for partial/passage.html.
type Passage struct {
	Match   int
	Text    string
	Close   string // address without the passage
	Sources []PassageSource
}

// PassageSource is one match of the passage.
type PassageSource struct {
	Source  Source
	Match   evidence.Match
	Quote   string
	Compare string
	Pages   string             // address of both pages of the originals
	Decided *evidence.Decision // or nil
	// Characters is how many of the document the match is about.
	Characters int
	First      []Precedence // where its text stood first, if not in the source
}

// Passage lists every match that shares text with the chosen one: best
// source first, within a source by place. It is nil where there is no such match.
func (a *Assessment) Passage(match int, only int64) *Passage {
	var chosen *evidence.Match
	sources := a.Evidence.Sources
	for i := range sources {
		for j := range sources[i].Matches {
			if sources[i].Matches[j].ID == match {
				chosen = &sources[i].Matches[j]
			}
		}
	}
	if chosen == nil {
		return nil
	}
	v := &Passage{Match: match, Text: clip(chosen.This.Text, quoteLength), Close: a.Address.Report(only, 0)}
	place := side{match: chosen}.cover()
	for i := range sources {
		for j := range sources[i].Matches {
			m := sources[i].Matches[j]
			if m.ID != match && !meet(place, side{match: &m}.cover()) {
				continue
			}
			v.Sources = append(v.Sources, PassageSource{
				Source: a.card(&sources[i], only), Match: m,
				Quote: clip(m.Source.Text, quoteLength), Compare: a.Address.Pair(sources[i].ID, m.ID) + pairAnchor(m.ID),
				Pages: a.Address.PairOriginals(sources[i].ID, m.ID, 0, 0), Decided: a.Decided.Match(m.ID),
				Characters: a.charactersOf(&m), First: a.firstOf(sources[i].ID, &m),
			})
		}
	}
	return v
}
