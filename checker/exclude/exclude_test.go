package exclude_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// document makes a document of lines, one a paragraph. A line that begins with
// #, ##, … is a heading of that level, one with | a cell of the one table.
func document(lines ...string) *extract.Document {
	d := &extract.Document{Method: "test"}
	var b strings.Builder
	at, row := 0, 0
	for i, l := range lines {
		p := extract.Paragraph{Kind: extract.Body}
		switch {
		case strings.HasPrefix(l, "#"):
			trimmed := strings.TrimLeft(l, "#")
			p.Kind, p.Level = extract.Heading, len(l)-len(trimmed)
			l = strings.TrimSpace(trimmed)
		case strings.HasPrefix(l, "|"):
			l = l[1:]
			p.Kind = extract.Cell
			p.Place = extract.Place{Table: 1, Row: 1 + row/2, Column: 1 + row%2, Rows: 1, Columns: 1}
			row++
		}
		if i > 0 {
			b.WriteByte('\n')
			at++
		}
		p.Start, p.End = at, at+len([]rune(l))
		b.WriteString(l)
		at = p.End
		d.Paragraphs = append(d.Paragraphs, p)
		if p.Kind == extract.Heading {
			d.Sections = append(d.Sections, extract.Section{Span: p.Span, Title: l, Level: p.Level})
		}
	}
	d.Text = b.String()
	for i := range d.Sections {
		d.Sections[i].End = at
		for _, next := range d.Sections[i+1:] {
			if next.Level <= d.Sections[i].Level {
				d.Sections[i].End = next.Start
				break
			}
		}
	}
	return d
}

// applied returns what is kept out for any reason but quotation, by reason, and
// what is left.
func applied(d *extract.Document, ranges []exclude.Range) (out map[evidence.Reason]string, left string) {
	r := []rune(d.Text)
	out = map[evidence.Reason]string{}
	for _, x := range ranges {
		out[x.Reason] += string(r[x.Start:x.End]) + "\n"
	}
	reasons := slices.DeleteFunc(slices.Clone(evidence.Reasons()), func(x evidence.Reason) bool { return x == evidence.ReasonQuotation })
	at := 0
	for _, x := range append(exclude.Of(ranges, reasons), extract.Span{Start: len(r), End: len(r)}) {
		left += string(r[at:x.Start])
		at = x.End
	}
	return out, left
}

const (
	own     = "本项目针对深海沉积物中微生物群落的代谢过程，建立原位测量与数值模拟相结合的方法，揭示其对碳循环的贡献。"
	another = "我们将在三个站位布放观测系统，连续记录温度、盐度和溶解氧的变化，并与室内培养实验的结果进行比较。"
)

