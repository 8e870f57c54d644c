package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/internal/each"
)

// surnames are the frequent Chinese family names, of more than 98 in 100 people. Text that begins
// otherwise counts as a name only after an unambiguous label.
const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤" +
	"温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商" +
	"刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹井祖漆巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慕危" +
	"玉银亢嵇公哈湛宾戎勾茅利于呼居揭干但尉冶斯元束檀衣信展阴昝智幸奉植衡富尧闭由"

// CompoundNames matches family names of two characters.
var CompoundNames = char.Pattern(`^(?:欧阳|上官|司马|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|端木|长孙|宇文|西门|南宫|独孤)`)

// LikelyName reports whether a name is plausible by its family name. Names in other scripts, with a
// point between their parts, or transcribed by sound are always plausible.
func LikelyName(s string) bool {
	first := char.First(s)
	return !char.Wide(first) || strings.ContainsRune(s, point) || strings.ContainsRune(surnames, first) || CompoundNames().MatchString(s) ||
		bySound(s)
}

// point separates the parts of a name, as in 买买提·吐尔逊.
const point = '·'

// points are the characters that people type for it; many keyboards lack it.
const points = "·•・．.‧∙⋅･﹒ㆍ᛫᠂"

// between matches a point between Chinese characters, with the blanks around it.
var between = char.Pattern(`(\p{Han})\s*[` + points + `]\s*(\p{Han})`)

// FoldPoints replaces every point between the parts of a Chinese name by point, without blanks.
func FoldPoints(s string) string {
	if !strings.ContainsAny(s, points) {
		return s
	}
	s = between().ReplaceAllString(s, "${1}"+string(point)+"${2}")
	// again, since a one-character part ends one match and begins the next
	return between().ReplaceAllString(s, "${1}"+string(point)+"${2}")
}

// sounds are the characters used to transcribe names of other languages: Uyghur, Kazakh, Mongolian,
// Tibetan, Yi, Japanese and European ones.
const sounds = "堆拥坚觉岩勐" +
	"万素甫鼎雪乐娃通道让沛晋列向山太别宫都合谷川夫和萝阿埃艾爱安昂奥巴白班邦保鲍贝本比边彬宾波伯勃博布不才仓策查察昌朝彻赤楚次村达答大丹旦德得登邓迪狄底蒂丁顶东顿多朵额厄恩尔耳法帆凡费芬弗夫福盖甘噶嘎尕冈岗高戈哥格根更贡古瓜贵哈海罕汗翰浩贺赫黑" +
	"恒呼胡花华" +
	"惠霍基吉给加佳嘉姜江杰金京久居卡开凯坎康柯科可克肯孔库夸奎拉喇来莱兰朗劳老勒雷类楞黎里理丽利力立莉连林琳隆娄鲁路伦罗洛络吕妈玛马麦买满曼芒毛梅美门蒙孟米密敏明莫墨默牡姆木穆那纳娜乃奈南尼宁牛努女诺欧帕" +
	"排潘佩彭皮平普其奇齐恰钦琴青琼曲仁日荣茹瑞若萨赛桑沙莎珊尚绍舍申神圣师施什史舒朔丝斯司松苏孙索塔台坦汤唐陶特腾提铁廷图吐土托瓦外旺威韦维魏温文翁乌吾武希西锡夏香肖谢辛欣雄休旭雅亚延扬耶叶伊依以益义因音" +
	"英永尤于宇玉约云扎泽札詹哲珍仲朱珠卓兹孜宗祖佐央热则措增姬芭妮肉牧骨巧敦和赉巍晁色朋柔仍苗甲冬卜拜"

const (
	// leastLong is the least number of characters of a transcribed Chinese name without a point:
	// family and given name have at most four.
	leastLong = 5
	// mostLong is the most characters of a name.
	mostLong = 15
)

// noSound are characters that occur in other text of forms, but not in transcribed names: words of
// grammar and of offices.
const noSound = "的是否请填写与及或为见应项目业学院系所室职称务位部门号码电话邮箱期年月未无待将由从按于在之者人员本该各级类"

// bySound reports whether a long text is a transcribed name: at least four of five characters are
// used for transcription and none belongs to a word.
func bySound(s string) bool {
	n, of := sounding(s)
	return of >= leastLong && of <= mostLong && 5*n >= 4*of
}

// Sounds reports whether all characters of a text are used for transcription, or whether it is in
// another script. It is meant for text after a label, where no family name is needed to recognise a
// name.
func Sounds(s string) bool {
	n, of := sounding(s)
	return of > 1 && n == of || otherScript().MatchString(s)
}

// sounding returns the number of characters used for transcription and of all characters, or zeros
// if one belongs to a word or is not Chinese.
func sounding(s string) (n, of int) {
	for _, r := range s {
		if !unicode.Is(unicode.Han, r) || strings.ContainsRune(noSound, r) {
			return 0, 0
		}
		if of++; strings.ContainsRune(sounds, r) {
			n++
		}
	}
	return n, of
}

