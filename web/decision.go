package web

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

const (
	// maxComment is the most characters of what a reviewer writes about a decision.
	maxComment = 2000
	// maxDecisionForm is the most bytes of a form with a decision.
	maxDecisionForm = 64 << 10
)

// errNoReviewer refuses a decision by nobody.
var errNoReviewer = errors.New("a decision needs a name")

// verdictOn gives what was decided about a match, Withdrawn where nothing was.
func verdictOn(d score.Decided, m *evidence.Match) evidence.Verdict {
	if found := d.Match(m.ID); found != nil {
		return found.Verdict
	}
	return evidence.Withdrawn
}

// refusedBy says why a match does not count by decision, "" where it does.
func refusedBy(d score.Decided, s *evidence.Source, m *evidence.Match) cause {
	switch {
	case d.SetAside(s.ID):
		return causeSource
	case d.Dismissed(m.ID):
		return causeDismissed
	}
	return ""
}

// decideForm is the view of partial/decide.html: what forms about a check need.
type decideForm struct {
	Check    int64
	Back     string
	Reviewer string
	Seen     int   // how many decisions the page knows
	Match    int   // that the forms begin with
	Source   int64 // likewise
	Name     string
	Reasons  []evidence.ReviewReason
	Verdicts []evidence.Verdict
	Verdict  *evidence.Decision // of the check
}

// withdrawal is a form that takes a decision back, for the template of that
// name.
type withdrawal struct {
	decideForm
	Subject evidence.Subject
	Ref     int64
}

// withdrawalOf is the template function "withdrawal".
func withdrawalOf(form decideForm, subject evidence.Subject, ref any) withdrawal {
	w := withdrawal{decideForm: form, Subject: subject}
	switch ref := ref.(type) {
	case int64: // of a source
		w.Ref = ref
	case int: // of a match
		w.Ref = int64(ref)
	}
	return w
}

func (s *site) decideForm(c *gin.Context, l *loaded, back string) decideForm {
	return decideForm{
		Check: l.check.ID, Back: back, Reviewer: reviewer(c), Seen: len(l.steps), Reasons: evidence.ReviewReasons(),
		Verdicts: evidence.SubjectCheck.Verdicts(), Verdict: l.decided.Check(),
	}
}

// decision takes a reviewer's decision and goes back to where it was made.
func (s *site) decision(c *gin.Context, id int64) error {
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxDecisionForm)
	if err := c.Request.ParseForm(); err != nil {
		return errBadInput
	}
	d := evidence.Decision{
		Subject: evidence.Subject(c.PostForm("subject")), Verdict: evidence.Verdict(c.PostForm("verdict")),
		Reason: evidence.ReviewReason(c.PostForm("reason")), Comment: cleanText(c.PostForm("comment"), maxComment),
		Reviewer: cleanLine(c.PostForm("reviewer"), maxReviewer),
	}
	if text := c.PostForm("ref"); text != "" {
		ref, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errBadInput
		}
		d.ID = ref
	}
	seen := record.AnySeen
	if text := c.PostForm("seen"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return errBadInput
		}
		seen = n
	}
	if d.Reviewer == "" {
		return errNoReviewer
	}
	if !d.Verdict.NeedsReason() {
		d.Reason = "" // a form may have it anyway
	}
	l, err := s.loadChoice(c.Request.Context(), id, asChecked())
	if err != nil {
		return err
	}
	if !l.holds(d.Subject, d.ID) {
		return errBadInput
	}
	if err := s.Store.Decide(c.Request.Context(), id, d, seen); err != nil {
		return err
	}
	setReviewer(c, d.Reviewer)
	c.Redirect(http.StatusSeeOther, backOr(c, checkPath(id)))
	return nil
}

// holds says whether the evidence has what a decision is about.
func (l *loaded) holds(kind evidence.Subject, id int64) bool {
	switch kind {
	case evidence.SubjectCheck:
		return id == 0
	case evidence.SubjectSource:
		return slices.ContainsFunc(l.all, func(s evidence.Source) bool { return s.ID == id })
	case evidence.SubjectMatch:
		return slices.ContainsFunc(l.all, func(s evidence.Source) bool {
			return slices.ContainsFunc(s.Matches, func(m evidence.Match) bool { return int64(m.ID) == id })
		})
	}
	return false
}

