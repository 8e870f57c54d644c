package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// Documents with the telling words of another are found, the likest first, and not the document itself.
func TestLike(t *testing.T) {
	s := newShelf(t)
	const river = "塔里木河流域的胡杨林退化与地下水位下降密切相关，生态输水使胡杨林逐步恢复。"
	const sensor = "传感器网络的稀疏索引依靠学习模型预测观测值，降低通信能耗。"
	for i, text := range []string{
		river + "水文模型用于估计生态输水的效果。", river, "胡杨林的研究很少提到地下水位。", sensor, sensor + "隐私得到保护。",
	} {
		s.put(t, int64(i+1), evidence.Identity{Title: fmt.Sprint("题目", i)}, text)
	}
	got, err := s.Like(t.Context(), s.texts[1], 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 || got[0].ID != 2 || slices.ContainsFunc(got, func(l Like) bool { return l.ID == 1 || l.ID > 3 }) {
		t.Fatalf("like the first: %+v", got)
	}
	if words := strings.Join(got[0].Terms, " "); !strings.Contains(words, "胡杨") || !strings.Contains(words, "输水") {
		t.Errorf("shared terms: %s", words)
	}
	if got, err := s.Like(t.Context(), s.texts[1], 0, 1); err != nil || len(got) != 1 || got[0].ID != 1 {
		t.Errorf("the text itself: %+v, %v", got, err)
	}
	s.put(t, 9, evidence.Identity{}, "The index of that is in the an and are for with this.")
	for _, text := range []string{"", "1, 2, 3", "And that is for the with this an are in of.", "从未出现过的词语组合而成的句子"} {
		if got, err := s.Like(t.Context(), text, 0, 10); err != nil || len(got) != 0 {
			t.Errorf("like %q: %+v, %v", text, got, err)
		}
	}
	if err := s.Suspend(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Like(t.Context(), river, 0, 10); !errors.Is(err, record.ErrNoRoom) {
		t.Errorf("while it is closed: %v", err)
	}
}

// Terms that most documents of a larger library have tell nothing.
func TestLikeLeavesCommonTerms(t *testing.T) {
	s := newShelf(t)
	const common = "本项目研究内容包括立项依据、研究方案、研究基础和经费预算。"
	for i := range smallIndex + 2 {
		s.put(t, int64(i+1), evidence.Identity{}, common+fmt.Sprintf("独有词%c%c", '甲'+rune(i), '子'+rune(i)))
	}
	if got, err := s.Like(t.Context(), s.texts[1], 1, 10); err != nil || len(got) != 0 {
		t.Errorf("like by common terms: %+v, %v", got, err)
	}
}
