// Package pagetest makes web pages in the shapes of real platforms: a blog of engineers, an
// account of a messenger, a news portal, an office, a forum, a question with answers, an
// encyclopaedia, and a page of an editor's program. Their texts are made up.
//
// In go what an article says; out comes the page, with all that platforms put around their
// articles: menus, recommendations, comments, notices of rights. Tests of readers and of
// fetching share it.
package pagetest

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

// Article is what a page is about.
type Article struct {
	Title, Author, Site string
	Published           string   // as the platform prints it: YYYY-MM-DD HH:MM:SS
	Views               int      // 0 is not said
	Canonical           string   // "" is not said
	Paragraphs          []string // of the main text
	Links               []string // to other pages, in what stands beside the article
}

// Shape is a kind of platform.
type Shape struct {
	Name string
	// Precision is how well the shape says when an article was published: as extract.Precision.
	Precision string
	Views     bool // it says how often the article was read
	Page      func(Article) string
}

// Shapes returns all of them.
func Shapes() []Shape {
	return []Shape{
		{"blog", "second", true, blog},
		{"messenger", "second", false, messenger},
		{"news", "minute", false, news},
		{"office", "day", true, office},
		{"forum", "second", true, forum},
		{"answers", "second", false, answers},
		{"encyclopaedia", "unknown", false, encyclopaedia},
		{"editor", "day", false, editor},
		{"bare", "unknown", false, bare},
	}
}

func esc(s string) string { return html.EscapeString(s) }

func paragraphs(tag string, all []string) string {
	var b strings.Builder
	for _, p := range all {
		fmt.Fprintf(&b, "<%[1]s>%[2]s</%[1]s>\n", tag, esc(p))
	}
	return b.String()
}

func list(class string, links []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<ul class="%s">`, class)
	for i, l := range links {
		fmt.Fprintf(&b, `<li><a href="%s">相关推荐第%d篇：平台认为您可能也感兴趣的内容</a></li>`, esc(l), i+1)
	}
	return b.String() + "</ul>"
}

func canonical(a Article) string {
	if a.Canonical == "" {
		return ""
	}
	return fmt.Sprintf(`<link rel="canonical" href="%s">`, esc(a.Canonical))
}

// iso returns the time in ISO 8601, in Chinese time.
func iso(a Article) string { return strings.Replace(a.Published, " ", "T", 1) + "+08:00" }

const menu = `<header><nav class="navbar"><ul><li><a href="/">首页</a></li><li><a href="/channel/ai">人工智能</a></li><li><a ` +
	`href="/channel/bio">生命科学</a></li><li><a href="/login">登录</a></li><li><a href="/register">注册</a></li></ul></nav></header>`

const rights = `<footer class="footer"><p>关于我们 招贤纳士 商务合作 寻求报道 客服热线</p><p>版权所有 未经授权禁止转载 网络文化经营许可证 增值电信业务经营许可证</p></footer>`

func comments(n int) string {
	var b strings.Builder
	b.WriteString(`<div class="comment-box" id="comments"><h3>评论</h3><ul class="comment-list">`)
	for i := range n {
		fmt.Fprintf(&b,
			`<li class="comment"><a class="username">用户%d</a><span class="comment-content">写得很好，学习了，感谢楼主的分享，已经收藏。</span><span `+
				`class="date">2024-05-0%d</span></li>`, i+1, i%9+1)
	}
	return b.String() + "</ul></div>"
}

// blog returns a platform of engineers: JSON-LD of the whole, views in a bar, a box of code.
func blog(a Article) string {
	ld, _ := json.Marshal(map[string]any{
		"@context": "https://schema.org", "@type": "BlogPosting", "headline": a.Title,
		"author":        map[string]any{"@type": "Person", "name": a.Author},
		"datePublished": iso(a), "dateModified": "2026-01-01T00:00:00+08:00",
	})
	return fmt.Sprintf(`<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>%[1]s_%[2]s的博客-%[3]s</title>%[4]s
<meta property="og:site_name" content="%[3]s"><script `+
		`type="application/ld+json">%[5]s</script><style>.a{color:red}</style></head><body>%[6]s
<div class="main_father"><div class="container"><main><div class="blog-content-box"><div class="article-header"><h1 `+
		`class="title-article">%[1]s</h1>
<div class="bar-content"><a class="follow-nickName">%[2]s</a><span class="time">于 %[7]s 发布</span><span `+
		`class="read-count">阅读量%[8]d</span><a class="get-collection">收藏 12</a></div></div>
<article class="baidu_pl"><div id="article_content" class="article_content clearfix"><div id="content_views" `+
		`class="markdown_views">%[9]s</div></div></article></div>%[10]s</main>
<aside class="blog_container_aside"><h3>热门文章</h3>%[11]s</aside></div></div>%[12]s</body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), canonical(a), ld, menu, a.Published, a.Views, paragraphs("p", a.Paragraphs), comments(5),
		list("hot", a.Links), rights)
}

