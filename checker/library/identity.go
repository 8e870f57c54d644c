package library

import (
	"encoding/json"

	"zhiwen/checker/evidence"
)

func encodeKeywords(keywords []string) (string, error) {
	clean := make([]string, len(keywords))
	for i, k := range keywords {
		clean[i] = storable(k)
	}
	b, err := json.Marshal(clean)
	return string(b), err
}

// team is the columns of an identity that no query asks for by itself.
type team struct {
	Participants []evidence.Person `json:"participants,omitempty"`
	Cooperating  []string          `json:"cooperating,omitempty"`
}

func encodePeople(i evidence.Identity) (string, error) {
	var clean team
	for _, p := range i.Participants {
		clean.Participants = append(clean.Participants, evidence.Person{Name: storable(p.Name), Title: storable(p.Title), Institution: storable(p.Institution)})
	}
	for _, c := range i.Cooperating {
		clean.Cooperating = append(clean.Cooperating, storable(c))
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

// encodeWeb gives the column of where a page of the web was found; "" for applications.
func encodeWeb(i evidence.Identity) (string, error) {
	if i.Web == nil {
		return "", nil
	}
	clean := *i.Web
	clean.Address, clean.Site, clean.Author = storable(clean.Address), storable(clean.Site), storable(clean.Author)
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
