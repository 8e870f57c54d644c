package follow

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// What a source has where nobody says otherwise: a repository is asked once a day, a second
// between two requests; a folder is looked through every ten minutes beside what the system
// tells of it, and its files are taken when they have not changed for ten seconds.
const (
	defaultItems                     = 100_000
	repositoryMinutes, repositoryGap = 24 * 60, 1
	folderMinutes, folderGap         = 10, 10
)

// defaultRules returns the rules of a new source of a kind.
func defaultRules(kind record.HarvestKind) record.HarvestRules {
	r := record.HarvestRules{Kind: kind, Minutes: repositoryMinutes, Pause: repositoryGap, Most: defaultItems}
	if kind == record.HarvestFolder {
		r.Minutes, r.Pause = folderMinutes, folderGap
	}
	return r
}

// sourceValues are the fields of the form as they were typed.
type sourceValues struct{ Name, Address, Set, From, Path, Minutes, Pause, Most string }

// sourceEdit is the view of page/harvest-edit.html.
type sourceEdit struct {
	site.Page
	ID     int64
	Seen   int64 // the change that the reader has seen
	Kind   record.HarvestKind
	Values sourceValues
	refused
	LeastMinutes, MostMinutes, LeastPause, MostPause, MostItems, Long int
}

// Folder reports whether the source is a folder.
func (v sourceEdit) Folder() bool { return v.Kind == record.HarvestFolder }

func typedSource(r record.HarvestRules) sourceValues {
	return sourceValues{
		Name: r.Name, Address: r.Address, Set: r.Set, From: r.From, Path: r.Path,
		Minutes: strconv.Itoa(r.Minutes), Pause: strconv.Itoa(r.Pause), Most: strconv.Itoa(r.Most),
	}
}

// kindOf reads a kind of sources.
func kindOf(text string) (record.HarvestKind, error) {
	switch kind := record.HarvestKind(text); kind {
	case "", record.HarvestOAI:
		return record.HarvestOAI, nil
	case record.HarvestFolder:
		return kind, nil
	}
	return "", site.ErrBadInput
}

func (p sources) edit(c *gin.Context, id int64) error {
	v := sourceEdit{ID: id}
	if id != 0 {
		s, err := p.Store.HarvestSource(c.Request.Context(), id)
		if err != nil {
			return err
		}
		v.Values, v.Seen, v.Kind = typedSource(s.HarvestRules), s.Change, s.Kind
		return p.showEdit(c, http.StatusOK, v)
	}
	kind, err := kindOf(c.Query("kind"))
	if err != nil {
		return err
	}
	v.Values, v.Kind = typedSource(defaultRules(kind)), kind
	return p.showEdit(c, http.StatusOK, v)
}

func (p sources) showEdit(c *gin.Context, status int, v sourceEdit) error {
	title := "harvest.new." + string(v.Kind)
	if v.ID != 0 {
		title = "harvest.edit"
	}
	v.Page = p.Page(c, p.Language(c).Text(title))
	v.Section = "library"
	if status != http.StatusOK { // a language that is chosen now leads to the empty form
		v.Back = harvestHome + "/new?kind=" + string(v.Kind)
		if v.ID != 0 {
			v.Back = address(harvestHome, v.ID) + "/edit"
		}
	}
	v.LeastMinutes, v.MostMinutes, v.MostPause, v.MostItems, v.Long = record.LeastHarvestMinutes, record.MostHarvestMinutes,
		record.MostHarvestPause, record.MostHarvestItems, record.MostHarvestText
	if v.Folder() {
		v.LeastPause = 1
	}
	return p.Render(c, status, "harvest-edit", v)
}

// save stores the form, or shows it again with its faults.
func (p sources) save(c *gin.Context, id int64) error {
	const maxName, maxNumber = 100, 10
	kind, err := kindOf(c.PostForm("kind"))
	if err != nil {
		return err
	}
	line := func(field string, most int) string { return site.CleanLine(c.PostForm(field), most) }
	v := sourceEdit{ID: id, Kind: kind, Values: sourceValues{
		Name: line("name", maxName), Address: line("address", record.MostHarvestText), Set: line("set", record.MostHarvestText),
		From: line("from", len("2006-01-02")), Path: line("path", record.MostHarvestText), Minutes: line("minutes", maxNumber),
		Pause: line("pause", maxNumber), Most: line("most", maxNumber),
	}}
	r := record.HarvestRules{
		Name: v.Values.Name, Kind: kind, Address: v.Values.Address, Set: v.Values.Set, From: v.Values.From, Path: v.Values.Path,
		Minutes: number(v.Values.Minutes), Pause: number(v.Values.Pause), Most: number(v.Values.Most),
	}
	if v.Seen, err = seen(c, id); err != nil {
		return err
	}
	put, err := p.Jobs.PutHarvest(c.Request.Context(), id, r, v.Seen, p.Signing(c))
	l := p.Language(c)
	var fault *record.HarvestFault
	switch {
	case errors.As(err, &fault):
		field := fault.Field
		if field == "kind" {
			return site.ErrBadInput
		}
		text := l.Text("harvest.fault."+fault.Name, "Field", l.Text("harvest.field."+field), "Value", fault.Value, "Least",
			leastPause(kind))
		v.Faults = []site.FieldFault{{Field: "harvest-" + field, Text: text}}
		return p.showEdit(c, http.StatusUnprocessableEntity, v)
	case err != nil:
		var status int
		if v.refused, status = refusal(l, err, "harvest-name", "harvest.taken", r.Name); status == 0 {
			return err
		}
		return p.showEdit(c, status, v)
	}
	c.Redirect(http.StatusSeeOther, address(harvestHome, put))
	return nil
}

func leastPause(kind record.HarvestKind) int {
	if kind == record.HarvestFolder {
		return 1
	}
	return 0
}
