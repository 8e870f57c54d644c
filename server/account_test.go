package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// The commands of accounts make one, list it, and let its owner in again whatever keeps
// them out; what is wrong is said.
func TestAccountCommands(t *testing.T) {
	dir := t.TempDir()
	if code, _, complaint := zhiwen(t, "account", "list", "--data", dir); code != exitFailed ||
		!strings.Contains(complaint, "Start zhiwen there once") {
		t.Errorf("without a library: exit %d: %s", code, complaint)
	}
	// The first account can be made before a server was started.
	first := t.TempDir()
	if code, out, complaint := zhiwen(t, "account", "add", "root", "--data", first); code != exitDone || !strings.Contains(out, "/link/") {
		t.Errorf("before the first start: exit %d: %s%s", code, out, complaint)
	}
	if code, out, _ := zhiwen(t, "account", "list", "--data", first); code != exitDone || !strings.Contains(out, "root") {
		t.Errorf("the first account is not there: exit %d: %s", code, out)
	}
	store, err := library.Open(t.Context(), library.Config{DataDir: dir, IndexKey: "test/1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }() // a server is at work all the while
	people := auth.New(store, nil)
	link := regexp.MustCompile(`https://zhiwen\.example\.org/link/(\S+)`)
	ask := func(args ...string) string {
		t.Helper()
		code, out, complaint := zhiwen(t, append(append([]string{"account"}, args...), "--data", dir, "--url", "https://zhiwen.example.org/")...)
		found := link.FindStringSubmatch(out)
		if code != exitDone || found == nil {
			t.Fatalf("%v: exit %d: %s%s", args, code, out, complaint)
		}
		return found[1]
	}
	const password = "seven unrelated words"
	key := ask("add", "zhang", "--name", "张三", "--roles", "administrator,auditor")
	entry, err := people.UseLink(t.Context(), key, password, auth.Client{})
	if err != nil || entry.Account.Name != "张三" || record.JoinRoles(entry.Account.Roles) != "administrator,auditor" {
		t.Errorf("the link that add prints: %+v, %v", entry.Account, err)
	}
	key = ask("add", "li", "--roles", "reviewer")
	if _, err := people.UseLink(t.Context(), key, password, auth.Client{}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		said string
	}{
		"a name that is taken": {[]string{"add", "ZHANG"}, "account reset ZHANG"},
		"no name":              {[]string{"add", "two words"}, "letters, digits"},
		"no role":              {[]string{"add", "x", "--roles", "boss"}, "boss"},
		"nobody":               {[]string{"reset", "nobody"}, "account list"},
	} {
		if code, out, complaint := zhiwen(t, append(append([]string{"account"}, c.args...), "--data", dir)...); code == exitDone || !strings.Contains(complaint, c.said) {
			t.Errorf("%s: exit %d: %s%s", name, code, out, complaint)
		}
	}
	// Locked, with a second factor that is lost, and a password that is forgotten.
	a, err := store.AccountOf(t.Context(), "li")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SetTOTP(t.Context(), a.ID, a.TOTP, record.TOTPState{Secret: "ABC"}); err != nil {
		t.Fatal(err)
	}
	a.State = record.AccountLocked
	if err := store.SetAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	code, out, complaint := zhiwen(t, "account", "list", "--data", dir)
	if code != exitDone || !strings.Contains(out, "zhang\tactive\tadministrator,auditor\t张三") || !strings.Contains(out, "li\tlocked\treviewer") || strings.Contains(out, "argon2") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
	key = ask("reset", "LI")
	if entry, err = people.UseLink(t.Context(), key, "another good password", auth.Client{}); err != nil || entry.Pending {
		t.Errorf("the link that reset prints: %+v, %v", entry, err)
	}
	// Without an address none is made up; that of the settings file counts.
	if code, out, complaint := zhiwen(t, "account", "reset", "li", "--data", dir); code != exitDone || !strings.Contains(out, "\n/link/") || !strings.Contains(out, "setting url") || strings.Contains(out, "://") {
		t.Errorf("without an address: exit %d: %s%s", code, out, complaint)
	}
	settings := filepath.Join(t.TempDir(), "zhiwen.toml")
	write(t, settings, []byte(`url = "https://of.the.file"`))
	code, out, complaint = zhiwen(t, "account", "reset", "li", "--data", dir, "--config", settings)
	if code != exitDone || !strings.Contains(out, "\nhttps://of.the.file/link/") || strings.Contains(out, "setting url") {
		t.Errorf("with the address of the settings: exit %d: %s%s", code, out, complaint)
	}
	key = ask("reset", "li")
	if entry, err = people.UseLink(t.Context(), key, "another good password", auth.Client{}); err != nil || entry.Pending {
		t.Errorf("the last link: %+v, %v", entry, err)
	}
	if _, err := people.LogIn(t.Context(), "li", "another good password", auth.Client{}); err != nil {
		t.Errorf("by the new password: %v", err)
	}
	if _, err := people.UseLink(t.Context(), key, password, auth.Client{}); err == nil {
		t.Error("the link works twice")
	}
}
