package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// documents returns the pages that a reader of the project has, from the folder of this package.
func documents(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/zh/*.md", "docs/deploy/*.md"} {
		files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if name := filepath.Base(f); name != "THIRD_PARTY.md" && name != "CHANGELOG.md" {
				out[f] = string(text)
			}
		}
	}
	return out
}

// commandsOf returns the command lines of zhiwen that a page shows: lines of code and what stands between backticks, without
// comments.
func commandsOf(page string) (out []string) {
	shown := regexp.MustCompile("(?m)^ {4,}(?:sudo )?(?:/opt/zhiwen/|bin/)?zhiwen((?: .*)?)$|`(?:bin/)?zhiwen ([^`]*)`")
	for _, m := range shown.FindAllStringSubmatch(page, -1) {
		for line := range strings.SplitSeq(m[1]+m[2], "·") {
			line = strings.TrimPrefix(strings.TrimSpace(line), "zhiwen ")
			line, _, _ = strings.Cut(line, "#")
			line, _, _ = strings.Cut(line, "  ") // a comment behind it, in columns
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}

var (
	commandName = regexp.MustCompile(`^[a-z]+(\|[a-z]+)*$`)
	flagName    = regexp.MustCompile(`--[a-z][a-z0-9-]*`)
)

// commandFaults returns what of a command line the program does not know: commands and flags.
func commandFaults(model *kong.Node, line string) (out []string) {
	nodes := []*kong.Node{model}
	for word := range strings.FieldsSeq(line) {
		if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "[") || len(nodes[0].Children) == 0 || !commandName.MatchString(word) {
			break
		}
		var next []*kong.Node
		for name := range strings.SplitSeq(word, "|") {
			i := slices.IndexFunc(nodes[0].Children, func(n *kong.Node) bool { return n.Name == name || slices.Contains(n.Aliases, name) })
			if i < 0 {
				return append(out, "command "+name)
			}
			next = append(next, nodes[0].Children[i])
		}
		nodes = next
	}
	for _, flag := range flagName.FindAllString(line, -1) {
		known := slices.ContainsFunc(nodes, func(n *kong.Node) bool {
			return slices.ContainsFunc(slices.Concat(n.AllFlags(false)...), func(f *kong.Flag) bool {
				return "--"+f.Name == flag || slices.Contains(f.Aliases, flag[2:])
			})
		})
		if !known && flag != "--help" {
			out = append(out, flag)
		}
	}
	return out
}

// TestDocsCommands finds each command and flag that the pages show in the program, and each target of make in the Makefile.
func TestDocsCommands(t *testing.T) {
	parser, err := kong.New(&cli{}, flagValues())
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	target := regexp.MustCompile("(?m)(?:^ {4,}|`)make ([a-z][a-z-]*)")
	claims := 0
	for file, page := range documents(t) {
		for _, line := range commandsOf(page) {
			claims++
			if faults := commandFaults(parser.Model.Node, line); len(faults) > 0 {
				t.Errorf("%s: zhiwen %s: the program has no %s", file, line, strings.Join(faults, ", "))
			}
		}
		for _, m := range target.FindAllStringSubmatch(page, -1) {
			claims++
			if !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s: there is no make %s", file, m[1])
			}
		}
	}
	if claims < 80 {
		t.Errorf("only %d claims were found", claims)
	}
	if faults := commandFaults(parser.Model.Node, "harvest add|dance NAME --colour"); len(faults) == 0 {
		t.Error("a command that is not there was not found")
	}
	if faults := commandFaults(parser.Model.Node, "check --colour"); len(faults) == 0 {
		t.Error("a flag that is not there was not found")
	}
}

// TestDocsLinks follows the links of the pages within the project, and finds the files and folders of it that they name.
func TestDocsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	named := regexp.MustCompile("`((?:checker|extract|server|static|templates|web|docs|internal|\\.ci)/[a-z0-9_./-]*[a-z0-9_])`")
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor := func(s string) string {
		s = regexp.MustCompile(`[^\p{L}\p{N}\- _]`).ReplaceAllString(strings.ToLower(s), "")
		return strings.ReplaceAll(s, " ", "-")
	}
	claims := 0
	pages := documents(t)
	for file, page := range pages {
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			path, to, anchored := strings.Cut(m[1], "#")
			if strings.Contains(path, ":") {
				continue // of the web
			}
			claims++
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads nowhere", file, m[1])
			}
			if !anchored || !strings.HasSuffix(target, ".md") {
				continue
			}
			if !slices.ContainsFunc(heading.FindAllStringSubmatch(pages[target], -1), func(h []string) bool { return anchor(h[1]) == to }) {
				t.Errorf("%s: %s has no such heading", file, m[1])
			}
		}
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			claims++
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: there is no %s", file, m[1])
			}
		}
	}
	if claims < 80 {
		t.Errorf("only %d claims were found", claims)
	}
}

// TestDocsMeasured finds each line of measurements that the pages show among the recorded lines of the same set, which make
// eval compares with new ones.
func TestDocsMeasured(t *testing.T) {
	// linesOf returns the lines, each indented one behind the line that it belongs to.
	linesOf := func(text string) (out []string) {
		head := ""
		for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
			if !strings.HasPrefix(line, " ") {
				head = line
			}
			out = append(out, head+"\n"+line)
		}
		return out
	}
	shown := regexp.MustCompile("(?ms)^```eval (\\S+)\n(.*?)^```$")
	recorded, err := filepath.Glob("../.ci/measure/recorded/*.txt")
	if err != nil || len(recorded) == 0 {
		t.Fatalf("%d recorded files, %v", len(recorded), err)
	}
	for file, page := range documents(t) {
		for _, m := range shown.FindAllStringSubmatch(page, -1) {
			record := "../.ci/measure/recorded/" + m[1] + ".txt"
			text, err := os.ReadFile(record)
			if err != nil {
				t.Fatal(err)
			}
			recorded = slices.DeleteFunc(recorded, func(name string) bool { return name == filepath.FromSlash(record) })
			for _, line := range linesOf(m[2]) {
				if !slices.Contains(linesOf(string(text)), line) {
					t.Errorf("%s: %s has no line %q", file, record, line)
				}
			}
		}
	}
	if len(recorded) > 0 {
		t.Errorf("no page shows a line of %q", recorded)
	}
}

// TestDocsExamples runs what README shows for the command line, in both languages, on files of the names that it uses.
func TestDocsExamples(t *testing.T) {
	pages := documents(t)
	for file, of := range map[string]map[string]string{
		"../README.md":       {"FILE": "new.txt", "DIR": "library", "A": "new.txt", "B": "library/old.txt", "EVIDENCE": "evidence"},
		"../README.zh-CN.md": {"新申请书.docx": "new.txt", "往年申请书": "library", "文件夹": "library", "甲.docx": "new.txt", "乙.docx": "library/old.txt", "证据": "evidence"},
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ran := 0
			for _, line := range commandsOf(pages[file]) {
				command, _, _ := strings.Cut(line, " ")
				if !slices.Contains([]string{"check", "compare", "duplicates", "extract"}, command) {
					continue
				}
				ran++
				dir := folder(t, map[string]string{"new.txt": before + passage + after, "library/old.txt": other + passage, "library/copy.txt": other + passage})
				t.Chdir(dir)
				var args []string
				for word := range strings.FieldsSeq(line) {
					word = strings.TrimSuffix(word, "…")
					if name, ok := of[word]; ok {
						word = name
					}
					args = append(args, word)
				}
				if code, out, complaint := zhiwen(t, args...); code != exitDone || out == "" {
					t.Errorf("zhiwen %s: exit %d: %s%s", line, code, out, complaint)
				}
			}
			if ran < 3 {
				t.Errorf("%d examples ran", ran)
			}
		})
	}
}
