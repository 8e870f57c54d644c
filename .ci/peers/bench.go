package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// everything stands for what is asked where all of the library are compared with one another.
const everything = "-"

// bench is one run.
type bench struct {
	eval, zhiwen, scripts, modules, others, work string
	corpus, only                                 []string
	sizes                                        []int
	limit                                        time.Duration

	mu      sync.Mutex
	running *exec.Cmd
}

// task is what every program is to do.
type task struct {
	name    string
	library string // folder of plain texts
	fresh   string // file or folder of what is asked, or everything
	truth   string // what is to be found, or ""
}

// run prepares the texts, once for all programs, and runs them one after the other.
func (b *bench) run() error {
	zh := filepath.Join(b.eval, "zh")
	if _, err := os.Stat(filepath.Join(zh, "truth.csv")); err != nil {
		return fmt.Errorf("name the folder of the sets: it has zh/truth.csv, zh/library, zh/suspicious and score/: %w", err)
	}
	fresh, err := filesOf(filepath.Join(zh, "suspicious"))
	if err != nil {
		return err
	}
	tasks := []task{{name: "passages of zh", library: filepath.Join(zh, "library"), fresh: filepath.Join(zh, "suspicious"), truth: filepath.Join(zh, "truth.csv")}}
	for _, n := range b.sizes {
		folder, had, err := b.fill(n)
		if err != nil {
			return err
		}
		if had < n {
			fmt.Printf("missing: %d of %d documents; name further folders of .txt files (CORPUS)\n", n-had, n)
		}
		tasks = append(tasks,
			task{name: fmt.Sprintf("%d, one new", had), library: folder, fresh: fresh[0]},
			task{name: fmt.Sprintf("%d, all pairs", had), library: folder, fresh: everything})
	}
	programs := b.programs()
	fmt.Println("| task | program | s | processor s | MB | found |\n|---|---|---|---|---|---|")
	for _, t := range tasks {
		for _, p := range programs {
			if p.missing != "" || len(b.only) > 0 && !slices.Contains(b.only, p.name) {
				continue
			}
			fmt.Printf("| %s | %s | %s |\n", t.name, p.name, b.measure(p, t))
		}
	}
	for _, p := range programs {
		if p.missing != "" {
			fmt.Printf("missing: %s (%s)\n", p.name, p.missing)
		}
	}
	return nil
}

// fill makes a folder of so many plain texts: those of zh, then of the corpus folders in order. had is how many there are.
func (b *bench) fill(n int) (folder string, had int, err error) {
	folder = filepath.Join(b.work, fmt.Sprint("texts-", n))
	if err := os.RemoveAll(folder); err != nil {
		return "", 0, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", 0, err
	}
	for i, from := range append([]string{filepath.Join(b.eval, "zh", "library")}, b.corpus...) {
		files, err := filesOf(from)
		if err != nil {
			return "", 0, err
		}
		for _, file := range files {
			if had == n {
				return folder, had, nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return "", 0, err
			}
			name := base(file)
			if i > 0 { // two folders may use a name
				name = fmt.Sprintf("%d-%s", i, name)
			}
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
				return "", 0, err
			}
			had++
		}
	}
	return folder, had, nil
}

// end ends what runs.
func (b *bench) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running != nil && b.running.Process != nil {
		_ = syscall.Kill(-b.running.Process.Pid, syscall.SIGKILL)
	}
}

