package docx

import (
	"strconv"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// formField returns what a form field displays: the mark in a box or the entry chosen from a list.
// Text typed into a field is its result.
func formField(data markup.Element) string {
	if box := data.Child("checkBox"); box != nil {
		ticked := box.Toggle("checked")
		if ticked == style.Unset {
			ticked = box.Toggle("default")
		}
		return flow.FormBox(ticked == style.Yes)
	}
	list := data.Child("ddList")
	chosen, err := strconv.Atoi(list.Child("result").Attr("val"))
	if err != nil {
		chosen, _ = strconv.Atoi(list.Child("default").Attr("val"))
	}
	for e := range list.Children() {
		if e.Name() != "listEntry" {
			continue
		}
		if chosen == 0 {
			return e.Attr("val")
		}
		chosen--
	}
	return ""
}