func TestAlone(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []string
		reason evidence.Reason
		out    []string // what is kept out for the reason
		left   []string // what is not, for any
	}{
		{"promise without a title", []string{own, "本人承诺：本人严格遵守科研诚信要求，申报材料真实有效；如获资助，将严格按照任务书开展研究，如有不实，愿意承担全部责任。", another},
			evidence.ReasonDeclaration, []string{"严格按照任务书"}, []string{own, another}},
		{"declaration of a thesis and its signature", []string{"某某大学学位论文原创性声明", "本人郑重声明：所呈交的学位论文，是本人在导师的指导下，独立进行研究工作所取得的成果。", "作者签名：      日期：    年  月  日", "# 第一章 绪论", own},
			evidence.ReasonDeclaration, []string{"原创性声明", "郑重声明", "作者签名"}, []string{own}},
		{"research that speaks of promises", []string{"# 研究内容", "承诺机制是密码协议的基本工具。本项目研究后量子承诺方案的构造，证明其绑定性和隐藏性，并给出参考文献中方案的统一框架。"},
			evidence.ReasonDeclaration, nil, []string{"承诺机制是密码协议的基本工具"}},
		{"research on integrity", []string{"# 研究内容", "科研诚信建设中，学术不端行为的监督检查机制尚不完善。本项目以抄袭剽窃的认定为例，研究如何依据证据确定责任，并比较各国对违规者的处理方式，由此提出制度设计。"},
			evidence.ReasonDeclaration, nil, []string{"学术不端行为的监督检查机制"}},
		{"thanks", []string{"# 第五章 结论", own, "# 致 谢", "首先感谢我的导师王老师的悉心指导，从选题到定稿都倾注了心血。", "两年时光匆匆，实验室的同学给予我许多帮助。", "# 附录", another},
			evidence.ReasonAcknowledgement, []string{"致 谢", "悉心指导", "两年时光"}, []string{own, another}},
		{"thanks in a table of contents", []string{"目录", "第一章 绪论........1", "第二章 方法........7", "第三章 结果........19", "致谢........25", "# 第一章 绪论", own},
			evidence.ReasonAcknowledgement, nil, []string{own}},
		{"contents", []string{"目  录", "摘要\tI", "第一章 绪论\t1", "1.1 研究背景\t2", "致谢\t25", "# 第一章 绪论", own},
			evidence.ReasonContents, []string{"目  录", "1.1 研究背景", "致谢"}, []string{own}},
		{"contents whose pages were lost", []string{"目录", "第一章 海洋观测", "1.1 站位布设", "1.2 仪器标定", "# 第一章 海洋观测", "## 1.1 站位布设", own, "## 1.2 仪器标定", another},
			evidence.ReasonContents, []string{"1.2 仪器标定"}, []string{own, another}},
		{"instructions", []string{"填写说明", "一、填写本表须实事求是，逐项填写，不得空缺。", "二、申请书一式两份，A4纸双面打印，左侧装订。", "# 一、立项依据", own},
			evidence.ReasonInstruction, []string{"一式两份", "逐项填写"}, []string{own}},
		{"prompt that forms print", []string{"2．项目的研究内容、研究目标，以及拟解决的关键科学问题（此部分为重点阐述内容）；", own},
			evidence.ReasonHeading, []string{"拟解决的关键科学问题"}, []string{own}},
		{"what a prompt explains in brackets", []string{"2．项目的研究内容、研究目标，以及拟解决的关键科学问题（此部分为重点阐述内容）；", own},
			evidence.ReasonInstruction, []string{"（此部分为重点阐述内容）"}, []string{own}},
		{"list of references", []string{own, "主要参考文献", "[1] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", "[2] Smith J, Brown K. Microbes of the deep sea. Nature, 2018, 555: 100-105.", "2．项目的研究内容", "1. 深海微生物群落的时空分布；", "2. 代谢过程的原位测量方法；", "3. 对碳循环贡献的数值模拟。"},
			evidence.ReasonBibliography, []string{"科学通报", "Nature"}, []string{"1. 深海微生物群落的时空分布", "2. 代谢过程", "3. 对碳循环"}},
		{"references without a title", []string{own, "[1] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", "[2] Smith J, Brown K. Microbes of the deep sea. Nature, 2018, 555: 100-105.", "[3] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011.", another},
			evidence.ReasonBibliography, []string{"科学通报", "Nature", "科学出版社"}, []string{own, another}},
		{"references broken over lines", []string{"参考文献", "[1] Smith J, Brown K, Miller A. Microbes of the deep sea and their", "role in the cycle of carbon. Nature, 2018,", "555: 100-105.", "[2] 王五. 深海沉积学[M]. 北京:", "科学出版社, 2011.", "# 二、研究内容", own},
			evidence.ReasonBibliography, []string{"role in the cycle", "555: 100-105", "科学出版社"}, []string{own}},
		{"a title alone has no parts of an entry", []string{"参考文献", "深海沉积物中微生物群落结构的研究进展", "# 二、研究内容", own},
			evidence.ReasonBibliography, nil, []string{"研究进展", own}},
		{"numbered research", []string{"# 研究内容", "（1）2023年以来的观测资料表明，深海微生物的活动随季节变化，需要连续的原位观测；", "（2）在2024年的航次中布放三套系统；", "（3）结合2025年的卫星资料进行比较。"},
			evidence.ReasonBibliography, nil, []string{"（1）2023年", "（2）在2024年", "（3）结合2025年"}},
		{"cover table", []string{"|项目名称", "|深海碳循环研究", "|申请人", "|张三", "|依托单位", "|某某大学", "|摘要", "|" + own, "# 一、立项依据", another},
			evidence.ReasonIdentity, []string{"深海碳循环研究", "张三", "某某大学"}, []string{own, another}},
		{"report of a checker", []string{"文本复制检测报告单(全文标明引文)", "总文字复制比：12.3%   去除引用文献复制比：10.1%   重复字数：2310  总字数：18772", "检测范围：中国学术期刊网络出版总库 博士学位论文全文数据库", "# 第一章 绪论", own},
			evidence.ReasonForm, []string{"总文字复制比", "检测范围"}, []string{own}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := document(c.lines...)
			out, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
			for _, s := range c.out {
				if !strings.Contains(out[c.reason], s) {
					t.Errorf("%q is not kept out as %s, but %q", s, c.reason, out)
				}
			}
			if c.out == nil && out[c.reason] != "" {
				t.Errorf("%q is kept out as %s", out[c.reason], c.reason)
			}
			for _, s := range c.left {
				if !strings.Contains(left, s) {
					t.Errorf("%q is not left, but %q", s, left)
				}
			}
		})
	}
}

