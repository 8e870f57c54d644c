package checker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/score"
	"zhiwen/internal/testrun"
)

// excluded returns what an evidence leaves out for a reason.
func excluded(ev *evidence.Evidence, document string, reason evidence.Reason) []string {
	runes := []rune(document)
	var out []string
	for _, x := range ev.Excluded {
		if x.Reason == reason {
			out = append(out, string(runes[x.Offset:x.Offset+x.Length]))
		}
	}
	return out
}

func TestTemplatesDoNotCount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	prompts := []string{
		"我省面向未来的重点产业包括新材料、新能源与高端装备，相关成果服务于地方的长远发展。",
		"# （一）立项依据",
		"（为什么要开展此项研究，研究的科学技术价值如何）",
		"申请人：",
	}
	template := strings.Join(prompts, "\n")
	fill := func() string {
		return prompts[0] + "\n" + prompts[1] + "\n" + prompts[2] + "\n" + texttest.Chinese(r, 20) + "\n申请人：" + "\n" + texttest.Chinese(r, 5)
	}
	e := newEngine(t, DefaultProfile)
	document, other := fill(), fill()
	lib := library(e, other, fill(), fill())
	without := check(t, e, input(document), lib)
	lib.forms = []*Source{{ID: 1, Document: texttest.Document(template)}}
	with := check(t, e, input(document), lib)
	if without.Scores.Covered == 0 {
		t.Fatal("without the template nothing is shared: the test shows nothing")
	}
	if with.Scores.Covered != 0 {
		t.Errorf("%d characters of the template count as copied", with.Scores.Covered)
	}
	if with.Scores.Countable >= without.Scores.Countable {
		t.Errorf("%d characters are countable with and %d without the template", with.Scores.Countable, without.Scores.Countable)
	}
	got := strings.Join(excluded(with, document, evidence.ReasonForm), "")
	for _, p := range prompts {
		if !strings.Contains(strings.ReplaceAll(got, "\n", ""), p) {
			t.Errorf("the prompt %q counts", p)
		}
	}
}

// officer is a library with a table of roles of its own.
type officer struct {
	*Memory

	entries []exclude.Entry
}

func (o officer) Roles(context.Context) ([]exclude.Entry, error) { return o.entries, nil }

// What officers have added to the table of roles is used by the next check, on both
// sides, and evidence names the table.
func TestRolesOfTheLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	clause, shared := texttest.Chinese(r, 6), texttest.Chinese(r, 6)
	document := "# 研究内容\n" + texttest.Chinese(r, 10) + "\n# 廉洁条款\n" + clause + "\n# 实施路径\n" + shared
	other := "# 研究内容\n" + texttest.Chinese(r, 10) + "\n# 廉洁条款\n" + clause + "\n# 实施路径\n" + shared
	e := newEngine(t, DefaultProfile)
	lib := library(e, other)
	before := check(t, e, input(document), lib)
	after := check(t, e, input(document), officer{lib, []exclude.Entry{
		{Name: "廉洁", Reason: evidence.ReasonDeclaration, Headings: []string{"廉洁条款"}},
		{Name: exclude.RoleMethod, Headings: []string{"实施路径"}},
	}})
	again := check(t, e, input(document), lib) // the texts that were made ready for the other table are not used
	counted := func(ev *evidence.Evidence) (out string) {
		for _, m := range ev.Sources[0].Matches {
			if m.Reason == "" {
				out += string([]rune(document)[m.This.Offset:][:m.This.Length])
			}
		}
		return out
	}
	for name, ev := range map[string]*evidence.Evidence{"before": before, "again": again} {
		if got := counted(ev); !strings.Contains(got, clause) || !strings.Contains(got, shared) {
			t.Errorf("%s: %q counts", name, got)
		}
	}
	if got := counted(after); strings.Contains(got, clause[:30]) || !strings.Contains(got, shared) {
		t.Errorf("with the entries %q counts", got)
	}
	if got := excluded(after, document, evidence.ReasonDeclaration); len(got) != 1 || !strings.Contains(got[0], clause) {
		t.Errorf("left out %q", got)
	}
	roles := func(ev *evidence.Evidence) (out []evidence.RoleCount) { return ev.Scores.ByRole }
	if got := roles(after); len(got) != 1 || got[0].This != exclude.RoleMethod || got[0].Source != exclude.RoleMethod {
		t.Errorf("by roles %+v", got)
	}
	name := func(ev *evidence.Evidence) string {
		for _, p := range ev.Engine.Parameters {
			if p.Name == exclude.RolesSetting {
				return p.Value
			}
		}
		return ""
	}
	if name(before) != "" || name(after) == "" {
		t.Errorf("the tables are named %q and %q", name(before), name(after))
	}
}

