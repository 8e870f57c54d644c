package site

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
)

// actor returns the sender of a request, as far as known.
func actor(c *gin.Context) audit.Actor {
	by := audit.Actor{Address: c.ClientIP(), Request: c.GetString(keyRequest)}
	switch v, _ := c.Value(keyViewer).(*Viewer); {
	case v == nil: // it is not known yet, and need not be
	case v.LoggedIn():
		by.Account, by.Name = v.Account.ID, v.Account.Login
	case v.state == noAccounts:
		by.Name = reviewer(c)
	}
	return by
}

// recorded makes an action of one that gives something out: it is written to the
// record before the first byte goes, and where it cannot be, nothing goes.
func (s *Site) recorded(act audit.Action, do Action) Action {
	return func(c *gin.Context) error {
		w := &recordingWriter{ResponseWriter: c.Writer, record: func() error {
			if act == audit.View && s.views.again(actor(c), c.Request.URL.Path, time.Now()) {
				return nil
			}
			return s.config.Store.Record(c.Request.Context(), actOn(c, act))
		}}
		c.Writer = w
		defer func() { c.Writer = w.ResponseWriter }()
		if err := do(c); err != nil {
			return err
		}
		if w.err != nil {
			c.Header("Content-Disposition", "") // a page follows
		}
		return w.err
	}
}

const (
	// viewAgain is for how long a page that somebody looks at again is not recorded
	// anew: a report asks for its parts, and is filtered and left and come back to.
	viewAgain = 10 * time.Minute
	// maxViews bounds what is remembered for that.
	maxViews = 10_000
)

// recentViews remembers who has looked at what. It is safe for concurrent use.
type recentViews struct {
	mu   sync.Mutex
	seen map[recentView]time.Time
}

type recentView struct{ actor, address, path string }

// again reports whether the record shows that somebody has recently viewed a page.
func (v *recentViews) again(by audit.Actor, path string, now time.Time) bool {
	key := recentView{by.Name, by.Address, path}
	v.mu.Lock()
	defer v.mu.Unlock()
	if at, known := v.seen[key]; known && now.Sub(at) < viewAgain {
		return true
	}
	if v.seen == nil || len(v.seen) >= maxViews {
		v.seen = map[recentView]time.Time{}
	}
	v.seen[key] = now
	return false
}

// refusedOn returns the refusal of a request, with the page that was asked for: its route, since a path may have more
// in it.
func refusedOn(c *gin.Context) audit.Act {
	a := actOn(c, audit.Refuse)
	delete(a.Detail, "what") // which is a part of the page
	a.Detail["page"] = c.Request.Method + " " + c.FullPath()
	return a
}

// actOn returns an act on the subject that the path names.
func actOn(c *gin.Context, action audit.Action) audit.Act {
	a := audit.Act{Action: action, Detail: map[string]string{}}
	path := strings.TrimPrefix(c.FullPath(), Versioned)
	a.ID, _ = strconv.ParseInt(c.Param("id"), 10, 64) // it was found under this number
	switch {
	case strings.HasPrefix(path, "/checks/"):
		a.Subject = audit.SubjectCheck
	case strings.HasPrefix(path, "/documents/"):
		a.Subject = audit.SubjectDocument
	case strings.HasPrefix(path, "/calls/"):
		a.Subject = audit.SubjectCall
	case strings.HasPrefix(path, "/settings"):
		a.Subject = audit.SubjectSetting
	case strings.HasPrefix(path, "/claims/"):
		a.Subject = audit.SubjectClaim
	case strings.HasPrefix(path, "/tasks/"):
		a.Subject = audit.SubjectTask
	case strings.HasPrefix(path, "/audit"):
		a.Subject = audit.SubjectRecord
	default:
		a.Subject = audit.SubjectLibrary
	}
	if source := c.Param("source"); source != "" {
		a.Detail["source"] = source
	}
	if _, what, named := strings.Cut(path, ":id/"); named && !strings.Contains(what, ":") {
		a.Detail["what"] = what
	}
	return a
}

// recordingWriter writes to the record before it passes on the first byte of an
// answer that gives something out.
type recordingWriter struct {
	gin.ResponseWriter
	record func() error
	asked  bool
	err    error
}

func (w *recordingWriter) begin() error {
	if !w.asked {
		w.asked = true
		if w.Status() < http.StatusMultipleChoices {
			w.err = w.record()
		}
	}
	return w.err
}

func (w *recordingWriter) Write(b []byte) (int, error) {
	if err := w.begin(); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(b)
}

func (w *recordingWriter) WriteString(s string) (int, error) {
	if err := w.begin(); err != nil {
		return 0, err
	}
	return w.ResponseWriter.WriteString(s)
}
