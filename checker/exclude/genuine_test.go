package exclude_test

import (
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// mostCounted is how much of a genuine text of a reason may count, in hundredths.
const mostCounted = 15

// What forms, theses and lists really print takes no part: it is everybody's.
func TestWhatIsEverybodysTakesNoPart(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"declaration of originality", []string{"学位论文原创性声明", "本人郑重声明：所呈交的学位论文，是本人在导师的指导下，独立进行研究工作所取得的成果。除文中已经注明引用的内容外，本论文不包含任何其他个人或集体已经发表或撰写过的作品成果。对本文的研究做出重要贡献的个人和集体，均已在文中以明确方式标明。本人完全意识到本声明的法律结果由本人承担。", "作者签名：        日期：    年  月  日"}},
		{"authorisation", []string{"学位论文版权使用授权书", "本学位论文作者完全了解学校有关保留、使用学位论文的规定，同意学校保留并向国家有关部门或机构送交论文的复印件和电子版，允许论文被查阅和借阅。本人授权某某大学可以将本学位论文的全部或部分内容编入有关数据库进行检索，可以采用影印、缩印或扫描等复制手段保存和汇编本学位论文。", "作者签名：      导师签名：      日期："}},
		{"promise of an applicant", []string{"申请人承诺：", "我保证申请书内容的真实性。如果获得资助，我将履行项目负责人职责，严格遵守国家自然科学基金委员会的有关规定，切实保证研究工作时间，认真开展工作，按时报送有关材料。若填报失实和违反规定，本人将承担全部责任。"}},
		{"English declaration", []string{"# Declaration of originality", "I hereby declare that this thesis is my own work and that it has not been submitted for any other degree. Due reference is made where the work of others has been used."}},
		{"thanks", []string{"# 致谢", "首先感谢我的导师王教授，从选题到定稿都给予了我悉心指导。感谢实验室的同学给予我的帮助，感谢各位师兄师姐的关心。最后感谢我的父母，养育之恩无以为报。"}},
		{"English thanks", []string{"# Acknowledgements", "I would like to thank my supervisor for his guidance. I am grateful to my family. This work was supported by the National Science Foundation."}},
		{"instructions for filling in", []string{"填写说明", "一、填写本表须实事求是，逐项填写，不得空缺。", "二、申请书一式两份，A4纸双面打印，左侧装订。"}},
		{"a prompt", []string{"1．项目的立项依据（研究意义、国内外研究现状及发展动态分析，需结合科学研究发展趋势来论述科学意义；或结合国民经济和社会发展中迫切需要解决的关键科技问题来论述其应用前景。附主要参考文献目录）；"}},
		{"questions of known forms", []string{"What is your major?", "How did you hear about this program?", "Why are you interested in this project?"}},
		{"contents", []string{"# 目录", "第一章 绪论……………1", "1.1 深海碳循环研究的背景……………2", "第二章 观测方法……………5", "参考文献……………9"}},
		{"cover", []string{"项目名称：深海沉积物中微生物群落代谢过程的原位测量", "申请人：张三", "依托单位：某某大学海洋与地球学院", "联系电话：010-12345678"}},
		{"references by GB/T 7714", []string{"# 参考文献", "[1] 张三, 李四, 王五, 等. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", "[2] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011: 30-35.", "[3] 赵六. 黄海浮游植物群落演替及其对富营养化的响应[D]. 青岛: 中国海洋大学, 2015.", "[4] SMITH J, BROWN K. Microbes of the deep sea and their role in the carbon cycle[J]. Nature, 2018, 555: 100-105.", "[5] GB/T 12763.4-2007, 海洋调查规范 第4部分: 海水化学要素调查[S].", "[6] 国家海洋局. 2016年中国海洋环境状况公报[EB/OL]. (2017-03-22)[2018-05-01]. http://www.soa.gov.cn/zwgk."}},
		{"references of the humanities", []string{"# 参考文献", "张三：《深海沉积学》，北京：科学出版社，2011年，第30页。", "李四、王五：《近代海洋史研究》，上海：上海人民出版社，1998年，第12—15页。"}},
		{"references by APA", []string{"# References", "Smith, J., & Brown, K. (2018). Microbes of the deep sea and their role in the carbon cycle. Nature, 555, 100–105. https://doi.org/10.1038/x", "Jones, A. B. (2016). Sediments of the continental shelf (2nd ed.). Cambridge University Press.", "World Health Organization. (2020). Global report on coastal water. https://www.who.int/report"}},
		{"references by Chicago", []string{"# Bibliography", "Smith, John, Kevin Brown, and Ann Miller. 2018. “Microbes of the Deep Sea.” Journal of Marine Science 12 (3): 100–105.", "Jones, Ann. 2016. Sediments of the Shelf. Cambridge: Cambridge University Press."}},
		{"references by Vancouver", []string{"# References", "1. Smith J, Brown K, Miller A, et al. Microbes of the deep sea. Mar Ecol Prog Ser. 2018;555(3):100-5.", "2. Jones AB. Sediments of the shelf. Cambridge: Cambridge University Press; 2016."}},
		{"references by IEEE", []string{"# References", "[1] J. Smith and K. Brown, “Microbes of the deep sea,” IEEE J. Ocean. Eng., vol. 12, no. 3, pp. 100–105, Mar. 2018.", "[2] A. B. Jones, Sediments of the Shelf, 2nd ed. Cambridge, U.K.: Cambridge Univ. Press, 2016, pp. 30–35."}},
		{"references in one paragraph", []string{"参考文献：[1] 张三. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20. [2] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011. [3] Smith J. Microbes of the deep sea. Nature, 2018, 555: 100-105."}},
		{"references without a title", []string{"[1] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", "[2] Smith J, Brown K. Microbes of the deep sea. Nature, 2018, 555: 100-105.", "[3] 王五. 深海沉积学[M]. 北京: 科学出版社, 2011."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := append([]string{own}, c.lines...)
			for _, l := range c.lines {
				if heading, _, ok := strings.Cut(l, "……………"); ok {
					lines = append(lines, "# "+heading)
				}
			}
			d := document(append(lines, "# 研究内容", another)...)
			out, left := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
			if !strings.Contains(left, own) || !strings.Contains(left, another) {
				t.Errorf("own text is kept out: %q", out)
			}
			all, counted := 0, 0
			for _, l := range c.lines {
				for _, piece := range pieces(strings.TrimLeft(l, "# ")) {
					all += len([]rune(piece))
					if times := strings.Count(left, piece) - strings.Count(l, "……………"); times > 0 {
						counted += len([]rune(piece))
					}
				}
			}
			if counted*100 > mostCounted*all {
				t.Errorf("%d of %d characters count: %q", counted, all, left)
			}
		})
	}
}
