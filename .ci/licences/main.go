// Licences lists what the program is built of, with the licence of each part,
// and fails on what may not be linked into a program under the Apache License:
// the GPL and its kin, and parts without a licence. What it knows a licence by
// is the text (licenseclassifier), not the name somebody gave it.
//
// It is a module of its own: what it needs is no part of the program.
//
//	licences [-check] FILE
//
// writes FILE; with -check it fails where FILE is another one.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	classifier "github.com/google/licenseclassifier/v2"
	"github.com/google/licenseclassifier/v2/assets"
)

// program is the package whose parts are listed.
const program = "./server"

// platforms are those that the program is made for: each links modules of its own.
var platforms = [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "arm64"}}

// allowed are the licences that ask for no more than to be named, or, as the
// Mozilla Public License, for the source of unchanged files.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "blessing", "ICU", "ISC", "MIT", "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib"}

// read are files that the classifier has no text for, by module and name, with
// the licence that somebody who has read them found; none where they are about
// something that is not linked.
var read = map[string]string{
	"github.com/gogs/chardet icu-license.html": "ICU",      // of ICU 1.8.1 to 57: asks to be named
	"modernc.org/sqlite LICENSE-SQLITE":        "blessing", // dedicated to the public domain
	"modernc.org/memory LICENSE-LOGO":          "",         // where a picture of its README comes from
}

// module is one Go module.
type module struct {
	Path, Version, Dir string

	folders    map[string]bool // of its packages that are linked; true where what is below is linked too
	licences   []string
	copyrights []string
	notice     string
	texts      map[string]string // by licence
}

func main() {
	check := flag.Bool("check", false, "compare, do not write")
	flag.Parse()
	if err := run(flag.Arg(0), *check); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(file string, check bool) error {
	if file == "" {
		return errors.New("name the file of the list")
	}
	modules, err := linked()
	if err != nil {
		return err
	}
	classifier, err := assets.DefaultClassifier()
	if err != nil {
		return err
	}
	var faults []error
	for _, m := range modules {
		if err := m.look(classifier); err != nil {
			faults = append(faults, fmt.Errorf("%s %s: %w", m.Path, m.Version, err))
		}
		fmt.Printf("%-60s %-40s %s\n", m.Path, m.Version, strings.Join(m.licences, " AND "))
	}
	for _, p := range parts {
		if p.module != "" && !slices.ContainsFunc(modules, func(m *module) bool { return m.Path == p.module }) {
			faults = append(faults, fmt.Errorf("%s is said to be in %s, which is not linked", p.name, p.module))
		}
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	list := write(modules)
	if !check {
		return os.WriteFile(file, list, 0o644)
	}
	have, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, list) {
		return fmt.Errorf("%s is not as the program is: run make licences", file)
	}
	return nil
}

// linked returns the modules that have a package in the program, by their paths.
func linked() ([]*module, error) {
	byPath := map[string]*module{}
	for _, p := range platforms {
		cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Module,CgoFiles", program)
		cmd.Env = append(os.Environ(), "GOOS="+p[0], "GOARCH="+p[1], "CGO_ENABLED=1")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list on %s/%s: %w", p[0], p[1], err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
			var pkg struct {
				Dir      string
				CgoFiles []string
				Module   *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := d.Decode(&pkg); err != nil {
				return nil, err
			}
			if pkg.Module == nil || pkg.Module.Main {
				continue
			}
			m := byPath[pkg.Module.Path]
			if m == nil {
				m = &module{Path: pkg.Module.Path, Version: pkg.Module.Version, Dir: pkg.Module.Dir, folders: map[string]bool{}}
				byPath[m.Path] = m
			}
			m.folders[pkg.Dir] = len(pkg.CgoFiles) > 0
		}
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b *module) int { return cmp.Compare(a.Path, b.Path) }), nil
}

