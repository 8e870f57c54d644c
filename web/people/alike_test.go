package people

import (
	"fmt"
	"testing"

	"zhiwen/checker/record"
)

// Names that are equal or look alike are told, whatever institution they are of; others are not.
func TestAlike(t *testing.T) {
	for name, c := range map[string]struct {
		a, b record.Account
		want bool
	}{
		"one name, two institutions":          {record.Account{Login: "wang1x", Name: "王伟", Institution: "甲大学"}, record.Account{Login: "wei", Name: "王伟", Institution: "乙大学"}, true},
		"one name, one without":               {record.Account{Login: "wangw", Name: "王伟", Institution: "甲大学"}, record.Account{Login: "wei", Name: "王伟"}, true},
		"traditional characters":              {record.Account{Login: "x", Name: "張偉"}, record.Account{Login: "y", Name: "张伟"}, true},
		"case, width, what is not seen":       {record.Account{Login: "x", Name: "Zhang San"}, record.Account{Login: "y", Name: "ｚｈａｎｇ\u200b san"}, true},
		"Cyrillic letters in a log-in":        {record.Account{Login: "admin"}, record.Account{Login: "аdmin"}, true},
		"digits for letters in a log-in":      {record.Account{Login: "r0ot", Name: "甲"}, record.Account{Login: "root", Name: "乙"}, true},
		"one for l":                           {record.Account{Login: "wel", Name: "甲"}, record.Account{Login: "we1", Name: "乙"}, true},
		"other names":                         {record.Account{Login: "wangw", Name: "王伟"}, record.Account{Login: "wangf", Name: "王芳"}, false},
		"neither has a name":                  {record.Account{Login: "first"}, record.Account{Login: "second"}, false},
		"numbers that differ":                 {record.Account{Login: "reviewer1"}, record.Account{Login: "reviewer2"}, false},
		"who is locked":                       {record.Account{Login: "x", Name: "王伟"}, record.Account{Login: "y", Name: "王伟", State: record.AccountLocked}, false},
		"one of many numbers is a longer one": {record.Account{Login: "reviewer1"}, record.Account{Login: "reviewer11"}, false},
	} {
		c.a.ID, c.b.ID = 1, 2
		got := alike([]record.Account{c.a, c.b})
		want := map[int64][]record.Account{}
		if c.want {
			want = map[int64][]record.Account{1: {c.b}, 2: {c.a}}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
