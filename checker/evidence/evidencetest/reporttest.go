package evidencetest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Text is the text of the application.
const Text = `（一）立项依据与研究内容（4000-8000字）：
近年来，图神经网络在社交网络分析、药物发现与推荐系统等领域取得了显著进展。然而，现有模型的决策过程仍缺乏可解释性，难以满足高风险应用场景对透明性的要求。如何在保持预测精度的同时，为节点分类与图分类任务给出可信的解释，成为当前研究的核心问题之一。已有工作大多依赖梯度或扰动的事后解释方法，其稳健性与一致性有待提升。
针对上述问题，国内外学者开展了大量研究。基于掩码的方法通过学习边与特征的重要性来识别关键子图[3,7]；基于概念的方法则试图把隐层表示与人类可理解的概念对应起来，但在大规模图上计算代价高昂，且难以保证概念的完备性。本项目拟从因果推断出发，构建结构方程与消息传递相统一的框架。
其主要研究内容包括：第一，面向异质图的反事实解释生成；第二，解释的稳定性度量与理论界；第三，融合领域知识的解释约束。在此基础上，开发原型系统，并在公开数据集与合作单位的真实数据上验证。
1.2 国内外研究现状
从方法上看，可解释图学习大致可分为自解释模型与事后解释两类。自解释模型在训练阶段即引入可解释结构，例如原型网络与注意力机制，其优点是解释与预测同源，缺点是表达能力受限。事后解释则对训练好的模型进行分析，适用面更广。
值得注意的是，评价解释质量的指标尚不统一。忠实度、稀疏度与稳定性之间往往存在权衡，不同工作的实验设置也难以直接比较。
（二）研究方案
本项目以结构因果模型刻画图数据的生成过程，把节点属性、拓扑结构与标签之间的依赖关系分解为可干预的机制，并在此基础上定义解释的充分性与必要性。针对大规模图上反事实搜索的组合爆炸问题，拟采用可微松弛与分层采样相结合的求解策略，并给出近似误差的上界。
在实验验证方面，将在分子性质预测、金融风控与知识图谱补全三类任务上评估所提方法，与不少于十种基线方法进行比较，并邀请领域专家对解释结果进行盲评。
（三）研究基础
申请人长期从事图表示学习研究，前期提出的层次化图池化方法在多个公开数据集上取得了领先结果，相关成果发表于本领域重要会议与期刊，并已开源。
参考文献
[3] Ying R, et al. GNNExplainer: Generating explanations for graph neural networks. NeurIPS, 2019.
[7] Yuan H, et al. Explainability in graph neural networks: A taxonomic survey. TPAMI, 2023.`

// FirstSource is the text of the first source, document 2.
const FirstSource = `研究现状
然而，现有模型的决策过程仍缺乏可解释性，难以满足高风险应用场景对透明性的要求。如何在保持预测精度的同时，为节点分类与图分类任务给出可信的解释，成为当前研究的核心问题之一。本领域的代表性工作可以追溯到早期的显著图分析。
从评价角度看，忠实度、稀疏度与稳定性之间往往存在权衡，不同工作的实验设置难以直接比较，亟需统一的基准。
已有研究大多依赖梯度或扰动的事后解释方法，其鲁棒性与一致性仍需提高。
我们前期在知识图谱推理方面的工作表明，引入结构先验能够有效约束解释空间，提高解释的一致性。
研究内容
其主要研究内容包括：第一，面向异质图的反事实解释生成；第二，解释的稳定性度量与理论界；第三，融合领域知识的解释约束。`

const secondSource = `自解释模型在训练阶段引入可解释结构，例如原型网络与注意力机制，优点是解释与预测同源，但是表达能力受限。
申请人长期从事图表示学习研究，前期提出的层次化图池化方法在多个公开数据集上取得了领先结果，相关成果发表于本领域重要会议与期刊，并已开源。`

const thirdSource = `综述。基于概念的方法则试图把隐层表示与人类可理解的概念对应起来，但在大规模图上计算代价高昂，且难以保证概念的完备性。另一方面，其主要研究内容包括：第一，面向异质图的反事实解释生成。`

