package site

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"zhiwen/checker/record"
)

// Bodies of requests come in as fast as their senders like. Each has a deadline until it has been
// read to its end, whatever becomes of the request, and each sender a bound of their own, so that
// nobody holds what others need. A connection on which a body was not read to its end is closed.
const (
	// bodyPatience is how long a body may take, beside what its length takes at leastRate.
	bodyPatience = 30 * time.Second
	// leastRate is how many bytes a second come over the slowest line that is of any use, 128 kbit/s.
	leastRate = 16 << 10
	// mostPatience is how long the largest upload may take.
	mostPatience = 10 * time.Minute
	// maxBodies is how many bodies of one sender are on their way at a time: browsers open six
	// connections to a server, and a form arrives with its request. Where there are more, the
	// oldest is given up for the newest, so that whoever sends slowly keeps nobody out who does
	// not, at the same address either.
	maxBodies = 16
	// maxOwnUploads is how many uploads of one sender come in at a time: an eighth of all.
	maxOwnUploads = maxUploads / 8
	// What comes of a body after its answer is read on for a while, since a proxy that still writes when the connection ends
	// hands its own complaint on and not the answer: at most so many bytes, for so long, of so many at a time, and only while
	// they come without a pause.
	lingerBytes, lingerTime, lingerPause = 256 << 20, 2 * time.Second, 200 * time.Millisecond
	maxLingering                         = 64
)

// lingering are the bodies that are read on after their answers.
var lingering = semaphore.NewWeighted(maxLingering)

// Errors of bodies.
var (
	errSlowBody = errors.New("the body did not come in time")
	errUploads  = errors.New("too many uploads of one sender at once")
)

// IsSlow reports whether reading a body failed because it did not come in time. The error is to be
// answered with.
func IsSlow(err error) bool { return errors.Is(err, errSlowBody) }

// body is the body of a request, which its reader and whoever gives it up use at the same time.
type body struct {
	io.ReadCloser
	connection *http.ResponseController

	mu    sync.Mutex
	begun time.Time // the first read
	read  int64     // bytes
	ended bool      // its end was read
	given bool      // up
}

// keyBody is where a request keeps its body, if it has one.
const keyBody = "body"

// watchBody puts a deadline on the body of a request. Done ends the connection where the body was
// not read to its end: the server would wait for the rest.
func watchBody(c *gin.Context) (done func()) {
	if c.Request.Body == nil || c.Request.Body == http.NoBody {
		return func() {}
	}
	b := &body{ReadCloser: c.Request.Body, connection: http.NewResponseController(c.Writer)}
	c.Set(keyBody, b)
	r := *c.Request // the server looks at the body of its own
	r.Body = b
	c.Request = &r
	return func() {
		if !c.Writer.Written() {
			closeUnread(c)
		} else if r.ProtoMajor == 1 && r.Header.Get("Expect") == "" && r.ContentLength <= lingerBytes {
			// Others do not write blindly, or in vain.
			b.linger()
		}
		b.giveUp()
	}
}

// linger sends the answer and reads on, where the body was not read to its end, so that whoever writes it comes to read.
func (b *body) linger() {
	if b.hasEnded() || !lingering.TryAcquire(1) {
		return
	}
	defer lingering.Release(1)
	if b.connection.Flush() != nil {
		return
	}
	part := make([]byte, 32<<10)
	for until, read := time.Now().Add(lingerTime), 0; read < lingerBytes && time.Now().Before(until); {
		b.mu.Lock()
		if !b.given {
			b.deadline(time.Now().Add(lingerPause))
		}
		b.mu.Unlock()
		n, err := b.ReadCloser.Read(part)
		if read += n; err != nil {
			return
		}
	}
}

// bodyOf returns the body of a request, nil for none.
func bodyOf(c *gin.Context) *body {
	b, _ := c.Value(keyBody).(*body)
	return b
}

