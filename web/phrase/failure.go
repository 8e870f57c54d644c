package phrase

import (
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
)

// FailureTitle says in a few words why a file cannot be used.
func FailureTitle(l *catalogue.Language, f record.Failure) string {
	return l.Text("fault." + FaultName(f) + ".title")
}

// FailureAdvice returns what to do about a failure, and which pages it is about.
func FailureAdvice(l *catalogue.Language, f record.Failure) string {
	if f.Pages != "" {
		return l.Text("fault.no-text.pages", "Pages", f.Pages)
	}
	if f.Pictures > 0 {
		return l.Count("fault.no-text.pictures", f.Pictures)
	}
	return l.Text("fault." + FaultName(f) + ".advice")
}

// FaultName returns the name in the table of faults for a stored failure, so that a file
// refused at upload and one that failed in its job are told alike; one that is
// unknown here is told as internal.
func FaultName(f record.Failure) string {
	name := string(f.Name)
	if f.Name == record.FailureInterrupted {
		return name
	}
	if extract.ErrorNamed(name) == nil {
		return "internal-job"
	}
	if f.Kind != "" {
		return name + "-" + string(f.Kind)
	}
	return name
}