// messenger returns an account of a messenger: sections in sections, the time in a script only and
// in a meta element.
func messenger(a Article) string {
	var b strings.Builder
	for _, p := range a.Paragraphs {
		fmt.Fprintf(&b, `<section style="margin:0"><section><span style="font-size:16px">%s</span></section></section><p><br></p>`, esc(p))
	}
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta charset="utf-8"><meta property="og:title" content="%[1]s"><meta `+
		`property="og:article:author" content="%[2]s"><meta property="og:site_name" content="%[3]s">
<meta property="article:published_time" content="%[4]s">%[5]s<title>%[1]s</title></head><body id="activity-detail"><div id="js_article" `+
		`class="rich_media"><div class="rich_media_inner"><div id="page-content"><div id="img-content" class="rich_media_wrp">
<h1 class="rich_media_title" id="activity-name">%[1]s</h1><div id="meta_content" class="rich_media_meta_list"><span `+
		`class="rich_media_meta rich_media_meta_text">%[2]s</span><a id="js_name">%[3]s</a><em id="publish_time"></em></div>
<div class="rich_media_content js_underline_content" id="js_content">%[6]s</div></div></div></div></div><div `+
		`class="qr_code_pc_inner"><p>微信扫一扫 关注该公众号</p></div>%[7]s</body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), iso(a), canonical(a), b.String(), list("more", a.Links))
}

// news returns a portal: the time as a sentence prints it, to the minute.
func news(a Article) string {
	t := a.Published
	said := fmt.Sprintf("%s年%s月%s日 %s", t[:4], t[5:7], t[8:10], t[11:16])
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>%[1]s|`+
		`%[3]s</title>%[4]s<meta name="keywords" content="科研,诚信"></head><body>%[5]s
<div class="main-content w1240"><div class="path"><a href="/">新闻中心</a> &gt; <a href="/tech">科技</a> &gt; 正文</div><h1 `+
		`class="main-title">%[1]s</h1>
<div class="top-bar"><div class="date-source"><span class="date">%[6]s</span> <span class="source">%[3]s</span> <span `+
		`class="author">作者：%[2]s</span></div></div>
<div class="article-content clearfix"><div class="article-content-left"><div class="article" id="artibody">%[7]s<p `+
		`class="show_author">责任编辑：无名</p></div>%[8]s</div><div `+
		`class="article-content-right"><h2>热门排行</h2>%[9]s</div></div></div>%[10]s</body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), canonical(a), menu, said, paragraphs("p", a.Paragraphs), comments(3),
		list("rank", a.Links), rights)
}

