package report

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestChoiceInAddresses(t *testing.T) {
	e := &evidence.Evidence{
		Excluded: []evidence.Excluded{{Reason: evidence.ReasonForm, Applied: true}, {Reason: evidence.ReasonQuotation}},
		Sources:  []evidence.Source{{Relation: evidence.Other, Matches: []evidence.Match{{Kind: evidence.Near}, {Kind: evidence.Verbatim}}}},
	}
	e.Set(score.LeastLength, 20)
	for address, want := range map[string]string{
		"": "",
		// What a form sends that was not touched:
		"apply=1&exclude=none&exclude=form&length=20&similarity=0&share=0&kind=none&kind=verbatim&kind=near&relation=none&relation=other&from=&to=": "",
		"exclude=none":                                 "exclude=none",
		"exclude=none&exclude=quotation":               "exclude=quotation",
		"exclude=quotation,form":                       "exclude=form%2Cquotation",
		"exclude=quotation,template":                   "exclude=form%2Cquotation", // as an earlier version named it
		"exclude=form,common":                          "",                         // there is no common text
		"kind=none":                                    "kind=none",
		"kind=near&length=50&share=0.5&similarity=80":  "kind=near&length=50&share=0.5&similarity=80",
		"relation=same-applicant&from=2020&to=2022":    "from=2020&relation=same-applicant&to=2022",
		"share=0.04":                                   "", // less than can be said
		"kind=near,verbatim&relation=other&length= 7 ": "length=7",
	} {
		q, err := url.ParseQuery(address)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ReadChoice(q)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		settled := c.settled(e, nil)
		if got := settled.query().Encode(); got != want {
			t.Errorf("%s: settled to %q, want %q", address, got, want)
		}
		again, err := ReadChoice(settled.query())
		if diff := cmp.Diff(settled, again, cmp.AllowUnexported(Choice{})); diff != "" || err != nil {
			t.Errorf("%s does not come back (%v): %s", address, err, diff)
		}
		if (settled.active() == 0) != (want == "") {
			t.Errorf("%s: %d active", address, settled.active())
		}
	}
	for _, address := range []string{"exclude=x", "exclude=", "kind=verbatim,", "length=-1", "length=a", "length=99999999", "share=101", "share=-0.2", "share=NaN", "share=Inf", "similarity=101", "from=-1", "to=20000", "relation=OTHER"} {
		q, _ := url.ParseQuery(address)
		if _, err := ReadChoice(q); err == nil {
			t.Errorf("%s was taken", address)
		}
	}
}
