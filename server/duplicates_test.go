package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// Files with nearly the same text are grouped by every method, others are not; a row of the
// CSV is a file of a group.
func TestDuplicatesCommand(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.txt": passage + "\n" + other, "b/copy.txt": passage + "\n" + other, "c.txt": before, "d.txt": strings.TrimSpace(after),
	})
	for _, method := range duplicate.Names() {
		t.Run(method, func(t *testing.T) {
			rows := filepath.Join(t.TempDir(), "groups.csv")
			code, out, complaint := zhiwen(t, "duplicates", "--method", method, "--csv", rows, dir)
			if code != exitDone || complaint != "" {
				t.Fatalf("exit %d: %s", code, complaint)
			}
			if want := "1\ta.txt\n\tb/copy.txt\n4 files, 1 groups of 2 files; "; !strings.HasPrefix(out, want) {
				t.Errorf("out %q, want %q…", out, want)
			}
			data, err := os.ReadFile(rows)
			if want := "group,file\n1,a.txt\n1,b/copy.txt\n"; err != nil || string(data) != want {
				t.Errorf("rows %q, want %q: %v", data, want, err)
			}
		})
	}
	if code, out, complaint := zhiwen(t, "duplicates", "--centres", dir); code != exitDone ||
		!strings.HasPrefix(out, "1\ta.txt\n\tb/copy.txt\n") {
		t.Errorf("in one pass: exit %d: %s%s", code, out, complaint)
	}
}

// The passages that the texts of a group share with its first are shown with their lengths, of files and of the library, and
// as a column; texts are kept for that alone.
func TestDuplicatesPassages(t *testing.T) {
	const own = "量子点发光器件的界面电荷注入效率决定显示面板的使用寿命。"
	files := folder(t, map[string]string{
		"a.txt": passage + "\n" + other, "b.txt": own + "\n" + passage + "\n" + other, "c.txt": other + own, "d.txt": strings.Repeat(after, 2),
	})
	data, rows := t.TempDir(), filepath.Join(t.TempDir(), "groups.csv")
	if code, _, complaint := zhiwen(t, "import", "--data", data, files); code != exitDone {
		t.Fatalf("import: exit %d: %s", code, complaint)
	}
	one := func(s string) string { return strings.TrimRight(s, "。") }
	long := []rune(passage + " " + one(other)) // and so shortened
	shown := []string{
		strconv.Itoa(len(long)) + "\t" + string(long[:mostOfPassage/2]) + " … " + string(long[len(long)-mostOfPassage/2:]),
		strconv.Itoa(len([]rune(one(other)))) + "\t" + one(other),
	}
	for name, args := range map[string][]string{"": {files}, "number": {"--library", "--data", data}} {
		file := func(i int) string {
			if name == "" {
				return string("abc"[i]) + ".txt"
			}
			return strconv.Itoa(i+1) + " " + string("abc"[i]) + ".txt"
		}
		want := "1\t" + file(0) + "\n\t" + file(1) + "\n\t" + file(2) + "\n"
		cells := "group,file,passages\n1," + file(0) + ",\n"
		for i, s := range shown {
			n, _, _ := strings.Cut(s, "\t")
			want += "\t" + file(i+1) + " shares with " + file(0) + ": passages 1, characters " + n + "\n\t\t" + s + "\n"
			cells += "1," + file(i+1) + "," + s + "\n"
		}
		args = append([]string{"duplicates", "--method", "winnowing", "--passages", "--csv", rows}, args...)
		if code, out, complaint := zhiwen(t, args...); code != exitDone || !strings.HasPrefix(out, want+"4 files, ") {
			t.Errorf("exit %d: %s%s, want %s", code, out, complaint, want)
		}
		if got, err := os.ReadFile(rows); err != nil || string(got) != cells {
			t.Errorf("rows %s, want %s: %v", got, cells, err)
		}
	}
	method, err := duplicate.Named("winnowing")
	if err != nil {
		t.Fatal(err)
	}
	words := duplicate.NewWords(func() (*word.Cutter, error) { return word.Open("") })
	for _, keep := range []bool{false, true} {
		p := fingerprinter{words, method, keep}
		if text, err := p.print(&extract.Document{Text: passage}); err != nil || len(text.Print) == 0 || (text.document != nil) != keep {
			t.Errorf("to keep %v: %+v, %v", keep, text, err)
		}
	}
}