func TestBibliographiesDoNotCount(t *testing.T) {
	references := "[1] 王某. 深度图神经网络的可解释性研究[J]. 计算机学报, 2024, 47(3): 1-20.\n[2] Smith A, Jones B. Explaining graph neural networks. Nature Methods, 2023, 20: 123-145.\n[3] 一、数字开头的书名. 科学出版社, 2020."
	for _, heading := range []string{"# 参考文献", "参考文献：", "# 六、主要参考文献", "References", "（五）参考文献 (References)"} {
		t.Run(heading, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, 2))
			body := texttest.Chinese(r, 10)
			document := "# 一、立项依据\n" + body + "\n" + heading + "\n" + references + "\n# 二、研究内容\n" + texttest.Chinese(r, 10)
			e := newEngine(t, DefaultProfile)
			ev, err := e.Compare(t.Context(), input(document), &Source{ID: 1, Document: texttest.Document(references + "\n" + texttest.Chinese(r, 20))})
			if err != nil {
				t.Fatal(err)
			}
			got := excluded(ev, document, evidence.ReasonBibliography)
			if len(got) != 1 || got[0] != heading+"\n"+references {
				t.Fatalf("left out %q", got)
			}
			if ev.Scores.Covered != 0 {
				t.Errorf("%d characters count", ev.Scores.Covered)
			}
			if len(ev.Sources) != 1 || len(ev.Sources[0].Matches) == 0 || ev.Sources[0].Matches[0].Counted != 0 {
				t.Errorf("the shared references are not in the evidence: %+v", ev.Sources)
			}
			// Counted after all:
			for i := range ev.Excluded {
				ev.Excluded[i].Applied = false
			}
			score.Update(ev, input(document).Document)
			if ev.Scores.Covered == 0 || ev.Sources[0].Full != ev.Scores.Covered || ev.Sources[0].Allotted != ev.Scores.Covered {
				t.Errorf("scores %+v, source %d/%d, once nothing is left out", ev.Scores, ev.Sources[0].Full, ev.Sources[0].Allotted)
			}
		})
	}
}

// Research that many applications have counts, however many: it is one group in the evidence.
func TestResearchOfManyCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	shared := texttest.Chinese(r, 20)
	e := newEngine(t, DefaultProfile)
	for _, sharers := range []int{2, 9, 30} {
		var texts []string
		for i := range 40 {
			body := "# 一、立项依据\n" + texttest.Chinese(r, 10) + "\n"
			if i < sharers {
				body += shared + "\n"
			}
			texts = append(texts, body+"# 二、研究方案\n"+texttest.Chinese(r, 10))
		}
		lib := library(e, texts...)
		for i, s := range lib.sources {
			s.Identity.Applicant, s.Identity.Institution = fmt.Sprint("申请人", i), fmt.Sprint("大学", i%7)
		}
		document := "# 一、立项依据\n" + texttest.Chinese(r, 5) + "\n" + shared + "\n# 二、研究方案\n" + texttest.Chinese(r, 10)
		ev := check(t, e, input(document), lib)
		if want := len([]rune(strings.ReplaceAll(shared, "\n", ""))); ev.Scores.Covered*100 < want*98 {
			t.Errorf("%d sharers: %d of %d characters count", sharers, ev.Scores.Covered, want)
		}
		if len(ev.Several) != 1 || ev.Several[0].Applications != sharers || ev.Several[0].Applicants != sharers || ev.Several[0].Institutions != min(sharers, 7) {
			t.Errorf("%d sharers: %+v", sharers, ev.Several)
		}
	}
}

