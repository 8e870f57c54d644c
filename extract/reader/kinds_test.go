package reader

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
)

// Forms of agencies, ministries and companies, as they are laid out, each filled in anew.
func TestKindsOfForms(t *testing.T) {
	const title, person, house = "乡村数字治理的机制研究", "张三", "甲理工大学"
	for _, c := range []struct {
		name, body string
		want       extract.Metadata
	}{
		{"social sciences of the nation", wordLines("项目登记号                    项目序号", "国家社会科学基金项目", "申  请  书", "项 目 类 别    一般项目", "学 科 分 类    政治学", "课 题 名 称    "+title, "项目负责人    "+person, "负责人所在单位    "+house, "填 表 日 期    2024年3月5日", "全国哲学社会科学工作办公室 制") +
			formTable([]string{"课题名称", "7×" + title}, []string{"关键词", "7×乡村；治理"}, []string{"项目负责人", person, "性别", "男", "民族", "汉族", "出生日期", "1980年"}, []string{"行政职务", "无", "专业职称", "教授", "研究专长", "3×政治学"}, []string{"工作单位", "3×" + house, "联系电话", "3×1"}, []string{"3↓课题组成员", "姓名", "出生年月", "专业职称", "学位", "工作单位", "2×本人签字"}, []string{"", "李四", "1985", "副教授", "博士", "乙理工大学", "2×"}, []string{"", "王五", "1990", "讲师", "博士", house, "2×"}),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2024, Date: "2024-03-05", Programme: "国家社会科学基金项目", Keywords: []string{"乡村", "治理"}, Participants: []extract.Person{{Name: "李四", Title: "副教授", Institution: "乙理工大学"}, {Name: "王五", Title: "讲师", Institution: house}}}},
		{"humanities of the ministry", wordLines("教育部人文社会科学研究一般项目", "申请评审书", "项目类别：青年基金项目", "学科门类：管理学", "项目名称："+title, "申请者："+person, "所在学校（盖章）："+house, "申请日期：2025年2月28日", "教育部社会科学司制"),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2025, Date: "2025-02-28", Programme: "教育部人文社会科学研究一般项目"}},
		{"a reform of teaching", wordLines("江南省高等学校教学改革研究项目", "申 报 书", "项 目 名 称：____"+title+"____", "项目主持人：____"+person+"____", "所 在 学 校：____"+house+"____", "申 报 日 期：__2023__年__11__月__2__日", "江南省教育厅制"),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2023, Date: "2023-11-02", Programme: "江南省高等学校教学改革研究项目"}},
		{"a fund for books", wordLines("国家出版基金项目申请书", "（2025年度）") + formTable([]string{"项目名称", "3×" + title}, []string{"申请单位", "3×甲科学出版社"}, []string{"项目负责人", person, "联系电话", "1"}, []string{"作者", "李四", "出版时间", "2026年12月"}),
			extract.Metadata{Title: title, Applicant: person, Institution: "甲科学出版社", Year: 2025, Programme: "国家出版基金项目"}},
		{"a fund for those after their doctorate", wordLines("中国博士后科学基金资助申请书", "（第75批面上资助）") + formTable([]string{"申请人姓名", person, "性别", "女"}, []string{"博士后编号", "123456", "进站时间", "2023-07"}, []string{"设站单位", "3×" + house}, []string{"流动站名称", "3×公共管理"}, []string{"资助项目名称", "3×" + title}) + wordLines("填表日期：2024-03-01"),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2024, Date: "2024-03-01", Programme: "中国博士后科学基金资助"}},
		{"training of students", wordLines(house+"大学生创新创业训练计划", "项目申请表") + formTable([]string{"项目名称", "5×" + title}, []string{"项目类型", "5×（√）创新训练项目（ ）创业训练项目（ ）创业实践项目"}, []string{"项目实施时间", "5×起始时间： 2024年5月　完成时间： 2025年5月"}, []string{"2↓申请人或申请团队", "", "姓名", "年级", "学校", "学号"}, []string{"", "主持人", person, "2022", house, "2022001"}, []string{"2↓", "成员", "李四", "2022", house, "2022002"}),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Number: "2022001", Start: "2024-05", End: "2025-05", Programme: "大学生创新创业训练计划", Participants: []extract.Person{{Name: "李四", Institution: house}}}},
		{"a contract between a firm and a university", wordLines("合同编号：1", "技术开发（委托）合同", "项目名称："+title, "委托方（甲方）：乙电网有限公司", "受托方（乙方）："+house, "签订时间：2024年6月1日", "签订地点：北京", "有效期限：2024年6月1日至2026年5月31日"),
			extract.Metadata{Title: title, Institution: house, Year: 2024, Date: "2024-06-01", Start: "2024-06-01", End: "2026-05-31"}},
		{"industry and university", wordLines("江南省产学研合作项目申报书", "项目名称："+title, "申报单位：乙电网有限公司", "合作单位："+house, "项目负责人："+person, "起止年限：2024年1月—2025年12月", "申报日期：二〇二三年九月"),
			extract.Metadata{Title: title, Applicant: person, Institution: "乙电网有限公司", Year: 2023, Date: "2023-09", Start: "2024-01", End: "2025-12", Programme: "江南省产学研合作项目", Cooperating: []string{house}}},
		{"a programme for talents", wordLines("江南省青年拔尖人才支持计划申报书", "申 报 人："+person, "工作单位："+house, "申报领域：政治学", "填表时间：2024年4月"),
			extract.Metadata{Applicant: person, Institution: house, Year: 2024, Date: "2024-04", Programme: "江南省青年拔尖人才支持计划"}},
		{"an open project of a laboratory", wordLines("甲安全国家重点实验室", "开放课题申请书", "课题名称："+title, "申 请 人："+person, "所在单位："+house, "通讯地址：某路1号", "研究期限：2024年1月至2025年12月", "申请日期：2023年10月8日"),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2023, Date: "2023-10-08", Start: "2024-01", End: "2025-12", Programme: "甲安全国家重点实验室开放课题"}},
		{"a project of a university's own", wordLines(house+"2024年度校级科研项目", "申报书") + formTable([]string{"项目名称", "3×" + title}, []string{"主持人", person, "所在部门", "公共管理学院"}, []string{"申报类别", "3×□重点 ☑一般 □青年"}, []string{"申报日期", "3×2024 年 5 月 6 日"}),
			extract.Metadata{Title: title, Applicant: person, Institution: house + "公共管理学院", Year: 2024, Date: "2024-05-06", Programme: "校级科研项目"}},
		{"a task that is put on a list", wordLines("江南省“揭榜挂帅”项目申报书", "榜单名称："+title, "揭榜方（牵头单位）："+house, "揭榜团队负责人："+person, "发榜方：乙电网有限公司", "申报时间：2024年8月"),
			extract.Metadata{Title: title, Applicant: person, Institution: house, Year: 2024, Date: "2024-08", Programme: "江南省“揭榜挂帅”项目"}},
		{"a grant in English", wordLines("NATIONAL SCIENCE COUNCIL", "Early Career Research Grant 2025", "Application Form") + formTable([]string{"Project Title", "3×Digital rule of villages"}, []string{"Principal Investigator", "Jane Doe", "Position", "Lecturer"}, []string{"Host Institution", "3×Northern University"}, []string{"Start date", "1 January 2026", "End date", "31 December 2028"}, []string{"Co-investigators", "3×John Roe (Southern University); Ann Poe"}),
			extract.Metadata{Title: "Digital rule of villages", Applicant: "Jane Doe", Institution: "Northern University", Year: 2025, Start: "2026-01-01", End: "2028-12-31", Programme: "Early Career Research Grant", Participants: []extract.Person{{Name: "John Roe", Institution: "Southern University"}, {Name: "Ann Poe"}}}},
		{"names in parts", formTable([]string{"Project Title", "3×Digital rule of villages"}, []string{"Surname", "Doe", "First name", "Jane"}, []string{"Institution", "3×Northern University"}),
			extract.Metadata{Title: "Digital rule of villages", Applicant: "Jane Doe", Institution: "Northern University"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustParse(t, wordFile(t, c.body+wordPara("正文从这里开始。"))).Metadata
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(extract.Metadata{}, "Found"), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}
