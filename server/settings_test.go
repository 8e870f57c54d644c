package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"zhiwen/server/config"
	"zhiwen/web/catalogue"
)

// clean takes the settings of this machine away.
func clean(t *testing.T) {
	t.Helper()
	for _, f := range settingFlags(t) {
		for _, name := range f.Envs {
			t.Setenv(name, "")
			if err := os.Unsetenv(name); err != nil { // t.Setenv brings it back
				t.Fatal(err)
			}
		}
	}
}

// settingFlags returns the settings of the program.
func settingFlags(t *testing.T) []*kong.Flag {
	t.Helper()
	parser, err := kong.New(&cli{}, flagValues())
	if err != nil {
		t.Fatal(err)
	}
	return (&config.Settings{Model: parser.Model}).All()
}

// A flag counts before the environment, that before the file, that before the default,
// and config check says which it was.
func TestPrecedence(t *testing.T) {
	clean(t)
	file := filepath.Join(folder(t, map[string]string{"zhiwen.toml": "source-context = 7\nmax-upload = 8\n[trusted]\nproxies = [\"10.0.0.0/8\", \"::1\"]\n"}), "zhiwen.toml")
	line := regexp.MustCompile(`(?m)^(?:source-context|max-upload|trusted-proxies|mask-sources) = .*$`)
	check := func(arguments ...string) string {
		code, out, complaint := zhiwen(t, append([]string{"config", "check"}, arguments...)...)
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, complaint)
		}
		return strings.Join(line.FindAllString(out, -1), "\n")
	}
	want := func(got string, lines ...string) {
		t.Helper()
		for _, l := range lines {
			if !strings.Contains(got, l) {
				t.Errorf("%q is missing in\n%s", l, got)
			}
		}
	}
	home := t.TempDir() // the default of a setting that depends on the machine is told as it is
	_, out, _ := zhiwenIn(t, map[string]string{"LANG": "en", "XDG_DATA_HOME": home}, "config", "check")
	want(out, fmt.Sprintf("data = %q  # default", filepath.Join(home, "zhiwen")))
	want(check(), "source-context = 200  # default", "max-upload = 50  # default")
	want(check("--config", file), "source-context = 7  # "+file+":1", "max-upload = 8  # "+file+":2", `trusted-proxies = ["10.0.0.0/8", "::1"]  # `+file+":4")
	t.Setenv("ZHIWEN_CONFIG", file)
	t.Setenv("ZHIWEN_SOURCE_CONTEXT", "9")
	t.Setenv("ZHIWEN_MASK_SOURCES", "true")
	want(check(), "source-context = 9  # ZHIWEN_SOURCE_CONTEXT", "max-upload = 8  # "+file+":2", "mask-sources = true  # ZHIWEN_MASK_SOURCES")
	want(check("--source-context", "11"), "source-context = 11  # --source-context")
}

