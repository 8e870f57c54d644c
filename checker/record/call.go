package record

import (
	"errors"
	"time"

	"zhiwen/checker/evidence"
)

// Errors of calls; test with errors.Is.
var (
	// ErrHasApplications says that a call cannot be deleted without its applications.
	ErrHasApplications = errors.New("the call has applications")
	// ErrDecided says that something cannot be deleted along with checks about which somebody has decided or given an opinion.
	ErrDecided = errors.New("there are decisions or opinions")
	// ErrClosed says that a call takes no more applications.
	ErrClosed = errors.New("the call is closed")
	// ErrNameTaken says that something else of its kind has the name.
	ErrNameTaken = errors.New("the name is taken")
)

// CallState reports whether a call takes applications.
type CallState string

// The states of a call.
const (
	CallOpen   CallState = "open"
	CallClosed CallState = "closed"
)

// Call is a call for applications: they are compared with the library, or with the
// collections of the call, and with one another.
type Call struct {
	ID        int64
	Name      string
	Programme string // "" is none in particular
	Year      int    // 0 is none in particular
	Deadline  string // YYYY-MM-DD; "" is none
	State     CallState
	Settings  CallSettings

	Forms       []int64 // its blank forms, by id; none: every form is used
	Collections []int64 // what it is checked against beside itself, by id; none: the whole library

	CreatedBy, ChangedBy string
	CreatedAt, ChangedAt time.Time

	Applications int // how many it has; not stored with it

	// Revision is the newest change of the call when it was read; PutCall refuses what is
	// of an older one. 0 is not looked at.
	Revision int64
}

// CallChange is a call as somebody has set it.
type CallChange struct {
	ID   int64
	Call Call // without what is not set: who, when, how many
	By   string
	At   time.Time
}

// CallSettings are the settings of a call. The zero value is that of the
// installation. Databases keep them as JSON: fields keep their names.
type CallSettings struct {
	// Thresholds say from which share on a figure is coloured.
	Thresholds map[FigureName]Threshold `json:"thresholds,omitempty"`
	// Exclude are the reasons for which text does not count unless the reader chooses
	// otherwise; nil is as is set for all, empty that all text counts.
	Exclude []evidence.Reason `json:"exclude,omitzero"`
	// LeastLength and LeastShare are score.LeastLength and score.LeastShare, chosen
	// likewise; nil is as is set for all.
	LeastLength *int `json:"leastLength,omitempty"`
	LeastShare  *int `json:"leastShare,omitempty"`
	// FalseAlarms is the level of hints in thousandths, 0 for none; nil is as is set for all.
	FalseAlarms *int `json:"falseAlarms,omitempty"`
	// Opinions is how many people give an independent verdict on each application; 0
	// is one.
	Opinions int `json:"opinions,omitempty"`
	// WithoutWeb has its applications compared with no page of the web.
	WithoutWeb bool `json:"withoutWeb,omitempty"`
	// Profile is how its applications are compared, as evidence names it; "" is the default one.
	Profile string `json:"profile,omitempty"`
	// Damaged says that what is stored could not be read: all else is as it is without settings.
	Damaged bool `json:"-"`
	// Due is until when verdicts are asked for, YYYY-MM-DD; "" is none.
	Due string `json:"due,omitempty"`
}

// FigureName names one of the figures of a check.
type FigureName string

// The figures, in the order in which they are shown. Each is a share of the
// characters that count.
const (
	FigureOverall       FigureName = "overall"
	FigureWithoutOwn    FigureName = "withoutOwn"
	FigureWithoutQuoted FigureName = "withoutQuoted"
	FigureLargest       FigureName = "largest"
)

// FigureNames returns all figures.
func FigureNames() []FigureName {
	return []FigureName{FigureOverall, FigureWithoutOwn, FigureWithoutQuoted, FigureLargest}
}

// Threshold is where the colours of a figure begin, in thousandths; 0 is nowhere.
type Threshold struct {
	Notable int `json:"notable,omitempty"`
	Grave   int `json:"grave,omitempty"`
}

// Level returns how a share of part in whole characters is coloured: 0 not at all, 1
// notable, 2 grave.
func (t Threshold) Level(part, whole int) int {
	reaches := func(from int) bool { return from > 0 && whole > 0 && part*1000 >= from*whole }
	switch {
	case reaches(t.Grave):
		return 2
	case reaches(t.Notable):
		return 1
	}
	return 0
}

// Collection is a named set of library documents.
type Collection struct {
	ID        int64
	Name      string
	CreatedBy string
	CreatedAt time.Time
	Documents int // how many it has; not stored with it
}

// CallProgress counts the applications of a call by how far they are.
type CallProgress struct {
	Total   int
	ByState map[WorkState]int
}

// Done returns how many of the applications need nothing more.
func (p CallProgress) Done() int {
	return p.ByState[WorkDone] + p.ByState[WorkFailed] + p.ByState[WorkCancelled]
}
