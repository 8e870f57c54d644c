package site

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/web/catalogue"
)

// keys of values kept with a request
const (
	keyLanguage = "language"
	keyRequest  = "request"
	keyViewer   = "viewer"
)

// languageCookie remembers the reader's choice.
const languageCookie = "language"

// securityHeaders go out with every answer. Pages load nothing but their own
// files and run no inline code.
var securityHeaders = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	// What pages show are unpublished applications: nothing keeps them. Files
	// of our own say otherwise where they are served.
	"Cache-Control": "no-store",
}

// admit prepares every request: headers, request id, language; and refuses
// those that name another host or come from another site.
func (s *Site) admit(c *gin.Context) {
	plainForwarded(c.Request.Header)
	defer steady(c)()
	defer watchBody(c)()
	if s.config.Answered != nil {
		begun := time.Now()
		defer func() { s.config.Answered(c.Request.Method, c.FullPath(), c.Writer.Status(), time.Since(begun)) }()
	}
	for name, value := range securityHeaders {
		c.Header(name, value)
	}
	if s.secure(c) && !loopbackHost(c.Request.Host) { // one name stands for all servers of this machine
		c.Header("Strict-Transport-Security", stayWithHTTPS)
	}
	id := rand.Text()[:requestIDLength]
	c.Set(keyRequest, id)
	c.Header("X-Request-Id", id)
	extension := openToExtension(c)
	cookie, _ := c.Cookie(languageCookie)
	c.Set(keyLanguage, s.catalogue.Choose(cookie, c.GetHeader("Accept-Language")))
	c.Writer.Header().Add("Vary", "Accept-Language, Cookie")
	if !s.hosts.allows(c.Request.Host) {
		s.refuse(c, errHost)
		return
	}
	foreign := s.config.Rights[c.Request.Method+" "+c.FullPath()].Foreign || extension
	if err := s.origin.Check(c.Request); err != nil && !foreign {
		s.refuse(c, errOrigin)
		return
	}
	c.Request = c.Request.WithContext(audit.By(c.Request.Context(), actor(c)))
	c.Next()
}

// plainForwarded writes the addresses of clients that proxies name as they are read: some add a port, or write an address of
// IPv4 as one of IPv6. What is no address stays, and is no client's.
func plainForwarded(h http.Header) {
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip"} {
		values := h.Values(name)
		if len(values) == 0 {
			continue
		}
		addresses := strings.Split(strings.Join(values, ","), ",")
		for i, text := range addresses {
			text = strings.Trim(strings.TrimSpace(text), `"`)
			a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
			if err != nil {
				var with netip.AddrPort
				with, err = netip.ParseAddrPort(text)
				a = with.Addr()
			}
			if err == nil {
				text = a.Unmap().WithZone("").String()
			}
			addresses[i] = text
		}
		h.Set(name, strings.Join(addresses, ", "))
	}
}

// stayWithHTTPS tells browsers for a year that this host has HTTPS.
const stayWithHTTPS = "max-age=31536000"

// requestIDLength is long enough to find a line in a log, short enough to be read out.
const requestIDLength = 10

func (s *Site) refuse(c *gin.Context, err error) {
	s.fail(c, err)
	c.Abort()
}

// guard lets those have a route whom the table of rights lets, before anything of the
// request is read.
func (s *Site) guard(r Route, do Action) Action {
	line := s.config.Rights[r.Line()]
	return func(c *gin.Context) error {
		if err := s.rated(c, r, line); err != nil {
			return err
		}
		err := s.allow(c, line)
		if errors.Is(err, errForbidden) {
			err = cmp.Or(s.config.Store.Record(c.Request.Context(), refusedOn(c)), err)
		}
		if err != nil {
			return err
		}
		return do(c)
	}
}

// serve makes a gin handler of an action: its error, or its panic, becomes a
// page of the error table.
func (s *Site) serve(do Action) gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler { //nolint:errorlint // the sentinel itself, as net/http compares it
				panic(v)
			}
			s.fail(c, &panicError{value: v, stack: debug.Stack()})
		}()
		if err := do(c); err != nil {
			s.fail(c, err)
		}
	}
}

