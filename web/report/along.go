package report

import (
	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// Along is a document that the whole application may be written along, as the report lists it.
type Along struct {
	Name     string
	Identity evidence.Identity
	Relation evidence.Relation
	Rank     int // of the source; 0 where it shares no text
	Colour   string
	Strength evidence.Strength
	Of       int // stretches of the application
	Steps    []AlongStep
}

// AlongStep is a stretch of the application and the place of the document that may say the same.
type AlongStep struct {
	Href          string // of the place in the text
	Here, There   Place
	Quote, Theirs string
}

// along lists the documents that the application may be written along: none where the reader looks at no hints, and none that was
// left out or set aside.
func (a *Assessment) along() []Along {
	h := a.Evidence.Hints
	if h == nil || h.Level == 0 {
		return nil
	}
	var out []Along
	for _, x := range h.Along {
		s := a.hinted[x.Source]
		if s == nil || a.Choice.refusesSource(s) != "" || a.Decided.SetAside(x.Source) {
			continue
		}
		v := Along{
			Name: NameOf(s.Identity), Identity: s.Identity, Relation: s.Relation,
			Rank: a.ranks[x.Source], Colour: highlight.Colour(a.hues[x.Source]), Strength: evidence.StrengthOf(x.FalseAlarms), Of: x.Of,
		}
		for _, step := range x.Steps {
			v.Steps = append(v.Steps, AlongStep{
				Href: PlaceAt(step.This.Offset), Here: placeOf(step.This), There: placeOf(step.From),
				Quote: clip(step.This.Text, worstLength), Theirs: clip(step.From.Text, worstLength),
			})
		}
		out = append(out, v)
	}
	return out
}