func TestForms(t *testing.T) {
	form := document("# （一）立项依据与研究内容（建议8000字以下）", "1．请说明拟解决的工程难题及其在本地区产业发展中的地位，并列出已有的试验数据；", "本项目的年度考核节点为：", "1．")
	forms := exclude.NewForms(text.New(form))
	for _, c := range []struct{ name, line, left string }{
		{"as it is", "1．请说明拟解决的工程难题及其在本地区产业发展中的地位，并列出已有的试验数据；", ""},
		{"renumbered", "（三）请说明拟解决的工程难题及其在本地区产业发展中的地位，并列出已有的试验数据", ""},
		{"hint dropped", "（一）立项依据与研究内容", ""},
		{"slightly changed", "1．请阐明所要解决的工程难题及其在本省产业发展中的地位，并列出已有试验数据；", ""},
		{"own words in a prompt", "1．请说明拟解决的工程难题及其在本地区产业发展中的地位，并列出已有的试验数据：盐雾环境下涂层的剥落速率为每年三微米", "盐雾环境下涂层的剥落速率为每年三微米"},
		{"a number that the form has, before own words", "1．盐雾环境下涂层的剥落速率为每年三微米", "1．盐雾环境下涂层的剥落速率为每年三微米"},
		{"a number that the form has, alone", "1．", "1．"},
		{"own words behind a short prompt", "本项目的年度考核节点为：完成三套样机的海上布放并取得连续资料", "完成三套样机的海上布放并取得连续资料"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := document(own, c.line, another)
			_, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Find(text.New(d), exclude.Known{Forms: forms}))
			if want := own + c.left + another; strings.ReplaceAll(left, "\n", "") != want {
				t.Errorf("left %q, want %q", left, want)
			}
		})
	}
}

func digest(d *extract.Document) *exclude.Digest {
	return exclude.New(d, evidence.Identity{}, nil).Digest(text.New(d))
}

func neighbour(id int64, applicant, institution string, lines ...string) exclude.Neighbour {
	return exclude.Neighbour{
		ID: id, Identity: evidence.Identity{Applicant: applicant, Institution: institution, Year: 2025},
		Digest: digest(document(lines...)),
	}
}