var (
	licenceName   = regexp.MustCompile(`(?i)^(.*-)?(un)?licen[cs]e|^copying|^copyright|^third.?party`)
	noticeName    = regexp.MustCompile(`(?i)^notice(\.(md|txt))?$`)
	tags          = regexp.MustCompile(`<[^>]*>`)
	blankLines    = regexp.MustCompile(`\n\s*\n`)
	sourceName    = regexp.MustCompile(`(?i)\.(go|sh|pl|py|c|h|png|svg)$`)
	copyrightLine = regexp.MustCompile(`^[\s#*/>"“-]*((Portions )?Copyright .+|(©|\(c\)) \d{4}.+)$`)
	noCopyright   = regexp.MustCompile(`\[yyyy\]|\{yyyy\}|Copyright (notice|owner|holder|[Ll]icense)`)
	gnu           = regexp.MustCompile(`GNU\s+(\w+\s+)?General\s+Public\s+License|\b[AL]?GPL`)
	choice        = regexp.MustCompile(`SPDX-License-Identifier:\s*([A-Za-z0-9.+-]+(?: OR [A-Za-z0-9.+-]+)+)`)
)

// look finds the licences of the module. It fails without one, and with one that
// is not allowed.
func (m *module) look(known *classifier.Classifier) error {
	m.texts = map[string]string{}
	var faults []error
	found := map[string]bool{}
	err := filepath.WalkDir(m.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if !m.counts(path) || entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		name := entry.Name()
		if sourceName.MatchString(name) || !licenceName.MatchString(name) && !noticeName.MatchString(name) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if noticeName.MatchString(name) {
			m.notice += string(text)
			return nil
		}
		licences, fault := m.classify(known, name, text)
		if fault != nil {
			faults = append(faults, fault)
		}
		for _, l := range licences {
			found[l] = true
		}
		for line := range strings.Lines(string(text)) {
			if c := copyrightLine.FindStringSubmatch(strings.TrimRight(line, "\r\n ")); c != nil && !noCopyright.MatchString(c[1]) && !slices.Contains(m.copyrights, c[1]) {
				m.copyrights = append(m.copyrights, c[1])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.licences = slices.Sorted(maps.Keys(found))
	if len(found) == 0 && len(faults) == 0 {
		faults = append(faults, errors.New("has no licence: take a version that has one, or do without"))
	}
	return errors.Join(faults...)
}

// counts reports whether what lies in a folder of the module is about what is
// linked: the folders of its packages, those above them, and those below
// packages in C, which is where its sources are.
func (m *module) counts(folder string) bool {
	if folder == m.Dir {
		return true
	}
	for linked, below := range m.folders {
		if strings.HasPrefix(linked+"/", folder+"/") || below && strings.HasPrefix(folder, linked+"/") {
			return true
		}
	}
	return false
}

// classify returns the licences of a file.
func (m *module) classify(known *classifier.Classifier, name string, text []byte) (licences []string, err error) {
	if l, ok := read[m.Path+" "+name]; ok {
		if l != "" {
			licences = []string{l}
			m.texts[l] = strings.TrimSpace(blankLines.ReplaceAllString(tags.ReplaceAllString(strings.ReplaceAll(string(text), "\r", ""), ""), "\n\n"))
		}
		return licences, nil
	}
	if c := choice.FindSubmatch(text); c != nil {
		for _, l := range strings.Split(string(c[1]), " OR ") {
			if slices.Contains(allowed, l) {
				return []string{l}, nil
			}
		}
		return nil, fmt.Errorf("%s: %s: none of these may be linked", name, c[1])
	}
	lines := strings.SplitAfter(string(text), "\n")
	matches := slices.DeleteFunc(known.Match(text).Matches, func(m *classifier.Match) bool { return m.MatchType != "License" && m.MatchType != "Header" })
	if len(matches) == 0 && !gnu.Match(text) {
		return nil, fmt.Errorf("%s: this licence is not known: read it, and say in .ci/licences what it is", name)
	}
	for _, match := range matches {
		if !slices.Contains(allowed, match.Name) {
			return nil, fmt.Errorf("%s: %s may not be linked", name, match.Name)
		}
		licences = append(licences, match.Name)
		of := lines[match.StartLine-1 : min(match.EndLine, len(lines))]
		// The shortest says nothing but the licence.
		if text := strings.Join(of, ""); match.MatchType == "License" && (m.texts[match.Name] == "" || len(text) < len(m.texts[match.Name])) {
			m.texts[match.Name] = text
		}
	}
	for _, match := range matches { // what is left says something else
		clear(lines[match.StartLine-1 : min(match.EndLine, len(lines))])
	}
	if copyleft := gnu.FindString(strings.Join(lines, "")); copyleft != "" {
		return nil, fmt.Errorf("%s: it also speaks of the %s, which may not be linked", name, copyleft)
	}
	return licences, nil
}
