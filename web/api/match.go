package api

import (
	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/api/client"
	"zhiwen/web/report"
)

// sourceOut is a source of a check in the JSON of answers.
type sourceOut struct {
	ID         int64       `json:"id"`
	Rank       int         `json:"rank"`
	Title      string      `json:"title"`
	Identity   identityOut `json:"identity"`
	Relation   string      `json:"relation"`
	SameCall   bool        `json:"same_call"`
	Characters int         `json:"characters"` // of the document that it covers
	Share      *float64    `json:"share"`
	Exclusive  int         `json:"exclusive"`
	Theirs     int         `json:"theirs"`
	Matches    int         `json:"matches"`
	Left       int         `json:"left_matches"`
	Verdict    *string     `json:"verdict"`
	Page       string      `json:"page"`
}

// identityOut describes an application or a page of the web.
type identityOut struct {
	SHA256       string      `json:"sha256"`
	Filename     string      `json:"filename"`
	Title        string      `json:"title"`
	Applicant    string      `json:"applicant"`
	Institution  string      `json:"institution"`
	Year         int         `json:"year"`
	Programme    string      `json:"programme"`
	Keywords     []string    `json:"keywords"`
	Number       string      `json:"number"`
	Date         string      `json:"date"`
	Participants []personOut `json:"participants"`
	Cooperating  []string    `json:"cooperating"`
	Web          *webOut     `json:"web"`
}

type personOut struct {
	Name        string `json:"name"`
	Institution string `json:"institution"`
	Title       string `json:"title"`
}

type webOut struct {
	Address   string `json:"address"`
	Site      string `json:"site"`
	Author    string `json:"author"`
	Published string `json:"published"`
	Seen      string `json:"seen"`
}

func identitySaid(i evidence.Identity) identityOut {
	out := identityOut{
		SHA256: i.SHA256, Filename: i.Filename, Title: i.Title, Applicant: i.Applicant, Institution: i.Institution, Year: i.Year,
		Programme: i.Programme, Keywords: append([]string{}, i.Keywords...), Number: i.Number, Date: i.Date, Participants: []personOut{},
		Cooperating: append([]string{}, i.Cooperating...),
	}
	for _, x := range i.Participants {
		out.Participants = append(out.Participants, personOut{x.Name, x.Institution, x.Title})
	}
	if w := i.Web; w != nil {
		out.Web = &webOut{w.Address, w.Site, w.Author, w.Published, w.Seen}
	}
	return out
}

// slice returns a page of what is there as a whole: the place is how many items stand before.
func slice[T any](all []T, at place) (items []T, last int64) {
	from := min(int(min(at.After, int64(len(all)))), len(all))
	to := min(from+at.Limit, len(all))
	if to < len(all) {
		last = int64(to)
	}
	return all[from:to], last
}

// sources lists the sources of a check, in the order of their numbers.
func (p *api) sources(c *gin.Context, id int64) error {
	assessed, err := p.assess(c, id)
	if err != nil {
		return err
	}
	scores := assessed.Evidence.Scores
	return given(p, c, assessed.Listed(), func(x report.TableSource) sourceOut {
		s := x.Source
		out := sourceOut{
			ID: s.ID, Rank: assessed.Rank(s.ID), Title: report.NameOf(s.Identity), Identity: identitySaid(s.Identity),
			Relation: string(s.Relation), SameCall: s.SameCall, Characters: s.Full,
			Share: figureSaid(record.Share{Part: s.Full, Whole: scores.Countable, Doubts: scores.Doubts}).Share, Exclusive: s.Exclusive,
			Theirs: s.Theirs, Matches: x.Counted, Left: x.Left, Page: report.CheckPath(id) + "/sources/" + decimal(s.ID),
		}
		if d := assessed.Decided.Source(s.ID); d != nil {
			out.Verdict = new(string(d.Verdict))
		}
		return out
	})
}

// assess reads a check by what the check itself counted: what else a query may choose is for
// pages.
func (p *api) assess(c *gin.Context, id int64) (*report.Assessment, error) {
	query := c.Request.URL.RawQuery
	c.Request.URL.RawQuery = ""
	defer func() { c.Request.URL.RawQuery = query }()
	return p.Checks.Assess(c, id)
}

// matchOut is a match of a check in the JSON of answers.
type matchOut struct {
	ID         int            `json:"id"`
	Source     int64          `json:"source"`
	Rank       int            `json:"rank"` // of the source
	Ordinal    int            `json:"ordinal"`
	Kind       string         `json:"kind"`
	Similarity float64        `json:"similarity"`
	Characters int            `json:"characters"`
	Counted    int            `json:"counted"`
	Why        *string        `json:"why_not"`
	Citation   string         `json:"citation"`
	Verdict    *string        `json:"verdict"`
	This       client.Passage `json:"this"`
	There      client.Passage `json:"there"`
}

func passageSaid(x evidence.Passage) client.Passage {
	return client.Passage{Offset: x.Offset, Length: x.Length, Page: x.Page, Section: x.Section, Text: x.Text}
}

// matches lists the matches of a check, source by source in order of place.
func (p *api) matches(c *gin.Context, id int64) error {
	place, err := p.placeOf(c, "source")
	if err != nil {
		return err
	}
	only, err := p.number(c, "source")
	if err != nil {
		return err
	}
	assessed, err := p.assess(c, id)
	if err != nil {
		return err
	}
	byID := map[int]int64{}
	for i := range assessed.All {
		for j := range assessed.All[i].Matches {
			byID[assessed.All[i].Matches[j].ID] = assessed.All[i].ID
		}
	}
	all := each.Where(assessed.Matches(), func(m report.TableMatch) bool { return only == 0 || byID[m.ID] == only })
	found, last := slice(all, place)
	var items []matchOut
	for _, m := range found {
		out := matchOut{
			ID: m.ID, Source: byID[m.ID], Rank: m.Rank, Ordinal: m.Ordinal, Kind: string(m.Kind), Similarity: float64(m.Similarity),
			Characters: m.Characters, Counted: m.Counted, Why: orNull(string(m.Why)), Citation: string(m.Citation),
			This: passageSaid(m.This), There: passageSaid(m.Source),
		}
		if m.Decided != nil {
			out.Verdict = new(string(m.Decided.Verdict))
		}
		items = append(items, out)
	}
	return page(c, items, last)
}

// sections lists the sections of the document of a check with their shares, in the order of the text.
func (p *api) sections(c *gin.Context, id int64) error {
	assessed, err := p.assess(c, id)
	if err != nil {
		return err
	}
	return given(p, c, assessed.Evidence.Sections, func(x evidence.SectionScore) client.Section {
		share := figureSaid(record.Share{Part: x.Covered, Whole: x.Countable, Doubts: assessed.Evidence.Scores.Doubts}).Share
		return client.Section{Title: x.Title, Level: x.Level, Role: x.Role, Offset: x.Offset, Length: x.Length, Countable: x.Countable,
			Characters: x.Covered, Share: share}
	})
}

// hints lists the hints of a check of the level that was set for it, and those that somebody has decided about, by place.
func (p *api) hints(c *gin.Context, id int64) error {
	assessed, err := p.assess(c, id)
	if err != nil {
		return err
	}
	return given(p, c, assessed.Hints(), func(h report.TableHint) client.Hint {
		out := client.Hint{
			ID: h.ID, Source: h.Source, Kind: string(h.Kind), Strength: string(h.Strength), Characters: h.Characters,
			This: passageSaid(h.This), There: passageSaid(h.From),
		}
		if h.Decided != nil {
			out.Verdict = new(string(h.Decided.Verdict))
		}
		return out
	})
}