// decisionsView is what was decided about a check, for partial/decisions.html.
type decisionsView struct {
	Form      decideForm
	Matches   int // of all sources that are not set aside
	Confirmed int
	Dismissed int
	SetAside  []decisionView // sources
	Steps     []decisionView // all of them, the newest first
}

// Undecided is how many matches nobody has decided about.
func (v decisionsView) Undecided() int { return v.Matches - v.Confirmed - v.Dismissed }

// decisionView is one decision with the name of its subject.
type decisionView struct {
	evidence.Decision
	Rank   int    // of the source
	Name   string // of the source
	Number int    // of the match among those of its source
	Href   string // where the subject is seen
	Open   bool   // it counts still
}

func viewDecisions(l *loaded, form decideForm) decisionsView {
	v := decisionsView{Form: form}
	of := map[int64]*evidence.Source{} // by match
	for i := range l.all {
		s := &l.all[i]
		aside := l.decided.Source(s.ID) != nil
		for _, m := range s.Matches {
			of[int64(m.ID)] = s
			found := l.decided.Match(m.ID)
			switch {
			case aside:
				continue
			case found != nil && found.Verdict == evidence.Confirmed:
				v.Confirmed++
			case found != nil:
				v.Dismissed++
			}
			v.Matches++
		}
	}
	numbers := map[int64]map[int]int{} // by source
	standing := score.Standing(l.steps)
	for i, d := range slices.Backward(l.steps) {
		step := decisionView{Decision: d}
		var s *evidence.Source
		switch d.Subject {
		case evidence.SubjectMatch:
			if s = of[d.ID]; s != nil {
				if numbers[s.ID] == nil {
					numbers[s.ID] = l.ordinals(s.ID)
				}
				step.Href, step.Number = l.at.pair(s.ID, int(d.ID)), numbers[s.ID][int(d.ID)]
			}
		case evidence.SubjectSource:
			if s = l.source(d.ID); s != nil {
				step.Href = l.at.pair(s.ID, 0)
			}
		}
		if s != nil {
			step.Rank, step.Name = l.ranks[s.ID], titleOf(s.Identity)
		}
		step.Open = standing[i]
		v.Steps = append(v.Steps, step)
		if step.Open && d.Subject == evidence.SubjectSource {
			v.SetAside = append(v.SetAside, step)
		}
	}
	return v
}

// decidedEvidence gives the XML of a check as it was stored, with what was
// decided at its end.
func (s *site) decidedEvidence(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	l, err := s.loadChoice(ctx, id, asChecked())
	if err != nil {
		return err
	}
	stored, err := s.Store.Evidence(ctx, id)
	if err != nil {
		return err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return err
	}
	scores := l.evidence.Scores
	e.Decisions = &evidence.Decisions{Countable: scores.Countable, Covered: scores.Covered, WithoutOwn: scores.WithoutOwn}
	for i, stands := range score.Standing(l.steps) {
		if stands {
			e.Decisions.Decisions = append(e.Decisions.Decisions, l.steps[i])
		}
	}
	var b bytes.Buffer
	if err := evidence.Encode(&b, e); err != nil {
		return err
	}
	xml := b.Bytes()
	if s.Sign != nil {
		if xml, err = s.Sign(xml); err != nil {
			return err
		}
	}
	s.saveAs(c, l.check, "decided.xml")
	c.Data(http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}

// saveAs makes the answer a file that is named after the checked one.
func (s *site) saveAs(c *gin.Context, check record.Check, ending string) {
	name := check.Document.Identity.Filename
	name = strings.TrimSuffix(name, plainExt(name))
	c.Header("Content-Disposition", attachment(name+"."+ending, "check-"+strconv.FormatInt(check.ID, 10)+"."+ending))
}
