package score

import "zhiwen/checker/evidence"

// Opinions counts what several people think of a check as a whole, each for themselves.
type Opinions struct {
	Wanted   int // how many are asked for; below 2 the verdict of one is enough
	Given    int // how many stand
	Agreeing int // how many of them say what most say

	Decided bool // a final verdict stands: nobody is asked any more
}

// Weigh counts verdicts, one a person, of which so many are wanted, and says which of them
// more than half have given; Withdrawn where none is.
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

// OpinionState says what opinions come to.
type OpinionState string

// The states of opinions, in the order in which an application goes through them.
const (
	OneOpinion       OpinionState = ""         // no more than one is wanted
	OpinionsAwaited  OpinionState = "awaited"  // fewer than are wanted
	OpinionsAgree    OpinionState = "agree"    // all say the same
	OpinionsMajority OpinionState = "majority" // more than half say the same
	OpinionFurther   OpinionState = "further"  // no verdict has more than half: one more opinion is needed, the third where two were wanted
	OpinionsSplit    OpinionState = "split"    // that one has not helped either
	OpinionsEnded    OpinionState = "ended"    // a final verdict came before they came to one
)

// OpinionStates is all of them where several opinions are wanted.
func OpinionStates() []OpinionState {
	return []OpinionState{OpinionsAwaited, OpinionsAgree, OpinionsMajority, OpinionFurther, OpinionsSplit, OpinionsEnded}
}

// State is what they come to.
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

// Needed is how many people are asked in all: one more where those who were asked first
// do not come to a verdict.
func (o Opinions) Needed() int {
	switch {
	case o.Wanted < 2:
		return 1
	case o.State() == OpinionFurther:
		return o.Wanted + 1
	}
	return max(o.Wanted, o.Given)
}

// Differ says that not all opinions are the same.
func (o Opinions) Differ() bool { return o.Wanted > 1 && o.Agreeing < o.Given }

// Following says how a final verdict stands to the opinions.
type Following string

// How a verdict stands to opinions.
const (
	FollowsAll    Following = "all"     // all opinions are that verdict
	FollowsMost   Following = "most"    // more than half are
	FollowsNone   Following = "none"    // more than half are another
	FollowsSplit  Following = "split"   // no verdict has more than half: it decides
	FollowsBefore Following = "awaited" // fewer opinions had come than were wanted
)

// Followings is all of them.
func Followings() []Following {
	return []Following{FollowsAll, FollowsMost, FollowsNone, FollowsSplit, FollowsBefore}
}

// Follows says how a verdict stands to opinions, so many of which were wanted.
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
