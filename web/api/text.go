package api

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/duplicate"
	"zhiwen/checker/text/word"
)

// longestText is the most characters of a text that is asked for, mostTextJSON the most bytes that it may take as JSON
// with every character escaped.
const (
	longestText  = 200_000
	mostTextJSON = 2 << 20
)

// textIn is a text whose permanent id is asked for.
type textIn struct {
	Text    string  `json:"text"`
	Method  *string `json:"method"`
	Centres bool    `json:"centres"`
	Keep    *bool   `json:"keep"`
}

// textOut is the answer: no id where the text is unknown and is not to be kept.
type textOut struct {
	ID    *int64 `json:"id"`
	Known bool   `json:"known"`
}

// words cuts texts with the dictionaries of the process.
var words = duplicate.NewWords(func() (*word.Cutter, error) { return word.Open("") })

// textID answers with the permanent id of a text: that of one before it that is alike, or a new one.
func (p *api) textID(c *gin.Context) error {
	var in textIn
	raw, err := p.ReadStrict(c, mostTextJSON, &in)
	if err != nil {
		return err
	}
	l := p.Language(c)
	var f faults
	if n := utf8.RuneCountInString(in.Text); strings.TrimSpace(in.Text) == "" || n > longestText {
		f.add("text", l.Text("api.text", "Most", longestText))
	}
	name := duplicate.DefaultStream
	if in.Method != nil {
		name = *in.Method
	}
	if !slices.Contains(duplicate.StreamMethods(), name) {
		f.add("method", l.Text("api.choice", "Choices", strings.Join(duplicate.StreamMethods(), ", ")))
	}
	if err := f.err(); err != nil {
		return err
	}
	method, err := duplicate.Named(name)
	if err != nil {
		return err
	}
	stream, _ := duplicate.NewStream(method, duplicate.StreamOptions{Threshold: method.Limit().Default, Centres: in.Centres})
	asked, ok, err := stream.Ask(words.NewPlain(in.Text))
	if err != nil {
		return err
	}
	if !ok {
		return invalid("text", l.Text("api.nothingToCompare"))
	}
	ctx := c.Request.Context()
	return p.once(c, string(raw), func() (made, error) {
		var id int64
		isNew := false
		if in.Keep == nil || *in.Keep {
			id, isNew, err = p.Store.TextID(ctx, stream, asked)
		} else {
			id, err = p.Store.FindTextID(ctx, stream, asked)
		}
		if err != nil {
			return made{}, err
		}
		out := textOut{ID: orNull(id), Known: id != 0 && !isNew}
		return made{http.StatusOK, "", out}, p.Store.Record(ctx, audit.Act{Action: audit.Search, Subject: audit.SubjectLibrary})
	})
}
