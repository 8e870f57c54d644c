package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// remoteFake returns a server that has the checks 2 and 3.
func remoteFake(t *testing.T) string {
	mux := http.NewServeMux()
	for _, id := range []int{2, 3} {
		mux.HandleFunc(fmt.Sprintf("GET /api/v1/checks/%d", id), func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprintf(w, `{"id":%d,"document":%d,"state":"queued"}`, id, 10*id)
		})
	}
	mux.HandleFunc("GET /api/v1/documents/20", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"id":20,"identity":{"filename":"冻土.pdf"}}`)
	})
	mux.HandleFunc("GET /api/v1/checks/2/sources.csv", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "source,share\n") })
	mux.HandleFunc("POST /api/v1/submissions", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `{"id":5}`) })
	mux.HandleFunc("PUT /api/v1/submissions/5/file", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `{"id":5,"check":77}`) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// What the remote client writes: of each check that is named, with its file, and of those that are not there.
func TestRemote(t *testing.T) {
	at := remoteFake(t)
	code, out, complaint := zhiwen(t, "remote", "status", "--server", at, "2", "999999", "3")
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	if code != exitFailed || len(lines) != 4 || !strings.HasPrefix(lines[1], "2\t冻土.pdf\tqueued\t") || !strings.HasPrefix(lines[2], "999999\t") || !strings.HasPrefix(lines[3], "3\t\tqueued\t") || !strings.Contains(complaint, "999999") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	if code, out, complaint = zhiwen(t, "remote", "status", "--server", at, "2", "3"); code != exitDone {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	t.Chdir(t.TempDir())
	if code, out, complaint = zhiwen(t, "remote", "get", "2", "sources.csv", "--server", at, "-o", "-"); code != exitDone || out != "source,share\n" {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	// The number of a check that was made and is lost stands in its row.
	file := folder(t, map[string]string{"a.txt": before}) + "/a.txt"
	if code, out, complaint = zhiwen(t, "remote", "check", "--server", at, "--no-wait", file); code != exitFailed || !strings.Contains(out, "\n77\t"+file+"\t") || !strings.Contains(complaint, "a.txt") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
}

// A server that is away is no database that is away.
func TestRemoteAway(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := "http://" + l.Addr().String()
	_ = l.Close()
	for language, want := range map[string]string{"en_GB.UTF-8": "is not responding", "zh_CN.UTF-8": "没有响应"} {
		file := folder(t, map[string]string{"a.txt": before}) + "/a.txt"
		for _, args := range [][]string{{"status"}, {"check", file}} {
			code, _, complaint := zhiwenIn(t, map[string]string{"LANG": language}, append([]string{"remote", args[0], "--server", at}, args[1:]...)...)
			if code != exitFailed || !strings.Contains(complaint, want) || !strings.Contains(complaint, at) || strings.Contains(complaint, "database-url") {
				t.Errorf("exit %d: %s", code, complaint)
			}
		}
	}
}

// The profile that the command names is what the server is asked for; without one the call chooses it.
func TestRemoteCheckProfile(t *testing.T) {
	var asked map[string]any
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/submissions", func(w http.ResponseWriter, r *http.Request) {
		asked = nil
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		_, _ = fmt.Fprint(w, `{"id":5}`)
	})
	mux.HandleFunc("PUT /api/v1/submissions/5/file", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `{"id":5,"check":77}`) })
	mux.HandleFunc("GET /api/v1/checks/77", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"id":77,"document":770,"state":"queued"}`)
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	file := folder(t, map[string]string{"a.txt": before}) + "/a.txt"
	for _, c := range []struct {
		args []string
		want any
	}{{nil, nil}, {[]string{"--profile", "paper"}, "paper"}, {[]string{"--profile=default"}, "default"}} {
		args := append([]string{"remote", "check", "--server", s.URL, "--no-wait", file}, c.args...)
		if code, out, complaint := zhiwen(t, args...); code != exitDone || asked["profile"] != c.want {
			t.Errorf("%v: exit %d, asked for %v: %s%s", c.args, code, asked, out, complaint)
		}
	}
	for language, want := range map[string]string{"en_GB.UTF-8": "must be one of", "zh_CN.UTF-8": "应为"} {
		code, _, complaint := zhiwenIn(t, map[string]string{"LANG": language}, "remote", "check", "--server", s.URL, "--profile", "paper-64", file)
		if code != exitUsage || !strings.Contains(complaint, "--profile "+want) || !strings.Contains(complaint, `"paper"`) {
			t.Errorf("exit %d: %s", code, complaint)
		}
	}
	if _, out, _ := zhiwenIn(t, map[string]string{"LANG": "zh_CN.UTF-8"}, "remote", "check", "--help"); !strings.Contains(out, "对照方式：default,paper。") {
		t.Error(out)
	}
}
