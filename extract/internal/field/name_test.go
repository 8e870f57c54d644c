package field

import (
	"strings"
	"testing"
)

// names are names of people as forms have them behind the label of the applicant, with what
// is read where that differs.
var names = map[string]string{
	"张三": "", "李雪梅": "", "欧阳修": "", "司马相如": "", "欧阳震华": "", "张　三": "张三", "王 小明": "王小明", "欧阳 小明": "欧阳小明", "王 建 国": "王建国", "张三（教授）": "张三", "李明 博士": "李明",
	"乌云其其格": "", "阿不都热合曼": "", "萨仁高娃": "", "额尔敦其其格": "", "孟和巴雅尔": "", "哈斯额尔敦": "", "阿拉坦其其格": "", "宝音德力根": "", "特木尔巴根": "", "赛音吉日嘎拉": "",
	"古丽巴哈尔": "", "阿卜杜外力": "", "努尔艾合买提江": "", "热依汗古丽": "", "吐尔逊古丽": "", "迪丽热巴": "", "木尼热": "", "阿依努尔古丽": "", "买买提吐尔逊": "", "麦麦提艾力": "", "阿布都克里木": "",
	"扎西顿珠": "", "索朗旺姆": "", "次仁多吉": "", "旦增尼玛": "", "格桑卓玛": "", "洛桑": "", "平措": "", "那顺乌日图": "", "长谷川和夫": "", "巴音孟克巴图": "",
	"买买提·吐尔逊": "", "买买提•吐尔逊": "买买提·吐尔逊", "阿依古丽．艾山": "阿依古丽·艾山", "阿依古丽.艾山": "阿依古丽·艾山", "艾力‧买买提": "艾力·买买提", "古丽∙艾山": "古丽·艾山", "帕提古丽・阿不都": "帕提古丽·阿不都",
	"买买提 · 吐尔逊": "买买提·吐尔逊", "阿卜杜热西提•阿布都拉": "阿卜杜热西提·阿布都拉", "阿尔伯特·爱因斯坦": "", "米·尼·雅科夫": "",
	"Li-Ming": "", "Müller": "", "O’Connor": "", "O'Connor": "", "van der Berg": "", "Jan van der Berg": "", "María de la Cruz": "", "Ludwig van Beethoven": "", "D'Angelo": "", "McDonald": "", "Jean-Luc Picard": "", "José": "",
	"Jane Doe": "", "J. K. Rowling": "", "Doe, Jane": "Jane Doe", "van der Berg, Jan": "Jan van der Berg", "Dr. Jane Doe": "Jane Doe", "WANG Xiaoming": "", "Łukasz Żak": "", "Nguyễn Văn An": "", "Ng": "", "Åse": "", "d’Alembert": "", "Иван Петров": "", "James Dean": "",
	"김철수": "", "山田たろう": "",
}

// noNames are what forms and people write there and is none.
var noNames = []string{
	"是", "否", "是 否", "□是 □否", "是□否□", "有 无", "男", "女", "男 女", "□男 □女", "汉族", "维吾尔族", "哈萨克族", "中国", "中国籍", "党员", "XXX", "xxx", "×××", "***", "____", "……", "/", "—", "无", "暂无", "N/A", "TBD", "None", "同上", "同前", "见附件", "如上", "不详", "请填写", "请填写真实姓名", "请输入姓名", "（签字）", "（签章）", "签字", "盖章", "姓名", "性别", "职称", "出生年月", "联系电话", "电子邮箱", "依托单位", "申请人", "项目负责人", "团队", "课题组",
	"教授", "副教授", "讲师", "研究员", "助理研究员", "高级工程师", "正高级工程师", "博士", "博士后", "硕士研究生", "院长", "主任", "主任医师", "副主任医师", "教师", "博士生导师", "副处长",
	"计算机学院", "某某大学", "北方大学物理学院", "国家自然科学基金委员会", "基本信息", "个人简介", "主要研究方向", "本项目由学院组织实施", "具有高级专业技术职称", "与身份证一致的姓名", "2026年3月", "13800000000", "wang@example.org",
	"Yes", "No", "Name", "Professor", "Associate Professor", "Assistant Professor", "Principal Investigator", "Please enter name", "Enter Name Here", "Not Applicable", "Same as above", "Contact Person", "Senior Engineer", "Department", "University", "PhD", "PI", "NSFC", "Male", "Female", "To be determined",
}

// layouts are the ways in which forms set a label and its value.
var layouts = map[string]func(label, spaced, value string) string{
	"a line": func(label, _, value string) string {
		m := Reread(documentOf("项目申请书", label+"："+value, "申请日期：2026年3月1日"), nil)
		return m.Applicant
	},
	"a line, blanks in the label": func(_, spaced, value string) string {
		m := Reread(documentOf("项目申请书", spaced+"："+value, "申请日期：2026年3月1日"), nil)
		return m.Applicant
	},
	"cells": func(label, _, value string) string {
		m := Reread(tableWith(placed{1, 1, 1, label}, placed{1, 2, 1, value}, placed{2, 1, 1, "申请日期"}, placed{2, 2, 1, "2026年3月1日"}), nil)
		return m.Applicant
	},
	"cells, blanks in the label": func(_, spaced, value string) string {
		m := Reread(tableWith(placed{1, 1, 1, spaced}, placed{1, 2, 1, value}, placed{2, 1, 1, "申请日期"}, placed{2, 2, 1, "2026年3月1日"}), nil)
		return m.Applicant
	},
}

func TestNamesOfApplicants(t *testing.T) {
	if len(names) < 60 || len(noNames) < 60 {
		t.Fatalf("%d names, %d others", len(names), len(noNames))
	}
	for layout, read := range layouts {
		for _, label := range [][2]string{{"申请人", "申 请 人"}, {"负责人姓名", "负 责 人 姓 名"}, {"姓名", "姓    名"}} {
			for name, want := range names {
				if want == "" {
					want = name
				}
				if got := read(label[0], label[1], name); got != want {
					t.Errorf("%s, %s: %q is read as %q, want %q", layout, label[0], name, got, want)
				}
			}
			for _, other := range noNames {
				if got := read(label[0], label[1], other); got != "" {
					t.Errorf("%s, %s: %q is taken for the name %q", layout, label[0], other, got)
				}
			}
		}
	}
	for name, want := range names {
		if strings.ContainsFunc(name, func(r rune) bool { return r > 0x2FFF }) {
			continue
		}
		if want == "" {
			want = name
		}
		if got := Reread(documentOf("Project Proposal", "Applicant: "+name, "Date: 1 March 2026"), nil).Applicant; got != want {
			t.Errorf("in English: %q is read as %q, want %q", name, got, want)
		}
	}
}