// office returns the page of a public office: tables around all, the time to the day.
func office(a Article) string {
	var b strings.Builder
	for _, p := range a.Paragraphs {
		fmt.Fprintf(&b, `<p style="text-indent:2em"><span>　　%s</span></p>`, esc(p))
	}
	return fmt.Sprintf(`<html><head><meta charset="utf-8"><title>%[1]s</title><meta name="ArticleTitle" content="%[1]s"><meta `+
		`name="PubDate" content="%[4]s"><meta name="ContentSource" content="%[3]s">%[5]s</head><body>
<table width="1000"><tr><td><a href="/">网站首页</a> <a href="/zwgk">政务公开</a> <a href="/bszn">办事指南</a></td></tr><tr><td><table `+
		`class="xl"><tr><td align="center"><b>%[1]s</b></td></tr>
<tr><td align="center">发布时间：%[4]s　来源：%[3]s　作者：%[2]s　浏览次数：%[6]d</td></tr><tr><td><div `+
		`class="TRS_Editor">%[7]s</div></td></tr><tr><td>【打印】【关闭】</td></tr></table></td></tr></table>%[8]s<div class="bottom">主办单位 网站标识码 `+
		`公网安备</div></body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), a.Published[:10], canonical(a), a.Views, b.String(), list("list", a.Links))
}

// forum returns a thread: the first post is the article, answers follow it.
func forum(a Article) string {
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>%[1]s - %[3]s - Powered by `+
		`Discuz!</title>%[4]s</head><body>%[5]s<div id="postlist" class="pl bm">
<div class="hm ptn"><span class="xg1">查看:</span> <span class="xi1">%[6]d</span><span class="pipe">|</span><span class="xg1">回复:</span> `+
		`<span class="xi1">3</span></div><h1 class="ts"><span id="thread_subject">%[1]s</span></h1>
<div id="post_1"><div class="authi"><a class="xw1">%[2]s</a><em id="authorposton1">发表于 <span title="%[7]s">%[7]s</span></em></div><div `+
		`class="pct"><div class="pcb"><div class="t_fsz"><table><tr><td class="t_f" `+
		`id="postmessage_1">%[8]s</td></tr></table></div></div></div></div>%[9]s</div>%[10]s%[11]s</body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), canonical(a), menu, a.Views, a.Published,
		strings.Join(escaped(a.Paragraphs), "<br />\n<br />\n"), comments(3), list("threads", a.Links), rights)
}

func escaped(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = esc(s)
	}
	return out
}

// answers returns a question with an answer: microdata instead of JSON-LD.
func answers(a Article) string {
	return fmt.Sprintf(`<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>%[1]s - `+
		`%[3]s</title>%[4]s</head><body>%[5]s<div class="Post-Row-Content"><article class="Post-Main" itemscope `+
		`itemtype="http://schema.org/Article"><h1 class="Post-Title" itemprop="headline">%[1]s</h1>
<div class="Post-Author" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="%[2]s"><a `+
		`class="UserLink">%[2]s</a></div><meta itemprop="datePublished" content="%[6]s">
<div class="Post-RichText" itemprop="articleBody">%[7]s</div><div class="ContentItem-time">编辑于 2026-02-02</div></article>%[8]s</div><div `+
		`class="Post-Sub">%[9]s</div></body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), canonical(a), menu, iso(a), paragraphs("p", a.Paragraphs), comments(6),
		list("cards", a.Links))
}

// encyclopaedia returns an entry: headings, references, no author and no time.
func encyclopaedia(a Article) string {
	var b strings.Builder
	for i, p := range a.Paragraphs {
		if i%2 == 1 {
			fmt.Fprintf(&b, `<h2>第%d节</h2>`, i/2+1)
		}
		fmt.Fprintf(&b, `<p>%s</p>`, esc(p))
	}
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>%[1]s_%[2]s</title>%[3]s</head><body><div `+
		`id="mw-navigation">%[4]s</div><div id="content" class="mw-body" role="main"><h1 id="firstHeading">%[1]s</h1><div `+
		`id="bodyContent"><div class="mw-parser-output">%[5]s</div></div></div><div id="catlinks">%[6]s</div>%[7]s</body></html>`,
		esc(a.Title), esc(a.Site), canonical(a), menu, b.String(), list("cats", a.Links), rights)
}

// editor returns a page of an editor's program: a time element with a day.
func editor(a Article) string {
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>%[1]s – %[3]s</title><meta name="author" `+
		`content="%[2]s"><meta name="generator" content="editor">%[4]s</head><body class="post-template-default single"><div id="page" `+
		`class="site">%[5]s<div id="primary" class="content-area"><main><article class="post type-post hentry"><header `+
		`class="entry-header"><h1 class="entry-title">%[1]s</h1><div class="entry-meta"><time class="entry-date published" `+
		`datetime="%[6]s">%[6]s</time></div></header>
<div class="entry-content">%[7]s</div></article>%[8]s</main></div><aside id="secondary" `+
		`class="widget-area">%[9]s</aside>%[10]s</div></body></html>`,
		esc(a.Title), esc(a.Author), esc(a.Site), canonical(a), menu, a.Published[:10], paragraphs("p", a.Paragraphs), comments(2),
		list("recent", a.Links), rights)
}

// bare returns a page of one's own: text with breaks and nothing else.
func bare(a Article) string {
	return fmt.Sprintf(`<html><head><meta charset="utf-8"><title>%s</title></head><body><h2>%s</h2>%s%s</body></html>`, esc(a.Title),
		esc(a.Title), paragraphs("div", a.Paragraphs), list("l", a.Links))
}