// The documents of the library are grouped by their numbers and names.
func TestDuplicatesOfLibrary(t *testing.T) {
	testrun.NeedWhole(t)
	data := t.TempDir()
	if code, _, complaint := zhiwen(t, "duplicates", "--library", "--data", data); code != exitFailed ||
		!strings.Contains(complaint, "no library here yet") {
		t.Errorf("no library: exit %d: %s", code, complaint)
	}
	files := folder(
		t,
		map[string]string{"a.txt": passage + other, "b.txt": passage + "\n" + other, "c.txt": before + strings.Repeat(after, 2)},
	)
	if code, _, complaint := zhiwen(t, "import", "--data", data, files); code != exitDone {
		t.Fatalf("import: exit %d: %s", code, complaint)
	}
	code, out, complaint := zhiwen(t, "duplicates", "--library", "--data", data)
	if want := "1\t1 a.txt\n\t2 b.txt\n3 files, 1 groups of 2 files; "; code != exitDone || !strings.HasPrefix(out, want) {
		t.Errorf("exit %d: %s%s, want %q…", code, out, complaint, want)
	}
}

// What cannot be asked for is said, in the reader's language.
func TestDuplicatesFaults(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": passage})
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "--library for the documents"},
		{[]string{"--library", dir}, "not both"},
		{[]string{"--ask"}, "name the files whose ids"},
		{[]string{"--ask", "--method", "shingle", dir}, "methods simhash, nshash, semantic, not with shingle"},
		{[]string{"--only-known", dir}, "--only-known is for"},
		{[]string{"--threshold", "2", dir}, "must be from 0.05 to 1, not 2"},
		{[]string{"--method", "simhash", "--threshold", "2.5", dir}, "whole number from 0 to 16, not 2.5"},
		{[]string{"--method", "semantic", "--threshold", "2", dir}, "semantic has no threshold"},
		{[]string{"--method", "nshash", "--set", "sentences=0", dir}, "sentences must be a whole number from 1 to 50, not 0"},
		{[]string{"--method", "pinyin", "--set", "range=4", dir}, "range must be one of 3, 9, 7, 1, not 4"},
		{[]string{"--set", "grain=4", dir}, "contained has no parameter grain"},
		{[]string{"--method", "semantic", "--synonyms", filepath.Join(dir, "a.txt"), dir}, "Line 1 of the file of synonyms"},
		{[]string{"--passages", dir}, "--passages works with the method winnowing, not with contained"},
		{[]string{"--passages", "--ask", dir}, "--passages works with the method winnowing, not with nshash"},
		{[]string{"--synonyms", filepath.Join(dir, "a.txt"), dir}, "Line 1 of the file of synonyms"},
	} {
		if code, _, complaint := zhiwen(t, append([]string{"duplicates"}, c.args...)...); code != exitUsage ||
			!strings.Contains(complaint, c.want) {
			t.Errorf("%v: exit %d: %q, want …%q…", c.args, code, complaint, c.want)
		}
	}
	if code, _, complaint := zhiwenIn(t, map[string]string{"LANG": "zh_CN.UTF-8"}, "duplicates"); code != exitUsage ||
		!strings.Contains(complaint, "--library") {
		t.Errorf("in Chinese: exit %d: %q", code, complaint)
	}
	synonyms := filepath.Join(folder(t, map[string]string{"s.txt": "北京华联 = 华联商厦\n"}), "s.txt")
	if code, _, complaint := zhiwen(t, "duplicates", "--synonyms", synonyms, dir); code != exitUsage ||
		!strings.Contains(complaint, "--method semantic") {
		t.Errorf("synonyms for another method: exit %d: %q", code, complaint)
	}
	named := folder(t, map[string]string{"a.txt": "北京华联的供应链在冻土地区的物流成本。", "b.txt": "华联商厦的供应链在冻土地区的物流成本。"})
	if code, out, complaint := zhiwen(t, "duplicates", "--method", "semantic", "--set", "keywords=4", "--synonyms", synonyms, named); code != exitDone ||
		!strings.HasPrefix(out, "1\ta.txt\n\tb.txt\n") {
		t.Errorf("with synonyms: exit %d: %s%s", code, out, complaint)
	}
	bad := folder(t, map[string]string{"a.txt": passage, "b.txt": passage, "bad.docx": "PK\x03\x04"})
	if code, out, complaint := zhiwen(t, "duplicates", bad); code != exitFailed || !strings.Contains(complaint, "bad.docx") ||
		!strings.HasPrefix(out, "1\ta.txt\n\tb.txt\n2 files") {
		t.Errorf("with a damaged file: exit %d: %s%s", code, out, complaint)
	}
}