func TestLearn(t *testing.T) {
	const (
		prompt   = "请申请人逐一列举前期试验的样本来源与处理流程，附必要的图表。"
		standard = "学院建有千级洁净间与扫描电镜中心，配备专职技术人员五名，全天候面向校内课题组开放。"
		copied   = "海水入侵导致的地下水咸化具有明显的滞后效应，其时间尺度取决于含水层的渗透系数。"
		rest     = "因此在沿海城市的供水规划中必须预留缓冲区，并按季度修订抽水方案。监测井的布设密度应随海岸线的曲率而变化。"
	)
	long := copied + rest
	who := evidence.Identity{Applicant: "赵甲", Institution: "东海大学", Year: 2025}
	units := []string{"东海大学", "西山大学", "南湖大学", "北原大学"}
	number := int64(0)
	others := func(n int, unit func(i int) string, lines ...string) (out []exclude.Neighbour) {
		for i := range n {
			number++
			out = append(out, neighbour(number, fmt.Sprint("某", number), unit(i), lines...))
		}
		return out
	}
	all := func(i int) string { return units[i%len(units)] }
	here := func(int) string { return units[0] }
	there := func(int) string { return units[1] }
	together := func(parts ...[]exclude.Neighbour) []exclude.Neighbour { return slices.Concat(parts...) }
	without := others(30, func(i int) string { return units[1+i%3] }, "# 立项依据", "# 工作条件")
	for _, c := range []struct {
		name       string
		neighbours []exclude.Neighbour
		heading    string
		line       string
		reason     evidence.Reason // "" for none
	}{
		{"a prompt of most applications is the form's", together(others(5, all, "# 研究基础", prompt), others(3, all, "# 研究基础")), "研究基础", prompt, evidence.ReasonLearned},
		{"also at the top of a section of research", together(others(5, all, "# 立项依据", prompt), others(3, all, "# 立项依据")), "立项依据", prompt, evidence.ReasonLearned},
		{"of half of them it is not", together(others(5, all, "# 研究基础", prompt), others(5, all, "# 研究基础")), "研究基础", prompt, ""},
		{"nor what four have, if they are all", others(4, all, "# 研究基础", prompt), "研究基础", prompt, ""},
		{"most of those who have the heading are enough", together(others(5, all, "# 附表说明", prompt), others(12, all, "# 研究基础")), "附表说明", prompt, evidence.ReasonLearned},
		{"even if few have the heading", together(others(5, all, "# 附表说明", prompt), others(18, all, "# 研究基础")), "附表说明", prompt, evidence.ReasonLearned},
		{"unless the text is long for a prompt", together(others(5, all, "# 附表说明", copied+strings.SplitAfter(rest, "。")[0]), others(18, all, "# 研究基础")), "附表说明", copied + strings.SplitAfter(rest, "。")[0], ""},
		{"research is not the form's though all have it", others(30, all, "# 立项依据", long), "立项依据", long, ""},
		{"nor where its heading says nothing", others(30, all, "# 模型与推论", long), "模型与推论", long, ""},
		{"nor a sentence within a section of research", others(30, all, "# 立项依据", strings.Repeat(own, 4), copied, strings.Repeat(another, 4)), "立项依据", copied, ""},
		{"outside research a form may print more", others(30, all, "# 工作条件", long), "工作条件", long, evidence.ReasonLearned},
		{"which is no prompt where it stands in the research", others(30, all, "# 工作条件", long), "立项依据", long, ""},
		{"what two colleagues have is the institution's", together(without, others(2, here, "# 工作条件", standard)), "工作条件", standard, evidence.ReasonStandard},
		{"slightly changed", together(without, others(2, here, "# 工作条件", standard)), "工作条件", strings.ReplaceAll(standard, "五名", "六名"), evidence.ReasonStandard},
		{"what one colleague has is not", together(without, others(1, here, "# 工作条件", standard)), "工作条件", standard, ""},
		{"nor what two elsewhere have", together(without, others(2, there, "# 工作条件", standard)), "工作条件", standard, ""},
		{"nor what colleagues have of the research", together(without, others(9, here, "# 立项依据", long)), "立项依据", long, ""},
		{"nor what they have where it stands in the research here", together(without, others(9, here, "# 工作条件", long)), "立项依据", long, ""},
		{"nor under a heading that the form prints as running text", together(without, others(9, here, "# 立项依据", copied)), "（一）立项依据", copied, ""},
		{"nor what one stranger has as well", together(without, others(4, here, "# 工作条件", standard), others(1, there, "# 工作条件", standard)), "工作条件", standard, ""},
		{"nor what the applicant wrote three times", []exclude.Neighbour{neighbour(1, "赵甲", "东海大学", copied), neighbour(2, "赵甲", "东海大学", copied), neighbour(3, "赵甲", "东海大学", copied)}, "工作条件", copied, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			heading := "# " + c.heading
			if strings.HasPrefix(c.heading, "（") {
				heading = c.heading
			}
			d := document(heading, c.line, own, another)
			if strings.Contains(c.name, "within") {
				d = document(heading, strings.Repeat(own, 4), c.line, strings.Repeat(another, 4))
			}
			ranges := exclude.New(d, who, nil).Find(text.New(d), exclude.Known{Learned: exclude.Learn(who, c.neighbours)})
			holds(t, d, ranges)
			out, left := applied(d, ranges)
			if !strings.Contains(left, own) || !strings.Contains(left, another) {
				t.Errorf("own text is kept out: %q", out)
			}
			if got := strings.Contains(left, c.line); got != (c.reason == "") {
				t.Errorf("left %v, want %v: %q", got, !got, out)
			}
			if c.reason != "" && !strings.Contains(out[c.reason], c.line) {
				t.Errorf("kept out %q, want as %s", out, c.reason)
			}
		})
	}
}

