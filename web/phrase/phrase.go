// Package phrase says values of the engine in a language: kinds and relations, why a
// file cannot be used, what a notice means. Pages and the command line say them alike.
package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
)

// Functions returns what templates may say values with. They name the values of one type each
// (kind, relation, …), whose keys the catalogue's test knows.
func Functions(l *catalogue.Language) template.FuncMap {
	family := func(prefix string) func(any) string {
		return func(v any) string { return l.Text(prefix + "." + fmt.Sprint(v)) }
	}
	return template.FuncMap{
		"kind": family("kind"),
		"damaged": func(what []string) string {
			said := each.Of(what, func(x string) string { return family("document.damaged")(x) })
			return strings.Join(said, l.Text("app.comma"))
		},
		"damagedValues": func(values []record.DamagedError) string {
			said := each.Of(values, func(x record.DamagedError) string {
				return l.Text("damaged."+string(x.What), "Number", strconv.FormatInt(x.ID, 10))
			})
			return strings.Join(said, l.Text("app.comma"))
		},
		"relation": family("relation"),
		"reason":   family("reason"),
		"mark":     family("mark"),
		"citation": family("citation"),
		"figure":   family("figure"),
		"meaning":  family("meaning"),
		"doubt":    func(d evidence.Doubt) string { return DoubtSaid(l, d) },
		"doubts":   func(d []evidence.Doubt) string { return DoubtsSaid(l, d) },
		"share": func(part, whole int, doubts []evidence.Doubt) string {
			return ShareSaid(l, record.Share{Part: part, Whole: whole, Doubts: doubts})
		},
		"role":         func(name string) string { return RoleName(l, name) },
		"found":        family("found"),
		"hintLevel":    func(thousandths int) string { return HintLevel(l, thousandths) },
		"hintKind":     family("hintKind"),
		"hintStrength": family("hints.strength"),
		"hintKinds":    evidence.HintKinds,
		"levelFigure":  LevelFigure,
		"finding":      family("finding"),
		"findingName":  func(f finding.Finding) string { return FindingName(l, f) },
		"aiUse":        family("finding.use"),
		"sharedBy": func(s evidence.Several) string {
			return SharedBySeveral(l, s.Applications, s.Applicants, s.Institutions, s.Characters)
		},
		"ofSeveral":       func(f finding.Finding) string { return OfSeveral(l, f) },
		"learnedSaid":     func(x finding.Learned) string { return LearnedSaid(l, x) },
		"findingReason":   func(f finding.Finding) string { return FindingReason(l, f) },
		"flag":            family("flag"),
		"cause":           family("cause"),
		"verdict":         family("verdict"),
		"opinions":        func(s score.OpinionState, wanted int) string { return OpinionsSaid(l, s, wanted) },
		"follows":         family("follows"),
		"shareWhy":        family("share.why"),
		"pageList":        extract.PageList,
		"noticeTitle":     func(n extract.Notice) string { return NoticeTitle(l, n) },
		"noticeAdvice":    func(n extract.Notice) string { return NoticeAdvice(l, n) },
		"why":             family("why"),
		"act":             family("audit.action"),
		"actSubject":      family("audit.subject"),
		"actDetail":       func(name string) string { return ActDetailName(l, name) },
		"actValue":        func(a audit.Act, name string) string { return ActDetail(l, a, name) },
		"programHelp":     family("program.help"),
		"event":           family("event"),
		"deliveryState":   family("delivery"),
		"deliveryFailure": family("delivery.failure"),
		"boundSaid":       func(field, value string) string { return l.Text("work.bound."+field, "Share", value) },
		"column":          family("work.by"),
		"workTab":         family("work.tab"),
		"severity":        family("work.severity"),
		"leftOut":         func(why any, n int) string { return l.Count("work.left."+fmt.Sprint(why), n) },
		"callState":       family("calls.state"),
		"deed":            family("work.do"),
		"taskState":       family("tasks.state"),
		"taskFate":        family("tasks.fate"),
		"field":           family("field"),
		"status":          family("status"),
		"format":          family("format"),
		"shelfField":      family("library.field"),
		"shelfSort":       family("library.by"),
		"shelfDeed":       family("library.do"),
		"state":           family("state"),

		"importState": family("import-state"),
		"siteState":   family("siteState"),

		"harvestKind":   family("harvest.kind"),
		"harvestState":  family("harvestState"),
		"harvestFate":   family("harvestFate"),
		"harvestDetail": HarvestDetail,
		"harvestReason": func(reason, detail string) string { return HarvestReasonText(l, reason, detail) },

		"claimState": family("claimState"),
		"claimDeed":  family("claimDeed"),
		"pageRole":   family("pageRole"),
		"siteField":  family("sites.field"),
		"webFate":    family("webFate"),
		"criterion":  family("first.criterion"),
		"webAdvice":  family("webAdvice"),
		"fate":       family("fate"),
		"refusal":    func(i record.ImportItem) string { return RefusalText(l, i) },
		"span":       func(d time.Duration) string { return roughly(l, d) },
		"outlook":    func(o record.Outlook) string { return OutlookText(l, o) },

		"retentionKind":    family("retention.kind"),
		"retentionVerdict": family("retention.verdict"),
		"retentionState":   family("retention.state"),
		"retentionKept":    family("retention.kept"),

		"scope":           family("scope"),
		"accountRole":     family("account-role"),
		"accountRoleHint": family("account-role-hint"),
		"accountState":    family("account-state"),
		"device":          func(header string) string { return DeviceText(l, header) },

		"failure": func(f record.Failure) string { return FailureTitle(l, f) },
		"advice":  func(f record.Failure) string { return FailureAdvice(l, f) },
		"faultTitle": func(name string) string {
			return l.Text("fault." + name + ".title")
		},
		"faultAdvice": func(name string) string {
			return l.Text("fault." + name + ".advice")
		},
	}
}

