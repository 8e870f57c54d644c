package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/each"
)

const (
	// leastLikeness is the share of what a form has printed that a document must have
	// to be on it: applicants delete instructions, up to half of a form, and no labels;
	// forms of two agencies have a fifth in common (项目名称, 起止年月, …).
	leastLikeness = 0.5
	// mostReread is how many of the newest applications are looked at when a form is
	// shown: reading one anew takes a few milliseconds.
	mostReread = 500
)

// shownForm is a form that officers have shown fields of.
type shownForm struct {
	id    int64
	text  *extract.Document
	marks []record.Mark
}

// shownForms returns the forms that officers have shown fields of.
func (p *Pool) shownForms(ctx context.Context) ([]shownForm, error) {
	marks, err := p.store.Marks(ctx, 0)
	if err != nil {
		return nil, err
	}
	var forms []shownForm
	at := map[int64]int{}
	for _, m := range marks {
		i, known := at[m.Form]
		if !known {
			text, err := p.store.Extraction(ctx, m.Form)
			if errors.Is(err, record.ErrNotFound) {
				continue // deleted meanwhile
			}
			if err != nil {
				return nil, err
			}
			i = len(forms)
			at[m.Form] = i
			forms = append(forms, shownForm{id: m.Form, text: text})
		}
		forms[i].marks = append(forms[i].marks, m)
	}
	return forms, nil
}

// known returns what was shown of the form that a document is on, nil where it is on
// none of them. Its year is what it is known by, else what its text says.
func known(forms []shownForm, d record.Document, text *extract.Document) (form int64, known []extract.Known) {
	best, most := -1, leastLikeness
	for i, f := range forms {
		// Of equals the newest: forms change little from year to year.
		if likeness := reader.Likeness(f.text, text); likeness >= most {
			best, most = i, likeness
		}
	}
	if best < 0 {
		return 0, nil
	}
	year := cmp.Or(d.Identity.Year, text.Metadata.Year)
	for _, m := range forms[best].marks {
		if m.Year == 0 || year == 0 || m.Year == year {
			known = append(known, m.Known)
		}
	}
	return forms[best].id, known
}

// readShown reads an application by what officers have shown of its form.
func (p *Pool) readShown(ctx context.Context, d record.Document, text *extract.Document) (*extract.Document, error) {
	if d.Form {
		return text, nil
	}
	forms, err := p.shownForms(ctx)
	if err != nil {
		return nil, err
	}
	_, shown := known(forms, d, text)
	if len(shown) == 0 {
		return text, nil
	}
	again := *text
	again.Metadata = reader.Reread(text, shown)
	return &again, nil
}

// Teach keeps where a field stands in a blank form: the mark's text was chosen on the
// page of the form, or of an application on it. What is chosen with a value behind it
// is the label alone. The error wraps a record.MarkFault where something is wrong.
func (p *Pool) Teach(ctx context.Context, document int64, m record.Mark) error {
	m, err := p.soundMark(ctx, document, m)
	if err == nil {
		_, err = p.store.PutMark(ctx, m)
	}
	return err
}

// TryMark returns what a mark would do, of the newest applications; the errors are those
// of Teach.
func (p *Pool) TryMark(ctx context.Context, document int64, m record.Mark) (record.Trial, error) {
	var trial record.Trial
	m, err := p.soundMark(ctx, document, m)
	if err != nil {
		return trial, err
	}
	forms, err := p.shownForms(ctx)
	if err != nil {
		return trial, err
	}
	if i := slices.IndexFunc(forms, func(f shownForm) bool { return f.id == m.Form }); i >= 0 {
		forms[i].marks = append(forms[i].marks, m)
	} else {
		text, err := p.store.Extraction(ctx, m.Form)
		if err != nil {
			return trial, err
		}
		forms = append(forms, shownForm{id: m.Form, text: text, marks: []record.Mark{m}})
	}
	field := m.Known.Field
	err = p.applicationsOn(ctx, m.Form, forms, func(d record.Document, text *extract.Document, shown []extract.Known) {
		if !slices.Contains(shown, m.Known) {
			return // of another year
		}
		trial.On++
		reads := reader.Reread(text, shown)
		if changes := changesOf(d.Identity, reads, []extract.Known{m.Known}); len(changes) > 0 {
			trial.Changes = append(trial.Changes, record.Reread{Document: d, Changes: changes})
		} else if _, found := reads.Found[field]; found {
			trial.Same++
		}
	})
	return trial, err
}