// panicError is a recovered panic.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// fail answers with the page for err and logs what is the server's fault.
func (s *Site) fail(c *gin.Context, err error) {
	if c.Request.Context().Err() != nil && errors.Is(err, context.Canceled) {
		c.Status(statusGone)
		return
	}
	if errors.Is(err, errLogin) {
		if s.toLogin(c) {
			return
		}
		if forPrograms(c) {
			err = errToken
		}
	}
	if IsSlow(err) { // with the reading the server ends the context
		c.Request = c.Request.WithContext(context.WithoutCancel(c.Request.Context()))
	}
	cause := s.cause(err)
	f := s.Fault(cause)
	if f.Status == http.StatusServiceUnavailable && c.Writer.Header().Get("Retry-After") == "" {
		c.Header("Retry-After", RetryAfter)
	}
	if f.Internal() || cause != err { //nolint:errorlint // whether it is the same, not what it wraps
		attrs := []slog.Attr{
			slog.String("request", c.GetString(keyRequest)), slog.String("method", c.Request.Method),
			slog.String("route", c.FullPath()), slog.Any("error", err),
		}
		var p *panicError
		if errors.As(err, &p) {
			attrs = append(attrs, slog.String("stack", string(p.stack)))
		}
		s.Log.LogAttrs(c.Request.Context(), slog.LevelError, "request failed", attrs...)
	}
	if c.Writer.Written() {
		return // a stream or a file broke off; there is no page left to show
	}
	if forPrograms(c) {
		s.failProgram(c, f, cause)
		return
	}
	view := faultView{Page: s.Page(c, ""), Name: f.Name, Status: f.Status}
	if f.Internal() {
		view.Request = c.GetString(keyRequest)
	}
	view.From = cameFrom(c)
	view.Title = s.Language(c).Text("fault." + f.Name + ".title")
	if err := s.Render(c, f.Status, "fault", view); err != nil {
		s.Log.ErrorContext(c.Request.Context(), "error page failed", "request", c.GetString(keyRequest), "error", err)
		c.String(http.StatusInternalServerError, http.StatusText(http.StatusInternalServerError))
	}
}

// Language returns the language of the request's reader.
func (s *Site) Language(c *gin.Context) *catalogue.Language {
	if l, ok := c.Value(keyLanguage).(*catalogue.Language); ok {
		return l
	}
	return s.catalogue.Choose("", "")
}

// LanguageOf returns the language of a code, or the default language.
func (s *Site) LanguageOf(code string) *catalogue.Language { return s.catalogue.Choose(code, "") }

// switchLanguage keeps the chosen language in a cookie and goes back.
func (s *Site) switchLanguage(c *gin.Context) error {
	code := c.PostForm("language")
	if s.catalogue.Choose(code, "").Code != code {
		return ErrBadInput
	}
	const year = 365 * 24 * 60 * 60
	http.SetCookie(c.Writer, &http.Cookie{
		Name: languageCookie, Value: code, Path: "/", MaxAge: year, HttpOnly: true, Secure: s.secure(c), SameSite: http.SameSiteLaxMode,
	})
	c.Redirect(http.StatusSeeOther, LocalPath(c.PostForm("back")))
	return nil
}

// hostRule says which Host headers are answered.
type hostRule struct {
	any      bool
	loopback bool
	names    map[string]bool
}

func newHostRule(addr string, hosts []string) (*hostRule, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q is not HOST:PORT: %w", addr, err)
	}
	r := &hostRule{loopback: isLoopback(host), names: map[string]bool{}}
	for _, h := range hosts {
		r.names[strings.ToLower(h)] = true
	}
	r.any = !r.loopback && len(r.names) == 0
	return r, nil
}

// allows reports whether a request for host, with or without a port, is answered.
func (r *hostRule) allows(host string) bool {
	if r.any {
		return true
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	return r.names[host] || isLoopback(host)
}

// BeyondMachine reports whether a server that listens on addr and is reached as hosts can be
// reached from other machines. Anything that is no address can.
func BeyondMachine(addr string, hosts []string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err != nil || !isLoopback(host) || slices.ContainsFunc(hosts, func(h string) bool { return !isLoopback(h) })
}

// loopbackHost is isLoopback of a host with or without a port.
func loopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return isLoopback(strings.ToLower(strings.Trim(host, "[]")))
}

func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// RequestID returns the name of a request in the log and on the page of a fault.
func RequestID(c *gin.Context) string { return c.GetString(keyRequest) }
