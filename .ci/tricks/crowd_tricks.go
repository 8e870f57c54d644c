package main

import (
	"fmt"
	"strings"
)

// invented makes prose that says little and repeats nothing: sentences of words that a seed picks.
func invented(seed uint32, sentences int) string {
	words := strings.Fields("高原 湖泊 沉积 样品 温度 记录 河流 断面 观测 植被 恢复 模型 参数 估计 实验 数据 采集 方法 分析 结果 变化 过程 机制 影响 因素 比较 区域 差异 季节 降水 土层 含量 测定 仪器 校准 " +
		"误差 控制 " +
		"分布 格局 演化 序列 信号 噪声 算法 网络 结构 材料 界面 反应 催化 电极 循环 容量 细胞 蛋白 表达 通路 信号 受体 药物 剂量 患者 队列 随访 指标 评价 体系 政策 调查 问卷 访谈 农户 收入 价格 市场 贸易 城市 交通 能耗 " +
		"排放 建筑 抗震 桥梁 监测 识别 图像 语音 翻译 文本 语料 历史 档案 碑刻 方言 音系 语法 教育 课程 学生 教师 心理 认知 记忆 注意")
	links := []string{"与", "和", "的", "对", "在", "随", "由", "及"}
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>10) % n
	}
	var b strings.Builder
	for range sentences {
		for i := range 9 + next(5) {
			if i > 0 && i%4 == 0 {
				b.WriteString("，")
			}
			b.WriteString(words[next(len(words))] + links[next(len(links))])
		}
		b.WriteString(words[next(len(words))] + "。")
	}
	return b.String()
}

// people are invented applicants.
func applicant(i int) string {
	return string([]rune("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许")[i%20]) + string([]rune("明华建国志强秀英海涛晓东丽娟文博思远")[(i*7)%18]) +
		string([]rune("安平宁康泰和顺祥瑞嘉")[(i/3)%10])
}

// crowdLibrary is a library of applications of which some share the copied text, with their applicants' names where named is true.
func crowdLibrary(total, sharers int, named bool) func(c content) (map[string][]byte, error) {
	return func(c content) (map[string][]byte, error) {
		out := map[string][]byte{}
		for i := range total {
			paras := []para{head("国家自然科学基金申请书")}
			if named {
				paras = append(paras, plain("项目名称："+invented(uint32(9000+i), 1)[:36]), plain("申请人："+applicant(i)),
					plain(fmt.Sprintf("依托单位：%s大学", string([]rune("东西南北中海江山云林")[i%10])+"方")), plain("申报年度：2025"))
			}
			paras = append(paras, head(c.titles[0]), plain(invented(uint32(i+1), 8)), plain(invented(uint32(i+1001), 8)),
				head(c.titles[1]))
			if i < sharers {
				paras = append(paras, plains(c.copied...)...)
			}
			paras = append(paras, plain(invented(uint32(i+2001), 8)), head(c.titles[2]), plain(invented(uint32(i+3001), 8)))
			data, err := wordFile{body: wordParas(paras)}.bytes()
			if err != nil {
				return nil, err
			}
			out[fmt.Sprintf("A%03d.docx", i)] = data
		}
		return out, nil
	}
}

// formLibrary is a library of applications on one form: short prompts under its headings, and an institution's paragraph.
func formLibrary(total int, named bool) func(c content) (map[string][]byte, error) {
	return func(c content) (map[string][]byte, error) {
		out := map[string][]byte{}
		for i := range total {
			data, err := wordFile{body: wordParas(onForm(c, i, named, plain(invented(uint32(i+1), 8))))}.bytes()
			if err != nil {
				return nil, err
			}
			out[fmt.Sprintf("F%03d.docx", i)] = data
		}
		return out, nil
	}
}

