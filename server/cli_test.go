package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/hint"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/testrun"
	"zhiwen/server/batch"
	"zhiwen/server/terminal"
)

func TestMain(m *testing.M) {
	reader.ServeChild()
	serveChild()
	if os.Getenv(programVariable) != "" {
		main()
	}
	code := m.Run()
	closeBrowser()
	os.Exit(code)
}

// zhiwen runs one command line in English.
func zhiwen(t *testing.T, args ...string) (code int, out, complaint string) {
	t.Helper()
	return zhiwenIn(t, map[string]string{"LANG": "en_GB.UTF-8"}, args...)
}

func zhiwenIn(t *testing.T, env map[string]string, args ...string) (code int, out, complaint string) {
	t.Helper()
	return zhiwenWithin(context.Background(), t, env, args...)
}

// zhiwenWithin runs the program until a context ends.
func zhiwenWithin(ctx context.Context, t *testing.T, env map[string]string, args ...string) (code int, out, complaint string) {
	t.Helper()
	env = maps.Clone(env)
	if env["XDG_DATA_HOME"] == "" {
		env["XDG_DATA_HOME"] = t.TempDir() // never the user's own
	}
	var o, e bytes.Buffer
	code = run(ctx, args, terminal.Terminal{Out: &o, Err: &e, Getenv: func(k string) string { return env[k] }})
	return code, o.String(), e.String()
}

const (
	passage = "本项目拟结合遥感反演与地面观测，揭示冻土退化过程中土壤有机碳分解的微生物调控机制，并评估其对区域碳收支的影响。" +
		"在此基础上，构建考虑冻融循环的碳循环过程模型，预测不同排放情景下青藏高原多年冻土区碳储量的变化趋势。"
	before = "随着信息技术的发展，基层医疗机构积累了大量电子病历，如何在保护隐私的前提下利用这些数据成为重要课题。\n"
	after  = "\n申请人所在团队长期从事医学信息学研究，已建成覆盖十二家医院的联邦学习平台。"
	other  = "稀土永磁材料是高效电机的关键，其矫顽力远低于理论值，原因在于晶界相的成分与结构难以精确控制。"
)