// OpinionsSaid describes the state of the opinions; wanted is how many are wanted.
func OpinionsSaid(l *catalogue.Language, s score.OpinionState, wanted int) string {
	if s == score.OpinionFurther && wanted != 2 {
		return l.Text("opinions.one-more")
	}
	return l.Text("opinions." + string(s))
}

// RoleName names a role of a section. Officers may add roles of their own, which stand
// in no catalogue and are called as they call them.
func RoleName(l *catalogue.Language, name string) string {
	switch {
	case name == "":
		return l.Text("role.none")
	case slices.Contains(RoleNames(), name):
		return l.Text("role." + name)
	}
	return name
}

// RoleNames returns the roles of the built-in table, in its order.
func RoleNames() (names []string) {
	for _, e := range exclude.Default().Entries() {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// RoleFault describes a fault of an entry of the table of roles.
func RoleFault(l *catalogue.Language, f *exclude.Fault) string {
	return l.Text("roles.fault."+string(f.Name), "Value", f.Value)
}

// FindingName returns what was found: that it stood there earlier only where years or dates do.
func FindingName(l *catalogue.Language, f finding.Finding) string {
	if f.Kind == finding.Others && f.Earlier {
		return l.Text("finding.other-applicant.earlier")
	}
	if f.Kind == finding.Again && f.Year != 0 {
		return l.Text("finding.own-earlier.year", "Year", strconv.Itoa(f.Year))
	}
	if f.Kind == finding.SameTitle && f.Year != 0 {
		return l.Text("finding.same-title.year", "Year", strconv.Itoa(f.Year))
	}
	return l.Text("finding." + string(f.Kind))
}

// FindingShort describes a finding in a few words, to be followed by the names of those who share it: how many share a
// text, and how much is hidden.
func FindingShort(l *catalogue.Language, f finding.Finding) string {
	switch f.Kind {
	case finding.Others:
		if f.Earlier {
			return l.Text("why.earlier")
		}
		return l.Text("why.other-applicant")
	case finding.Unknown:
		return l.Text("why.unknown-applicant")
	case finding.Several:
		return l.Count("why.several", f.Applications+1)
	case finding.Disguised:
		return l.Count("why.disguised."+string(f.Reason), f.Count)
	case finding.Possible:
		return hintsShort(l, f)
	}
	return FindingName(l, f)
}

// hintsShort names the most frequent kind of hints, the first one of several.
func hintsShort(l *catalogue.Language, f finding.Finding) string {
	var most evidence.HintKind
	for _, kind := range evidence.HintKinds() {
		if f.Hints[kind] > f.Hints[most] {
			most = kind
		}
	}
	if most == "" {
		return FindingName(l, f)
	}
	return l.Text("hintKind." + string(most))
}

// FlagsNoted returns which flags there are that are no finding, and how many.
func FlagsNoted(l *catalogue.Language, noted []finding.Finding) string {
	said := each.Of(noted, func(f finding.Finding) string { return l.Count("why.flag."+string(f.Reason), f.Count) })
	return strings.Join(said, l.Text("app.comma"))
}

// SharedBySeveral returns how many applications share text, and of how many applicants and institutions they are, as
// far as these are known.
func SharedBySeveral(l *catalogue.Language, applications, applicants, institutions, characters int) string {
	key := "finding.reason.several"
	if institutions == 0 {
		key = "finding.reason.severalUnnamed"
	}
	return l.Text(key, "Applications", l.Number(applications), "Applicants", l.Count("finding.applicants", applicants),
		"Institutions", l.Count("finding.institutions", institutions), "Count", l.Number(characters))
}

// OfSeveral says of how many applicants and institutions the applications of a finding are, behind some of their names.
func OfSeveral(l *catalogue.Language, f finding.Finding) string {
	key := "look.several"
	if f.Institutions == 0 {
		key = "look.severalUnnamed"
	}
	return l.Text(key, "Applicants", l.Count("finding.applicants", f.Applicants), "Institutions",
		l.Count("finding.institutions", f.Institutions))
}

// LearnedSaid names text that was left out since others have it, with how many have the longest part of it.
func LearnedSaid(l *catalogue.Language, x finding.Learned) string {
	return l.Text("learned.said", "Count", l.Number(x.Characters),
		"Had", l.Number(x.Longest.Had), "Of", l.Number(x.Longest.Of), "Required", l.Number(x.Longest.Required))
}

// FindingReason returns what a finding rests on, and how much is shared.
func FindingReason(l *catalogue.Language, f finding.Finding) string {
	part := ""
	if f.Part != "" {
		part = RoleName(l, f.Part)
	}
	if f.Reason == finding.BySeveral {
		return SharedBySeveral(l, f.Applications, f.Applicants, f.Institutions, f.Count)
	}
	if f.Kind == finding.Again {
		return l.Text("finding.reason.own-earlier", "Share", l.Percent(f.Share, score.Thousand), "Count", l.Number(f.Count))
	}
	return l.Text("finding.reason."+string(f.Reason), "Share", l.Percent(f.Share, score.Thousand), "Count", l.Number(f.Count), "Part", part)
}
