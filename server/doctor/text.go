package doctor

import (
	"context"
	"fmt"
	"unicode/utf8"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
)

// text looks at the text of a document, and at its units.
func (x *look) text(ctx context.Context, d library.StoredDocument) error {
	fault := func(k Kind, format string, args ...any) {
		if x.changed(ctx, d) {
			return
		}
		x.fault(Fault{Kind: k, Documents: []int64{d.ID}, Detail: fmt.Sprintf(format, args...)})
	}
	text, err := x.library.Extraction(ctx, d.ID)
	if err != nil {
		if ends(err) != nil {
			return err
		}
		fault(Text, "%v", err)
		return nil
	}
	n := utf8.RuneCountInString(text.Text)
	switch {
	case !utf8.ValidString(text.Text):
		fault(Text, "text of document %d: not in UTF-8", d.ID)
		return nil
	case n != d.Characters:
		fault(Text, "text of document %d: %d characters, %d are noted", d.ID, n, d.Characters)
		return nil
	}
	if err := x.paperUnits(ctx, d, n, fault); err != nil || !d.InLibrary {
		return err
	}
	units, ordinals, err := x.library.Units(ctx, d.ID)
	if err != nil {
		if ends(err) != nil {
			return err
		}
		fault(Units, "%v", err)
		return nil
	}
	if wrong := wrongUnits(units, ordinals, d.Units, n); wrong != "" {
		fault(Units, "units of document %d: %s", d.ID, wrong)
	} else if x.config.MakeUnits != nil {
		if i := differs(units, x.config.MakeUnits(text)); i >= 0 {
			fault(Units, "units of document %d: number %d is not that of its text", d.ID, i)
		}
	}
	return nil
}

// paperUnits looks at the units of a text of n characters by the published method, which documents of calls have too.
func (x *look) paperUnits(ctx context.Context, d library.StoredDocument, n int, fault func(Kind, string, ...any)) error {
	units, ordinals, noted, err := x.library.StoredPaper(ctx, d.ID)
	if err != nil {
		fault(Units, "%v", err)
		return ends(err)
	}
	if wrong := wrongUnits(units, ordinals, noted, n); wrong != "" {
		fault(Units, "units of document %d by the published method: %s", d.ID, wrong)
	}
	return nil
}

// wrongUnits returns what is wrong with the stored units of a text of n characters, or "". noted is how many units the
// document states.
func wrongUnits(units []fingerprint.Unit, ordinals []int, noted, n int) string {
	if len(units) != noted {
		return fmt.Sprintf("%d, %d are noted", len(units), noted)
	}
	for i, u := range units {
		switch {
		case ordinals[i] != i:
			return fmt.Sprintf("number %d is missing", i)
		case u.Start < 0 || u.Start >= u.End || u.End > n:
			return fmt.Sprintf("number %d stands at [%d, %d) of %d characters", i, u.Start, u.End, n)
		}
	}
	return ""
}

// differs returns the first unit whose fingerprint is another one than that of the same
// place of the text, -1 for none. Where the units stand elsewhere, since other sections are
// left out of a comparison than at the time, nothing can be said.
func differs(have, want []fingerprint.Unit) int {
	if len(have) != len(want) {
		return -1
	}
	first := -1
	for i := range have {
		if have[i].Start != want[i].Start || have[i].End != want[i].End {
			return -1
		}
		if first < 0 && have[i].Groups != want[i].Groups {
			first = i
		}
	}
	return first
}
