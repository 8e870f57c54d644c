package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axePackage is the checker of accessibility, from the npm registry: it is too
// large to be kept with the project, and nothing of it is shipped.
const axePackage = "axe-core@4.14.1"

// axeScript gets the checker through npm, or ends the test where it cannot be had.
func axeScript(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is missing: accessibility is not checked with " + axePackage)
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, npm, "pack", "--silent", "--pack-destination", dir, axePackage)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Skipf("%s cannot be had: %v: %.300s", axePackage, err, out)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(found) != 1 {
		t.Fatalf("npm gave %v, %v", found, err)
	}
	f, err := os.Open(found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			t.Fatal("the package has no axe.min.js")
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Name == "package/axe.min.js" {
			b, err := io.ReadAll(archive)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
}

// access lets axe look at every page, light and dark, with what opens on it:
// nothing that it calls serious or critical may be found.
func access(t *testing.T, a app) {
	script := axeScript(t)
	b := a.tab(t, "en")
	b.open("/checks/1")
	pair := eval[string](b, "new URL(document.querySelector('.source a.go').href).pathname")
	match := eval[string](b, "document.querySelector('.text a.hl').dataset.match")
	for _, theme := range []string{"light", "dark"} {
		b.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		}))
		for _, page := range []struct{ path, open string }{
			{"/", ""}, {"/library", ""}, {"/library?q=%E6%B9%BF%E5%9C%B0", ""}, {"/forms", ""}, {"/roles", ""}, {"/documents/1", ""},
			{"/checks/1?match=" + match, ""}, {"/checks/1?length=60", "filter"}, {"/checks/1", "verdict"}, {"/checks/1", "exclude"}, {"/checks/1", "export"},
			{pair + "/pages", ""}, {pair, ""}, {pair, "basics"}, {pair, "dismiss"}, {pair + "?swap=1", "confirm"},
		} {
			b.open(page.path)
			if page.open != "" {
				b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.getElementById('%s').showPopover()", page.open)))
			}
			for _, fault := range b.inaccessible(script) {
				t.Errorf("%s %s %s: %s", page.path, page.open, theme, strings.TrimSpace(fault))
			}
		}
	}
}

// inaccessible gives what axe calls serious or critical of the page that is shown.
func (b *tab) inaccessible(script string) []string {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](script))
	b.do(chromedp.Evaluate[chromedp.Void](`window.found = null; axe.run(document, {resultTypes: ["violations"]}).then(r => window.found = r.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.flatMap(v => v.nodes.slice(0, 5).map(n => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")))); undefined`))
	b.wait("window.found !== null")
	return eval[[]string](b, "window.found")
}