// soundMark returns a mark as it is kept: with its form, its label alone, and which of the
// form's labels it is.
func (p *Pool) soundMark(ctx context.Context, document int64, m record.Mark) (record.Mark, error) {
	d, err := p.store.Document(ctx, document)
	if err != nil {
		return m, err
	}
	form := d
	if d.Form {
		m.Form = d.ID
	} else if form, err = p.store.Document(ctx, m.Form); errors.Is(err, record.ErrNotFound) {
		return m, fmt.Errorf("teach form %d: %w", m.Form, record.MarkForm)
	} else if err != nil {
		return m, err
	}
	if !form.Form || form.Standard || form.State != record.DocumentReady {
		return m, fmt.Errorf("teach form %d: %w", m.Form, record.MarkForm)
	}
	if m.Known.Label != "" {
		m.Known.Label = reader.LabelIn(m.Known.Label)
	}
	if fault := m.Fault(); fault != "" {
		return m, fmt.Errorf("teach form %d: %w", m.Form, fault)
	}
	text, err := p.store.Extraction(ctx, form.ID)
	if err != nil {
		return m, err
	}
	if !reader.Says(text, m.Known.Label+m.Known.Value) {
		return m, fmt.Errorf("teach form %d: %w", m.Form, record.MarkAlien)
	}
	if m.Known.Label != "" && m.At >= 0 {
		chosen := text
		if d.ID != form.ID {
			if chosen, err = p.store.Extraction(ctx, d.ID); err != nil {
				return m, err
			}
		}
		m.Known.Nth = reader.Nth(chosen, m.Known.Label, m.At)
	}
	marks, err := p.store.Marks(ctx, m.Form)
	if err != nil {
		return m, err
	}
	if fault := m.Beside(marks); fault != "" {
		return m, fmt.Errorf("teach form %d: %w", m.Form, fault)
	}
	return m, nil
}

// FormOf returns the blank form that a document is most likely on, 0 for none.
func (p *Pool) FormOf(ctx context.Context, document int64) (int64, error) {
	text, err := p.store.Extraction(ctx, document)
	if err != nil {
		return 0, err
	}
	blank := true
	forms, _, err := p.store.Documents(ctx, record.Filter{Form: &blank, State: record.DocumentReady, Limit: mostForms})
	if err != nil {
		return 0, err
	}
	best, most := int64(0), leastLikeness
	for _, f := range forms {
		if f.Standard {
			continue
		}
		form, err := p.store.Extraction(ctx, f.ID)
		if err != nil {
			return 0, err
		}
		if likeness := reader.Likeness(form, text); likeness > most {
			best, most = f.ID, likeness
		}
	}
	return best, nil
}

const mostForms = 50 // newest forms that a document may be on

