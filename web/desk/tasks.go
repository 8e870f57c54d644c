package desk

import (
	"context"
	"errors"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/task"
)

func taskPath(id int64) string { return "/tasks/" + strconv.FormatInt(id, 10) }

// outcomeText returns what became of an application of a task, and why it was not done.
func outcomeText(l *catalogue.Language, i record.TaskItem) string {
	said := l.Text("tasks.fate." + string(i.Outcome))
	if why := reasonText(l, i); why != "" {
		said += l.Text("app.colon") + why
	}
	return said
}

// reasonText returns why an application of a task was not done, "" where it was.
func reasonText(l *catalogue.Language, i record.TaskItem) string {
	switch {
	case i.Reason == "":
		return ""
	case slices.Contains(record.LeftReasons(), record.LeftReason(i.Reason)):
		return l.Text("tasks.reason." + i.Reason)
	}
	return l.Text("fault." + i.Reason + ".title")
}

// taskView is a task as pages show it.
type taskView struct {
	record.Task
	Stalled bool      // waits for room or the database
	Until   time.Time // its file is kept until then; zero where there is none
	Here    bool      // this server does it, and has its file
}

// Of returns how many applications have an outcome.
func (v taskView) Of(outcome string) int { return v.Outcomes[record.TaskOutcome(outcome)] }

// Undone returns how many are not done, and could be.
func (v taskView) Undone() int {
	return v.Outcomes[record.TaskFailed] + v.Outcomes[record.TaskGone] + v.Outcomes[record.TaskBegun]
}

func (s *pages) viewOf(t record.Task) taskView {
	v := taskView{Task: t, Stalled: s.Tasks.Stalled(t.ID), Here: s.Tasks.Here(t)}
	if t.Bytes > 0 {
		v.Until = t.EndedAt.Add(task.KeepFile)
	}
	return v
}

// tasksPage is the view of page/tasks.html.
type tasksPage struct {
	site.Page
	Tasks          []taskView
	Previous, Next int // numbers of the pages beside it, 0 for none
}

func (s *pages) taskList(c *gin.Context) error {
	number, err := site.PageNumber(c)
	if err != nil {
		return err
	}
	tasks, err := s.Store.Tasks(c.Request.Context(), site.PageSize+1, (number-1)*site.PageSize)
	if err != nil {
		return err
	}
	v := tasksPage{Page: s.Page(c, s.Language(c).Text("tasks.title")), Previous: number - 1}
	v.Section = "checks"
	for _, t := range tasks[:min(len(tasks), site.PageSize)] {
		v.Tasks = append(v.Tasks, s.viewOf(t))
	}
	if len(tasks) > site.PageSize {
		v.Next = number + 1
	}
	return s.Render(c, http.StatusOK, "tasks", v)
}

// taskPage is the view of page/task.html.
type taskPage struct {
	site.Page
	taskView
	CallName string
	Items    []taskRow
	Choices  []taskChoice
	Outcome  record.TaskOutcome // chosen, or ""
	Pages    site.Pagination
	Left     time.Duration // until it is done, 0 where it is not known
	May      bool          // the reader may do such a bulk action
	Cancels  bool          // the reader may end it
	Undoable bool          // it can be taken back
}

// taskRow is an application of a task.
type taskRow struct {
	record.TaskItem
	Why  string
	Link string // the application; "" where it is gone
}

// taskChoice is an outcome to choose, with its applications.
type taskChoice struct {
	Outcome record.TaskOutcome
	Count   int
	Chosen  bool
}

