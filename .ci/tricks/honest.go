package main

import (
	"fmt"
	"slices"
	"strings"
)

// honestLooks are looks that honest files have beside their text.
var honestLooks = []struct {
	id, name, text string
	look           look
}{
	{"grey-prompts", "prompts of a form in grey (#808080)", "（请在此处填写研究背景，不超过八百字）", look{color: "808080"}},
	{"light-prompts", "prompts in light grey (#A6A6A6)", "（请在此处填写研究背景，不超过八百字）", look{color: "A6A6A6"}},
	{"pale-captions", "captions in pale grey (#BFBFBF)", "图1　采样点的分布（底图来自公开地图）", look{color: "BFBFBF"}},
	{"small-print", "small print of 5 points", "本表由申请单位填写，一式三份，分别由申请单位、主管部门和基金管理机构保存。", look{size: 5}},
	{"small-print-6", "notes of 6 points in grey", "注：误差为三次重复的标准差，星号表示差异显著。", look{size: 6, color: "7F7F7F"}},
	{"white-on-dark", "a heading white on dark blue", "第一部分　基本信息", look{color: "FFFFFF", back: "1F3864"}},
	{"white-on-green", "a heading white on green", "第二部分　研究计划", look{color: "FFFFFF", back: "548235"}},
	{"white-on-grey", "white on middle grey (#A6A6A6)", "第三部分　预期成果", look{color: "FFFFFF", back: "A6A6A6"}},
	{"yellow-mark", "black on a yellow mark", "此处数据待核。", look{back: "FFFF00"}},
	{"red", "red text", "（必填）", look{color: "FF0000"}},
	{"light-blue", "light blue text (#9DC3E6)", "链接：项目主页", look{color: "9DC3E6"}},
	{"orange", "orange text (#FFC000)", "重要提示：数据截至九月。", look{color: "FFC000"}},
	{"gold-on-white", "yellow text on white (#FFD966)", "二等奖", look{color: "FFD966"}},
	{"narrow", "text of 80 % width", "表中各列单位均为毫克每千克，括号内为标准差。", look{scale: 80}},
	{"very-narrow", "text of 50 % width in a table's head", "样品编号与采样日期", look{scale: 50}},
	{"large", "a title of 48 points", "申请书", look{size: 48, bold: true}},
	{"grey-on-grey", "dark grey on light grey", "说明栏", look{color: "595959", back: "D9D9D9"}},
	{"teal-on-pale", "a label in teal on pale teal", "关键词", look{color: "5B9BD5", back: "DEEBF7"}},
}

