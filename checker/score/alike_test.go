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
	} {
		if got := score.Relation(test.a, test.b); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