// Files that are asked for one by one have the ids of the texts before them, of the run or of the library, also after a
// restart; texts are known again by each method that gives ids.
func TestDuplicatesAsk(t *testing.T) {
	data := t.TempDir()
	files := folder(t, map[string]string{"a.txt": passage + "\n" + other, "b/copy.txt": passage + "\n" + other, "c.txt": before})
	if code, _, complaint := zhiwen(t, "duplicates", "--library", "--ask", "--data", data, files); code != exitFailed ||
		!strings.Contains(complaint, "no library") {
		t.Errorf("no library: exit %d: %s", code, complaint)
	}
	if code, _, complaint := zhiwen(t, "import", "--data", data, files); code != exitDone {
		t.Fatalf("import: exit %d: %s", code, complaint)
	}
	library := []string{"--library", "--data", data}
	empty := folder(t, map[string]string{"empty.txt": " \n。\n"})
	rows := filepath.Join(t.TempDir(), "ids.csv")
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"of the run", []string{files}, "1\tnew\ta.txt\n1\tknown\tb/copy.txt\n2\tnew\tc.txt\n3 files by nshash: 2 new ids, 1 known.\n"},
		{"looked up", append(library, "--only-known", files), "-\tno id yet\ta.txt\n-\tno id yet\tb/copy.txt\n-\tno id yet\tc.txt\n3 files by nshash: 0 new ids, 0 known.\n"},
		{"of the library", append(library, "--csv", rows, files), "1\tnew\ta.txt\n1\tknown\tb/copy.txt\n2\tnew\tc.txt\n3 files by nshash: 2 new ids, 1 known.\n"},
		{"again", append(library, filepath.Join(files, "c.txt")), "2\tknown\tc.txt\n1 files by nshash: 0 new ids, 1 known.\n"},
		{"known, looked up", append(library, "--only-known", filepath.Join(files, "c.txt")), "2\tknown\tc.txt\n1 files by nshash: 0 new ids, 1 known.\n"},
		{"semantic", append(library, "--method", "semantic", files), "3\tnew\ta.txt\n3\tknown\tb/copy.txt\n4\tnew\tc.txt\n3 files by semantic: 2 new ids, 1 known.\n"},
		{"simhash", append(library, "--method", "simhash", files), "5\tnew\ta.txt\n5\tknown\tb/copy.txt\n6\tnew\tc.txt\n3 files by simhash: 2 new ids, 1 known.\n"},
		{"empty", []string{empty}, "-\tno text to compare\tempty.txt\n1 files by nshash: 0 new ids, 0 known.\n"},
	} {
		if code, out, complaint := zhiwen(t, append([]string{"duplicates", "--ask"}, c.args...)...); code != exitDone || out != c.want ||
			complaint != "" {
			t.Errorf("%s: exit %d: %q%s, want %q", c.name, code, out, complaint, c.want)
		}
	}
	if data, err := os.ReadFile(rows); err != nil || string(data) != "id,state,file\n1,new,a.txt\n1,known,b/copy.txt\n2,new,c.txt\n" {
		t.Errorf("rows %q: %v", data, err)
	}
}
