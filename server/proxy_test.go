package main

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zhiwen/internal/testrun"
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
			client := &http.Client{
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
				Transport: &http.Transport{
					TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
					DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
						return new(net.Dialer).DialContext(ctx, "tcp", at)
					},
				},
			}
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
			// The server ends the connection of a body that is too large; a proxy that still writes then has no answer to hand on.
			answer = post("language=" + strings.Repeat("x", 3<<20))
			if answer == nil ||
				answer.StatusCode != http.StatusBadGateway &&
					(answer.StatusCode != http.StatusRequestEntityTooLarge || answer.Header.Get("X-Request-Id") == "") {
				t.Errorf("a large body: %+v", answer)
			}
		})
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
