package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// What an import stored and is nearly what the library has is said to be probably a version
// of it, by the command and in its table of outcomes; what shares a paragraph is not.
func TestImportVersions(t *testing.T) {
	var whole strings.Builder
	whole.WriteString("申请人：张三\n")
	for i := range 12 {
		fmt.Fprintf(&whole, "第%d节。%s%s\n", i, passage, other)
	}
	data := t.TempDir()
	first := folder(t, map[string]string{"first.txt": whole.String()})
	if code, out, complaint := zhiwen(t, "import", "--data", data, first); code != exitDone || strings.Contains(out, "version") {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	again := folder(t, map[string]string{"again.txt": whole.String() + "补充一句。", "copy.txt": strings.Replace(whole.String(), "张三", "李四", 1), "else.txt": before + passage + after})
	outcomes := filepath.Join(t.TempDir(), "fates.csv")
	code, out, complaint := zhiwen(t, "import", "--data", data, "--call", "面上", "--new-call", "--outcomes", outcomes, again)
	if code != exitDone || !strings.Contains(out, "again.txt: probably a version of first (") || strings.Contains(out, "else.txt") ||
		!strings.Contains(out, "copy.txt: nearly the same text by another applicant") || strings.Contains(out, "copy.txt: probably") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	table, err := os.ReadFile(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		switch version := strings.Join(cells[len(cells)-3:], ","); cells[0] {
		case "again.txt":
			if !strings.HasPrefix(version, "first (") || !strings.HasSuffix(version, " in common),1,") {
				t.Errorf("the table says %q", line)
			}
		case "copy.txt":
			if !strings.Contains(version, ",,first (") {
				t.Errorf("the table says %q", line)
			}
		case "else.txt":
			if version != ",," {
				t.Errorf("the table says %q", line)
			}
		}
	}
	if n := strings.Count(string(table), "\n"); n != 4 {
		t.Errorf("%d lines: %s", n, table)
	}
}

// An import says how many of its files it did not take, and the table of outcomes why; a file
// of no row has no line of the manifest.
func TestImportRefused(t *testing.T) {
	data, files := t.TempDir(), folder(t, map[string]string{"a.txt": passage + "甲", "b.txt": passage + "乙", "c.txt": passage + "丙"})
	manifest := filepath.Join(t.TempDir(), "manifest.csv")
	if err := os.WriteFile(manifest, []byte("文件,编号\na.txt,N1\nb.txt,N1\nd.txt,N4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	outcomes := filepath.Join(t.TempDir(), "fates.csv")
	code, out, complaint := zhiwen(t, "import", "--data", data, "--manifest", manifest, "--outcomes", outcomes, files)
	if code == exitDone || !strings.Contains(out, "4 items: 1 stored, 0 already stored, 3 refused.") {
		t.Errorf("exit %d: %s", code, out)
	}
	if !strings.Contains(complaint, "c.txt: Refused. The manifest does not list this file. Add a row for it") {
		t.Errorf("said %s", complaint)
	}
	table, err := os.ReadFile(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(table), "\nc.txt,,,refused,") || !strings.Contains(string(table), "\nb.txt,3,N1,refused,") {
		t.Errorf("the table says %s", table)
	}
}

func TestImportCommand(t *testing.T) {
	files := map[string]string{"bad.txt": ""}
	for i := range 40 {
		files["d/"+strconv.Itoa(i)+".txt"] = strconv.Itoa(i) + passage
	}
	dir, data := folder(t, files), t.TempDir()
	code, out, complaint := zhiwen(t, "import", "--data", data, dir)
	if code != exitFailed || strings.Count(complaint, "bad.txt") != 1 || !strings.Contains(out, "41 items: 40 stored") {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	inst, err := installation.Place{Data: data}.Open(t.Context(), terminal.Terminal{Getenv: os.Getenv}, installation.RoleTable{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := inst.Close(); err != nil {
			t.Error(err)
		}
	}()
	yes := true
	if _, total, err := inst.Store.Documents(t.Context(), record.Filter{InLibrary: &yes, Limit: 1}); err != nil || total != 40 {
		t.Errorf("%d documents in the library (%v), want 40", total, err)
	}
	if n, err := inst.Search.Count(); err != nil || n != 40 {
		t.Errorf("%d documents in the full-text index (%v), want 40", n, err)
	}
}

// A file that cannot be read out of its archive is said to be damaged; the others are taken.
func TestImportDamagedEntry(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"a.txt", "b.txt"} {
		content, err := w.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = content.Write([]byte(name + passage))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	packed := bytes.Replace(b.Bytes(), []byte("a.txt"+passage), []byte("X.txt"+passage), 1)
	dir := folder(t, map[string]string{"lie.zip": string(packed)})
	code, out, complaint := zhiwenIn(t, map[string]string{"LANG": "en_GB.UTF-8"}, "import", "--data", t.TempDir(), filepath.Join(dir, "lie.zip"))
	if code != exitFailed || strings.Count(complaint, "a.txt: Refused. The file, or the archive that contains it, is damaged") != 1 || !strings.Contains(out, "2 items: 1 stored") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
}

// An import with a manifest tells what became of every file and row, and when it is run
// again takes in nothing twice.
func TestImportManifest(t *testing.T) {
	dir, data := folder(t, map[string]string{
		"in/甲.txt": "一" + passage, "in/乙.txt": "二" + passage, "in/丙.txt": "一" + passage,
		"list.csv": "文件,编号,题目,申请人\n甲.txt,Z1,题一,王某\n丙.txt,Z2,题二,赵某\n丁.txt,Z3,题三,李某\n,,题四,钱某\n",
	}), t.TempDir()
	outcomes := filepath.Join(dir, "fates.csv")
	run := func(want string) {
		t.Helper()
		code, out, complaint := zhiwen(t, "import", "--data", data, "--manifest", filepath.Join(dir, "list.csv"), "--outcomes", outcomes,
			filepath.Join(dir, "in"))
		if code != exitFailed || !strings.Contains(complaint, "丁.txt: Refused") ||
			!strings.Contains(complaint, "row 5 of the manifest: Refused") {
			t.Fatalf("exit %d: %s%s", code, out, complaint)
		}
		table, err := os.ReadFile(outcomes)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
			cells := strings.Split(line, ",")
			got = append(got, cells[0]+" "+cells[3])
		}
		if all := strings.Join(got, "; "); all != want {
			t.Errorf("%s, want %s", all, want)
		}
	}
	run("丙.txt stored; 乙.txt refused; 甲.txt same; 丁.txt refused;  refused")
	run("丙.txt same; 乙.txt refused; 甲.txt same; 丁.txt refused;  refused")
	code, out, complaint := zhiwen(t, "import", "--data", data, "--call", "没有", filepath.Join(dir, "in"))
	if code != exitFailed || !strings.Contains(complaint, "no call") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	// A manifest in the folder that is imported is no application, whatever it is called and however it is named.
	within := folder(t, map[string]string{"甲.txt": "三" + passage, "m.csv": "文件,编号\n甲.txt,M1\n"})
	code, out, complaint = zhiwen(t, "import", "--data", t.TempDir(), "--manifest", within+"/./m.csv", within)
	if code != exitDone || !strings.Contains(out, "1 items: 1 stored, 0 already stored, 0 refused") {
		t.Errorf("a manifest within the folder: exit %d: %s%s", code, out, complaint)
	}
	called := t.TempDir()
	for _, file := range []string{"甲.txt", "乙.txt"} {
		code, out, complaint = zhiwen(t, "import", "--data", called, "--call", "一", "--new-call", filepath.Join(dir, "in", file))
		if code != exitDone || !strings.Contains(out, "1 stored") {
			t.Errorf("exit %d: %s%s", code, out, complaint)
		}
	}
	inst, err := installation.Place{Data: called}.Open(t.Context(), terminal.Terminal{Getenv: os.Getenv}, installation.RoleTable{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if calls, err := inst.Store.Calls(t.Context()); err != nil || len(calls) != 1 || calls[0].Name != "一" {
		t.Errorf("calls %v (%v)", calls, err)
	}
	if code, _, complaint = zhiwen(t, "import", "--data", called, dir); code != exitFailed || !strings.Contains(complaint, "Another zhiwen is using this data folder") {
		t.Errorf("exit %d in a folder that is in use: %s", code, complaint)
	}
	if err := inst.Close(); err != nil {
		t.Error(err)
	}
}
