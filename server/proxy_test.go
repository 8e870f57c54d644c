package main

import (
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library/librarytest"
	"zhiwen/internal/testrun"
	"zhiwen/web/catalogue"
)

// The files of docs/deploy are run by the proxies themselves, where these are installed: what pages of the site post is
// taken, and a body that is too large is refused by the app, which says so, and not by the proxy.
func TestProxyFiles(t *testing.T) {
	testrun.NeedWhole(t)
	for name, file := range map[string]string{"nginx": "nginx.conf", "caddy": "Caddyfile"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(name + " is not installed")
			}
			at := freeAddress(t)
			base := "https://zhiwen.example.org:" + strconv.Itoa(portOf(t, at))
			app := serveArguments(t, "--data", t.TempDir(), "--url", base, "--trusted-proxies", "127.0.0.1")
			startProxy(t, name, filepath.Join("../docs/deploy", file), strings.TrimPrefix(app, "http://"), strconv.Itoa(portOf(t, at)))
			client := proxyClient(at)
			client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			post := func(body string) *http.Response {
				request, err := http.NewRequest(http.MethodPost, base+"/language", strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.Header.Set("Origin", base)
				answer, err := client.Do(request)
				if err != nil {
					t.Log(err)
					return nil
				}
				_ = answer.Body.Close()
				return answer
			}
			var answer *http.Response
			waitFor(t, "the proxy answers", func() bool {
				answer = post("language=en")
				return answer != nil && answer.StatusCode != http.StatusBadGateway
			})
			if answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) == 0 || !answer.Cookies()[0].Secure {
				t.Errorf("a post of the site: status %d, cookies %v", answer.StatusCode, answer.Cookies())
			}
			// The proxy still writes such a body when the answer comes, and hands the answer on all the same.
			for i := range 20 {
				answer = post("language=" + strings.Repeat("x", (i+1)<<20))
				if answer == nil || answer.StatusCode != http.StatusRequestEntityTooLarge || answer.Header.Get("X-Request-Id") == "" {
					t.Errorf("a body of %d MB: %+v", i+1, answer)
				}
			}
			from, err := url.Parse(base)
			if err != nil {
				t.Fatal(err)
			}
			if address, faults := (proxyCheck{proxyClient(at), from, 50 << 20}).faults(t.Context()); len(faults) > 0 || address != "127.0.0.1" {
				t.Errorf("config check --from says %v, of a client at %q", faults, address)
			}
		})
	}
}

// proxyClient takes any certificate, and finds every host at one address.
func proxyClient(at string) *http.Client {
	transport := newProxyTransport()
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", at)
	}
	return &http.Client{Transport: transport}
}

// What a proxy gets wrong is named, each in both languages: here nginx as it is without the lines of docs/deploy.
func TestProxyFaults(t *testing.T) {
	testrun.NeedWhole(t)
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("nginx is not installed")
	}
	good, err := os.ReadFile("../docs/deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "nginx.conf")
	putFile(t, file, []byte(strings.NewReplacer(
		"client_max_body_size 0;", "client_max_body_size 1m;", "proxy_http_version 1.1;", "", "proxy_set_header Host $http_host;", "",
		"proxy_buffering off;", "proxy_ignore_headers X-Accel-Buffering;").Replace(string(good))))
	at := freeAddress(t)
	app := serveArguments(t, "--data", t.TempDir())
	startProxy(t, "nginx", file, strings.TrimPrefix(app, "http://"), strconv.Itoa(portOf(t, at)))
	from, err := url.Parse("https://zhiwen.example.org:" + strconv.Itoa(portOf(t, at)))
	if err != nil {
		t.Fatal(err)
	}
	p := proxyCheck{proxyClient(at), from, 50 << 20}
	var keys []string
	languages := librarytest.Must(catalogue.Open())(t)
	waitFor(t, "the proxy answers", func() bool {
		keys = nil
		_, faults := p.faults(t.Context())
		for _, f := range faults {
			keys = append(keys, f.key)
			for _, code := range []string{"en", "zh-CN"} {
				if said := f.text(languages.Choose("", code)); said == "" || strings.Contains(said, "<no value>") {
					t.Errorf("%s in %s: %q", f.key, code, said)
				}
			}
		}
		return !slices.Equal(keys, []string{"unreachable"})
	})
	if want := []string{"protocol", "host", "body", "stream"}; !slices.Equal(keys, want) {
		t.Errorf("%v is said, want %v", keys, want)
	}
}

