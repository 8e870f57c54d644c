package worker

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
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

// shownForms gives the forms that officers have shown fields of, or only the one of an
// id above 0.
func (p *Pool) shownForms(ctx context.Context, only int64) ([]shownForm, error) {
	marks, err := p.store.Marks(ctx, only)
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

// known gives what was shown of the form that a document is on, nil where it is on
// none of them.
func known(forms []shownForm, text *extract.Document) (form int64, known []extract.Known) {
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
	for _, m := range forms[best].marks {
		if m.Year == 0 || text.Metadata.Year == 0 || m.Year == text.Metadata.Year {
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
	forms, err := p.shownForms(ctx, 0)
	if err != nil {
		return nil, err
	}
	_, shown := known(forms, text)
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
	d, err := p.store.Document(ctx, document)
	if err != nil {
		return err
	}
	form := d
	if d.Form {
		m.Form = d.ID
	} else if form, err = p.store.Document(ctx, m.Form); errors.Is(err, record.ErrNotFound) {
		return fmt.Errorf("teach form %d: %w", m.Form, record.MarkForm)
	} else if err != nil {
		return err
	}
	if !form.Form || form.Standard || form.State != record.DocumentReady {
		return fmt.Errorf("teach form %d: %w", m.Form, record.MarkForm)
	}
	if m.Known.Label != "" {
		m.Known.Label = reader.LabelIn(m.Known.Label)
	}
	if fault := m.Fault(); fault != "" {
		return fmt.Errorf("teach form %d: %w", m.Form, fault)
	}
	text, err := p.store.Extraction(ctx, form.ID)
	if err != nil {
		return err
	}
	if !reader.Says(text, m.Known.Label+m.Known.Value) {
		return fmt.Errorf("teach form %d: %w", m.Form, record.MarkAlien)
	}
	_, err = p.store.PutMark(ctx, m)
	return err
}

// FormOf gives the blank form that a document is most likely on, 0 for none.
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

// Rereads gives the applications on a form that were read before it was shown and read
// otherwise now, of the newest mostReread.
func (p *Pool) Rereads(ctx context.Context, form int64) ([]record.Reread, error) {
	forms, err := p.shownForms(ctx, 0)
	if err != nil {
		return nil, err
	}
	blank := false
	documents, _, err := p.store.Documents(ctx, record.Filter{Form: &blank, State: record.DocumentReady, Limit: mostReread})
	if err != nil {
		return nil, err
	}
	var out []record.Reread
	for _, d := range documents {
		text, err := p.store.Extraction(ctx, d.ID)
		if errors.Is(err, record.ErrNotFound) {
			continue // deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		on, shown := known(forms, text)
		if on != form || len(shown) == 0 {
			continue
		}
		if changes := changesOf(d.Identity, reader.Reread(text, shown), shown); len(changes) > 0 {
			out = append(out, record.Reread{Document: d, Changes: changes})
		}
	}
	return out, nil
}

// changesOf are the fields that were shown and read otherwise than they are known.
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

// TakeOver corrects what is known of applications on a form by how they read now. What
// has gone or reads as it is known meanwhile is left alone.
func (p *Pool) TakeOver(ctx context.Context, form int64, documents []int64) error {
	rereads, err := p.Rereads(ctx, form)
	if err != nil {
		return err
	}
	chosen := map[int64]bool{}
	for _, id := range documents {
		chosen[id] = true
	}
	for _, r := range rereads {
		if !chosen[r.Document.ID] {
			continue
		}
		text, err := p.store.Extraction(ctx, r.Document.ID)
		if err != nil {
			return err
		}
		shown, err := p.readShown(ctx, r.Document, text)
		if err != nil {
			return err
		}
		id := r.Document.Identity
		for _, c := range r.Changes {
			record.SetField(&id, c.Field, shown.Metadata)
		}
		if err := p.store.InTx(ctx, func(tx *library.Tx) error { return tx.SetMetadata(ctx, r.Document.ID, shown.Metadata) }); err != nil {
			return err
		}
		if err := p.Describe(ctx, r.Document.ID, id); err != nil {
			return err
		}
	}
	return nil
}