// honestTexts are paragraphs that honest files have, with characters that are also used to deceive.
var honestTexts = []struct{ id, name, text string }{
	{"emoji", "emoji with their selectors", "野外记录用符号标注天气：☀️ 晴，☁️ 多云，⛈️ 雷雨，❄️ 雪；队员情绪 👍🏽 👩\u200d🔬 👨\u200d👩\u200d👧 均正常。"},
	{"terms", "terms with their English names in brackets", strings.Repeat("样品用气相色谱（GC）和质谱（MS）测定，结果以地理信息系统（GIS）成图，"+
		"并用主成分分析（PCA）和随机森林（random forest）方法归类。", 4)},
	{"english", "Chinese full of English words", strings.Repeat("我们用 Python 和 Go 编写程序，在 Linux 服务器上运行 Docker 容器，数据存入 PostgreSQL，"+
		"接口遵循 REST 规范，日志由 Fluentd 收集。", 4)},
	{"greek", "Greek letters in formulas", "设 α = 0.05，β 为回归系数，σ² 为方差，Δx 与 Ω、μ、π、φ 的定义同上，ν 为频率，ο 不使用。"},
	{"units", "units and signs", "温度 25 ℃，压力 1.2×10⁵ Pa，长度 3 µm，角度 30°，误差 ±0.5 ‰，面积 2 km²，电阻 10 Ω，Å 级分辨率。"},
	{"cyrillic", "Russian names", "俄文文献由 Иванов 与 Петрова 提供，见《Вестник Московского университета》。"},
	{"arabic", "an Arabic quotation", "碑文首行为 بسم الله الرحمن الرحيم ，第二行残缺。"},
	{"hebrew", "a Hebrew quotation", "抄本题为 ספר היצירה ，共二十二叶。"},
	{"persian", "Persian with zero-width non-joiners", "访谈中反复出现的词是 می\u200cخواهم 与 کتاب\u200cها ，均照原样转写。"},
	{"hindi", "Hindi with joiners", "印地语例词为 क्\u200dया 与 श्री ，梵语例词为 धर्म 。"},
	{"thai", "Thai", "泰语例句：สวัสดีครับ ขอบคุณมาก 。"},
	{"mongolian", "Mongolian with its variation selectors", "蒙古文例词：ᠮᠣᠩᠭᠣᠯ᠋ ᠪᠢᠴᠢᠭ᠌ ，竖排见附图。"},
	{"korean", "Korean", "韩文标题为 한국어 말뭉치 구축 ，共三卷。"},
	{"japanese", "Japanese with kana", "日文题名为「カタカナ語の研究」と「ひらがな表記」，トとロの区别见注。"},
	{"tibetan", "Tibetan", "藏文卷末写有 བཀྲ་ཤིས་བདེ་ལེགས། 字样。"},
	{"uyghur", "Uyghur", "维吾尔文题名 ئۇيغۇر تىلى تەتقىقاتى 由译者提供。"},
	{"armenian", "Armenian names", "亚美尼亚合作者 Արամ Խաչատրյան 负责采样。"},
	{"georgian", "Georgian names", "格鲁吉亚合作者 გიორგი ბერიძე 负责测年。"},
	{"cherokee", "Cherokee words", "切罗基语的自称是 ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ 。"},
	{"nordic", "Danish, Polish and Maltese names", "合作者包括 Søren Kjærgård、Łukasz Wałęsa、Żurrieq 的 Ħamrun 研究站和 Đorđe Đurić。"},
	{"turkish", "Turkish names", "土耳其合作者 Işıl Yıldız 与 Çağrı Öğüt 负责问卷。"},
	{"vietnamese", "Vietnamese names", "越南合作者 Nguyễn Thị Hồng Phượng 负责湄公河断面。"},
	{"ipa", "phonetic transcription", "普通话“水”记为 [ʂueɪ̯˨˩˦]，英语 thing 记为 [θɪŋ]，ʃ、ʒ、ɡ、ə、ɑ 见附表。"},
	{"pinyin", "pinyin with tones", "例字读音：shuǐ、hóng、rǎng、lǜ、nǚ，轻声不标。"},
	{"latin-wide", "letters of full width", "型号为ＡＢＣ－１２３，软件版本Ｖ２．０，均为全角录入。"},
	{"roman", "Roman numerals and circled numbers", "方案分为Ⅰ、Ⅱ、Ⅲ三类，步骤①②③依次进行，附表㈠㈡。"},
	{"math-letters", "mathematical letters", "令 𝒜 为代数，𝔼[X] 为期望，𝐱 为向量，ℝ 为实数域，ℋ 为希尔伯特空间。"},
	{"bom", "a byte order mark within text, as joined files have", "第一批数据。\uFEFF第二批数据。"},
	{"nbsp", "no-break spaces between numbers and units", "样品重 12\u00A0g，体积 5\u00A0mL，长 3\u00A0cm，见图\u00A01。"},
	{"soft-hyphen", "a soft hyphen in two words", "The inter\u00ADdisciplinary team keeps photo\u00ADgraphs of each plot."},
	{"zwsp-url", "zero-width spaces in an address, as word processors put there", "数据见 https://\u200Bexample.org/\u200Bdata/\u200B2025 " +
		"。"},
	{"ideographs", "rare ideographs and variants by selectors", "人名用字：葛\U000E0100城、辻\U000E0101本、邉、髙、𠮷、㐂。"},
	{"kangxi", "radicals named as such", "部首⼀、⼆、⼈、⼥按康熙字典排列。"},
	{"traditional", "a quotation in traditional characters", "《夢溪筆談》卷二十四：「鄜延境內有石油，舊說高奴縣出脂水，即此也。」"},
	{"quotes", "questions of research", "为什么同一政策在两地结果不同？机构的能力起多大作用？这两个问题将分别回答。"},
	{"question-you", "a question of a questionnaire quoted in the text", "问卷第七题为：您在过去一年中是否使用过助餐点？选项为是与否。"},
	{"code", "a command of a program", "数据由 `find . -name '*.csv' | sort` 汇总，再以 f(x) = x_{i-1} + x_{i+1} 平滑。"},
	{"tabs", "text set with tabulators and blanks", "样点\t海拔\t土类\n甲\t120\t红壤\n乙\t240\t黄壤\n丙　　310　　棕壤"},
	{"underline", "blanks to be filled in", "负责人（签字）：＿＿＿＿＿＿　　日期：____年____月____日"},
	{"boxes", "boxes and bullets", "□ 是　■ 否　☐ 待定　☑ 已完成　● 重点　◆ 一般　→ 见下"},
	{"dots", "leaders", "第一章　绪论……………………1\n第二章　方法……………………7\n第三章　结果……………………19"},
	{"hyphens", "many hyphens and dashes", "2019–2021 年、pH 值 5–7、长江—黄河、X-射线、β-葡聚糖、state-of-the-art。"},
	{"repeat-own", "own text that repeats itself in a table", strings.Repeat("样品均于当日送回并冷藏。", 10)},
	{"long-number", "long numbers", strings.Repeat("3.14159265358979 ", 30)},
}

