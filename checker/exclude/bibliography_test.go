package exclude_test

import (
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// Sentences that were put between the entries of a list of references are no entries.
func TestSentencesAmongReferencesStay(t *testing.T) {
	const hidden = "海水入侵导致的地下水咸化具有明显的滞后效应，其时间尺度取决于含水层的渗透系数，并随开采强度的变化而改变，因此必须长期观测才能得到可靠的结论。"
	d := document("# 参考文献", "[1] 张三. 地下水咸化研究[J]. 水文, 2019, 39(2): 1-8.", hidden, "[2] 李四. 海岸带水文地质[M]. 北京: 科学出版社, 2018.", "[3] 王五. 含水层参数的", "确定方法[J]. 水利学报, 2017, 48(3): 20-27.")
	out, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
	if !strings.Contains(left, hidden) {
		t.Errorf("kept out %q", out)
	}
	for _, entry := range []string{"张三", "李四", "王五", "水利学报"} {
		if !strings.Contains(out[evidence.ReasonBibliography], entry) {
			t.Errorf("the entry of %s is not kept out: %q", entry, out)
		}
	}
}
