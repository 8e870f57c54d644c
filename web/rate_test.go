package web

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// Who asks too much is asked to come later, by a page; those who have logged in are not
// barred by others at their address, and where there are no accounts nobody is.
func TestRates(t *testing.T) {
	now := time.Unix(0, 0) // it stands still: none of the requests comes later than it may
	p := testPeople(t, func(c *Config) {
		c.Rates = site.Rates{Account: 30, Address: 5, Now: func() time.Time { return now }}
	})
	h := p.handler()
	for range 40 {
		if a := get(t, h, "/library", "Accept", "text/html"); a.Code == http.StatusTooManyRequests {
			t.Fatal("refused where there are no accounts")
		}
	}
	_, officer := p.join(t, "officer", record.Officer)
	_, other := p.join(t, "other", record.Officer)
	for i := range 6 {
		a := get(t, h, "/login", "Accept", "text/html")
		want := http.StatusOK
		if i == 5 {
			want = http.StatusTooManyRequests
		}
		if a.Code != want {
			t.Errorf("request %d of a stranger: status %d", i, a.Code)
		}
		if want == http.StatusTooManyRequests {
			checkPage(t, a)
			if n, err := strconv.Atoi(a.Header().Get("Retry-After")); err != nil || n < 1 || n > 60 {
				t.Errorf("Retry-After %q", a.Header().Get("Retry-After"))
			}
		}
	}
	for i := range 31 {
		a := get(t, h, "/library", officer...)
		if want := i < 30; (a.Code == http.StatusOK) != want || !want && a.Code != http.StatusTooManyRequests {
			t.Errorf("request %d of an officer at the same address: status %d", i, a.Code)
		}
	}
	if a := get(t, h, "/library", other...); a.Code != http.StatusOK {
		t.Errorf("another at the same address: status %d", a.Code)
	}
	now = now.Add(time.Hour)
	for range 6 {
		get(t, h, "/checks/1", "Accept", "text/html")
	}
	if a := get(t, h, "/checks/1", "Accept", "text/html"); a.Code != http.StatusTooManyRequests {
		t.Errorf("a stranger who asks for other pages: status %d", a.Code)
	}
	if a := get(t, h, "/login", "Accept", "text/html"); a.Code != http.StatusOK {
		t.Errorf("the way in of one at the address of such a stranger: status %d", a.Code)
	}
	for _, target := range []string{"/healthz", "/readyz"} {
		if a := get(t, h, target); a.Code == http.StatusTooManyRequests {
			t.Errorf("%s is refused", target)
		}
	}
}
