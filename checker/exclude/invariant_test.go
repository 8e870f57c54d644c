package exclude_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// holds says what is wrong with ranges of a document, "" for nothing: they are in
// order, inside the text, and disjoint for each reason; and without what they cut
// out nothing but a title is found.
func holds(t *testing.T, d *extract.Document, ranges []exclude.Range) {
	t.Helper()
	n := utf8.RuneCountInString(d.Text)
	type kind struct {
		reason  evidence.Reason
		learned bool
	}
	last := map[kind]int{}
	for i, r := range ranges {
		if r.Start < 0 || r.End > n || r.Start >= r.End {
			t.Fatalf("%+v is not inside a text of %d", r, n)
		}
		if !slices.Contains(evidence.Reasons(), r.Reason) {
			t.Fatalf("%+v has no reason", r)
		}
		if i > 0 && r.Start < ranges[i-1].Start {
			t.Fatalf("%+v comes after %+v", r, ranges[i-1])
		}
		k := kind{r.Reason, r.Holders.Had > 0}
		if end, ok := last[k]; ok && r.Start < end {
			t.Fatalf("%+v overlaps another of its reason", r)
		}
		last[k] = r.End
	}
	out := exclude.Of(ranges, evidence.Reasons())
	for i, r := range out {
		if i > 0 && r.Start <= out[i-1].End {
			t.Fatalf("%+v touches %+v", r, out[i-1])
		}
	}
	// What is kept out has no symbols.
	whole, rest := text.New(d), text.New(d, out...)
	if len(rest.Sound) > len(whole.Sound) {
		t.Fatalf("%d symbols of %d are left", len(rest.Sound), len(whole.Sound))
	}
	for i, at := range rest.Start {
		for _, r := range out {
			if int(at) < r.End && int(rest.End[i]) > r.Start {
				t.Fatalf("the symbol at %d lies in %+v", at, r)
			}
		}
	}
}

// Equal input, equal output, whatever order maps have; and a form is found in
// itself whole.
func TestFindAgain(t *testing.T) {
	d := document("目录", "第一章 绪论........1", "第二章 方法........7", "第三章 结果........19", "致谢........25", "# 第一章 绪论", own,
		"本人承诺：本人严格遵守科研诚信要求，申报材料真实有效；如有不实，愿意承担全部责任。", "# 参考文献", "[1] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", "# 致谢", "感谢我的导师王老师，感谢同学的帮助。")
	first := exclude.New(d, evidence.Identity{}, nil).Alone()
	holds(t, d, first)
	for range 20 {
		if !slices.Equal(exclude.New(d, evidence.Identity{}, nil).Alone(), first) {
			t.Fatal("other ranges the second time")
		}
	}
	whole := text.New(d)
	if left := text.New(d, exclude.Of(exclude.New(d, evidence.Identity{}, nil).Find(whole, exclude.Known{Forms: exclude.NewForms(whole)}), evidence.Reasons())...); len(left.Sound) != 0 {
		t.Errorf("%d symbols of a form are left of the form itself", len(left.Sound))
	}
}

