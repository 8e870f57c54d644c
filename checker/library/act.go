package library

import (
	"strconv"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// What is recorded of the acts of this package: numbers, hashes and names of
// things, never texts.

func documentAct(a audit.Action, id int64, sha256 string) audit.Act {
	return audit.Act{Action: a, Subject: audit.SubjectDocument, ID: id, Detail: map[string]string{"sha256": sha256}}
}

func checkAct(a audit.Action, id, document int64) audit.Act {
	return audit.Act{Action: a, Subject: audit.SubjectCheck, ID: id, Detail: map[string]string{"document": strconv.FormatInt(document, 10)}}
}

func failAct(s audit.Subject, id int64, f record.Failure) audit.Act {
	return audit.Act{Action: audit.Fail, Subject: s, ID: id, Detail: map[string]string{"failure": string(f.Name)}}
}

// decisionAct names the person as the decision does: without a log-in that is not the actor.
func decisionAct(check int64, d evidence.Decision) audit.Act {
	a := audit.Act{Action: audit.Decide, Subject: audit.SubjectCheck, ID: check, Detail: map[string]string{"by": storable(d.Reviewer)}}
	if d.Verdict == "" {
		a.Action = audit.Withdraw
	} else {
		a.Detail["verdict"] = string(d.Verdict)
	}
	if d.Subject != evidence.SubjectCheck {
		a.Detail[string(d.Subject)] = strconv.FormatInt(d.ID, 10)
	}
	return a
}

// assignAct returns an act on a document, which a reviewer gets or has no more.
func assignAct(what string, account, document int64) audit.Act {
	return audit.Act{Action: audit.Change, Subject: audit.SubjectDocument, ID: document, Detail: map[string]string{
		"what": what, "reviewer": strconv.FormatInt(account, 10),
	}}
}
