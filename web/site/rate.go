package site

import (
	"errors"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"zhiwen/checker/audit"
)

// Rates are how many requests a minute are answered before one is asked to come later
// (429 with Retry-After); 0 is any number. A minute's worth may come at once.
type Rates struct {
	// Account is of one who has logged in, wherever they are, and of each token by itself.
	Account int
	// Address is of all at an address who have not: those who have are not barred by it. The
	// way in is counted apart from all else.
	Address int
	// Now is the clock that minutes are counted by; nil is that of the machine.
	Now func() time.Time
}

// errRate refuses one request too many.
var errRate = errors.New("too many requests")

const (
	// exportCost is how many requests an export or a print counts as: it takes that much
	// more work.
	exportCost = 10
	// maxRated is how many accounts and addresses are remembered; those go first who have
	// nothing against them any more.
	maxRated = 10_000
	// minute is what rates are counted by.
	minute = time.Minute
)

// limiters count the requests of accounts and addresses. They are safe for concurrent use.
type limiters struct {
	mu  sync.Mutex
	all map[string]*rate.Limiter
	now func() time.Time
}

func newLimiters(now func() time.Time) *limiters {
	if now == nil {
		now = time.Now
	}
	return &limiters{all: map[string]*rate.Limiter{}, now: now}
}

// take counts a request, of so much cost, against the rate of a name. Where it is one too
// many it gives how long to wait.
func (l *limiters) take(name string, perMinute, cost int) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	limiter := l.all[name]
	if limiter == nil {
		l.forget(now)
		limiter = rate.NewLimiter(rate.Limit(float64(perMinute)/minute.Seconds()), perMinute)
		l.all[name] = limiter
	}
	r := limiter.ReserveN(now, min(cost, perMinute)) // never more than there can be
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// forget makes room for one more: whoever has not asked for a minute is as if they never
// had; where all have, all begin anew.
func (l *limiters) forget(now time.Time) {
	if len(l.all) < maxRated {
		return
	}
	for name, limiter := range l.all {
		if limiter.TokensAt(now) >= float64(limiter.Burst()) {
			delete(l.all, name)
		}
	}
	if len(l.all) >= maxRated {
		clear(l.all)
	}
}

// rated refuses requests of a sender who exceeds the rate. Our own files and the requests of
// monitors do not count, and nothing counts without accounts: then all readers are at this machine.
func (s *Site) rated(c *gin.Context, r Route, line Right) error {
	if line.Who == Everyone && r.Method != http.MethodPost {
		return nil
	}
	v, err := s.viewer(c)
	if err != nil {
		return err
	}
	name, perMinute := v.sender(c), s.config.Rates.Account
	if v.token != 0 {
		name = "token " + strconv.FormatInt(v.token, 10) // a program that runs wild does not keep its owner out
	}
	if !v.LoggedIn() {
		perMinute = s.config.Rates.Address
		if line.Who == Stranger {
			name = "way in of " + name // what others ask for does not keep people from logging in
		}
	}
	if v.state == noAccounts || perMinute <= 0 {
		return nil
	}
	cost := 1
	if r.Act == audit.Export || r.Act == audit.Print {
		cost = exportCost
	}
	if wait := s.limiters.take(name, perMinute, cost); wait > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		return errRate
	}
	return nil
}

// network returns the unit in which an address is counted: for IPv6 its network, since one user has
// 2⁶⁴ addresses.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Unmap().Is4() {
		return address
	}
	const home = 64
	p, err := a.Prefix(home)
	if err != nil {
		return address
	}
	return p.String()
}
