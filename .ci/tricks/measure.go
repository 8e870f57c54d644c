package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// mark is what became of a trick in one format.
type mark string

// The marks. A file that is honest is found where its share is right and nothing is said; what else is said of it is a
// false flag.
const (
	found   mark = "found"
	flagged mark = "flagged"
	neither mark = "neither"
)

// caseOf is a trick in a format.
type caseOf struct {
	*trick
	format format
	file   string
	mark   mark
	result result
	plain  result
	why    string
}

// measurement holds what is needed to measure.
type measurement struct {
	program program
	zh, en  content
	library map[string]string
	doc     bool // LibreOffice makes .doc files
	only    string
}

func (m *measurement) content(t *trick) content {
	if t.language == "en" {
		return m.en
	}
	return m.zh
}

// wanted reports whether a trick is to be measured.
func (m *measurement) wanted(id string) bool {
	return slices.ContainsFunc(strings.Split(m.only, ","), func(prefix string) bool { return strings.HasPrefix(id, prefix) })
}

// controls are the files whose results are right: the plain ones, and those without what is copied.
func controls() []*trick {
	var out []*trick
	for _, language := range []string{"zh", "en"} {
		out = append(out,
			&trick{id: "plain_" + language, language: language, make: neutral(content.plain)},
			&trick{id: "own_" + language, language: language, make: neutral(func(c content) []para { return c.paras() })})
	}
	return out
}

// measure writes all files, checks them and marks each.
func (m *measurement) measure(tricks []*trick) ([]*caseOf, error) {
	var cases []*caseOf
	var unmade []string
	for _, t := range append(controls(), tricks...) {
		if t.kind != "" && !m.wanted(t.id) {
			continue
		}
		for _, f := range formats {
			write := t.make[f]
			if write == nil || f == doc && !m.doc {
				continue
			}
			data, err := write(m.content(t))
			if errors.Is(err, errCannot) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", t.id, f, err)
			}
			c := &caseOf{trick: t, format: f, file: filepath.Join(m.program.work, "files", string(f), t.id+"."+string(f))}
			if err := put(c.file, data); err != nil {
				return nil, err
			}
			if f == doc && !t.ready {
				unmade = append(unmade, c.file)
			}
			cases = append(cases, c)
		}
	}
	if err := m.makeDocs(unmade); err != nil {
		return nil, err
	}
	byLibrary := map[string][]*caseOf{}
	for _, c := range cases {
		library, err := m.libraryOf(c)
		if err != nil {
			return nil, err
		}
		byLibrary[library] = append(byLibrary[library], c)
	}
	for _, library := range slices.Sorted(maps.Keys(byLibrary)) {
		var files []string
		for _, c := range byLibrary[library] {
			files = append(files, c.file)
		}
		results, err := m.program.check(library, files)
		if err != nil {
			return nil, err
		}
		for _, c := range byLibrary[library] {
			c.result = results[c.file]
		}
	}
	return m.marked(cases)
}

// marked returns each case its mark, and takes the controls away.
func (m *measurement) marked(cases []*caseOf) ([]*caseOf, error) {
	control := map[string]result{}
	for _, c := range cases {
		if c.kind == "" {
			control[c.id+"."+string(c.format)] = c.result
			if right := strings.HasPrefix(c.id, "plain"); right != (c.result.covered > 0) || c.result.refused != "" {
				return nil, fmt.Errorf("the control %s.%s has the share %.3f %s", c.id, c.format, c.result.share(), c.result.refused)
			}
		}
	}
	var out []*caseOf
	for _, c := range cases {
		if c.kind == "" {
			continue
		}
		language := "zh"
		if c.language != "" {
			language = c.language
		}
		base := "plain_"
		if c.way == accuse || c.way == honest {
			base = "own_"
		}
		c.plain = control[base+language+"."+string(c.format)]
		c.judge()
		out = append(out, c)
	}
	return out, nil
}

// tolerated is how far a share may be from the right one, relative to it; three times that where the trick adds or takes
// visible text.
const tolerated = 0.1

// few is a share that a match of a sentence by chance may have.
const few = 0.01

func (c *caseOf) judge() {
	r := c.result
	said := r.beyond(c.plain)
	off := r.share() - c.plain.share()
	width := max(few, tolerated*c.plain.share())
	if c.mostly {
		width *= 3
	}
	right := math.Abs(off) <= width || (c.more || c.mostly) && off > 0
	if c.way == honest {
		c.mark = neither
		switch {
		case r.refused == "" && right && len(said) == 0:
			c.mark = found
		case r.refused == "" && len(said) > 0:
			c.mark = flagged
		}
		c.why = strings.Join(said, "; ")
		return
	}
	switch {
	case r.refused != "" && !strings.Contains(r.refused, "panic"):
		c.mark, c.why = flagged, r.refused
	case r.refused == "" && right:
		c.mark = found
	case r.refused == "" && len(said) > 0 && !r.clean():
		c.mark, c.why = flagged, strings.Join(said, "; ")
	default:
		c.mark, c.why = neither, fmt.Sprintf("%s (%d of %d), right %.1f%%; %s", r.figure, r.covered, r.counted, 100*c.plain.share(),
			strings.Join(append(said, r.refused), "; "))
	}
}

// put writes a file and its folders.
func put(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // scratch
		return err
	}
	return os.WriteFile(path, data, 0o644) //nolint:gosec // scratch
}

// libraryOf returns the folder of the library of a case, and writes it.
func (m *measurement) libraryOf(c *caseOf) (string, error) {
	dir := filepath.Join(m.program.work, "library")
	if c.library != nil {
		dir = filepath.Join(m.program.work, "libraries", c.id)
	}
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	for name, text := range m.library {
		if err := put(filepath.Join(dir, name+".txt"), []byte(text+"\n")); err != nil {
			return "", err
		}
	}
	if c.library != nil {
		more, err := c.library(m.content(c.trick))
		if err != nil {
			return "", err
		}
		for name, data := range more {
			if err := put(filepath.Join(dir, name), data); err != nil {
				return "", err
			}
		}
	}
	return dir, nil
}

// makeDocs turns files that are .docx in truth into .doc files, all by one run of LibreOffice.
func (m *measurement) makeDocs(files []string) error {
	if len(files) == 0 {
		return nil
	}
	from := filepath.Join(m.program.work, "convert")
	var names []string
	for _, file := range files {
		name := filepath.Join(from, strings.TrimSuffix(filepath.Base(file), ".doc")+".docx")
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := put(name, data); err != nil {
			return err
		}
		if err := os.Remove(file); err != nil {
			return err
		}
		names = append(names, name)
	}
	args := []string{"-env:UserInstallation=file://" + filepath.Join(m.program.work, "profile"), "--headless", "--convert-to",
		"doc:MS Word 97", "--outdir", filepath.Dir(files[0])}
	if out, err := exec.Command("soffice", append(args,
		names...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("soffice: %w: %s", err, out)
	}
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("LibreOffice made no %s", filepath.Base(file))
		}
	}
	return nil
}