// folder writes files and returns their folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCheckCommand(t *testing.T) {
	lib := folder(
		t,
		map[string]string{"2023/碳.txt": other + "\n" + passage + "\n" + other, "磁.txt": strings.Repeat(other, 3), ".hidden": passage},
	)
	files := folder(t, map[string]string{"新申请.txt": before + passage + after, "clean.txt": before + after})
	out := filepath.Join(t.TempDir(), "evidence")
	matches := filepath.Join(t.TempDir(), "matches.csv")
	code, table, complaint := zhiwen(t, "check", "--library", lib, "--out", out, "--csv", matches, files)
	if code != exitDone || complaint != "" && !strings.Contains(complaint, hint.DictionaryName) {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	if !strings.Contains(table, "2023/碳.txt") || strings.Contains(table, "磁.txt") {
		t.Errorf("the table does not name the source alone:\n%s", table)
	}
	data, err := os.ReadFile(matches)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 ||
		!slices.Equal(rows[0], []string{"suspicious", "type", "this_offset", "this_length", "source", "source_offset", "source_length"}) {
		t.Fatalf("rows %v, want a header and one match", rows)
	}
	number := func(i int) int {
		n, err := strconv.Atoi(rows[1][i])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if rows[1][0] != "新申请.txt" || rows[1][1] != string(evidence.Verbatim) || rows[1][4] != "2023/碳.txt" {
		t.Errorf("row %v", rows[1])
	}
	slice := func(text string, offset, length int) string { return string([]rune(text)[offset : offset+length]) }
	if got := slice(before+passage+after, number(2), number(3)); got != passage {
		t.Errorf("the row names %q, want the passage", got)
	}
	if got := slice(other+"\n"+passage+"\n"+other, number(5), number(6)); got != passage {
		t.Errorf("the row names %q of the source, want the passage", got)
	}
	names, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(names) != 2 || filepath.Base(names[0]) != "clean.evidence.xml" || filepath.Base(names[1]) != "新申请.evidence.xml" {
		t.Fatalf("evidence files %v (%v)", names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		evidencetest.Validate(t, data)
	}
}

func TestWhatIsLeastCounts(t *testing.T) {
	testrun.NeedWhole(t)
	lib := folder(t, map[string]string{"碳.txt": passage})
	files := folder(t, map[string]string{"a.txt": before + passage + after})
	for _, test := range []struct {
		flags   []string
		counted bool
		exit    int
	}{
		{nil, true, exitDone},
		{[]string{"--min-length", "10", "--min-share", "0.1"}, true, exitDone},
		{[]string{"--min-length", "5000"}, false, exitDone},
		{[]string{"--min-share", "99.9"}, false, exitDone},
		{[]string{"--min-share", "101"}, false, exitUsage},
		{[]string{"--min-length=-1"}, false, exitUsage},
	} {
		code, table, complaint := zhiwen(t, append([]string{"check", "--library", lib, files}, test.flags...)...)
		if code != test.exit || code != exitDone && complaint == "" {
			t.Errorf("%v: exit %d: %s", test.flags, code, complaint)
		}
		if got := strings.Contains(table, "碳.txt"); got != test.counted {
			t.Errorf("%v: the source counts: %v, want %v\n%s", test.flags, got, test.counted, table)
		}
	}
}

func TestCheckGoesOnAfterBadFiles(t *testing.T) {
	testrun.NeedWhole(t)
	lib := folder(t, map[string]string{"碳.txt": passage, "empty.txt": ""})
	files := folder(t, map[string]string{"a.txt": passage, "broken.docx": "PK\x03\x04broken", "b.pdf": "%PDF-1.4 nothing"})
	for language, want := range map[string]string{"zh_CN.UTF-8": "文件", "en_US.UTF-8": "file"} {
		code, table, complaint := zhiwenIn(t, map[string]string{"LC_ALL": language}, "check", "--library", lib, files)
		if code != exitFailed {
			t.Errorf("exit %d, want %d", code, exitFailed)
		}
		if !strings.Contains(table, "a.txt") || !strings.Contains(table, "100.0%") {
			t.Errorf("the good file was not checked:\n%s", table)
		}
		for _, name := range []string{"empty.txt", "broken.docx", "b.pdf"} {
			line := ""
			for l := range strings.SplitSeq(complaint, "\n") {
				if strings.Contains(l, name) {
					line = l
				}
			}
			if !strings.Contains(line, want) || strings.Contains(line, "fault.") {
				t.Errorf("%s: %q does not say what is wrong with %s", language, line, name)
			}
		}
	}
}

// nothing is what a table says in place of a share where nothing was found in a short text.
const nothing = "      —  "

// A share of nothing is said of a file that says something, and of no other.
func TestDoubtfulFileHasNoShare(t *testing.T) {
	testrun.NeedWhole(t)
	lib := folder(t, map[string]string{"lib.txt": passage})
	clean := filepath.Join(lib, "lib.txt")
	for _, test := range []struct{ name, text, language, want, doubt string }{
		{"long.txt", ownText(1, 40), "en_GB.UTF-8", "   0.0%  ", ""},
		{"short.txt", before, "en_GB.UTF-8", nothing, "characters are counted\n"},
		{"short.txt", before, "zh_CN.UTF-8", nothing, "计入的文字只有"},
		{"hidden.txt", ownText(1, 40) + strings.Repeat("\n零\u200B宽", 10), "en_GB.UTF-8", nothing, "flags"},
	} {
		file := filepath.Join(folder(t, map[string]string{test.name: test.text}), test.name)
		for _, args := range [][]string{{"check", "--library", lib, file}, {"compare", file, clean}} {
			code, table, complaint := zhiwenIn(t, map[string]string{"LANG": test.language}, args...)
			if code != exitDone || !strings.HasPrefix(table, test.want) || !strings.Contains(table, test.doubt) ||
				test.doubt == "" && strings.Count(table, "\n") != 1 {
				t.Errorf("%s %s: exit %d, want %q and %q: %s%s", args[0], test.name, code, test.want, test.doubt, table, complaint)
			}
		}
	}
}

func TestCheckedFileIsNotItsOwnSource(t *testing.T) {
	lib := folder(t, map[string]string{"a.txt": passage, "b.txt": other})
	_, table, _ := zhiwen(t, "check", "--library", lib, filepath.Join(lib, "a.txt"))
	if !strings.Contains(table, nothing) || strings.Count(table, "a.txt") != 1 {
		t.Errorf("the file was found in itself:\n%s", table)
	}
}

func TestCheckListedPairs(t *testing.T) {
	// What no pair names is not even read.
	lib := folder(t, map[string]string{"a.txt": passage, "b.txt": passage + other, "damaged.docx": "PK\x03\x04"})
	files := folder(t, map[string]string{"x.txt": before + passage, "y.txt": passage, "damaged.docx": "PK\x03\x04"})
	pairs := filepath.Join(t.TempDir(), "pairs.csv")
	if err := os.WriteFile(pairs, []byte("type,suspicious,source\nnone,x.txt,b.txt\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, table, complaint := zhiwen(t, "check", "--library", lib, "--pairs", pairs, files)
	if code != exitDone || !strings.Contains(table, "x.txt") || strings.Contains(table, "y.txt") || strings.Contains(table, "a.txt") ||
		!strings.Contains(table, "b.txt") {
		t.Errorf("exit %d: %s%s", code, table, complaint)
	}
	if err := os.WriteFile(pairs, []byte("type,suspicious,source\nnone,x.txt,nowhere.txt\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, complaint := zhiwen(t, "check", "--library", lib, "--pairs", pairs, files); code != exitFailed ||
		!strings.Contains(complaint, "nowhere.txt") {
		t.Errorf("a source that is missing: exit %d: %s", code, complaint)
	}
}

func TestFormsAreLeftOut(t *testing.T) {
	lib, files := folder(t, map[string]string{"a.txt": passage + after}), folder(t, map[string]string{"x.txt": before + passage})
	forms := folder(t, map[string]string{"form.txt": passage})
	if _, table, _ := zhiwen(t, "check", "--library", lib, files); strings.Contains(table, nothing) {
		t.Fatalf("nothing is shared: the test shows nothing\n%s", table)
	}
	for _, flag := range []string{"--forms", "--templates"} { // the second is what scripts of old say
		if code, table, complaint := zhiwen(t, "check", "--library", lib, flag, forms, files); code != exitDone ||
			!strings.HasPrefix(table, nothing) {
			t.Errorf("%s: exit %d: %s%s", flag, code, table, complaint)
		}
	}
}

func TestExhaustiveCheckSaysSo(t *testing.T) {
	lib := folder(t, map[string]string{"a.txt": passage, "b.txt": other})
	out := t.TempDir()
	for _, flags := range [][]string{{}, {"--exhaustive"}, {"--profile", "paper", "--exhaustive"}, {"--profile", "paper-64", "--exhaustive"}} {
		args := append(
			[]string{"check", "--library", lib, "--out", out, filepath.Join(folder(t, map[string]string{"x.txt": passage}), "x.txt")},
			flags...)
		if code, _, complaint := zhiwen(t, args...); code != exitDone {
			t.Fatalf("exit %d: %s", code, complaint)
		}
		data, err := os.ReadFile(filepath.Join(out, "x.evidence.xml"))
		if err != nil {
			t.Fatal(err)
		}
		want := `name="retrieval" value="fingerprints"`
		if len(flags) > 0 {
			want = `name="retrieval" value="exhaustive"`
		}
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("%v: the evidence does not say %s", flags, want)
		}
		e, err := evidence.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Sources) != 1 || e.Sources[0].Identity.Filename != "a.txt" {
			t.Errorf("%v: %d sources, want a.txt", flags, len(e.Sources))
		}
	}
}

func TestEvidenceNames(t *testing.T) {
	files := []batch.File{{Path: "x/g1.docx"}, {Path: "x/g1.pdf"}, {Path: "x/g2.pdf"}, {Path: "y/g2.pdf"}, {Path: "z/h.txt"}}
	got := evidenceNames(files)
	want := []string{"g1.docx.evidence.xml", "g1.pdf.evidence.xml", "g2.pdf.1.evidence.xml", "g2.pdf.2.evidence.xml", "h.evidence.xml"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCompareCommand(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": before + passage, "b.txt": passage + after})
	path := filepath.Join(dir, "out.xml")
	code, out, complaint := zhiwen(t, "compare", filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), "--out", path)
	if code != exitDone || !strings.Contains(out, "verbatim") {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	evidencetest.Validate(t, data)
	e, err := evidence.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	evidencetest.Quotes(t, e, before+passage, map[int64]string{1: passage + after})
}

func TestExtractCommand(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": before + "<b>&"})
	code, out, _ := zhiwen(t, "extract", "--json", dir)
	var d extract.Document
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != exitDone {
		t.Fatalf("exit %d: %v", code, err)
	}
	if d.Text != before+"<b>&" {
		t.Errorf("text %q", d.Text)
	}
	if _, out, _ = zhiwen(t, "extract", dir); strings.TrimSpace(out) != before+"<b>&" {
		t.Errorf("printed %q", out)
	}
}

// Files are printed in their order, whichever was read first, and those that
// cannot be read are told of where they stand.
func TestExtractCommandInOrder(t *testing.T) {
	testrun.NeedWhole(t)
	files, want := map[string]string{"20b.txt": ""}, ""
	for i := range 60 {
		text := strings.Repeat("第"+strconv.Itoa(i)+"篇。", 1+i*37%50*400)
		files[fmt.Sprintf("%02d.txt", i)] = text
		want += text + "\n"
	}
	dir := folder(t, files)
	code, out, complaint := zhiwen(t, "extract", dir)
	if code != exitFailed || strings.Count(complaint, "20b.txt") != 1 {
		t.Errorf("exit %d: %s", code, complaint)
	}
	if out != want {
		t.Errorf("%d bytes were printed, want %d in order", len(out), len(want))
	}
}

// What of a file was not read is said on standard error, whatever it is read for.
func TestNoticesOfCommands(t *testing.T) {
	dir := folder(t, map[string]string{"many.txt": strings.Repeat("零\u200B宽字符\n", 1003), "lib/a.txt": before})
	many := filepath.Join(dir, "many.txt")
	for _, args := range [][]string{{"extract", many}, {"check", "--library", filepath.Join(dir, "lib"), many}} {
		for language, want := range map[string]string{"en_GB.UTF-8": "3 more flags are not listed.", "zh_CN.UTF-8": "另有 3 处存疑标记没有列出。"} {
			code, _, complaint := zhiwenIn(t, map[string]string{"LANG": language}, args...)
			if code != exitDone || strings.Count(complaint, many+": "+want) != 1 {
				t.Errorf("%s: exit %d, said %q, want %q", args[0], code, complaint, want)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		code int
	}{
		{[]string{"--help"}, exitDone},
		{[]string{"version"}, exitDone},
		{[]string{"check", "x.txt"}, exitUsage},
		{[]string{"check", "--library", "/nowhere", "x.txt"}, exitUsage},
		{[]string{"check", "--library", ".", "/nowhere.txt"}, exitFailed},
		{[]string{"nonsense", "x"}, exitUsage},
		{[]string{"serve", "--max-upload", "0"}, exitUsage},
		{[]string{"check", "--library", ".", "--hints", "0.5", "x.txt"}, exitUsage},
		{[]string{"duplicates", "--threshold", "17", "."}, exitUsage},
		{[]string{"account", "add", "--data", t.TempDir(), "a name"}, exitUsage},
		{[]string{"serve", "--addr", "256.0.0.1:1"}, exitFailed},
	} {
		code, out, complaint := zhiwen(t, test.args...)
		if code != test.code || out+complaint == "" {
			t.Errorf("%v: exit %d (%s%s), want %d with a message", test.args, code, out, complaint, test.code)
		}
	}
}

// What is wrong with a file of entries for the table of roles is said in the reader's
// language, with its place, and nothing is checked.
func TestRolesFile(t *testing.T) {
	testrun.NeedWhole(t)
	dir := folder(t, map[string]string{
		"library/a.txt": passage, "b.txt": passage,
		"good.toml":   "[[role]]\nname = \"廉洁\"\nreason = \"declaration\"\nheadings = [\"廉洁条款\"]\n",
		"broken.toml": "[[role]\n",
		"field.toml":  "[[role]]\nname = \"a\"\nheading = [\"廉洁\"]\n",
		"wrong.toml":  "[[role]]\nname = \"一\"\nheadings = [\"廉\"]\n[[role]]\nname = \"二\"\n[identity]\nlabels = [\"：\"]\n",
	})
	for _, test := range []struct {
		file, language string
		want           []string
	}{
		{"broken.toml", "zh_CN.UTF-8", []string{"broken.toml 第 1 行第", "文件格式有误"}},
		{"field.toml", "zh_CN.UTF-8", []string{"field.toml 第 3 行第 1 列", "没有“role.heading”这一项"}},
		{"wrong.toml", "zh_CN.UTF-8", []string{"wrong.toml 第 1 条（一）: “廉”过短", "第 2 条（二）: 请至少填写一个标题", "标签“：”中没有文字"}},
		{"wrong.toml", "en_GB.UTF-8", []string{"wrong.toml, role 1 (一): “廉” is too short", "role 2 (二): Please give at least one heading"}},
		{"good.toml", "zh_CN.UTF-8", nil},
	} {
		code, _, complaint := zhiwenIn(t, map[string]string{"LANG": test.language},
			"check", "--library", filepath.Join(dir, "library"), "--roles", filepath.Join(dir, test.file), filepath.Join(dir, "b.txt"))
		if (code == exitDone) != (test.want == nil) {
			t.Errorf("%s: exit %d: %s", test.file, code, complaint)
		}
		for _, w := range test.want {
			if !strings.Contains(complaint, w) {
				t.Errorf("%s: %q is missing in %q", test.file, w, complaint)
			}
		}
	}
}

// The tables of check and compare speak the reader's language and say the shares of the
// pages.
func TestTablesSpeakTheLanguage(t *testing.T) {
	lib := folder(t, map[string]string{"碳.txt": passage})
	files := folder(t, map[string]string{"新.txt": before + passage + after})
	for _, test := range []struct {
		language       string
		check, compare []string
		foreign        []string
	}{
		{"zh_CN.UTF-8", []string{"字", "去除本人已有申请后", "去除引用后", "单篇最大", "占比", "归入", "独占", "1 处"}, []string{"去除引用后", "文字一致"}, []string{"own", "largest", "match", "share", "verbatim"}},
		{"en_GB.UTF-8", []string{"characters", "excluding own applications", "largest", "allocated", "exclusive", "1 match "}, []string{"excluding quotations", "verbatim"}, []string{"处", "独占"}},
	} {
		env := map[string]string{"LANG": test.language}
		code, table, complaint := zhiwenIn(t, env, "check", "--library", lib, filepath.Join(files, "新.txt"))
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, complaint)
		}
		code, both, complaint := zhiwenIn(t, env, "compare", filepath.Join(files, "新.txt"), filepath.Join(lib, "碳.txt"))
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, complaint)
		}
		for out, want := range map[string][]string{table: test.check, both: test.compare} {
			for _, word := range want {
				if !strings.Contains(out, word) {
					t.Errorf("%s: without %q:\n%s", test.language, word, out)
				}
			}
			for _, word := range test.foreign {
				if strings.Contains(out, word) {
					t.Errorf("%s: with %q:\n%s", test.language, word, out)
				}
			}
		}
	}
}
