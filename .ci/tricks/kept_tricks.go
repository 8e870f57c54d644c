package main

import (
	"fmt"
	"slices"
	"strings"
)

// sentences cuts paragraphs behind their full stops.
func sentences(texts []string) []string {
	var out []string
	for _, t := range texts {
		for _, s := range strings.SplitAfter(t, "。") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// entries are references as a list has them; the names in them are invented.
var entries = []string{
	"[1] 王清源, 赵一鸣. 山区梯田灌溉渠系的演变[J]. 水利学报, 2019, 50(3): 301-310.",
	"[2] 李沐阳. 高寒草甸生态研究方法[M]. 北京: 科学出版社, 2015: 45-60.",
	"[3] Holm A, Berg T. Ferries and their timetables[J]. Journal of Island Studies, 2020, 12(2): 15-29.",
}

// under puts the copied paragraphs under a heading, each made by each.
func under(heading string, each func(i int, t string) string) func(c content) []para {
	return func(c content) []para {
		out := []para{head(heading)}
		for i, t := range c.copied {
			out = append(out, plain(each(i, t)))
		}
		return append(c.paras(plain("研究内容详见本申请书其他各节。")), out...)
	}
}

// within puts a list of paragraphs in the place of the copied ones.
func within(middle func(c content) []para) func(c content) []para {
	return func(c content) []para { return c.paras(middle(c)...) }
}

// mapped makes paragraphs of texts.
func mapped(texts []string, f func(i int, t string) string) []para {
	var out []para
	for i, t := range texts {
		out = append(out, plain(f(i, t)))
	}
	return out
}

func asIs(_ int, t string) string { return t }

// woven puts own paragraphs before, between and after the copied ones.
func woven(c content, before, between, after string) []para {
	out := []para{plain(before)}
	for i, t := range c.copied {
		if i > 0 && between != "" {
			out = append(out, plain(between))
		}
		out = append(out, plain(t))
	}
	return append(out, plain(after))
}

// kept are the parts of a document that take no part in a comparison, as places to hide in.
var kept = []struct {
	id, name string
	paras    func(c content) []para
}{
	{"references", "under 参考文献, each paragraph with [n]", under("参考文献", func(i int, t string) string {
		return fmt.Sprintf("[%d] %s", i+1, t)
	})},
	{"references-dots", "under 参考文献, each paragraph with n.", under("参考文献", func(i int, t string) string {
		return fmt.Sprintf("%d. %s", i+1, t)
	})},
	{"references-year", "under 参考文献, each paragraph with [n] and a year at its end", under("参考文献", func(i int, t string) string {
		return fmt.Sprintf("[%d] %s, 2019.", i+1, strings.TrimSuffix(t, "。"))
	})},
	{"references-entry", "under 参考文献, each paragraph behind a real entry", under("参考文献", func(i int, t string) string {
		return entries[i%3] + " " + t
	})},
	{"references-before", "under 参考文献, each paragraph before a real entry", under("参考文献", func(i int, t string) string {
		return fmt.Sprintf("[%d] %s%s", i+1, t, entries[i%3][4:])
	})},
	{"references-between", "under 参考文献, between real entries", under("参考文献", func(i int, t string) string {
		return entries[i%3] + "\n" + t + "\n" + entries[(i+1)%3]
	})},
	{"references-marks", "under 参考文献, each sentence with [n] and [J]", func(c content) []para {
		return append(append(c.paras(plain("见文末。")), head("参考文献")), mapped(sentences(c.copied), func(i int, t string) string {
			return fmt.Sprintf("[%d] %s[J].", i+1, strings.TrimSuffix(t, "。"))
		})...)
	}},
	{"references-journal", "under 参考文献, each sentence with [n], a journal and pages", func(c content) []para {
		return append(append(c.paras(plain("见文末。")), head("参考文献")), mapped(sentences(c.copied), func(i int, t string) string {
			return fmt.Sprintf("[%d] 张某. %s[J]. 科学通报, 2018, %d(2): 10-20.", i+1, strings.TrimSuffix(t, "。"), i+1)
		})...)
	}},
	{"references-inner", "in a heading 主要参考文献 within the rationale", within(func(c content) []para {
		return append([]para{head("主要参考文献")}, mapped(c.copied, func(i int, t string) string { return fmt.Sprintf("[%d] %s", i+1, t) })...)
	})},
	{"references-bare", "with [n] before each paragraph, without a heading", within(func(c content) []para {
		return mapped(c.copied, func(i int, t string) string { return fmt.Sprintf("[%d] %s", i+1, t) })
	})},
	{"references-notes", "as explanatory notes (注释) with numbers", under("注释", func(i int, t string) string {
		return fmt.Sprintf("①②③④⑤⑥"[3*i:3*i+3]+" %s", t)
	})},
	{"notes-bracket", "as annotations of real entries, in brackets", under("参考文献", func(i int, t string) string {
		return entries[i%3] + "（" + t + "）"
	})},
	{"thanks", "under 致谢", under("致谢", asIs)},
	{"thanks-between", "under 致谢, between two formulas of thanks", under("致谢", func(i int, t string) string {
		return "衷心感谢导师的悉心指导。" + t + "谨此致谢各位专家。"
	})},
	{"thanks-bare", "between paragraphs of thanks, without a heading", within(func(c content) []para {
		return woven(c, "衷心感谢各位老师的指导与帮助！", "同时感谢课题组全体成员的支持。", "在此一并致以诚挚的谢意！")
	})},
	{"promise", "under 承诺书", under("承诺书", asIs)},
	{"promise-between", "under 申请人承诺, a formula before and one after", func(c content) []para {
		return append(append(c.paras(plain("见其他各节。")), head("申请人承诺")), woven(c, "本人郑重承诺：所提交的材料真实、准确，如有不实，本人愿意承担相应责任。", "",
			"本人承诺遵守科研诚信的有关规定。签名：　　　　日期：")...)
	}},
	{"promise-each", "under 诚信声明, a promise at the beginning of each paragraph", under("诚信声明", func(_ int, t string) string {
		return "本人郑重声明：" + t
	})},
	{"instructions", "under 填写说明", under("填写说明", func(i int, t string) string { return fmt.Sprintf("%d．%s", i+1, t) })},
	{"instructions-between", "under 填报须知, an instruction before and one after", func(c content) []para {
		return append(append(c.paras(plain("见其他各节。")), head("填报须知")), woven(c, "请申请人认真阅读本须知，按要求逐项填写，不得更改格式。", "请如实填写。",
			"请勿超过规定字数，提交前请仔细核对。")...)
	}},
	{"instructions-please", "with 请填写 at the beginning of each paragraph", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string { return "请填写：" + t })
	})},
	{"instructions-bracket", "in brackets as prompts, each sentence", within(func(c content) []para {
		return mapped(sentences(c.copied), func(_ int, t string) string { return "（" + strings.TrimSuffix(t, "。") + "，限200字）" })
	})},
	{"questions", "as questions to 您", within(func(c content) []para {
		return mapped(sentences(c.copied), func(_ int, t string) string { return "您是否认为" + strings.TrimSuffix(t, "。") + "？" })
	})},
	{"questions-after", "with 你怎么看？ after each sentence", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string { return strings.ReplaceAll(t, "。", "，你怎么看？") })
	})},
	{"questions-long", "with semicolons for stops and 你认为如何？ after each paragraph", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string {
			return strings.TrimSuffix(strings.ReplaceAll(t, "。", "；"), "；") + "，你认为如何？"
		})
	})},
	{"questions-prompt", "behind 请说明你的项目： in each paragraph", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string { return "请说明您的项目拟解决的问题：" + t })
	})},
	{"contents", "as lines of a table of contents, with dots and pages", under("目录", func(i int, t string) string {
		return strings.Join(strings.SplitAfter(t, "。"), fmt.Sprintf(" ……………… %d\n", i+1))
	})},
	{"contents-sentences", "under 目录, a sentence a line with dots and a page", func(c content) []para {
		return append(append(c.paras(plain("见目录。")), head("目录")), mapped(sentences(c.copied), func(i int, t string) string {
			return strings.TrimSuffix(t, "。") + "........................ " + fmt.Sprint(i+1)
		})...)
	}},
	{"contents-bare", "with dots and a page behind each sentence, without a heading", within(func(c content) []para {
		return mapped(sentences(c.copied), func(i int, t string) string { return strings.TrimSuffix(t, "。") + "…………" + fmt.Sprint(i+1) })
	})},
	{"figures-list", "under 图表目录, as captions with pages", func(c content) []para {
		return append(append(c.paras(plain("见图表目录。")), head("图表目录")), mapped(sentences(c.copied), func(i int, t string) string {
			return fmt.Sprintf("图%d %s……%d", i+1, strings.TrimSuffix(t, "。"), i+3)
		})...)
	}},
	{"captions", "as captions of figures", within(func(c content) []para {
		return mapped(sentences(c.copied), func(i int, t string) string { return fmt.Sprintf("图%d %s", i+1, strings.TrimSuffix(t, "。")) })
	})},
	{"quotes", "each paragraph in quotation marks", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string { return "“" + t + "”" })
	})},
	{"quotes-each", "each sentence in quotation marks with a citation", within(func(c content) []para {
		return mapped(sentences(c.copied), func(_ int, t string) string { return "“" + strings.TrimSuffix(t, "。") + "”[1]。" })
	})},
	{"cited", "with a citation of another work behind each sentence", within(func(c content) []para {
		return mapped(c.copied, func(_ int, t string) string { return strings.ReplaceAll(t, "。", "（李四，2016）[2]。") })
	})},
	{"headings", "as headings, a sentence each", within(func(c content) []para {
		var out []para
		for _, s := range sentences(c.copied) {
			out = append(out, head(s))
		}
		return out
	})},
	{"numbered-headings", "as numbered headings, a sentence each", within(func(c content) []para {
		return mapped(sentences(c.copied), func(i int, t string) string { return fmt.Sprintf("（%d）%s", i+1, strings.TrimSuffix(t, "。")) })
	})},
	{"labels", "as lines of a label and a value", within(func(c content) []para {
		labels := []string{"项目名称", "申请人", "依托单位", "研究方向", "联系电话", "合作单位"}
		return mapped(sentences(c.copied), func(i int, t string) string { return labels[i%len(labels)] + "：" + t })
	})},
	{"keywords", "as keywords", within(func(c content) []para {
		return []para{plain("关键词：" + strings.NewReplacer("，", "；", "。", "；").Replace(strings.Join(c.copied, "")))}
	})},
	{"abstract", "as the abstract", within(func(c content) []para { return []para{plain("摘要：" + strings.Join(c.copied, ""))} })},
	{"appendix", "under 附录", under("附录", asIs)},
	{"publications", "under 代表性论著, each paragraph with a number", under("代表性论著", func(i int, t string) string {
		return fmt.Sprintf("（%d）%s", i+1, t)
	})},
	{"budget", "under 经费预算说明", under("经费预算说明", asIs)},
	{"conditions", "under 工作条件", under("工作条件", asIs)},
	{"form-title", "under the headings of a form", func(c content) []para {
		var out []para
		for i, s := range sentences(c.copied) {
			if i%3 == 0 {
				out = append(out, head([]string{"（一）立项依据与研究内容", "（二）研究基础与工作条件", "（三）其他需要说明的情况"}[i/3%3]))
			}
			out = append(out, plain(s))
		}
		return c.paras(out...)
	}},
	{"code", "in lines of a program, as comments", within(func(c content) []para {
		return mapped(sentences(c.copied), func(i int, t string) string { return fmt.Sprintf("x%d = f(%d)  # %s", i, i, t) })
	})},
	{"brackets", "each sentence in brackets", within(func(c content) []para {
		return mapped(sentences(c.copied), func(_ int, t string) string { return "（" + t + "）" })
	})},
	{"instruction-prefix", "behind 说明：, 注： and 提示：", within(func(c content) []para {
		return mapped(sentences(c.copied), func(i int, t string) string { return []string{"说明：", "注：", "提示："}[i%3] + t })
	})},
	{"report-words", "as the report of another checking program", within(func(c content) []para {
		return woven(c, "文本复制检测报告单（全文标明引文）总文字复制比：0.0%", "原文内容　相似内容来源", "检测时间：2026-01-01 说明：1.总文字复制比：被检测论文总重合字数在总字数中所占的比例")
	})},
}

