package score_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
)

func TestRelation(t *testing.T) {
	id := func(applicant, institution string, participants ...string) evidence.Identity {
		i := evidence.Identity{Applicant: applicant, Institution: institution}
		for _, name := range participants {
			i.Participants = append(i.Participants, evidence.Person{Name: name, Institution: institution})
		}
		return i
	}
	numbered := func(i evidence.Identity, number string) evidence.Identity {
		i.Number = number
		return i
	}
	for _, test := range []struct {
		name string
		a, b evidence.Identity
		want evidence.Relation
	}{
		{"same person", id("张三", "甲大学"), id("張三", "甲 大学"), evidence.SameApplicant},
		{"institution unknown", id("张三", ""), id("张三", "甲大学"), evidence.SameApplicant},
		{"a school of the institution", id("张三", "甲科技大学"), id("张三", "甲科技大学计算机学院"), evidence.SameApplicant},
		{"same name elsewhere", id("张三", "甲大学"), id("张三", "乙大学"), evidence.Other},
		{"same number, moved and married", numbered(id("张三", "甲大学"), "P0012345"), numbered(id("张三李", "乙大学"), "p0012345"), evidence.SameApplicant},
		{"two of one name at one institution", numbered(id("张伟", "甲大学"), "11010519491231002X"), numbered(id("张伟", "甲大学"), "440524188001010014"), evidence.SameInstitution},
		{"numbers of different kinds", numbered(id("张伟", "甲大学"), "11010519491231002X"), numbered(id("张伟", "甲大学"), "0000-0002-1825-0097"), evidence.SameApplicant},
		{"numbers that may be of different kinds", numbered(id("张伟", "甲大学"), "20190001"), numbered(id("张伟", "甲大学"), "20200417"), evidence.SameApplicant},
		{"number of one alone", numbered(id("张伟", "甲大学"), "20190001"), id("张伟", "甲大学"), evidence.SameApplicant},
		{"applicant took part there", id("张三", "甲大学"), id("李四", "甲大学", "张三"), evidence.TookPart},
		{"their applicant takes part here", id("张三", "甲大学", "李四"), id("李四", "甲大学"), evidence.TookPart},
		{"took part, elsewhere", id("张三", "甲大学"), id("李四", "乙大学", "张三"), evidence.Other},
		{"a participant of both", id("张三", "甲大学", "王五", "赵六"), id("李四", "甲大学", "赵六"), evidence.SharesPerson},
		{"participants of one name elsewhere", id("张三", "甲大学", "王五"), id("李四", "乙大学", "王五"), evidence.Other},
		{"colleagues", id("张三", "甲大学"), id("李四", "甲大学"), evidence.SameInstitution},
		{"strangers", id("张三", "甲大学"), id("李四", "乙大学"), evidence.Other},
		{"nothing known", id("", ""), id("", ""), evidence.Unknown},
		{"one applicant not read", id("张三", "甲大学"), id("", "乙大学"), evidence.Unknown},
		{"one applicant not read, of one institution", id("张三", "甲大学"), id("", "甲大学"), evidence.SameInstitution},
		{"one applicant not read, who takes part", id("", "甲大学", "张三"), id("张三", "甲大学"), evidence.TookPart},
		{"a number alone and a name", numbered(id("", ""), "11010519491231002X"), id("李四", ""), evidence.Unknown},
		{"numbers of one kind alone", numbered(id("", ""), "11010519491231002X"), numbered(id("", ""), "440524188001010014"), evidence.Other},
		{"blanks for a name", id("  ", "甲大学"), id("李四", "乙大学"), evidence.Unknown},
		{"participants without names", id("张三", "甲大学", ""), id("李四", "乙大学", ""), evidence.Other},
	} {
		if got := score.Relation(test.a, test.b); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if got := score.Relation(test.b, test.a); got != test.want {
			t.Errorf("%s, seen from the other side: %s, want %s", test.name, got, test.want)
		}
	}
}

// Names that are one to Relation have one key, and no others.
func TestNameKey(t *testing.T) {
	for _, pair := range []struct {
		a, b string
		same bool
	}{
		{"张三", "张 三", true}, {"张三", "張三", true}, {"Smith, J.", "smith j", true}, {"P0012345", "p0012345", true},
		{"张三", "张三丰", false}, {"12 3", "1 23", false}, {"欧阳 修", "欧 阳修", true},
	} {
		if got := score.NameKey(pair.a) == score.NameKey(pair.b); got != pair.same {
			t.Errorf("%q and %q: %v", pair.a, pair.b, got)
		}
	}
	if score.NameKey("") != "" || score.NameKey(" — ") != "" {
		t.Error("what has no letters has a key")
	}
}

// The point between the parts of a name is one, whichever character was typed for it.
func TestPointsOfNames(t *testing.T) {
	want := score.NameKey("买买提·吐尔逊")
	for _, point := range []string{"•", "・", "．", ".", "‧", "∙", "⋅", "･", "﹒", " · ", ""} {
		if name := "买买提" + point + "吐尔逊"; score.NameKey(name) != want || text.Squash(name) != text.Squash("买买提·吐尔逊") {
			t.Errorf("%q is another name", name)
		}
	}
}
