package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// curlExamples returns the commands of curl of a page, in order: indented ones, which go on behind a
// backslash, and those within a line.
func curlExamples(page string) (commands []string) {
	page = strings.ReplaceAll(page, "\\\n", "")
	for _, m := range regexp.MustCompile("(?m)^ +(curl .*)$|`(curl [^`]+)`").FindAllStringSubmatch(page, -1) {
		command := m[1] + m[2]
		commands = append(commands, strings.ReplaceAll(command, "title=…", "title=湿地"))
	}
	return commands
}

// The examples of docs/api.md are typed as they stand there, but for the numbers that the server gave, and do what is
// said of them.
func TestCurlExamples(t *testing.T) {
	testrun.NeedWhole(t)
	for _, name := range []string{"curl", "bash"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(name + " is missing: the examples of docs/api.md are not typed")
		}
	}
	page, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := curlExamples(string(page))
	if len(commands) != 7 {
		t.Fatalf("docs/api.md has %d examples, and this test knows seven: %q", len(commands), commands)
	}
	dir := t.TempDir()
	for name, sample := range map[string]string{"application.pdf": "wetland.pdf", "old.pdf": "coast.pdf"} {
		data, err := os.ReadFile(filepath.Join("sample", "file", sample))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p, tokens := newProgram(t, map[string][]record.Role{"officer": {record.Officer}}, nil)

	const preamble = `set -euo pipefail
uuidgen() { cat /proc/sys/kernel/random/uuid; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
Z=$1/api/v1
auth="Authorization: Bearer $ZHIWEN_TOKEN"
`
	numbers := []string{} // of the page, and of this server
	typed := func(i int) map[string]any {
		t.Helper()
		c := exec.CommandContext(t.Context(), "bash", "-c", preamble+strings.NewReplacer(numbers...).Replace(commands[i]), "bash", p.base)
		c.Dir, c.Env = dir, append(os.Environ(), "ZHIWEN_TOKEN="+tokens["officer"])
		var complaint strings.Builder
		c.Stderr = &complaint
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s%s", commands[i], err, complaint.String(), out)
		}
		var answer map[string]any
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatalf("%s: %v: %s", commands[i], err, out)
		}
		return answer
	}
	number := func(answer map[string]any, field string) string {
		t.Helper()
		n, ok := answer[field].(float64)
		if !ok {
			t.Fatalf("no %s in %v", field, answer)
		}
		return strconv.Itoa(int(n))
	}
	announced := typed(0)
	if announced["state"] != "open" {
		t.Errorf("announced: %v", announced)
	}
	numbers = append(numbers, "/submissions/7/", "/submissions/"+number(announced, "id")+"/")
	taken := typed(1)
	if taken["state"] != "taken" {
		t.Errorf("uploaded: %v", taken)
	}
	numbers = append(numbers, "/checks/12", "/checks/"+number(taken, "check"))
	if both := typed(2); both["id"] == nil {
		t.Errorf("uploaded and checked at once: %v", both)
	}
	if old := typed(3); old["id"] == nil {
		t.Errorf("put into the library: %v", old)
	}
	if waited := typed(4); !slices.Contains([]any{"queued", "running", "done"}, waited["state"]) {
		t.Errorf("waited for: %v", waited)
	}
	waitFor(t, "the check is done", func() bool { return typed(5)["state"] == "done" })
	scores, _ := typed(5)["scores"].(map[string]any)
	if scores["countable"] == nil || scores["overall"] == nil {
		t.Errorf("scores: %v", scores)
	}
	link := typed(6)
	if address, _ := link["address"].(string); !strings.Contains(address, "/shared/") || link["state"] != "open" {
		t.Errorf("the link: %v", link)
	}
}
