package finding_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// Made applications, of people in every constellation, compared by the engine itself.

var vocabulary = strings.Fields(`海洋 碳汇 微生 物群 南海 陆架 观测 模型 耦合 机制 演化 通量 沉积 记录 同位 素组 温度 盐度 反演 卫星 遥感 数据 同化 预报 误差
	网络 图谱 学习 特征 提取 优化 算法 收敛 证明 边界 条件 材料 界面 催化 反应 动力 路径 电极 结构 表征 稳定 循环 性能 合成 晶体 缺陷 能带
	细胞 信号 通路 蛋白 表达 调控 受体 抑制 肿瘤 免疫 代谢 组织 样本 队列 随访 分层 风险 评估 干预 疗效 土壤 养分 作物 产量 灌溉 节水 品种
	农田 生态 服务 价值 政策 区域 经济 产业 创新 扩散 空间 集聚 计量 检验 稳健 异质 问卷 访谈 理论 框架 假设 变量 因果 识别 工程 桥梁 疲劳
	损伤 监测 传感 振动 模态 参数 更新 可靠 寿命 预测`)

// prose makes n sentences that no other seed makes.
func prose(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for range n {
		for i := range 12 {
			b.WriteString(vocabulary[r.IntN(len(vocabulary))])
			if i == 5 {
				b.WriteString("，")
			}
		}
		b.WriteString("。")
	}
	return b.String()
}

// parts are the texts of the four parts of an application.
type parts struct{ rationale, content, method, innovation string }

func written(seed uint64) parts {
	return parts{prose(seed, 40), prose(seed+1000, 30), prose(seed+2000, 30), prose(seed+3000, 12)}
}

func (p parts) text() string {
	return "一、立项依据\n" + p.rationale + "\n二、研究内容\n" + p.content + "\n三、研究方案\n" + p.method + "\n四、特色与创新\n" + p.innovation + "\n"
}

// person makes an identity.
func person(name, institution, programme string, year int, participants ...string) evidence.Identity {
	i := evidence.Identity{Applicant: name, Institution: institution, Programme: programme, Year: year}
	for _, p := range participants {
		i.Participants = append(i.Participants, evidence.Person{Name: p})
	}
	return i
}

// fact is what is known of a past application beside its identity.
type fact struct{ InCall, Funded bool }

type past struct {
	text     string
	identity evidence.Identity
	fact     fact
}

