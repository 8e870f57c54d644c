package exclude_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// hidden are texts that somebody might hide, in the forms that research has.
var hidden = map[string]string{
	"Chinese": "近海沉积物中的微生物群落在厌氧条件下仍然保持着相当高的代谢活性，这使得有机碳的再矿化速率明显高于以往的估计。我们在三个航次中连续采集了柱状样品，并且用同位素示踪的方法测定了硫酸盐还原的速率。" +
		"结果说明温度每升高一度，速率大约增加百分之七，因此气候变暖会使这些沉积物成为重要的碳源。这一认识与现有模型的假设并不相同，需要在更大的空间范围内加以检验。",
	"Chinese in short sentences": "样品取自东海。水深六十米。底质为粉砂。取样用箱式采泥器。样品在船上分层。每层厚两厘米。低温保存至实验室。随后测定粒度。再测有机碳。另取一份培养。培养温度十五度。培养时间三十天。每天测一次气体。气体用色谱分析。数据取三次平均。误差小于百分之五。",
	"English": "Microbial communities in coastal sediments remain surprisingly active under anoxic conditions, which means that organic carbon is remineralised much faster than previous estimates have suggested. " +
		"We collected cores on three cruises and measured the rate of sulphate reduction with radioactive tracers. The rate increased by about seven percent for every degree of warming, so these sediments could become an important source of carbon. " +
		"This result differs from what current models assume and has to be tested over a much larger area.",
	"English in short sentences": "Cores came from the shelf. The water was sixty metres deep. We cut them on board. Each slice was two centimetres thick. They were kept cold. Grain size was measured first. Carbon came next. One part was incubated. It lasted thirty days. Gas was sampled daily. Means of three are shown. Errors were below five percent.",
}

// forms of one text: as it is, as one sentence, and in pieces.
func disguises(s string) map[string][]string {
	var sentences []string
	for _, p := range strings.SplitAfter(strings.ReplaceAll(s, ". ", ".\x00"), "\x00") {
		for _, q := range strings.SplitAfter(strings.Trim(p, "\x00"), "。") {
			if q != "" {
				sentences = append(sentences, q)
			}
		}
	}
	semicolons := strings.NewReplacer("。", "；", ". ", "; ").Replace(s)
	commas := strings.NewReplacer("。", "，", ". ", ", ").Replace(s)
	return map[string][]string{
		"as it is": {s}, "with semicolons": {semicolons}, "with commas": {commas}, "each sentence by itself": sentences,
	}
}

