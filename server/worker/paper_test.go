package worker

import (
	"context"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// newPaper makes an engine of the published method.
func newPaper(t *testing.T) *checker.Engine {
	t.Helper()
	words := librarytest.Must(word.Open(""))(t)
	return librarytest.Must(checker.New(checker.DefaultParameters(checker.PaperProfile), words))(t)
}

// paragraphsOf makes a text of paragraphs that the published method compares: each of many sentences.
func paragraphsOf(subject string) string {
	var b strings.Builder
	for _, aim := range []string{"水文模型", "遥感数据", "田间试验"} {
		b.WriteString("本研究以" + subject + "为对象，系统分析其在不同条件下的变化规律。")
		b.WriteString("首先建立" + subject + "的" + aim + "，并用多年观测资料检验其可靠性。")
		b.WriteString("其次比较" + subject + "在丰水年和枯水年的差异，找出主要的影响因素。")
		b.WriteString("然后把" + aim + "的结果与历史记录对照，估计误差的来源和大小。")
		b.WriteString("最后提出适合" + subject + "的管理措施，为当地部门的决策提供依据。\n")
	}
	return b.String()
}

// decoded returns the evidence of a check.
func (w *world) decoded(check int64) *evidence.Evidence {
	w.t.Helper()
	xml := librarytest.Must(w.store.Evidence(context.Background(), check))(w.t)
	return librarytest.Must(evidence.Decode(strings.NewReader(string(xml))))(w.t)
}

// failsAt is an engine that fails at documents with a word.
type failsAt struct {
	Engine

	word string
}

func (e failsAt) Units(d *extract.Document) []fingerprint.Unit {
	if strings.Contains(d.Text, e.word) {
		panic("a bug")
	}
	return e.Engine.Units(d)
}

// A call may have its applications checked by the published method: with the library, whose units are made then, and
// with one another. A document that the program fails at is named, and a check of the same document by the default
// method stands beside it.
func TestPaperProfile(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Paper = failsAt{newPaper(t), "火山"}
		w.start()
		past := w.submitOne(forLibrary(upload("past.txt", paragraphsOf("塔里木河"))))
		bad := w.submitOne(forLibrary(upload("bad.txt", paragraphsOf("火山灰"))))
		call := w.newCall(record.Call{Name: "a", Settings: record.CallSettings{Profile: checker.PaperProfile}})
		mine := w.handIn(call, "mine.txt", paragraphsOf("塔里木河"))
		check := w.shown(mine.Document)
		e := w.decoded(check.ID)
		if check.Profile != checker.PaperProfile || e.Engine.Profile != checker.PaperProfile || e.Hints != nil {
			t.Errorf("profile %q, in evidence %q, hints %v", check.Profile, e.Engine.Profile, e.Hints)
		}
		if len(e.Sources) != 1 || e.Sources[0].ID != past.Document || e.Sources[0].Matches[0].Kind != evidence.Near ||
			e.Scores.Covered == 0 {
			t.Errorf("sources %+v", e.Sources)
		}
		if e.Library.Documents != 2 || e.Library.Units == 0 || len(e.Library.Uncompared) != 1 ||
			e.Library.Uncompared[0].ID != bad.Document {
			t.Errorf("library %+v", e.Library)
		}
		other := w.handIn(call, "other.txt", paragraphsOf("塔里木河"))
		if e := w.decoded(w.shown(other.Document).ID); len(e.Sources) != 2 {
			t.Errorf("the second application has %d sources", len(e.Sources))
		}
		if e := w.decoded(w.shown(mine.Document).ID); len(e.Sources) != 2 { // it was checked again
			t.Errorf("the first application has %d sources", len(e.Sources))
		}
		again := librarytest.Must(w.pool.Retry(ctx, check.ID, checker.DefaultProfile))(t)
		if got := w.shown(mine.Document); got.ID != again || got.Profile != checker.DefaultProfile {
			t.Errorf("check %d by %q is shown, want %d by the default method", got.ID, got.Profile, again)
		}
		if e := w.decoded(again); e.Engine.Profile != checker.DefaultProfile || e.Sources[0].Matches[0].Kind == evidence.Near {
			t.Errorf("by the default method: %+v", e.Engine)
		}
	})
}

// An upload names its method; checks of it that are made again keep it.
func TestPaperUpload(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Paper = newPaper(t)
		w.start()
		u := forCheck(upload("mine.txt", paragraphsOf("塔里木河")))
		u.Profile = checker.PaperProfile
		r := w.submitOne(u)
		if got := w.shown(r.Document); got.Profile != checker.PaperProfile {
			t.Errorf("profile %q", got.Profile)
		}
		if err := w.store.InTx(ctx, func(tx *library.Tx) error {
			_, err := tx.CheckAgain(ctx, []int64{r.Document}, false)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if got := w.shown(r.Document); got.ID == r.Check || got.Profile != checker.PaperProfile {
			t.Errorf("checked again: %d by %q", got.ID, got.Profile)
		}
	})
}
