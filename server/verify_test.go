package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/server/worker"
)

// checked runs a check on the command line and returns the evidence, the checked
// file, the folder of the sources, and the data folder whose key signed it.
func checked(t *testing.T) (path, document, lib, data string) {
	t.Helper()
	lib = folder(t, map[string]string{"2023/碳.txt": other + "\n" + passage + "\n" + other, "磁.txt": strings.Repeat(other, 3)})
	document = filepath.Join(folder(t, map[string]string{"新申请.txt": before + passage + after}), "新申请.txt")
	out, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	if code, _, complaint := zhiwen(t, "check", "--data", data, "--library", lib, "--out", out, document); code != exitDone {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	return filepath.Join(out, "新申请.evidence.xml"), document, lib, data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// keysOf reads the signing keys of a data folder.
func keysOf(t *testing.T, data string) *evidence.Keys {
	t.Helper()
	k, err := evidence.ParseKeys(read(t, filepath.Join(data, installation.KeyFile)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestVerifyCommand(t *testing.T) {
	testrun.NeedWhole(t)
	path, document, lib, data := checked(t)
	good := read(t, path)
	key := keysOf(t, data).Public()[0]
	public := filepath.Join(t.TempDir(), "key.pem")
	code, text, _ := zhiwen(t, "key", "--data", data)
	if code != exitDone || !strings.Contains(text, key.Fingerprint()) {
		t.Fatalf("exit %d: %s", code, text)
	}
	write(t, public, []byte(text))

	at := func(data string, more ...string) []string { return append([]string{"verify", "--data", data}, more...) }
	whole, elsewhere := at(data, "--document", document, "--library", lib), t.TempDir()
	changed := func(pattern, replacement string) []byte {
		t.Helper()
		b := regexp.MustCompile(pattern).ReplaceAll(good, []byte(replacement))
		if bytes.Equal(b, good) {
			t.Fatalf("%s is not in the evidence:\n%s", pattern, good)
		}
		return b
	}
	// resigned is changed, and signed again with a key of somebody else.
	resigned := func(pattern, replacement string) []byte {
		t.Helper()
		k, err := evidence.NewKeys()
		if err != nil {
			t.Fatal(err)
		}
		b, err := k.Sign(regexp.MustCompile(` <signature.*\n`).ReplaceAll(changed(pattern, replacement), nil))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	otherDocument := filepath.Join(folder(t, map[string]string{"x.txt": before + "另" + passage + after}), "x.txt")
	otherLibrary := folder(t, map[string]string{"碳.txt": other + "\n" + passage + other})
	tests := []struct {
		name string
		file []byte
		args []string
		code int
		want []string // lines, by patterns
	}{
		{"good", good, whole, exitDone, []string{"^✓ Signature: valid, by the known key " + key.Fingerprint(), "^✓ Format", "^✓ Document: the file is", "^✓ Sources: 1 file is", "^✓ Content", "^No discrepancies"}},
		{"good, without files", good, at(data), exitDone, []string{"^✓ Signature", "^– Document: not verified", "^– Sources: not verified", "^✓ Content"}},
		{"a key in a file", good, at(elsewhere, "--key", public), exitDone, []string{"^✓ Signature"}},
		{"a fingerprint", good, at(elsewhere, "--key", key.Fingerprint()), exitDone, []string{"^✓ Signature"}},
		{"an unknown key", good, at(elsewhere), exitFailed, []string{"^✗ Signature: valid, but by the key .* --key " + key.Fingerprint(), "^1 fault"}},
		{"another key known", good, at(elsewhere, "--key", strings.Repeat("0", 32)), exitFailed, []string{"^✗ Signature: valid, but"}},
		{"a changed quote", changed("微生物调控机制", "微生物调控作用"), whole, exitFailed, []string{"^✗ Signature: invalid", `^✗ Source 1 “碳”, match 1, document side, quotation: the evidence gives “.*微生物调控作用.*”, the text there is “.*微生物调控机制.*”`, `match 1, source side, quotation: `}},
		{"a changed score", changed(` covered="\d+"`, ` covered="1"`), whole, exitFailed, []string{"^✗ Signature: invalid", `^✗ covered: the evidence gives 1, the actual value is \d+`}},
		{"white space", changed(`\n <engine`, "\n\t<engine"), whole, exitFailed, []string{"^✗ Signature: invalid", "^✓ Content", "^1 fault"}},
		{"something behind the end", append(bytes.Clone(good), '\n'), whole, exitFailed, []string{"^✗ Signature: invalid"}},
		{"no signature", changed(` <signature.*\n`, ""), whole, exitFailed, []string{"^✗ Signature: none", "^✓ Content", "^1 fault"}},
		{"signed again by another", resigned(` full="\d+"`, ` full="1"`), whole, exitFailed, []string{"^✗ Signature: valid, but by the key", "^✗ Source 1 .*, full: the evidence gives 1"}},
		{"not what the schema asks", resigned(` kind="verbatim"`, ` kind="plagiarism"`), whole, exitFailed, []string{`^✗ Format: .*line \d+: kind of match: "plagiarism" is no kind`}},
		{"no XML", []byte("PK"), whole, exitFailed, []string{"^✗ Signature: none", "^✗ Format: .*line 1"}},
		{"another document", good, at(data, "--document", otherDocument), exitFailed, []string{"^✓ Signature", "^✗ Document: another file", "characters as extracted"}},
		{"an unreadable document", good, at(data, "--document", path+".broken"), exitFailed, []string{"cannot be read"}},
		{"another library", good, at(data, "--library", otherLibrary), exitFailed, []string{"^✗ Source 1 “碳”: another file. The evidence gives SHA-256"}},
		{"a library without the source", good, at(data, "--library", filepath.Dir(otherDocument)), exitFailed, []string{"^✗ Source 1 “碳”: no file with its SHA-256"}},
	}
	write(t, path+".broken", []byte("PK\x03\x04broken"))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			write(t, path, test.file)
			code, out, complaint := zhiwen(t, slices.Concat(test.args, []string{path})...)
			if code != test.code {
				t.Errorf("exit %d, want %d", code, test.code)
			}
			for _, want := range test.want {
				if !regexp.MustCompile("(?m)" + want).MatchString(out) {
					t.Errorf("%q is not in\n%s%s", want, out, complaint)
				}
			}
			if strings.Contains(out, "‹") || strings.Contains(out, "<no value>") || strings.Contains(out, "✗ \n") {
				t.Errorf("a message is missing:\n%s", out)
			}
		})
	}
	write(t, path, changed("微生物调控机制", "微生物调控作用"))
	if _, out, _ := zhiwenIn(t, map[string]string{"LANG": "zh_CN.UTF-8"}, slices.Concat(whole, []string{path})...); !strings.Contains(out, "✗ 签名：无效") || !strings.Contains(out, "文档一侧，引文：证据为") {
		t.Errorf("in Chinese:\n%s", out)
	}
	for _, args := range [][]string{
		{"verify"}, {"verify", "/nowhere.xml"}, {"verify", path, "--document", "/nowhere"}, {"verify", path, "--library", "/nowhere"},
		{"verify", path, "--library", document}, {"verify", path, "--key", "/nowhere"}, {"verify", path, "--key", filepath.Join(data, installation.KeyFile)},
	} {
		if code, _, complaint := zhiwen(t, args...); code != exitUsage || complaint == "" {
			t.Errorf("%v: exit %d (%s), want %d with a message", args, code, complaint, exitUsage)
		}
	}
}

// A file with very many faults is said to have them, not printed whole.
func TestVerifyListsSomeFaults(t *testing.T) {
	path, _, _, data := checked(t)
	file := read(t, path)
	write(t, path, bytes.Replace(file, []byte("</document>"), append(bytes.Repeat([]byte(`<flag kind="x" offset="1000000000" length="1">x</flag>`), 1000), "</document>"...), 1))
	code, out, _ := zhiwen(t, "verify", "--data", data, path)
	if n := strings.Count(out, "✗ "); code != exitFailed || n != 101 || !strings.Contains(out, "and 901 more") || !strings.Contains(out, "1,001 faults") {
		t.Errorf("exit %d, %d faults listed:\n…%s", code, n, out[max(0, len(out)-300):])
	}
}

// Held against another file than the checked one, evidence differs nearly everywhere: three faults and a number are enough.
func TestVerifyAnotherDocument(t *testing.T) {
	path, _, _, data := checked(t)
	file := read(t, path)
	write(
		t,
		path,
		bytes.Replace(
			file,
			[]byte("</document>"),
			append(bytes.Repeat([]byte(`<flag kind="x" offset="1000000000" length="1">x</flag>`), 20), "</document>"...),
			1,
		),
	)
	other := filepath.Join(folder(t, map[string]string{"x.txt": before}), "x.txt")
	code, out, _ := zhiwen(t, "verify", "--data", data, "--document", other, path)
	if n := strings.Count(out, "✗ "); code != exitFailed || n != 4 || !regexp.MustCompile(`and \d+ more`).MatchString(out) {
		t.Errorf("exit %d, %d faults listed:\n%s", code, n, out)
	}
}

// What is known is said at once: the signature before the library is looked at.
func TestVerifySaysAsItGoes(t *testing.T) {
	path, _, lib, data := checked(t)
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := run(t.Context(), []string{"verify", "--data", data, "--library", lib, path}, terminal.Terminal{Out: in, Err: io.Discard, Getenv: func(string) string { return "" }})
		_ = in.Close()
		ended <- code
	}()
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	if err != nil || !strings.HasPrefix(first, "✓ ") {
		t.Fatalf("first line %q, %v", first, err)
	}
	// The command waits for its second line to be read.
	if err := os.RemoveAll(lib); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(lib, 0o700); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if code := <-ended; err != nil || code != exitFailed || !strings.Contains(string(rest), "✗ ") {
		t.Errorf("exit %d, %v:\n%s%s", code, err, first, rest)
	}
}

// A second signature by SM2 is made where it is asked for, by a key that stays, and is
// verified; a program that does not know it is not troubled (checker/evidence).
func TestVerifySM2(t *testing.T) {
	dir, data := folder(t, map[string]string{"a.txt": before + passage, "b.txt": passage + after}), t.TempDir()
	path := filepath.Join(dir, "out.xml")
	if code, _, complaint := zhiwen(t, "compare", "--sign-sm2", "--data", data, filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), "--out", path); code != exitDone {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	code, out, complaint := zhiwen(t, "verify", "--data", data, path)
	if code != exitDone || strings.Count(out, "✓ Signature: valid, by the known key") != 2 || !strings.Contains(out, "(SM2 with SM3)") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	public := keysOf(t, data).Public()
	if len(public) != 2 {
		t.Fatalf("%d keys", len(public))
	}
	// One of the keys is enough to know whose it is.
	for i, key := range public {
		code, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), "--key", key.Fingerprint(), path)
		if code != exitDone || !strings.Contains(out, "– Signature: valid, by the key "+public[1-i].Fingerprint()) {
			t.Errorf("by key %d alone: exit %d\n%s", i, code, out)
		}
	}
	if code, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), path); code != exitFailed || strings.Count(out, "✗ Signature: valid, but by the key") != 2 {
		t.Errorf("by no known key: exit %d\n%s", code, out)
	}
	if code, out, _ := zhiwen(t, "key", "--data", data); code != exitDone || strings.Count(out, "BEGIN PUBLIC KEY") != 2 || !strings.Contains(out, public[1].Fingerprint()+" (SM2 with SM3)") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, out, _ := zhiwen(t, "key", "--renew", "--data", data); code != exitDone || strings.Count(out, "Earlier key: ") != 2 {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, out, _ := zhiwen(t, "verify", "--data", data, path); code != exitDone {
		t.Errorf("after the keys were renewed: exit %d\n%s", code, out)
	}
}

