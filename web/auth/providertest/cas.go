package providertest

import (
	"crypto/rand"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// CASServer is a CAS server, version 3.
type CASServer struct {
	URL string
	// Life is how long a ticket holds.
	Life time.Duration

	people map[string]Person
	mu     sync.Mutex
	// tickets are those that were given out and not asked about.
	tickets map[string]ticket
	// logins are the people by the server's cookie.
	logins map[string]string
}

type ticket struct {
	service, login string
	fresh          bool // of a log-in for this ticket
	until          time.Time
}

// CAS runs a CAS server until the test ends.
func CAS(t testing.TB, people ...Person) *CASServer {
	t.Helper()
	s := &CASServer{Life: 10 * time.Minute, people: map[string]Person{}, tickets: map[string]ticket{}, logins: map[string]string{}}
	for _, p := range people {
		s.people[p.Login] = p
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /cas/login", s.login)
	mux.HandleFunc("POST /cas/login", s.login)
	mux.HandleFunc("GET /cas/logout", s.logout)
	mux.HandleFunc("GET /cas/p3/serviceValidate", s.validate)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/cas"
	return s
}

const casCookie = "TGC"

func (s *CASServer) login(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	service := r.FormValue("service")
	login, fresh := "", false
	if cookie, err := r.Cookie(casCookie); err == nil && r.FormValue("renew") != "true" {
		login = s.logins[cookie.Value]
	}
	if p, ok := s.people[r.PostFormValue("username")]; ok && r.PostFormValue("password") == Password {
		login, fresh = p.Login, true
		key := rand.Text()
		s.logins[key] = login
		http.SetCookie(w, &http.Cookie{Name: casCookie, Value: key, Path: "/cas", HttpOnly: true})
	}
	if login == "" {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>CAS</title><form method="post"><input name="username"><input name="password" `+
			`type="password"><button>Log in</button></form>`)
		return
	}
	to, err := url.Parse(service)
	if err != nil || service == "" {
		http.Error(w, "no service", http.StatusBadRequest)
		return
	}
	key := "ST-" + rand.Text()
	s.tickets[key] = ticket{service, login, fresh, time.Now().Add(s.Life)}
	q := to.Query()
	q.Set("ticket", key)
	to.RawQuery = q.Encode()
	http.Redirect(w, r, to.String(), http.StatusFound)
}

func (s *CASServer) logout(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cookie, err := r.Cookie(casCookie); err == nil {
		delete(s.logins, cookie.Value)
	}
	if to := r.FormValue("service"); to != "" {
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	fmt.Fprint(w, "logged out")
}

// LoggedIn reports whether anybody is logged in with the server.
func (s *CASServer) LoggedIn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.logins) > 0
}

func (s *CASServer) validate(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/xml")
	var b strings.Builder
	b.WriteString(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">`)
	key := r.FormValue("ticket")
	x, ok := s.tickets[key]
	delete(s.tickets, key) // whatever comes of it
	switch {
	case !ok || time.Now().After(x.until):
		b.WriteString(`<cas:authenticationFailure code="INVALID_TICKET">not known</cas:authenticationFailure>`)
	case x.service != r.FormValue("service"):
		b.WriteString(`<cas:authenticationFailure code="INVALID_SERVICE">of another service</cas:authenticationFailure>`)
	case r.FormValue("renew") == "true" && !x.fresh:
		b.WriteString(`<cas:authenticationFailure code="INVALID_TICKET">not of a new log-in</cas:authenticationFailure>`)
	default:
		p := s.people[x.login]
		element := func(name, value string) {
			fmt.Fprintf(&b, "<cas:%s>", name)
			_ = xml.EscapeText(&b, []byte(value)) // a builder takes all
			fmt.Fprintf(&b, "</cas:%s>", name)
		}
		b.WriteString("<cas:authenticationSuccess>")
		element("user", p.Login)
		b.WriteString("<cas:attributes>")
		element("displayName", p.Name)
		element("organization", p.Institution)
		for _, g := range p.Groups {
			element("memberOf", g)
		}
		b.WriteString("</cas:attributes></cas:authenticationSuccess>")
	}
	b.WriteString("</cas:serviceResponse>")
	fmt.Fprint(w, b.String())
}

// LogIn takes a browser through the server, and returns the address with which it comes
// back.
func (s *CASServer) LogIn(t testing.TB, b *http.Client, location, answer, login string) *url.URL {
	t.Helper()
	p := open(t, b, location, answer)
	if p.location == nil {
		action, fields := p.form(t)
		fields.Set("username", login)
		fields.Set("password", Password)
		p = submit(t, b, action, fields, answer)
	}
	if p.location == nil {
		t.Fatalf("%s is not let in: status %d: %s", login, p.status, p.html)
	}
	return p.location
}
