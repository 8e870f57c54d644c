// Package desk is the pages of who works through many applications: calls, the work
// list over all of them or one, and what is done to many at once.
package desk

import (
	"context"
	"net/http"
	"sync"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/web/assess"
	"zhiwen/web/auth"
	"zhiwen/web/site"
	"zhiwen/web/task"
	"zhiwen/web/upload"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	task.Store
	// Tasks returns tasks, newest first; limit 0 is no limit.
	Tasks(ctx context.Context, limit, offset int) ([]record.Task, error)
	// UntouchedInLibrary reports whether an application that was put into the library is there, in no collection, and no check has
	// found text of it since.
	UntouchedInLibrary(ctx context.Context, documentID int64) (bool, error)
	// TaskItems returns applications of a task in their order: those with one of the outcomes, or
	// all where there is none.
	TaskItems(ctx context.Context, id int64, outcomes []record.TaskOutcome, limit, offset int) ([]record.TaskItem, error)
	// Record writes an act to the record of who did what.
	Record(ctx context.Context, a audit.Act) error
	// Settings returns what officers have set for all.
	Settings(ctx context.Context) (setting.Values, error)
	// Work returns a page of the work list.
	Work(ctx context.Context, q record.WorkQuery) (record.WorkPage, error)
	// CountWork returns how many rows a filter chooses.
	CountWork(ctx context.Context, f record.WorkFilter) (int, error)
	// WorkQueues returns what people have yet to do of a filter's rows, by call; grave is the severity of record.Queue.Grave.
	WorkQueues(ctx context.Context, f record.WorkFilter, grave int) (map[int64]record.Queue, error)
	// CountBefore returns how many rows a query chooses before its key Before.
	CountBefore(ctx context.Context, q record.WorkQuery) (int, error)
	// WorkIDs returns the documents that a filter chooses, in order.
	WorkIDs(ctx context.Context, f record.WorkFilter) ([]int64, error)
	// WorkFacets returns what a filter's rows can be filtered by further.
	WorkFacets(ctx context.Context, f record.WorkFilter) (record.WorkFacets, error)
	// WorkDetails returns what tables say of applications beside their rows, by document.
	WorkDetails(ctx context.Context, documents []int64) (map[int64]record.WorkDetail, error)
	// WorkSources returns the sources of the shown checks of applications, by document, those
	// that cover most first.
	WorkSources(ctx context.Context, documents []int64) (map[int64][]record.Edge, error)
	// VersionsAmong groups the library documents among some that are versions of one
	// application.
	VersionsAmong(ctx context.Context, documents []int64) ([][]int64, error)
	// WorkFacts returns what statistics count of each application that a filter chooses.
	WorkFacts(ctx context.Context, f record.WorkFilter, do func(record.WorkFact) error) error
	// WorkProgress counts the rows that a filter chooses by their states.
	WorkProgress(ctx context.Context, f record.WorkFilter) (record.CallProgress, error)
	// CallOutlook returns when the applications of a call that wait will be read and checked.
	CallOutlook(ctx context.Context, call int64) (record.Outlook, error)
	// WorkHistogram counts the checked rows that a filter chooses by their shares.
	WorkHistogram(ctx context.Context, f record.WorkFilter) (record.Histogram, error)

	Call(ctx context.Context, id int64) (record.Call, error)
	// Calls returns all calls, the newest first.
	Calls(ctx context.Context) ([]record.Call, error)
	// PutCall stores a call in the name of by, a new one where its id is 0, and returns its id.
	// The error wraps record.ErrOvertaken where somebody has changed it since.
	PutCall(ctx context.Context, c record.Call, by string) (int64, error)
	// CallChanges returns the last changes of a call, the newest first.
	CallChanges(ctx context.Context, id int64, most int) ([]record.CallChange, error)
	Collections(ctx context.Context) ([]record.Collection, error)

	// Views returns the saved views of an account, by name; 0 is everybody where there are
	// no accounts.
	Views(ctx context.Context, account int64) ([]record.SavedView, error)
	SaveView(ctx context.Context, account int64, name, query string) error
	DeleteView(ctx context.Context, account, id int64) error

	Check(ctx context.Context, id int64) (record.Check, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	DocumentChecks(ctx context.Context, documentID int64) ([]record.Check, error)
	Decide(ctx context.Context, checkID int64, d evidence.Decision, seen int) error
	DeleteCheck(ctx context.Context, checkID int64) error
	// Sharing returns what a rule that gives documents to reviewers has to know of them.
	Sharing(ctx context.Context, documents []int64) ([]record.Sharing, error)
	// AssignAll returns applications to accounts, all or none, and returns how many are new.
	AssignAll(ctx context.Context, all []record.Assigning, by string) (int, error)
	// ReviewerCounts returns the progress of reviewers with the applications that a filter chooses,
	// by account; overdue counts those due before today, a DueNumber.
	ReviewerCounts(ctx context.Context, f record.WorkFilter, today int) ([]record.ReviewerCount, error)
	Assigned(ctx context.Context, account, document int64) (bool, error)
	// Unassign removes the assignment of an application to an account, if there is one.
	Unassign(ctx context.Context, account, document int64) error
	// Decisions returns the decisions about a check, the oldest first.
	Decisions(ctx context.Context, checkID int64) ([]evidence.Decision, error)
	// Assign hands an application to an account, until a day; "" is that of its call.
	Assign(ctx context.Context, account, document int64, by, due string) error
}

// Jobs starts work, and removes what it made. It must be safe for concurrent use.
type Jobs interface {
	upload.Jobs
	// CheckDocument starts a check of a stored document by a profile ("" is as its call says) and returns the check's id.
	CheckDocument(ctx context.Context, documentID int64, profile string) (int64, error)
	// EnterLibrary puts documents that were only checked into the library and returns how
	// many: those that are there, are forms or cannot be read are left alone.
	EnterLibrary(ctx context.Context, documents []int64) (int, error)
	// LeaveLibrary takes a document out of the library again; the error wraps record.ErrBusy while it is read.
	LeaveLibrary(ctx context.Context, documentID int64) error
	// DeleteDocument removes a document with its checks, from the search too;
	// the error wraps record.ErrBusy while a job works on it.
	DeleteDocument(ctx context.Context, documentID int64) error
	// DeleteCall deletes a call, with its applications or without. The error wraps record.ErrHasApplications if it has some
	// that are to stay, or record.ErrDecided if one of them has decisions or opinions.
	DeleteCall(ctx context.Context, id int64, withApplications bool) error
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store    Store
	Jobs     Jobs
	Auth     *auth.Service // nil where there is no log-in
	Assessor *assess.Assessor
	Uploads  *upload.Uploads
	// Samples returns the sample applications, the one to check marked so.
	Samples func() ([]record.Upload, error)
	// MaskSources keeps from reviewers whose the sources are.
	MaskSources bool
	// Papers makes the files exported from checks.
	Papers Papers
	// Room fails with an error that wraps record.ErrNoRoom where so many bytes more would
	// leave too little room on the disk; nil never fails.
	Room func(bytes int64) error
	// Tasks carries out what is done to many.
	Tasks *task.Runner
	// Temporary is the folder for files that are being made; "" is the system's.
	Temporary string
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
	sampling sync.Mutex // held while samples are loaded
}

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	return append(p.taskRoutes(), []site.Route{
		{Method: get, Path: "/", Do: p.home, Compress: true},
		{Method: get, Path: "/checks", Do: p.list, Compress: true},
		{Method: post, Path: "/checks", Do: p.upload, Upload: true},
		{Method: post, Path: "/samples", Do: p.loadSamples},
		{Method: get, Path: "/list.csv", Do: p.exportList, Act: audit.Export},
		{Method: get, Path: "/list.xlsx", Do: p.exportWorkbook, Act: audit.Export},

		{Method: get, Path: "/statistics", Do: p.statistics, Compress: true},
		{Method: get, Path: "/statistics.csv", Do: p.exportStatistics, Act: audit.Export},

		{Method: get, Path: "/reviewers", Do: p.showReviewers, Compress: true},
		{Method: get, Path: "/reviewers.csv", Do: p.exportReviewers, Act: audit.Export},

		{Method: get, Path: "/selection", Do: p.confirm, Compress: true},
		{Method: post, Path: "/selection/assign", Do: p.acting(record.BulkAssign)},
		{Method: post, Path: "/selection/share", Do: p.shareOut, Compress: true},
		{Method: post, Path: "/selection/verdict", Do: p.acting(record.BulkVerdict)},
		{Method: post, Path: "/selection/check", Do: p.acting(record.BulkCheck)},
		{Method: post, Path: "/selection/enter", Do: p.acting(record.BulkEnter)},
		{Method: post, Path: "/selection/papers", Do: p.acting(record.BulkPapers)},
		{Method: post, Path: "/selection/delete", Do: p.acting(record.BulkDelete)},

		{Method: post, Path: "/views", Do: p.saveView},
		{Method: post, Path: "/views/:id/delete", Do: site.ByID(p.deleteView)},

		{Method: get, Path: "/calls", Do: p.callList, Compress: true},
		{Method: get, Path: "/calls/new", Do: p.newCall, Compress: true},
		{Method: post, Path: "/calls", Do: p.addCall},
		{Method: get, Path: "/calls/:id", Do: site.Found(p.Store.Call, p.showCall), Compress: true},
		{Method: get, Path: "/calls/:id/progress", Do: site.ByID(p.progress), Compress: true},
		{Method: get, Path: "/calls/:id/edit", Do: site.Found(p.Store.Call, p.editCall), Compress: true},
		{Method: post, Path: "/calls/:id", Do: site.ByID(p.saveCall)},
		{Method: get, Path: "/calls/:id/delete", Do: site.Found(p.Store.Call, p.askDelete), Compress: true},
		{Method: post, Path: "/calls/:id/delete", Do: site.ByID(p.deleteCall)},
	}...)
}
