package library

import (
	"crypto/sha256"
	"encoding/hex"
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

// decisionAct names who decided as the decision does: without a log-in that is not
// the actor.
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

// namedAct is an act under a name that somebody gave.
func namedAct(a audit.Action, s audit.Subject, id int64, by string) audit.Act {
	act := audit.Act{Action: a, Subject: s, ID: id}
	if by != "" {
		act.Detail = map[string]string{"by": storable(by)}
	}
	return act
}

// countedAct is an act on several documents together.
func countedAct(a audit.Action, s audit.Subject, id int64, documents int) audit.Act {
	return audit.Act{Action: a, Subject: s, ID: id, Detail: map[string]string{"documents": strconv.Itoa(documents)}}
}

// hashOf is the SHA-256 of bytes, in lower-case hex.
func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// assignAct is an act on a document, which a reviewer gets or has no more.
func assignAct(what string, account, document int64) audit.Act {
	return audit.Act{Action: audit.Change, Subject: audit.SubjectDocument, ID: document, Detail: map[string]string{
		"what": what, "reviewer": strconv.FormatInt(account, 10),
	}}
}