func TestVerifyCompare(t *testing.T) {
	dir, data := folder(t, map[string]string{"a.txt": before + passage, "b.txt": passage + after}), t.TempDir()
	path := filepath.Join(dir, "out.xml")
	if code, _, complaint := zhiwen(t, "compare", "--data", data, filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), "--out", path); code != exitDone {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	if code, out, complaint := zhiwen(t, "verify", "--data", data, "--document", filepath.Join(dir, "a.txt"), "--library", dir, path); code != exitDone {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
}

func TestSigningKey(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new", "folder")
	fingerprint := regexp.MustCompile(`[0-9a-f]{32}`)
	print := func(args ...string) []string {
		t.Helper()
		code, out, complaint := zhiwen(t, append([]string{"key", "--data", data}, args...)...)
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, complaint)
		}
		if strings.Contains(out, "PRIVATE") {
			t.Error("the private key was printed")
		}
		return fingerprint.FindAllString(out, -1)
	}
	first := print()
	if again := print(); len(first) != 1 || len(again) != 1 || again[0] != first[0] {
		t.Errorf("keys %v, then %v", first, again)
	}
	path := filepath.Join(data, installation.KeyFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode of the folder %v, %v", info.Mode(), err)
	}
	evidenceOfFirst, _, _, _ := checked(t)
	signed, err := keysOf(t, data).Sign(regexp.MustCompile(` <signature.*\n`).ReplaceAll(read(t, evidenceOfFirst), nil))
	if err != nil {
		t.Fatal(err)
	}
	write(t, evidenceOfFirst, signed)
	renewed := print("--renew")
	if len(renewed) != 2 || renewed[0] == first[0] || renewed[1] != first[0] {
		t.Errorf("keys %v after %v", renewed, first)
	}
	if code, out, _ := zhiwen(t, "verify", "--data", data, evidenceOfFirst); code != exitDone {
		t.Errorf("evidence of the key of before: exit %d\n%s", code, out)
	}
	if left, err := filepath.Glob(filepath.Join(data, ".zhiwen-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}

	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, complaint := zhiwen(t, "key", "--data", data); code != exitFailed || !strings.Contains(complaint, "chmod 600") {
		t.Errorf("a key that others can read: exit %d: %s", code, complaint)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, path, []byte("rubbish"))
	if code, _, complaint := zhiwen(t, "key", "--data", data); code != exitFailed || !strings.Contains(complaint, installation.KeyFile) {
		t.Errorf("a damaged key: exit %d: %s", code, complaint)
	}
	if string(read(t, path)) != "rubbish" {
		t.Error("the damaged key was replaced")
	}
}

// Programs that need a key at the same time make one.
func TestSigningKeyIsMadeOnce(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		p := installation.Place{Data: c.DataDir, DatabaseURL: c.DatabaseURL}
		const programs = 8
		found := make(chan *evidence.Keys, programs)
		for range programs {
			go func() {
				k, err := p.Keys(context.Background(), terminal.Terminal{Getenv: os.Getenv}, nil)
				if err != nil {
					t.Error(err)
				}
				found <- k
			}()
		}
		first := <-found
		for range programs - 1 {
			if k := <-found; k == nil || first == nil || k.Public()[0] != first.Public()[0] {
				t.Fatal("two keys were made")
			}
		}
		known, err := p.KnownKeys(context.Background(), terminal.Terminal{Getenv: os.Getenv})
		if err != nil || len(known) != 1 || known[0] != first.Public()[0] {
			t.Errorf("%d keys are known, %v", len(known), err)
		}
	})
}