var (
	// HanName matches a text that is as long as a Chinese name.
	HanName = char.Pattern(`^\p{Han}{2,4}$|^\p{Han}{1,10}(?:·\p{Han}{1,10}){1,3}$`)
	// otherScript matches a name in Kana, with a point if it is a foreign one, or in Hangul.
	otherScript = char.Pattern(`^[\p{Han}\p{Hiragana}\p{Katakana}ー]{0,8}[\p{Hiragana}\p{Katakana}]` +
		`[\p{Han}\p{Hiragana}\p{Katakana}ー]{1,8}(?:[・･·][\p{Katakana}ー]{1,10}){0,3}$|^\p{Hangul}{2,5}$`)
	// LatinName matches the form of a name in Latin letters.
	LatinName = char.Pattern(`^\p{Lu}[\pL.'’-]*(?: \p{Lu}[\pL.'’-]*){1,4}$`)
	// latinWords matches words of a name in letters, with the particles before family names.
	latinWords = char.Pattern(`^(?:` + particles + ` )*` + nameWord + `(?:,? (?:` + particles + ` )*` + nameWord + `){0,4}$`)
	// joined matches a name with a gap after the family name: 王 小明, 欧阳 修.
	joined = char.Pattern(`^(\p{Han}{1,2}) +(\p{Han}{1,2})$`)
)

const (
	nameWord  = `(?:[dDlL]['’‘ʼ´])?\p{Lu}[\pL\pM.'’‘ʼ´-]*`
	particles = `(?:van|von|der|den|dem|de|da|di|do|du|dos|das|del|della|la|le|las|los|lo|zu|zum|zur|ten|ter|te|af|av|bin|bint|ibn|` +
		`ben|al|el|y|e|i)`
)

// noNameWords matches words that stand in place of a name: labels, titles, ranks and marks for
// missing values. A name may contain one of them but cannot consist of them.
var noNameWords = char.Pattern(`(?i)^(?:yes|no|none|name|n/?a|nil|null|tb[dac]|to|be|the|your|my|of|and|or|as|not|same|see|above|below|` +
	`attached|annex|applicable|determined|announced|unknown|anonymous|various|other|others|please|enter|fill|insert|type|click|here|` +
	`required|optional|select|choose|sample|example|test|xxx?|` +
	`full|first|last|given|family|surname|forename|signature|signed|date|title|position|rank|degree|sex|gender|male|female|nationality|` +
	`chinese|address|phone|tel|telephone|mobile|fax|e-?mail|website|contact|person|id|number|` +
	`project|proposal|application|applicant|principal|lead|co|chief|investigator|leader|coordinator|author|participant|member|team|` +
	`university|institut[eo]?|institution|department|dept|school|faculty|college|laboratory|lab|center|centre|academy|company|ltd|inc|` +
	`prof|professor|assistant|associate|adjunct|visiting|senior|junior|full-time|part-time|emeritus|dr|mr|mrs|ms|miss|sir|madam|phd|` +
	`ph\.?d|md|msc|bsc|ma|ba|doctor|doctoral|master|bachelor|student|lecturer|reader|teacher|researcher|scientist|engineer|` +
	`technician|postdoc|postdoctoral|fellow|director|manager|head|dean|chair|president|secretary|assistant)\.?$`)

// latinName reports whether a text after a label is a name in letters. There a single word is
// enough, unless it is in capitals like an abbreviation.
func latinName(s string) bool {
	words := strings.Fields(strings.ReplaceAll(s, ",", " "))
	if !latinWords().MatchString(s) || functionWord().MatchString(s) || len(words) == 1 && strings.ToUpper(s) == s ||
		strings.Count(s, ",") > 1 || letters(s) < leastLetters {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return !noNameWords().MatchString(w) })
}

// leastLetters is the least number of letters of a name.
const leastLetters = 2

func letters(s string) int { return each.Count([]rune(s), unicode.IsLetter) }

// join removes the gap after a family name if the family name is no full name by itself.
func join(s string) string {
	m := joined().FindStringSubmatch(s)
	if m == nil {
		return s
	}
	if strings.ContainsRune(surnames, char.First(m[1])) && utf8.RuneCountInString(m[1]) == 1 || CompoundNames().MatchString(m[1]) {
		return m[1] + m[2]
	}
	return s
}

// Name is PersonName for text after a label that asks for a name. It also accepts transcribed
// names, single words, Kana and Hangul, and rejects titles of offices.
func Name(s string) string {
	s = join(FoldPoints(char.OneLine(strings.Trim(s, " *＊"))))
	if name := PersonName(s); name != "" {
		if noNameBehindLabel().MatchString(name) || titleOfPerson().MatchString(name) && !LatinName().MatchString(name) ||
			!strings.ContainsFunc(name, char.Wide) && !latinName(name) {
			return ""
		}
		return name
	}
	if noName().MatchString(s) || label.BuiltIn().IsLabel(s) {
		return ""
	}
	if bySound(ClosedUp(s)) {
		return ClosedUp(s)
	}
	if latinName(s) || otherScript().MatchString(s) {
		return s
	}
	return ""
}

// noNameBehindLabel matches what forms and people write in Chinese in place of a name.
var noNameBehindLabel = char.Pattern(`^(?:是否|有无|男女|同[上前左右]|[如见][上下前附]\p{Han}{0,2}|不[填详明变]|未[填定知]\p{Han}?|[待需][填补定]\p{Han}?|保密|匿名|某某+|本人|` +
	`无名|必填|选填|可选|空白|示例|样[例本]|测试|盖章|公章|印章|[男女]性?|[中外]国籍?|中国公民|汉族|[\p{Han}]{1,4}族|党员|团员|群众|` +
	`性别|年龄|民族|国籍|籍贯|学[历位号]|专业|职[称务位级]|电话|手机|邮[箱编]|传真|地址|部门|编号|工号|类[别型]|名称|题目|年度|[\p{Han}]{0,2}(?:老师|教师|同学|师傅|先生|女士|小姐|科长|局长|厅长|部长|经理|总监|` +
	`董事|书记|干事|科员|职员|职工|助理|主管|组长|队长|负责人|联系人|申请人|主持人|参与人|申报人|学生|团队|课题组|项目组))$`)
