package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// words are what made applications are written with.
var words = strings.Fields(`研究 方法 模型 数据 系统 结构 材料 实验 分析 机制 过程 影响 关键 问题 技术 理论 应用 设计 控制 优化
	网络 信号 图像 细胞 蛋白 基因 催化 电池 河流 土壤 气候 城市 算法 学习 识别 预测 评估 调控 演化 响应 界面 缺陷 应力 温度 压力
	浓度 速率 平衡 稳定 高效 精确 新型 复杂 多尺度 非线性 动态 协同 提出 建立 揭示 验证 比较 改进 解决 实现 基于 面向 通过 利用
	针对 结合 并且 从而 因此 同时 首先 其次 最后 预期 将 对 在 与 为 的 中 下`)

// writing makes texts, equal ones for equal seeds.
type writing struct{ random *rand.Rand }

// sentence is a line of 25 to 60 characters that hardly ever comes twice.
func (w writing) sentence() string {
	var b strings.Builder
	for n := 14 + w.random.IntN(12); n > 0; n-- {
		b.WriteString(words[w.random.IntN(len(words))])
	}
	b.WriteString("。")
	return b.String()
}

// passage is a paragraph of some sentences.
func (w writing) passage() string {
	var b strings.Builder
	for range 5 {
		b.WriteString(w.sentence())
	}
	return b.String()
}

// application is a text with a title, an applicant, passages of its own and copied ones.
func (w writing) application(number int, copied []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "项目名称：%s第%d号\n申请人：申请者%d\n\n", strings.TrimSuffix(w.sentence(), "。")[:30], number, number)
	for i := range 10 + w.random.IntN(20) {
		if i < len(copied) {
			b.WriteString(copied[i] + "\n\n")
		}
		b.WriteString(w.passage() + "\n\n")
	}
	return b.String()
}