// What the pages export is signed, on both databases, and can be verified
// against the library while the server has it open.
func TestVerifyExports(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		args := []string{"--data", c.DataDir}
		if c.DatabaseURL != "" {
			args = append(args, "--database-url", c.DatabaseURL)
		}
		base := serveArguments(t, args...)
		post(t, base+"/samples", nil)
		fetch := func(path string) []byte {
			t.Helper()
			answer, err := http.Get(base + path)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			b, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != http.StatusOK {
				return nil
			}
			return b
		}
		var stored []byte
		eventually(t, "the check is done", func() bool { stored = fetch("/checks/1/evidence.xml"); return stored != nil })
		e, err := evidence.Decode(bytes.NewReader(stored))
		if err != nil {
			t.Fatal(err)
		}
		post(t, base+"/checks/1/decisions", url.Values{"subject": {"match"}, "ref": {"1"}, "verdict": {"dismissed"}, "reason": {"common"}, "reviewer": {"张三"}})
		post(t, base+"/checks/1/decisions", url.Values{"subject": {"check"}, "verdict": {"explain"}, "reviewer": {"张三"}, "comment": {"请说明"}})
		decided := fetch("/checks/1/decided.xml")
		if bytes.Equal(decided, stored) || !bytes.Contains(decided, []byte("请说明")) {
			t.Fatalf("the decisions are missing:\n%.300s", decided)
		}
		document := filepath.Join(t.TempDir(), filepath.Base(e.Document.Identity.Filename))
		eventually(t, "the file is there", func() bool {
			file := fetch("/documents/" + strconv.FormatInt(e.Document.ID, 10) + "/file")
			if file != nil {
				write(t, document, file)
			}
			return file != nil
		})
		at := c.DatabaseURL
		if at == "" {
			t.Chdir(filepath.Dir(c.DataDir))
			at = filepath.Base(c.DataDir)
		}
		for name, file := range map[string][]byte{"stored": stored, "decided": decided} {
			path := filepath.Join(t.TempDir(), name+".xml")
			write(t, path, file)
			code, out, complaint := zhiwen(t, "verify", "--data", t.TempDir(), "--library", at, "--document", document, path)
			if code != exitDone || strings.Contains(out, "– ") {
				t.Errorf("%s: exit %d\n%s%s", name, code, out, complaint)
			}
			write(t, path, bytes.Replace(file, []byte(` full="`), []byte(` full="1`), 1))
			code, out, _ = zhiwen(t, "verify", "--data", t.TempDir(), "--library", at, path)
			if code != exitFailed || !strings.Contains(out, "✗ Signature: invalid") || !strings.Contains(out, "full: the evidence gives 1") {
				t.Errorf("%s, changed: exit %d\n%s", name, code, out)
			}
		}
	})
}

