package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
	"zhiwen/server/servertest"
	"zhiwen/server/terminal"
)

// commandVariable has the command line of a process of its own, as JSON.
const commandVariable = "ZHIWEN_TEST_COMMAND"

// serveChild runs the program where this process was started for that.
func serveChild() {
	var arguments []string
	if json.Unmarshal([]byte(os.Getenv(commandVariable)), &arguments) == nil {
		os.Exit(run(context.Background(), arguments, terminal.Terminal{Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}))
	}
}

// apart starts the program as a process of its own and returns its address, and what kills it.
func apart(t *testing.T, arguments ...string) (base string, kill func()) {
	t.Helper()
	line, err := json.Marshal(append([]string{"serve", "--log-format", "text", "--addr", "127.0.0.1:0"}, arguments...))
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), commandVariable+"="+string(line), "LANG=en")
	complaint := &output{}
	child.Stderr = complaint
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	kill = func() {
		if !ended {
			ended = true
			_ = child.Process.Kill() // SIGKILL
			_ = child.Wait()
		}
	}
	t.Cleanup(kill)
	found := make(chan string, 1)
	go func() {
		address := regexp.MustCompile(`https?://\S+`)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if a := address.FindString(lines.Text()); a != "" {
				select {
				case found <- strings.TrimSuffix(a, "/"):
				default:
				}
			}
		}
	}()
	select {
	case base = <-found:
		return base, kill
	case <-time.After(stepTimeout):
		kill()
		t.Fatalf("the server does not say where it is: %s", complaint.String())
		return "", nil
	}
}

// states asks a server what it knows of addresses.
func states(t *testing.T, base string, addresses []string) (out []string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"addresses": addresses})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(base+"/api/submit", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var said struct {
		Results []struct{ State string }
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || answer.StatusCode != http.StatusOK || len(said.Results) != len(addresses) {
		t.Fatalf("status %d, %d results: %v", answer.StatusCode, len(said.Results), err)
	}
	for _, r := range said.Results {
		out = append(out, r.State)
	}
	return out
}

// A server that is killed while it fetches a page, right after it has acknowledged other
// addresses and before it has asked for any of them, loses none: the next one on the same data fetches
// each, and each is in the library once.
func TestKillWhileFetching(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		site := servertest.EmptySite(t)
		addresses := []string{}
		for i := range 6 {
			path := fmt.Sprintf("/a/%d", i+1)
			site.Put(path, pagetest.Shapes()[i], pagetest.Article{Title: "文章" + path, Author: "作者", Site: "网", Published: "2024-03-01 12:30:45", Paragraphs: pagetest.Text(uint64(50+i), 6)})
			addresses = append(addresses, site.URL+path)
		}
		fetching, stuck := make(chan struct{}, 100), make(chan struct{})
		site.SetHang(func(path string) {
			if strings.HasPrefix(path, "/a/") {
				fetching <- struct{}{}
				<-stuck
			}
		})
		arguments := []string{"--data", t.TempDir()}
		if c.DatabaseURL != "" {
			arguments = append(arguments, "--database-url", c.DatabaseURL)
		}
		base, kill := apart(t, arguments...)
		for _, x := range []struct {
			path string
			form url.Values
		}{
			{"/settings/web", url.Values{"networks": {"127.0.0.0/8"}, "contact": {""}, "seen": {"0"}}},
			{"/sites", url.Values{"name": {"网"}, "starts": {site.URL + "/"}, "articles": {`/a/\d+$`}, "hours": {"24"}, "pause": {"1"}, "most": {"100"}, "zone": {"+08:00"}}},
		} {
			answer, err := http.PostForm(base+x.path, x.form)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK || x.path == "/sites" && answer.Request.URL.Path == x.path {
				t.Fatalf("%s: status %d at %s", x.path, answer.StatusCode, answer.Request.URL)
			}
		}
		select { // the first article is asked for, and does not come
		case <-fetching:
		case <-time.After(stepTimeout):
			t.Fatal("nothing is fetched")
		}
		// The last three are known to nobody: no page leads to them.
		if got, want := states(t, base, addresses[3:]), []string{"unknown_queued", "unknown_queued", "unknown_queued"}; !slices.Equal(got, want) {
			t.Fatalf("before the kill: %v", got)
		}
		kill()
		for _, path := range []string{"/a/4", "/a/5", "/a/6"} {
			if n := site.Asked(path); n != 0 {
				t.Fatalf("%s was asked for %d times before the kill: the test shows nothing", path, n)
			}
		}
		site.SetHang(nil)
		close(stuck)
		base, kill = apart(t, arguments...)
		waitFor(t, "all addresses are fetched and compared", func() bool {
			return !slices.ContainsFunc(states(t, base, addresses), func(s string) bool { return s != "original" })
		})
		kill()
		view, err := library.OpenView(t.Context(), library.Config{DataDir: arguments[1], DatabaseURL: c.DatabaseURL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = view.Close() }()
		ids, err := view.DocumentIDs(t.Context())
		if err != nil || len(ids) != len(addresses) {
			t.Errorf("%d documents of %d addresses: %v", len(ids), len(addresses), err)
		}
	})
}
