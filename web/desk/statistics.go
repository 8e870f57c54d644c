package desk

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// leastGroup is how many results a group needs for its shares to be told: of fewer they
// are those of single applications, and no group is told by its colour.
const leastGroup = 3

// mostGroups is how many groups of a kind the page lists, the largest first; the table has
// all of them.
const mostGroups = 30

// statisticsPage is the view of page/statistics.html.
type statisticsPage struct {
	site.Page
	List      list
	CallName  string
	Total     int
	Checked   int
	Figure    record.FigureName
	Figures   []figureLink
	Threshold int // thousandths of the figure, 0 for none
	Query     string
	All       groupRow // all applications together
	Decided   int
	Often     *countRow // the finding that most have, nil for none
	Groups    []groupTable
	Findings  []countRow
	Verdicts  []countRow
	Years     *yearPlot // nil where no year has enough results
}

// figureLink leads to the same statistics of a figure.
type figureLink struct {
	Figure  record.FigureName
	Address string
	Current bool
}

// fieldFigure is the field of the address that chooses a figure.
const fieldFigure = "figure"

// groupTable is the applications by one of their fields.
type groupTable struct {
	By   string
	Rows []groupRow
	More int // groups that are not listed
}

// groupRow is the applications with one value of a field. Shares are in ten-thousandths.
type groupRow struct {
	Value                       string // "" where the field is empty
	Count, Checked, Over        int
	Lower, Median, Upper        int // quartiles
	Told                        bool
	Link, CheckedLink, OverLink string
}

// countRow is how many applications have something.
type countRow struct {
	Said  string
	Count int
	Width string // of the bar, of 100
	Link  string
}

// Left returns how many of the checked applications have no verdict.
func (v statisticsPage) Left() int { return v.Checked - v.Decided }

// Whole returns the denominator of quartiles.
func (groupRow) Whole() int { return 10000 }

// statistics shows figures of a list.
func (s *pages) statistics(c *gin.Context) error {
	v, err := s.countStatistics(c)
	if err != nil {
		return err
	}
	for i := range v.Groups {
		g := &v.Groups[i]
		if len(g.Rows) > mostGroups {
			g.Rows, g.More = g.Rows[:mostGroups], len(g.Rows)-mostGroups
		}
	}
	v.Page = s.Page(c, s.Language(c).Text("statistics.title"))
	if v.Section = "checks"; v.CallName != "" {
		v.Section = "calls"
	}
	return s.Render(c, http.StatusOK, "statistics", v)
}

// groupFields are what applications are grouped by, with the fields of addresses.
var groupFields = []string{fieldProgramme, fieldInstitution, fieldYear}

// exportStatistics returns one of the tables as CSV.
func (s *pages) exportStatistics(c *gin.Context) error {
	v, err := s.countStatistics(c)
	if err != nil {
		return err
	}
	l, which := s.Language(c), c.Query("table")
	name := "statistics-" + which + ".csv"
	if at := slices.Index(groupFields, which); at >= 0 {
		figure := l.Text("figure." + string(v.Figure))
		of := func(key string) string { return figure + l.Text("app.colon") + l.Text(key) }
		heads := []string{l.Text("field." + which), l.Text("statistics.count"), l.Text("statistics.checked"), of("statistics.lower"),
			of("statistics.median"), of("statistics.upper")}
		if v.Threshold > 0 {
			heads = append(heads, figure+l.Text("app.colon")+l.Text("statistics.over", "Share", l.Percent(v.Threshold, 1000)))
		}
		return site.GiveTable(c, name, name, heads, func(t *site.Table) error {
			for _, g := range v.Groups[at].Rows {
				quartiles := []string{"", "", ""}
				if g.Told {
					for i, n := range []int{g.Lower, g.Median, g.Upper} {
						quartiles[i] = site.ShareCell(record.Share{Part: n, Whole: g.Whole()})
					}
				}
				row := slices.Concat([]string{g.Value, strconv.Itoa(g.Count), strconv.Itoa(g.Checked)}, quartiles)
				if v.Threshold > 0 {
					row = append(row, strconv.Itoa(g.Over))
				}
				t.Row(row...)
			}
			return nil
		})
	}
	var rows []countRow
	switch which {
	case "finding":
		rows = v.Findings
	case "verdict":
		rows = v.Verdicts
	default:
		return site.ErrBadInput
	}
	return site.GiveTable(c, name, name, []string{l.Text("statistics." + which), l.Text("statistics.count")}, func(t *site.Table) error {
		for _, r := range rows {
			t.Row(r.Said, strconv.Itoa(r.Count))
		}
		return nil
	})
}