// runs returns the runs of a match whose sides differ in the changes, in turn a piece of
// this and what the source has for it.
func runs(m *evidence.Match, changes []string) (out []evidence.Run) {
	this, source := m.This.Text, m.Source.Text
	at, there := m.This.Offset, m.Source.Offset
	add := func(op evidence.Op, way evidence.Way, here, theirs string) {
		n, k := utf8.RuneCountInString(here), utf8.RuneCountInString(theirs)
		if n+k > 0 {
			out = append(out, evidence.Run{Op: op, Way: way, Offset: at, Length: n, SourceOffset: there, SourceLength: k})
		}
		at, there = at+n, there+k
		this, source = this[len(here):], source[len(theirs):]
	}
	for i := 0; i < len(changes); i += 2 {
		equal := this[:strings.Index(this, changes[i])]
		add(evidence.Equal, "", equal, equal)
		add(evidence.Changed, evidence.WayEdited, changes[i], changes[i+1])
	}
	add(evidence.Equal, "", this, this)
	return out
}

// Application returns evidence of document 1 against documents 2 to 4, with
// matches that overlap, excluded text and flags, and the texts of all four.
func Application() (*evidence.Evidence, map[int64]*extract.Document) {
	this := Document(Text, 420, "（一）", "#1.2", "（二）", "（三）", "参考文献")
	identity := evidence.Identity{
		SHA256: strings.Repeat("ab", 32), Filename: "面向深度图神经网络.docx", Title: "面向深度图神经网络的可解释性方法研究", Applicant: "王一",
		Institution: "某大学计算机学院", Year: 2026, Programme: "面上项目", Keywords: []string{"图神经网络", "可解释性"},
	}
	sources := []evidence.Source{
		{ID: 2, Relation: evidence.Other, Identity: evidence.Identity{SHA256: strings.Repeat("0c", 32), Filename: "可信.pdf",
			Title: "可信图神经网络解释方法", Applicant: "李二", Institution: "某理工大学", Year: 2023, Programme: "面上项目"},
			Similar: []evidence.Similarity{{Field: "title", Value: 0.52}, {Field: "keywords", Value: 0.5}}},
		{ID: 3, Relation: evidence.SameApplicant, Identity: evidence.Identity{SHA256: strings.Repeat("0d", 32), Filename: "图表示.docx",
			Title: "图表示学习的可解释性研究", Applicant: "王一", Institution: "某大学计算机学院", Year: 2021, Programme: "青年科学基金"}},
		{ID: 4, Relation: evidence.Other, Identity: evidence.Identity{SHA256: strings.Repeat("0e", 32), Filename: "concept.txt",
			Title: "基于概念的深度模型解释", Applicant: "赵三", Institution: "某师范大学", Year: 2022}},
	}
	texts := []string{FirstSource, secondSource, thirdSource}
	pairs := []struct {
		source                                         int
		kind                                           evidence.Kind
		similarity                                     evidence.Decimal
		thisBegin, thisEnd, sourceBegin, sourceEndText string
		changes                                        []string // in turn of this and of the source
	}{
		{0, evidence.Verbatim, 1, "然而，现有", "核心问题之一。", "然而，现有", "核心问题之一。", nil},
		{0, evidence.Near, 0.86, "已有工作", "有待提升。", "已有研究", "仍需提高。", []string{"工作", "研究", "稳健", "鲁棒", "有待提升", "仍需提高"}},
		{0, evidence.Verbatim, 1, "其主要研究", "解释约束。", "其主要研究", "解释约束。", nil},
		{0, evidence.Reordered, 0.91, "忠实度、", "直接比较", "忠实度、", "直接比较", []string{"也难以", "难以"}},
		{1, evidence.Near, 0.9, "自解释模型在", "能力受限。", "自解释模型在", "能力受限。", []string{"即引入", "引入", "其优点", "优点", "缺点是", "但是"}},
		{1, evidence.Verbatim, 1, "申请人长期", "并已开源。", "申请人长期", "并已开源。", nil},
		{2, evidence.Verbatim, 1, "基于概念的方法", "完备性。", "基于概念的方法", "完备性。", nil},
		{2, evidence.Verbatim, 1, "其主要研究", "解释生成", "其主要研究", "解释生成", nil},
	}
	e := &evidence.Evidence{
		Engine: evidence.Engine{Name: "zhiwen", Version: "test", Profile: "default"},
		Document: evidence.Document{ID: 1, Characters: utf8.RuneCountInString(Text), Pages: 3, Method: "docx", Identity: identity,
			Flags: []evidence.Flag{{Kind: string(extract.HiddenText), Offset: Passage(Text, "值得注意", "值得注意").Offset, Text: "通过同行评议"},
				{Kind: string(extract.LookAlike), Offset: Passage(Text, "GNNExplainer", "GNN").Offset, Length: 12, Text: "GNΝExplainer"}}},
		Library: evidence.Snapshot{Documents: 3, Units: 12, NewestID: 4},
	}
	for i, begins := range []string{"（4000-8000字）：", "参考文献"} {
		p := Passage(Text, begins, []string{"：", "2023."}[i])
		e.Excluded = append(e.Excluded, evidence.Excluded{Offset: p.Offset, Length: p.Length, Applied: true,
			Reason: []evidence.Reason{evidence.ReasonForm, evidence.ReasonBibliography}[i]})
		e.Scores.Countable -= visible(p.Text)
	}
	e.Scores.Countable += visible(Text)
	owner := make([]int, utf8.RuneCountInString(Text))
	kinds := map[evidence.Kind]int{}
	for i, p := range pairs {
		m := evidence.Match{ID: i + 1, Kind: p.kind, Similarity: p.similarity, This: Passage(Text, p.thisBegin, p.thisEnd),
			Source: Passage(texts[p.source], p.sourceBegin, p.sourceEndText)}
		m.Runs = runs(&m, p.changes)
		m.This.Section, m.This.Page = "（一）立项依据与研究内容", 1+m.This.Offset/420
		source := &sources[p.source]
		source.Matches = append(source.Matches, m)
		source.Full += visible(m.This.Text)
		for j := m.This.Offset; j < m.This.Offset+m.This.Length; j++ {
			if owner[j] == 0 {
				owner[j] = p.source + 1
				source.Allotted++
				e.Scores.Covered++
				kinds[p.kind]++
			}
		}
	}
	for i := range sources {
		sources[i].Characters = utf8.RuneCountInString(texts[i])
		slices.SortFunc(sources[i].Matches, func(a, b evidence.Match) int { return a.This.Offset - b.This.Offset })
	}
	for _, k := range []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered} {
		e.Scores.ByKind = append(e.Scores.ByKind, evidence.Count{Name: string(k), Characters: kinds[k]})
	}
	e.Scores.ByRelation = []evidence.Count{{Name: string(evidence.Other), Characters: e.Scores.Covered - sources[1].Allotted},
		{Name: string(evidence.SameApplicant), Characters: sources[1].Allotted}}
	e.Scores.WithoutOwn, e.Scores.LargestFull = e.Scores.Covered-sources[1].Allotted, sources[0].Full
	e.Sources = sources
	for _, section := range this.Sections {
		score := evidence.SectionScore{Title: section.Title, Level: section.Level, Offset: section.Start,
			Length: section.End - section.Start, Countable: section.End - section.Start}
		for j := section.Start; j < section.End; j++ {
			if owner[j] != 0 {
				score.Covered++
			}
		}
		e.Sections = append(e.Sections, score)
	}
	documents := map[int64]*extract.Document{1: this}
	for i, source := range sources {
		documents[source.ID] = Document(texts[i], 0, "研究现状", "研究内容")
	}
	return e, documents
}