// The neighbours' order tells nothing.
func TestLearnInAnyOrder(t *testing.T) {
	var all []exclude.Neighbour
	for i := range 8 {
		all = append(all, neighbour(int64(i+1), "某"+string(rune('甲'+i)), "大学"+string(rune('甲'+i%4)), own, another, "第"+string(rune('甲'+i))+"份申请的内容各不相同。"))
	}
	d := document(own, "别的。", another)
	want := exclude.New(d, evidence.Identity{Year: 2025}, nil).Find(text.New(d), exclude.Known{Learned: exclude.Learn(evidence.Identity{Year: 2025}, all)})
	if len(want) == 0 {
		t.Fatal("nothing is learned: the test shows nothing")
	}
	slices.Reverse(all)
	if got := exclude.New(d, evidence.Identity{Year: 2025}, nil).Find(text.New(d), exclude.Known{Learned: exclude.Learn(evidence.Identity{Year: 2025}, all)}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRoles(t *testing.T) {
	d := document("# （一）立项依据与研究内容", "## 1．项目的立项依据（研究意义）", "## 2．研究内容、研究目标，以及拟解决的关键科学问题", "### 2.1 深海采样", "## 3．拟采取的研究方案及可行性分析", "## 4．本项目的特色与创新之处", "# （二）研究基础与工作条件", "## 2．工作条件", "# Facilities and Equipment", "# 第三章 海流")
	want := []string{"rationale", "rationale", "content", "content", "method", "innovation", "basis", "conditions", "conditions", ""}
	if got := exclude.Default().Roles(d.Sections, evidence.Identity{}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, table, wrong string }{
		{"good", "[[role]]\nname = \"delivery\"\nreason = \"declaration\"\nheadings = [\"廉洁承诺\"]\n[identity]\nlabels = [\"项目代号\"]\n", ""},
		{"empty", "", ""},
		{"no TOML", "[[role]\n", "line 1"},
		{"a field that is none", "[[role]]\nname = \"a\"\nheading = [\"廉洁\"]\n", `"role.heading"`},
		{"no name", "[[role]]\nheadings = [\"廉洁\"]\n", "needs a name"},
		{"a reason that is none", "[[role]]\nname = \"a\"\nreason = \"boring\"\nheadings = [\"廉洁\"]\n", `"boring"`},
		{"quotations are not told by words", "[[role]]\nname = \"a\"\nreason = \"quotation\"\nheadings = [\"廉洁\"]\n", `"quotation"`},
		{"a heading of one character", "[[role]]\nname = \"a\"\nheadings = [\"廉\"]\n", `"廉"`},
		{"words without a reason", "[[role]]\nname = \"a\"\nheadings = [\"廉洁\"]\nwords = [\"廉洁\"]\n", "no reason"},
		{"nothing to know it by", "[[role]]\nname = \"a\"\n", "neither headings"},
		{"years the wrong way round", "[[role]]\nname = \"a\"\nheadings = [\"廉洁\"]\nfrom = 2026\nto = 2024\n", "2026"},
		{"a label of nothing", "[identity]\nlabels = [\"：\"]\n", "label"},
		{"two faults, both told", "[[role]]\nheadings = [\"廉洁\"]\n[[role]]\nname = \"b\"\n", "role 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := exclude.Parse([]byte(c.table))
			if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, want one with %q", err, c.wrong)
			}
		})
	}
}

// What an officer adds is known, beside what was known before, where it applies.
func TestTableOfAnOfficer(t *testing.T) {
	table, err := exclude.Parse([]byte("[[role]]\nname = \"integrity\"\nreason = \"declaration\"\nprogramme = \"重点研发\"\nfrom = 2025\nheadings = [\"廉洁条款\"]\nphrases = [\"不向评审专家赠送礼品\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if table.Key() == "" || exclude.Default().Key() != "" {
		t.Errorf("keys %q and %q", table.Key(), exclude.Default().Key())
	}
	const clause = "申请团队不向评审专家赠送礼品。"
	d := document("# 研究内容", own, "# 廉洁条款", clause, "# 致谢", "感谢我的导师王老师的悉心指导。")
	for _, c := range []struct {
		name string
		who  evidence.Identity
		left bool
	}{
		{"the programme and year", evidence.Identity{Programme: "国家重点研发计划", Year: 2026}, false},
		{"an earlier year", evidence.Identity{Programme: "国家重点研发计划", Year: 2024}, true},
		{"another programme", evidence.Identity{Programme: "面上项目", Year: 2026}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, left := applied(d, exclude.New(d, c.who, table).Alone())
			if strings.Contains(left, clause) != c.left || strings.Contains(left, "悉心指导") || !strings.Contains(left, own) {
				t.Errorf("left %q", left)
			}
		})
	}
}

func FuzzAlone(f *testing.F) {
	f.Add("目录\n一......1\n二......2\n三......3\n四......4\n# 参考文献\n[1] a. b[J]. c, 2019.\n致谢\n感谢“某某某某某某某某某某某某某”", "|题目\n|某", 3)
	f.Add("本人郑重声明：所呈交的学位论文\n签名：\n请按照以下提纲撰写，要求内容翔实", "[1] 张三, 李四. 海洋碳循环研究[J]. 科学通报, 2019, 64(3): 12-20.", 1)
	f.Fuzz(func(t *testing.T, a, b string, split int) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) || strings.ContainsRune(a+b, 0) || len(a)+len(b) > 5000 {
			return
		}
		lines := append(strings.Split(a, "\n"), strings.Split(b, "\n")...)
		d := document(lines...)
		form := document(lines[:min(max(split, 0), len(lines))]...)
		who := evidence.Identity{Year: 2025, Institution: "东海大学"}
		known := exclude.Known{Forms: exclude.NewForms(text.New(form)), Learned: exclude.Learn(who, []exclude.Neighbour{
			neighbour(1, "甲", "东海大学", lines...), neighbour(2, "乙", "东海大学", lines...),
		})}
		holds(t, d, exclude.New(d, who, nil).Find(text.New(d), known))
	})
}
