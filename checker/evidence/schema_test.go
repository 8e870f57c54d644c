package evidence_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/internal/testrun"
)

func TestValidate(t *testing.T) {
	for name, e := range map[string]*evidence.Evidence{"full": sample(), "decided": decided(), "bare": {Document: evidence.Document{Identity: sample().Document.Identity}}} {
		if err := evidence.Validate(evidencetest.Encode(t, e)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// mutants are files that differ from a good one in one respect each: every
// element and attribute is left out, doubled, renamed, and each attribute of an
// element given strange values where it stands first.
func mutants(good string) map[string]string {
	out := map[string]string{}
	put := func(name, file string) {
		if file != good {
			out[name] = file
		}
	}
	attribute := regexp.MustCompile(` [a-zA-Z0-9]+="[^"]*"`)
	seen := map[string]bool{}
	for i, at := range attribute.FindAllStringIndex(good, -1) {
		name, value, _ := strings.Cut(good[at[0]:at[1]], "=")
		if name == " xmlns" || name == " version" && i == 0 || name == " encoding" {
			continue
		}
		before, after := good[:at[0]], good[at[1]:]
		put("without"+name+before[max(0, len(before)-20):], before+after)
		put("renamed"+name+before[max(0, len(before)-20):], before+name+"x="+value+after)
		element, _, _ := strings.Cut(before[strings.LastIndexByte(before, '<'):], " ")
		if seen[element+name] {
			continue
		}
		seen[element+name] = true
		for _, strange := range []string{"", "-1", "0", "1", "+1", " 7 ", "1.0", "0.1234", "0.1000", ".5", "1.0001", "x", "true", "TRUE", "verbatim", "check", "confirmed", "2026-11-21T10:42:00Z", "2026-02-30T10:42:00Z", "2026-11-21T25:00:00Z", "&#xA;"} {
			put("with"+name+"="+strange+" after "+before[max(0, len(before)-20):], before+name+`="`+strange+`"`+after)
		}
	}
	lines := strings.SplitAfter(good, "\n")
	for i := 2; i < len(lines); i++ {
		rest := strings.Join(lines[i+1:], "")
		head := strings.Join(lines[:i], "")
		put("without line "+lines[i], head+rest)
		put("double line "+lines[i], head+lines[i]+lines[i]+rest)
		put("text before "+lines[i], head+"text"+lines[i]+rest)
		put("comment before "+lines[i], head+"<!-- comment -->"+lines[i]+rest)
		put("unknown before "+lines[i], head+"<unknown/>"+lines[i]+rest)
		if i+1 < len(lines) {
			put("swapped "+lines[i], head+lines[i+1]+lines[i]+strings.Join(lines[i+2:], ""))
		}
	}
	return out
}

// The program and xmllint say the same of every mutant.
func TestValidateAsXmllint(t *testing.T) {
	testrun.NeedWhole(t)
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		evidencetest.Validate(t, nil) // skips, or fails where nothing may be skipped
	}
	dir := t.TempDir()
	schema := filepath.Join(dir, "evidence.xsd")
	if err := os.WriteFile(schema, evidence.Schema, 0o600); err != nil {
		t.Fatal(err)
	}
	signed, err := keys(t).Sign(evidencetest.Encode(t, decided()))
	if err != nil {
		t.Fatal(err)
	}
	files := mutants(string(signed))
	names := []string{}
	args := []string{"--nonet", "--noout", "--schema", schema}
	for name, file := range files {
		path := filepath.Join(dir, fmt.Sprintf("%d.xml", len(names)))
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		args = append(args, path)
	}
	out, _ := exec.Command(xmllint, args...).CombinedOutput() // fails, since some files do
	said := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		said[line] = true
	}
	valid := 0
	for i, path := range args[4:] {
		want := said[path+" validates\n"]
		if want {
			valid++
		}
		if err := evidence.Validate([]byte(files[names[i]])); (err == nil) != want {
			t.Errorf("%s: %v, but xmllint says valid: %v", names[i], err, want)
		}
	}
	if len(names) < 1000 || valid < 50 || valid > len(names)/2 {
		t.Errorf("%d mutants, %d of them valid: the test shows little", len(names), valid)
	}
}

// Hostile files are refused at once, whatever their size.
func TestValidateRefusesHostileFiles(t *testing.T) {
	testrun.NeedWhole(t)
	good := string(evidencetest.Encode(t, sample()))
	head := `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	for name, file := range map[string]string{
		"entity bomb": head + `<!DOCTYPE e [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>` + strings.Replace(good[len(head):], "甲", "&b;", 1),
		"entity":      strings.Replace(good, "甲", "&b;", 1),
		"file entity": head + `<!DOCTYPE e SYSTEM "file:///etc/passwd">` + good[len(head):],
		"depth":       head + strings.Repeat("<evidence>", 1e6),
		"depth within": strings.Replace(good, "<engine ", `<engine name="x" version="1" profile="x"><parameter name="a" value="b">`+strings.Repeat("<parameter>", 1e6)+"<engine ",
			1),
		"long attribute":   strings.Replace(good, `<engine `, `<engine x="`+strings.Repeat("a", 64<<20)+`" `, 1),
		"long name":        strings.Replace(good, `<engine `, `<`+strings.Repeat("a", 8<<20)+` `, 1),
		"other encoding":   strings.Replace(good, "UTF-8", "UTF-7", 1),
		"broken UTF-8":     strings.Replace(good, "甲", "\xff", 1),
		"NUL":              strings.Replace(good, "甲", "\x00", 1),
		"cut off":          good[:len(good)/2],
		"second root":      good + good[len(head):],
		"text at the end":  good + "x",
		"instruction":      strings.Replace(good, "<engine ", "<?php x?><engine ", 1),
		"other namespace":  strings.Replace(good, evidence.Namespace, "urn:zhiwen:evidence:9", 1),
		"nothing":          "",
		"nothing but head": head,
	} {
		err := evidence.Validate([]byte(file))
		if err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: got %v, want a fault with its line", name, err)
		} else if len(err.Error()) > 300 {
			t.Errorf("%s: the message has %d characters", name, len(err.Error()))
		}
	}
}