// applicationsOn calls do for each of the newest mostReread applications that is on a
// form, with what was shown of it.
func (p *Pool) applicationsOn(
	ctx context.Context, form int64, forms []shownForm, do func(d record.Document, text *extract.Document, shown []extract.Known),
) error {
	blank := false
	documents, _, err := p.store.Documents(ctx, record.Filter{Form: &blank, State: record.DocumentReady, Limit: mostReread})
	if err != nil {
		return err
	}
	for _, d := range documents {
		text, err := p.store.Extraction(ctx, d.ID)
		if errors.Is(err, record.ErrNotFound) {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if on, shown := known(forms, d, text); on == form {
			do(d, text, shown)
		}
	}
	return nil
}

// Rereads returns the applications on a form that were read before it was shown and read
// otherwise now, of the newest mostReread. withdrawn is a field of which a mark was taken
// back, or "": it reads as it would without, where nobody has corrected it since.
func (p *Pool) Rereads(ctx context.Context, form int64, withdrawn string) ([]record.Reread, error) {
	forms, err := p.shownForms(ctx)
	if err != nil {
		return nil, err
	}
	if withdrawn != "" && !slices.ContainsFunc(forms, func(f shownForm) bool { return f.id == form }) {
		text, err := p.store.Extraction(ctx, form)
		if err != nil {
			return nil, err
		}
		forms = append(forms, shownForm{id: form, text: text})
	}
	var out []record.Reread
	err = p.applicationsOn(ctx, form, forms, func(d record.Document, text *extract.Document, shown []extract.Known) {
		if len(shown) == 0 && withdrawn == "" {
			return
		}
		reads := reader.Reread(text, shown)
		changes := changesOf(d.Identity, reads, shown)
		if c, ok := withoutMark(d.Identity, text.Metadata, reads, withdrawn); ok &&
			!slices.ContainsFunc(changes, func(c record.Change) bool { return c.Field == withdrawn }) {
			changes = append(changes, c)
		}
		if len(changes) > 0 {
			out = append(out, record.Reread{Document: d, Changes: changes})
		}
	})
	return out, err
}

// withoutMark returns the value of a field after its mark was taken back.
func withoutMark(id evidence.Identity, was, reads extract.Metadata, field string) (record.Change, bool) {
	as := func(m extract.Metadata) string {
		return record.FieldOf(record.Complete(evidence.Identity{Filename: id.Filename}, &extract.Document{Metadata: m}), field)
	}
	c := record.Change{Field: field, Was: record.FieldOf(id, field), Reads: as(reads)}
	// What is known is what was read, and not what somebody typed.
	return c, field != "" && c.Was != c.Reads && c.Was == as(was)
}

// changesOf returns the marked fields that now read otherwise than they are stored.
func changesOf(id evidence.Identity, m extract.Metadata, shown []extract.Known) []record.Change {
	reads := record.Complete(evidence.Identity{Filename: id.Filename}, &extract.Document{Metadata: m})
	var out []record.Change
	for _, field := range record.MarkFields() {
		told := false
		for _, k := range shown {
			told = told || k.Field == field
		}
		if _, found := m.Found[field]; !told || !found {
			continue
		}
		if was, now := record.FieldOf(id, field), record.FieldOf(reads, field); now != "" && was != now {
			out = append(out, record.Change{Field: field, Was: was, Reads: now})
		}
	}
	return out
}

// TakeOver corrects the fields of applications on a form by how they read now. It leaves out those
// that are gone or that already have these values.
func (p *Pool) TakeOver(ctx context.Context, form int64, withdrawn string, documents []int64) error {
	rereads, err := p.Rereads(ctx, form, withdrawn)
	if err != nil {
		return err
	}
	forms, err := p.shownForms(ctx)
	if err != nil {
		return err
	}
	chosen := each.Set(documents)
	for _, r := range rereads {
		if !chosen[r.Document.ID] {
			continue
		}
		text, err := p.store.Extraction(ctx, r.Document.ID)
		if err != nil {
			return err
		}
		_, shown := known(forms, r.Document, text)
		reads := reader.Reread(text, shown)
		id := r.Document.Identity
		for _, c := range r.Changes {
			record.SetField(&id, c.Field, reads)
		}
		if err := p.store.InTx(ctx, func(tx *library.Tx) error { return tx.SetMetadata(ctx, r.Document.ID, reads) }); err != nil {
			return err
		}
		if err := p.Describe(ctx, r.Document.ID, id); err != nil {
			return err
		}
	}
	return nil
}
