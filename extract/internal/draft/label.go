package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// field is an entry of Metadata that a form has a label for.
type field int

const (
	otherLabel field = iota // a label whose value is of no use here; it ends other values
	titleField
	applicantField
	institutionField
	yearField
	programmeField
	keywordField
	numberField
	participantField
	cooperatingField
	dateField // of the label of a year
	fields
)

// labelWords are the words of forms, without white space and in lower case. Each
// stands once.
var labelWords = [fields]string{
	titleField:       "项目名称 课题题目 课题中文名称 研究课题名称 项目标题 选题名称 拟申请项目名称 titleofproposedproject proposalfulltitle fulltitle titleoftheproposal titleoftheresearch applicationname 项目中文名称 申请项目名称 申报项目名称 研究项目名称 课题名称 项目题目 论文题目 毕业论文题目 学位论文题目 题目 中文题目 项目题名 title projecttitle titleofproject titleoftheproject proposaltitle titleofproposal projectname nameofproject applicationtitle researchtitle titleofresearch fullprojecttitle",
	applicantField:   "申请人 第一负责人 项目第一负责人 项目组长 首席专家 主持人姓名 申报人姓名 课题主持人 项目总负责人 pi/pdname pd/pi pi/pd programdirector/principalinvestigator principalinvestigator/projectdirector projectdirector nameofpi nameoftheprincipalinvestigator fellow nameofthefellow 申请人姓名 申报人 项目申请人 项目负责人 课题负责人 项目负责人姓名 负责人 主持人 项目主持人 申请者 项目申请者 申报者 首席科学家 applicant nameofapplicant applicantname principalinvestigator principalinvestigator(pi) pi projectleader leadapplicant principalinvestigatorname nameofprincipalinvestigator piname leadinvestigator chiefinvestigator coordinator projectcoordinator",
	institutionField: "依托单位 牵头申报单位 项目牵头申报单位 项目主持单位 课题承担单位 课题依托单位 承担单位名称 申报单位名称 申请单位名称 负责人所在单位 负责人工作单位 applicantorganisationname submittingorganization awardeeorganization awardeeinstitution granteeinstitution leadresearchorganisation leadinstitution administeringinstitution hostorganisation hostorganization beneficiary 项目依托单位 依托单位名称 申请单位 申报单位 申请人单位 承担单位 项目承担单位 所在单位 工作单位 责任单位 牵头单位 项目牵头单位 第一申请单位 第一承担单位 申请机构 申报机构 依托机构 所属单位 项目申请单位 项目申报单位 institution hostinstitution applicantinstitution nameofinstitution organization organisation affiliation leadorganisation leadorganization researchorganisation researchorganization applicantorganisation applicantorganization administeringorganisation organisationname organizationname university",
	yearField:        "申报年度 申请年度 申报年份 申请年份 项目年度 申报日期 申请日期 填报日期 填表日期 填写日期 year callyear applicationyear yearofapplication submissiondate dateofsubmission",
	programmeField:   "资助类别 课题类别 资助项目类别 基金项目类别 专项类别 所属专项 科技计划类别 计划类型 fundingmechanism awardtype calltitle callname fundingcall 资助类型 项目类别 项目类型 申请类别 申报类别 计划类别 计划名称 专项名称 申报类型 申请类型 资助计划 支持类别 计划项目类别 基金类别 项目来源 programme program fundingscheme fundingprogramme fundingprogram scheme grantscheme grantprogramme call fundingopportunity competition typeofgrant granttype",
	keywordField:     "关键词 项目关键词 keyterms freekeywords 中文关键词 关键字 主题词 研究关键词 keywords keyword researchkeywords",
	numberField:      "申请人编号 申请人代码 申请人工号 人员编号 人员代码 工号 职工号 教工号 教职工号 职工编号 学号 orcid orcidid orcididentifier applicantid personid staffnumber staffid employeeid",
	participantField: "主要参与者 项目组主要参与者 项目主要参与者 主要参加者 主要参加人员 项目主要参加人员 项目参加人员 参加人员 参与人员 主要参与人员 参加者 参与者 参与人 参加人 项目组成员 项目组主要成员 项目成员 课题组成员 课题组主要成员 课题组主要参加者 主要成员 团队成员 研究团队成员 研究团队 团队主要成员 合作者 projectmembers teammembers participants coinvestigators co-investigators co-investigator coinvestigator co-pi co-pis researchteam keypersonnel otherparticipants",
	cooperatingField: "合作单位 合作研究单位 合作研究单位信息 合作研究单位名称 合作单位名称 协作单位 参与单位 参加单位 参与申报单位 联合申报单位 联合申请单位 合作申报单位 合作申请单位 合作机构 合作承担单位 联合承担单位 partnerinstitutions partnerinstitution partnerorganisations partnerorganizations partnerorganisation partnerorganization collaboratinginstitutions collaboratinginstitution participatinginstitutions participatingorganizations",
	otherLabel: "姓名 年级 班级 学历 年龄 签字 签名 日期 中文 英文 外文 序号 编号 备注 合计 评审类型 课题类型 指导教师 导师 职责 任务 阶段 提交成果 应提交成果 任务分工 分工 签章 性别 出生年月 出生日期 民族 学位 职称 职务 专业技术职务 专业技术职称 技术职称 专业 所学专业 从事专业 研究专长 承担任务 项目分工 项目中的分工 在项目中的分工 在本项目中的分工 国籍 最高学位 最后学位 最后学历 证件类型 投入时间 工作时间 工作单位及职务 学科 学院 电话 联系电话 办公电话 手机 传真 电子邮箱 电子邮件 邮箱 邮编 邮政编码 通讯地址 地址 身份证号 证件号码 " +
		"申请代码 学科代码 研究领域 研究方向 研究期限 起止年月 起止时间 申请金额 申请经费 资助经费 项目编号 受理编号 批准号 申请编号 附注说明 亚类说明 英文名称 项目英文名称 英文关键词 摘要 中文摘要 英文摘要 " +
		"每年工作时间 是否在站博士后 个人网页 国别或地区 联系人 网站地址 单位名称 基地类别 预计研究年限 " +
		"address email e-mail telephone phone fax duration startdate enddate budget amount abstract summary department date gender position",
}

var labels = func() map[string]field {
	m := map[string]field{}
	for f, list := range labelWords {
		for w := range strings.FieldsSeq(list) {
			m[w] = field(f)
		}
	}
	return m
}()

// labelled knows a label, written with blanks or brackets as forms do.
func labelled(s string) (field, bool) {
	if utf8.RuneCountInString(s) > maxLabel {
		return 0, false
	}
	s = strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '*' || r == '＊' || r == '_' || r == '□' {
			return -1
		}
		return r
	}, s))
	s = strings.Trim(s, ":：.、")
	s = strings.TrimLeft(s, "0123456789.、一二三四五六七八九十")
	if f, ok := labels[s]; ok {
		return f, true
	}
	if i := strings.IndexAny(s, "（("); i > 0 {
		f, ok := labels[s[:i]]
		return f, ok
	}
	return 0, false
}

// isLabel says whether a text is a label, with a value or without.
func isLabel(s string) bool {
	if _, ok := labelled(s); ok {
		return true
	}
	name, _, ok := cutColon(s)
	if ok {
		_, ok = labelled(name)
	}
	return ok
}
