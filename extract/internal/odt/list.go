package odt

import (
	"cmp"
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
)

// outlineList is the list that numbers headings.
const outlineList = "\x00outline"

// odtList is an open list.
type odtList struct {
	style string // of its levels, inherited by nested lists
	use   string // name of its counting
	level int    // from 0
	fresh bool   // a list item has begun and its first paragraph gets the number
	start int    // first number requested by the item; 0 none
}

// listStyle reads a text:list-style or the outline style of headings into the numbering that Word
// files use.
func (w *odtWalk) listStyle(e markup.Element) {
	name := e.Attr("name")
	if e.Name() == "outline-style" {
		name = outlineList
		w.Numbers.Num[name] = name
	}
	levels := map[int]flow.Level{}
	for c := range e.Children() {
		k, err := strconv.Atoi(c.Attr("level"))
		if k--; err != nil || k < 0 || k >= flow.MaxLevels {
			continue
		}
		l := flow.Level{Start: 1, Format: odtFormat(c.Attr("num-format"))}
		if c.Name() == "list-level-style-bullet" {
			l.Format = "bullet"
			l.Text = c.Attr("bullet-char") // LibreOffice repeats it with the text around it
		} else if c.Attr("num-format") != "" {
			l.Text = odtNumber(c, k)
		}
		if n, err := strconv.Atoi(c.Attr("start-value")); err == nil {
			l.Start = n
		}
		levels[k] = l
	}
	w.Numbers.Abstract[name] = levels
}

var odtLevelSign = char.Pattern(`%(\d)%`)

// odtNumber returns the format of the number at level k: "%1.%2" for 1.1.
func odtNumber(e markup.Element, k int) string {
	if s := e.Attr("num-list-format"); s != "" { // LibreOffice's own attribute, which is more detailed
		return odtLevelSign().ReplaceAllString(s, "%$1")
	}
	shown, _ := strconv.Atoi(e.Attr("display-levels"))
	var parts []string
	for i := max(k+1-max(shown, 1), 0); i <= k; i++ {
		parts = append(parts, "%"+strconv.Itoa(i+1))
	}
	return e.Attr("num-prefix") + strings.Join(parts, ".") + e.Attr("num-suffix")
}

// odtFormat returns Word's name for a format of numbers.
func odtFormat(s string) string {
	formats := map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none"}
	if format, ok := formats[s]; ok {
		return format
	}
	first := map[rune]string{
		'一': "chineseCounting", '壹': "chineseLegalSimplified", '甲': "ideographTraditional", '子': "ideographZodiac",
		'①': "decimalEnclosedCircle", '１': "decimalFullWidth",
	}
	return cmp.Or(first[char.First(s)], "decimal")
}

// list reads a text:list: its items, whose first paragraphs are numbered, and nested lists.
func (w *odtWalk) list(s markup.Tag, at flow.Place, emit func(*flow.Paragraph) error) error {
	l := odtList{style: s.Attr("style-name")}
	if outer := w.openList; outer != nil {
		l.style, l.use, l.level = cmp.Or(l.style, outer.style), outer.use, outer.level+1
		if l.style != outer.style {
			l.use = w.newCounting(l.style)
		}
	} else {
		l.use = w.countingOf(s, l.style)
	}
	if id := s.Attr("id"); id != "" {
		w.listUses[id] = l.use
	}
	outer := w.openList
	w.openList = &l
	defer func() { w.openList = outer }()
	return w.XML.Each(func(s markup.Tag) error {
		switch s.Name {
		case "list-item":
			l.fresh = true
			l.start, _ = strconv.Atoi(s.Attr("start-value"))
			return w.flow(at, emit)
		case "list-header":
			l.fresh = false
			return w.flow(at, emit)
		}
		return nil
	})
}

// countingOf returns the counting of a list: its own, or that of a list it continues.
func (w *odtWalk) countingOf(s markup.Tag, style string) string {
	if use := w.listUses[s.Attr("continue-list")]; use != "" {
		return use
	}
	if use := w.lastUses[style]; use != "" && s.Attr("continue-numbering") == "true" {
		return use
	}
	return w.newCounting(style)
}

// newCounting starts a new count of a style's levels.
func (w *odtWalk) newCounting(style string) string {
	use := style + "\x00" + strconv.Itoa(len(w.Numbers.Num))
	w.Numbers.Num[use] = use
	w.Numbers.Abstract[use] = w.Numbers.Abstract[style]
	w.lastUses[style] = use
	return use
}

// number returns the text before a paragraph.
func (w *odtWalk) number(s markup.Tag, level int) string {
	if l := w.openList; l != nil {
		if !l.fresh {
			return ""
		}
		l.fresh = false
		if l.start > 0 {
			w.Numbers.Restart(l.use, l.level, l.start)
		}
		return w.Numbers.Next(l.use, l.level)
	}
	if s.Name == "h" && level > 0 && s.Attr("is-list-header") != "true" {
		return w.Numbers.Next(outlineList, level-1)
	}
	return ""
}
