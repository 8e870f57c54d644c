package setting

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/first"
	"zhiwen/checker/setting"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// firstForm is the form of the criteria for who was first.
type firstForm struct {
	Places   []firstPlace
	Criteria []first.Criterion // that can be chosen
}

// firstPlace is a place in the order of criteria.
type firstPlace struct {
	Field     string
	Number    int             // from 1
	Criterion first.Criterion // "" is none
}

func firstTyped(f setting.First) firstForm {
	form := firstForm{Criteria: first.DefaultOrder()}
	for i := range form.Criteria {
		place := firstPlace{Field: "first-" + strconv.Itoa(i), Number: i + 1}
		if i < len(f.Order) {
			place.Criterion = f.Order[i]
		}
		form.Places = append(form.Places, place)
	}
	return form
}

func (s *pages) saveFirst(c *gin.Context) error {
	form := firstTyped(setting.First{})
	value := setting.First{Order: []first.Criterion{}}
	for i := range form.Places {
		place := &form.Places[i]
		place.Criterion = first.Criterion(site.CleanLine(c.PostForm(place.Field), site.MaxField))
		if place.Criterion != "" {
			value.Order = append(value.Order, place.Criterion)
		}
	}
	return s.saveOverview(c, setting.OfFirst, value, nil, func(v *overviewPage) { v.First = form })
}

// firstSaid returns what a change of it has set.
func firstSaid(l *catalogue.Language, f setting.First) []string {
	said := each.Of(f.Order, func(c first.Criterion) string { return l.Text("first.criterion." + string(c)) })
	return []string{strings.Join(said, l.Text("app.comma"))}
}
