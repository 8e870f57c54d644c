package citation_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/citation"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// document makes a document of paragraphs.
func document(lines ...string) *extract.Document {
	d := &extract.Document{Text: strings.Join(lines, "\n"), Method: "test"}
	at := 0
	for _, l := range lines {
		n := utf8.RuneCountInString(l)
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Body})
		at += n + 1
	}
	return d
}

func prepared(lines ...string) (*citation.Text, *extract.Document) {
	d := document(lines...)
	return citation.New(d, exclude.New(d, evidence.Identity{}, nil).Alone()), d
}

const (
	passage = "海水入侵导致的地下水咸化具有明显的滞后效应，其时间尺度取决于含水层的渗透系数"
	english = "The salinity of coastal groundwater responds to the rise of the sea with a delay of decades"
)

var (
	source  = evidence.Identity{Title: "滨海含水层咸化过程的滞后机制研究", Applicant: "王海涛", Institution: "东海大学", Year: 2021}
	chinese = []string{"参考文献",
		"[1] 刘明, 赵强. 深海沉积物中微生物的代谢[J]. 科学通报, 2018, 63(2): 10-19.",
		"[2] 王海涛. 滨海含水层咸化过程的滞后机制研究[R]. 青岛: 东海大学, 2021.",
		"[3] Smith J, Brown K. Delayed salinization of coastal aquifers. Water Resources Research, 2019, 55(3): 100-115.",
	}
	circles = []string{"参考文献",
		"① 刘明, 赵强. 深海沉积物中微生物的代谢[J]. 科学通报, 2018, 63(2): 10-19.",
		"② 王海涛. 滨海含水层咸化过程的滞后机制研究[R]. 青岛: 东海大学, 2021.",
	}
	apa = []string{"References",
		"Miller, A. (2017). On the acoustics of concert halls. Journal of Sound, 12, 3-19.",
		"Smith, J., & Brown, K. (2019). Delayed salinization of coastal aquifers. Water Resources Research, 55(3), 100-115.",
	}
	theirs = []string{"正文。", "参考文献", "[1] Smith J, Brown K. Delayed salinization of coastal aquifers[J]. Water Resour. Res., 2019, 55: 100.", "[2] 陈立. 河口动力学[M]. 北京: 海洋出版社, 2003."}
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name    string
		text    string // with the passage
		passage string
		list    []string
		want    evidence.Citation
		entry   string // begins so
	}{
		{"neither", "研究表明" + passage + "。", passage, chinese, evidence.NotCited, ""},
		{"quoted", "有人写道：“" + passage + "。”此说可信。", passage, chinese, evidence.Quoted, ""},
		{"cited", "研究表明" + passage + "[2]。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"cited behind the full stop", passage + "。[2]", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"quoted and cited", "王海涛指出：“" + passage + "”[2]。", passage, chinese, evidence.QuotedAndCited, "[2] 王海涛"},
		{"cited in a row", "研究表明" + passage + "[1-3]。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"cited full width", "研究表明" + passage + "［１，2］。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"cited one after another", "研究表明" + passage + "[1][2]。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"cited by a superscript", "研究表明" + passage + "²。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"superscript that lost its place", "他写道“" + passage + "”2。", passage, chinese, evidence.QuotedAndCited, "[2] 王海涛"},
		{"introduced", "王海涛[2]在报告中指出：" + passage + "。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"another work is cited", "研究表明" + passage + "[1]。", passage, chinese, evidence.NotCited, ""},
		{"a work that the source cites as well", "研究表明" + passage + "[3]。", passage, chinese, evidence.Cited, "[3] Smith"},
		{"a citation of another sentence", passage + "。此外，微生物也有影响[2]，见下文所述的另一些情形。", passage, chinese, evidence.NotCited, ""},
		{"a number of nothing", "研究表明" + passage + "[9]。", passage, chinese, evidence.NotCited, ""},
		{"square metres", "面积为20 m²，" + passage + "。", passage, chinese, evidence.NotCited, ""},
		{"author and year", "研究表明" + passage + "（王海涛，2021）。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"author and another year", "研究表明" + passage + "（王海涛，2019）。", passage, chinese, evidence.NotCited, ""},
		{"author in the sentence", "王海涛（2021）认为" + passage + "。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"English author and year", english + " (Miller, 2017; Smith & Brown, 2019).", english, apa, evidence.Cited, "Smith, J."},
		{"English author in the sentence", "Smith and Brown (2019) found: " + english + ".", english, apa, evidence.Cited, "Smith, J."},
		{"English et al.", english + " (Smith et al., 2019).", english, apa, evidence.Cited, "Smith, J."},
		{"English another work", english + " (Miller, 2017).", english, apa, evidence.NotCited, ""},
		{"with a page", passage + "[2:15]。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"with a page in words", passage + "[2, p. 15]。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"in words", passage + "（见参考文献2）。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"a count of works", "查阅文献2篇可知，" + passage + "。", passage, chinese, evidence.NotCited, ""},
		{"circled", passage + "②。", passage, circles, evidence.Cited, "② 王海涛"},
		{"circled behind the full stop", passage + "。②", passage, circles, evidence.Cited, "② 王海涛"},
		{"quoted and circled", "他写道：“" + passage + "”②。", passage, circles, evidence.QuotedAndCited, "② 王海涛"},
		{"a circled number that numbers", "有两点：①盐分的来源；②" + passage + "。", passage, circles, evidence.NotCited, ""},
		{"by its title", "王海涛在《滨海含水层咸化过程的滞后机制研究》中指出，" + passage + "。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"another title", "刘明在《深海沉积物中微生物的代谢》中指出，" + passage + "。", passage, chinese, evidence.NotCited, ""},
		{"set apart", "王海涛[2]写道：\n" + passage + "。", passage, chinese, evidence.Cited, "[2] 王海涛"},
		{"quoted over paragraphs", "他写道：“水位下降。\n" + passage + "。”[2]", passage, chinese, evidence.QuotedAndCited, "[2] 王海涛"},
		{"quoted over paragraphs, cited at the end", "他写道：“" + passage + "。\n“水位下降。”[2]", passage, chinese, evidence.QuotedAndCited, "[2] 王海涛"},
		{"no list of references", "研究表明" + passage + "[2]。", passage, nil, evidence.NotCited, ""},
		{"one citation in a long passage", strings.Repeat("水位逐年下降而盐度持续上升。", 60) + passage + "[2]。", strings.Repeat("水位逐年下降而盐度持续上升。", 60) + passage, chinese, evidence.NotCited, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			this, d := prepared(append(append([]string{"引言。"}, strings.Split(c.text, "\n")...), c.list...)...)
			other, _ := prepared(theirs...)
			at := utf8.RuneCountInString(d.Text[:strings.Index(d.Text, c.passage)])
			got, entry := this.Of(at, at+utf8.RuneCountInString(c.passage), other, source)
			if got != c.want || !strings.HasPrefix(entry, c.entry) || (entry == "") != (c.entry == "") {
				t.Errorf("got %s, %q; want %s, %q", got, entry, c.want, c.entry)
			}
		})
	}
}

// A footnote stands behind its paragraph, and speaks for the end of it.
func TestOfFootnote(t *testing.T) {
	note := "王海涛. 滨海含水层咸化过程的滞后机制研究[R]. 青岛: 东海大学, 2021."
	long := strings.Repeat("水位逐年下降而盐度持续上升。", 40)
	for _, c := range []struct {
		name, before, behind string
		want                 evidence.Citation
	}{
		{"of the paragraph", "引言。", "", evidence.Cited},
		{"of another", "引言。", "结语。", evidence.NotCited},
		{"of the end of a long paragraph", "", "", evidence.NotCited},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := []string{c.before, passage + "。", c.behind, note}
			if c.before == "" {
				lines[1] += long
			}
			d := document(slices.DeleteFunc(lines, func(l string) bool { return l == "" })...)
			d.Paragraphs[len(d.Paragraphs)-1].Kind = extract.Footnote
			this := citation.New(d, exclude.New(d, evidence.Identity{}, nil).Alone())
			other, _ := prepared(theirs...)
			at := utf8.RuneCountInString(d.Text[:strings.Index(d.Text, passage)])
			if got, _ := this.Of(at, at+utf8.RuneCountInString(passage), other, source); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestShared(t *testing.T) {
	for _, c := range []struct {
		name         string
		this, source []string
		want         []string // beginnings of the document's entries
		counts       [2]int
	}{
		{"written in another style", chinese, theirs, []string{"[3] Smith"}, [2]int{3, 2}},
		{"APA and GB/T 7714", apa, theirs, []string{"Smith, J."}, [2]int{2, 2}},
		{"none", chinese[:3], theirs[:1], nil, [2]int{2, 0}},
		{"broken over lines", []string{"参考文献", "[1] Smith J, Brown K. Delayed salinization of", "coastal aquifers. Water Resources Research, 2019,", "55(3): 100-115.", "[2] 陈立. 河口动力学[M]. 北京:", "海洋出版社, 2003."}, theirs, []string{"[1] Smith", "[2] 陈立"}, [2]int{2, 2}},
		{"same title of another year", []string{"参考文献", "[1] 陈立, 王五. 河口动力学研究的进展与展望[J]. 海洋学报, 2013, 3(1): 1-9.", "[2] 赵六. 河口沉积[J]. 海洋学报, 2014, 3(1): 1-9."},
			[]string{"参考文献", "[1] 陈立, 王五. 河口动力学研究的进展与展望[J]. 海洋学报, 2011, 3(1): 1-9."}, nil, [2]int{2, 1}},
		{"several in one paragraph", []string{"参考文献：[1] 陈立. 河口动力学[M]. 北京: 海洋出版社, 2003. [2] 赵六. 河口沉积的观测[J]. 海洋学报, 2014, 3(1): 1-9."}, theirs, []string{"[1] 陈立"}, [2]int{2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			this, d := prepared(c.this...)
			other, _ := prepared(c.source...)
			got := citation.Shared(this, other)
			if diff := cmp.Diff(c.counts, [2]int{got.This, got.Source}); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			if len(got.Shared) != len(c.want) {
				t.Fatalf("shared %+v, want %q", got.Shared, c.want)
			}
			r := []rune(d.Text)
			for i, s := range got.Shared {
				if !strings.HasPrefix(s.Text, c.want[i]) || strings.Join(strings.Fields(string(r[s.Offset:s.Offset+s.Length])), " ") != s.Text {
					t.Errorf("%+v, want %q", s, c.want[i])
				}
			}
		})
	}
}

// A citation may stand within another one or begin in it; what each speaks for is in the paragraph, and
// one that adds nothing changes nothing.
func TestCitationsThatOverlap(t *testing.T) {
	list := []string{"参考文献", "[1] 张三, 李四. 某地区土壤碳循环研究报告. 科学出版社, 2018.", "[2] 王五. 湿地水文过程. 地理学报, 2019, 3(2): 1-9."}
	for name, cited := range map[string]string{
		"within":        "冻土退化改变了土壤碳循环（张三等[1]，2018）",
		"title":         "冻土退化改变了土壤碳循环《某地区土壤碳循环研究报告（2018）》[1]",
		"begins within": "冻土退化改变了土壤碳循环（张三，2018[1）]",
		"twice":         "冻土退化改变了土壤碳循环（张三[1]，2018；王五[2]，2019）[1][2]",
	} {
		t.Run(name, func(t *testing.T) {
			this, d := prepared(append([]string{cited + "。随后的句子没有引用任何文献，只是说明。"}, list...)...)
			other, _ := prepared(list...)
			end := utf8.RuneCountInString("冻土退化改变了土壤碳循环")
			if c, entry := this.Of(0, end, other, evidence.Identity{}); c != evidence.Cited || entry == "" {
				t.Errorf("the cited sentence is %s", c)
			}
			from := utf8.RuneCountInString(d.Text[:strings.Index(d.Text, "随后")])
			if c, _ := this.Of(from, from+15, other, evidence.Identity{}); c != evidence.NotCited {
				t.Errorf("the next sentence is %s", c)
			}
		})
	}
}

// Whatever the text: nothing panics, and what is shared slices back.
func FuzzCitation(f *testing.F) {
	f.Add(strings.Join(chinese, "\n"), strings.Join(theirs, "\n"), 3, 40)
	f.Add(passage+"[2-1, 999-]（，2019）²³\n"+strings.Join(apa, "\n"), "[1]", -5, 1<<30)
	f.Fuzz(func(t *testing.T, a, b string, start, end int) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		this, d := prepared(strings.Split(a, "\n")...)
		other, _ := prepared(strings.Split(b, "\n")...)
		c, entry := this.Of(start, end, other, source)
		if (c == evidence.Cited || c == evidence.QuotedAndCited) != (entry != "") {
			t.Errorf("%s with the entry %q", c, entry)
		}
		n := utf8.RuneCountInString(d.Text)
		shared := citation.Shared(this, other)
		if len(shared.Shared) > shared.This {
			t.Errorf("%d of %d entries shared", len(shared.Shared), shared.This)
		}
		for _, s := range shared.Shared {
			if s.Offset < 0 || s.Length <= 0 || s.Offset+s.Length > n {
				t.Errorf("%+v of %d", s, n)
			}
		}
	})
}

func BenchmarkShared(b *testing.B) {
	lines := []string{"参考文献"}
	for i := range 200 {
		lines = append(lines, "["+string(rune('1'+i%9))+"] 陈立, 王五. 河口动力学研究的进展与展望之"+strings.Repeat("沙", i%17)+"问题"+string(rune('甲'+i))+"[J]. 海洋学报, "+string(rune('1'))+"99"+string(rune('0'+i%10))+", 3(1): 1-9.")
	}
	this, _ := prepared(lines...)
	other, _ := prepared(lines...)
	b.ReportAllocs()
	for b.Loop() {
		citation.Shared(this, other)
	}
}