// A proxy that asks for a large body before the server has answered is not blamed for what the server then ends.
func TestProxyAsksForBody(t *testing.T) {
	at := freeAddress(t)
	from := &url.URL{Scheme: "http", Host: "zhiwen.example.org"}
	app, err := url.Parse(serveArguments(t, "--data", t.TempDir(), "--url", from.String(), "--trusted-proxies", "127.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewUnstartedServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(app)
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		Transport: &http.Transport{ExpectContinueTimeout: time.Nanosecond},
		ErrorLog:  log.New(io.Discard, "", 0),
	})
	_ = proxy.Listener.Close()
	proxy.Listener = listener
	proxy.Start()
	defer proxy.Close()
	if _, faults := (proxyCheck{proxyClient(at), from, 50 << 20}).faults(t.Context()); len(faults) > 0 {
		t.Errorf("config check --from says %v", faults)
	}
}

// The command asks the server, and says what it is where none or another one answers.
func TestConfigCheckFrom(t *testing.T) {
	app := serveArguments(t, "--data", t.TempDir())
	if code, out, complaint := zhiwen(t, "config", "check", "--from", app); code != exitDone || !strings.Contains(out, "pass the proxy") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	another := httptest.NewServer(http.NotFoundHandler())
	defer another.Close()
	for from, want := range map[string]struct {
		code int
		said string
	}{
		another.URL:                {exitFailed, "not answered by this app (status 404)"},
		"http://" + freeAddress(t): {exitFailed, "cannot be reached"},
		app + "/zhiwen":            {exitUsage, "below a path such as /zhiwen"},
		"zhiwen.example.org":       {exitUsage, "not an address for users"},
	} {
		if code, _, complaint := zhiwen(t, "config", "check", "--from", from); code != want.code || !strings.Contains(complaint, want.said) {
			t.Errorf("%s: exit %d: %s", from, code, complaint)
		}
	}
}

// startProxy runs a proxy with a file of docs/deploy, in which ports and certificates are those of the test.
func startProxy(t *testing.T, name, file, app, port string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key)
	said := strings.ReplaceAll(string(text), "127.0.0.1:8080", app)
	command := exec.CommandContext(t.Context(), name, "run", "--adapter", "caddyfile", "--config", filepath.Join(dir, "file"))
	if name == "nginx" {
		said = strings.NewReplacer("listen 443 ssl", "listen 127.0.0.1:"+port+" ssl", "/etc/ssl/zhiwen.pem", cert, "/etc/ssl/zhiwen.key", key).
			Replace(said)
		temporary := ""
		for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			temporary += what + "_temp_path " + dir + "/" + what + ";\n"
		}
		said = "daemon off; master_process off; pid " + dir + "/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + temporary + said + "}\n"
		command = exec.CommandContext(t.Context(), name, "-p", dir, "-e", "stderr", "-c", filepath.Join(dir, "file"))
	} else {
		said = strings.Replace(said, "zhiwen.example.org {", "zhiwen.example.org:"+port+" {\n\tbind 127.0.0.1\n\ttls "+cert+" "+key, 1)
		said = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + said
		command.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	}
	putFile(t, filepath.Join(dir, "file"), []byte(said))
	out := &output{}
	command.Stdout, command.Stderr = out, out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Log(out.String())
		}
	})
}
