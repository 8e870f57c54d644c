package pagetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Text returns made-up paragraphs, the same for the same seed: each of several sentences, of
// words in an order that no two seeds share.
func Text(seed uint64, count int) []string {
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // made-up text that is to repeat
	out := make([]string, count)
	for i := range out {
		var b strings.Builder
		for range 3 + r.IntN(4) {
			fmt.Fprintf(&b, "%s%s%s%s，%s%s%s的%s。", pick(r, subjects), pick(r, ways), pick(r, verbs), pick(r, objects), pick(r, links),
				pick(r, verbs), pick(r, qualities), pick(r, objects))
		}
		out[i] = b.String()
	}
	return out
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

var (
	subjects = []string{"本研究", "课题组", "这一方法", "该模型", "实验平台", "我们", "新的算法", "联合团队", "观测数据", "理论框架", "多尺度模拟", "跨区域调查"}
	ways     = []string{"系统地", "首次", "通过对照试验", "在大规模样本上", "利用深度网络", "结合野外观测", "借助同步辐射", "从机理出发", "在极端条件下", "沿着时间序列"}
	verbs    = []string{"揭示了", "量化了", "构建了", "验证了", "改进了", "追踪了", "比较了", "解析了", "预测了", "重建了", "校正了", "阐明了"}
	objects  = []string{"土壤微生物群落", "超导薄膜界面", "冻土碳释放通量", "蛋白质折叠路径", "城市内涝风险", "图神经网络的可解释性", "催化剂表面缺陷", "水稻抗旱基因", "量子点发光效率", "海洋热浪事件",
		"骨组织再生支架", "大气气溶胶成核过程"}
	links     = []string{"并进一步", "同时也", "在此基础上", "与以往不同地", "因而", "随后", "从而", "最终"}
	qualities = []string{"长期稳定", "此前未知", "区域尺度", "高分辨率", "可以重复", "低成本", "非线性", "多因素耦合", "季节性", "分子水平"}
)
