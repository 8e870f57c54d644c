package record

import (
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// FieldOf writes a field of MarkFields as a line; "" is unknown.
func FieldOf(id evidence.Identity, field string) string {
	switch field {
	case "title":
		return id.Title
	case "applicant":
		return id.Applicant
	case "institution":
		return id.Institution
	case "year":
		if id.Year == 0 {
			return ""
		}
		return strconv.Itoa(id.Year)
	case "programme":
		return id.Programme
	case "keywords":
		return strings.Join(id.Keywords, "; ")
	case "number":
		return id.Number
	case "participants":
		names := make([]string, len(id.Participants))
		for i, p := range id.Participants {
			if names[i] = p.Name; p.Institution != "" {
				names[i] += " (" + p.Institution + ")"
			}
		}
		return strings.Join(names, "; ")
	case "cooperating":
		return strings.Join(id.Cooperating, "; ")
	}
	return ""
}

// SetField takes a field of MarkFields over from what a file says.
func SetField(id *evidence.Identity, field string, m extract.Metadata) {
	read := Complete(evidence.Identity{Filename: id.Filename}, &extract.Document{Metadata: m})
	switch field {
	case "title":
		id.Title = read.Title
	case "applicant":
		id.Applicant = read.Applicant
	case "institution":
		id.Institution = read.Institution
	case "year":
		id.Year = read.Year
	case "programme":
		id.Programme = read.Programme
	case "keywords":
		id.Keywords = read.Keywords
	case "number":
		id.Number = read.Number
	case "participants":
		id.Participants = read.Participants
	case "cooperating":
		id.Cooperating = read.Cooperating
	}
}
