package char

import (
	"strings"
	"unicode"

	"zhiwen/extract/radical"
)

// usualPairs are pairs of Han characters that Chinese texts of every kind are
// full of: in running text one pair in ten is of these, while a text whose
// characters were exchanged one for another has next to none of them, even
// when every character of it is a usual one.
var usualPairs = func() map[string]bool {
	m := map[string]bool{}
	for p := range strings.FieldsSeq(
		`研究 方法 系统 分析 模型 数据 技术 问题 结果 影响 作用 机制 过程 应用 发展 理论 实验 设计 结构 关系 基础 项目 内容 目标 关键 特征 提出 建立 进行 通过
		基于 可以 我们 以及 不同 之间 具有 实现 国家 社会 经济 管理 信息 网络 环境 材料 细胞 表达 控制 优化 算法 性能 计算 学习 因素 条件 能力 需要 主要 重要
		科学 工程 创新 工作 年度 计划 申请 单位 负责 人员 经费 预算 指标 评价 测试 验证 进展 国内 国外 国际 目前 已有 对于 由于 因此 但是 同时 其中 如何 以下
		相关 有效 提高 解决 支持 利用 采用 构建 探索 揭示 规律 变化 状态 水平 方面 部分 情况 时间 空间 区域 中国 大学 教育 文化 政策 企业 市场 服务 生产 安全
		质量 标准 健康 医疗 患者 治疗 临床 疾病 药物 生物 基因 蛋白 反应 能量 温度 压力 运动 识别 检测 监测 图像 智能 学生 教学 生活 人类 历史 文本 作者 时代
		社区 城市 农村 土地 生态 气候 资源 保护 公司 产品 用户 平台 功能 程序 操作 参数 函数 方程 边界 随机 概率 样本 统计 调查 论文 报告 文献 参考 以上 一个
		一种 一定 这些 这个 这种 没有 他们 自己 就是 不是 也是 的一 是一 不能 中的 上的 性的 的研 的方 的发 的关 的基 的影 在一 了一 所有 所以 如果 还是 已经
		开展 学术 学科 专业 领域 成果 发表 完成 承担 合作 团队 培养 博士 教授 论证 意义 价值 现状 趋势 方案 路线 特色 之处 预期 说明 要求 规定 组织 活动 提供
		使用 形成 产生 存在 增加 降低 改善 促进 加强 有关 根据 按照 包括 例如 并且 而且 或者 以来 之后 之前 最后 首先 然后 第一 第二 第三`) {
		m[p] = true
	}
	return m
}()

const (
	pairSample = 150   // pairs that a text must have to be judged
	minPairs   = 0.015 // of them that are usual ones; the poorest of 500 real pages has 0.03
)

const (
	hanSample = 30  // Han characters that a text must have to be judged by them
	minUsual  = 0.8 // of them that are usual ones; real texts have 0.98 and more
)

// rare says whether the Han characters of a text are too seldom ones.
func rare(s string) bool {
	all, usual := 0, 0
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			all++
			if usualHan(r) || radical.Is(r) {
				usual++
			}
		}
	}
	return all >= hanSample && float64(usual) < minUsual*float64(all)
}

// exchanged says whether the Han characters of a text make no words.
func exchanged(s string) bool {
	all, usual := 0, 0
	var last rune
	for _, r := range s {
		if !unicode.Is(unicode.Han, r) {
			if Visible(r) {
				last = 0
			}
			continue
		}
		if last != 0 {
			all++
			if usualPairs[string([]rune{last, r})] {
				usual++
			}
		}
		last = r
	}
	return all >= pairSample && float64(usual) < minPairs*float64(all)
}

// Senseless says whether a text, though of usual characters, is none.
func Senseless(s string) bool { return rare(s) || exchanged(s) || soup(s) }

const (
	signSample = 100  // visible characters that a text must have to be judged by its signs
	mostMarked = 0.2  // of them that are beyond ASCII; of 6,800 real pages in Latin and Chinese 0.14 at most
	mostSigns  = 0.05 // of them that are signs: languages that mark a third of their letters have no use for these
)

// Signs of the 8-bit code pages: those that a text may be full of, with measures
// and dots that lead to page numbers, and those that are elsewhere in Unicode.
const (
	signsOfUse   = "·±°×÷µ²³§"
	signsOfCodes = "⁄ƒ‹›‰"
)

// soup says whether a text is of codes that a font gives another meaning:
// letters with marks, bare marks and signs, one among the other.
func soup(s string) bool {
	all, marked, signs := 0, 0, 0
	for _, r := range s {
		if !Visible(r) {
			continue
		}
		all++
		if r > 0xA0 && r < 0x300 && !strings.ContainsRune(signsOfUse, r) || strings.ContainsRune(signsOfCodes, r) {
			marked++
			if !unicode.IsLetter(r) {
				signs++
			}
		}
	}
	return all >= signSample && float64(marked) > mostMarked*float64(all) && float64(signs) > mostSigns*float64(all)
}