func (s *pages) showTask(c *gin.Context, id int64) error {
	ctx, l := c.Request.Context(), s.Language(c)
	outcome := record.TaskOutcome(c.Query("fate"))
	if outcome != "" && !slices.Contains(record.TaskOutcomes(), outcome) {
		return site.ErrBadInput
	}
	t, err := s.Store.Task(ctx, id)
	if err != nil {
		return err
	}
	v := taskPage{Page: s.Page(c, l.Text("work.do."+string(t.BulkAction)), "reload.js"), taskView: s.viewOf(t), Outcome: outcome}
	v.Section = "checks"
	v.Reload = t.State == record.TaskRunning
	if v.May, err = s.Reader(c).May(line(t.BulkAction)); err != nil {
		return err
	}
	v.Cancels, v.Undoable = v.May && cancels(s.Reader(c), t), v.May && t.Undoable()
	if t.Call != 0 {
		v.Section = "calls" // as the list that it was chosen from
		calls, err := s.Store.Calls(ctx)
		if err != nil {
			return err
		}
		for _, call := range calls {
			if call.ID == t.Call {
				v.CallName = call.Name
			}
		}
	}
	var outcomes []record.TaskOutcome
	found := t.Total
	if outcome != "" {
		outcomes, found = []record.TaskOutcome{outcome}, t.Outcomes[outcome]
	}
	for _, f := range record.TaskOutcomes() {
		if t.Outcomes[f] > 0 {
			v.Choices = append(v.Choices, taskChoice{f, t.Outcomes[f], f == outcome})
		}
	}
	items, _, links, err := site.ReadPage(c, func(limit, offset int) ([]record.TaskItem, int, error) {
		items, err := s.Store.TaskItems(ctx, id, outcomes, limit, offset)
		return items, found, err
	})
	if err != nil {
		return err
	}
	v.Pages = links
	for _, i := range items {
		row := taskRow{TaskItem: i, Why: reasonText(l, i)}
		switch {
		case i.Name == "":
		case i.Check != 0:
			row.Link = report.CheckPath(i.Check)
		default:
			row.Link = "/documents/" + strconv.FormatInt(i.Document, 10)
		}
		v.Items = append(v.Items, row)
	}
	if did := t.Outcomes[record.TaskDid] + t.Outcomes[record.TaskFailed]; v.Reload && did > 0 {
		rest := t.Total - t.Settled()
		v.Left = (time.Since(t.CreatedAt) / time.Duration(did) * time.Duration(rest)).Round(time.Second)
	}
	return s.Render(c, http.StatusOK, "task", v)
}

// taskOutcomes sends a table of the outcomes of all applications of a task.
func (s *pages) taskOutcomes(c *gin.Context, id int64) error {
	ctx, l := c.Request.Context(), s.Language(c)
	if _, err := s.Store.Task(ctx, id); err != nil {
		return err
	}
	items, err := s.Store.TaskItems(ctx, id, nil, 0, 0)
	if err != nil {
		return err
	}
	name := "task-" + strconv.FormatInt(id, 10) + ".csv"
	head := l.Texts("book.row", "field.title", "tasks.fate", "tasks.why", "work.application")
	return site.GiveTable(c, name, name, head, func(t *site.Table) error {
		for _, i := range items {
			t.Row(strconv.Itoa(i.Ordinal), i.Name, l.Text("tasks.fate."+string(i.Outcome)), reasonText(l, i),
				s.Address(c, "/documents/"+strconv.FormatInt(i.Document, 10)))
		}
		return nil
	})
}