// honestWord are Word files as they come, with the body's XML that is added.
var honestWord = []struct {
	id, name string
	body     string
	file     wordFile
}{
	{"toc", "a table of contents as a field", `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>` +
		`<w:instrText xml:space="preserve"> TOC \o "1-3" \h \z \u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
		`<w:hyperlink w:anchor="_Toc1"><w:r><w:t>一、立项依据</w:t></w:r><w:r><w:rPr><w:webHidden/></w:rPr><w:tab/></w:r><w:r><w:rPr>` +
		`<w:webHidden/></w:rPr><w:t>1</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r>` +
		`</w:p>`, wordFile{}},
	{"merged", "a table with merged cells", `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>` +
		`<w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + wordPara("", wordRun("", "甲组")) + `</w:tc><w:tc><w:tcPr/>` +
		wordPara("", wordRun("", "十二人")) + `</w:tc></w:tr>` +
		`<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr/>` + wordPara("", wordRun("", "九人")) + `</w:tc></w:tr>` +
		`</w:tbl><w:p/>`, wordFile{}},
	{"exact-rows", "rows of an exact height of 20 points", wordTable(`<w:trHeight w:val="400" w:hRule="exact"/>`, ``,
		``)([]string{"样品编号"}), wordFile{}},
	{"dark-cells", "white letters in dark cells", wordTable(``, `<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>`,
		`<w:color w:val="FFFFFF"/>`)([]string{"经费科目", "金额（万元）"}), wordFile{}},
	{"dark-style", "white letters in a table style's dark row", strings.Replace(wordTable(``, ``,
		`<w:color w:val="FFFFFF"/>`)([]string{"经费科目"}), "<w:tblPr>", `<w:tblPr><w:tblStyle w:val="Dark"/>`, 1),
		wordFile{styles: `<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tcPr>` +
			`<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/></w:tcPr></w:style>`}},
	{"theme-dark", "theme colours: white on the dark accent", wordTable(``, `<w:shd w:val="clear" w:color="auto" w:fill="4472C4" `+
		`w:themeFill="accent1"/>`, `<w:color w:val="FFFFFF" w:themeColor="background1"/>`)([]string{"年度计划"}), wordFile{}},
	{"box-dark", "white letters in a dark box", strings.Replace(wordDrawing(`<wp:extent cx="3000000" cy="600000"/>`, 1000000, 1000000, "",
		wordEach("", `<w:color w:val="FFFFFF"/>`)([]string{"技术路线图"})), `<a:prstGeom prst="rect"><a:avLst/>`+
		`</a:prstGeom>`, `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="1F3864"/>`+
		`</a:solidFill>`, 1), wordFile{}},
	{"condensed", "condensed by half a point and raised by two", wordEach("", `<w:spacing w:val="-10"/>`+
		`<w:position w:val="4"/>`)([]string{"表头文字略作压缩，以便排在一行之内。"}), wordFile{}},
	{"exact-lines", "lines of an exact height of 14 points", wordEach(`<w:spacing w:line="280" w:lineRule="exact"/>`,
		``)([]string{"各处理的产量按小区实收计算，单位为千克每公顷。"}), wordFile{}},
	{"footnote", "own footnotes", "", wordFile{}},
	{"header", "a running header and page numbers", "", wordFile{}},
	{"hyperlink", "a hyperlink and a bookmark", `<w:p><w:bookmarkStart w:id="1" w:name="_Ref1"/><w:hyperlink r:id="rId77"><w:r><w:rPr>` +
		`<w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr><w:t>项目主页</w:t></w:r></w:hyperlink><w:bookmarkEnd w:id="1"/></w:p>`,
		wordFile{links: `<Relationship Id="rId77" Type="` + officeLink +
			`hyperlink" Target="http://example.org/" TargetMode="External"/>`}},
	{"equation", "an equation", wordPara("", wordRun("", "回归方程为"), `<m:oMath><m:r><m:t>y</m:t></m:r><m:r><m:t>=</m:t></m:r><m:sSub>`+
		`<m:e><m:r><m:t>β</m:t></m:r></m:e><m:sub><m:r><m:t>0</m:t></m:r></m:sub></m:sSub><m:r><m:t>+ε</m:t></m:r></m:oMath>`, wordRun("",
		"。")), wordFile{}},
	{"ruby", "pronunciation above a rare character", wordPara("", `<w:r><w:ruby><w:rubyPr><w:hps w:val="12"/></w:rubyPr>`+
		`<w:rt>`+wordRun(`<w:sz w:val="12"/>`, "luò")+`</w:rt><w:rubyBase>`+wordRun("", "漯")+`</w:rubyBase></w:ruby></w:r>`, wordRun("",
		"河样点位于平原。")), wordFile{}},
	{"superscript", "superscripts and subscripts of small size", wordPara("", wordRun("", "浓度为 10"), wordRun(`<w:sz w:val="14"/>`+
		`<w:vertAlign w:val="superscript"/>`, "-3"), wordRun("", " mol，H"), wordRun(`<w:sz w:val="14"/>`+
		`<w:vertAlign w:val="subscript"/>`, "2"), wordRun("", "O 用量相同。")), wordFile{}},
	{"dropcap", "a frame with a large initial", wordPara(`<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" `+
		`w:hAnchor="text"/>`, wordRun(`<w:sz w:val="96"/>`, "茶")), wordFile{}},
	{"empty-hidden", "hidden paragraph marks between tables", `<w:p><w:pPr><w:rPr><w:vanish/><w:sz w:val="2"/></w:rPr></w:pPr>` +
		`</w:p>`, wordFile{}},
	{"placeholder", "an empty content control that shows its prompt in grey", `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr>` +
		`<w:sdtContent>` + wordPara("", wordRun(`<w:color w:val="808080"/>`, "单击此处输入文字。")) + `</w:sdtContent></w:sdt>`, wordFile{}},
	{"background", "a green page, with black text", "", wordFile{ground: "CCE8CF"}},
	{"spell", "marks of spelling and revision numbers", `<w:p w:rsidR="00AB12CD"><w:proofErr w:type="spellStart"/>` +
		wordRun("", "样品已经送检。") + `<w:proofErr w:type="spellEnd"/></w:p>`, wordFile{}},
	{"outline", "outlined letters in black", wordEach("", `<w:outline/>`)([]string{"技术路线"}), wordFile{}},
	{"emboss", "embossed letters", wordEach("", `<w:emboss/><w:color w:val="FFFFFF"/>`)([]string{"研究目标"}), wordFile{}},
	{"text-effect", "letters with a blue fill (text effects)", wordEach("", `<w14:textFill><w14:solidFill>`+
		`<w14:srgbClr w14:val="2E74B5"/></w14:solidFill></w14:textFill>`)([]string{"总体思路"}), wordFile{}},
	{"indent-hanging", "hanging indents", wordEach(`<w:ind w:left="840" w:hanging="420"/>`, ``)([]string{"一是样品的代表性。", "二是仪器的稳定性。"}),
		wordFile{}},
	{"highlight", "black on a grey highlight", wordEach("", `<w:highlight w:val="lightGray"/>`)([]string{"待定"}), wordFile{}},
}

