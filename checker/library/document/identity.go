package document

import (
	"encoding/json"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/internal/each"
)

// EncodeKeywords returns the column of the keywords of an application.
func EncodeKeywords(keywords []string) (string, error) {
	clean := each.Of(keywords, database.Storable)
	b, err := json.Marshal(clean)
	return string(b), err
}

// team is the columns of an identity that no query asks for by itself.
type team struct {
	Participants []evidence.Person `json:"participants,omitempty"`
	Cooperating  []string          `json:"cooperating,omitempty"`
}

// EncodePeople returns the column of those who take part beside the applicant.
func EncodePeople(i evidence.Identity) (string, error) {
	var clean team
	for _, p := range i.Participants {
		clean.Participants = append(clean.Participants, evidence.Person{Name: database.Storable(p.Name), Title: database.Storable(p.Title),
			Institution: database.Storable(p.Institution)})
	}
	for _, c := range i.Cooperating {
		clean.Cooperating = append(clean.Cooperating, database.Storable(c))
	}
	b, err := json.Marshal(clean)
	return string(b), err
}

func decodePeople(stored string, i *evidence.Identity) error {
	var p team
	err := json.Unmarshal([]byte(stored), &p)
	i.Participants, i.Cooperating = p.Participants, p.Cooperating
	return err
}

// EncodeWeb returns the column of where a page of the web was found; "" for applications.
func EncodeWeb(i evidence.Identity) (string, error) {
	if i.Web == nil {
		return "", nil
	}
	clean := *i.Web
	clean.Address, clean.Site, clean.Author = database.Storable(clean.Address), database.Storable(clean.Site),
		database.Storable(clean.Author)
	b, err := json.Marshal(clean)
	return string(b), err
}

func decodeWeb(stored string, i *evidence.Identity) error {
	if stored == "" {
		return nil
	}
	i.Web = new(evidence.Web)
	return json.Unmarshal([]byte(stored), i.Web)
}
