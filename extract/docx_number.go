package extract

import "strconv"

func (w *docxWalk) loadNumbering(raw string, err error) error {
	n := newNumbering()
	w.numbers = n
	if err != nil {
		return err
	}
	return eachElement(raw, []string{"abstractNum", "num"}, func(e element) {
		switch e.name() {
		case "abstractNum":
			id := e.attr("abstractNumId")
			levels := map[int]numberLevel{}
			for c := range e.children() {
				if c.name() == "lvl" {
					if k, err := strconv.Atoi(c.attr("ilvl")); err == nil && k >= 0 && k < maxLevels {
						levels[k] = levelOf(c, k)
					}
				}
			}
			n.abstract[id] = levels
			if s := e.child("numStyleLink").attr("val"); s != "" {
				n.linked[id] = s
			}
			if s := e.child("styleLink").attr("val"); s != "" {
				n.byStyle[s] = id
			}
		case "num":
			id := e.attr("numId")
			n.num[id] = e.child("abstractNumId").attr("val")
			for c := range e.children() {
				if c.name() != "lvlOverride" {
					continue
				}
				k, err := strconv.Atoi(c.attr("ilvl"))
				if l := c.child("lvl"); l != nil && err == nil && k >= 0 && k < maxLevels {
					if n.own[id] == nil {
						n.own[id] = map[int]numberLevel{}
					}
					n.own[id][k] = levelOf(l, k)
				}
				start, err2 := strconv.Atoi(c.child("startOverride").attr("val"))
				if err == nil && err2 == nil && k >= 0 && k < maxLevels {
					if n.override[id] == nil {
						n.override[id] = map[int]int{}
					}
					n.override[id][k] = start
				}
			}
		}
	})
}

// levelOf reads level k of a list, from 0.
func levelOf(e element, k int) numberLevel {
	l := numberLevel{format: e.child("numFmt").attr("val"), text: e.child("lvlText").attr("val"), suffix: e.child("suff").attr("val")} // without w:start they begin at 0
	if s, err := strconv.Atoi(e.child("start").attr("val")); err == nil {
		l.start = s
	}
	if above, err := strconv.Atoi(e.child("lvlRestart").attr("val")); err == nil && above >= 0 && above < k {
		l.keeps = k - above
	}
	l.legal = e.toggle("isLgl") == yes
	l.style = e.child("pStyle").attr("val")
	return l
}