// honestHTML are web pages as they come.
var honestHTML = []struct{ id, name, head, body string }{
	{"menu", "classes for layout", `<style>.c{color:#666;font-size:9pt;margin:0 -4px}h1{letter-spacing:-.02em}` +
		`</style>`, `<p class="c">发布时间：2025年九月</p>`},
	{"dark", "a dark page with white letters", `<style>body{background:#222;color:#fff}</style>`, `<p>数据仅供参考。</p>`},
	{"dark-section", "white letters in a dark box by classes", `<style>.d{background:#1f3864;padding:4px}.d p{color:white}` +
		`</style>`, `<div class="d"><p>基本信息</p></div>`},
	{"gradient", "white letters on a gradient", ``, `<div style="background:linear-gradient(#135,#246)"><p style="color:#fff">研究计划</p>` +
		`</div>`},
	{"picture-ground", "white letters on a picture", ``, `<div style="background-image:url(a.png)"><p style="color:white">封面</p></div>`},
	{"opacity", "a note of 70 % opacity", ``, `<p style="opacity:.7">注：单位为毫克。</p>`},
	{"small", "small print", ``, `<p><small style="font-size:7pt">版权所有，转载请注明。</small></p>`},
	{"scale-one", "a transform that changes nothing", ``, `<div style="transform:scale(1);position:relative;left:-1px"><p>附表说明。</p>` +
		`</div>`},
}

