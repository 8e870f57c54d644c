package duplicate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"zhiwen/checker/text/word"
	"zhiwen/extract"
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

// ownSynonyms is the program's table.
var ownSynonyms = sync.OnceValue(func() *Synonyms {
	out := &Synonyms{}
	for line := range strings.Lines(synonymLines) {
		words := strings.Fields(line)
		for i := 1; i < len(words); i++ {
			out.put([]uint64{word.Hash(words[i])}, spoken{hash: word.Hash(words[0])})
		}
	}
	return out
})

// Synonyms are words and names that stand for one another. They are not changed once they are read.
type Synonyms struct {
	entries map[uint64][]synonym // by the first word
}

// synonym is one or more words in a row, and the word that stands for them.
type synonym struct {
	words []uint64
	by    spoken
}

// begins reports whether a text begins with the words.
func (x synonym) begins(text []spoken) bool {
	return len(x.words) <= len(text) &&
		slices.EqualFunc(x.words, text[:len(x.words)], func(h uint64, w spoken) bool { return h == w.hash })
}

func (s *Synonyms) put(words []uint64, by spoken) {
	if s.entries == nil {
		s.entries = map[uint64][]synonym{}
	}
	list := append(s.entries[words[0]], synonym{words, by})
	slices.SortStableFunc(list, func(a, b synonym) int { return len(b.words) - len(a.words) }) // the longest is taken
	s.entries[words[0]] = list
}

// fold returns words with each synonym replaced by the one that stands for it, which keeps its own rarity where the table does not
// say another.
func (s *Synonyms) fold(words []spoken) []spoken {
	if s == nil {
		return words
	}
	out := make([]spoken, 0, len(words))
	for i := 0; i < len(words); {
		w, n := words[i], 1
		for _, x := range s.entries[w.hash] {
			if x.begins(words[i:]) {
				n = len(x.words)
				w.hash = x.by.hash
				if x.by.entry != (word.Entry{}) {
					w.entry = x.by.entry
				}
				break
			}
		}
		out = append(out, w)
		i += n
	}
	return out
}

// SynonymError says which line of a table of synonyms does not have two words or more with = between.
type SynonymError struct {
	Line int // from 1
}

func (e *SynonymError) Error() string {
	return fmt.Sprintf("line %d of the synonyms does not have two words or more, with = between", e.Line)
}

// ReadSynonyms reads an agency's table: a line a meaning, its words or names with = between (北京华联 = 华联商厦), the first of
// which stands for the others; empty lines and those that begin with # say nothing. The error is a *SynonymError
// or that of the words.
func (w *Words) ReadSynonyms(table string) (*Synonyms, error) {
	out := &Synonyms{}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(table, "\ufeff")) {
		n++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "=")
		var first spoken
		for i, part := range parts {
			words, err := w.words(&extract.Document{Text: part})
			if err != nil {
				return nil, err
			}
			if len(words) == 0 || len(parts) < 2 {
				return nil, &SynonymError{n}
			}
			hashes := make([]uint64, len(words))
			rarest := words[0]
			for k, x := range words {
				if hashes[k] = x.hash; x.entry.Rarity > rarest.entry.Rarity {
					rarest = x
				}
			}
			if i == 0 {
				first = spoken{hash: word.Hash(strings.TrimSpace(part)), entry: rarest.entry}
			}
			out.put(hashes, first)
		}
	}
	return out, nil
}

// WithSynonyms returns a method with a table of synonyms beside the program's; false where the method knows none.
func WithSynonyms(m Method, s *Synonyms) (Method, bool) {
	x, ok := m.(semantic)
	x.synonyms = s
	return x, ok
}
