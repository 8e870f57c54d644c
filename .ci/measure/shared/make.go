package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"zhiwen/checker/evidence"
)

// section is a part of a form: its heading, with "#", and what is printed under it.
type section struct {
	heading string
	prompts []string
}

// The forms of two years.
var forms = map[int][]section{
	2024: {
		{"# （一）立项依据与研究内容", []string{"请结合学科发展的趋势说明为什么现在要做这项工作，并列出最近五年的主要文献；"}},
		{"# （二）研究方案及可行性分析", []string{"请逐项写明试验手段、数据来源与拟采取的技术路线，篇幅以三页为宜。"}},
		{"# （三）本项目的特色与创新之处", nil},
		{"# （四）工作条件", []string{"请写明已具备的实验条件，尚缺少的条件以及拟解决的途径，包括利用国家实验室和部门开放实验室的计划。"}},
	},
	2025: {
		{"# 1. 立项依据", []string{"阐述本项工作的意义，分析国内外同行的进展，字数不超过两千。"}},
		{"# 2. 研究内容与研究目标", []string{"此处为评审的重点，请分条列出并说明条目之间的联系。"}},
		{"# 3. 研究方案", []string{"请用图或表说明各步骤的先后与分工。"}},
		{"# 4. 支撑条件", []string{"请列出依托单位能够提供的场地、设备与经费。"}},
	},
}

const promise = "申请人承诺：本人严格遵守科研诚信规定，申报材料真实有效，不存在违背科研诚信要求的行为；如获资助，将严格按照任务书约定开展研究工作，按时报送有关材料。"

// institutions are those of the applicants: as many as give each of them some colleagues.
var institutions = []string{"南渚大学", "云泽理工大学", "北汀师范大学", "东屿医科大学", "江望农业大学", "长荻工业大学", "青岚海洋研究所", "溪桥信息工程学院"}

// colleagues is how many applicants an institution has at the least.
const colleagues = 5

// How many paragraphs of an application are its own, at the most, and how many a shared text has.
const (
	ownParagraphs = 6
	paragraphs    = 3
)

// applications makes a set of Chinese applications on forms.
func applications(p *pool, size int) *set {
	s := &set{name: "applications"}
	for _, year := range []int{2024, 2025} {
		var w writer
		for _, part := range forms[year] {
			w.add(form, part.heading)
			w.add(form, part.prompts...)
		}
		w.add(form, promise)
		s.form = append(s.form, w.done(evidence.Identity{}).document)
	}
	standard := map[string][]string{}
	here := institutions[:min(len(institutions), size/colleagues)]
	for _, i := range here {
		standard[i] = p.take(1)
	}
	texts, sharers, has := p.texts(size)
	number := 0
	application := func(year int, of ...shared) document {
		number++
		who := evidence.Identity{
			Filename: fmt.Sprint(number), Title: fmt.Sprint("课题", number), Applicant: fmt.Sprint("申请人", number),
			Institution: here[number%len(here)], Year: year, Programme: "面上项目",
		}
		var w writer
		mine := p.take(ownParagraphs)
		for i, part := range forms[year] {
			w.add(form, part.heading)
			w.add(form, part.prompts...)
			mine := mine[i*len(mine)/len(forms[year]) : (i+1)*len(mine)/len(forms[year])]
			if i == len(forms[year])-1 {
				w.add(own, mine...)
				if number/len(here)%4 > 0 { // three of four
					w.add(institution, standard[who.Institution]...)
				}
				continue
			}
			p.among(&w, mine, of, i)
		}
		w.add(form, promise)
		return w.done(who)
	}
	s.fill(p.rand, texts, sharers, has, func(of ...shared) document { return application(2024+p.rand.IntN(2), of...) })
	return s
}

// among writes the own paragraphs of a part, and that of each shared text among them.
func (p *pool) among(w *writer, mine []string, of []shared, part int) {
	lines := make([][]string, len(mine)+1) // shared ones before each of mine
	for _, x := range of {
		if part < len(x.paragraphs) {
			at := p.place(len(mine))
			lines[at] = append(lines[at], x.of(p.rand)[part])
		}
	}
	for i, shared := range lines {
		w.add(research, shared...)
		if i < len(mine) {
			w.add(own, mine[i])
		}
	}
}

// fill makes the documents of a set.
func (s *set) fill(r *rand.Rand, texts []shared, sharers []int, has [][]int, application func(of ...shared) document) {
	for _, numbers := range has {
		var of []shared
		for _, n := range numbers {
			of = append(of, texts[n])
		}
		s.library = append(s.library, application(of...))
	}
	for i, t := range texts {
		s.shared = append(s.shared, sharing{sharers[i], t.how(), application(t)})
	}
	for range clean {
		s.clean = append(s.clean, application())
	}
}

// The parts of the English template. A checklist belongs to one edition of it, which two of five proposals are on.
var template = []section{
	{"# Summary", nil},
	{"# Motivation", []string{"This section explains why the change is worth the effort of those who review it."}},
	{"# Proposal", []string{"Describe the user facing behaviour first and leave the mechanism to the next section."}},
	{"# Design details", nil},
	{"# Rollout and revert", []string{
		"The feature can be switched off in a running cluster without a restart of the control plane: yes or no, and how.",
		"What happens if the feature is switched on again after it was reverted?",
		"Are there tests for switching the feature on and off?",
	}},
	{"# Drawbacks", []string{"Name the reasons for which somebody might not want this."}},
}

var checklist = section{"# Release checklist", []string{
	"(R) The issue links to this directory and names the milestone of the release.",
	"(R) The approvers of the owning group have signed off the plan, the tests and the criteria for graduation to the next stage.",
	"(R) Design details are documented as far as the implementation depends on them.",
	"Supporting documents are linked, as notes of meetings and discussions on the mailing list.",
}}

// keeps is how many in a hundred keep what a template prompts when they write their own text under it.
const keeps = 80

// ownParts is how many parts of a proposal have two paragraphs of its own.
const ownParts = 2

// proposals makes a set of English proposals on a template that nobody supplies, without names; one in
// four is on none.
func proposals(p *pool, size int) *set {
	s := &set{name: "proposals"}
	texts, sharers, has := p.texts(size)
	proposal := func(of ...shared) document {
		var w writer
		parts := template
		edition := p.rand.IntN(5)
		if edition < 2 {
			parts = append(append([]section{}, template...), checklist)
		}
		free := p.rand.IntN(4) == 0 // on no template: one in four
		mine := p.take(2 * ownParts)
		for i, part := range parts {
			if free {
				w.add(own, "# "+strings.Join(strings.Fields(mine[min(i, len(mine)-1)])[:3], " "))
			} else {
				w.add(form, part.heading)
				for _, line := range part.prompts {
					if p.rand.IntN(100) < keeps {
						w.add(form, line)
					}
				}
			}
			var here []string
			if i < ownParts {
				here = mine[2*i : 2*i+2]
			}
			p.among(&w, here, of, i)
		}
		return w.done(evidence.Identity{})
	}
	s.fill(p.rand, texts, sharers, has, proposal)
	return s
}