// honestRuns are paragraphs in which some words look otherwise.
var honestRuns = []struct {
	id, name string
	text     string // the words stand between asterisks
	look     look
}{
	{"bold-words", "bold words in each sentence", highlighted, look{bold: true}},
	{"red-words", "red words in each sentence", highlighted, look{color: "C00000"}},
	{"slanted-words", "slanted words in each sentence", highlighted, look{slanted: true}},
	{"marked-words", "words with a yellow ground in each sentence", highlighted, look{back: "FFFF00"}},
	{"small-words", "remarks of 9 points in each sentence", highlighted, look{size: 9}},
}

const highlighted = "课题以*河口湿地*为对象，采用*野外调查*和*遥感分析*相结合的方法，比较*三种恢复措施*的效果，并估算*碳储量*的变化。" +
	"其中*土壤样品*按*五厘米*分层采集，*植物样品*按*季节*采集，*水样*按*潮汐周期*采集，均在*四十八小时*内送检。" +
	"数据由*两人*分别录入，*互相核对*，不一致处以*原始记录*为准，结果以*平均值*和*标准差*表示，差异用*方差分析*检验。"

func honestTricks() []*trick {
	var out []*trick
	add := func(id, name string, make map[format]func(content) ([]byte, error)) {
		out = append(out, &trick{id: "ok-" + id, name: name, kind: "Honest files", way: honest, make: make})
	}
	for _, h := range honestLooks {
		add(h.id, h.name, neutral(func(c content) []para {
			p := c.paras()
			for _, at := range []int{4, 2} {
				p = slices.Insert(p, at, styled(h.text, h.look))
			}
			return p
		}))
	}
	for _, h := range honestRuns {
		add(h.id, h.name, neutral(func(c content) []para {
			var p para
			for i, s := range strings.Split(h.text, "*") {
				p.runs = append(p.runs, run{s, []look{{}, h.look}[i%2]})
			}
			return slices.Insert(c.paras(), 3, p)
		}))
	}
	for _, h := range honestTexts {
		add(h.id, h.name, neutral(func(c content) []para {
			var more []para
			for line := range strings.SplitSeq(h.text, "\n") {
				more = append(more, plain(line))
			}
			return slices.Insert(c.paras(), 3, more...)
		}, docx, pdf, html, txt))
	}
	for _, h := range honestParts {
		add(h.id, h.name, neutral(func(c content) []para {
			if h.id == "contents" {
				return append(h.paras(), c.paras()...)
			}
			return append(c.paras(), h.paras()...)
		}, docx, pdf, txt))
	}
	for _, h := range honestWord {
		write := func(c content) ([]byte, error) {
			w := h.file
			body := h.body
			switch h.id {
			case "footnote":
				body, w = wordNotes("footnote")(c, []string{"三次重复的平均值。", "数据由气象站提供。"})
			case "header":
				_, w = wordLinked("header", "header", `<w:headerReference w:type="default" r:id="rId9"/>`, "hdr")(c,
					[]string{"国家自然科学基金申请书", "第 1 页"})
			}
			all := c.paras()
			w.body = wordParas(all[:3]) + body + wordParas(all[3:])
			return w.bytes()
		}
		add("w-"+h.id, h.name, map[format]func(content) ([]byte, error){docx: write, doc: write})
	}
	for _, h := range honestHTML {
		add("h-"+h.id, h.name, map[format]func(content) ([]byte, error){html: func(c content) ([]byte, error) {
			body, err := htmlBody(c.paras())
			return htmlPage(h.head, body+h.body), err
		}})
	}
	for _, h := range []struct {
		id, name string
		change   func(f *pdfFile)
		draw     func(p pdfPiece) string
	}{
		{"owner-password", "a password against changes", func(f *pdfFile) { f.encrypt("") }, nil},
		{"actual-same", "ActualText that says what the line shows", nil, func(p pdfPiece) string { return actual(p, p.text) }},
		{"actual-hyphen", "ActualText that takes a hyphen back", nil, func(p pdfPiece) string {
			n := len(p.glyphs)
			return pdfPiece{x: p.x, y: p.y, glyphs: p.glyphs[:n-1]}.ops() + actual(pdfPiece{x: p.x +
				p.width - p.glyphs[n-1].width*p.size(), y: p.y, glyphs: p.glyphs[n-1:]}, string([]rune(p.text)[n-1:]))
		}},
		{"two-layers", "a layer that is on", layer("/ON"), func(p pdfPiece) string { return "/OC /L1 BDC " + p.ops() + "EMC\n" }},
		{"clip-wide", "a clip as wide as the page", nil, func(p pdfPiece) string { return "q 0 0 595 842 re W n " + p.ops() + "Q\n" }},
		{"white-under", "white boxes below the text", nil, func(p pdfPiece) string {
			return fmt.Sprintf("1 g %.1f %.1f %.1f 18 re f\n", p.x-2, p.y-5, p.width+4) + p.ops()
		}},
		{"outlines", "bold letters filled and outlined", nil, func(p pdfPiece) string {
			return "0.3 w " + strings.Replace(p.ops(), "0 Tr", "2 Tr", 1)
		}},
	} {
		add("p-"+h.id, h.name, map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
			return pdfWith(h.draw, h.change)(c.paras())
		}})
	}
	return out
}

