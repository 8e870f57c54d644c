package people

import (
	"strings"

	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// confused are characters of log-in names that are taken for one another at a glance.
var confused = strings.NewReplacer("0", "o", "1", "l", "i", "l", "rn", "m", "vv", "w")

// alike returns, for each account that can be used, the others whose name is equal or looks alike, or whose log-in name does,
// in the order of accounts. Names are folded as those of applicants are (score.NameKey: width, case, script, letters of another
// alphabet, characters that cannot be seen); log-in names also by what is confused in them. Decisions and claims are
// read by these names, so that whoever looks after accounts has to know of it. Who is locked acts no more and is left out.
func alike(accounts []record.Account) map[int64][]record.Account {
	byName, byLogin := map[string][]record.Account{}, map[string][]record.Account{}
	nameOf := func(a record.Account) string { return score.NameKey(a.Name) }
	loginOf := func(a record.Account) string { return score.NameKey(confused.Replace(strings.ToLower(a.Login))) }
	for _, a := range accounts {
		if a.State == record.AccountLocked {
			continue
		}
		if key := nameOf(a); key != "" {
			byName[key] = append(byName[key], a)
		}
		if key := loginOf(a); key != "" {
			byLogin[key] = append(byLogin[key], a)
		}
	}
	out := map[int64][]record.Account{}
	for _, a := range accounts {
		if a.State == record.AccountLocked {
			continue
		}
		seen := map[int64]bool{a.ID: true}
		for _, like := range [][]record.Account{byName[nameOf(a)], byLogin[loginOf(a)]} {
			for _, b := range like {
				if !seen[b.ID] {
					seen[b.ID] = true
					out[a.ID] = append(out[a.ID], b)
				}
			}
		}
	}
	return out
}
