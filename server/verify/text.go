package verify

import (
	"cmp"
	"strconv"
	"strings"

	"zhiwen/checker/verify"
)

// source names a source for people.
func (v *verification) source(id int64) string {
	for _, s := range v.evidence.AllSources() {
		if s.ID == id {
			const most = 40
			name := []rune(cmp.Or(s.Identity.Title, s.Identity.Filename))
			if len(name) > most {
				name = append(name[:most], '…')
			}
			return v.language.Text("verify.source", "ID", strconv.FormatInt(id, 10), "Name", string(name))
		}
	}
	return strconv.FormatInt(id, 10)
}

// describe puts a difference into words: where it is, and what is wrong there. The
// names of attributes are those of the file.
func (v *verification) describe(d verify.Difference) string {
	var where []string
	if d.Source != 0 {
		where = append(where, v.source(d.Source))
	}
	if d.Match != 0 && d.Problem != verify.MissingMatch {
		where = append(where, v.language.Text("verify.match", "Match", strconv.Itoa(d.Match)))
	}
	switch d.Side {
	case verify.ThisSide:
		where = append(where, v.language.Text("verify.this"))
	case verify.SourceSide:
		where = append(where, v.language.Text("verify.that"))
	}
	if d.Section != "" {
		where = append(where, v.language.Text("verify.section", "Name", d.Section))
	}
	where = append(where, v.what(d))
	return strings.Join(where, v.language.Text("verify.comma"))
}

func (v *verification) what(d verify.Difference) string {
	args := []any{"Name", d.Name, "Want", d.Want, "Got", d.Got}
	l := v.language
	switch d.Problem {
	case verify.WrongLength:
		return l.Text("verify.length", args...)
	case verify.OutOfRange:
		return l.Text("verify.range", args...)
	case verify.Disordered:
		return l.Text("verify.order", args...)
	case verify.MissingMatch:
		return l.Text("verify.gap", "Match", strconv.Itoa(d.Match))
	case verify.Contradiction:
		return l.Text("verify.contradiction", args...)
	case verify.WrongQuote:
		return l.Text("verify.quote", args...)
	case verify.WrongSimilarity:
		return l.Text("verify.similarity", args...)
	case verify.WrongKind:
		return l.Text("verify.kind")
	case verify.WrongRelation:
		return l.Text("verify.relation", args...)
	case verify.WrongIdentity:
		return l.Text("verify.identity", args...)
	case verify.WrongExclusion:
		return l.Text("verify.exclusion", args...)
	case verify.WrongFact:
		return l.Text("verify.fact", args...)
	case verify.UnknownSubject:
		return l.Text("verify.subject", args...)
	case verify.BadDecision:
		return l.Text("verify.decision", args...)
	case verify.BadOpinion:
		return l.Text("verify.opinion", args...)
	case verify.WrongFollows:
		return l.Text("verify.follows", args...)
	case verify.TwoDecisions:
		return l.Text("verify.twice", args...)
	case verify.WrongHint:
		return l.Text("verify.hint", args...)
	case verify.WrongFigure:
		return l.Text("verify.figure", args...)
	case verify.WrongCount, verify.WrongPlace:
	}
	return l.Text("verify.count", args...)
}
