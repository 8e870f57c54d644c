package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// program is one that is measured.
type program struct {
	name    string
	missing string // what there is not, or ""
	good    int    // the highest exit status that is no failure
	// prepare returns a task the form that the program reads: outside of what is measured, as the texts are for all.
	prepare func(b *bench, t task) (task, error)
	command func(t task, out string) *exec.Cmd
	read    func(b *bench, t task, out string) ([]row, error)
}

func asItIs(_ *bench, t task) (task, error)               { return t, nil }
func asTable(_ *bench, _ task, out string) ([]row, error) { return readTable(out) }
func lines(file string) ([]string, error) {
	b, err := os.ReadFile(file)
	return strings.Split(string(b), "\n"), err
}

// programs are all that there are, with those that are missing.
func (b *bench) programs() []program {
	lacks := func(name string) string {
		if _, err := exec.LookPath(name); err != nil {
			return "no " + name
		}
		return ""
	}
	all := []program{
		{name: "zhiwen", prepare: asItIs, read: asTable, command: func(t task, out string) *exec.Cmd {
			fresh := t.fresh
			if fresh == everything {
				fresh = t.library
			}
			cmd := exec.Command(b.zhiwen, "check", "--library", t.library, "--csv", out, fresh)
			return cmd
		}},
		{name: "sim_text", missing: lacks("sim_text"), prepare: wordsALine, read: readSim, command: func(t task, out string) *exec.Cmd {
			// 20 symbols, about eight words of Chinese: what it takes for the least by itself.
			script := `{ if [ "$1" != - ]; then find "$1" -type f -name '*.txt'; echo '|'; fi; find "$0" -type f -name '*.txt' | sort; } | sim_text -i -n -T -r 20 "$3" -o "$2"`
			flag := "-S"
			if t.fresh == everything {
				flag = "-s"
			}
			return exec.Command("sh", "-c", script, t.library, t.fresh, out, flag)
		}},
		{name: "ssdeep", missing: lacks("ssdeep"), good: 1, prepare: asItIs, read: readSsdeep, command: func(t task, out string) *exec.Cmd {
			script := `cd "$0"; if [ "$1" = - ]; then ssdeep -s -b -d ./*.txt >"$2"; else ssdeep -s -b ./*.txt >"$2.hashes"; if [ -d "$1" ]; then cd "$1"; ssdeep -s -b -m "$2.hashes" ./*.txt >"$2"; else ssdeep -s -b -m "$2.hashes" "$1" >"$2"; fi; fi`
			return exec.Command("sh", "-c", script, t.library, t.fresh, out)
		}},
	}
	own, err := os.Executable()
	if err != nil {
		own = os.Args[0]
	}
	all = append(all, program{name: "minhash-lsh (Go)", prepare: asItIs, read: asTable, command: func(t task, out string) *exec.Cmd {
		return exec.Command(own, "run", "minhash-lsh", t.library, t.fresh, out)
	}})
	for _, of := range []string{"simhash", "minhash", "dolos-core"} {
		name := of + " (npm)"
		tool := strings.TrimSuffix(of, "-core")
		missing := lacks("node")
		at := filepath.Join(b.modules, of)
		if tool == "dolos" {
			at = filepath.Join(b.modules, "@dodona", of)
		}
		if _, err := os.Stat(at); err != nil {
			missing = "npm did not install " + of
		}
		all = append(all, program{name: name, missing: missing, prepare: asItIs, read: asTable, command: func(t task, out string) *exec.Cmd {
			cmd := exec.Command("node", "--max-old-space-size=12000", filepath.Join(b.scripts, "peers.mjs"), tool, t.library, t.fresh, out)
			cmd.Env = append(os.Environ(), "PEERS_MODULES="+b.modules)
			return cmd
		}})
	}
	if b.others == "" {
		return append(all, program{name: "others (datasketch, a PAN aligner, …)", missing: "PEERS names no folder of programs"})
	}
	found, err := os.ReadDir(b.others)
	if err != nil {
		return append(all, program{name: b.others, missing: err.Error()})
	}
	for _, e := range found {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			at := filepath.Join(b.others, e.Name())
			all = append(all, program{name: e.Name(), prepare: asItIs, read: asTable, command: func(t task, out string) *exec.Cmd {
				return exec.Command(at, t.library, t.fresh, out)
			}})
		}
	}
	return all
}

