package extract

import (
	"cmp"
	"strconv"
	"strings"
)

// outlineList is the list that numbers headings.
const outlineList = "\x00outline"

// odtList is an open list.
type odtList struct {
	style string // of its levels, which lists within it share
	use   string // by which its counting is known
	level int    // from 0
	fresh bool   // a list item has begun whose first paragraph gets the number
	start int    // that the item asks for; 0 none
}

// listStyle reads a text:list-style or the outline style of headings into the
// counting that Word files have.
func (w *odtWalk) listStyle(e element) {
	name := e.attr("name")
	if e.name() == "outline-style" {
		name = outlineList
		w.numbers.num[name] = name
	}
	levels := map[int]numberLevel{}
	for c := range e.children() {
		k, err := strconv.Atoi(c.attr("level"))
		if k--; err != nil || k < 0 || k >= maxLevels {
			continue
		}
		l := numberLevel{start: 1, format: odtFormat(c.attr("num-format"))}
		if c.name() == "list-level-style-bullet" {
			l.format = "bullet"
			l.text = c.attr("bullet-char") // what LibreOffice writes around it is the same again
		} else if c.attr("num-format") != "" {
			l.text = odtNumber(c, k)
		}
		if n, err := strconv.Atoi(c.attr("start-value")); err == nil {
			l.start = n
		}
		levels[k] = l
	}
	w.numbers.abstract[name] = levels
}

var odtLevelSign = pattern(`%(\d)%`)

// odtNumber gives how the number of level k looks: "%1.%2" for 1.1.
func odtNumber(e element, k int) string {
	if s := e.attr("num-list-format"); s != "" { // LibreOffice's own, which says more
		return odtLevelSign().ReplaceAllString(s, "%$1")
	}
	shown, _ := strconv.Atoi(e.attr("display-levels"))
	var parts []string
	for i := max(k+1-max(shown, 1), 0); i <= k; i++ {
		parts = append(parts, "%"+strconv.Itoa(i+1))
	}
	return e.attr("num-prefix") + strings.Join(parts, ".") + e.attr("num-suffix")
}

// odtFormat gives the name that Word files have for a format of numbers.
func odtFormat(s string) string {
	switch s {
	case "a":
		return "lowerLetter"
	case "A":
		return "upperLetter"
	case "i":
		return "lowerRoman"
	case "I":
		return "upperRoman"
	case "":
		return "none"
	}
	switch firstRune(s) {
	case '一':
		return "chineseCounting"
	case '壹':
		return "chineseLegalSimplified"
	case '甲':
		return "ideographTraditional"
	case '子':
		return "ideographZodiac"
	case '①':
		return "decimalEnclosedCircle"
	case '１':
		return "decimalFullWidth"
	}
	return "decimal"
}

// list reads a text:list: its items, whose first paragraphs are numbered, and
// the lists in them.
func (w *odtWalk) list(s xmlTag, at place, emit func(*wordParagraph) error) error {
	l := odtList{style: s.attr("style-name")}
	if outer := w.openList; outer != nil {
		l.style, l.use, l.level = cmp.Or(l.style, outer.style), outer.use, outer.level+1
		if l.style != outer.style {
			l.use = w.newCounting(l.style)
		}
	} else {
		l.use = w.countingOf(s, l.style)
	}
	if id := s.attr("id"); id != "" {
		w.listUses[id] = l.use
	}
	outer := w.openList
	w.openList = &l
	defer func() { w.openList = outer }()
	return w.each(func(s xmlTag) error {
		switch s.name {
		case "list-item":
			l.fresh = true
			l.start, _ = strconv.Atoi(s.attr("start-value"))
			return w.flow(at, emit)
		case "list-header":
			l.fresh = false
			return w.flow(at, emit)
		}
		return nil
	})
}

// countingOf gives the counting of a list: its own, or that of one it goes on
// with.
func (w *odtWalk) countingOf(s xmlTag, style string) string {
	if use := w.listUses[s.attr("continue-list")]; use != "" {
		return use
	}
	if use := w.lastUses[style]; use != "" && s.attr("continue-numbering") == "true" {
		return use
	}
	return w.newCounting(style)
}

// newCounting begins to count the levels of a style anew.
func (w *odtWalk) newCounting(style string) string {
	use := style + "\x00" + strconv.Itoa(len(w.numbers.num))
	w.numbers.num[use] = use
	w.numbers.abstract[use] = w.numbers.abstract[style]
	w.lastUses[style] = use
	return use
}

// number gives what stands before a paragraph.
func (w *odtWalk) number(s xmlTag, level int) string {
	if l := w.openList; l != nil {
		if !l.fresh {
			return ""
		}
		l.fresh = false
		if l.start > 0 {
			w.numbers.restart(l.use, l.level, l.start)
		}
		return w.numbers.next(l.use, l.level)
	}
	if s.name == "h" && level > 0 && s.attr("is-list-header") != "true" {
		return w.numbers.next(outlineList, level-1)
	}
	return ""
}
