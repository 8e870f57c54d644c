package main

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"zhiwen/server/usage"
	"zhiwen/web/catalogue"
)

// The unit leaves what readers of files and the printer cannot do without: readers would run without their
// confinement, and reports would not be printed (docs/operations.md says how it was tried).
func TestUnitLeavesWhatIsNeeded(t *testing.T) {
	file, err := os.Open("../docs/deploy/zhiwen.service")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	set := map[string][]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, value, found := strings.Cut(lines.Text(), "="); found && !strings.HasPrefix(name, "#") {
			set[name] = append(set[name], strings.Fields(value)...)
		}
	}
	for name, needed := range map[string][]string{
		"SystemCallFilter":        {"@system-service", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp", "chroot"},
		"SystemCallErrorNumber":   {"EPERM"}, // else a call that is refused ends the process
		"RestrictNamespaces":      {"user", "pid", "net"},
		"RestrictAddressFamilies": {"AF_INET", "AF_INET6", "AF_UNIX"},
	} {
		for _, x := range needed {
			if !slices.Contains(set[name], x) {
				t.Errorf("%s=%s lacks %s", name, strings.Join(set[name], " "), x)
			}
		}
	}
	// Compiled WebAssembly, by which PDF files are read, is written and then run.
	if set["MemoryDenyWriteExecute"] != nil {
		t.Error("the unit forbids to run what was written")
	}
}

// TestHelpIsTranslated finds the Chinese of all help of the command line.
func TestHelpIsTranslated(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Name("zhiwen"), kong.Description(description), flagValues())
	if err != nil {
		t.Fatal(err)
	}
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	missing, err := usage.Translate(parser, languages, languages.Choose("", "zh-CN"))
	if len(missing) > 0 || err != nil {
		t.Errorf("no Chinese of %q (%v)", missing, err)
	}
}
