package score

import "zhiwen/checker/evidence"

// Opinions counts what several people independently think of a check as a whole.
type Opinions struct {
	Wanted   int // how many opinions the call wants; below 2 the verdict of one person is enough
	Given    int // how many stand
	Agreeing int // how many of them share the most frequent verdict

	Decided bool // a final verdict stands, so that nobody is asked any more
}

// Weigh counts verdicts, one per person, and returns the verdict that more than half of them share,
// or Withdrawn if there is none. wanted is the number of opinions that the call wants.
func Weigh(wanted int, verdicts []evidence.Verdict) (o Opinions, most evidence.Verdict) {
	o = Opinions{Wanted: wanted, Given: len(verdicts)}
	count := map[evidence.Verdict]int{}
	for _, v := range verdicts {
		if count[v]++; count[v] > o.Agreeing {
			o.Agreeing, most = count[v], v
		}
	}
	if o.Agreeing*2 <= o.Given {
		most = evidence.Withdrawn
	}
	return o, most
}

// OpinionState is the result of several opinions.
type OpinionState string

// The states of opinions, in the order in which an application goes through them.
const (
	OneOpinion       OpinionState = ""         // only one is wanted
	OpinionsAwaited  OpinionState = "awaited"  // fewer than are wanted
	OpinionsAgree    OpinionState = "agree"    // all say the same
	OpinionsMajority OpinionState = "majority" // more than half say the same
	OpinionFurther   OpinionState = "further"  // no majority: one more opinion is needed
	OpinionsSplit    OpinionState = "split"    // no majority even with one more opinion
	OpinionsEnded    OpinionState = "ended"    // a final verdict came before the opinions had a result
)

// State returns the result of the opinions so far.
func (o Opinions) State() OpinionState {
	switch {
	case o.Wanted < 2:
		return OneOpinion
	case o.Given < o.Wanted && !o.Decided:
		return OpinionsAwaited
	case o.Given < o.Wanted:
		return OpinionsEnded
	case o.Agreeing == o.Given:
		return OpinionsAgree
	case o.Agreeing*2 > o.Given:
		return OpinionsMajority
	case o.Given == o.Wanted && o.Decided:
		return OpinionsEnded
	case o.Given == o.Wanted:
		return OpinionFurther
	}
	return OpinionsSplit
}

// Needed returns how many people are asked in all: one more than wanted if those who were asked
// first have no majority.
func (o Opinions) Needed() int {
	switch {
	case o.Wanted < 2:
		return 1
	case o.State() == OpinionFurther:
		return o.Wanted + 1
	}
	return max(o.Wanted, o.Given)
}

// Differ reports whether the opinions differ.
func (o Opinions) Differ() bool { return o.Wanted > 1 && o.Agreeing < o.Given }

// Following says how a final verdict relates to the opinions.
type Following string

// The ways in which a verdict relates to opinions.
const (
	FollowsAll    Following = "all"     // all opinions are that verdict
	FollowsMost   Following = "most"    // more than half are
	FollowsNone   Following = "none"    // more than half are another
	FollowsSplit  Following = "split"   // no verdict has more than half; this one decides
	FollowsBefore Following = "awaited" // it came before as many opinions as wanted
)

// Follows returns how a verdict relates to opinions. wanted is the number that the call wants.
func Follows(verdict evidence.Verdict, wanted int, opinions []evidence.Verdict) Following {
	o, most := Weigh(wanted, opinions)
	switch {
	case o.Given < wanted:
		return FollowsBefore
	case most == evidence.Withdrawn:
		return FollowsSplit
	case most != verdict:
		return FollowsNone
	case o.Agreeing == o.Given:
		return FollowsAll
	}
	return FollowsMost
}