// closeUnread has the connection closed after the answer, before which it must be called, where
// the body was not read to its end.
func closeUnread(c *gin.Context) {
	if b := bodyOf(c); b != nil && !b.hasEnded() {
		c.Header("Connection", "close")
	}
}

// Read reads from the body. The error is errSlowBody where it does not come in time.
func (b *body) Read(p []byte) (int, error) {
	b.extend()
	n, err := b.ReadCloser.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		b.ended = true
		b.deadline(time.Time{}) // what is done with it may take longer
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("%w: %w", errSlowBody, err)
	}
	return n, err
}

// extend gives the body the time that belongs to the bytes received so far.
func (b *body) extend() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || b.given {
		return
	}
	if b.begun.IsZero() {
		b.begun = time.Now()
	}
	b.deadline(b.begun.Add(min(bodyPatience+time.Duration(b.read/leastRate)*time.Second, mostPatience)))
}

// giveUp ends the reading of a body at once.
func (b *body) giveUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended && !b.given {
		b.given = true
		b.deadline(time.Now())
	}
}

func (b *body) hasEnded() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended
}

// deadline sets the deadline of the connection; tests have none.
func (b *body) deadline(at time.Time) { _ = b.connection.SetReadDeadline(at) }

// senders are the bodies that are on their way, by who sends them. They are safe for concurrent use.
type senders struct {
	mu      sync.Mutex
	bodies  map[string][]*body // the oldest first
	uploads map[string]*ownUploads
}

// ownUploads are the places of one sender's uploads.
type ownUploads struct {
	places *semaphore.Weighted
	users  int // who have a place or wait for one
}

func newSenders() *senders {
	return &senders{bodies: map[string][]*body{}, uploads: map[string]*ownUploads{}}
}

// enter counts a body of a sender, and cancels their oldest if there are too many.
func (s *senders) enter(name string, b *body) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.DeleteFunc(s.bodies[name], (*body).hasEnded)
	if len(all) >= maxBodies {
		all[0].giveUp()
		all = slices.Delete(all, 0, 1)
	}
	s.bodies[name] = append(all, b)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bodies[name] = slices.DeleteFunc(s.bodies[name], func(x *body) bool { return x == b })
		if len(s.bodies[name]) == 0 {
			delete(s.bodies, name)
		}
	}
}

// ownPlaces returns the places of a sender's uploads, until they are let go of.
func (s *senders) ownPlaces(name string) (places *semaphore.Weighted, letGo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.uploads[name]
	if own == nil {
		own = &ownUploads{places: semaphore.NewWeighted(maxOwnUploads)}
		s.uploads[name] = own
	}
	own.users++
	return own.places, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if own.users--; own.users == 0 {
			delete(s.uploads, name)
		}
	}
}

// bounded runs a request with a body within the bounds of its sender: the account, or the address
// of somebody who has not logged in. Without accounts uploads have no such bound: all come from the
// reader at this machine.
func (s *Site) bounded(r Route, do Action) Action {
	return func(c *gin.Context) error {
		b := bodyOf(c)
		if b == nil {
			return do(c)
		}
		v, err := s.viewer(c)
		if err != nil {
			return err
		}
		if !r.Upload {
			defer s.senders.enter(v.sender(c), b)()
			return do(c)
		}
		if v.state == noAccounts {
			return do(c)
		}
		places, letGo := s.senders.ownPlaces(v.sender(c))
		defer letGo()
		err = take(c.Request.Context(), places, 1, patience)
		if errors.Is(err, record.ErrCrowded) {
			c.Header("Retry-After", RetryAfter)
			return errUploads
		}
		if err != nil {
			return err
		}
		defer places.Release(1)
		return do(c)
	}
}

// sender identifies the sender of a request for limits on bodies and rate.
func (v *Viewer) sender(c *gin.Context) string {
	if v.LoggedIn() {
		return "account " + strconv.FormatInt(v.Account.ID, 10)
	}
	return "address " + network(c.ClientIP())
}
