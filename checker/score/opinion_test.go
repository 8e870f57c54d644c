package score_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestOpinions(t *testing.T) {
	const n, e, s = evidence.NoConcern, evidence.Explain, evidence.Suspected
	for _, c := range []struct {
		name     string
		wanted   int
		verdicts []evidence.Verdict
		state    score.OpinionState
		needed   int
		differ   bool
		final    evidence.Verdict
		follows  score.Following
	}{
		{"one is enough", 1, []evidence.Verdict{n, e}, score.OneOpinion, 1, false, n, score.FollowsSplit},
		{"nobody yet", 2, nil, score.OpinionsAwaited, 2, false, n, score.FollowsBefore},
		{"one of two", 2, []evidence.Verdict{n}, score.OpinionsAwaited, 2, false, n, score.FollowsBefore},
		{"two agree", 2, []evidence.Verdict{n, n}, score.OpinionsAgree, 2, false, n, score.FollowsAll},
		{"the officer does not", 2, []evidence.Verdict{n, n}, score.OpinionsAgree, 2, false, s, score.FollowsNone},
		{"two differ", 2, []evidence.Verdict{n, e}, score.OpinionFurther, 3, true, n, score.FollowsSplit},
		{"the third decides", 2, []evidence.Verdict{n, e, e}, score.OpinionsMajority, 3, true, e, score.FollowsMost},
		{"the third does not", 2, []evidence.Verdict{n, e, s}, score.OpinionsSplit, 3, true, e, score.FollowsSplit},
		{"two of three have come and differ", 3, []evidence.Verdict{n, e}, score.OpinionsAwaited, 3, true, n, score.FollowsBefore},
		{"two of three", 3, []evidence.Verdict{n, e, n}, score.OpinionsMajority, 3, true, n, score.FollowsMost},
		{"three differ", 3, []evidence.Verdict{n, e, s}, score.OpinionFurther, 4, true, n, score.FollowsSplit},
		{"half of four", 4, []evidence.Verdict{n, n, e, s}, score.OpinionFurther, 5, true, n, score.FollowsSplit},
		{"the fifth decides", 4, []evidence.Verdict{n, n, e, s, n}, score.OpinionsMajority, 5, true, e, score.FollowsNone},
	} {
		o, _ := score.Weigh(c.wanted, c.verdicts)
		if o.State() != c.state || o.Needed() != c.needed || o.Differ() != c.differ {
			t.Errorf("%s: state %q, needed %d, differ %v", c.name, o.State(), o.Needed(), o.Differ())
		}
		want := c.state
		if want == score.OpinionsAwaited || want == score.OpinionFurther {
			want = score.OpinionsEnded
		}
		if o.Decided = true; o.State() != want && c.wanted > 1 || o.Needed() > max(c.wanted, len(c.verdicts)) {
			t.Errorf("%s, and a verdict stands: state %q, needed %d", c.name, o.State(), o.Needed())
		}
		if got := score.Follows(c.final, c.wanted, c.verdicts); got != c.follows {
			t.Errorf("%s: the verdict follows %q, want %q", c.name, got, c.follows)
		}
	}
}
