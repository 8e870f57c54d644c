package duplicate

import (
	"strings"
	"sync"

	"zhiwen/checker/text/word"
)

// synonymLines are words that stand for one another in applications, a line a meaning; a
// table of the project's own. Words are one meaning only where a text can put either for
// the other: 研究 and 探讨, not 模型 and 方法.
const synonymLines = `
研究 探讨 探究 钻研 研讨
分析 剖析 解析
提高 提升 增强 增进
降低 减少 减小 缩减
方法 办法 途径 手段
建立 构建 建构 搭建 创建
影响 作用 效应
特点 特征 特性
重要 关键 重大 紧要
问题 难题 课题
目标 目的 宗旨
原因 缘由 成因 起因
结果 成果 后果
发展 进展 演进
使用 运用 应用 采用 利用
预测 预报 预估 预计
检测 探测 检验 测定
优化 改进 改善 改良
设计 规划 筹划
揭示 阐明 揭露 阐述
机制 机理
快速 迅速 高速 飞快
准确 精确 精准
显著 明显 突出
计算机 电脑
互联网 因特网 网络
软件 程序
信息 资讯
数据 资料
污染 玷污
治疗 医治 诊治 疗法
疾病 病症 病患
癌症 癌 恶性肿瘤
儿童 孩子 小孩 孩童
教师 老师 教员
学生 学员
农民 农户 农人
企业 公司
国家 我国
全球 世界 全世界
经济 财经
环境 生境
气候 天候
能源 能量
土壤 泥土
水体 水域
森林 树林 林木
study research investigation
method approach technique
improve enhance
reduce decrease lower
use utilize employ
show demonstrate
important significant crucial
problem issue
result outcome finding
`

// synonyms returns of each word of the table but the first of its line the first.
var synonyms = sync.OnceValue(func() map[uint64]uint64 {
	out := map[uint64]uint64{}
	for line := range strings.Lines(synonymLines) {
		words := strings.Fields(line)
		for i := 1; i < len(words); i++ {
			out[word.Hash(words[i])] = word.Hash(words[0])
		}
	}
	return out
})
