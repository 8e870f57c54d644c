package score_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestRelation(t *testing.T) {
	id := func(applicant, institution string) evidence.Identity {
		return evidence.Identity{Applicant: applicant, Institution: institution}
	}
	numbered := func(i evidence.Identity, number string) evidence.Identity {
		i.Number = number
		return i
	}
	with := func(i evidence.Identity, people ...evidence.Person) evidence.Identity {
		i.Participants = people
		return i
	}
	for _, test := range []struct {
		name string
		a, b evidence.Identity
		want evidence.Relation
	}{
		{"same person", id("张三", "甲大学"), id("張三", "甲 大学"), evidence.SameApplicant},
		{"institution unknown", id("张三", ""), id("张三", "甲大学"), evidence.SameApplicant},
		{"same name elsewhere", id("张三", "甲大学"), id("张三", "乙大学"), evidence.Other},
		{"colleagues", id("张三", "甲大学"), id("李四", "甲大学"), evidence.SameInstitution},
		{"strangers", id("张三", "甲大学"), id("李四", "乙大学"), evidence.Other},
		{"nothing known", id("", ""), id("", ""), evidence.Other},
		{"same number", numbered(id("张三", "甲大学"), "A1"), numbered(id("章三", "乙大学"), "A1"), evidence.SameApplicant},
		{"other numbers", numbered(id("张三", "甲大学"), "A1"), numbered(id("李四", "乙大学"), "A2"), evidence.Other},
		{"the applicant took part there", id("张三", "甲大学"), with(id("李四", "乙大学"), evidence.Person{Name: "张三", Institution: "甲大学"}), evidence.TookPart},
		{"their applicant takes part here", with(id("张三", "甲大学"), evidence.Person{Name: "李四"}), id("李四", "甲大学"), evidence.TookPart},
		{"another of that name took part", id("张三", "甲大学"), with(id("李四", "乙大学"), evidence.Person{Name: "张三"}), evidence.Other},
		{"a participant of both", with(id("张三", "甲大学"), evidence.Person{Name: "王五", Institution: "丙所"}), with(id("李四", "乙大学"), evidence.Person{Name: "王五", Institution: "丙所"}), evidence.SharesPerson},
	} {
		if got := score.Relation(test.a, test.b); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
