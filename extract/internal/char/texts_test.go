package char

import "testing"

// Texts that look unlike running Chinese and English, and are no noise.
var unusualTexts = []struct{ name, text string }{
	{"verse of Chu", "帝高阳之苗裔兮，朕皇考曰伯庸。摄提贞于孟陬兮，惟庚寅吾以降。皇览揆余初度兮，肇锡余以嘉名。名余曰正则兮，字余曰灵均。纷吾既有此内美兮，又重之以修能。扈江离与辟芷兮，纫秋兰以为佩。汩余若将不及兮，恐年岁之不吾与。朝搴阰之木兰兮，夕揽洲之宿莽。日月忽其不淹兮，春与秋其代序。惟草木之零落兮，恐美人之迟暮。"},
	{"the Book of Songs", "關關雎鳩，在河之洲。窈窕淑女，君子好逑。參差荇菜，左右流之。窈窕淑女，寤寐求之。求之不得，寤寐思服。悠哉悠哉，輾轉反側。七月流火，九月授衣。一之日觱發，二之日栗烈。無衣無褐，何以卒歲。三之日于耜，四之日舉趾。同我婦子，饁彼南畝，田畯至喜。"},
	{"herbs", "黄芪、当归、白术、茯苓、甘草、柴胡、黄芩、半夏、生姜、大枣、附子、肉桂、桔梗、杏仁、薏苡仁、砂仁、枳壳、厚朴、苍术、藿香、佩兰、豆蔻、草果、泽泻、猪苓、茵陈、虎杖、金钱草、萹蓄、瞿麦、石韦、萆薢、莪术、三棱、水蛭、虻虫、䗪虫、鳖甲、牡蛎、蒺藜、羚羊角、天麻、钩藤、地龙、全蝎、蜈蚣、僵蚕"},
	{"chemicals", "苯乙烯、丙烯腈、邻苯二甲酸二（2-乙基己基）酯、吡啶、嘧啶、嘌呤、咪唑、噻吩、呋喃、哌啶、吗啉、喹啉、吲哚、咔唑、蒽醌、萘酚、茚满酮、芘、䓛、苝、胍、脲、肼、腙、肟、醌、羧酸、巯基乙醇、羟基、氨基、烷烃、炔烃、萜烯、甾体、镧、铈、镨、钕、钷、钐、铕、钆、铽、镝、钬、铒、铥、镱、镥"},
	{"names", "赵翊翀、钱旻昊、孙奕霏、李甯馨、周珺瑶、吴祎宸、郑昱玮、王琛琰、冯晟睿、陈珞祺、褚芃芃、卫璟雯、蒋骁彧、沈沁玥、韩翀昱、杨谡、朱珂嬅、秦岢、尤姝妍、许煜炜、何翾、吕骐瑄、施赟、张玥、孔德赟、曹梓珩、严淏、华芊彧、金烨、魏霁、陶姵、姜妤"},
	{"reagents", "NaCl, KH2PO4, Tris-HCl, EDTA, PMSF, DTT, BSA, SDS-PAGE, HEPES, MgSO4, DMEM, FBS, PBS, PVDF, TEMED, APS, IPTG, X-gal, LB, MTT, CCK-8, DMSO, DAPI, FITC, PE-Cy7, BCA, ECL, HRP, RIPA, NP-40, CHAPS, EGTA, TBST, PCR, qPCR, dNTP, DNase I, RNase A, T4 ligase, EcoRI, BamHI, HindIII, XhoI, NdeI, PstI, KpnI, SacI, SmaI, NcoI, XbaI, SpeI, NotI, ApaI, MluI"},
	{"abbreviations", "CNN RNN LSTM GRU GAN VAE GNN GCN GAT MLP SVM KNN PCA LDA HMM CRF BERT GPT NLP CV RL DQN PPO TRPO DDPG SAC MDP POMDP FPGA GPU TPU CPU DSP ASIC RTL HDL VLSI CMOS DRAM SRAM NAND PCIe USB HDMI VGA DVI TCP UDP HTTP FTP SSH DNS DHCP VPN LAN WAN WLAN MIMO OFDM CDMA GSM LTE QAM QPSK BPSK FSK"},
	{"genes", "TP53, BRCA1, BRCA2, EGFR, KRAS, NRAS, BRAF, PIK3CA, PTEN, AKT1, MTOR, CDK4, CDK6, CDKN2A, RB1, MYC, MYCN, ERBB2, FGFR1, FGFR2, VEGFA, KDR, FLT1, PDGFRA, KIT, ALK, ROS1, RET, MET, NTRK1, IDH1, IDH2, TET2, DNMT3A, ASXL1, EZH2, KMT2D, ARID1A, SMARCB1, STK11, KEAP1, NFE2L2, JAK2, STAT3, SOCS1, NOTCH1, CTNNB1, APC, AXIN2, TGFBR2, SMAD4"},
	{"DNA", "ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAGCTAGCTAGGATCGATCGTTAGCATCGGCTAAGCTTGCATGCCTGCAGGTCGACTCTAGAGGATCCCCGGGTACCGAGCTCGAATTCACTGGCCGTCGTTTTACAACGTCGTGACTGGGAAAACCCTGGCG 5'-GGAATTCCATATGAGCGATAAAATTATTC-3' 5'-CCGCTCGAGTTAGTGGTGGTGATGATG-3'"},
	{"RNA in tens", "augccguaac gguuacgcua ccgauugcau gguacccaug cuagcuuacg gauccgauua cgcuaagcuu gcaugccugc aggucgacuc uagaggaucc ccggguaccg agcucgaauu cacuggccgu"},
	{"a protein", "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHCLLVTLAAHLPAEFTPAVHASLDKFLASVSTVLTSKYR MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHSLAKWKRQTLGQHDFSAGEGLYTHMKALRPDEDRLSPLHSVYVDQWDWE"},
	{"a protein in tens", "MALWMRLLPL LALLALWGPD PAAAFVNQHL CGSHLVEALY LVCGERGFFY TPKTRREAED LQVGQVELGG GPGAGSLQPL ALEGSLQKRG IVEQCCTSIC SLYQLENYCN MGDVEKGKKI FIMKCSQCHT VEKGGKHKTG PNLHGLFGRK TGQAPGYSYT AANKNKGIIW GEDTLMEYLE NPKKYIPGTK MIFVGIKKKE ERADLIAYLK KATNE"},
	{"amino acids by three letters", "Met-Val-Leu-Ser-Pro-Ala-Asp-Lys-Thr-Asn-Val-Lys-Ala-Ala-Trp-Gly-Lys-Val-Gly-Ala-His-Ala-Gly-Glu-Tyr-Gly-Ala-Glu-Ala-Leu-Glu-Arg-Met-Phe-Leu-Ser-Phe-Pro-Thr-Thr-Lys-Thr-Tyr-Phe-Pro-His-Phe-Asp-Leu-Ser-His"},
	{"organic compounds", "2-(4-isobutylphenyl)propanoic acid, N-(4-hydroxyphenyl)acetamide, 1,3,7-trimethylxanthine, methyl (2S)-2-[[(2S)-2-amino-3-carboxypropanoyl]amino]-3-phenylpropanoate, 3,5-di-tert-butyl-4-hydroxytoluene, dichlorodiphenyltrichloroethane, hexafluorophosphate, tetrabutylammonium bromide, triphenylphosphine, benzyltrimethylammonium hydroxide"},
	{"pinyin with tones", "běi jīng shì、shàng hǎi shì、guǎng zhōu、shēn zhèn、chóng qìng、xiānggǎng、nèiměnggǔ、xīnjiāng wéiwú'ěr zìzhìqū、zhuàngzú、lǚyóu、nǚshì、yuányì、xióngmāo、quánqiú、qiánkūn、jiǒngjìng、zhuāngyuán、cuīcù、suīrán、rùnzé、lüèduó"},
	{"pinyin with digits", "zhong1 hua2 ren2 min2 gong4 he2 guo2 xue2 sheng1 xiang4 mu4 shen1 qing3 shu1 yan2 jiu1 fang1 an4 chuang4 xin1 dian3 lv4 se4 nv3 xing4 jiong3 zhuang4 qiong2"},
	{"names in pinyin", "Zhang Xiaoqing, Wang Zhiqiang, Li Xuefeng, Zhao Yuxuan, Qian Zimo, Sun Haoran, Zhou Muchen, Wu Yichen, Zheng Ruoxi, Feng Junjie, Chen Siyuan, Chu Jiayi, Wei Mingxuan, Jiang Xinyi, Shen Tianyou, Han Xuesong, Yang Liuqing, Zhu Tianyu, Qin Shiyue, You Kexin, Xu Zhiyuan, Lv Qixuan, Kong Deyun, Cao Ziheng, Hua Qianyu"},
	{"Uyghur", "دۇنيا كىشىلىك ھوقۇقى خىتابنامىسى. ئىنسانلار ئائىلىسىنىڭ بارلىق ئەزالىرىنىڭ ئۆزىگە خاس ئىززەت-ھۆرمىتىنى شۇنىڭدەك ئۇلارنىڭ باراۋەر ۋە تەۋرەنمەس ھوقۇقىنى ئېتىراپ قىلىش دۇنياۋى ئەركىنلىك، ھەققانىيەت ۋە تىنچلىقنىڭ ئاساسىدۇر."},
	{"Tibetan", "འགྲོ་བ་མི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌། ཐོབ་ཐངགི་རང་དབང་འདྲ་མཉམ་དུ་ཡོད་ལ། ཁོང་ཚོར་རང་བྱུང་གི་བློ་རྩལ་དང་བསམ་ཚུལ་བཟང་པོ་འདོན་པའི་འོས་བབས་ཀྱང་ཡོད།"},
	{"Mongolian", "Хүн бүр төрж мэндлэхдээ эрх чөлөөтэй, адилхан нэр төртэй, ижил эрхтэй байдаг. Оюун ухаан, нандин чанар заяасан хүн гэгч өөр хоорондоо ахан дүүгийн үзэл санаагаар харьцах учиртай. Монгол улсын их сургуулийн эрдэм шинжилгээний бүтээл."},
	{"Kazakh in Arabic letters", "بارلىق ادامدار تۋمىسىنان ازات جانە قادىر-قاسيەتى مەن كۇقىقتارى تەڭ بولىپ دۇنيەگە كەلەدى. ادامدارعا اقىل-پاراسات، ار-وجدان بەرىلگەن، سوندىقتان ولار ءبىر-بىرىمەن تۋىستىق، باۋىرمالدىق قارىم-قاتىناس جاساۋلارى ءتيىس."},
	{"Arabic", "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء."},
	{"Hindi", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।"},
	{"Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ"},
	{"Polish", "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Przedsięwzięcie zostało szczegółowo przedstawione w załączniku, a współpraca międzynarodowa wymaga uzgodnień."},
	{"Turkish", "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler."},
	{"Russian of a laboratory", "Проведён рентгенофазовый анализ образцов, синтезированных гидротермальным методом; удельная электропроводность измерена четырёхзондовым способом при температурах до 1200 К. Коэффициент диффузии рассчитан по уравнению Фика."},
	{"Greek of a laboratory", "Η ανάλυση των δειγμάτων πραγματοποιήθηκε με φασματοσκοπία μάζας και ηλεκτρονική μικροσκοπία σάρωσης σε θερμοκρασία δωματίου."},
	{"numbers", "1.23 4.56 7.89 10.11\n12.13 14.15 16.17 18.19\n0.001** 0.05* n.s. 95% CI 1.02-1.34\n2021 2022 2023 合计\n12.50 13.75 26.25 万元\n±0.5 ±0.7 3×10^8 6.02e23 1/2 3/4"},
	{"measures", "14 ft 4 in (4.37 m) 2,220 lb* (1 000 kg)* 1,920 lb (870 kg) +10 ft (3.0 m) 2,340 lb* (1 060 kg)* 2,220 lb (1 010 kg) 16 ft 3 in (4.96 m) 2,150 lb* (970 kg)* 1,490 lb (670 kg) +3 ft (1.0 m) 6,610 lb* (3 000 kg)* 2,170 lb* (990 kg)* 17 ft 3 in (5.27 m) 1,800 lb* (820 kg)* 1,350 lb (610 kg) +7 ft (2.0 m) 3,170 lb* (1 440 kg)* 2,610 lb* (1 180 kg)* 2,150 lb (970 kg)"},
	{"English with formulas", "Let x ∈ ℝⁿ and f: ℝⁿ → ℝ be convex, with ∇f(x*) = 0. Then ‖x_{k+1} − x*‖² ≤ (1 − μ/L)‖x_k − x*‖², where α_k = 1/L, σ² = E[ξ²] and ρ(A) < 1. For λ₁ ≥ λ₂ ≥ … ≥ λₙ we have tr(A) = Σ λᵢ, det A = Π λᵢ; see eq. (3), Thm. 2.1 (iii), and cf. [12, §4]."},
	{"a matrix", "a11 a12 a13 a1n a21 a22 a23 a2n am1 am2 am3 amn x1 x2 xn y1 y2 yn b = Ax + By, C = [c1, c2], D = diag(d1, d2, dn), P(A|B) = P(AB)/P(B), H(X|Y) = H(XY) - H(Y), q.e.d."},
	{"a program", "func (w *wordReader) says(r rune) float64 {\n\tif unicode.IsSpace(r) {\n\t\tw.last, w.length = 0, 0\n\t\treturn 0\n\t}\n}\nstatic inline int cmp(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }\n#include <stdio.h>\nmov eax, dword ptr [ebp-8]; xor ecx, ecx; jmp short loc_401; push ebx; pop edx; lea esi, [edi+4]; cmp al, bl; jnz; shl; shr; nop"},
	{"HTML", "<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td></td><td></td><td></td><td></td></tr><tr><td></td><td></td><td></td><td></td></tr><tr><td></td><td></td><td></td><td></td></tr></tbody></table><div class=\"col-md-6\"><span></span><br/></div>"},
	{"LaTeX", "\\usepackage{ctex} \\documentclass{ctexart} \\begin{tabular}{|c|c|c|} \\hline \\multicolumn{2}{c}{} \\\\ \\end{tabular} \\includegraphics[width=0.8\\textwidth]{fig.eps} xelatex pdflatex bibtex dvipdfmx dvips ps2pdf latexmk .aux .bbl .blg .toc .lof .lot .dvi .eps .bmp .png \\mathbb \\mathcal \\mathfrak \\bm \\nsubseteq"},
	{"SQL", "SELECT u.id, COUNT(*) AS cnt FROM usr u LEFT JOIN dept d ON d.id = u.dept_id WHERE u.pwd IS NOT NULL GROUP BY u.id HAVING cnt > 5 ORDER BY cnt DESC LIMIT 10; VARCHAR(255), BIGINT(20), TINYINT, DATETIME, gmt_create, gmt_modified, dt_crt, dt_upd"},
	{"addresses of the web", "https://www.nsfc.gov.cn/publish/portal0/tab442/info89.htm http://dx.doi.org/10.1016/j.jhydrol.2013.04.012 https://github.com/xmljs/wxqrcode?tbs=qdr:y&hl=zh-CN ftp://ftp.ncbi.nlm.nih.gov/pub/ zhangxq@bjtu.edu.cn lxf2008@mail.hzau.edu.cn"},
	{"numbers of parts", "STM32F103C8T6, LM358DR, TPS5430DDAR, MAX232CPE, AT89C51, ESP8266EX, NRF24L01, CC2530F256, XC7Z020CLG484, EP4CE6E22C8N, MPU6050, HMC5883L, DS18B20, DHT11, L298N, ULN2003, IRF540N, 1N4148, 2N3904, KBPC3510, WS2812B, HC-SR04, TCRT5000, CD4051BE, SN74HC595N"},
	{"an alphabet", "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 qwertyuiop"},
	{"full width", "Ｊｏｕｒｎａｌ　ｏｆ　Ｓａｆｅｔｙ　Ｓｃｉｅｎｃｅ　ａｎｄ　Ｔｅｃｈｎｏｌｏｇｙ，Ｖｏｌ．９，Ｎｏ．８，Ａｕｇ．２０１３，ｄｏｉ：１０．１１７３１／ｊ．ｉｓｓｎ．１６７３－１９３Ｘ"},
	{"Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다. 본 연구는 심층 신경망의 설명 가능성을 다룬다."},
	{"Japanese", "本研究では、深層ニューラルネットワークの説明可能性について、新しい評価指標を提案し、公開データセットを用いて検証を行う。従来手法と比較して、提案手法は少量のデータでも高い精度を達成できることを示す。渡邊さんと齋藤さんは鷗外の翻譯を讀んでゐる。"},
	{"Cantonese", "佢哋喺香港嘅大學讀書，唔係喺內地。我哋諗住聽日去睇嘢食，咁多人嘅話就冇位坐㗎喇。嗰啲學生話佢哋冇時間，淨係想瞓覺。"},
	{"Latin names of species", "Drosophila melanogaster, Caenorhabditis elegans, Saccharomyces cerevisiae, Arabidopsis thaliana, Oryza sativa, Zea mays, Escherichia coli, Bacillus subtilis, Xenopus laevis, Danio rerio, Mus musculus, Rhizobium leguminosarum, Phytophthora infestans, Pseudomonas aeruginosa"},
	{"references", "[1] Krizhevsky A, Sutskever I, Hinton G E. ImageNet classification with deep CNNs[C]//NIPS, 2012: 1097-1105. [2] Vaswani A, et al. Attention is all you need[J]. arXiv:1706.03762. [3] Szegedy C, Liu W, Jia Y Q, et al. CVPR, 2015. [4] Nguyễn Văn Hải, Đặng Thị Hương. [5] Müller K-R, Çelik Ş, Łukasiewicz J, Dvořák P, Gödel K, Håkansson Å."},
}

func TestUnusualTexts(t *testing.T) {
	for _, c := range unusualTexts {
		for _, x := range Noise(c.text) {
			t.Errorf("%s: %q is noise", c.name, c.text[x.Start:x.End])
		}
		if Senseless(c.text) {
			t.Errorf("%s: senseless", c.name)
		}
	}
}
