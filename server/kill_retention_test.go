package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// A program that is killed while it deletes by rule leaves no document without a certificate and none in two, and the next run
// deletes the rest.
func TestKillInRetention(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		at := []string{"--data", c.DataDir}
		if c.DatabaseURL != "" {
			at = append(at, "--database-url", c.DatabaseURL)
		}
		ctx, s := context.Background(), librarytest.Open(t, c)
		const documents = 1000
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			var uploads []record.Upload
			for i := range documents {
				u := librarytest.Upload(fmt.Sprint("old ", i))
				u.ToLibrary = true
				uploads = append(uploads, u)
			}
			ids, err := tx.CreateDocuments(ctx, uploads)
			for _, id := range ids {
				if err == nil {
					err = tx.FailDocument(ctx, id, record.Failure{Name: record.FailureDamaged})
				}
			}
			return err
		})
		librarytest.Exec(t, s, `UPDATE documents SET created_at = '2001-01-01 00:00:00+00:00'`)
		rules := filepath.Join(t.TempDir(), "rules.toml")
		write(t, rules, []byte("[[rule]]\nname = \"old\"\nkind = \"library\"\ndays = 1\n"))
		named := regexp.MustCompile(`(?m)^document (\d+) sha256`)
		look := func() (left int, certified map[string]int) {
			certified = map[string]int{}
			for _, d := range librarytest.Must(s.Deletions(ctx))(t) {
				for _, m := range named.FindAllStringSubmatch(string(d.Certificate), -1) {
					certified[m[1]]++
				}
			}
			return len(librarytest.Must(s.Retained(ctx, time.Now()))(t)), certified
		}
		killed := 0
		for after := 40 * time.Millisecond; ; after += 40 * time.Millisecond {
			command := exec.Command(os.Args[0], append([]string{"retention", "run", "--retention", rules}, at...)...)
			command.Env = append(os.Environ(), programVariable+"=1", "LANG=en_GB.UTF-8", "XDG_DATA_HOME="+t.TempDir())
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(after, func() { _ = command.Process.Kill() })
			err := command.Wait()
			timer.Stop()
			left, certified := look()
			if left+len(certified) != documents {
				t.Fatalf("killed after %v: %d documents are left and %d have certificates, of %d", after, left, len(certified), documents)
			}
			for id, n := range certified {
				if n != 1 {
					t.Errorf("document %s is in %d certificates", id, n)
				}
			}
			if err != nil && left < documents {
				killed++
			}
			if left == 0 {
				break
			}
		}
		t.Logf("%d kills fell between the first certificate and the last", killed)
	})
}