// wordsALine writes texts anew with a symbol a line: sim_text takes what stands between spaces and punctuation
// for a word, which in Chinese is half a sentence, and says lines.
func wordsALine(b *bench, t task) (task, error) {
	folder := func(from, name string) (string, error) {
		to := filepath.Join(b.work, "words", name)
		files, err := filesOf(from)
		if err != nil {
			return "", err
		}
		if err := os.RemoveAll(to); err != nil {
			return "", err
		}
		if err := os.MkdirAll(to, 0o700); err != nil {
			return "", err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			var s strings.Builder
			for _, x := range symbolsOf(string(text)) {
				s.WriteString(x.text)
				s.WriteByte('\n')
			}
			if err := os.WriteFile(filepath.Join(to, base(file)), []byte(s.String()), 0o600); err != nil {
				return "", err
			}
		}
		return to, nil
	}
	out := t
	var err error
	if out.library, err = folder(t.library, "library"); err != nil {
		return t, err
	}
	if t.fresh != everything {
		out.fresh, err = folder(t.fresh, "new")
	}
	out.name, out.truth = t.library, t.fresh // where the texts are that places count in
	return out, err
}

var simLine = regexp.MustCompile(`^(.+?): line (\d+)-(\d+)\s*\|(.+?): line (\d+)-(\d+)\s*\[\d+\]`)

// readSim makes places of the lines that sim_text gives.
func readSim(_ *bench, t task, out string) (rows []row, err error) {
	all, err := lines(out)
	if err != nil {
		return nil, err
	}
	texts := map[string][]symbol{}
	symbols := func(file string) []symbol {
		if s, ok := texts[file]; ok {
			return s
		}
		from := t.name
		if strings.HasPrefix(file, t.fresh+"/") {
			from = t.truth
			if info, err := os.Stat(from); err == nil && !info.IsDir() {
				from = filepath.Dir(from)
			}
		}
		text, readErr := os.ReadFile(filepath.Join(from, base(file)))
		if readErr != nil {
			err = readErr
		}
		texts[file] = symbolsOf(string(text))
		return texts[file]
	}
	for _, text := range all {
		m := simLine.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var here, to, there, until int
		if _, err := fmt.Sscan(m[2]+" "+m[3]+" "+m[5]+" "+m[6], &here, &to, &there, &until); err != nil {
			return nil, err
		}
		x := row{fresh: base(m[1]), source: base(m[4]), hasPlace: true}
		if t.fresh != everything { // places are only asked for of what is scored
			a, b := symbols(m[1]), symbols(m[4])
			if err != nil {
				return nil, err
			}
			if here < 1 || there < 1 || to > len(a) || until > len(b) {
				return nil, fmt.Errorf("a line that the text has not: %s", text)
			}
			x.start, x.there = a[here-1].start, b[there-1].start
			x.length, x.thatMany = a[to-1].end-x.start, b[until-1].end-x.there
		}
		rows = append(rows, x)
	}
	return rows, nil
}

var ssdeepLine = regexp.MustCompile(`^(?:.*/)?(.+\.txt) matches (?:.*:)?(?:.*/)?(.+\.txt) \(\d+\)$`)

// readSsdeep reads the pairs that ssdeep gives.
func readSsdeep(_ *bench, _ task, out string) (rows []row, err error) {
	all, err := lines(out)
	for _, text := range all {
		if m := ssdeepLine.FindStringSubmatch(text); m != nil {
			rows = append(rows, row{fresh: m[1], source: m[2]})
		}
	}
	return rows, err
}
