package field

import "zhiwen/extract/internal/char"

var (
	// noteSign matches a sign after a name that refers to a note: Jane Doe1,2 a, John Roe∗.
	noteSign  = char.Pattern(`(\pL)(?:\d(?:,\d)*|[*∗†‡§¶])+(?: [a-z]\b)?`)
	nameBreak = char.Pattern(`\s*\band\s+|\s+(?:und|et|&|-|–|—|/)\s+`)
	// aside matches the mention of a helper: (with advisor Jane Doe).
	aside         = char.Pattern(`\s*\(?\b(?:with|under) (?:(?:his|her|my|the) )?(?:advis[eo]r|supervis|mentor|guidance).*$`)
	academicTitle = char.Pattern(`^\s*(?:Prof(?:essor)?|Dr)\b`)
	// besideName matches what stands beside a name: a degree, a position, a number, an address, a
	// country.
	besideName = char.Pattern(`(?i)^(?:ph\.?\s?d\.?|m\.?sc?\.?|b\.?sc?\.?|b\.?tech\.?|m\.?d\.?|dr\.?|prof(?:essor)?\.?|` +
		`(?:assistant|associate|full|adjunct) professor|lecturer|postdoc\w*|student(?: (?:id|number|no)\b.*)?|pi|` +
		`co-?(?:pi|i|investigator|applicant)|principal investigator|(?:student )?id\b.*|author|candidate|ph\.?d\.? (?:student|candidate)|` +
		`[A-Z]{0,8}[\d /-]{3,}|\S+@\S+|UK|USA|U\.S\.A?\.?|China|Germany|France|India|Canada|Australia|Japan|Spain|Italy)$`)
	// withAddress matches the mail address after a name.
	withAddress = char.Pattern(`[\s,;]+[<(\[]?[\w.+-]+@[\w.-]+\.\w+[>)\]]?$`)
	// signature matches a name as people write their own, where a name is expected; numbered
	// matches the student number after it.
	signature = char.Pattern(`^\p{Lu}[\pL.’'-]*(?: \pL[\pL.’'-]*){1,3}$`)
	numbered  = char.Pattern(`\s*[\[(,]?\s*[A-Z]{0,8}\d[\w/-]{2,}[\])]?\s*$`)
	lettered  = char.Pattern(`^[A-Z][.)] \pL`) // A. Background
	copyright = char.Pattern(`(?i)copyright|©`)
	// likePair matches an unknown label, or a name, before a colon and a few words.
	likePair = char.Pattern(`^\p{Lu}\pL+(?: \pL+){0,2}\s?: \S.{0,40}$`)
	// datedLine matches a line that says what its year is, yearsWithin the years in it.
	datedLine = char.Pattern(`(?i)^year\b|^.{0,20}\b(?:(?:academic|school) year|anno accademico|a\.?a\.?|année (?:universitaire|` +
		`académique)|session|batch|submitted(?: on)?|submission(?: date)?|date(?: of \w+)?|handed in|delivered|defended|defen[cs]e|` +
		`semester|term|(?:thesis |project )?period)\b.{0,60}$`)
	// placeYear matches a place with a year: Szeged, 2023; STOCKHOLM, SWEDEN 2019.
	placeYear   = char.Pattern(`^\p{Lu}[\pL’'-]+(?:,? \p{Lu}[\pL’'-]+){0,2}(,?) ((?:19|20)\d{2})$`)
	twoYears    = char.Pattern(`^(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)\d{2}$`)
	yearsWithin = char.Pattern(`\b(?:19|20)\d{2}\b`)
	// besideOthers matches a label for another person in the line of a name.
	besideOthers = char.Pattern(`(?i)\s(?:supervis(?:or|ed by)|advis(?:or|er)|mentor|guide|examiner|matriculation|student (?:id|number|` +
		`no))s?\s?[.:]`)
	accentBefore = char.Pattern("[´`¨˜ˆ¸ˇ]\\pL")
	letteredOut  = char.Pattern(`^\s*[A-Za-z](?: [A-Za-z]){3,}(?: {2,}[A-Za-z](?: [A-Za-z])*)*\s*$`)
	wideBlank    = char.Pattern(` {2,}`)
	// apartInLine matches the rule or wide gap between texts side by side in a line.
	apartInLine = char.Pattern(`_{5,}|\t| {8,}`)
	// placeFor matches text of a template that is to be replaced.
	placeFor = char.Pattern(`(?i)\?\?|\byour (?:business|name|title|company|project|needs|topic|institution)\b|` +
		`\b(?:insert|enter) (?:your|the|a) `)
	// nextTo matches the number after each of several names: Jane Doe 22I-1281 John Roe 22I-0899.
	nextTo = char.Pattern(`[\s,–-]*[\[(]?\b[A-Za-z]{0,4}\d[\w/-]{3,}\b[\])]?\s*`)
	// salutation matches the start of a letter.
	salutation = char.Pattern(`(?i)^(?:dear|to whom)\b`)
	// partOfProposal matches headings of parts of a proposal, which are no titles however large
	// they are set.
	partOfProposal = char.Pattern(`(?i)^(?:(?:student |author[’']?s? |statutory )?declaration(?: of .{0,40})?|acknowledge?ments?|` +
		`dedication|certificate(?: of .{0,40})?|about (?:the|me|my|myself|you|us)\b.{0,30}|(?:personal|contact|educational|education|` +
		`basic|general|student|applicant|academic) (?:information|details|info|background|profile)|(?:project|proposal) (?:synopsis|` +
		`details|overview|goals)|synopsis|deliverables|index(?: of contents?)?|(?:my|work) (?:background|motivation|experience)|` +
		`(?:topic|background|motivation|goals?|objectives?|problem(?: statement)?|scope|aims?|rationale) (?:and|&) (?:motivation|` +
		`background|objectives?|goals?|scope|aims?|significance|problem statement|overview|rationale))$`)
	// finite matches words that make a long line a sentence; titles seldom contain them.
	finite = char.Pattern(`\b(?:is|are|was|were|will|has|have|can|may|we|We|I|This)\b`)
	// brokenOff matches the end of a line that must continue.
	brokenOff = char.Pattern(`(?i)\b(?:a|an|the|of|for|in|on|to|and|or|with|by|from|at|as|using|via|into|under|between|` +
		`towards?|through|&)$`)
	abstractWord = char.Pattern(`(?i)^(?:abstract|summary|executive summary|keywords?|key words|contents|table of contents|overview|` +
		`introduction)\s*(?:[:.—–-]|$)`)
	writtenBy = char.Pattern(`^(?:[Bb]y|BY|(?:A .{0,40})?(?:[Ss]ubmitted|[Pp]repared|[Pp]resented|[Pp]roposed|[Ww]ritten) [Bb]y|` +
		`(?:SUBMITTED|PREPARED|PRESENTED|PROPOSED|WRITTEN) BY|[Aa]uthors?(?:\s*:|$)|(?:[Gg]raduating|[Gg]raduand|[Cc]andidate|` +
		`[Ll]aureand[oa])\b)\s*:?(?:\s+(.{0,80}))?$`)
	// clause matches a line of a title page that belongs to no field.
	clause = char.Pattern(`(?i)^(?:submitted|presented|prepared (?:by|for)|an? (?:\w+ ){0,3}(?:thesis|dissertation|` +
		`proposal)\b.*(?:submitted|presented|fulfil)|in (?:partial )?fulfil|for the (?:degree|award)|(?:degree|requirements?) (?:of|for)|` +
		`under the (?:supervision|guidance)|word count|ph\.?d\.? (?:student|candidate)|(?:prof(?:essor)?|dr)\.? \p{Lu}[\pL’'-]+$|` +
		`(?:(?:post|under)?graduate |master[’']?s? |doctoral |ph\.?d\.? |study |degree ){0,2}program(?:me)? (?:in|of)\b|doctor of|` +
		`doctoral (?:student|candidate)|master of|bachelor of|keywords?:|.*\b\d{1,3} (?:ects|credits?|credit points)\b|` +
		`(?:[bm]\.?sc|[bm]\.?eng|[bm]\.?tech|m\.?phil|ph\.?d|mba)\b\.?(?: ?\(hons(?:ours)?\.?\))?(?: (?:in|of))? [\pL &,]{3,50}$|` +
		`(?:[bm]\.?a|master'?s?|bachelor'?s?)\.? (?:degree )?in |degree project)` +
		`|^(?:to|in|in the|at|of|and|with|requirements|supervis(?:or|ors|ory|ion)|supervised by|advis[eo]rs?|advised by|` +
		`(?:thesis |dissertation |supervisory |doctoral )?committee(?: members?)?|collaborat(?:ors?|ions?)|students?|confidential|` +
		`(?:co-?)?principal investigators?|project lead(?:er)?|team members?|group(?: \w+)?|team(?: \w+)?|` +
		`(?:rough |final |first )?draft|version [\d.]+|undergraduate|graduate|candidate|software engineer|founder|director|` +
		`(?:assistant|associate|full)? ?professor|\d+ pages?|[a-z]{2,5} ?\d{3,4}\w?)(?:$|\s*[:,–-])|^[\d\s|–-]+$`)
	// address matches a line with a postal address, a web address or a telephone number.
	address = char.Pattern(`(?i)@|https?:|www\.|^(?:tel|phone|fax|e-?mail|website|github|git)\b|\+\d[\d\s()-]{6,}|` +
		`^[\d\s()+-]{7,}$|^p\.?o\.? box|^\p{Lu}[\pL. -]+ \d{1,4}\w?, \d{4,5} \p{Lu}|\b[A-Z]{2} \d{5}\b|^\d+ .*\b(?:street|st|road|rd|` +
		`avenue|ave|drive|lane)\b`)
	instructionInLatin = char.Pattern(`(?i)^(?:about:|please|(?:provide|describe|explain|state|list|give|write|include|briefly)(?:\s|:|` +
		`$)|note\b|instructions?|guidelines?|enter|insert|type|title|subtitle|your |page \d|title of |section|part [\divx]|appendix|` +
		`attachment|annex|table of|list of|figure|version|template|application form|form\b|this )|\b(?:template|instructions)$`)
)