// places are where text may be hidden: each returns the lines of a document in which each
// of some paragraphs stands where text takes no part.
var places = map[string]func(paragraphs []string) []string{
	"numbered under references": func(p []string) []string {
		return append([]string{"# 参考文献"}, each(p, func(i int, s string) string { return fmt.Sprintf("[%d] %s", i+1, s) })...)
	},
	"numbered under references that are no heading": func(p []string) []string {
		return append([]string{"主要参考文献："}, each(p, func(i int, s string) string { return fmt.Sprintf("[%d] %s", i+1, s) })...)
	},
	"plain under references": func(p []string) []string { return append([]string{"# References"}, p...) },
	"with a year and a journal": func(p []string) []string {
		return append([]string{"# 参考文献"}, each(p, func(i int, s string) string { return fmt.Sprintf("[%d] %s Nature, 2019.", i+1, s) })...)
	},
	"with a citation in it": func(p []string) []string {
		return append([]string{"# References"}, each(p, func(i int, s string) string {
			return fmt.Sprintf("%d. %s (Smith et al., 2019; see also Journal of Climate)", i+1, s)
		})...)
	},
	"annotations of entries": func(p []string) []string {
		return append([]string{"# 参考文献"}, each(p, func(i int, s string) string {
			return fmt.Sprintf("[%d] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20. %s", i+1, s)
		})...)
	},
	"annotations of English entries": func(p []string) []string {
		return append([]string{"# References"}, each(p, func(i int, s string) string {
			return fmt.Sprintf("[%d] Smith J, Brown K. Microbes of the deep sea. Nature, 2018, 555: 100-105. %s", i+1, s)
		})...)
	},
	"between entries": func(p []string) []string {
		lines := []string{"# 参考文献"}
		for i, s := range p {
			lines = append(lines, fmt.Sprintf("[%d] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011.", i+1), s)
		}
		return append(lines, fmt.Sprintf("[%d] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011.", len(p)+1))
	},
	"notes": func(p []string) []string {
		return append([]string{"# 注释"}, each(p, func(i int, s string) string { return fmt.Sprintf("[%d] %s", i+1, s) })...)
	},
	asTitle: func(p []string) []string {
		return append([]string{"# 参考文献"}, each(p, func(i int, s string) string {
			return fmt.Sprintf("[%d] 张三, 李四. %s[J]. 科学通报, 2019, 64(3): 12-20.", i+1, s)
		})...)
	},
	"between two formulas of thanks": func(p []string) []string {
		return append([]string{"# 致谢"}, each(p, func(_ int, s string) string {
			return "首先感谢我的导师王老师的悉心指导。" + s + "谨致谢忱。"
		})...)
	},
	"between two formulas of English thanks": func(p []string) []string {
		return append([]string{"# Acknowledgements"}, each(p, func(_ int, s string) string {
			return "I would like to thank my supervisor. " + s + " I am grateful to all of them."
		})...)
	},
	"between two promises": func(p []string) []string {
		return append([]string{"# 申请人承诺书"}, each(p, func(_ int, s string) string {
			return "本人郑重承诺：" + s + "如有不实，愿意承担全部责任。"
		})...)
	},
	"between two promises without a title": func(p []string) []string {
		return each(p, func(_ int, s string) string {
			return "本人郑重承诺：本人严格遵守科研诚信要求，申报材料真实有效；" + s + "如获资助，将严格按照任务书开展研究，如有不实，愿意承担全部责任。"
		})
	},
	"in a declaration": func(p []string) []string {
		return append([]string{"# Declaration of originality"}, each(p, func(_ int, s string) string { return "I hereby declare that this is my own work. " + s })...)
	},
	"under instructions": func(p []string) []string {
		return append([]string{"# 填写说明"}, each(p, func(_ int, s string) string {
			return "请申请人认真填写，逐项填写。" + s + "不得空缺。"
		})...)
	},
	"under English instructions": func(p []string) []string {
		return append([]string{"# Instructions"}, each(p, func(_ int, s string) string { return "Please describe your plan. " + s + " Do not exceed two pages." })...)
	},
	"in contents": func(p []string) []string {
		return append([]string{"# 目录"}, each(p, func(i int, s string) string { return fmt.Sprintf("%s……………%d", s, i+1) })...)
	},
	"with leaders alone": func(p []string) []string {
		return append(each(p, func(i int, s string) string { return fmt.Sprintf("1.%d %s\t%d", i, s, i+1) }), "第一章 绪论........1", "第二章 方法........7", "第三章 结果........19", "致谢........25")
	},
	"as values of labels": func(p []string) []string {
		labels := []string{"项目名称", "申请人", "研究方向", "关键词", "依托单位", "Title", "Keywords", "Address"}
		return each(p, func(i int, s string) string { return labels[i%len(labels)] + "：" + s })
	},
	"below labels": func(p []string) []string {
		lines := []string{}
		for i, s := range p {
			lines = append(lines, []string{"项目名称：", "研究方向：", "关键词："}[i%3], s)
		}
		return lines
	},
	"in cells": func(p []string) []string {
		lines := []string{"|项目名称", "|深海碳循环", "|申请人", "|张三"}
		for _, s := range p {
			lines = append(lines, "|研究方向", "|"+s)
		}
		return lines
	},
	"as headings": func(p []string) []string { return each(p, func(_ int, s string) string { return "# " + s }) },
	"in brackets behind headings": func(p []string) []string {
		return each(p, func(_ int, s string) string { return "# 创新点（" + s + "）" })
	},
	"before the end of a title": func(p []string) []string { return each(p, func(_ int, s string) string { return s + "的声明" }) },
	"as questions": func(p []string) []string {
		return each(p, func(_ int, s string) string {
			return "您觉得呢？" + strings.TrimRight(s, "。.") + "，您觉得呢？"
		})
	},
	"as English questions": func(p []string) []string {
		return each(p, func(_ int, s string) string { return strings.TrimRight(s, "。.") + ", what do you think?" })
	},
	"before what speaks of a project": func(p []string) []string {
		return each(p, func(_ int, s string) string { return "In your project, " + s })
	},
	"in a report of a checker": func(p []string) []string {
		return append([]string{"# 文本复制检测报告单"}, each(p, func(_ int, s string) string { return "总文字复制比：12.3% " + s + " 重复字数：2310" })...)
	},
	"in quotation marks": func(p []string) []string { return each(p, func(_ int, s string) string { return "“" + s + "”" }) },
}

func each(p []string, do func(i int, s string) string) (out []string) {
	for i, s := range p {
		out = append(out, do(i, s))
	}
	return out
}

// mostKeptOut is how much of a hidden text may be kept out, in hundredths: words that are a
// formula's by chance, and what is too short to be a match beside one.
const mostKeptOut = 12

// What cannot be told from research counts, wherever somebody puts it.
func TestNothingHides(t *testing.T) {
	for place, put := range places {
		for kind, s := range hidden {
			for disguise, paragraphs := range disguises(s) {
				t.Run(place+"/"+kind+"/"+disguise, func(t *testing.T) {
					lines := put(paragraphs)
					if length(lines) > 2*length(paragraphs) || place == asTitle && len(paragraphs) > 1 {
						t.Skip("less is hidden than must be added, and the first page names the rest (score.NamedKeptOut)")
					}
					d := document(append(append([]string{own}, lines...), "# 研究内容", another)...)
					out, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
					all, kept := 0, 0
					for _, p := range paragraphs {
						for _, piece := range pieces(p) {
							all += len([]rune(piece))
							if !strings.Contains(left, piece) {
								kept += len([]rune(piece))
							}
						}
					}
					if kept*100 > mostKeptOut*all {
						t.Errorf("%d of %d characters are kept out: %q", kept, all, out)
					}
				})
			}
		}
	}
}

// asTitle is the place of a text that is written as the titles of entries with all their
// parts: sentence by sentence nothing tells it from a list of references.
const asTitle = "as the title of an entry"

func length(lines []string) int { return len([]rune(strings.Join(lines, ""))) }

// pieces parts a text at its marks.
func pieces(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return unicode.IsPunct(r) })
}
