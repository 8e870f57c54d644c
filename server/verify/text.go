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

// problemKeys are the messages of problems, but of counts and places, which are verify.count.
var problemKeys = map[verify.Problem]string{
	verify.WrongLength:     "verify.length",
	verify.OutOfRange:      "verify.range",
	verify.Disordered:      "verify.order",
	verify.MissingMatch:    "verify.gap",
	verify.Contradiction:   "verify.contradiction",
	verify.WrongQuote:      "verify.quote",
	verify.WrongSimilarity: "verify.similarity",
	verify.WrongKind:       "verify.kind",
	verify.WrongRelation:   "verify.relation",
	verify.WrongIdentity:   "verify.identity",
	verify.WrongExclusion:  "verify.exclusion",
	verify.WrongFact:       "verify.fact",
	verify.UnknownSubject:  "verify.subject",
	verify.BadDecision:     "verify.decision",
	verify.BadOpinion:      "verify.opinion",
	verify.WrongFollows:    "verify.follows",
	verify.TwoDecisions:    "verify.twice",
	verify.WrongHint:       "verify.hint",
	verify.WrongFigure:     "verify.figure",
}

func (v *verification) what(d verify.Difference) string {
	key := cmp.Or(problemKeys[d.Problem], "verify.count")
	return v.language.Text(key, "Match", strconv.Itoa(d.Match), "Name", d.Name, "Want", d.Want, "Got", d.Got)
}