// formNoun matches what a proposal calls itself.
const formNoun = `(?:proposals?|prospectus|application|narrative|statement|case for support|white ?paper|concept (?:note|paper)|` +
	`letter of intent|pre-?proposal|project (?:summary|description|plan|charter|brief)|research (?:plan|summary|overview|interests|` +
	`programme|program|project|outline)|work ?plan|study (?:plan|protocol)|grant|thesis|dissertation|capstone(?: project)?|assignment|` +
	`assessment(?: task)?(?: \d+)?|coursework|cover sheet|registration form|(?:final|progress|interim|project|technical|internship|` +
	`individual project) report|term paper|(?:third|fourth|final)[ -]year individual project|specific aims|business plan|` +
	`(?:final[ -]year|senior|course|class|term|group|semester|research|summer) project)`

var (
	ofForm1 = char.Pattern(`(?i)^(?:[\w‘’'.&|*-]+ ){0,8}?` + formNoun + `(?: (?:[A-Z]|(?:approval|evaluation|submission|request|` +
		`registration|defen[cs]e) form|[–—-]|\[.{1,20}\]|proposals?|abstract|form|draft|summary|cover (?:page|sheet)|v?\d+(?:\.\d+)*|` +
		`(?:19|20)\d{2}|submission|template|document|outline|number \d+))*[\s:,–—.-]*(?:\(?[\d\s./-]*(?:\w+ \d{1,2}(?:st|nd|rd|` +
		`th)?,? )?(?:19|20)?\d{0,4}\)?)?$`)
	ofForm2 = char.Pattern(`(?i)^(?:an? )?(?:(?:\w+ ){0,3}(?:proposal|thesis|dissertation|report|project) (?:on|entitled|titled)[: _]*$|` +
		`application for (?:an?|the) (?:\S+ ){1,5}(?:grant|fellowship|award|scholarship|programme|program|fund)(?: (?:19|20)\d{2})?|` +
		`(?:prospectus|proposal) (?:for|of) (?:an? |the )?(?:ph\.?\s?d|doctoral|doctorate|master|bachelor|degree|thesis|dissertation).*|` +
		`statement of (?:research|purpose|work|interest|intent|teaching)|description of (?:the )?(?:research|project)|outline of|` +
		`summary of (?:the )?(?:proposed )?(?:research|project)|proposal (?:for|to|submitted) (?:an? |the )?(?:degree|doctor|master|phd|` +
		`fellowship|grant|funding|national|council|foundation).*|(?:part|section) [A-C]\d?|b[12]|form [\w-]+)$`)
	// thesisElsewhere matches what an English thesis calls itself in the language of its university.
	thesisElsewhere = char.Pattern(`(?i)^(?:(?:master|bachelor|diplom|doktor|studien|seminar)arbeit\b.*|tesi di (?:laurea|dottorato).*|` +
		`praca (?:magisterska|inżynierska|licencjacka|dyplomowa)|magistritöö|bakalaureusetöö|diplomov[áa] pr[áa]c[ea]|bakalářská práce|` +
		`mémoire.*|thèse (?:de|pour).*|examensarbete.*|kandidatarbete|trabajo (?:de )?fin de .*|tesis (?:doctoral|de .*)|dissertação.*|` +
		`trabalho de conclusão.*)$`)
	// inTitle matches words that the names of forms do not contain: A Proposal for Better Maps.
	inTitle = char.Pattern(`(?i)\b(?:for|of|on|in|with|using|towards?|via|by|from|to|the|is|are)\b`)
)

// handedIn matches the clause of a title page about where a text was handed in: submitted to the
// Committee on Graduate Studies of Northern University.
var handedIn = char.Pattern(`(?i)^(?:(?:to be )?(?:submitted|presented)\b|(?:an?|the|this) (?:[\w’'-]+ ){0,5}(?:thesis|dissertation|` +
	`proposal|prospectus|report|project)\b.{0,60}\b(?:submitted|presented|fulfil\w*|requirements?)\b|in (?:partial )?fulfil)`)

// ofOthers matches headings above people who do not apply.
var ofOthers = char.Pattern(`(?i)supervis|advis|committ?ee?|mentor|referee|sponsor|examin`)
