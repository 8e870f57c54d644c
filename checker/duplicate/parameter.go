package duplicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parameter is what a method can be set by: a whole number from Least to Most, or one of Choices where there are any.
type Parameter struct {
	Name        string
	Default     string
	Least, Most int
	Choices     []string
}

// takes returns the number that a value stands for: itself, or its place among the choices. It reports whether the
// parameter takes the value.
func (p Parameter) takes(value string) (number int, ok bool) {
	if p.Choices != nil {
		number = slices.Index(p.Choices, value)
		return number, number >= 0
	}
	number, err := strconv.Atoi(value)
	return number, err == nil && number >= p.Least && number <= p.Most
}

// settable is a method with parameters.
type settable interface {
	Method
	parameters() []Parameter
	// with returns the method with a parameter set to a number that Parameter.takes returned.
	with(name string, number int) settable
}

// Parameters returns what a method can be set by; nothing for most.
func Parameters(m Method) []Parameter {
	if s, ok := m.(settable); ok {
		return s.parameters()
	}
	return nil
}

// ParameterError says that a method has no such parameter, or that the parameter does not take a value.
type ParameterError struct {
	Method      string
	Name, Value string
	Parameter   *Parameter // nil: there is none of the name
}

func (e *ParameterError) Error() string {
	switch {
	case e.Parameter == nil:
		return fmt.Sprintf("the method %s has no parameter %q", e.Method, e.Name)
	case e.Parameter.Choices != nil:
		return fmt.Sprintf("the parameter %s is one of %s, not %q", e.Name, strings.Join(e.Parameter.Choices, ", "), e.Value)
	}
	return fmt.Sprintf("the parameter %s is from %d to %d, not %q", e.Name, e.Parameter.Least, e.Parameter.Most, e.Value)
}

// With returns a method with parameters set. The error is a *ParameterError.
func With(m Method, values map[string]string) (Method, error) {
	for name, value := range values {
		all := Parameters(m)
		i := slices.IndexFunc(all, func(p Parameter) bool { return p.Name == name })
		if i < 0 {
			return nil, &ParameterError{Method: m.Name(), Name: name, Value: value}
		}
		number, ok := all[i].takes(value)
		if !ok {
			return nil, &ParameterError{Method: m.Name(), Name: name, Value: value, Parameter: &all[i]}
		}
		m = m.(settable).with(name, number)
	}
	return m, nil
}