// onForm is an application on the form.
func onForm(c content, i int, named bool, middle ...para) []para {
	out := []para{head("国家自然科学基金申请书")}
	if named {
		out = append(out, plain("申请人："+applicant(i)), plain(fmt.Sprintf("依托单位：%s大学", string([]rune("东西南北中海江山云林")[i%10])+"方")),
			plain("申报年度：2025"))
	}
	out = append(out, head(c.titles[0]), plain("（研究意义、国内外研究现状及发展动态分析，需结合科学研究发展趋势来论述科学意义，附主要参考文献目录）"))
	out = append(out, middle...)
	return append(out, head(c.titles[1]), plain("（此部分为重点阐述内容，说明项目的研究内容、研究目标，以及拟解决的关键科学问题）"), plain(invented(uint32(i+5001), 9)),
		head(c.titles[2]), plain("（包括研究方法、技术路线、实验手段、关键技术等说明，并分析其可行性）"), plain(invented(uint32(i+7001), 9)))
}

func crowdTricks() []*trick {
	var out []*trick
	for _, named := range []bool{true, false} {
		who, suffix := "with names", ""
		if !named {
			who, suffix = "without names", "-nameless"
		}
		for _, n := range []struct{ total, sharers int }{{15, 5}, {15, 12}, {40, 2}, {40, 7}, {40, 9}, {40, 20}, {40, 40}, {80, 60}} {
			out = append(out, &trick{id: fmt.Sprintf("c-%d-of-%d%s", n.sharers, n.total, suffix), name: fmt.Sprintf("text that %d of "+
				"%d applications %s share", n.sharers, n.total, who), kind: "Shared by many",
				way: hide, needs: byHand, library: crowdLibrary(n.total, n.sharers, named), make: neutral(func(c content) []para {
					if !named {
						return c.plain()
					}
					return append([]para{plain("申请人：郭子仪"), plain("依托单位：长风大学"), plain("申报年度：2025")}, c.plain()...)
				}, docx)})
		}
		out = append(out, &trick{id: "c-form" + suffix, name: "prompts of a form that 40 applications " + who +
			" are on, and nobody gave", kind: "Honest files", way: honest, needs: byHand, library: formLibrary(40, named),
			make: neutral(func(c content) []para { return onForm(c, 77, named, plains(c.own...)...) }, docx)})
	}
	repeating := func(texts ...string) func(c content) (map[string][]byte, error) {
		return func(c content) (map[string][]byte, error) {
			data, err := txtOf(plains(strings.Split(strings.Repeat(strings.Join(c.copied, "\n")+"\n", 12), "\n")...))
			return map[string][]byte{"repeating.txt": data}, err
		}
	}
	out = append(out, &trick{id: "c-source-repeats", name: "a further source that repeats the text twelve times", kind: "Shared by many",
		way: hide, needs: byHand, library: repeating(), make: neutral(content.plain, docx, txt)})
	// Documents of the library that accuse: their hidden text is the author's own.
	for _, l := range []struct {
		id, name string
		look     look
	}{{"hidden", "hidden", look{hidden: true}}, {"white", "white", look{color: "FFFFFF"}}, {"pale", "nearly white (#F4F4F4)",
		look{color: "F4F4F4"}}, {"tiny", "of 1 point", look{size: 1}}, {"squeezed", "squeezed to 1 %", look{scale: 1}}} {
		for _, f := range []format{docx, pdf, odt} {
			out = append(out, &trick{id: "l-" + l.id + "-" + string(f), name: "a document of the library (." + string(f) +
				") in which the author's own text is " +
				l.name, kind: "Accusing by a document of the library", way: accuse, needs: byHand,
				library: func(c content) (map[string][]byte, error) {
					var middle []para
					for _, t := range c.own {
						middle = append(middle, styled(t, l.look))
					}
					data, err := write(f, append([]para{head("研究报告"), plain(invented(77, 12))}, middle...))
					return map[string][]byte{"accuser." + string(f): data}, err
				}, make: neutral(func(c content) []para { return c.paras() }, docx)})
		}
	}
	return out
}