// countStatistics counts the applications of the list that the address describes.
func (s *pages) countStatistics(c *gin.Context) (v statisticsPage, err error) {
	ctx := c.Request.Context()
	l, err := readList("/checks", c.Request.URL.Query(), 0)
	if err != nil {
		return v, err
	}
	if err := s.limit(ctx, &l, s.Reader(c)); err != nil {
		return v, err
	}
	v = statisticsPage{List: l, Query: l.values.Encode(), Figure: record.FigureOverall}
	if text := c.Query(fieldFigure); text != "" {
		v.Figure = record.FigureName(text)
	}
	if !slices.Contains(record.FigureNames(), v.Figure) {
		return v, site.ErrBadInput
	}
	for _, f := range record.FigureNames() {
		q := url.Values{}
		maps.Copy(q, l.values)
		q.Set(fieldFigure, string(f))
		v.Figures = append(v.Figures, figureLink{f, "/statistics?" + q.Encode(), f == v.Figure})
	}
	set, err := s.Settings(c)
	if err != nil {
		return v, err
	}
	var own record.CallSettings
	if l.Call > 0 {
		call, err := s.Store.Call(ctx, l.Call)
		if err != nil {
			return v, err
		}
		v.CallName, own = call.Name, call.Settings
	}
	v.Threshold = set.ThresholdsOf(own)[v.Figure].Notable
	return v, s.count(ctx, s.Language(c), &v)
}

