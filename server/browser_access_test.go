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
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axePackage is the checker of accessibility, from the npm registry: it is too
// large to be kept with the project, and nothing of it is shipped.
const axePackage = "axe-core@4.14.1"

// axeScript gets the checker through npm, once for all tests, or ends the test where it
// cannot be had.
func axeScript(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is missing: accessibility is not checked with " + axePackage)
	}
	script, err := fetchAxe()
	if errors.Is(err, errNoAxe) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	return script
}

// errNoAxe says that npm does not give the checker.
var errNoAxe = errors.New(axePackage + " cannot be had")

var fetchAxe = sync.OnceValues(func() (script string, err error) {
	dir, err := os.MkdirTemp("", "axe-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", dir, axePackage)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %w: %.300s", errNoAxe, err, out)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("npm gave %v: %w", found, err)
	}
	f, err := os.Open(found[0])
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if err != nil {
			return "", fmt.Errorf("axe.min.js of the package: %w", err)
		}
		if h.Name == "package/axe.min.js" {
			b, err := io.ReadAll(archive)
			return string(b), err
		}
	}
})

// access lets axe look at every page, light and dark, with what opens on it: it may find no violation.
func access(t *testing.T, a app) {
	script := axeScript(t)
	b := a.tab(t, "en")
	b.open("/checks/1")
	pair := eval[string](b, "new URL(document.querySelector('.source h3 a').href).pathname")
	match := eval[string](b, "document.querySelector('.text a.hl').dataset.match")
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
			t.Errorf("%s %s: %s", page.path, page.open, fault)
		}
	}
}

// inaccessible returns what axe calls a violation on the page that is shown: by all
// its rules in light, by that of contrast in dark, where colours alone are others.
func (b *tab) inaccessible(script string) (faults []string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](script))
	for _, look := range []struct{ theme, rules string }{{"light", ""}, {"dark", `runOnly: ["color-contrast"], `}} {
		b.theme(look.theme)
		found := eval[[]string](b, `axe.run(document, {`+look.rules+`resultTypes: ["violations"]}).then(r => r.violations
			.flatMap(v => v.nodes.slice(0, 5).map(n => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? ""))))`)
		for _, fault := range found {
			faults = append(faults, look.theme+": "+strings.TrimSpace(fault))
		}
	}
	b.theme("light")
	return faults
}

// theme has the pages of the tab shown light or dark.
func (b *tab) theme(theme string) {
	b.t.Helper()
	b.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	}))
}

// fits opens a page in the narrowest of windows as wide as these, in pixels from narrow to
// wide, and says in which of them it must be scrolled sideways.
func (b *tab) fits(path string, widths ...int64) {
	b.t.Helper()
	for i, width := range widths {
		b.size(width, 900)
		if i == 0 {
			b.open(path)
		}
		if over := eval[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			b.t.Errorf("%s at %d px is %d px too wide", path, width, over)
		}
		if width < 500 {
			if what := eval[string](b, crooked); what != "" {
				b.t.Errorf("%s at %d px: %s", path, width, what)
			}
		}
	}
}