// With one key, what two databases store of the same check is the same byte for
// byte.
func TestEvidenceIsEqualOnBothDatabases(t *testing.T) {
	keys, err := evidence.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for _, c := range []library.Config{librarytest.SQLite(t), librarytest.Postgres(t)} {
		ctx := context.Background()
		store := librarytest.Open(t, c)
		engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
		if err != nil {
			t.Fatal(err)
		}
		runner, err := reader.NewRunner(extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pool, err := worker.New(store, engine, runner, noSearch{}, slog.New(slog.DiscardHandler), worker.Config{Sign: keys.Sign})
		if err != nil {
			t.Fatal(err)
		}
		if err := pool.Start(ctx); err != nil {
			t.Fatal(err)
		}
		for _, r := range pool.Submit(ctx, []record.Upload{
			{Identity: evidence.Identity{Filename: "past.txt"}, Data: []byte(passage + after), ToLibrary: true},
			{Identity: evidence.Identity{Filename: "new.txt"}, Data: []byte(before + passage), Check: true},
		}) {
			if r.Err != nil {
				t.Fatal(r.Err)
			}
		}
		var xml []byte
		eventually(t, "the check is done", func() bool {
			xml, err = store.Evidence(ctx, 1)
			return err == nil
		})
		if err := pool.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := evidence.Verify(xml); err != nil {
			t.Error(err)
		}
		if first == nil {
			first = xml
		} else if !bytes.Equal(first, xml) {
			t.Errorf("the evidence differs:\n%s\n%s", first, xml)
		}
	}
}

// noSearch is a full-text search that holds nothing.
type noSearch struct{}

func (noSearch) Put(context.Context, record.Document, string) error { return nil }
func (noSearch) Delete(context.Context, int64) error                { return nil }
func (noSearch) Revisions(context.Context) (map[int64]int64, error) { return nil, nil }

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(stepTimeout); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v in vain until %s", stepTimeout, what)
		}
	}
}

// post sends a form as the pages do.
func post(t *testing.T, address string, form url.Values) {
	t.Helper()
	answer, err := http.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", address, answer.StatusCode)
	}
}
