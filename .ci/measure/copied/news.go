package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	newsTexts = 17_400
	// newsShortest and newsLongest are the characters of a text: those of usual news, 600 on
	// average.
	newsShortest, newsLongest = 300, 900
)

// writeNews writes texts put together of a few sentences each of several texts, each with a
// sentence of its own. One in ten is an earlier one with the first or the last sentence left
// out, as news is repeated.
func writeNews(texts []entry, dir string, n int) error {
	if len(texts) == 0 {
		return fmt.Errorf("no texts of %d to %d characters", shortest, longest)
	}
	random := rand.New(rand.NewPCG(17, 400))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	lines := make([][]string, len(texts))
	for i, t := range texts {
		lines[i] = sentences(t.text)
	}
	var made [][]string
	for i := range n {
		var text []string
		if i > 0 && random.IntN(10) == 0 {
			if text = made[random.IntN(i)]; random.IntN(2) == 0 {
				text = text[1:]
			} else {
				text = text[:len(text)-1]
			}
		} else {
			text = append(text, fmt.Sprintf("第 %d 号消息。\n", i))
			length := newsShortest + random.IntN(newsLongest-newsShortest)
			for characters := 0; characters < length; {
				from := lines[random.IntN(len(lines))]
				at := random.IntN(len(from))
				for _, s := range from[at:min(at+3, len(from))] {
					text = append(text, s)
					characters += utf8.RuneCountInString(s)
				}
			}
		}
		made = append(made, text)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.txt", i)), []byte(strings.Join(text, "")), 0o644); err != nil {
			return err
		}
	}
	return nil
}