// honestParts are parts that honest documents end with, which take no part in a comparison.
var honestParts = []struct {
	id, name string
	paras    func() []para
}{
	{"references", "a list of six references", func() []para {
		out := []para{head("参考文献")}
		for i := range 6 {
			out = append(out, plain(fmt.Sprintf("[%d] %s, %s. %s[J]. 地理研究, %d, %d(%d): %d-%d.", i+1, applicant(i), applicant(i+7),
				string([]rune(invented(uint32(i+300), 1))[:18]), 2001+i%20, 20+i%20, 1+i%12, 100+i, 110+i)))
		}
		return out
	}},
	{"thanks", "a paragraph of thanks", func() []para {
		return []para{head("致谢"), plain("感谢课题组各位同事的支持，感谢野外站提供住宿与车辆，感谢两位匿名审稿人的意见，特此致谢。")}
	}},
	{"promise", "the applicant's promise", func() []para {
		return []para{head("申请人承诺"), plain("本人郑重承诺：本申请书内容真实，不含涉密信息，如有不实，愿意承担相应责任。"), plain("签字：　　　　　日期：")}
	}},
	{"contents", "a table of contents whose headings follow", func() []para {
		return []para{head("目录"), plain("一、立项依据……………………………1"), plain("二、研究内容……………………………3"), plain("三、研究方案……………………………5")}
	}},
}
