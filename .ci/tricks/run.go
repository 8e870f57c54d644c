package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// result is what the program says of a file.
type result struct {
	figure           string   // as the first screen shows it: "38.1%", "—"
	covered, counted int      // characters
	said             []string // flags, notices, and lines beside the figures
	refused          string   // why there is no result
}

// share is the part of the text that was found in others, from 0 to 1.
func (r result) share() float64 {
	if r.counted == 0 {
		return 0
	}
	return float64(r.covered) / float64(r.counted)
}

// clean reports whether somebody who looks at the figure alone takes the file for clean: a dash or a mark says otherwise.
func (r result) clean() bool { return r.figure == "0.0%" && r.covered == 0 }

// evidenceFile is what is read of an evidence file.
type evidenceFile struct {
	Document struct {
		Flags []struct {
			Kind string `xml:"kind,attr"`
			Text string `xml:",chardata"`
		} `xml:"flag"`
		Notices []struct {
			Kind string `xml:"kind,attr"`
		} `xml:"notice"`
	} `xml:"document"`
	Scores struct {
		Countable int `xml:"countable,attr"`
		Covered   int `xml:"covered,attr"`
	} `xml:"scores"`
}

// harmless are notices that say how a text was read, and not that some of it is missing or doubtful.
var harmless = []string{"recognised", "picture-read", "figure-left", "signed"}

// figureLines are the lines of `zhiwen check` that stand below every file with findings.
var figureLines = regexp.MustCompile(`^\s*(without own applications|share\s+\S+\s+allotted)`)

// headLine is the line of a file: its figure, then what was counted.
var headLine = regexp.MustCompile(`^\s*(\S+)\s+.*\d.* of .*\d`)

// program is the program under test.
type program struct {
	path string
	work string
}

// check checks files against a library, many in one call: a file that has neither a result nor a complaint
// afterwards is checked again by itself.
func (p program) check(library string, files []string) (map[string]result, error) {
	out := map[string]result{}
	const most = 120 // arguments of a call: more and one fault costs many results
	for part := range slices.Chunk(files, most) {
		found, complaints, err := p.call(library, part)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 && len(part) > 1 {
			fmt.Fprintf(os.Stderr, "no result of %d files in one call: %s\n", len(part), complaints[max(0, len(complaints)-1000):])
		}
		for _, file := range part {
			if r, ok := found[file]; ok {
				out[file] = r
				continue
			}
			reason := refusal(complaints, file)
			if reason == "" && len(part) > 1 { // it was lost with another file
				again, said, err := p.call(library, []string{file})
				if err != nil {
					return nil, err
				}
				if r, ok := again[file]; ok {
					out[file] = r
					continue
				}
				reason = refusal(said, file)
			}
			out[file] = result{figure: "—", refused: cmp.Or(reason, "panic")}
		}
	}
	return out, nil
}

// refusal returns what the program complained of a file.
func refusal(complaints, file string) string {
	for line := range strings.Lines(complaints) {
		if strings.Contains(line, file) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// call runs the program once and reads its table and its evidence.
func (p program) call(library string, files []string) (map[string]result, string, error) {
	dir, err := os.MkdirTemp(p.work, "evidence-")
	if err != nil {
		return nil, "", err
	}
	args := append([]string{"check", "--library", library, "--hints", "off", "--data", filepath.Join(p.work, "data"), "--out", dir},
		files...)
	cmd := exec.Command(p.path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=en_GB.UTF-8")
	var table, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &table, &complaints
	// A status of failure means that some file has no result, which is told below.
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return nil, "", err
	}
	lines := map[string][]string{}
	heads := map[string]string{}
	at := ""
	for line := range strings.Lines(table.String()) {
		line = strings.TrimRight(line, "\n")
		i := slices.IndexFunc(files, func(f string) bool { return strings.HasSuffix(line, "  "+f) })
		switch {
		case i >= 0:
			at = files[i]
			heads[at] = line
		case at != "" && !figureLines.MatchString(line):
			lines[at] = append(lines[at], "says: "+strings.TrimSpace(line))
		}
	}
	out := map[string]result{}
	for _, file := range files {
		base := filepath.Base(file)
		data, err := os.ReadFile(filepath.Join(dir, base[:len(base)-len(filepath.Ext(base))]+".evidence.xml"))
		if err != nil {
			if data, err = os.ReadFile(filepath.Join(dir, base+".evidence.xml")); err != nil {
				continue
			}
		}
		var e evidenceFile
		if err := xml.Unmarshal(data, &e); err != nil {
			return nil, "", fmt.Errorf("evidence of %s: %w", base, err)
		}
		r := result{figure: "0.0%", covered: e.Scores.Covered, counted: e.Scores.Countable}
		if m := headLine.FindStringSubmatch(heads[file]); m != nil {
			r.figure = m[1]
		}
		for _, f := range e.Document.Flags {
			r.said = append(r.said, "flag "+f.Kind)
		}
		for _, n := range e.Document.Notices {
			if !slices.Contains(harmless, n.Kind) {
				r.said = append(r.said, "notice "+n.Kind)
			}
		}
		r.said = append(r.said, lines[file]...)
		slices.Sort(r.said)
		r.said = slices.Compact(r.said)
		out[file] = r
	}
	return out, complaints.String(), os.RemoveAll(dir)
}

var digits = regexp.MustCompile(`[\d.,]+`)

// beyond returns what is said of a file and not of the plain one, numbers aside.
func (r result) beyond(plain result) []string {
	known := map[string]bool{}
	for _, s := range plain.said {
		known[digits.ReplaceAllString(s, "#")] = true
	}
	var out []string
	for _, s := range r.said {
		if !known[digits.ReplaceAllString(s, "#")] {
			out = append(out, s)
		}
	}
	return out
}
