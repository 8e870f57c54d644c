package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/web/site"
)

// settingsOut is what is set of an installation, as far as callers need it. Each part of it is set as
// a whole, as it is given.
type settingsOut struct {
	Agency     titlesOut               `json:"agency"`
	Thresholds map[string]thresholdOut `json:"thresholds"`
	Counting   countingOut             `json:"counting"`
}

type titlesOut struct {
	Chinese string `json:"zh"`
	English string `json:"en"`
}

// thresholdOut is from which share of a figure on it is coloured, in thousandths; 0 is nowhere.
type thresholdOut struct {
	Notable int `json:"notable"`
	Grave   int `json:"grave"`
}

type countingOut struct {
	Exclude     []string `json:"exclude"`
	LeastLength int      `json:"least_length"`
	LeastShare  int      `json:"least_share"`  // thousandths
	FalseAlarms int      `json:"false_alarms"` // thousandths; 0: no hints
}

// titlesIn, thresholdIn and countingIn are parts as they are set: what is not there is missing, and
// neither empty nor zero.
type titlesIn struct {
	Chinese *string `json:"zh"`
	English *string `json:"en"`
}

type thresholdIn struct {
	Notable *int `json:"notable"`
	Grave   *int `json:"grave"`
}

type countingIn struct {
	Exclude     *[]string `json:"exclude"`
	LeastLength *int      `json:"least_length"`
	LeastShare  *int      `json:"least_share"`
	FalseAlarms *int      `json:"false_alarms"`
}

// figureNames are the figures as answers name them.
var figureNames = map[record.FigureName]string{
	record.FigureOverall: "overall", record.FigureWithoutOwn: "without_own", record.FigureWithoutQuoted: "without_quoted",
	record.FigureLargest: "largest",
}

func settingsSaid(values setting.Values) settingsOut {
	count := values.Counting
	out := settingsOut{
		Agency: titlesOut{values.Agency.Chinese, values.Agency.English}, Thresholds: map[string]thresholdOut{},
		Counting: countingOut{Exclude: []string{}, LeastLength: count.LeastLength, LeastShare: count.LeastShare,
			FalseAlarms: count.FalseAlarms},
	}
	for _, r := range count.Exclude {
		out.Counting.Exclude = append(out.Counting.Exclude, string(r))
	}
	for f, name := range figureNames {
		out.Thresholds[name] = thresholdOut(values.Thresholds[f])
	}
	return out
}

func (p *api) settings(c *gin.Context) error {
	values, err := p.Store.Settings(c.Request.Context())
	if err != nil {
		return err
	}
	return give(c, http.StatusOK, settingsSaid(values))
}

func (p *api) setAgency(c *gin.Context) error {
	return set(p, c, setting.Agency, func(in titlesIn, wrong *faults) any {
		l := p.Language(c)
		title := func(field string, text *string) string {
			switch {
			case text == nil:
				wrong.add(field, l.Text("api.missing"))
				return ""
			case len([]rune(*text)) > setting.MostTitle:
				wrong.add(field, l.Text("api.long", "Most", setting.MostTitle))
			}
			return record.Line(*text)
		}
		return setting.Titles{Chinese: title("zh", in.Chinese), English: title("en", in.English)}
	})
}

func (p *api) setThresholds(c *gin.Context) error {
	l := p.Language(c)
	return set(p, c, setting.Thresholds, func(in map[string]thresholdIn, wrong *faults) any {
		out := map[record.FigureName]record.Threshold{}
		for f, name := range figureNames {
			said, ok := in[name]
			if !ok {
				wrong.add(name, l.Text("api.missing"))
				continue
			}
			var x record.Threshold
			p.whole(c, wrong, name+".notable", said.Notable, &x.Notable, setting.MostThousandths)
			p.whole(c, wrong, name+".grave", said.Grave, &x.Grave, setting.MostThousandths)
			if x.Grave != 0 && x.Notable > x.Grave {
				wrong.add(name+".notable", l.Text("settings.fault.order"))
			}
			out[f] = x
			delete(in, name)
		}
		for name := range in {
			wrong.add(name, l.Text("api.unknownField"))
		}
		return out
	})
}

func (p *api) setCounting(c *gin.Context) error {
	l := p.Language(c)
	return set(p, c, setting.Counting, func(in countingIn, wrong *faults) any {
		if in.Exclude == nil {
			wrong.add("exclude", l.Text("api.missing"))
			in.Exclude = &[]string{}
		}
		var out setting.Count
		for field, x := range map[string]struct {
			from, to *int
			most     int
		}{
			"least_length": {in.LeastLength, &out.LeastLength, setting.MostLeastLength},
			"least_share":  {in.LeastShare, &out.LeastShare, setting.MostLeastShare},
			"false_alarms": {in.FalseAlarms, &out.FalseAlarms, setting.MostThousandths},
		} {
			p.whole(c, wrong, field, x.from, x.to, x.most)
		}
		if levels := setting.HintLevels(); in.FalseAlarms != nil && !slices.Contains(levels, out.FalseAlarms) {
			wrong.add("false_alarms", l.Text("api.choice", "Choices",
				strings.Join(strings.Fields(strings.Trim(fmt.Sprint(levels), "[]")), ", ")))
		}
		for n, r := range *in.Exclude {
			if !slices.Contains(evidence.Reasons(), evidence.Reason(r)) {
				wrong.add(fmt.Sprintf("exclude[%d]", n), l.Text("api.choice", "Choices", joined(evidence.Reasons())))
			}
			out.Exclude = append(out.Exclude, evidence.Reason(r))
		}
		return out
	})
}

// whole takes a number over, and notes one that is missing or not from 0 to most.
func (p *api) whole(c *gin.Context, wrong *faults, field string, from, to *int, most int) {
	if from == nil {
		wrong.add(field, p.Language(c).Text("api.missing"))
		return
	}
	if *to = *from; *from < 0 || *from > most {
		wrong.add(field, p.Language(c).Text("api.number", "Least", 0, "Most", most))
	}
}

// set changes one setting; the body is its whole new value.
func set[T any](p *api, c *gin.Context, name setting.Name, value func(in T, wrong *faults) any) error {
	var in T
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) {
		ctx := c.Request.Context()
		before, err := p.Store.Settings(ctx)
		if err != nil {
			return made{}, err
		}
		if err := unchanged(c, settingsSaid(before)); err != nil {
			return made{}, err
		}
		var wrong faults
		v := value(in, &wrong)
		if len(wrong.list) > 0 {
			slices.SortFunc(wrong.list, func(a, b site.FieldFault) int { return strings.Compare(a.Field, b.Field) })
			return made{}, wrong.err()
		}
		stored, err := setting.Encode(name, v)
		if err != nil {
			return made{}, err
		}
		err = p.Store.ChangeSetting(ctx, name, stored, before.Newest[name].ID, p.Signing(c))
		if errors.Is(err, record.ErrOvertaken) {
			err = ErrChanged
		}
		if err != nil {
			return made{}, err
		}
		after, err := p.Store.Settings(ctx)
		return made{status: http.StatusOK, value: settingsSaid(after)}, err
	})
}
