package record

import (
	"reflect"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// places returns where an identity has each field of MarkFields.
func places(id *evidence.Identity) map[string]any {
	return map[string]any{
		"title": &id.Title, "applicant": &id.Applicant, "institution": &id.Institution, "year": &id.Year, "programme": &id.Programme,
		"keywords": &id.Keywords, "number": &id.Number, "participants": &id.Participants, "cooperating": &id.Cooperating,
	}
}

// FieldOf writes a field of MarkFields as a line; "" is unknown.
func FieldOf(id evidence.Identity, field string) string {
	switch v := places(&id)[field].(type) {
	case *string:
		return *v
	case *int:
		if *v != 0 {
			return strconv.Itoa(*v)
		}
	case *[]string:
		return strings.Join(*v, "; ")
	case *[]evidence.Person:
		names := make([]string, len(*v))
		for i, p := range *v {
			if names[i] = p.Name; p.Institution != "" {
				names[i] += " (" + p.Institution + ")"
			}
		}
		return strings.Join(names, "; ")
	}
	return ""
}

// SetField takes a field of MarkFields over from what a file says.
func SetField(id *evidence.Identity, field string, m extract.Metadata) {
	read := Complete(evidence.Identity{Filename: id.Filename}, &extract.Document{Metadata: m})
	if to, ok := places(id)[field]; ok {
		reflect.ValueOf(to).Elem().Set(reflect.ValueOf(places(&read)[field]).Elem())
	}
}