// measure returns the cells of a row.
func (b *bench) measure(p program, t task) string {
	out := filepath.Join(b.work, "found.csv")
	_ = os.Remove(out)
	prepared, err := p.prepare(b, t)
	if err != nil {
		return "failed: " + err.Error()
	}
	own, err := os.Executable()
	if err != nil {
		return "failed: " + err.Error()
	}
	inner, took := p.command(prepared, out), filepath.Join(b.work, "usage.json")
	_ = os.Remove(took)
	cmd := exec.Command(own, append([]string{"measure", took}, inner.Args...)...)
	cmd.Env = inner.Env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var said strings.Builder
	cmd.Stderr = &said
	begun := time.Now()
	b.mu.Lock()
	b.running = cmd
	err = cmd.Start()
	b.mu.Unlock()
	if err != nil {
		return "failed: " + err.Error()
	}
	limit := time.AfterFunc(b.limit, b.end)
	err = cmd.Wait()
	clock := time.Since(begun)
	if !limit.Stop() {
		return fmt.Sprintf("%.0f | | | stopped at %s", clock.Seconds(), b.limit)
	}
	var u usage
	noted, readErr := os.ReadFile(took)
	if err = errors.Join(err, readErr); err == nil {
		err = json.Unmarshal(noted, &u)
	}
	used := fmt.Sprintf("%.1f | %.1f | %d", clock.Seconds(), u.Processor, u.Memory)
	if err == nil && u.Exit > p.good {
		err = fmt.Errorf("exit status %d", u.Exit)
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return used + " | failed: " + err.Error() + ": " + lines[len(lines)-1]
	}
	rows, err := p.read(b, prepared, out)
	if err != nil {
		return used + " | failed: " + err.Error()
	}
	return used + " | " + b.found(rows, t)
}

// row is something found: two documents, and where, if the program says so.
type row struct {
	fresh, source   string
	start, length   int // code points of fresh
	there, thatMany int // of source
	hasPlace        bool
}

// found returns what rows are worth.
func (b *bench) found(rows []row, t task) string {
	pairs := map[[2]string]bool{}
	places := false
	for _, r := range rows {
		if r.fresh != r.source {
			pairs[[2]string{r.fresh, r.source}] = true
		}
		places = places || r.hasPlace
	}
	if t.truth == "" {
		if t.fresh == everything {
			both := map[[2]string]bool{}
			for p := range pairs {
				both[[2]string{min(p[0], p[1]), max(p[0], p[1])}] = true
			}
			pairs = both
		}
		return fmt.Sprintf("%d pairs of documents", len(pairs))
	}
	truth, err := readTable(t.truth)
	if err != nil {
		return "failed: " + err.Error()
	}
	want := map[[2]string]bool{}
	for _, r := range truth {
		want[[2]string{r.fresh, r.source}] = true
	}
	right := 0
	for p := range pairs {
		if want[p] {
			right++
		}
	}
	said := fmt.Sprintf("%d of %d pairs of documents, %d false", right, len(want), len(pairs)-right)
	if !places {
		return said + "; no passages"
	}
	scored := filepath.Join(b.work, "scored.csv")
	if err := writeTable(scored, rows); err != nil {
		return "failed: " + err.Error()
	}
	score := exec.Command("go", "run", ".", "-truth", t.truth, "-found", scored)
	score.Dir = filepath.Join(b.eval, "score")
	answer, err := score.Output()
	if err != nil {
		return said + "; not scored: " + err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(answer)), "\n")
	return said + "; passages: " + strings.Join(strings.Fields(lines[len(lines)-1]), " ")
}

// readTable reads a table of passages (seven columns) or of pairs of documents (two).
func readTable(file string) (out []row, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReader(f))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	for _, c := range records {
		switch {
		case len(c) == 2:
			out = append(out, row{fresh: c[0], source: c[1]})
		case len(c) >= 7 && c[0] != "suspicious":
			x := row{fresh: c[0], source: c[4], hasPlace: true}
			if _, err := fmt.Sscan(strings.Join([]string{c[2], c[3], c[5], c[6]}, " "), &x.start, &x.length, &x.there, &x.thatMany); err != nil {
				return nil, err
			}
			out = append(out, x)
		}
	}
	return out, nil
}

func writeTable(file string, rows []row) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	_ = w.Write(strings.Split("suspicious,type,this_offset,this_length,source,source_offset,source_length", ","))
	for _, r := range rows {
		_ = w.Write([]string{r.fresh, "found", fmt.Sprint(r.start), fmt.Sprint(r.length), r.source, fmt.Sprint(r.there), fmt.Sprint(r.thatMany)})
	}
	w.Flush()
	return errors.Join(w.Error(), f.Close())
}