// count fills in the numbers.
func (s *pages) count(ctx context.Context, l *catalogue.Language, v *statisticsPage) error {
	groups := make([]map[string][]int, len(groupFields)) // shares, -1 without a result, by value
	for i := range groups {
		groups[i] = map[string][]int{}
	}
	kinds, verdicts := map[finding.Kind]int{}, map[evidence.Verdict]int{}
	var all []int
	err := s.Store.WorkFacts(ctx, v.List.WorkFilter, func(x record.WorkFact) error {
		v.Total++
		all = append(all, x.Share(v.Figure))
		for i, value := range []string{x.Programme, x.Institution, site.CountCell(x.Year)} {
			groups[i][value] = append(groups[i][value], x.Share(v.Figure))
		}
		if x.Checked {
			v.Checked++
			verdicts[x.Verdict]++
		}
		for _, kind := range finding.KindsOf(finding.Decode(x.Findings)) {
			kinds[kind]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	v.All = v.sum(all)
	for i, field := range groupFields {
		table := groupTable{By: field}
		for value, shares := range groups[i] {
			table.Rows = append(table.Rows, v.row(field, value, shares))
		}
		slices.SortFunc(table.Rows, func(a, b groupRow) int {
			if field == fieldYear {
				return cmp.Compare(b.Value, a.Value)
			}
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
		})
		v.Groups = append(v.Groups, table)
		if field == fieldYear {
			v.Years = drawYears(table.Rows)
		}
	}
	for _, kind := range finding.Kinds() {
		if n := kinds[kind]; n > 0 {
			v.Findings = append(v.Findings, countRow{l.Text("finding." + string(kind)), n, barWidth(n, v.Checked),
				v.with(fieldFinding, string(kind))})
		}
	}
	for i, row := range v.Findings {
		if v.Often == nil || row.Count > v.Often.Count {
			v.Often = &v.Findings[i]
		}
	}
	v.Decided = v.Checked - verdicts[evidence.Withdrawn]
	for _, verdict := range append([]evidence.Verdict{evidence.Withdrawn}, evidence.SubjectCheck.Verdicts()...) {
		n, said, field := verdicts[verdict], l.Text("work.undecided"), undecided
		if verdict != evidence.Withdrawn {
			said, field = l.Text("verdict."+string(verdict)), string(verdict)
		}
		if n > 0 {
			v.Verdicts = append(v.Verdicts, countRow{said, n, barWidth(n, v.Checked), v.with(fieldVerdict, field)})
		}
	}
	return nil
}

// with returns the list with other values of fields, by pairs.
func (v statisticsPage) with(pairs ...string) string {
	return v.List.with(func(q url.Values) {
		for i := 0; i < len(pairs); i += 2 {
			q.Set(pairs[i], pairs[i+1])
		}
	})
}

// row counts the applications with one value of a field.
func (v statisticsPage) row(field, value string, shares []int) groupRow {
	named := value
	if named == "" {
		named = noValue
	}
	from := figureField(v.Figure, "from")
	g := v.sum(shares)
	g.Value, g.Link, g.CheckedLink = value, v.with(field, named), v.with(field, named, from, "0")
	g.OverLink = v.with(field, named, from, site.PercentOf(v.Threshold))
	return g
}

// sum counts applications with these shares, -1 for one without a result.
func (v statisticsPage) sum(shares []int) groupRow {
	g := groupRow{Count: len(shares)}
	shares = slices.DeleteFunc(slices.Clone(shares), func(share int) bool { return share < 0 })
	slices.Sort(shares)
	g.Checked = len(shares)
	for _, share := range shares {
		if v.Threshold > 0 && share >= v.Threshold*10 {
			g.Over++
		}
	}
	if g.Told = g.Checked >= leastGroup; g.Told {
		g.Lower, g.Median, g.Upper = quantile(shares, 1), quantile(shares, 2), quantile(shares, 3)
	}
	return g
}

// quantile returns a quartile of sorted numbers by linear interpolation.
func quantile(sorted []int, quarter int) int {
	at := (len(sorted) - 1) * quarter
	low, rest := sorted[at/4], at%4
	if rest == 0 {
		return low
	}
	return low + (sorted[at/4+1]-low)*rest/4
}

// yearPlot is the shares over the years, drawn as SVG: a box from the lower to the upper
// quartile, with the median in it.
type yearPlot struct {
	Width  string // of the axis
	Whole  string // of the drawing, with the room for the numbers beside the axis
	Top    int    // percent at the upper end
	Boxes  []yearBox
	Height string
}

// yearBox is a year of the plot; lengths are in the units of the drawing.
type yearBox struct {
	groupRow
	X, Right, Middle, Width, Y, Height, Line string
}

// yearMargin is the room on the left of the axis, and a little on its right.
const yearMargin = 40

// drawYears draws the years that have enough results, the earliest first.
func drawYears(rows []groupRow) *yearPlot {
	p := &yearPlot{Height: length(plotHeight)}
	rows = slices.DeleteFunc(slices.Clone(rows), func(g groupRow) bool { return !g.Told || g.Value == "" })
	if len(rows) == 0 {
		return nil
	}
	slices.Reverse(rows)
	const each, box = 40.0, 22.0
	for _, g := range rows {
		p.Top = max(p.Top, (g.Upper/1000+1)*10) // the next tenth above
	}
	p.Top = min(p.Top, 100)
	place := func(share int) float64 { return plotHeight - plotHeight*float64(share)/float64(p.Top*100) }
	for i, g := range rows {
		left := each*float64(i) + (each-box)/2
		p.Boxes = append(p.Boxes, yearBox{
			groupRow: g, X: length(left), Middle: length(left + box/2), Width: length(box),
			Y: length(place(g.Upper)), Height: length(max(1, place(g.Lower)-place(g.Upper))), Line: length(place(g.Median)),
			Right: length(left + box),
		})
	}
	width := max(plotWidth, each*float64(len(rows)))
	p.Width, p.Whole = length(width), length(width+yearMargin)
	return p
}