// Documents without a name stand for people: a checklist that a dozen of forty proposals on three templates have is
// learned from those that have its heading. The ranges say how many have it.
func TestLearnWithoutNames(t *testing.T) {
	const item = "Release managers have signed off the rollout plan and the revert procedure."
	var neighbours []exclude.Neighbour
	for i := range 40 {
		lines := []string{"# Summary", own, "# Motivation", another}
		if i < 12 {
			lines = append(lines, "# Release checklist", item)
		}
		neighbours = append(neighbours, exclude.Neighbour{ID: int64(i + 1), Digest: digest(document(lines...))})
	}
	d := document("# Motivation", own, "# Release checklist", item, "It is reverted by one flag.")
	var got []exclude.Range
	for _, r := range exclude.New(d, evidence.Identity{}, nil).Find(text.New(d), exclude.Known{Learned: exclude.Learn(evidence.Identity{}, neighbours)}) {
		if r.Reason == evidence.ReasonLearned && strings.Contains(string([]rune(d.Text)[r.Start:r.End]), item) {
			got = append(got, r)
		}
	}
	if want := (exclude.Holders{Had: 12, Of: 12, Required: 7}); len(got) != 1 || got[0].Holders != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What five neighbours say is usual, what four say may be a copy and its originals.
func TestUsage(t *testing.T) {
	for applicants, want := range map[int]int{4: 0, 5: 6} {
		neighbours := []exclude.Neighbour{neighbour(99, "某人", "北原大学", own)}
		for i := range 6 { // the first has two
			neighbours = append(neighbours, neighbour(int64(i+1), "某"+string(rune('甲'+i%applicants)), "西山大学", another))
		}
		usage := exclude.Learn(evidence.Identity{Applicant: "赵甲"}, neighbours).Usage()
		chars := text.New(document(another)).Char
		if got := usage.Pair(chars[0], chars[1]); applicants >= 5 && got != want || applicants < 5 && got != 0 {
			t.Errorf("%d applicants: %d times, want %d", applicants, got, want)
		}
		if got := usage.Triple(chars[0], chars[1], chars[2]); applicants >= 5 && got != want || applicants < 5 && got != 0 {
			t.Errorf("%d applicants: a triple %d times, want %d", applicants, got, want)
		}
		if got := usage.Single(chars[0]); got < 6 {
			t.Errorf("%d applicants: the symbol stands %d times", applicants, got)
		}
	}
	if u := exclude.Learn(evidence.Identity{}, nil).Usage(); u != nil {
		t.Errorf("nothing is known, but %v", u)
	}
}

// What metadata was read from is basic information, but an abstract is research.
func TestMetadataIsIdentity(t *testing.T) {
	d := document("微生物群落的代谢研究", "张三", "本项目研究微生物群落，不带句号的短摘要一共没有多少个字但是说的是研究")
	d.Metadata.Found = map[string]extract.Found{
		"title": {Span: d.Paragraphs[0].Span}, "applicant": {Span: d.Paragraphs[1].Span}, "abstract": {Span: d.Paragraphs[2].Span},
	}
	out, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
	if got := out[evidence.ReasonIdentity]; !strings.Contains(got, "微生物群落的代谢研究") || !strings.Contains(got, "张三") || !strings.Contains(left, "短摘要") {
		t.Errorf("basic information %q, left %q", got, left)
	}
}