// arranged are other ways of arranging what is copied, all of them plain to see.
var arranged = []struct {
	id, name string
	more     bool
	paras    func(c content) []para
}{
	{"paragraphs-reversed", "paragraphs in the reverse order", false, func(c content) []para {
		texts := slices.Clone(c.copied)
		slices.Reverse(texts)
		return c.paras(plains(texts...)...)
	}},
	{"sentences-reversed", "sentences in the reverse order", false, func(c content) []para {
		texts := sentences(c.copied)
		slices.Reverse(texts)
		return c.paras(plain(strings.Join(texts, "")))
	}},
	{"sentences-apart", "sentences far apart, one in each own paragraph", false, func(c content) []para {
		texts := sentences(c.copied)
		var out []para
		for i, t := range c.own {
			out = append(out, plain(t+strings.Join(texts[i*len(texts)/len(c.own):(i+1)*len(texts)/len(c.own)], "")))
		}
		return out
	}},
	{"sentences-lines", "a sentence a paragraph", false, func(c content) []para { return c.paras(plains(sentences(c.copied)...)...) }},
	{"sentences-first", "with 首先, 其次 and 此外 before the sentences", false, func(c content) []para {
		return c.paras(mapped(sentences(c.copied), func(i int, t string) string {
			return []string{"首先，", "其次，", "此外，", "最后，"}[i%4] + t
		})...)
	}},
	{"items", "as items with bullets", false, func(c content) []para {
		return c.paras(mapped(sentences(c.copied), func(_ int, t string) string { return "• " + t })...)
	}},
	{"clauses", "a clause a paragraph", false, func(c content) []para {
		return c.paras(plains(strings.FieldsFunc(strings.Join(c.copied, ""), func(r rune) bool {
			return r == '，' || r == '。' || r == '；'
		})...)...)
	}},
	{"clauses-numbered", "a clause a paragraph, numbered", false, func(c content) []para {
		return c.paras(mapped(strings.FieldsFunc(strings.Join(c.copied, ""), func(r rune) bool {
			return r == '，' || r == '。' || r == '；'
		}), func(i int, t string) string { return fmt.Sprintf("%d）%s；", i+1, t) })...)
	}},
	{"one-line", "all in one paragraph without an end", false, func(c content) []para {
		return []para{plain(strings.Join(c.own[:2], "") + strings.Join(c.copied, "") + strings.Join(c.own[2:], ""))}
	}},
	{"all-headings", "the whole document as headings", false, func(c content) []para {
		var out []para
		for _, p := range c.plain() {
			out = append(out, head(p.text()))
		}
		return out
	}},
	{"twice", "twice", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 2)...)...) }},
	{"seven", "seven times", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 7)...)...) }},
	{"eight", "eight times", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 8)...)...) }},
	{"nine", "nine times", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 9)...)...) }},
	{"twenty", "twenty times", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 20)...)...) }},
	{"hundred", "a hundred times", true, func(c content) []para { return c.paras(plains(slices.Repeat(c.copied, 100)...)...) }},
	{"sentences-nine", "each sentence nine times on end", true, func(c content) []para {
		return c.paras(mapped(sentences(c.copied), func(_ int, t string) string { return strings.Repeat(t, 9) })...)
	}},
	{"halves", "eight times, cut at eight different places", true, func(c content) []para {
		all := []rune(strings.Join(c.copied, ""))
		var out []para
		for i := range 8 {
			cut := 40 + 60*i
			out = append(out, plain(string(all[:cut])), plain(string(all[cut:])))
		}
		return c.paras(out...)
	}},
	{"hidden-copies", "once, and forty times white on white", false, func(c content) []para {
		out := c.plain()
		for range 40 {
			out = append(out, styled(strings.Join(c.copied, ""), look{color: "FFFFFF"}))
		}
		return out
	}},
}

func keptTricks() []*trick {
	var out []*trick
	for _, t := range kept {
		in := []format{docx, pdf, txt}
		if t.id == "headings" {
			in = in[:2]
		}
		out = append(out, &trick{id: "k-" + t.id, name: "the copied text " + t.name, kind: "Kept out: excluded parts", way: hide,
			needs: byHand, mostly: true, make: neutral(t.paras, in...)})
	}
	for _, t := range arranged {
		in := []format{docx, txt}
		if t.id == "hidden-copies" || t.id == "all-headings" { // plain text has neither looks nor headings
			in = []format{docx}
		}
		out = append(out, &trick{id: "a-" + t.id, name: "the copied text " + t.name, kind: "Repeated and arranged", way: hide,
			needs: byHand, mostly: true, more: t.more, make: neutral(t.paras, in...)})
	}
	return out
}
