package docx

import (
	"strconv"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

func (w *walk) loadNumbering(raw string, err error) error {
	n := flow.NewNumbering()
	w.Numbers = n
	if err != nil {
		return err
	}
	return markup.Each(raw, []string{"abstractNum", "num"}, func(e markup.Element) {
		switch e.Name() {
		case "abstractNum":
			id := e.Attr("abstractNumId")
			levels := map[int]flow.Level{}
			for c := range e.Children() {
				if c.Name() == "lvl" {
					if k, err := strconv.Atoi(c.Attr("ilvl")); err == nil && k >= 0 && k < flow.MaxLevels {
						levels[k] = w.levelOf(c, k)
					}
				}
			}
			n.Abstract[id] = levels
			if s := e.Child("numStyleLink").Attr("val"); s != "" {
				n.Linked[id] = s
			}
			if s := e.Child("styleLink").Attr("val"); s != "" {
				n.ByStyle[s] = id
			}
		case "num":
			id := e.Attr("numId")
			n.Num[id] = e.Child("abstractNumId").Attr("val")
			for c := range e.Children() {
				if c.Name() != "lvlOverride" {
					continue
				}
				k, err := strconv.Atoi(c.Attr("ilvl"))
				if l := c.Child("lvl"); l != nil && err == nil && k >= 0 && k < flow.MaxLevels {
					if n.Own[id] == nil {
						n.Own[id] = map[int]flow.Level{}
					}
					n.Own[id][k] = w.levelOf(l, k)
				}
				start, err2 := strconv.Atoi(c.Child("startOverride").Attr("val"))
				if err == nil && err2 == nil && k >= 0 && k < flow.MaxLevels {
					if n.Override[id] == nil {
						n.Override[id] = map[int]int{}
					}
					n.Override[id][k] = start
				}
			}
		}
	})
}

// levelOf reads level k of a list, from 0.
func (w *walk) levelOf(e markup.Element, k int) flow.Level {
	// without w:start they begin at 0
	l := flow.Level{Format: e.Child("numFmt").Attr("val"), Text: e.Child("lvlText").Attr("val"), Suffix: e.Child("suff").Attr("val")}
	if s, err := strconv.Atoi(e.Child("start").Attr("val")); err == nil {
		l.Start = s
	}
	if above, err := strconv.Atoi(e.Child("lvlRestart").Attr("val")); err == nil && above >= 0 && above < k {
		l.Keeps = k - above
	}
	l.Legal = e.Toggle("isLgl") == style.Yes
	l.Style = e.Child("pStyle").Attr("val")
	l.Look, l.Indents = w.runLook(e.Child("rPr")), indentsOf(e.Child("pPr"))
	return l
}
