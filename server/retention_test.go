package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// Rules delete what they say and no more, what is held stays, and the certificate names
// numbers and hashes, is signed, and is verified; nothing in it can be changed.
func TestRetention(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		at := []string{"--data", c.DataDir}
		if c.DatabaseURL != "" {
			at = append(at, "--database-url", c.DatabaseURL)
		}
		ctx, s := context.Background(), librarytest.Open(t, c)
		var ids []int64
		err := s.InTx(ctx, func(tx *library.Tx) error {
			ids = nil
			for _, name := range []string{"秘密甲.txt", "秘密乙.txt"} {
				u := record.Upload{Data: []byte(name), ToLibrary: true}
				u.Identity.Filename, u.Identity.Title = name, "不可外传的题目"
				made, err := tx.CreateDocuments(ctx, []record.Upload{u})
				if err != nil {
					return err
				}
				id := made[0]
				if err := tx.FailDocument(ctx, id, record.Failure{Name: record.FailureDamaged}); err != nil {
					return err
				}
				ids = append(ids, id)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		rules := filepath.Join(t.TempDir(), "rules.toml")
		write(t, rules, []byte("[[rule]]\nname = \"old\"\nkind = \"library\"\ndays = 1\n"))
		loaded, err := retention.Load(rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Hold(ctx, ids[1], "procedure", "officer"); err != nil {
			t.Fatal(err)
		}
		found, err := s.Retained(ctx, time.Now().Add(time.Hour))
		if err != nil || len(found) != 2 || found[0].Kind != retention.Library || !found[1].Held || found[0].Held {
			t.Fatalf("%+v, %v", found, err)
		}
		if rule, _ := retention.Choose(loaded, found[0], time.Now()); rule != nil {
			t.Error("what came today is deleted by a rule of a day")
		}
		later := time.Now().Add(48 * time.Hour)
		if rule, kept := retention.Choose(loaded, found[0], later); rule == nil || kept != "" {
			t.Errorf("after two days: %v, %q", rule, kept)
		}
		if rule, kept := retention.Choose(loaded, found[1], later); rule == nil || kept != retention.KeptHeld {
			t.Errorf("held: %v, %q", rule, kept)
		}
		open := found[0]
		open.Open = true
		if _, kept := retention.Choose(loaded, open, later); kept != retention.KeptOpen {
			t.Errorf("with an open procedure: %q", kept)
		}
		// No rule has less than a day: the days are made none here.
		loaded[0].Days = 0
		keys, err := installation.Place{Data: c.DataDir, DatabaseURL: c.DatabaseURL}.Keys(ctx, terminal.Terminal{Getenv: os.Getenv}, s)
		if err != nil {
			t.Fatal(err)
		}
		n, certificates, err := deleteByRule(ctx, s, keys, loaded, "tester")
		if err != nil || n != 1 || len(certificates) != 1 {
			t.Fatalf("%d deleted, certificates %v, %v", n, certificates, err)
		}
		if _, err := s.Document(ctx, ids[0]); err == nil {
			t.Error("the document is still there")
		}
		if _, err := s.Document(ctx, ids[1]); err != nil {
			t.Errorf("the held document: %v", err)
		}
		all, err := s.Deletions(ctx)
		if err != nil || len(all) != 1 || all[0].Documents != 1 {
			t.Fatalf("%+v, %v", all, err)
		}
		text := string(all[0].Certificate)
		if !strings.Contains(text, "sha256 "+found[0].SHA256) || !strings.Contains(text, `by "tester"`) || strings.Contains(text, "秘密") || strings.Contains(text, "题目") {
			t.Errorf("certificate:\n%s", text)
		}
		file := filepath.Join(t.TempDir(), "certificate")
		write(t, file, all[0].Certificate)
		if code, out, _ := zhiwen(t, append([]string{"verify", file}, at...)...); code != exitDone || !strings.Contains(out, "✓ Certificate of deletion: 1 document") {
			t.Errorf("exit %d\n%s", code, out)
		}
		write(t, file, []byte(strings.Replace(text, "came 2", "came 1", 1)))
		if code, out, _ := zhiwen(t, append([]string{"verify", file}, at...)...); code != exitFailed || !strings.Contains(out, "✗ Signature: invalid") {
			t.Errorf("changed: exit %d\n%s", code, out)
		}
		if code, out, complaint := zhiwen(t, append([]string{"retention", "preview", "--retention", rules}, at...)...); code != exitDone || !strings.Contains(out, "0 documents would be deleted") {
			t.Errorf("exit %d\n%s%s", code, out, complaint)
		}
		// Without a file the rules are those that were set on the page of settings.
		if code, _, complaint := zhiwen(t, append([]string{"retention", "preview"}, at...)...); code != exitFailed ||
			!strings.Contains(complaint, "settings page") {
			t.Errorf("no rules at all: exit %d, %s", code, complaint)
		}
		value, err := setting.Encode(setting.Retention, []retention.Rule{{Name: "of the page", Kind: retention.Library, Days: 400}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ChangeSetting(ctx, setting.Retention, value, 0, "tester"); err != nil {
			t.Fatal(err)
		}
		if code, out, complaint := zhiwen(t, append([]string{"retention", "preview"}, at...)...); code != exitDone || !strings.Contains(out, "0 documents would be deleted") {
			t.Errorf("rules of the page: exit %d\n%s%s", code, out, complaint)
		}
		if code, out, complaint := zhiwen(t, append([]string{"retention", "certificate", "1"}, at...)...); code != exitDone || out != text {
			t.Errorf("exit %d\n%s%s", code, out, complaint)
		}
	})
}

// What is wrong with rules is said.
func TestRetentionRules(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "no kind": "[[rule]]\nname=\"a\"\ndays=3\n", "no days": "[[rule]]\nname=\"a\"\nkind=\"call\"\n",
		"concern": "[[rule]]\nname=\"a\"\nkind=\"call\"\ndays=3\nverdicts=[\"suspected\"]\n", "unknown": "[[rule]]\nname=\"a\"\nkind=\"call\"\ndays=3\nyears=1\n",
	} {
		path := filepath.Join(t.TempDir(), "rules.toml")
		write(t, path, []byte(text))
		if _, err := retention.Load(path); err == nil {
			t.Errorf("%s: no fault", name)
		}
	}
}
