package score_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestConflict(t *testing.T) {
	of := evidence.Identity{
		Applicant: "王建国", Institution: "某某大学", Cooperating: []string{"江南研究院"},
		Participants: []evidence.Person{{Name: "李雪梅"}, {Name: "陈晓东", Institution: "北方工业大学"}},
	}
	for _, c := range []struct {
		name string
		who  evidence.Person
		want evidence.Relation
	}{
		{"a stranger", evidence.Person{Name: "赵一鸣", Institution: "海滨学院"}, evidence.Other},
		{"without an institution", evidence.Person{Name: "赵一鸣"}, evidence.Other},
		{"nobody", evidence.Person{}, evidence.Other},
		{"the applicant", evidence.Person{Name: "王建国", Institution: "某某大学"}, evidence.SameApplicant},
		{"a participant", evidence.Person{Name: "李雪梅", Institution: "某某大学"}, evidence.TookPart},
		{"a colleague", evidence.Person{Name: "赵一鸣", Institution: "某某大学"}, evidence.SameInstitution},
		{"of a school of it", evidence.Person{Name: "赵一鸣", Institution: "某某大学化学学院"}, evidence.SameInstitution},
		{"a colleague of a participant", evidence.Person{Name: "赵一鸣", Institution: "北方工业大学"}, evidence.SameInstitution},
		{"of a cooperating institution", evidence.Person{Name: "赵一鸣", Institution: "江南研究院"}, evidence.SameInstitution},
		{"of the applicant's name elsewhere", evidence.Person{Name: "王建国", Institution: "海滨学院"}, evidence.Other},
	} {
		if got := score.Conflict(c.who, of); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
