package record

import (
	"time"

	"zhiwen/checker/evidence"
)

// BulkAction is an action on many applications.
type BulkAction string

// The bulk actions. The values are stable: databases keep them.
const (
	BulkAssign  BulkAction = "assign"  // to a reviewer
	BulkShare   BulkAction = "share"   // to reviewers, by a rule; done together, by a page of its own
	BulkVerdict BulkAction = "verdict" // no concern, with a remark
	BulkCheck   BulkAction = "check"   // again
	BulkPapers  BulkAction = "papers"  // a file of all papers and evidence
	BulkEnter   BulkAction = "enter"   // into the library, what was only checked
	BulkDelete  BulkAction = "delete"
	BulkUndo    BulkAction = "undo" // undoes what another task did; nobody chooses it from the list
)

// BulkActions returns all that can be chosen, in the order of their buttons.
func BulkActions() []BulkAction {
	return []BulkAction{BulkAssign, BulkShare, BulkVerdict, BulkCheck, BulkPapers, BulkEnter, BulkDelete}
}

// TaskState says how far a task is.
type TaskState string

// The states of a task.
const (
	TaskRunning   TaskState = "running"
	TaskDone      TaskState = "done"
	TaskCancelled TaskState = "cancelled"
)

// TaskOutcome is what became of an application of a task. The values are stable: databases
// keep them.
type TaskOutcome string

// The outcomes.
const (
	TaskWaiting TaskOutcome = "waiting"
	TaskBegun   TaskOutcome = "begun" // it may be done, or not: a server that goes on looks
	TaskDid     TaskOutcome = "done"
	TaskLeft    TaskOutcome = "left"   // it was left as it is: Reason
	TaskFailed  TaskOutcome = "failed" // it could not be done: Reason
	TaskGone    TaskOutcome = "gone"   // the task was cancelled before its turn came
)

// TaskOutcomes returns all of them, in the order of lists: what somebody has to look at first.
func TaskOutcomes() []TaskOutcome {
	return []TaskOutcome{TaskFailed, TaskLeft, TaskBegun, TaskWaiting, TaskGone, TaskDid}
}

// LeftReason says why a bulk action left an application as it is. The values are stable.
type LeftReason string

// The reasons.
const (
	LeftDecided   LeftReason = "decided"   // it has a verdict
	LeftUnchecked LeftReason = "unchecked" // it has no result
	LeftChanged   LeftReason = "changed"   // it has another result than the one that was looked at
	LeftWorking   LeftReason = "working"   // it is being worked on, or its file was not read
	LeftConflict  LeftReason = "conflict"  // the reviewer has to do with its people
	LeftAssigned  LeftReason = "assigned"  // the reviewer has it
	LeftShelved   LeftReason = "shelved"   // it is in the library
	LeftContinued LeftReason = "continued" // somebody has gone on from what was to be undone
)

// LeftReasons returns all of them.
func LeftReasons() []LeftReason {
	return []LeftReason{LeftDecided, LeftUnchecked, LeftChanged, LeftWorking, LeftConflict, LeftAssigned, LeftShelved, LeftContinued}
}

// TaskChoice is what a bulk action is done with. Databases keep it as JSON: fields keep their
// names.
type TaskChoice struct {
	Account  int64  `json:"account,omitempty"`  // of BulkAssign: whom to
	Due      string `json:"due,omitempty"`      // of BulkAssign: until when, YYYY-MM-DD; "" is the day of the call
	Remark   string `json:"remark,omitempty"`   // of BulkVerdict
	Undoes   int64  `json:"undoes,omitempty"`   // of BulkUndo: the task
	Name     string `json:"name,omitempty"`     // in whose name
	Language string `json:"language,omitempty"` // of what is written: its code
	Base     string `json:"base,omitempty"`     // where readers reach the server
}

// TaskActor identifies the person who asked for a task: its actions are recorded in their name.
// Databases store it as JSON.
type TaskActor struct {
	Account int64  `json:"account,omitempty"`
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Request string `json:"request,omitempty"`
}

// Task is a bulk action that is done to many applications, one after the other.
type Task struct {
	ID         int64
	BulkAction BulkAction
	Call       int64 // whose list it was chosen from; 0 is the list of all
	Choice     TaskChoice
	Actor      TaskActor
	Place      string // the folder of the server that does it
	State      TaskState
	Bytes      int64 // of the file that it has made; 0 is none, or no more
	By         string
	CreatedAt  time.Time
	EndedAt    time.Time // zero while it runs

	Total    int
	Outcomes map[TaskOutcome]int
	UndoneBy int64 // the task that undoes what it did; 0 is none
}

// Settled returns how many applications have an outcome.
func (t Task) Settled() int { return t.Total - t.Outcomes[TaskWaiting] - t.Outcomes[TaskBegun] }

// CanUndo reports whether what a bulk action does can be taken back: papers and checks change nothing that could be, and what was deleted
// is gone.
func (d BulkAction) CanUndo() bool { return d == BulkVerdict || d == BulkAssign || d == BulkEnter }

// Undoable reports whether a task has ended and has done something that can be taken back, and was not yet.
func (t Task) Undoable() bool {
	return t.BulkAction.CanUndo() && t.State != TaskRunning && t.Outcomes[TaskDid] > 0 && t.UndoneBy == 0
}

// TaskItem is an application of a task.
type TaskItem struct {
	Ordinal  int // from 1
	Document int64
	Check    int64  // whose result was looked at when it was chosen; 0 is none
	Name     string // "" where it was deleted
	Outcome  TaskOutcome
	Reason   string // a LeftReason or the name of a fault
	// Again says that it was begun before, by a server that did not come to note what
	// became of it: what is so already counts as done.
	Again bool
}

// Undecided reports whether a work item has a result and no verdict.
func (w WorkItem) Undecided() bool { return w.Shown != 0 && w.Verdict == evidence.Withdrawn }