// The file holds for every command, and its paths are those beside it.
func TestSettingsOfOtherCommands(t *testing.T) {
	clean(t)
	dir := folder(t, map[string]string{"zhiwen.toml": "data = \"here\"\n", "a.txt": passage})
	if code, _, complaint := zhiwen(t, "import", "--config", filepath.Join(dir, "zhiwen.toml"), filepath.Join(dir, "a.txt")); code != exitDone {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	if _, err := os.Stat(filepath.Join(dir, "here", "zhiwen.db")); err != nil {
		t.Error(err)
	}
}

// All that is wrong is said at once, each with its place and what to do, in the reader's
// language, and nothing starts.
func TestWrongSettings(t *testing.T) {
	clean(t)
	file := filepath.Join(folder(t, map[string]string{"zhiwen.toml": strings.Join([]string{
		`max_upload = 80`,
		`max-upload = "much"`,
		`hosts = ["https://zhiwen.example.org"]`,
		`addr = 8080`,
		`[tls]`,
		`cart = "x"`,
		`[trusted]`,
		`proxies = ["here"]`,
		`[tsa]`,
		`ca = "nowhere.pem"`,
	}, "\n")}), "zhiwen.toml")
	t.Setenv("ZHIWEN_SOURCE_CONTEXT", "-1")
	t.Setenv("ZHIWEN_METRICS_ADDR", "nine")
	t.Setenv("ZHIWEN_ACCOUNTS", "perhaps")
	t.Setenv("ZHIWEN_ROLES", "/nowhere/roles.toml")
	want := map[string][]string{
		"en_GB.UTF-8": {
			file + ":1: max_upload: This setting does not exist. Did you mean max-upload?",
			file + ":2: max-upload: much is not a whole number",
			file + ":3: hosts: https://zhiwen.example.org is not a host name",
			file + ":4: addr: 8080 is not text",
			file + ":6: tls.cart: This setting does not exist",
			file + ":8: trusted-proxies: here is not an address",
			file + ":10: tsa-ca: The file ",
			"ZHIWEN_SOURCE_CONTEXT: source-context: -1 characters cannot be shown",
			"ZHIWEN_METRICS_ADDR: metrics: nine is not an address to listen on",
			"ZHIWEN_ROLES: roles: The file /nowhere/roles.toml does not exist",
			"ZHIWEN_ACCOUNTS: accounts: perhaps is neither true nor false",
			"--url: ftp://x is not an address for users",
		},
		"zh_CN.UTF-8": {file + ":1: max_upload: 没有这一项；是否应为 max-upload？", "--url: ftp://x 不是用户访问的地址"},
	}
	for language, lines := range want {
		for _, command := range [][]string{{"config", "check"}, {"serve"}} {
			code, out, complaint := zhiwenIn(t, map[string]string{"LANG": language}, append(command, "--config", file, "--url", "ftp://x")...)
			if code != exitUsage {
				t.Errorf("%v: exit %d", command, code)
			}
			if command[0] == "config" { // no value is said to hold that was refused, nor the default in its place
				if refused := "# max-upload  # " + file + ":2"; !strings.Contains(out, refused) || strings.Contains(out, "max-upload = ") || strings.Contains(out, "source-context = ") {
					t.Errorf("%q is missing, or a value of what was refused is said, in\n%s", refused, out)
				}
			}
			if command[0] == "serve" { // it says what cannot be read first
				lines = lines[:1]
			}
			for _, line := range lines {
				if strings.Count(complaint, line) != 1 {
					t.Errorf("%v: %q is missing in\n%s", command, line, complaint)
				}
			}
		}
	}
	for name, text := range map[string]string{"no TOML": "a = \n", "missing": ""} {
		path := filepath.Join(t.TempDir(), "zhiwen.toml")
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if code, _, complaint := zhiwen(t, "serve", "--config", path); code != exitUsage || !strings.Contains(complaint, path) {
			t.Errorf("%s: exit %d: %s", name, code, complaint)
		}
	}
}

// What is secret is not printed.
func TestSecretSettings(t *testing.T) {
	clean(t)
	t.Setenv("DATABASE_URL", "postgres://someone:geheim@127.0.0.1/zhiwen")
	code, out, complaint := zhiwen(t, "config", "check")
	if code != exitDone || strings.Contains(out+complaint, "geheim") || !strings.Contains(out, "someone:xxxxx@127.0.0.1") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
}

// Every setting stands in the table of docs/operations.md, in both catalogues and in the file that is there to be
// copied, which is good as it is.
func TestSettingsAreDocumented(t *testing.T) {
	clean(t)
	manual, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	const sample = "../docs/deploy/zhiwen.toml"
	file, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range settingFlags(t) {
		for _, l := range languages.Languages() {
			said := l.Text("program.help." + f.Name)
			if strings.HasPrefix(said, "‹") || l.Code == catalogue.English && said != f.Help {
				t.Errorf("the page of settings says in %s of --%s %q, the command line %q", l.Name, f.Name, said, f.Help)
			}
		}
		row := "| `--" + f.Name + "` |"
		if f.Envs[0] != "ZHIWEN_"+strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_")) {
			row = "| `--" + f.Name + "` (`" + f.Envs[0] + "`) |"
		}
		if !strings.Contains(string(manual), row) {
			t.Errorf("docs/operations.md has no row %q", row)
		}
		if !regexp.MustCompile(`(?m)^# ?` + regexp.QuoteMeta(f.Name) + ` = `).Match(file) {
			t.Errorf("%s does not have %s", sample, f.Name)
		}
	}
	// With every line in force, but for those that name files of another machine.
	inForce := regexp.MustCompile(`(?m)^# ([a-z-]+ = (?:[^"\n]|"[^/\n][^"\n]*")*)$`).ReplaceAllString(string(file), "$1")
	path := filepath.Join(t.TempDir(), "zhiwen.toml")
	if err := os.WriteFile(path, []byte(inForce), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, complaint := zhiwen(t, "config", "check", "--config", path); code != exitDone {
		t.Errorf("exit %d: %s", code, complaint)
	}
}
