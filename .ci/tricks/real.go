package main

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// real prints what the program says of files without tricks: each flag, notice and line, to be read by a person.
func (m *measurement) real(w io.Writer, folders []string) error {
	var files []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			f := format(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
			if f == "htm" {
				f = html
			}
			if err == nil && !d.IsDir() && slices.Contains(formats, f) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	library := filepath.Join(m.program.work, "library")
	for name, text := range m.library {
		if err := put(filepath.Join(library, name+".txt"), []byte(text+"\n")); err != nil {
			return err
		}
	}
	results, err := m.program.check(library, files)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	quiet := 0
	for _, file := range files {
		r := results[file]
		switch {
		case r.refused != "":
			fmt.Fprintf(w, "refused  %s: %s\n", file, r.refused)
			counts["refused"]++
		case len(r.said) > 0 || r.covered > 0:
			fmt.Fprintf(w, "%-8s %s (%d of %d)\n", r.figure, file, r.covered, r.counted)
			for _, s := range r.said {
				fmt.Fprintf(w, "    %s\n", s)
				counts[digits.ReplaceAllString(s, "#")]++
			}
		default:
			quiet++
		}
	}
	fmt.Fprintf(w, "\n%d files, %d without a word\n", len(files), quiet)
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	for _, name := range names {
		fmt.Fprintf(w, "%5d %s\n", counts[name], name)
	}
	return nil
}
