// Package texttest makes texts for tests: plausible to the program, though not
// to a reader, and the same for the same seed.
package texttest

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
)

var words = strings.Fields(`
研究 项目 模型 方法 分析 系统 数据 网络 学习 结构 理论 实验 结果 问题 算法 机制 过程 材料 表面 反应
细胞 蛋白 基因 表达 调控 信号 通路 肿瘤 免疫 治疗 临床 患者 药物 靶点 筛选 验证 构建 设计 优化 提出
揭示 阐明 建立 开展 利用 结合 通过 基于 针对 面向 提高 降低 增强 抑制 促进 影响 作用 关系 特征 参数
温度 压力 强度 速度 能量 电子 光学 磁场 催化 界面 纳米 复合 薄膜 器件 传感 测量 计算 仿真 控制 决策
经济 社会 政策 企业 市场 创新 发展 区域 城市 农村 环境 生态 气候 土壤 水文 植被 遥感 监测 评估 预测
语言 文本 图像 视频 语音 识别 检测 分割 生成 推理 知识 图谱 语义 表示 注意 卷积 循环 对抗 迁移 联邦
随着 由于 因此 然而 同时 此外 目前 近年 首先 其次 最后 从而 进而 以及 尤其 其中 为了 如何 是否 能够`)

var english = strings.Fields(`
the of and to in a is that for on with as by we this from are be at an which
model method system network structure theory result problem mechanism process material surface
reaction cell protein gene expression regulation signal pathway tumour therapy clinical patient
temperature pressure energy electron catalyst interface sensor measurement simulation control
economic policy market innovation region climate vegetation monitoring prediction language image
speech recognition detection inference knowledge representation attention transfer propose reveal
establish improve reduce enhance inhibit promote influence relation feature parameter optimal`)

// Chinese makes a text of so many sentences of 10 to 60 characters, three to
// six a paragraph.
func Chinese(r *rand.Rand, sentences int) string {
	return paragraphs(r, sentences, func(b *strings.Builder) {
		for i, n := 0, 5+r.IntN(20); i < n; i++ {
			if i > 0 && r.IntN(7) == 0 {
				b.WriteString("，")
			}
			b.WriteString(words[r.IntN(len(words))])
		}
		b.WriteString("。")
	})
}

// English makes a text of the given number of sentences of 6 to 25 words.
func English(r *rand.Rand, sentences int) string {
	return paragraphs(r, sentences, func(b *strings.Builder) {
		for i, n := 0, 6+r.IntN(20); i < n; i++ {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(english[r.IntN(len(english))])
		}
		b.WriteString(". ")
	})
}

func paragraphs(r *rand.Rand, sentences int, write func(*strings.Builder)) string {
	var b strings.Builder
	left := 0
	for range sentences {
		if left == 0 {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			left = 3 + r.IntN(4)
		}
		left--
		write(&b)
	}
	return b.String()
}

// Document makes a document of a text: a paragraph a line, a section where a
// line begins with "#".
func Document(text string) *extract.Document {
	d := &extract.Document{Text: text, Method: "txt"}
	pos := 0
	for line := range strings.SplitSeq(text, "\n") {
		n := utf8.RuneCountInString(line)
		if n > 0 {
			p := extract.Paragraph{Span: extract.Span{Start: pos, End: pos + n}, Kind: extract.Body}
			if strings.HasPrefix(line, "#") {
				p.Kind, p.Level = extract.Heading, 1
				d.Sections = append(d.Sections, extract.Section{Span: p.Span, Title: strings.TrimLeft(line, "# "), Level: 1})
			}
			d.Paragraphs = append(d.Paragraphs, p)
		}
		pos += n + 1
	}
	for i := range d.Sections {
		d.Sections[i].End = pos - 1 // of the text: pos counts a line end too many
		if i+1 < len(d.Sections) {
			d.Sections[i].End = d.Sections[i+1].Start
		}
	}
	return d
}
