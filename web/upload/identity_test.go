package upload

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/web/site"
)

// What is typed or pasted has no characters that cannot be shown or turn others, and lines
// only where a field is a list.
func TestReadIdentity(t *testing.T) {
	form := map[string]string{
		"title": "  冻土\u202e碳\n循环 ", "applicant": "张\x07三", "institution": "X\x07大学\u2066", "programme": "面上\t项目", "number": "A\x001", "year": "2026",
		"keywords": "碳\x07；水\n土\u202e", "participants": "李\x07四\n王五", "date": "2026年3月",
	}
	var got evidence.Identity
	if err := ReadIdentity(&got, func(name string) string { return form[name] }); err != nil {
		t.Error(err)
	}
	if got.Title != "冻土碳 循环" || got.Applicant != "张三" || got.Institution != "X大学" || got.Programme != "面上 项目" || got.Number != "A1" || got.Year != 2026 || got.Date != "2026-03" {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]string{"碳", "水", "土"}, got.Keywords); diff != "" {
		t.Error(diff)
	}
	if len(got.Participants) != 2 || got.Participants[0].Name != "李四" || got.Participants[1].Name != "王五" {
		t.Errorf("%+v", got.Participants)
	}
	form["title"] = strings.Repeat("长", site.MaxField)
	if err := ReadIdentity(&got, func(name string) string { return form[name] }); err != nil || got.Title != form["title"] {
		t.Errorf("as long as may be: %v, %d bytes", err, len(got.Title))
	}
	form["title"] += "长"
	if err := ReadIdentity(&got, func(name string) string { return form[name] }); !errors.Is(err, site.ErrForm) {
		t.Errorf("too long: %v", err)
	}
}
