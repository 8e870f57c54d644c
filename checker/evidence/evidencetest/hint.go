package evidencetest

import (
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// Reworded expresses the others in other words, in brief and in another language. One of its
// sentences is theirs word for word.
const (
	Reworded = `一、研究内容
对水鸟而言，湿地是不可替代的生境。过去三十年里，沿海滩涂因为开垦与排污而日益萎缩，不少迁飞的鸟类已经没有中途歇脚之处。我们计划于三处自然保护区设立监测点，长期统计鸟的种群，同时借助卫星图像推算湿地范围如何变动。
二、研究方法
识别照片采用主动学习，让模型自选难例请专家标注，约两成的标注量即可保持精度。
湖泊水位由压力传感器每十分钟测量一次。枯水年份水位下降两米，芦苇丛便与开阔水面隔断。
三、预期成果
数据与代码将在项目结束后向社会公开，供其他研究者自由使用。本组还将编写一本面向中学生的观鸟手册。
`
	Source = `湿地是水鸟最重要的栖息地。近三十年来，围垦和污染使沿海湿地的面积不断减少，许多候鸟在迁徙途中找不到可以停歇的地方。本项目将在三个保护区布设观测站，连续记录水鸟的数量和种类，并用遥感影像估算湿地面积的变化。
模型训练需要大量标注样本。标注工作由生态学家完成，每张照片平均花费四分钟，十万张照片需要近七千小时。为了减少人工，我们先用少量样本训练一个初始模型，再由模型挑选它最没有把握的照片请专家标注，如此反复五轮。预实验表明，这一办法只用五分之一的标注就达到了同样的准确率。
数据与代码将在项目结束后向社会公开，供其他研究者自由使用。
`
	English = `The water level of the lake was measured every ten minutes by pressure sensors. In dry years the level falls by two ` +
		`metres, and the reed beds are cut off from the open water.
`
)

// words are two corresponding words, with a gloss.
type words struct{ this, from, gloss string }

// pair is two sentences that say the same.
type pair struct {
	this, from string
	words      []words
}

// AddHints adds to the evidence of Reworded the hints to Source and English: a rewriting of 0.02, a
// summary of 0.2 and a translation of 0.004 false alarms, at the usual level, says that the document may be
// written along Source, and counts everything anew. source and english are the numbers of these two, which may or may not be among the
// sources
// already. texts are the three documents, the checked one as 0; identities are those of the others.
func AddHints(
	t testing.TB, e *evidence.Evidence, texts map[int64]*extract.Document, identities map[int64]evidence.Identity, source, english int64,
) {
	t.Helper()
	passage := func(of int64, from, to string) evidence.Passage {
		start, length := find(t, texts[of], from, 0)
		if to != "" {
			end, n := find(t, texts[of], to, start)
			length = end + n - start
		}
		identity := e.Document.Identity
		if of != 0 {
			identity = identities[of]
		}
		// with the headings of forms, as an engine quotes
		outlined, _ := exclude.New(texts[of], identity, nil).Outlined()
		return evidence.Quote(outlined, []rune(texts[of].Text), start, start+length)
	}
	hint := func(kind evidence.HintKind, of int64, alarms evidence.Decimal, this, from evidence.Passage, pairs ...pair) evidence.Hint {
		h := evidence.Hint{Kind: kind, Source: of, FalseAlarms: alarms, This: this, From: from}
		for _, p := range pairs {
			var x evidence.HintPair
			x.Offset, x.Length = find(t, texts[0], p.this, this.Offset)
			x.SourceOffset, x.SourceLength = find(t, texts[of], p.from, from.Offset)
			for _, w := range p.words {
				y := evidence.HintWord{Gloss: w.gloss}
				y.Offset, y.Length = find(t, texts[0], w.this, x.Offset)
				y.SourceOffset, y.SourceLength = find(t, texts[of], w.from, x.SourceOffset)
				x.Words = append(x.Words, y)
			}
			h.Pairs = append(h.Pairs, x)
		}
		return h
	}
	e.Hints = &evidence.Hints{Level: evidence.DefaultFalseAlarms, Dictionary: true, Hints: []evidence.Hint{
		hint(evidence.HintRewriting, source, 0.02, passage(0, "对水鸟而言", "如何变动。"), passage(source, "湿地是水鸟", "面积的变化。"),
			pair{"对水鸟而言，湿地是不可替代的生境。", "湿地是水鸟最重要的栖息地。", []words{{"水鸟", "水鸟", ""}, {"湿地", "湿地", ""}, {"生境", "栖息地", "habitat"}}},
			pair{"过去三十年里，沿海滩涂因为开垦与排污而日益萎缩，不少迁飞的鸟类已经没有中途歇脚之处。", "近三十年来，围垦和污染使沿海湿地的面积不断减少，许多候鸟在迁徙途中找不到可以停歇的地方。",
				[]words{{"三十年", "三十年", ""}, {"沿海", "沿海", ""}, {"开垦", "围垦", ""}, {"排污", "污染", ""}, {"萎缩", "减少", "to decrease"},
					{"鸟类", "候鸟", ""},
					{"中途", "途中", ""}, {"歇脚", "停歇", ""}}},
			pair{"我们计划于三处自然保护区设立监测点，长期统计鸟的种群，同时借助卫星图像推算湿地范围如何变动。", "本项目将在三个保护区布设观测站，连续记录水鸟的数量和种类，并用遥感影像估算湿地面积的变化。",
				[]words{{"三处", "三个", ""}, {"自然保护区", "保护区", ""}, {"监测点", "观测站", ""}, {"种群", "种类", ""}, {"推算", "估算", ""}, {"湿地", "湿地", ""},
					{"变动", "变化", ""}}}),
		hint(evidence.HintSummary, source, 0.2, passage(0, "识别照片采用主动学习，让模型自选难例请专家标注，约两成的标注量即可保持精度。", ""), passage(source, "模型训练需要", "准确率。"),
			pair{"识别照片采用主动学习，让模型自选难例请专家标注，约两成的标注量即可保持精度。", "为了减少人工，我们先用少量样本训练一个初始模型，再由模型挑选它最没有把握的照片请专家标注，如此反复五轮。",
				[]words{{"模型", "模型挑选", ""}, {"请专家标注", "请专家标注", ""}}},
			pair{"识别照片采用主动学习，让模型自选难例请专家标注，约两成的标注量即可保持精度。", "预实验表明，这一办法只用五分之一的标注就达到了同样的准确率。",
				[]words{{"标注量", "标注", ""}, {"精度", "准确率", "accuracy"}}}),
		hint(evidence.HintTranslation, english, 0.004, passage(0, "湖泊水位由", "隔断。"), passage(english, "The water level", "open water."),
			pair{"湖泊水位由压力传感器每十分钟测量一次。", "The water level of the lake was measured every ten minutes by pressure sensors.",
				[]words{{"湖泊", "lake", "lake"}, {"水位", "water level", "water level"}, {"压力", "pressure", "pressure"},
					{"传感器", "sensors", "sensor"}, {"十分钟", "ten minutes", "minute"}, {"测量", "measured", "to measure"}}},
			pair{"枯水年份水位下降两米，芦苇丛便与开阔水面隔断。",
				"In dry years the level falls by two metres, and the reed beds are cut off from the open water.",
				[]words{{"年份", "years", "year"}, {"水位", "level", "water level"}, {"下降", "falls", "to fall"}, {"米", "metres", "meter"},
					{"芦苇", "reed", "reed"}, {"开阔", "open", "open"}, {"隔断", "cut off", "to cut off"}}}),
	}}
	e.Hints.Along = []evidence.Along{{Source: source, FalseAlarms: 0.03, Of: 4, Steps: []evidence.AlongStep{
		{This: e.Hints.Hints[0].This, From: e.Hints.Hints[0].From}, {This: e.Hints.Hints[1].This, From: e.Hints.Hints[1].From},
	}}}
	for _, id := range []int64{source, english} {
		named := false
		for _, s := range e.Sources {
			named = named || s.ID == id
		}
		if !named {
			e.Hints.Sources = append(e.Hints.Sources, evidence.HintSource{
				ID: id, Characters: len([]rune(texts[id].Text)), TextSHA256: evidence.TextSHA256(texts[id].Text),
				Relation: score.Relation(e.Document.Identity, identities[id]), Identity: identities[id],
			})
		}
	}
	score.Update(e, texts[0])
}

// find returns the position of a piece of a document, searching from an offset.
func find(t testing.TB, d *extract.Document, piece string, from int) (offset, length int) {
	t.Helper()
	runes := []rune(d.Text)
	before, _, found := strings.Cut(string(runes[from:]), piece)
	if !found {
		t.Fatalf("%q is not in the text", piece)
	}
	return from + len([]rune(before)), len([]rune(piece))
}