func parse(t testing.TB, text string) *extract.Document {
	t.Helper()
	d, err := reader.Parse(context.Background(), "a.txt", []byte(text), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checked compares an application with those of before.
func checked(t testing.TB, text string, identity evidence.Identity, library []past, forms ...string) finding.Input {
	t.Helper()
	engine, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		t.Fatal(err)
	}
	source := func(id int, text string, identity evidence.Identity) *checker.Source {
		d := parse(t, text)
		identity.SHA256 = fmt.Sprintf("%064d", id)
		return &checker.Source{ID: int64(id), Identity: identity, Document: d, Units: engine.Units(d)}
	}
	in := finding.Input{Funded: map[int64]bool{}}
	var sources, blank []*checker.Source
	for i, p := range library {
		s := source(i+1, p.text, p.identity)
		s.SameCall = p.fact.InCall
		sources = append(sources, s)
		in.Funded[s.ID] = p.fact.Funded
	}
	for i, f := range forms {
		blank = append(blank, source(1000+i, f, evidence.Identity{}))
	}
	document := parse(t, text)
	if in.Evidence, err = engine.Check(context.Background(), checker.Input{ID: 99, InLibrary: true, Identity: identity, Document: document}, checker.NewMemory(sources, blank), nil); err != nil {
		t.Fatal(err)
	}
	return in
}

const general, key = "面上项目", "重点项目"

// The truth: what each constellation is, by kind and reason, and those that are nothing.
func TestConstellations(t *testing.T) {
	mine, other, third := written(1), written(2), written(3)
	wang := person("王建国", "某大学", general, 2026)
	with := func(p parts, change func(*parts)) string {
		change(&p)
		return p.text()
	}
	// An application that has another's words within its own.
	copied := func(n int) string {
		return with(mine, func(p *parts) { p.method = p.method + prose(2, n) + "\n" })
	}
	type want struct {
		kind   finding.Kind
		reason finding.Reason
	}
	for name, tc := range map[string]struct {
		text     string
		identity evidence.Identity
		library  []past
		forms    []string
		want     []want
	}{
		"nothing in common": {mine.text(), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, nil, nil},

		"sent in again the next year":                      {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", general, 2025), fact{}}}, nil, []want{{finding.Again, finding.ByWhole}}},
		"sent in again to another programme the next year": {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", key, 2025), fact{}}}, nil, []want{{finding.Again, finding.ByWhole}}},
		"the one of a later year repeats this":             {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", general, 2027), fact{}}}, nil, nil},
		"a new one that goes on from an earlier one":       {with(mine, func(p *parts) { p.rationale = other.rationale }), wang, []past{{other.text(), person("王建国", "某大学", general, 2024), fact{}}}, nil, nil},
		"the same title, other text":                       {mine.text(), titled(wang, "海洋碳汇的机制"), []past{{other.text(), titled(person("王建国", "某大学", general, 2024), "海洋碳汇的 机制"), fact{}}}, nil, []want{{finding.SameTitle, finding.ByTitle}}},
		"the same title, other text, another's":            {mine.text(), titled(wang, "海洋碳汇的机制"), []past{{other.text(), titled(person("李明", "某大学", general, 2024), "海洋碳汇的机制"), fact{}}}, nil, nil},
		"own text used once more":                          {with(mine, func(p *parts) { p.content += prose(2, 6) }), wang, []past{{other.text(), person("王建国", "某大学", key, 2026), fact{}}}, nil, nil},

		"two programmes in one year":             {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", key, 2026), fact{}}}, nil, []want{{finding.Programmes, finding.ByWhole}}},
		"two programmes, one part alone":         {mine.text(), wang, []past{{with(other, func(p *parts) { p.content = mine.content }), person("王建国", "某大学", key, 2026), fact{}}}, nil, []want{{finding.Programmes, finding.ByPart}}},
		"twice to one programme":                 {mine.text(), wang, []past{{mine.text(), wang, fact{InCall: true}}}, nil, []want{{finding.Twice, finding.ByWhole}}},
		"several institutions, one number":       {mine.text(), numbered(wang, "110101199001011234"), []past{{mine.text(), numbered(person("王建国", "某研究所", general, 2026), "110101199001011234"), fact{}}}, nil, []want{{finding.Institutions, finding.ByWhole}}},
		"several institutions, the name alone":   {mine.text(), wang, []past{{mine.text(), person("王建国", "某研究所", general, 2026), fact{}}}, nil, []want{{finding.Institutions, finding.ByName}}},
		"a namesake with another number":         {mine.text(), numbered(wang, "110101199001011234"), []past{{mine.text(), numbered(person("王建国", "某研究所", general, 2026), "320101197505055678"), fact{}}}, nil, []want{{finding.Others, finding.ByWhole}}},
		"somebody who has moved, the year after": {mine.text(), numbered(wang, "110101199001011234"), []past{{mine.text(), numbered(person("王建国", "某研究所", general, 2024), "110101199001011234"), fact{}}}, nil, []want{{finding.Again, finding.ByWhole}}},
		"after it was funded":                    {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", general, 2023), fact{Funded: true}}}, nil, []want{{finding.Funded, finding.ByWhole}}},
		"a small part of what was funded":        {with(mine, func(p *parts) { p.content += prose(2, 6) }), wang, []past{{other.text(), person("王建国", "某大学", general, 2023), fact{Funded: true}}}, nil, nil},

		"under a participant's name":      {mine.text(), person("王建国", "某大学", general, 2026, "李明"), []past{{mine.text(), person("李明", "某大学", general, 2026), fact{}}}, nil, []want{{finding.Applicants, finding.ByWhole}}},
		"under another name, one in both": {mine.text(), person("王建国", "某大学", general, 2026, "赵强"), []past{{mine.text(), person("李明", "某大学", general, 2025, "赵强"), fact{}}}, nil, []want{{finding.Applicants, finding.ByWhole}}},
		"some text of a participant":      {copied(8), person("王建国", "某大学", general, 2026, "李明"), []past{{other.text(), person("李明", "某大学", general, 2025), fact{}}}, nil, nil},

		"passages of a stranger":   {copied(8), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, nil, []want{{finding.Others, finding.ByPassages}}},
		"the whole of a stranger":  {other.text(), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, nil, []want{{finding.Others, finding.ByWhole}}},
		"a sentence of a stranger": {copied(2), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, nil, nil},
		"a quotation of a stranger": {with(mine, func(p *parts) {
			p.method += "正如文献所述，“" + strings.TrimSuffix(prose(2, 8), "。") + "”。" + prose(77, 5)
		}), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, nil, nil},
		"a stranger of a later year":      {copied(8), wang, []past{{other.text(), person("李明", "另一大学", general, 2027), fact{}}}, nil, nil},
		"a colleague's passages":          {copied(8), wang, []past{{other.text(), person("李明", "某大学", general, 2025), fact{}}}, nil, []want{{finding.Others, finding.ByPassages}}},
		"a competitor in the call":        {copied(8), wang, []past{{other.text(), person("李明", "另一大学", general, 2026), fact{InCall: true}}}, nil, []want{{finding.InCall, finding.ByPassages}}},
		"own first, a stranger's later":   {mine.text(), wang, []past{{mine.text(), person("王建国", "某大学", general, 2022), fact{}}, {mine.text(), person("李明", "另一大学", general, 2024), fact{}}}, nil, []want{{finding.Again, finding.ByWhole}}},
		"a participant's first":           {copied(8), person("王建国", "某大学", general, 2026, "李明"), []past{{other.text(), person("李明", "某大学", general, 2020), fact{}}, {other.text(), person("钱勇", "另一大学", general, 2024), fact{}}}, nil, nil},
		"a form's text":                   {copied(8), wang, []past{{other.text(), person("李明", "另一大学", general, 2025), fact{}}}, []string{"填报说明\n" + prose(2, 8)}, nil},
		"the gravest first, one a source": {with(mine, func(p *parts) { p.method += prose(2, 8) }), wang, []past{{mine.text(), person("王建国", "某大学", key, 2026), fact{}}, {other.text(), person("李明", "另一大学", general, 2025), fact{}}, {third.text(), person("孙亮", "第三大学", general, 2025), fact{}}}, nil, []want{{finding.Others, finding.ByPassages}, {finding.Programmes, finding.ByWhole}}},
		"hardly any text":                 {"一、立项依据\n" + prose(5, 3), wang, nil, nil, []want{{finding.Little, ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			in := checked(t, tc.text, tc.identity, tc.library, tc.forms...)
			found := finding.Of(in)
			var got []want
			for _, f := range found {
				got = append(got, want{f.Kind, f.Reason})
				if f.Source != 0 && f.Kind != finding.SameTitle && (len(f.Matches) == 0 || f.Count == 0 || f.Share == 0 || f.Share > 1000) {
					t.Errorf("a finding without evidence: %+v", f)
				}
			}
			if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(want{})); diff != "" {
				t.Errorf("-want +got\n%s\n%+v", diff, found)
			}
		})
	}
}

func titled(i evidence.Identity, title string) evidence.Identity {
	i.Title = title
	return i
}

func numbered(i evidence.Identity, number string) evidence.Identity {
	i.Number = number
	return i
}

// Flags become findings from the thresholds on, and not below.
func TestDisguise(t *testing.T) {
	flags := func(kind extract.FlagKind, n int, text string) []evidence.Flag {
		return slices.Repeat([]evidence.Flag{{Kind: string(kind), Text: text}}, n)
	}
	sentence := strings.Repeat("隐藏文字", 13)
	for name, tc := range map[string]struct {
		flags []evidence.Flag
		want  []finding.Reason
	}{
		"none":                    {nil, nil},
		"a hidden paragraph":      {flags(extract.HiddenText, 1, sentence), []finding.Reason{finding.ByHidden}},
		"a hidden word":           {flags(extract.HiddenText, 1, "附件"), nil},
		"a word on many pages":    {[]evidence.Flag{{Kind: string(extract.HiddenText), Text: "附件", Pages: 30}}, []finding.Reason{finding.ByHidden}},
		"many hidden words":       {flags(extract.HiddenText, 30, "附件"), []finding.Reason{finding.ByHidden}},
		"invisible characters":    {flags(extract.ZeroWidth, 10, ""), []finding.Reason{finding.ByInvisible}},
		"some from a web page":    {flags(extract.ZeroWidth, 9, ""), nil},
		"letters that look alike": {flags(extract.LookAlike, 3, "rеsearch"), []finding.Reason{finding.ByLookAlike}},
		"one such word":           {flags(extract.LookAlike, 1, "α"), nil},
		"deletions and macros":    {append(flags(extract.DeletedText, 99, sentence), flags(extract.Macros, 1, "")...), nil},
		"two files of one name":   {flags(extract.Duplicate, 1, ""), []finding.Reason{finding.ByEntries}},
	} {
		e := &evidence.Evidence{}
		e.Document.Flags = tc.flags
		var got []finding.Reason
		for _, f := range finding.Of(finding.Input{Evidence: e}) {
			if f.Kind != finding.Disguised {
				t.Errorf("%s: %+v", name, f)
			}
			got = append(got, f.Reason)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// Copied text with look-alike letters in it is said to be so.
func TestDisguisedMatch(t *testing.T) {
	source := prose(2, 40)
	disguised := strings.ReplaceAll(source, "模型", "模\u200b型")
	disguised = strings.ReplaceAll(disguised, "细胞", "细\u200b胞")
	for _, w := range vocabulary[:40] {
		r := []rune(w)
		disguised = strings.ReplaceAll(disguised, w, string(r[0])+"\u200b"+string(r[1]))
	}
	in := checked(t, "一、立项依据\n"+disguised, person("王建国", "某大学", general, 2026), []past{{"一、立项依据\n" + source, person("李明", "另一大学", general, 2025), fact{}}})
	found := finding.Of(in)
	if got := finding.KindsOf(found); !slices.Equal(got, []finding.Kind{finding.Others, finding.Disguised}) {
		t.Errorf("%v: %+v", got, found)
	}
	if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Reason == finding.ByMatches && f.Count > 0 }) {
		t.Errorf("%+v", found)
	}
}

// What is stored of findings comes back; what is unknown does not.
func TestEncode(t *testing.T) {
	for _, k := range finding.Kinds() {
		all := []finding.Finding{{Kind: k, Reason: finding.ByPart, Source: 3, InCall: true, Part: "method", Share: 7, Matches: []int{2, 1}, Count: 9, Longest: 5}, {Kind: k}}
		if diff := cmp.Diff(all, finding.Decode(finding.Encode(all))); diff != "" {
			t.Errorf("%s reads as\n%s", k, diff)
		}
		if got := finding.KindsOf(all); !slices.Equal(got, []finding.Kind{k}) {
			t.Errorf("%s: kinds %v", k, got)
		}
	}
	if finding.Encode(nil) != "" || finding.Decode("") != nil || len(finding.Decode(`[{"kind":"x"},{"kind":"in-call"}]`)) != 1 {
		t.Error("nothing is not nothing")
	}
}

func TestDeclared(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		use  finding.Use
		said string
	}{
		"nothing":                     {"一、立项依据\n海洋碳汇研究。", finding.UseUnsaid, ""},
		"research about it":           {"本项目研究大语言模型的推理机制，采用生成式人工智能构建虚拟被试。", finding.UseUnsaid, ""},
		"none":                        {"其他需要说明的问题。\n本申请书撰写过程中未使用生成式人工智能工具。", finding.UseNone, "本申请书撰写过程中未使用生成式人工智能工具。"},
		"some":                        {"说明：本人使用DeepSeek对申请书的文字进行了润色，内容均由本人核实。", finding.UseSome, "说明：本人使用DeepSeek对申请书的文字进行了润色，内容均由本人核实。"},
		"the rule alone":              {"申请人应如实声明申请书撰写中使用生成式人工智能的情况。", finding.UseUnsaid, ""},
		"the rule, then the answer":   {"申请人应如实声明申请书撰写中使用生成式人工智能的情况。\n声明：申请材料的撰写中未采用AIGC工具。", finding.UseNone, "声明：申请材料的撰写中未采用AIGC工具。"},
		"a box, yes":                  {"是否使用生成式人工智能：☑是 □否", finding.UseSome, "是否使用生成式人工智能：☑是 □否"},
		"a box, no":                   {"是否使用生成式人工智能：□是 ☑否", finding.UseNone, "是否使用生成式人工智能：□是 ☑否"},
		"the box behind, no":          {"是否使用生成式人工智能：是□ 否☑", finding.UseNone, "是否使用生成式人工智能：是□ 否☑"},
		"the box behind, yes":         {"是否使用生成式人工智能：是√ 否□", finding.UseSome, "是否使用生成式人工智能：是√ 否□"},
		"nothing ticked":              {"是否使用生成式人工智能：□是 □否", finding.UseUnsaid, ""},
		"both ticked":                 {"是否使用生成式人工智能：☑是 ☑否", finding.UseUnsaid, ""},
		"in English, none":            {"We declare that generative AI was not used in the writing of this proposal.", finding.UseNone, "We declare that generative AI was not used in the writing of this proposal."},
		"in English, some":            {"Statement. ChatGPT was used to polish the language of the application.", finding.UseSome, "ChatGPT was used to polish the language of the application."},
		"in English, about the topic": {"We study how large language models reason.", finding.UseUnsaid, ""},
	} {
		d := &extract.Document{Text: tc.text}
		got := finding.Declared(d)
		if got.Use != tc.use || got.Text != tc.said {
			t.Errorf("%s: %+v", name, got)
		}
		if runes := []rune(d.Text); got.Use != finding.UseUnsaid && string(runes[got.Offset:got.Offset+got.Length]) != got.Text {
			t.Errorf("%s: its place holds %q", name, string(runes[got.Offset:got.Offset+got.Length]))
		}
	}
	if got := finding.Declared(nil); got.Use != finding.UseUnsaid {
		t.Errorf("%+v", got)
	}
}

// Hints are a line of their own, below all that is certain, with the strongest first.
func TestHintsRankBelowFindings(t *testing.T) {
	e := &evidence.Evidence{
		Document: evidence.Document{Characters: 1000}, Scores: evidence.Scores{Countable: 1000},
		Hints: &evidence.Hints{Level: 0.1, Characters: 400, Hints: []evidence.Hint{
			{ID: 1, Kind: evidence.HintSummary, FalseAlarms: 0.08, Counted: 200}, {ID: 2, Kind: evidence.HintSummary, FalseAlarms: 0.3},
			{ID: 3, Kind: evidence.HintRewriting, Source: 8, FalseAlarms: 0.01, Counted: 250},
		}},
	}
	found := finding.Of(finding.Input{Evidence: e})
	kinds := map[evidence.HintKind]int{evidence.HintRewriting: 1, evidence.HintSummary: 1}
	want := []finding.Finding{{Kind: finding.Possible, Reason: finding.ByHints, Count: 400, Share: 400, Matches: []int{3, 1}, Hints: kinds, HintSource: 8, FalseAlarms: 0.01}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Fatal(diff)
	}
	if got, known := finding.HintsOf(finding.Decode(finding.Encode(found))); !known || !cmp.Equal(got, kinds) {
		t.Errorf("stored, the hints are %v, known %t", got, known)
	}
	if got, known := finding.HintsOf(finding.Decode(`[{"kind":"possible","count":9}]`)); known || got != nil {
		t.Errorf("those of an earlier version are %v, known %t", got, known)
	}
	if got, known := finding.HintsOf(nil); !known || got != nil {
		t.Errorf("of no finding they are %v, known %t", got, known)
	}
	unread := finding.Severity(finding.Facts{Found: []finding.Finding{{Kind: finding.Unread}}})
	if got := finding.Severity(finding.Facts{Found: found}); got <= 0 || got >= unread {
		t.Errorf("hints have the severity %d, parts not compared %d", got, unread)
	}
	e.Hints.Characters = 0
	if found := finding.Of(finding.Input{Evidence: e}); len(found) > 0 {
		t.Errorf("without hints that are shown: %+v", found)
	}
}

// Flags below the thresholds are noted beside findings, and read apart from them.
func TestNoted(t *testing.T) {
	e := &evidence.Evidence{}
	flag := func(kind extract.FlagKind, n int) []finding.Finding {
		e.Document.Flags = slices.Repeat([]evidence.Flag{{Kind: string(kind)}}, n)
		return finding.Noted(e)
	}
	want := []finding.Finding{{Kind: finding.Flagged, Reason: finding.ByInvisible, Count: 1}}
	if diff := cmp.Diff(want, flag(extract.ZeroWidth, 1)); diff != "" {
		t.Error(diff)
	}
	if got := flag(extract.ZeroWidth, score.LeastInvisible); got != nil {
		t.Errorf("what is a finding is noted too: %+v", got)
	}
	if got := flag(extract.LookAlike, score.LeastLookAlike-1); len(got) != 1 || got[0].Reason != finding.ByLookAlike {
		t.Errorf("%+v", got)
	}
	found := []finding.Finding{{Kind: finding.Others, Count: 9}}
	stored := finding.Encode(append(slices.Clone(found), want...))
	if !cmp.Equal(finding.Decode(stored), found) || !cmp.Equal(finding.DecodeNoted(stored), want) {
		t.Errorf("%s reads as %+v and %+v", stored, finding.Decode(stored), finding.DecodeNoted(stored))
	}
}
