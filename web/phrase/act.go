package phrase

import (
	"slices"
	"strings"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// ActDetailName says the name of a detail of an act; one of another version as it is.
func ActDetailName(l *catalogue.Language, name string) string {
	if slices.Contains(audit.DetailNames(), name) {
		return l.Text("audit.detail." + name)
	}
	return name
}

// ActDetail says the value of a detail of an act. Numbers, hashes, names of people and of
// files, and what another version wrote, are said as they are.
func ActDetail(l *catalogue.Language, act audit.Act, name string) string {
	value := act.Detail[name]
	switch name {
	case "verdict":
		return known(l, "verdict", value)
	case "failure":
		return FailureTitle(l, record.Failure{Name: record.FailureName(value)})
	case "roles":
		return allKnown(l, value, "account-role")
	case "scopes":
		return allKnown(l, value, "scope")
	case "made":
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return l.Time(at)
		}
	case "is", "token", "link":
		return known(l, "audit.is", value)
	case "state":
		return known(l, actStates[act.Subject], value)
	case "what":
		if act.Subject == audit.SubjectTask {
			return known(l, "work.do", value)
		}
		if act.Action == audit.Describe {
			return allKnown(l, value, "field")
		}
		return known(l, "audit.what", strings.ReplaceAll(value, " ", "-"))
	}
	return value
}

// actStates are the families of states in the catalogue, by what has them.
var actStates = map[audit.Subject]string{
	audit.SubjectAccount: "account-state",
	audit.SubjectClaim:   "claimState",
	audit.SubjectHarvest: "audit.is",
	audit.SubjectImport:  "import-state",
	audit.SubjectSite:    "audit.is",
	audit.SubjectTask:    "tasks.state",
}

// known says a value of a family, or the value itself where the catalogue has no word.
func known(l *catalogue.Language, family, value string) string {
	if said, ok := l.Find(family + "." + value); ok {
		return said
	}
	return value
}

// allKnown says values of a family that are parted by commas.
func allKnown(l *catalogue.Language, values, family string) string {
	var out []string
	for v := range strings.SplitSeq(values, ",") {
		out = append(out, known(l, family, v))
	}
	return strings.Join(out, l.Text("app.comma"))
}
