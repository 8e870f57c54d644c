package report

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// Field is one line of an application's basic information.
type Field struct {
	Name  string // title, applicant, …
	Value string
	// Source is where in the file the value was found, Found the address of its
	// paragraph there; both may be empty.
	Source extract.MetadataSource
	Found  string
	// Read is what the file says where that is not the value.
	Read string
	// Named says that the value is the name of the file, for want of another.
	Named bool
}

// Details is the view of partial/details.html.
type Details struct {
	Document int64
	Fields   []Field
	Read     int // fields whose value was read from the file
	// More is what the file says beside them, which is shown and not corrected: from
	// when to when the project runs, and its abstract.
	More []Field
}

// DetailsOf sets the basic information beside what the file says of itself.
func DetailsOf(d record.Document, text *extract.Document) Details {
	v := Details{Document: d.ID}
	year := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	i, m := d.Identity, text.Metadata
	for _, f := range []struct{ name, value, read string }{
		{"title", i.Title, m.Title},
		{"applicant", i.Applicant, m.Applicant},
		{"institution", i.Institution, m.Institution},
		{"year", year(i.Year), year(m.Year)},
		{"programme", i.Programme, m.Programme},
		{"keywords", joinKeywords(i.Keywords), joinKeywords(m.Keywords)},
		{"date", i.Date, m.Date},
		{"number", i.Number, m.Number},
		{"participants", joinPeople(i.Participants), joinPeople(record.People(m))},
		{"cooperating", joinKeywords(i.Cooperating), joinKeywords(m.Cooperating)},
	} {
		field := Field{Name: f.name, Value: f.value}
		field.Named = f.name == "title" && f.value == record.Complete(evidence.Identity{Filename: i.Filename}, &extract.Document{}).Title
		read := strings.TrimSpace(f.read)
		if found, ok := m.Found[f.name]; ok && read != "" {
			field.Source = found.Source
			if found.Start < found.End {
				field.Found = PlaceAt(found.Start)
			}
			if read == f.value {
				v.Read++
			} else {
				field.Read = read
			}
		}
		v.Fields = append(v.Fields, field)
	}
	period := m.Start
	if m.End != "" {
		period += " – " + m.End
	}
	for _, f := range []struct{ name, found, value string }{{"period", "start", strings.TrimSpace(period)},
		{"abstract", "abstract", shortened(m.Abstract, mostOfAbstract)}} {
		if found := m.Found[f.found]; f.value != "" {
			v.More = append(v.More, Field{Name: f.name, Value: f.value, Source: found.Source, Found: PlaceAt(found.Start)})
		}
	}
	return v
}

// joinKeywords writes keywords as record.ReadKeywords reads them, in the manner of
// what they are written in.
func joinKeywords(keywords []string) string {
	for _, k := range keywords {
		if strings.ContainsFunc(k, highlight.Wide) {
			return strings.Join(keywords, "；")
		}
	}
	return strings.Join(keywords, "; ")
}

// joinPeople writes names with their titles behind a stroke and their institutions in
// brackets, as the form of basic information reads them: 李四/副教授（乙大学）.
func joinPeople(people []evidence.Person) string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.Name
		if p.Title != "" {
			out[i] += "/" + p.Title
		}
		if p.Institution != "" {
			out[i] += "（" + p.Institution + "）"
		}
	}
	return joinKeywords(out)
}

// SameDetails reports whether basic information is the same, so that a check made
// with one holds for the other. Titles of people are not in evidence.
func SameDetails(a, b evidence.Identity) bool {
	return a.Title == b.Title && a.Applicant == b.Applicant && a.Institution == b.Institution && a.Year == b.Year &&
		a.Programme == b.Programme && slices.Equal(a.Keywords, b.Keywords) &&
		a.Date == b.Date && a.Number == b.Number && slices.EqualFunc(a.Participants, b.Participants, samePerson) &&
		slices.Equal(a.Cooperating, b.Cooperating)
}

func samePerson(a, b evidence.Person) bool {
	return a.Name == b.Name && a.Institution == b.Institution
}

const mostOfAbstract = 200 // code points that are shown; the address leads to the rest

// shortened returns a text on one line, cut to n code points.
func shortened(s string, n int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return string(r)
}