// The index leaves out values that very many units have. What most of a large library shares is found all the same, by the
// values where it borders on what each has of its own.
func TestResearchOfManyIsFoundByTheIndex(t *testing.T) {
	testrun.NeedWhole(t)
	r := rand.New(rand.NewPCG(5, 3))
	shared := texttest.Chinese(r, 25)
	var texts []string
	for i := range 700 { // more than are all looked at
		body := "# 一、立项依据\n" + texttest.Chinese(r, 20) + "\n"
		if i < 600 {
			body += shared + "\n"
		}
		texts = append(texts, body+"# 二、研究方案\n"+texttest.Chinese(r, 5))
	}
	e := newEngine(t, DefaultProfile)
	document := "# 一、立项依据\n" + texttest.Chinese(r, 1000) + "\n" + shared + "\n# 二、研究方案\n" + texttest.Chinese(r, 10)
	lib := library(e, texts...)
	for i, s := range lib.sources {
		s.Identity.Applicant = fmt.Sprint("申请人", i)
	}
	ev := check(t, e, input(document), lib)
	if want := len([]rune(strings.ReplaceAll(shared, "\n", ""))); ev.Scores.Covered*100 < want*98 || len(ev.Several) != 1 {
		t.Errorf("%d of %d characters count, %d groups", ev.Scores.Covered, want, len(ev.Several))
	}
}

// What an officer has handed in as an institution's standard text takes no part in
// the applications of that institution, and in no others.
func TestStandardTextHandedInDoesNotCount(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	standard := texttest.Chinese(r, 6)
	document := "# 一、研究基础与工作条件\n" + standard + "\n" + texttest.Chinese(r, 10)
	e := newEngine(t, DefaultProfile)
	lib := library(e, standard+"\n"+texttest.Chinese(r, 20))
	for _, test := range []struct {
		name, of string
		kept     bool
	}{
		{"of the institution", "甲 大學", true},
		{"of all", "", true},
		{"of another", "乙大学", false},
	} {
		lib.forms = []*Source{{ID: 1, Standard: true, Identity: evidence.Identity{Institution: test.of}, Document: texttest.Document(standard)}}
		in := input(document)
		in.Identity.Institution = "甲大学"
		ev := check(t, e, in, lib)
		if got := excluded(ev, document, evidence.ReasonStandard); (len(got) > 0) != test.kept {
			t.Errorf("%s: left out %q", test.name, got)
		}
		if (ev.Scores.Covered == 0) != test.kept {
			t.Errorf("%s: %d characters count", test.name, ev.Scores.Covered)
		}
	}
}

// Matches of text that takes no part stand among the others by their places, with
// their reason, and counting them changes no figure of the rest.
func TestMatchesThatTakeNoPartStandApart(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	references := "[1] 王某. 深度图神经网络的可解释性研究[J]. 计算机学报, 2024, 47(3): 1-20.\n[2] 李某. 复杂网络的结构与演化[J]. 自动化学报, 2023, 49(1): 33-52.\n[3] 赵某. 图数据的存储与查询[J]. 软件学报, 2022, 33(7): 901-920."
	first, second := texttest.Chinese(r, 8), texttest.Chinese(r, 8)
	document := "# 一、立项依据\n" + first + "\n# 参考文献\n" + references + "\n# 二、研究内容\n" + second
	e := newEngine(t, DefaultProfile)
	in := input(document)
	ev := check(t, e, in, library(e, "# 参考文献\n"+references+"\n# 三、研究方案\n"+second+"\n"+first))
	if len(ev.Sources) != 1 || len(ev.Sources[0].Matches) != 3 || ev.Sources[0].Matches[1].Reason != evidence.ReasonBibliography {
		t.Fatalf("sources %+v", ev.Sources)
	}
	before := []int{ev.Sources[0].Matches[0].Counted, 0, ev.Sources[0].Matches[2].Counted}
	score.Choice{Exclude: []evidence.Reason{}}.Apply(ev, in.Document)
	for i, want := range before {
		if got := ev.Sources[0].Matches[i].Counted; i != 1 && got != want || i == 1 && got == 0 {
			t.Errorf("match %d counts %d characters, %d before", i, got, want)
		}
	}
}
