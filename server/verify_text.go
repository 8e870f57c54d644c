package main

import (
	"cmp"
	"strconv"
	"strings"

	"zhiwen/checker"
)

// source names a source for people.
func (v *verification) source(id int64) string {
	for _, s := range v.evidence.Sources {
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

// say puts a difference into words: where it is, and what is wrong there. The
// names of attributes are those of the file.
func (v *verification) say(d checker.Difference) string {
	var where []string
	if d.Source != 0 {
		where = append(where, v.source(d.Source))
	}
	if d.Match != 0 && d.Problem != checker.MissingMatch {
		where = append(where, v.language.Text("verify.match", "Match", strconv.Itoa(d.Match)))
	}
	switch d.Side {
	case checker.ThisSide:
		where = append(where, v.language.Text("verify.this"))
	case checker.SourceSide:
		where = append(where, v.language.Text("verify.that"))
	}
	if d.Section != "" {
		where = append(where, v.language.Text("verify.section", "Name", d.Section))
	}
	where = append(where, v.what(d))
	return strings.Join(where, v.language.Text("verify.comma"))
}

func (v *verification) what(d checker.Difference) string {
	args := []any{"Name", d.Name, "Want", d.Want, "Got", d.Got}
	l := v.language
	switch d.Problem {
	case checker.WrongLength:
		return l.Text("verify.length", args...)
	case checker.OutOfRange:
		return l.Text("verify.range", args...)
	case checker.Disordered:
		return l.Text("verify.order", args...)
	case checker.MissingMatch:
		return l.Text("verify.gap", "Match", strconv.Itoa(d.Match))
	case checker.Contradiction:
		return l.Text("verify.contradiction", args...)
	case checker.WrongQuote:
		return l.Text("verify.quote", args...)
	case checker.WrongSimilarity:
		return l.Text("verify.similarity", args...)
	case checker.WrongKind:
		return l.Text("verify.kind")
	case checker.WrongRelation:
		return l.Text("verify.relation", args...)
	case checker.WrongIdentity:
		return l.Text("verify.identity", args...)
	case checker.WrongExclusion:
		return l.Text("verify.exclusion", args...)
	case checker.WrongFact:
		return l.Text("verify.fact", args...)
	case checker.UnknownSubject:
		return l.Text("verify.subject", args...)
	case checker.BadDecision:
		return l.Text("verify.decision", args...)
	case checker.TwoDecisions:
		return l.Text("verify.twice", args...)
	case checker.WrongCount, checker.WrongPlace:
	}
	return l.Text("verify.count", args...)
}
