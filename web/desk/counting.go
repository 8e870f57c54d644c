package desk

import (
	"errors"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/web/site"
)

// countValues is the form of what counts in the checks of a call; empty fields use the general
// setting.
type countValues struct {
	Own     bool // the call has reasons of its own
	Exclude []evidence.Reason
	Length  string // characters
	Share   string // percent
	Level   string // of hints, in thousandths; "" is as set for all
}

// Excludes reports whether text does not count for a reason.
func (v countValues) Excludes(r evidence.Reason) bool { return slices.Contains(v.Exclude, r) }

// countOf fills the form from a call; what the call does not set comes from the general setting.
func countOf(s record.CallSettings, usual setting.Count) countValues {
	v := countValues{Own: s.Exclude != nil, Exclude: s.Exclude}
	if !v.Own {
		v.Exclude = usual.Exclude
	}
	if s.LeastLength != nil {
		v.Length = strconv.Itoa(*s.LeastLength)
	}
	if s.LeastShare != nil {
		v.Share = shareTyped(*s.LeastShare)
	}
	if s.FalseAlarms != nil {
		v.Level = strconv.Itoa(*s.FalseAlarms)
	}
	return v
}

// shareTyped writes thousandths as percent; none of them is a share too.
func shareTyped(thousandths int) string {
	if thousandths == 0 {
		return "0"
	}
	return site.PercentOf(thousandths)
}

// typedCount reads what counts from the form of a call.
func typedCount(c *gin.Context) countValues {
	return countValues{
		Own: c.PostForm("exclude-own") != "", Exclude: site.Ticked(c, "exclude", evidence.Reasons()),
		Length: site.CleanLine(c.PostForm("length"), site.MaxName), Share: site.CleanLine(c.PostForm("share"), site.MaxName),
		Level: site.CleanLine(c.PostForm("false-alarms"), site.MaxName),
	}
}

// fillCount takes what counts over into the settings of a call, and says what is wrong with it.
func (s *pages) fillCount(c *gin.Context, into *record.CallSettings, v countValues) (faults []site.FieldFault) {
	l := s.Language(c)
	into.Exclude, into.LeastLength, into.LeastShare, into.FalseAlarms = nil, nil, nil, nil
	if v.Own {
		into.Exclude = append([]evidence.Reason{}, v.Exclude...)
	}
	length := func() {
		faults = append(faults, site.FieldFault{Field: "least-length",
			Text: l.Text("settings.fault.length", "Value", v.Length, "Most", l.Number(setting.MostLeastLength))})
	}
	share := func() {
		faults = append(faults, site.FieldFault{Field: "least-share",
			Text: l.Text("settings.fault.leastShare", "Value", v.Share, "Most", site.PercentOf(setting.MostLeastShare))})
	}
	if v.Length != "" {
		n, err := strconv.Atoi(v.Length)
		if into.LeastLength = &n; err != nil {
			length()
		}
	}
	if v.Share != "" {
		n, ok := site.Thousandths(v.Share)
		if into.LeastShare = &n; !ok {
			share()
		}
	}
	level := func() {
		faults = append(faults, site.FieldFault{Field: "false-alarms", Text: l.Text("settings.fault.falseAlarms", "Value", v.Level)})
	}
	if v.Level != "" {
		n, err := strconv.Atoi(v.Level)
		if into.FalseAlarms = &n; err != nil {
			level()
		}
	}
	if len(faults) > 0 {
		return faults
	}
	var fault *setting.Fault
	if errors.As(setting.Usual().CountingOf(*into).Check(), &fault) {
		map[string]func(){"length": length, "leastShare": share, "falseAlarms": level}[fault.Name]()
	}
	return faults
}
