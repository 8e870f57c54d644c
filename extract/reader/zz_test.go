package reader
import ("testing";"strings";"fmt")
func BenchmarkZZ(b *testing.B) {
	var css strings.Builder
	for i := range 300 { fmt.Fprintf(&css, "p.c%d, li.c%d, div.c%d {mso-style-name:x;margin:0cm;font-size:10.5pt;font-family:宋体;color:black}\n", i,i,i) }
	benchmark(b, []byte("<html><head><style>"+css.String()+"</style></head><body>"+strings.Repeat("<p class=MsoNormal style='text-indent:24.0pt;line-height:150%'>"+strings.Repeat("<span lang=EN-US style='font-size:12.0pt;line-height:150%;font-family:\"Times New Roman\",serif'>近年来研究<o:p></o:p></span>", 30)+"</p>\n", 300)))
}
func BenchmarkZO(b *testing.B) {
	benchmark(b, odtFile(b, odtStyles, strings.Repeat(`<text:p text:style-name="shown">`+strings.Repeat(`近年来<text:span text:style-name="shown">研究取得</text:span>进展`, 100)+`</text:p>`, 300)))
}