// taskFile returns the file that a task has made.
func (s *pages) taskFile(c *gin.Context, id int64) error {
	t, err := s.Store.Task(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if err := s.tellsOpinions(c, id); err != nil {
		return err
	}
	path, here := s.Tasks.File(t)
	if !here {
		return record.ErrNotFound
	}
	file, err := os.Open(path)
	if err != nil {
		return record.ErrNotFound
	}
	defer func() { _ = file.Close() }()
	name := "zhiwen-" + strconv.FormatInt(id, 10) + ".zip"
	c.Header("Content-Disposition", site.Attachment(name, name))
	c.Header("Content-Type", "application/zip")
	http.ServeContent(c.Writer, c.Request, "", t.EndedAt, file)
	return nil
}

// tellsOpinions fails where the papers of a task tell the reader what others think of an
// application on which they have yet to give an opinion, or what others have said of its passages before all are given.
func (s *pages) tellsOpinions(c *gin.Context, task int64) error {
	ctx := c.Request.Context()
	reader := s.Reader(c)
	if !reader.Account.Has(record.Reviewer) {
		return nil
	}
	blind, err := s.Blind(ctx, reader)
	if err != nil {
		return err
	}
	for offset := 0; ; offset += exportPage {
		items, err := s.Store.TaskItems(ctx, task, nil, exportPage, offset)
		if err != nil || len(items) == 0 {
			return err
		}
		for _, i := range items {
			sealed := slices.Contains(blind, i.Document)
			if !sealed {
				if sealed, err = s.sealed(ctx, reader, i.Document); err != nil {
					return err
				}
			}
			if sealed {
				return site.ErrOpinionFirst
			}
		}
	}
}

// sealed reports whether a reader is not to know yet what others have said of an application.
func (s *pages) sealed(ctx context.Context, reader *site.Viewer, document int64) (bool, error) {
	w, err := s.workItem(ctx, document)
	if err != nil || w.Shown == 0 {
		if errors.Is(err, record.ErrNotFound) {
			err = nil
		}
		return false, err
	}
	sealed, err := s.Papers.Sealed(ctx, reader, w.Shown)
	if errors.Is(err, record.ErrNotFound) { // deleted since
		err = nil
	}
	return sealed, err
}

// mayDo fails where the reader may not do a bulk action.
func (s *pages) mayDo(c *gin.Context, d record.BulkAction) error {
	may, err := s.Reader(c).May(line(d))
	if err == nil && !may {
		err = record.ErrNotFound
	}
	return err
}

// cancels reports whether a reader who may do what a task does may end it: their own, or any as an officer.
func cancels(reader *site.Viewer, t record.Task) bool {
	return t.Actor.Account == reader.Account.ID || reader.MayDo(site.Check) == nil
}

// cancelTask ends a task; finished applications stay as they are. Only the person who asked for an export, or
// an officer, can end it.
func (s *pages) cancelTask(c *gin.Context, id int64) error {
	t, err := s.Store.Task(c.Request.Context(), id)
	if err == nil {
		err = s.mayDo(c, t.BulkAction)
	}
	if reader := s.Reader(c); err == nil && !cancels(reader, t) {
		err = record.ErrNotFound
	}
	if err == nil {
		err = s.Tasks.Cancel(c.Request.Context(), id)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, taskPath(id)))
	return nil
}

// againTask makes a new task of the unfinished applications of a task, in the name of the reader.
func (s *pages) againTask(c *gin.Context, t record.Task) error {
	ctx := c.Request.Context()
	if err := s.mayDo(c, t.BulkAction); err != nil {
		return err
	}
	if t.State == record.TaskRunning {
		return record.ErrBusy
	}
	items, err := s.Store.TaskItems(ctx, t.ID, []record.TaskOutcome{record.TaskFailed, record.TaskGone, record.TaskBegun}, 0, 0)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return record.ErrFinal
	}
	for n := range items {
		// What was begun may be done; who looks at it again is told that it is so already.
		items[n].Ordinal, items[n].Outcome, items[n].Reason = n+1, record.TaskWaiting, ""
	}
	choice := t.Choice
	choice.Language, choice.Base = s.Language(c).Code, s.Address(c, "")
	if by := s.Signing(c); by != "" {
		choice.Name = by
	}
	made, err := s.Tasks.Add(ctx, record.Task{BulkAction: t.BulkAction, Call: t.Call, Choice: choice, By: s.Signing(c)}, items, false)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, taskPath(made.ID))
	return nil
}

// taskRoutes returns the routes of bulk actions.
func (s *pages) taskRoutes() []site.Route {
	const get, post = http.MethodGet, http.MethodPost
	return []site.Route{
		{Method: get, Path: "/tasks", Do: s.taskList, Compress: true},
		{Method: get, Path: "/tasks/:id", Do: site.ByID(s.showTask), Compress: true},
		{Method: get, Path: "/tasks/:id/fates.csv", Do: site.ByID(s.taskOutcomes)},
		{Method: get, Path: "/tasks/:id/papers.zip", Do: site.ByID(s.taskFile), Act: audit.Export},
		{Method: post, Path: "/tasks/:id/cancel", Do: site.ByID(s.cancelTask)},
		{Method: post, Path: "/tasks/:id/again", Do: site.Found(s.Store.Task, s.againTask)},
		{Method: post, Path: "/tasks/:id/undo", Do: site.ByID(s.undoTask)},
	}
}
