package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// htmlPackage is the checker of HTML, from the npm registry; nothing of it is shipped.
const htmlPackage = "html-validate@10.17.0"

// htmlRules are the rules of the checker: those of the standard, without those of taste and without those about which
// axe knows more.
const htmlRules = `{"root": true, "extends": ["html-validate:standard"], "rules": {"attribute-boolean-style": "off", "attribute-empty-style": "off",
	"doctype-style": "off", "form-dup-name": "off", "long-title": "off", "no-implicit-button-type": "off", "no-implicit-close": "off",
	"no-implicit-input-type": "off", "no-inline-style": "off", "no-trailing-whitespace": "off", "prefer-native-element": "off",
	"prefer-tbody": "off", "unique-landmark": "off", "void-style": "off", "tel-non-breaking": "off"}}`

// invalid returns what is no valid HTML in pages, by their addresses. It ends the test where
// the checker cannot be had.
func invalid(t *testing.T, pages map[string]string) (faults []string) {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, htmlPackage)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("%s cannot be had: %v: %.300s", htmlPackage, err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, ".htmlvalidate.json"), []byte(htmlRules), 0o600); err != nil {
		t.Fatal(err)
	}
	names, arguments := map[string]string{}, []string{"--formatter", "json"}
	for address, source := range pages {
		name := filepath.Join(dir, fmt.Sprintf("%03d.html", len(names)))
		if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		names[name] = address
		arguments = append(arguments, name)
	}
	check := exec.CommandContext(ctx, filepath.Join(dir, "node_modules", ".bin", "html-validate"), arguments...)
	check.Dir = dir
	// Into a file: of a pipe it writes no more than fits in at once.
	results, err := os.Create(filepath.Join(dir, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	check.Stdout = results
	_ = check.Run() // it fails where there are faults, which it lists
	out, err := os.ReadFile(results.Name())
	if err := errors.Join(err, results.Close()); err != nil {
		t.Fatal(err)
	}
	var checked []struct {
		FilePath string `json:"filePath"`
		Messages []struct {
			RuleID   string `json:"ruleId"`
			Message  string `json:"message"`
			Selector string `json:"selector"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(out, &checked); err != nil {
		t.Fatalf("%s said %.300s: %v", htmlPackage, out, err)
	}
	for _, r := range checked {
		for _, m := range r.Messages {
			faults = append(faults, fmt.Sprintf("%s: %s: %s (%s)", names[r.FilePath], m.RuleID, m.Message, m.Selector))
		}
	}
	return faults
}
