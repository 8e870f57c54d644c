package main

import (
	"os"
	"path/filepath"
	"strings"
)

// The texts were written by hand for this project and are shipped with it: s1 and e1 are what is copied, the paragraphs of
// clean-* and those of subjects/ stand in no other file of the library.
const textFolder = ".ci/measure/rewritten/testdata"

// contents returns the Chinese and the English content, and the files of the library.
func contents(root string) (zh, en content, library map[string]string, err error) {
	read := func(name string) []string {
		data, readErr := os.ReadFile(filepath.Join(root, textFolder, name+".txt"))
		if readErr != nil && err == nil {
			err = readErr
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n\n")
	}
	library = map[string]string{}
	for _, name := range []string{"s1", "s2", "s3", "s4", "s5", "s6", "e1"} {
		library[name] = strings.Join(read("library/"+name), "\n\n")
	}
	zh = content{language: "zh", titles: [3]string{"一、立项依据", "二、研究内容", "三、研究方案"}}
	for _, name := range []string{"clean-1", "clean-3", "clean-5"} {
		zh.own = append(zh.own, read("suspicious/"+name)...)
	}
	zh.own = append(zh.own, ownProse...)
	zh.copied = read("library/s1")[:4]
	for _, name := range []string{"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14", "t15", "t16"} {
		zh.filler = append(zh.filler, read("subjects/library/"+name)...)
	}
	en = content{language: "en", titles: [3]string{"1. Background", "2. Objectives", "3. Work plan"}}
	en.own = append(read("suspicious/clean-en-1"), read("library/e2")...)
	en.copied = read("library/e1")[:2]
	en.filler = englishProse
	return zh, en, library, err
}

// ownProse is further prose of the author.
var ownProse = []string{
	"野外工作安排在每年四月和九月两次进行。四月雨水尚少，山路可以通车，适合搬运器材和布设样方；九月果实成熟，便于核对树种。" +
		"每次外出由三名成员同行，一人记录，两人测量，当天晚上在驻地把手簿录入表格并互相校对，发现数字前后矛盾的，次日一早返回原处重测。",
	"经费主要用于租车、雇请向导和实验耗材，设备沿用学院现有的两台天平与一台烘箱。项目结束后，原始手簿扫描存档，" +
		"整理好的表格连同说明一并上传到学院的数据平台，供后来的同学查阅。",
}

// englishProse is prose that stands in no document of the library.
var englishProse = []string{
	"The ferry to the outer islands runs twice a week from October to April, and on the days between the only way of sending a sample " +
		"to the " +
		"laboratory is the mail plane. Samples therefore travel in insulated boxes with a logger in each, and a box that was warmer " +
		"than six " +
		"degrees for more than an hour is thrown away on arrival without being opened.",
	"Village clinics keep their records on paper, in ledgers ruled by hand. Two nurses will copy the columns that matter into a " +
		"spreadsheet, " +
		"one reading aloud and one typing, and on the next day they will swap their parts with the other half of the ledger. Where the " +
		"two " +
		"versions of a line disagree, the page is photographed and decided by a third person who was not in the room.",
	"A bell tower is a poor place for an instrument, since the pigeons get into everything and the vibration of the bells loosens " +
		"screws. It " +
		"is also the only place in the valley with a clear view of both ridges. We will therefore put the camera behind the louvres in " +
		"a closed " +
		"case, with a wiper in front of it, and ask the sexton to look at it on Sundays.",
}

// words cuts a text at its blanks.
func words(text string) []string { return strings.Fields(text) }
