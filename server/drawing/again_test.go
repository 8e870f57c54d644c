package drawing

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// browser puts a program on PATH that is taken for the browser.
func browser(t *testing.T, script string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, browsers[0]), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	t.Setenv("MARK", filepath.Join(folder, "mark"))
}

const printing = `for a in "$@"; do case $a in --print-to-pdf=*) printf '%s' "%PDF" > "${a#*=}";; esac; done`

// A browser that is ended by a signal is started once more, and one that may make no sandbox without it; one that says that it
// fails is not, and one that is ended twice is a fault.
func TestPrintsAgain(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		starts string
		fails  bool
	}{
		"ended once":  {`echo >> "$MARK"; [ "$(wc -l < "$MARK")" = 1 ] && kill -SEGV $$; ` + printing, "\n\n", false},
		"ended twice": {`echo >> "$MARK"; kill -SEGV $$`, "\n\n", true},
		"in a container": {`echo >> "$MARK"; [ "$1" = --no-sandbox ] || { echo "No usable sandbox!"; exit 1; }; ` +
			printing, "\n\n", false},
		"failing": {`echo >> "$MARK"; exit 1`, "\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			browser(t, c.script)
			p, err := NewPrinter(filepath.Join(t.TempDir(), "printing"))
			if err != nil {
				t.Fatal(err)
			}
			pdf, err := p.Print(context.Background(), []byte("<p>"))
			if (err != nil) != c.fails || !c.fails && string(pdf) != "%PDF" {
				t.Errorf("%q, %v", pdf, err)
			}
			if starts, _ := os.ReadFile(os.Getenv("MARK")); string(starts) != c.starts {
				t.Errorf("it was started %d times", len(starts))
			}
		})
	}
}
