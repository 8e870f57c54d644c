package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/duplicate"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// grouping holds the groups to be printed and written.
type grouping struct {
	names    []string
	groups   [][]int                 // places of names
	passages map[int][]sharedPassage // what a text shares with the first of its group; nil: not asked for
}

// sharedPassage is a passage that a text shares with another.
type sharedPassage struct {
	characters int
	text       string // on one line
}

// String returns the length and the text.
func (p sharedPassage) String() string { return fmt.Sprintf("%d\t%s", p.characters, p.text) }

// mostOfPassage is how many characters of a passage are shown: some two lines of a terminal.
const mostOfPassage = 120

// locates reports whether a method can show passages.
func locates(m duplicate.Method) bool {
	_, ok := m.(duplicate.Locator)
	return ok
}

// passages returns what each text of a group but the first shares with the first.
func (p fingerprinter) passages(texts []printedText, groups [][]int) (map[int][]sharedPassage, error) {
	locator := p.method.(duplicate.Locator) // fault has asked
	locate := func(i int) (*duplicate.Located, error) { return locator.Locate(p.words.NewText(texts[i].document)) }
	out := map[int][]sharedPassage{}
	for _, members := range groups {
		first, err := locate(members[0])
		if err != nil {
			return nil, err
		}
		for _, i := range members[1:] {
			other, err := locate(i)
			if err != nil {
				return nil, err
			}
			runes := []rune(texts[i].document.Text)
			for _, s := range other.Shared(first) {
				out[i] = append(out[i], sharedPassage{s.End - s.Start, inMiddle(string(runes[s.Start:s.End]), mostOfPassage)})
			}
		}
	}
	return out, nil
}

// inMiddle returns a text on one line, shortened in its middle to at most so many characters.
func inMiddle(text string, most int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:most/2]) + " … " + string(r[len(r)-most/2:])
}

// write writes a row a file of a group.
func (g grouping) write(path string) error {
	head := []string{"group", "file"}
	if g.passages != nil {
		head = append(head, "passages")
	}
	rows := [][]string{head}
	for n, members := range g.groups {
		for _, i := range members {
			row := []string{strconv.Itoa(n + 1), site.PlainCell(g.names[i])}
			if g.passages != nil {
				lines := each.Of(g.passages[i], func(p sharedPassage) string { return p.String() })
				row = append(row, strings.Join(lines, "\n")) // which begins with a number
			}
			rows = append(rows, row)
		}
	}
	return writeRows(path, rows)
}

// print prints the names of each group with the passages, how many they are and what it took.
func (g grouping) print(w io.Writer, l *catalogue.Language, printing, comparing time.Duration) error {
	var b strings.Builder
	grouped := 0
	for n, members := range g.groups {
		grouped += len(members)
		fmt.Fprintf(&b, "%d", n+1)
		for _, i := range members {
			fmt.Fprintf(&b, "\t%s\n", g.names[i])
		}
		if g.passages == nil {
			continue
		}
		for _, i := range members[1:] {
			characters := 0
			for _, p := range g.passages[i] {
				characters += p.characters
			}
			fmt.Fprintf(&b, "\t%s\n", l.Text("cli.duplicatesShared",
				"File", g.names[i], "First", g.names[members[0]], "Passages", len(g.passages[i]), "Characters", characters))
			for _, p := range g.passages[i] {
				fmt.Fprintf(&b, "\t\t%s\n", p)
			}
		}
	}
	fmt.Fprintln(&b, l.Text("cli.duplicates", "Files", len(g.names), "Groups", len(g.groups), "Grouped", grouped,
		"Printing", fmt.Sprintf("%.2f", printing.Seconds()), "Comparing", fmt.Sprintf("%.2f", comparing.Seconds())))
	_, err := io.WriteString(w, b.String())
	return err
}
