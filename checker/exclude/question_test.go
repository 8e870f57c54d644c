package exclude_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

func TestWhatAFormAsksIsInstruction(t *testing.T) {
	for _, c := range []struct{ name, line, out string }{
		{"a question to the writer", "What is your major?", "What is your major?\n"},
		{"numbered", "11. Do you have previous open source experience? Briefly describe it.", "11. Do you have previous open source experience? \n"},
		{"two", "Have you applied before? If so, what did you do?", "Have you applied before? If so, what did you do?\n"},
		{"with its answer", "Do you agree to publish your work?: Yes, under a free licence.", "Do you agree to publish your work?: \n"},
		{"in Chinese", "你是如何得知本计划的？在校园网上。", "你是如何得知本计划的？\n"},
		{"what it says of the application", "If your project has a team, name it here. Then go on.", "If your project has a team, name it here. \n"},
		{"the same, to the end", "Here you can add what is relevant to this application", "Here you can add what is relevant to this application\n"},
		{"what the writer says to the reader", "The figure helps you to find the glacier.", ""},
		{"a question of the research", "What makes enzymes fold so quickly in the cell?", ""},
		{"further on", "The sediment was sampled twice. What do you see in it?", ""},
		{"an abbreviation with a full stop", "E. coli was grown. Do you agree?", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := document("The study of glaciers began early.", c.line, "Nobody knows why this happens.")
			out, _ := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone())
			if got := out[evidence.ReasonInstruction]; got != c.out {
				t.Errorf("kept out %q, want %q", got, c.out)
			}
		})
	}
}

// A course addresses its readers all the time, and its questions are its own.
func TestQuestionsOfACourseStay(t *testing.T) {
	d := document("Now you know how glaciers move.", "Do you see why the valley is wide?", "You will measure it in your own valley next.")
	if out, _ := applied(d, exclude.New(d, evidence.Identity{}, nil).Alone()); out[evidence.ReasonInstruction] != "" {
		t.Errorf("kept out %q", out)
	}
}