// Document makes a document of a text: a paragraph a line, lines in
// headings are headings, a page every pageLength code points (0: no pages).
func Document(text string, pageLength int, headings ...string) *extract.Document {
	d := &extract.Document{Text: text, Method: "txt"}
	at := 0
	for _, line := range strings.Split(text, "\n") {
		n := utf8.RuneCountInString(line)
		p := extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Body}
		for _, h := range headings {
			if strings.HasPrefix(line, strings.TrimLeft(h, "#")) {
				p.Kind, p.Level = extract.Heading, 1+strings.Count(h, "#")
				if k := len(d.Sections); k > 0 {
					d.Sections[k-1].End = at - 1
				}
				d.Sections = append(d.Sections, extract.Section{Span: extract.Span{Start: at, End: utf8.RuneCountInString(text)},
					Title: line, Level: p.Level})
			}
		}
		d.Paragraphs = append(d.Paragraphs, p)
		at += n + 1
	}
	for start := 0; pageLength > 0 && start < at; start += pageLength {
		d.Pages = append(d.Pages, extract.Page{Span: extract.Span{Start: start, End: min(start+pageLength, at-1)},
			Number: len(d.Pages) + 1})
	}
	return d
}

// Passage finds the passage from begins to ends in text.
func Passage(text, begins, ends string) evidence.Passage {
	start := strings.Index(text, begins)
	if start < 0 {
		panic("no passage " + begins)
	}
	end := start + strings.Index(text[start:], ends) + len(ends)
	return evidence.Passage{
		Offset: utf8.RuneCountInString(text[:start]), Length: utf8.RuneCountInString(text[start:end]), Text: text[start:end],
	}
}

// visible counts characters other than white space.
func visible(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}
