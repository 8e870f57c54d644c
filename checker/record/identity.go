package record

import (
	"cmp"
	"path"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Complete fills the empty fields of an identity from what the file says of
// itself; a title that is still empty becomes the file's name without its
// extension.
func Complete(id evidence.Identity, d *extract.Document) evidence.Identity {
	m := d.Metadata
	stem := strings.TrimSuffix(id.Filename, path.Ext(id.Filename))
	id.Title = cmp.Or(id.Title, strings.TrimSpace(m.Title), stem)
	id.Applicant = cmp.Or(id.Applicant, strings.TrimSpace(m.Applicant))
	id.Institution = cmp.Or(id.Institution, strings.TrimSpace(m.Institution))
	id.Programme = cmp.Or(id.Programme, strings.TrimSpace(m.Programme))
	id.Year = cmp.Or(id.Year, m.Year)
	if len(id.Keywords) == 0 {
		id.Keywords = m.Keywords
	}
	id.Number, id.Date = cmp.Or(id.Number, m.Number), cmp.Or(id.Date, m.Date)
	if len(id.Participants) == 0 {
		id.Participants = People(m)
	}
	if len(id.Cooperating) == 0 {
		id.Cooperating = m.Cooperating
	}
	return id
}

// People returns the participants that a file names.
func People(m extract.Metadata) []evidence.Person {
	var out []evidence.Person
	for _, p := range m.Participants {
		out = append(out, evidence.Person{Name: p.Name, Title: p.Title, Institution: p.Institution})
	}
	return out
}
