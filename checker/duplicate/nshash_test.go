package duplicate

import (
	"slices"
	"strings"
	"testing"
)

// The five longest sentences alone decide.
func TestNshash(t *testing.T) {
	w := openWords(t)
	long := []string{
		"冻土退化过程中土壤有机碳分解的微生物调控机制仍不清楚并且缺少长期观测。", "稀土永磁材料是高效电机的关键而其矫顽力远低于理论值。",
		"联邦学习让医疗机构在不共享数据的前提下共同训练一个模型。", "珊瑚白化与海水温度的异常升高有密切的关系。", "城市地下管网的渗漏由分布式光纤监测。",
	}
	whole := printOf(t, w, nshash{}, strings.Join(long, "")+"短句。又一短句。")
	if len(whole) != nshashSentences {
		t.Fatalf("%d values", len(whole))
	}
	slices.Reverse(long)
	if got := printOf(t, w, nshash{}, "前言。"+strings.Join(long, "\n")+"另一句。"); !slices.Equal(whole, got) {
		t.Errorf("in another order among other short sentences: %x, not %x", got, whole)
	}
	one := printOf(t, w, nshash{}, long[0]+"此外没有别的。")
	none := printOf(t, w, nshash{}, "此处全是另外的话。没有一句相同。")
	pairs := (nshash{}).Pairs([]Print{whole, one, none}, 1)
	if len(pairs) != 1 || pairs[0].A != 0 || pairs[0].B != 1 {
		t.Errorf("pairs %v: one shared sentence is enough", pairs)
	}
	if got := (nshash{}).Pairs([]Print{whole, one, none}, 3); len(got) != 0 {
		t.Errorf("pairs with three shared sentences: %v", got)
	}
}
